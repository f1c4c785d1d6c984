"""What the terminal says of one game and one position: the moves it has, what is asked for, what lies beside the board.

Returns lines; prints nothing and plays nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.engine import asks, tasks
from kilowatt.engine.actions import Run
from kilowatt.engine.menu import Menu, RunChoice
from kilowatt.engine.phases.auction import may_opt_out
from kilowatt.engine.sales import compensation_for
from kilowatt.table.notation import WORDS, write

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

SHOWN = 4
"""Moves of one kind that are named before the rest is counted."""
NOTHING = "nothing"
"""What is typed after `run` by somebody who wants to run no plant."""


def words_of(rules: Rules) -> list[str]:
    """List the words with which a move of this game begins."""
    absent = {
        "drop": not any(len(plant.fuels) > 1 for plant in rules.plants),
        "buy": not rules.markets,
        "card": not rules.columns,
        "build": not rules.board.cities,
        "jump": not rules.starting_cities,
        "area": not rules.draft,
        "trust": tasks.TRUST_CITIES not in rules.setup_tasks,
        "mark": tasks.MARK_STARTS not in rules.setup_tasks,
    }
    return [word for word in WORDS if not absent.get(word)]


def how_of(rules: Rules, word: str, texts: dict[str, str]) -> str:
    """Return how a move is written in this game: with a market only where there are several."""
    if word == "buy":
        several = len(rules.markets) > 1
        return texts["how_buy_on" if several else "how_buy_fuel"].format(
            fuels=", ".join(rules.fuels), markets=", ".join(rules.markets)
        )
    return texts[f"how_{word}"]


def help_of(rules: Rules, texts: dict[str, str]) -> str:
    """Return the help: the moves of this game, and the questions."""
    moves = "\n".join([f"  {how_of(rules, word, texts)}" for word in words_of(rules)])
    return texts["help"].format(moves=moves)


def possible(menu: Menu, described: Callable[[Any], str], texts: dict[str, str]) -> str:
    """Return what may be done now: a few moves of each kind, and how many more there are."""
    parts: list[str] = []
    for rows in menu.choices.values():
        parts += [described(row) for row in rows[:SHOWN]]
        if len(rows) > SHOWN:
            parts.append(texts["more_moves"].format(count=len(rows) - SHOWN))
    return texts["possible"].format(moves="; ".join(parts))


def asked(s: State, seat: int, texts: dict[str, str]) -> list[str]:
    """Return what is asked of a seat, and that the game ends with this round where that is so."""
    lines: list[str] = []
    if s.round and s.rules.score.reached(s):
        lines.append(texts["last_round"])
    name = asks.NAMES[s.ask]
    if s.ask == asks.ASK_OPEN and not may_opt_out(s, s.actor):
        name = "open_must"
    facts: dict[str, object] = {"count": len(s.plants[seat]), "limit": s.rules.plant_limit, "least": s.bid + 1}
    if s.ask == asks.ASK_FUEL:
        facts["how"] = how_of(s.rules, "buy", texts)
    lines.append(texts[f"asked_{name}"].format(**facts))
    return lines


def runs_of(menu: Menu, plants: list[str]) -> list[Run]:
    """List the ways to run exactly these plants that the menu has, whatever they burn."""
    rows = [row for row in menu.choices.get("run", []) if isinstance(row, RunChoice)]
    runs = [row.at(0) for row in rows]
    return [run for run in runs if isinstance(run, Run) and sorted(row.plant for row in run.plants) == sorted(plants)]


def which_runs(menu: Menu, texts: dict[str, str]) -> str:
    """Ask which plants shall run, the sets that pay most first; an empty text where there is nothing to choose."""
    rows = [row for row in menu.choices.get("run", []) if isinstance(row, RunChoice) and row.plants]
    if not rows:
        return ""
    best = sorted(rows, key=lambda row: -row.income)[:SHOWN]
    moves = "; ".join([texts["pays"].format(move=write(row.at(0)), income=row.income) for row in best])
    return texts["which_run"].format(moves=moves, nothing=f"run {NOTHING}")


def which_fuel(ways: list[Run], texts: dict[str, str]) -> str:
    """Ask which fuel shall burn where the same plants can run in several ways."""
    return texts["which_fuel"].format(moves="; ".join([write(way) for way in ways[:SHOWN]]))


def beside(s: State, seen: dict[str, Any], trust: dict[str, str], texts: dict[str, str]) -> list[str]:
    """Describe the discount token, the stack, the contractor and the Trust, where there are any.

    `trust` has the words for its plants and its fuel.
    """
    lines: list[str] = []
    plants = seen["plants"]
    if plants["discount"] is not None:
        lines.append(texts["token"].format(plant=plants["discount"]))
    if plants["stack"]:
        known = plants["top_back"] is not None and s.rules.backs_public
        back = texts["top_back"].format(back=texts[f"back_{plants['top_back']}"]) if known else ""
        lines.append(texts["stack"].format(count=plants["stack"], back=back))
    else:
        lines.append(texts["no_stack"])
    if seen["contractor"] is not None:
        first, others = seen["contractor"]["first"], seen["contractor"]["others"]
        lines.append(texts["contractor"].format(first=first, others=others, next=compensation_for(s)))
    if seen["trust"] is not None:
        houses = texts["trust_houses"].format(count=seen["trust"]["houses"]) if s.rules.trust_house_count else ""
        lines.append(texts["trust_has"].format(**trust, houses=houses))
    return lines
