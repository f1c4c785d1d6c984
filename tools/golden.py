"""Make the golden games of the newest revision: whole games on every ruleset, until each way of ending has one.

Run it only when a behaviour changes on purpose, and read the difference it makes. Games of older revisions stay.
`tests/golden/test_golden.py` says which ways a ruleset needs no game for, and why.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.editions.registry import REVISION
from kilowatt.engine import tasks
from kilowatt.engine.actions import Action, Pass, Reveal
from kilowatt.engine.houses import end_at
from kilowatt.engine.menu import BuildChoice
from kilowatt.table.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / f"revision-{REVISION}"
TRIES = 240
CITIES: Final = ("step1", "step2", "step3", "last-cards", "all-out")
"""How a game on a board ends: in which Step a player has the cities, after the last plant of the stack, and in a round
in which no player bought a plant."""
LAST_ROUND: Final = ("omr-in-auction", "omr-in-power", "omr-by-reshuffle", "all-out")
"""How a game ends whose end card announces the last round: when the card came, and in a round without a purchase."""
SEATS = (2, 5, 3, 2)
OPTIONS: list[dict[str, Any]] = [{}, {"zone": "draft"}, {"contractor": True}, {"starting_cities": True}]
CARD_OPTIONS: list[dict[str, Any]] = [{}, {"contractor": True}]
"""Seats and options of the games in turn."""


def endings(rules: Rules) -> tuple[str, ...]:
    """List the ways in which a game under these rules can end."""
    return LAST_ROUND if rules.end_card_announces_last_round else CITIES


def ways_of(table: kilowatt.Table) -> list[str]:
    """List the ways in which a finished game has ended."""
    state = table.state
    ways = [f"step{state.step}"]
    if table.rules.end_card_announces_last_round:
        ways = [_end_card(table)]
    if not state.deck:
        ways.append("last-cards")
    if not state.sold:
        ways.append("all-out")
    return [way for way in endings(table.rules) if way in ways]


def _end_card(table: kilowatt.Table) -> str:
    """Return when the end card was drawn: in which phase, or for a new stack of fuel cards."""
    replayed = kilowatt.Table(table.rules)
    for entry in table.entries:
        if entry.action == Reveal(table.rules.end_card):
            # a resupply that has begun goes on after the draw
            begun = tasks.RESUPPLY + tasks.ARG in replayed.state.agenda
            return "omr-by-reshuffle" if begun else f"omr-in-{kilowatt.snapshot(replayed.state)['phase']}"
        replayed.take(entry)
    return ""


def play(rules: Rules, seed: int) -> kilowatt.Table:
    """Let bots play a whole game; the random ones give up all the fuel they may with a scrapped plant."""
    bots = [make_bot("simple" if seat % 2 else "random", seed=seed + seat) for seat in range(rules.seats)]

    def decide(table: kilowatt.Table, seat: int) -> Action:
        if "scrap" in table.options().choices and seat % 2 == 0:
            return table.legal_actions()[-1]
        return bots[seat].advise(kilowatt.clone(table.state), seat, Budget()).action

    return _played(rules, seed, decide)


def play_hoarders(rules: Rules, seed: int) -> kilowatt.Table:
    """Play a game that ends in Step 1: seat 0 saves until it can build all the cities at once, the others own none."""
    bots = [make_bot("simple", seed=seed + seat) for seat in range(rules.seats)]

    def decide(table: kilowatt.Table, seat: int) -> Action:
        choices = table.options().choices
        if "build" in choices:
            few = table.state.count(0) + 2 < rules.step2_at and table.state.money[0] > START_MONEY
            return _next_house(table.state) if seat == 0 and (few or _can_end(table.state)) else Pass(seat)
        if "open" in choices and seat and table.state.plants[seat]:
            return Pass(seat)
        return bots[seat].advise(kilowatt.clone(table.state), seat, Budget()).action

    return _played(rules, seed, decide)


START_MONEY = 30
"""What a hoarder keeps for fuel before it builds an early house."""


def _next_house(state: State) -> Action:
    """Return the cheapest house that can be built."""
    rows = [row for row in kilowatt.options(state).choices["build"] if isinstance(row, BuildChoice)]
    return min(rows, key=lambda row: row.house + row.connection).at(0)


def _can_end(state: State) -> bool:
    """Return whether the acting seat can pay for all the cities that end the game, the cheapest first."""
    trial = kilowatt.clone(state)
    while trial.actor == state.actor and trial.count(state.actor) < end_at(trial):
        if "build" not in kilowatt.options(trial).choices:
            return False
        kilowatt.advance(trial, _next_house(trial))
    return trial.count(state.actor) >= end_at(trial)


def _played(rules: Rules, seed: int, decide: Callable[[kilowatt.Table, int], Action]) -> kilowatt.Table:
    table = kilowatt.Table(rules, seed=seed)
    while isinstance(table.actor, int):
        table.play(decide(table, table.actor))
    return table


def games(ruleset: str) -> list[tuple[kilowatt.Table, list[str]]]:
    """Play until each way of ending has a game, or for as many games as there are tries; keep what shows a new way."""
    kept: list[tuple[kilowatt.Table, list[str]]] = []
    first = kilowatt.ruleset(ruleset, SEATS[0])
    missing = set(endings(first))
    every = OPTIONS if first.board.cities else CARD_OPTIONS
    for number in range(TRIES):
        hoard = "step1" in missing and number % 2 == 1
        seats = 3 if hoard else SEATS[number // 2 % len(SEATS)]
        rules = kilowatt.ruleset(ruleset, seats, {} if hoard else every[number // 2 % len(every)])
        table = (play_hoarders if hoard else play)(rules, number)
        ways = ways_of(table)
        if missing & set(ways):
            missing -= set(ways)
            kept.append((table, ways))
        if not missing:
            break
    return kept


def main() -> None:
    """Write the games and what they ended with."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.jsonl"):
        old.unlink()
    expected: dict[str, Any] = {}
    for row in kilowatt.rulesets():
        for table, ways in games(row.id):
            name = f"{row.id.replace('/', '-')}-{table.rules.seats}-{'-'.join(ways)}"
            Record(table.record().header, table.entries).write(FOLDER / f"{name}.jsonl")
            expected[name] = standing(table)
            print(name, len(table.entries), flush=True)
    (FOLDER / "standings.json").write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")


def standing(table: kilowatt.Table) -> dict[str, Any]:
    """Return what is compared at the end of a game."""
    seen = kilowatt.snapshot(table.state)
    return {
        "result": seen["result"],
        "round": seen["round"],
        "step": seen["step"],
        "money": [seat["money"] for seat in seen["seats"]],
        "plants": [seat["plants"] for seat in seen["seats"]],
        "market": [*seen["plants"]["current"], *seen["plants"]["future"]],
        "supply": seen["supply"],
        "entries": table.seq,
    }


if __name__ == "__main__":
    main()
