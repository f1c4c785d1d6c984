"""Tournaments: rounds of tables by a stated system, for groups and by a server's host."""
