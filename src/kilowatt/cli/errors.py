"""What a person sees when a command is asked for something that cannot be."""

from __future__ import annotations

import sys

from kilowatt import BadAction, BadData, BadOption, BadRecord, BadSnapshot

MISTAKES = (BadAction, BadData, BadOption, BadRecord, BadSnapshot, OSError)
"""Mistakes of the asker, told in one line; everything else is ours and keeps its traceback."""


def tell(error: Exception) -> None:
    """Print one line to standard error."""
    if isinstance(error, OSError):
        print(f"kilowatt: {error.filename}: {error.strerror}", file=sys.stderr)
    else:
        print(f"kilowatt: {error}", file=sys.stderr)
