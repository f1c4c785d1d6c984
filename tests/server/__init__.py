"""The server's tests."""
