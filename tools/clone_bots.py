"""Fit a network to games of economists that shade their bids; `kilowatt train` begins from it. Needs the extra train.

`python -m tools.clone_bots --config gpu --games 20000 --jobs 16 --out clone` writes `clone/checkpoint.pt`, to be named
as `start` in the configuration of a run over the same games.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import torch

from kilowatt.learning.cloning import Examples, fit, replay, teach
from kilowatt.learning.config import read_config
from kilowatt.learning.training import Run


def say(line: dict[str, Any]) -> None:
    """Print a line."""
    print(json.dumps(line), flush=True)


def main(args: list[str]) -> None:
    """Play, fit and save."""
    parser = argparse.ArgumentParser(prog="python -m tools.clone_bots", description=__doc__)
    parser.add_argument("--config", default="gpu")
    parser.add_argument("--games", type=int, default=2000, help="games of all kinds together, by their shares")
    parser.add_argument("--least", type=int, default=40, help="games of every kind at least")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--updates", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=600.0, help="of fitting at most")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(args)
    asked.out.mkdir(parents=True, exist_ok=True)
    begun = time.perf_counter()
    config = msgspec.structs.replace(read_config(asked.config), start="", games=1)
    kinds = [(ruleset, seats) for entry in config.play for ruleset in entry.rulesets for seats in entry.seats]
    shares = [
        entry.share / (len(entry.rulesets) * len(entry.seats))
        for entry in config.play
        for _ in range(len(entry.rulesets) * len(entry.seats))
    ]
    many = [max(asked.least, round(asked.games * share / sum(shares))) for share in shares]
    games = teach(kinds, many, asked.jobs)
    say({"games": sum(many), "seconds": round(time.perf_counter() - begun, 1)})
    run = Run(config, asked.out)
    examples: list[tuple[Any, Examples]] = [
        (kind, replay(kind, part, run.device, config.threads)) for kind, part in zip(run.kinds, games, strict=True)
    ]
    rows = sum(len(part.chosen) for _, part in examples)
    say({"examples": rows, "seconds": round(time.perf_counter() - begun, 1), "facts": len(run.names.facts)})
    fit(run, examples, updates=asked.updates, seconds=asked.seconds, rate=asked.rate, report=say)
    with torch.no_grad():
        run.save()
    say({"seconds": round(time.perf_counter() - begun, 1)})


if __name__ == "__main__":
    main(sys.argv[1:])
