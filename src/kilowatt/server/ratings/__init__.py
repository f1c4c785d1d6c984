"""Ratings for people who agree to be rated: Plackett-Luce per edition and season, with the bots as fixed anchors."""
