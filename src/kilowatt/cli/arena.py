"""`kilowatt arena`: bots against each other, with honest intervals."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from kilowatt.cli.asked import options_of, rulesets_of
from kilowatt.editions.options import BadOption

if TYPE_CHECKING:
    from kilowatt.arena.rows import Row
    from kilowatt.arena.schedule import Plan
    from kilowatt.arena.statistics import Line

FOLDER = Path(".kilowatt") / "arena"


def arena(
    bots: Annotated[str, typer.Option(help="Names, file.py:Class or exec:COMMAND, separated by commas")] = "",
    ruleset: Annotated[
        str, typer.Option(help="Ids separated by commas, published or all")
    ] = "recharged/germany,recharged/usa",
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    deals: Annotated[int, typer.Option(min=1, help="Deals of each ruleset; each is played once a seat")] = 25,
    seed: Annotated[str, typer.Option(help="The same seed deals the same games")] = "1",
    field: Annotated[str | None, typer.Option(help="Let each bot play alone against a table of this one")] = None,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, as in contractor=true")] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds a round for bots that think")] = None,
    work: Annotated[
        int | None, typer.Option(help="Work units a round instead: moves then do not depend on time")
    ] = None,
    limit: Annotated[float, typer.Option(help="Seconds a move for bots from outside")] = 30.0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes, or workers of a Ray started here")] = 1,
    backend: Annotated[str, typer.Option(help="processes or ray")] = "processes",
    run: Annotated[Path | None, typer.Option(help="File of finished games; a stopped run resumes from it")] = None,
    table: Annotated[str | None, typer.Option(help="docs: the whole table of docs/bots.md, resumable")] = None,
    into: Annotated[Path | None, typer.Option(help="With --table: write it between the marks of this page")] = None,
    played: Annotated[bool, typer.Option("--played", help="With --table: play nothing, show what is played")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts: JSON instead of a table")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratings into this SVG file")] = None,
) -> None:
    """Play bots against each other: deals rotated through all seats, win shares with 95 % intervals, ratings."""
    from kilowatt.arena.backends import BACKENDS
    from kilowatt.arena.entrants import BadEntrant, check_entrants
    from kilowatt.arena.schedule import Plan

    if backend not in BACKENDS:
        raise BadOption("backend", f"there is no {backend!r}; there are {', '.join(BACKENDS)}")
    if table is not None:
        if table != "docs":
            raise BadOption("table", f"there is no {table!r}; there is docs")
        _tables(run or FOLDER / "docs", 0 if played else jobs, backend, into, as_json=as_json)
        return
    names = [name.strip() for name in bots.split(",") if name.strip()]
    if not names:
        raise BadOption("bots", "expected names separated by commas, as in simple,economist")
    try:
        check_entrants([*names, *([field] if field else [])])
    except BadEntrant as error:
        raise BadOption("bots", str(error)) from None
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
    lines = measure(plan, run, jobs, backend, quiet=as_json)
    if as_json:
        print(json.dumps({"plan": msgspec.to_builtins(plan), "table": msgspec.to_builtins(lines)}, indent=1))
    else:
        show(lines)
    if plot is not None:
        from kilowatt.arena.plot import ratings

        plot.write_text(ratings(lines), encoding="utf-8")


def place_of(plan: Plan) -> Path:
    """Name the file of a run's finished games after what does not change when more deals are asked for."""
    fixed = msgspec.json.encode(msgspec.structs.replace(plan, deals=0))
    return FOLDER / f"{sha256(fixed).hexdigest()[:16]}.jsonl"


def measure(plan: Plan, path: Path | None, jobs: int, backend: str, *, quiet: bool) -> list[Line]:
    """Play what is not played yet and make the table of all."""
    from kilowatt.arena.statistics import table

    return table(play_all(plan, path or place_of(plan), jobs, backend, quiet=quiet))


def play_all(plan: Plan, path: Path, jobs: int, backend: str, *, quiet: bool) -> list[Row]:
    """Play what is not played yet by this code, nothing with no jobs, and give all rows that are there then."""
    from rich.console import Console
    from rich.progress import Progress

    from kilowatt.arena.backends import run
    from kilowatt.arena.entrants import code_of
    from kilowatt.arena.schedule import games
    from kilowatt.arena.store import Store

    store = Store(path, code_of([*plan.bots, *([plan.field] if plan.field else [])]))
    wanted = games(plan)
    left = [game for game in wanted if game.key not in store.rows]
    if jobs:
        console = Console(stderr=True)
        with Progress(console=console, disable=quiet or not sys.stderr.isatty()) as progress:
            bar = progress.add_task("Playing", total=len(wanted), completed=len(wanted) - len(left))
            for row in run(left, backend, jobs):
                store.add(row)
                progress.advance(bar)
    return [store.rows[game.key] for game in wanted if game.key in store.rows]


def short(bot: str) -> str:
    """Name a bot from outside by its class or by the last word of its command, so that the table keeps its width."""
    return bot.rpartition(":")[2].split()[-1].rpartition("/")[2]


def show(lines: list[Line]) -> None:
    """Print the table."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    # ten columns in eighty signs: narrow rules, short heads, no column cut off
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("Bot", overflow="fold")
    for name in ("Games", "Win %", "95 %", "Rank", "Rating", "Rounds", "ms/move", "ms/turn", "Open"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in lines:
        table.add_row(
            short(line.bot),
            str(line.games),
            f"{100 * line.share:.1f}",
            f"{100 * line.low:.1f}-{100 * line.high:.1f}",
            f"{line.rank:.2f}",
            f"{line.rating:.0f}",
            f"{line.rounds:.1f}",
            f"{line.ms_move:.1f}",
            f"{line.ms_turn:.1f}",
            str(line.unfinished),
        )
    console = Console()
    console.print(table)
    console.print("Win % counts shared wins in parts; 95 % is its interval; Open are games that did not end.")
    for line in lines:
        if line.forfeits:
            console.print(f"{line.bot} forfeited {line.forfeits} of {line.games} games.")


def _tables(folder: Path, jobs: int, backend: str, into: Path | None, *, as_json: bool) -> None:
    """Measure every row of the table in the docs; what is already played is not played again."""
    from kilowatt.arena.docs_table import Match, into_page, matches, page_text, row_text
    from kilowatt.arena.entrants import code_of
    from kilowatt.arena.statistics import table

    found: list[tuple[Match, list[Row], list[Line]]] = []
    for match in matches():
        rows = play_all(match.plan, folder / f"{place_of(match.plan).stem}.jsonl", jobs, backend, quiet=as_json)
        lines = table(rows)
        found.append((match, rows, lines))
        if not as_json:
            for line in lines:
                print(row_text(f"{match.section}: {match.title}", line), flush=True)
    if into is not None:
        page = into.read_text(encoding="utf-8")
        into.write_text(into_page(page, page_text(found, code_of([]))), encoding="utf-8")
    if as_json:
        print(
            json.dumps(
                [
                    {"section": m.section, "title": m.title, "plan": msgspec.to_builtins(m.plan)}
                    | {"table": msgspec.to_builtins(lines)}
                    for m, _, lines in found
                ],
                indent=1,
            )
        )
