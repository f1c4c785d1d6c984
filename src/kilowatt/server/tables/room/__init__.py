"""A table in memory, its viewers, and how tables come into memory and go."""
