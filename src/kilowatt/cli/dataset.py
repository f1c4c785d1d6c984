"""`kilowatt dataset`: games of bots for those who learn from them."""

from __future__ import annotations

import json
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kilowatt.cli.asked import options_of, rulesets_of
from kilowatt.cli.pool import results
from kilowatt.editions.options import BadOption
from kilowatt.editions.registry import DEFAULT_RULESET

if TYPE_CHECKING:
    from kilowatt.envs.dataset import DatasetSpec


def dataset(
    games: Annotated[int, typer.Option(min=1, help="Minimum number of games in the output folder")],
    out: Annotated[Path, typer.Option(help="Output folder; a stopped run resumes there")],
    ruleset: Annotated[str, typer.Option(help="One id")] = DEFAULT_RULESET,
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    bots: Annotated[str, typer.Option(help="Names separated by commas; they take turns at the seats")] = "economist",
    seed: Annotated[str, typer.Option(help="The same seed makes the same games")] = "1",
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, as in contractor=true")] = None,
    work: Annotated[int, typer.Option(min=1, help="Work units per round for bots that search")] = 2000,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts: JSON instead of sentences")] = False,
) -> None:
    """Let bots play games and save them as records and as arrays, with a data card."""
    if find_spec("numpy") is None:
        raise BadOption("dataset", "arrays need NumPy: install kilowatt with the extra rl")
    from kilowatt.bots import bot_names
    from kilowatt.envs.dataset import DatasetSpec, missing, prepare, write_card

    names = [name.strip() for name in bots.split(",") if name.strip()]
    for name in names:
        if name not in bot_names():
            raise BadOption("bots", f"there is no {name!r}; there are {', '.join(bot_names())}")
    if not names:
        raise BadOption("bots", "expected names separated by commas, as in simple,economist")
    rulesets = rulesets_of(ruleset)
    if len(rulesets) != 1:
        raise BadOption("ruleset", f"expected one id, not {ruleset!r}: a dataset has one ruleset")
    spec = DatasetSpec(rulesets[0], seats, options_of(option), names, seed, work)
    prepare(spec, out)
    todo = missing(out, games)
    ids = _play(spec, out, todo, jobs, quiet=as_json)
    there = write_card(spec, out)
    if as_json:
        print(json.dumps({"games": there, "made_now": len(todo), "ids_made_now": ids, "out": str(out)}))
    else:
        counted = "1 game" if there == 1 else f"{there} games"
        print(f"{counted} in {out}, {len(todo)} of them made now; see {out / 'README.md'}")


def _play(spec: DatasetSpec, out: Path, todo: list[int], jobs: int, *, quiet: bool) -> int:
    from rich.progress import Progress

    from kilowatt.envs.dataset import make_game

    ids = 0
    with Progress(disable=quiet or not sys.stderr.isatty()) as progress:
        bar = progress.add_task("Playing", total=len(todo))
        for _, count in results(partial(make_game, spec, out), todo, jobs):
            ids += count
            progress.advance(bar)
    return ids
