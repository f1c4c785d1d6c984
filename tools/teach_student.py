"""Teach the network of `student` by comparisons that `learned` makes; needs the extra train.

`python -m tools.teach_student --games 2700 --seed r1 --jobs 16 --device cuda --commit HASH --out FILE` plays, fits and
packs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import msgspec
import numpy as np

from kilowatt.learning.comparisons import RIVALS, generate
from kilowatt.learning.fitting import layers_of
from kilowatt.learning.teaching import Lesson, pack, teach


def main(args: list[str]) -> None:
    """Play, fit and pack."""
    parser = argparse.ArgumentParser(prog="python -m tools.teach_student", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--often", default="recharged/germany:4,recharged/usa:4", help="every fourth game is one of these"
    )
    parser.add_argument("--rivals", nargs="+", default=list(RIVALS), help="bots that take some seats of some games")
    parser.add_argument("--seed", default="student")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=Lesson().epochs)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--commit", default="", help="of this code, for the card")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(args)
    begun = time.perf_counter()
    often = [(kind.rpartition(":")[0], int(kind.rpartition(":")[2])) for kind in asked.often.split(",") if kind]
    data = generate(asked.games, seed=asked.seed, often=often, rivals=asked.rivals, jobs=asked.jobs)
    games, decisions, choices = len(np.unique(data["games"])), len(data["sizes"]), len(data["scores"])
    print(f"{decisions} comparisons of {choices} choices, {games} games in {time.perf_counter() - begun:.0f} s")
    lesson = Lesson(epochs=asked.epochs)
    net, held_out = teach(data, lesson, asked.device)
    card = {
        "commit": asked.commit,
        "config": {"seed": asked.seed, "often": asked.often, "lesson": msgspec.to_builtins(lesson)},
        "games": games,
        "decisions": decisions,
        "choices": choices,
        "held_out": {name: round(value, 4) for name, value in held_out.items()},
    }
    asked.out.write_bytes(pack(card, layers_of(net)))
    print(f"held out: {card['held_out']}; wrote {asked.out}")


if __name__ == "__main__":
    main(sys.argv[1:])
