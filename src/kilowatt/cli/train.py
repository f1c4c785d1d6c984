"""`kilowatt train`: a network that learns by playing against itself."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kilowatt.editions.options import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable

EVERY = 10
"""Iterations between two lines on the screen; the log has all of them."""


def train(
    out: Annotated[Path, typer.Option(help="Output folder: checkpoint and log")],
    config: Annotated[str, typer.Option(help="A TOML file, or small or gpu")] = "small",
    resume: Annotated[bool, typer.Option(help="Continue from the checkpoint in the output folder")] = False,
    seconds: Annotated[float | None, typer.Option(min=1, help="Time limit instead of the configuration's")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts: every line of the log")] = False,
) -> None:
    """Train a network by self-play; see docs/learning.md."""
    for module in ("numpy", "torch"):
        if find_spec(module) is None:
            raise BadOption("train", f"{module} is missing: install kilowatt with the extra train")
    import msgspec

    from kilowatt.learning.config import read_config
    from kilowatt.learning.training import train as run

    found = read_config(config)
    if seconds is not None:
        found = msgspec.structs.replace(found, seconds=seconds)
    done = run(found, out, resume=resume, report=_line(as_json=as_json))
    if not as_json:
        print(f"{done.games} games, {done.decisions} decisions in {done.spent:.0f} s; the checkpoint is in {out}")


def _line(*, as_json: bool) -> Callable[[dict[str, Any]], None]:
    def show(line: dict[str, Any]) -> None:
        if as_json:
            print(json.dumps(line), flush=True)
        elif line["iteration"] % EVERY == 0:
            against = "" if line["against_earlier"] is None else f", {line['against_earlier']:.2f} of a fair share"
            print(f"{line['seconds']:.0f} s: {line['decisions']} decisions, {line['games']} games{against}", flush=True)

    return show
