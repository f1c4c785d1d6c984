"""The rules of play. Pure: no I/O, no clock, no random numbers, and no name of an edition or a board."""
