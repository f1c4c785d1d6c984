"""The phases of play: stateless, one file each. A phase says what may be chosen, what may not and why, and does it."""
