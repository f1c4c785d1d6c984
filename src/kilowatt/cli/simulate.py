"""`kilowatt simulate`: random games, checked after every action."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

import kilowatt
from kilowatt.cli.asked import options_of, rulesets_of, seats_of
from kilowatt.cli.pool import results
from kilowatt.engine.ids import OVER
from kilowatt.kernel.batch import compiled_batch
from kilowatt.kernel.flat_record import Unsupported
from kilowatt.table.playout import Violation, playout

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.kernel.batch import Batch

BATCH = 25


def simulate(
    ruleset: Annotated[
        str, typer.Option(help="Ids separated by commas; all: the published games; every: composed ones too")
    ] = "all",
    seats: Annotated[str, typer.Option(help="Numbers separated by commas, or all")] = "all",
    games: Annotated[int, typer.Option(min=1, help="Games per ruleset and number of seats")] = 10,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games")] = 0,
    check: Annotated[bool, typer.Option("--check", help="Check every invariant after every action")] = False,
    option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE, as in contractor=true")] = None,
    deck: Annotated[Path | None, typer.Option(help="A custom deck of plants (TOML)")] = None,
    contractor_cards: Annotated[Path | None, typer.Option(help="Custom contractor cards (TOML)")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts: JSON instead of a table")] = False,
    out: Annotated[Path, typer.Option(help="Directory for records of games that break an invariant")] = Path(),
) -> None:
    """Play random games and report how they went; exit code 1 and a record if an invariant breaks."""
    options = options_of(option, deck, contractor_cards)
    rows = [(name, count) for name in rulesets_of(ruleset) for count in seats_of(seats)]
    for name, count in rows:
        kilowatt.ruleset(name, count, options)
    if not out.is_dir():
        raise kilowatt.BadOption("out", f"there is no folder {out}; make it, or name another place")
    work = [
        (name, count, options, seed, first, min(BATCH, games - first), check)
        for name, count in rows
        for first in range(0, games, BATCH)
    ]
    tallies = {row: _Tally() for row in rows}
    violations: list[dict[str, Any]] = []
    for key, tally, broken in _run(work, jobs, quiet=as_json):
        tallies[key].add(tally)
        for problem, lines in broken:
            path = out / f"violation-{key[0].replace('/', '-')}-{key[1]}-{len(violations) + 1}.jsonl"
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            violations.append({"ruleset": key[0], "seats": key[1], "problem": problem, "record": str(path)})
    if as_json:
        table = [{"ruleset": name, "seats": count, **tallies[name, count].row()} for name, count in rows]
        print(json.dumps({"games": table, "violations": violations}, indent=1))
    else:
        _print(tallies, violations)
    if violations:
        sys.exit(1)


class _Tally:
    """Counts over games."""

    def __init__(self) -> None:
        self.games = 0
        self.rounds = 0
        self.actions = 0
        self.seconds = 0.0
        self.ends: Counter[str] = Counter()

    def add(self, other: _Tally) -> None:
        self.games += other.games
        self.rounds += other.rounds
        self.actions += other.actions
        self.seconds += other.seconds
        self.ends += other.ends

    def row(self) -> dict[str, Any]:
        games = max(1, self.games)
        return {
            "games": self.games,
            "rounds": round(self.rounds / games, 1),
            "actions": round(self.actions / games, 1),
            "actions_a_second": round(self.actions / self.seconds) if self.seconds else 0,
            "ends": dict(self.ends),
        }


Work = tuple[str, int, dict[str, Any], int, int, int, bool]
Done = tuple[tuple[str, int], _Tally, list[tuple[str, list[str]]]]


def play_batch(work: Work) -> Done:
    """Play one batch of random games."""
    name, count, options, seed, first, games, check = work
    rules = kilowatt.ruleset(name, count, options)
    tally = _Tally()
    broken: list[tuple[str, list[str]]] = []
    batch = None if check else compiled_batch(rules)  # the checks look at states of the reference
    begun = time.perf_counter()
    for number in range(first, first + games):
        try:
            state, actions = _played(rules, batch, f"{seed}/{name}/{count}/{number}", check=check)
        except Violation as violation:
            broken.append((str(violation), violation.record.lines()))
            continue
        tally.games += 1
        tally.rounds += state.round
        tally.actions += actions
        result = kilowatt.result(state)
        tally.ends[f"{result.reason}, Step {state.step}" if result else "none"] += 1
    tally.seconds = time.perf_counter() - begun
    return (name, count), tally, broken


def _played(rules: Rules, batch: Batch | None, seed: str, *, check: bool) -> tuple[State, int]:
    """Play one random game, in the kernel where there is a batch; the reference plays what the kernel cannot end."""
    if batch is not None:
        batch.new()
        with suppress(Unsupported):
            actions = len(batch.play_by(0, Random(seed)))
            if batch.actor(0) == OVER:
                return batch.state(0), actions
    state, actions, _ = playout(rules, Random(seed), checked=check)
    return state, actions


def _run(work: list[Work], jobs: int, *, quiet: bool) -> list[Done]:
    from rich.progress import Progress

    done: list[Done] = []
    with Progress(disable=quiet or not sys.stderr.isatty()) as progress:
        bar = progress.add_task("Playing", total=sum(row[5] for row in work))
        for row, played in results(play_batch, work, jobs):
            done.append(played)
            progress.advance(bar, row[5])
    return done


def _print(tallies: dict[tuple[str, int], _Tally], violations: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    table.add_column("Ruleset", no_wrap=True)
    for name in ("Seats", "Games", "Rounds", "Actions", "Actions/s"):
        table.add_column(name, justify="right")
    table.add_column("Ends")
    for (name, count), tally in tallies.items():
        row = tally.row()
        ends = ", ".join(f"{end} {times}" for end, times in sorted(row["ends"].items()))
        table.add_row(
            name,
            str(count),
            *(str(row[key]) for key in ("games", "rounds", "actions", "actions_a_second")),
            ends,
        )
    console = Console()
    console.print(table)
    for violation in violations:
        console.print(
            f"[red]Violation[/red] in {violation['ruleset']} for {violation['seats']}: {violation['problem']}\n"
            f"  see it with: kilowatt replay {violation['record']}"
        )
    if not violations:
        console.print("No violation.")
