"""Measurements: speed of the engine, the kernel and the server. Each module is a command of its own."""
