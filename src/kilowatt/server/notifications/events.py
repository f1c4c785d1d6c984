"""What players are notified of."""

from __future__ import annotations

TURN = "turn"
"""It is a player's turn."""
HALF = "half"
"""Half of the turn's time is gone: it is announced once more."""
