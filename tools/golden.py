"""Make the golden games of the newest revision: whole games of bots on every ruleset, one for each way a game can end.

Run it only when a behaviour changes on purpose, and read the difference it makes. Games of older revisions stay.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.editions.registry import REVISION
from kilowatt.engine.actions import Reveal
from kilowatt.table.record import Record

FOLDER = Path(__file__).parents[1] / "tests" / "golden" / f"revision-{REVISION}"
SEATS = {"card-game": (2, 3, 5), "recharged/germany": (2, 4, 6), "original/china": (2, 4, 6)}
TRIES = 60
CARD_OPTIONS: list[dict[str, Any]] = [{}, {}, {}, {"contractor": True}]
OPTIONS: list[dict[str, Any]] = [{}, {"zone": "draft"}, {}, {"contractor": True}]
"""Options of the games in turn."""


def play(ruleset: str, seats: int, seed: int, options: dict[str, Any]) -> kilowatt.Table:
    """Let bots play a whole game; the random ones give up all the fuel they may with a scrapped plant."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats, options), seed=seed)
    bots = [make_bot("simple" if seat % 2 else "random", seed=seed + seat) for seat in range(seats)]
    while isinstance(table.actor, int):
        seat = table.actor
        if "scrap" in table.options().choices and seat % 2 == 0:
            table.play(kilowatt.legal_actions(table.state)[-1])
        else:
            table.play(bots[seat].advise(kilowatt.clone(table.state), seat, Budget()).action)
    return table


def way_of(table: kilowatt.Table) -> str:
    """Name how the game ended: the step it ended in, or the phase in which the end card came."""
    if table.rules.id != "card-game":
        return f"step{table.state.step}"
    replayed = kilowatt.Table(table.rules)
    for entry in table.entries:
        if entry.action == Reveal("one-more-round"):
            return f"omr-in-{kilowatt.snapshot(replayed.state)['phase']}"
        replayed.take(entry)
    return "none"


def main() -> None:
    """Write the games and what they ended with."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.jsonl"):
        old.unlink()
    expected: dict[str, Any] = {}
    for row in kilowatt.rulesets():
        if row.composed:
            continue
        seen: set[str] = set()
        for number in range(TRIES):
            seats = SEATS.get(row.id, (2, 3, 5))[number % 3]
            options = OPTIONS[number % len(OPTIONS)] if row.board else CARD_OPTIONS[number % len(CARD_OPTIONS)]
            table = play(row.id, seats, number, options)
            way = way_of(table)
            if way in seen:
                continue
            seen.add(way)
            name = f"{row.id.replace('/', '-')}-{seats}-{way}"
            Record(table.record().header, table.entries).write(FOLDER / f"{name}.jsonl")
            expected[name] = standing(table)
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
