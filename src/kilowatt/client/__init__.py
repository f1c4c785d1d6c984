"""A typed client of the server, for bots, tests and load. Needs httpx and websockets; imports no server."""
