"""`python -m bench`: the figures of `kilowatt bench` against the committed ones in bench/figures.json."""

from __future__ import annotations

import sys
from pathlib import Path

from kilowatt.cli import app

FIGURES = Path(__file__).parent / "figures.json"

if __name__ == "__main__":
    asked = sys.argv[1:]
    app(["bench", *(["--compare", str(FIGURES)] if FIGURES.exists() and not asked else asked)])
