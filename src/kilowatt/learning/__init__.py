"""Self-play: how the network of values is made from games. Needs NumPy only."""
