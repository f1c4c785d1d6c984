"""The game as a folder of files: the page with Python in it, for any static web space."""
