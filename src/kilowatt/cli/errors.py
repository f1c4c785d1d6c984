"""What a person sees when a command is asked for something that cannot be."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kilowatt import BadAction, BadData, BadOption, BadRecord, BadSnapshot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MISTAKES = (BadAction, BadData, BadOption, BadRecord, BadSnapshot, OSError)
"""Mistakes of the asker, told in one line; everything else is ours and keeps its traceback."""


@contextmanager
def reading(file: Path) -> Iterator[None]:
    """Add the name of the file to what is wrong with a record."""
    try:
        yield
    except BadRecord as error:
        error.add_note(str(file))
        raise


def report(error: Exception) -> None:
    """Print one line to standard error."""
    if isinstance(error, OSError):
        print(f"kilowatt: {error.filename}: {error.strerror}", file=sys.stderr)
    else:
        print(": ".join(["kilowatt", *getattr(error, "__notes__", []), str(error)]), file=sys.stderr)
