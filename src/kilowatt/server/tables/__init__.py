"""Tables: games in memory, seats, moves, orders, clocks and bots."""
