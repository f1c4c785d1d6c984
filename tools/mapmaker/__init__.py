"""Draws boards from real coordinates on real land: see `tools/mapmaker/__main__.py`."""
