# ruff: noqa: INP001 - a script for readers, not part of a package
"""A bot that speaks lines of JSON, as one in any language would. It uses nothing of Kilowatt.

It passes when it may, and otherwise takes the first thing on the menu.
"""

from __future__ import annotations

import json
import sys


def main() -> None:
    """Answer every `decide` with one line."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] != "decide":
            continue
        passes = [row for row in message["options"] if row["type"] == "pass"]
        runs = [row for row in message["options"] if row["type"] == "run"]
        chosen = dict((runs[-1:] or passes or message["options"])[0])
        chosen.pop("most", None)
        sys.stdout.write(json.dumps({"action": chosen}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
