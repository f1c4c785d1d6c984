"""The list of action ids of a ruleset: the name of each number, in families, with a hash to store in a checkpoint.

It depends on the cards, the board and the fuels of a ruleset and on nothing else, so it is the same for 2 to 6 seats.
"""

from __future__ import annotations

import hashlib

VERSION = 1
"""Raised whenever the meaning of an id changes although its name does not."""


class Vocabulary:
    """Numbered names in families: `first["build"]` is the id of the first city's name."""

    def __init__(self, grain: str, families: list[tuple[str, list[str]]]) -> None:
        self.grain = grain
        self.families = families
        self.first: dict[str, int] = {}
        self.names: list[str] = []
        for family, members in families:
            self.first[family] = len(self.names)
            self.names += [f"{family}:{member}" if member else family for member in members]
        self.ids = {name: number for number, name in enumerate(self.names)}
        text = "\n".join([f"kilowatt {grain} {VERSION}", *self.names])
        self.hash = hashlib.sha256(text.encode()).hexdigest()[:16]

    def __len__(self) -> int:
        """Count the ids."""
        return len(self.names)
