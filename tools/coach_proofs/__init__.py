"""Measurements of what the coach's numbers mean: `python -m tools.coach_proofs`."""
