"""Make the kernel's golden games: a random game for each ruleset and number of seats, as numbers and hashes.

Run it only when a behaviour changes on purpose, and read the difference it makes.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import kilowatt
from kilowatt.editions.compose import compose
from kilowatt.editions.registry import REVISION
from kilowatt.kernel import OVER, Batch

FILE = Path(__file__).parents[1] / "tests" / "kernel" / "golden.json"
SEATS = (2, 3, 4, 5, 6)


def played(ruleset: str, seats: int, seed: int, revision: int) -> dict[str, Any]:
    """Play one random game; return its seed and revision, its length, and hashes of its actions and last snapshot."""
    batch = Batch(compose(ruleset, seats, {}, revision), seed=seed)
    actions = hashlib.sha256()
    count = 0
    while batch.actor(0) != OVER:
        number = batch.choose(0)
        actions.update(json.dumps(kilowatt.to_dict(batch.action(0, number)), sort_keys=True).encode() + b"\n")
        batch.play(0, number)
        count += 1
    last = json.dumps(kilowatt.snapshot(batch.state(0)), sort_keys=True)
    return {
        "seed": seed,
        "revision": revision,
        "length": count,
        "actions": actions.hexdigest(),
        "snapshot": hashlib.sha256(last.encode()).hexdigest(),
    }


def main() -> None:
    """Write the games."""
    games = {
        f"{row.id}/{seats}": played(row.id, seats, place, REVISION)
        for place, (row, seats) in enumerate((row, seats) for row in kilowatt.rulesets() for seats in SEATS)
    }
    FILE.write_text(json.dumps(games, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
