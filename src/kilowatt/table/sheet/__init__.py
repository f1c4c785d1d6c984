"""The sheet of a game on a real board: what people wrote down, checked line by line against the rules."""
