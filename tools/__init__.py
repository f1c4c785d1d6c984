"""Scripts that look after the repository; each runs as `python -m tools.NAME` from the top folder."""
