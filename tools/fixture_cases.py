"""The 2,000 games of the rules' fixture: which rulesets, boards, seats, options, revisions and players they have."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.board_file import board_of, plain
from kilowatt.editions.compose import compose
from kilowatt.editions.options import BadOption
from kilowatt.editions.schema import BadData
from kilowatt.editions.specials import specials
from tools.drawn_boards import with_layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kilowatt.engine.rules import Rules

COUNT: Final = 2000
"""Games in all."""
LATEST: Final = 3
"""The latest revision there was: a later one changes none of the stored games."""
STYLES: Final = ("random", "uniform", "eager", "builder", "miser")
"""Players who choose by dice."""
BOTS: Final = ("simple", "economist")
"""Players who choose by reading the state; the moves of all bots are in tests/bots/moves.json."""
RULESETS: Final = (
    *("original/germany", "original/usa", "original/korea", "original/china"),
    *("deluxe/europe", "deluxe/north-america", "recharged/germany", "recharged/usa", "card-game"),
    *("recharged/korea", "recharged/china", "recharged/europe", "recharged/north-america"),
)
"""The rulesets there were when the games were written down, in their order; later ones have their own tests."""
SPECIALS: Final = (
    *("coal_storage", "discount_token", "obsolete_plants_leave", "phase_out", "planned_market"),
    *("step2_replaces_plant", "twin_markets"),
)
"""The special rules there were."""
EXAMPLES: Final = Path(__file__).parents[1] / "examples" / "boards"
BOARDS: Final = ("great_bay", "the_ring", "two_valleys")
"""The examples that the stored games were played on: a new one changes none of them."""
OPTIONS: Final[list[tuple[int, dict[str, Any]]]] = [
    (2, {}),
    (2, {"trust": True}),
    (2, {"trust": False, "contractor": True}),
    (2, {"trust": True, "starting_cities": True, "contractor": True}),
    (3, {}),
    (3, {"zone": "draft", "starting_cities": True}),
    (4, {}),
    (4, {"contractor": True, "starting_cities": True}),
    (4, {"zone": "draft", "money": "hidden"}),
    (5, {"order": [2, 0, 4, 1, 3]}),
    (5, {"contractor": True, "zone": "draft"}),
    (6, {}),
    (6, {"starting_cities": True, "contractor": True, "zone": "draft"}),
]
"""Seats and options that every ruleset is played with; those of the board are left out where there is none."""


class Case(NamedTuple):
    """One game of the fixture. `board` names the custom board, "" for a ruleset of ours."""

    ruleset: str
    board: str
    seats: int
    options: dict[str, Any]
    revision: int
    player: str
    seed: int

    def rules(self) -> Rules:
        """Make the rules of the game."""
        options = {**self.options, "board": board(self.board)} if self.board else self.options
        return compose(self.ruleset, self.seats, options, self.revision)


SHELVES: Final[list[Callable[[], dict[str, dict[str, Any]]]]] = []
"""Where custom boards are: of this list of games, and of others."""


def board(name: str) -> dict[str, Any]:
    """Return a custom board by its name."""
    return next(shelf()[name] for shelf in SHELVES if name in shelf())


@cache
def boards() -> dict[str, dict[str, Any]]:
    """Return custom boards by name: the examples, drawn ones, and the examples with special rules of our boards."""
    custom: dict[str, dict[str, Any]] = {}
    for name in BOARDS:
        custom[name] = kilowatt.read_board(EXAMPLES / f"{name}.toml")
    for ruleset in ("recharged/germany", "original/usa", "recharged/korea"):
        board = with_layout(ruleset)
        custom[f"drawn {ruleset}"] = plain(board_of(board.id, plain(board)))
    offered = sorted([one for one in specials() if one.id in SPECIALS], key=lambda special: special.id)
    policies = [special for special in offered if "policies" in special.rules]
    pairs = [
        pair for pair in combinations(policies, 2) if not {*pair[0].rules["policies"]} & {*pair[1].rules["policies"]}
    ]
    for place, chosen in enumerate([*[(special,) for special in offered], *pairs]):
        joined: dict[str, Any] = {}
        for special in chosen:
            for part, rows in special.rules.items():
                joined[part] = {**joined.get(part, {}), **rows}
        base = custom[BOARDS[place % 3]]
        fuel = next((special.fuel for special in chosen if special.fuel), base["fuel"])
        custom["+".join(special.id for special in chosen)] = {**base, "rules": joined, "fuel": fuel}
    return custom


SHELVES.append(boards)


def _own_cards() -> Iterator[tuple[str, int, dict[str, Any]]]:
    """Give games with decks and contractor cards of a table's own, and with a given zone."""
    for ruleset, seats, name in (
        ("recharged/germany", 3, "2004"),
        ("original/usa", 4, "2004"),
        ("card-game", 3, "2016"),
    ):
        deck: dict[str, Any] = msgspec.to_builtins(registry.deck(name))
        for place, plant in enumerate(deck["plants"]):
            if ruleset == "card-game":
                plant["income"] = plant.get("income", 0) + place % 3
            elif plant["id"] in ("4", "5", "12"):
                plant.update({"need": 1 + place % 5, "cities": 2 + place % 4})
        yield ruleset, seats, {"deck": deck}
    printed = len(kilowatt.ruleset("deluxe/europe", 5, {"contractor": True}).contractor)
    cards = [{"first": 40 - n, "others": n} for n in range(printed)]
    yield "deluxe/europe", 5, {"contractor": True, "contractor_cards": cards}
    yield "recharged/germany", 4, {"order": [3, 1, 0, 2], "zone": ["west", "south_west", "south", "east"]}
    yield "recharged/usa", 2, {"trust": True, "order": [1, 0], "starting_cities": True}


def fits(case: Case) -> bool:
    """Return whether this game can be composed: some boards are for fewer players, some options for boards."""
    try:
        case.rules()
    except (BadOption, BadData):
        return False
    return True


def _listed(seed: int) -> list[Case]:
    """List the games of one seed."""
    listed: list[Case] = []
    turn = seed
    rows = {row.id: row for row in kilowatt.rulesets()}
    for row in [rows[name] for name in RULESETS]:
        for seats, options in OPTIONS:
            kept = options
            if not row.board:
                kept = {name: value for name, value in options.items() if name not in ("zone", "starting_cities")}
            for revision in range(1, LATEST + 1):
                turn += 1
                listed.append(Case(row.id, "", seats, kept, revision, STYLES[turn % len(STYLES)], seed))
            listed.append(Case(row.id, "", seats, kept, LATEST, STYLES[(turn + 2) % len(STYLES)], seed + 50))
        for seats in (2, 3, 4, 5, 6) if seed == 0 else ():
            listed += [Case(row.id, "", seats, {}, LATEST, bot, seed) for bot in BOTS]
    for name in boards():
        for seats in (2, 3, 4, 5, 6):
            turn += 1
            listed.append(Case("custom", name, seats, {}, 3 - turn % 2, STYLES[turn % len(STYLES)], seed))
    for ruleset, seats, options in _own_cards():
        listed += [Case(ruleset, "", seats, options, LATEST, style, seed) for style in STYLES]
    return [case for case in listed if fits(case)]


@cache
def cases() -> list[Case]:
    """List all games, mixed, so that every part of the list has some of every kind."""
    listed: list[Case] = []
    seed = 0
    while len(listed) < COUNT:
        more = _listed(seed)
        Random(seed).shuffle(more)
        listed += more
        seed += 1
    return listed[:COUNT]
