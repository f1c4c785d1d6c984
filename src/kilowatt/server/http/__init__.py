"""HTTP: the gate, REST routes, sockets, and the built page."""
