"""The log of a run: every result as soon as it is known, so that a run that is stopped leaves what it has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Log:
    """A line per mutant: `killed`, `stopped` by the clock, or `survived`.

    With `resume`, what an earlier run has killed is kept and not tried again; the rest is.
    """

    def __init__(self, path: Path, *, resume: bool = False) -> None:
        self.path = path
        rows = [json.loads(line) for line in path.read_text().splitlines()] if resume and path.exists() else []
        self._killed = {row["mutant"] for row in rows if row["result"] == "killed"}
        path.write_text("".join([json.dumps(row) + "\n" for row in rows if row["result"] == "killed"]))

    def killed(self, mutant: str) -> bool:
        """Return whether a test failed with this mutant in an earlier run."""
        return mutant in self._killed

    def add(self, result: str, mutant: str) -> None:
        """Write a result down."""
        with self.path.open("a") as file:
            file.write(json.dumps({"result": result, "mutant": mutant}) + "\n")
