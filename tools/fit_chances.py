"""Fit the network of `kilowatt.chances` to games between bots; needs the extra train.

`python -m tools.fit_chances --games 100540 --strong 0 --seed leaf1 --jobs 16 --device cuda --commit HASH --out FILE`,
then `tools.chances` finds its temperatures and measures it.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import msgspec
import numpy as np

from kilowatt.learning.fitting import Setting, fit, layers_of, pack
from kilowatt.learning.positions import generate


def main(args: list[str]) -> None:
    """Play, fit and pack."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_chances", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games between imagined bidders")
    parser.add_argument("--strong", type=int, default=0, help="games between learned")
    parser.add_argument(
        "--often", default="recharged/germany:4,recharged/usa:4", help="every fourth game is one of these"
    )
    parser.add_argument("--seed", default="value")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=Setting().epochs)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--commit", default="", help="of this code, for the card")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(args)
    begun = time.perf_counter()
    often = [(kind.rpartition(":")[0], int(kind.rpartition(":")[2])) for kind in asked.often.split(",") if kind]
    data = generate(asked.games, asked.strong, seed=asked.seed, often=often, jobs=asked.jobs)
    games, strong = (len(np.unique(part)) for part in (data["game"], data["game"][data["strong"]]))
    print(f"{len(data['seats'])} positions of {games} games in {time.perf_counter() - begun:.0f} s")
    setting = Setting(epochs=asked.epochs)
    net, log = fit(data, setting, asked.device)
    card = {
        "commit": asked.commit,
        "config": {"seed": asked.seed, "often": asked.often, "setting": msgspec.to_builtins(setting)},
        "games": games,
        "strong_games": strong,
        "positions": len(data["seats"]),
        "held_out": {"epoch": int(np.argmin(log)), "loss": round(min(log), 4)},
    }
    asked.out.write_bytes(pack(card, layers_of(net)))
    print(f"held-out loss {min(log):.4f} after epoch {int(np.argmin(log))}; wrote {asked.out}")


if __name__ == "__main__":
    main(sys.argv[1:])
