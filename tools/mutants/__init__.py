"""Mutants: one change at a time in the rules' data or in the code, and does a test notice? See docs/lab/mutants.md."""
