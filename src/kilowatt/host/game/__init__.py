"""The game in memory: its states, clocks and orders. Pure: no database, no sockets, no loop."""
