"""The only room that knows the published games: their data, their quirks, and how a game's rules are composed."""
