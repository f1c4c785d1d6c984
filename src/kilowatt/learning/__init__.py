"""How the networks of the bots are made from games."""
