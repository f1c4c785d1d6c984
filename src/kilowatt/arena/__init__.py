"""The arena: matches between bots with rotated deals, ratings, reports. Runs on processes or on Ray."""
