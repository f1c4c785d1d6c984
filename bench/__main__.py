"""`python -m bench`: the figures of `kilowatt bench` against the committed ones in bench/figures.json.

A loss is reported and is no failure: the machine may have been busy. With `kilowatt bench --compare` it is exit code 1.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kilowatt.cli import app

FIGURES = Path(__file__).parent / "figures.json"
SLOWER = 1
"""The exit code of `kilowatt bench` for a loss of speed."""

if __name__ == "__main__":
    try:
        app(["bench", "--compare", str(FIGURES), *sys.argv[1:]])
    except SystemExit as end:
        if end.code != SLOWER:
            raise
        print(
            "WARNING: slower than the committed figures by more than 30 %, see above; run it again on a quiet machine"
        )
