"""`kilowatt arena`: bots against each other, with honest intervals."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from hashlib import sha256
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from kilowatt.cli.asked import check_place, options_of, rulesets_of
from kilowatt.editions.options import BadOption
from kilowatt.editions.registry import MEASURED_ON

if TYPE_CHECKING:
    from kilowatt.arena.rows import Row
    from kilowatt.arena.schedule import Plan
    from kilowatt.arena.standings import Forfeits, Line

FOLDER = Path(".kilowatt") / "arena"
NUMBERS = 62
"""Characters that the table's numbers need."""
NAME = 18
"""Characters that a bot's name gets at least."""
QUICK = 100.0
"""Milliseconds per move below which hundredths are shown: the quickest bots take a few of those."""
REASONS = 3
"""Reasons of forfeits that are shown for each bot; --json has them all."""


def arena(
    bots: Annotated[str, typer.Option(help="Names, file.py:Class or exec:COMMAND, separated by commas")] = "",
    ruleset: Annotated[
        str, typer.Option(help="Ids separated by commas; all: the published games; every: composed ones too")
    ] = ",".join(MEASURED_ON),
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    deals: Annotated[
        int, typer.Option(min=1, help="Deals per ruleset; each table plays every deal once per seat")
    ] = 25,
    seed: Annotated[str, typer.Option(help="The same seed deals the same games")] = "1",
    field: Annotated[str | None, typer.Option(help="Seat each bot against a table of this bot")] = None,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, as in contractor=true")] = None,
    seconds: Annotated[float | None, typer.Option(help="Time per round for bots that search, in seconds")] = None,
    work: Annotated[
        int | None,
        typer.Option(help="Work units per round instead of seconds, so that moves do not depend on the clock"),
    ] = None,
    limit: Annotated[float, typer.Option(help="Time limit per move for external bots, in seconds")] = 30.0,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes, or of Ray workers started here")] = 1,
    backend: Annotated[str, typer.Option(help="processes or ray")] = "processes",
    run: Annotated[Path | None, typer.Option(help="File of finished games; a stopped run resumes from it")] = None,
    table: Annotated[str | None, typer.Option(help="docs: measure all of docs/lab/ladder.md; resumable")] = None,
    into: Annotated[Path | None, typer.Option(help="With --table: write it between the markers of this page")] = None,
    played: Annotated[
        bool, typer.Option("--played", help="With --table: play nothing, show the games played so far")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts: JSON instead of a table")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratings into this SVG file")] = None,
) -> None:
    """Play bots against each other: deals rotated through all seats, win shares with 95 % intervals, ratings."""
    _check(backend, seconds, work, limit)
    if plot is not None:
        check_place(plot, "plot")
    from kilowatt.arena.entrants import BadEntrant, check_entrants
    from kilowatt.arena.schedule import Plan
    from kilowatt.arena.standings import failures, forfeits
    from kilowatt.arena.standings import table as table_of

    if table is not None:
        if table != "docs":
            raise BadOption("table", f"there is no {table!r}; there is docs")
        _tables(run or FOLDER / "docs", 0 if played else jobs, backend, into, as_json=as_json)
        return
    for name, given in (("into", into is not None), ("played", played)):
        if given:
            raise BadOption(name, "goes with --table docs only")
    names = [name.strip() for name in bots.split(",") if name.strip()]
    if not names:
        raise BadOption("bots", "expected names separated by commas, as in simple,economist")
    for name, entrants in (("bots", names), ("field", [field] if field else [])):
        try:
            check_entrants(entrants)
        except BadEntrant as error:
            raise BadOption(name, str(error)) from None
    plan = Plan(
        bots=tuple(names),
        rulesets=tuple(rulesets_of(ruleset)),
        seats=seats,
        deals=deals,
        seed=seed,
        field=field,
        options=options_of(option),
        seconds=seconds,
        work=work,
        limit=limit,
    )
    rows = play_all(plan, run or place_of(plan), jobs, backend, quiet=as_json)
    lines = table_of(rows)
    if as_json:
        result = {"plan": plan, "table": lines, "failures": failures(rows), "forfeits": forfeits(rows)}
        print(json.dumps(msgspec.to_builtins(result), indent=1))
    else:
        show(lines, forfeits(rows))
        print(f"Built-in bots failed in {failures(rows)} of {len(rows)} games.")
    if plot is not None:
        from kilowatt.arena.plot import ratings

        plot.write_text(ratings(lines), encoding="utf-8")


def _check(backend: str, seconds: float | None, work: int | None, limit: float) -> None:
    """Refuse what would only fail after games have been played, or play none."""
    from kilowatt.arena.backends import BACKENDS

    if backend not in BACKENDS:
        raise BadOption("backend", f"there is no {backend!r}; there are {', '.join(BACKENDS)}")
    if backend == "ray" and find_spec("ray") is None:
        raise BadOption("backend", "ray needs the package ray: pip install 'kilowatt[ray]'")
    if find_spec("openskill") is None:
        raise BadOption("arena", "its ratings need the package openskill: pip install 'kilowatt[arena]'")
    for name, value in (("seconds", seconds), ("limit", limit)):
        if value is not None and not (isfinite(value) and value > 0):
            raise BadOption(name, f"expected a number of seconds above 0, not {value:g}")
    if work is not None and work < 1:
        raise BadOption("work", f"expected a number of work units from 1, not {work}")


def place_of(plan: Plan) -> Path:
    """Name the file of a run's finished games after what does not change when more deals are asked for."""
    fixed = msgspec.json.encode(msgspec.structs.replace(plan, deals=0))
    return FOLDER / f"{sha256(fixed).hexdigest()[:16]}.jsonl"


def play_all(plan: Plan, path: Path, jobs: int, backend: str, *, quiet: bool) -> list[Row]:
    """Play what is not played yet by this code, nothing with no jobs, and give all rows that are there then."""
    from rich.console import Console
    from rich.progress import Progress

    from kilowatt.arena.backends import run
    from kilowatt.arena.entrants import code_of
    from kilowatt.arena.row_store import Store
    from kilowatt.arena.schedule import games

    store = Store(path, code_of([*plan.bots, *([plan.field] if plan.field else [])]))
    wanted = games(plan)
    left = [game for game in wanted if game.key not in store.rows]
    if jobs:
        console = Console(stderr=True)
        with Progress(console=console, disable=quiet or not sys.stderr.isatty()) as progress:
            bar = progress.add_task("Playing", total=len(wanted), completed=len(wanted) - len(left))
            with closing(run(left, backend, jobs)) as rows:
                for row in rows:
                    store.add(row)
                    progress.advance(bar)
    return [store.rows[game.key] for game in wanted if game.key in store.rows]


def short(bot: str) -> str:
    """Name an external bot by its class or by the last word of its command, so that the table keeps its width."""
    return bot.rpartition(":")[2].split()[-1].rpartition("/")[2]


def show(lines: list[Line], forfeited: list[Forfeits]) -> None:
    """Print the table, and below it who forfeited and why."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    # eight columns in eighty characters; what is left out is in --json
    console = Console()
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("Bot", no_wrap=True, overflow="ellipsis", max_width=max(NAME, console.width - NUMBERS))
    for name in ("Games", "Win %", "95 %", "Rank", "Rating", "Rounds", "ms/move"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in lines:
        table.add_row(
            escape(short(line.bot)),
            str(line.games),
            f"{100 * line.share:.1f}",
            f"{100 * line.low:.1f}-{100 * line.high:.1f}",
            f"{line.rank:.2f}",
            f"{line.rating:.0f}",
            f"{line.rounds:.1f}",
            f"{line.ms_move:.{2 if line.ms_move < QUICK else 1}f}",
        )
    console.print(table)
    console.print("Win % counts shared wins in parts; 95 % is its interval.")
    if any(line.low == line.high for line in lines):
        print("A zero-width interval only means every deal ended the same way; play more deals.")
    for line in lines:
        if line.unfinished:
            print(f"{line.bot}: {line.unfinished} of {line.games} games did not end.")
    for bot in forfeited:
        print(f"{bot.bot} forfeited {bot.forfeits} of {bot.games} games:")
        for reason, count in list(bot.reasons.items())[:REASONS]:
            print(f"  {count} x {' '.join(reason.split())}")
        if len(bot.reasons) > REASONS:
            print(f"  and for {len(bot.reasons) - REASONS} other reasons; --json lists them")


def _tables(folder: Path, jobs: int, backend: str, into: Path | None, *, as_json: bool) -> None:
    """Measure every row of the table in the docs; what is already played is not played again."""
    from kilowatt.arena.docs_table import Match, into_page, matches, page_text, row_text
    from kilowatt.arena.entrants import code_of
    from kilowatt.arena.standings import table

    if into is not None:
        into_page(into.read_text(encoding="utf-8"), "")  # a page without marks is refused here, before any game
    measured: list[tuple[Match, list[Row], list[Line]]] = []
    for match in matches():
        rows = play_all(match.plan, folder / f"{place_of(match.plan).stem}.jsonl", jobs, backend, quiet=as_json)
        lines = table(rows)
        measured.append((match, rows, lines))
        if not as_json:
            for line in lines:
                print(row_text(f"{match.section}: {match.title}", line), flush=True)
    if into is not None:
        page = into.read_text(encoding="utf-8")
        into.write_text(into_page(page, page_text(measured, code_of([]))), encoding="utf-8")
    if as_json:
        print(
            json.dumps(
                [
                    {"section": m.section, "title": m.title, "plan": msgspec.to_builtins(m.plan)}
                    | {"table": msgspec.to_builtins(lines)}
                    for m, _, lines in measured
                ],
                indent=1,
            )
        )
