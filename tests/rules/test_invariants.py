"""Each invariant of the ledger's appendix names what breaks it, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine import houses
from kilowatt.engine.asks import ASK_SCRAP
from kilowatt.engine.ids import AUCTION, FUELS, OVER
from kilowatt.engine.phases.card_market import column_of
from kilowatt.engine.plants import GONE, IN_MARKET
from kilowatt.engine.results import Result
from tests import kit
from tests.kit import lay_column

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.state import State

MARKET = ["10", "12", "13", "15", "18", "20", "25", "31"]
ZONE = ["west", "north_west", "south_west"]
Break = tuple["Callable[[State], object]", list[str]]


def board() -> State:
    """A board game in its building phase: seat 2 has houses, plants and fuel."""
    return kit.situation(
        "recharged/germany",
        3,
        phase="build",
        round=3,
        zone=ZONE,
        market=MARKET,
        stack=["30", "40"],
        plants={0: ["4"], 1: ["5"], 2: ["3", "7", "8"]},
        fuel={2: {"oil": 4, "coal": 2}},
        tokens={"coal": 10, "oil": 10, "garbage": 5, "uranium": 2},
        cities={2: ["essen", "koeln"]},
        money=50,
    )


def cards() -> State:
    """A card game in its buying phase: seat 2 holds a card."""
    return kit.situation(
        "card-game",
        3,
        phase="cards",
        plants={0: ["11"], 1: ["12"], 2: ["4c"]},
        cards={2: [("coal-2", 1)]},
        columns={1: ["oil-single"], 2: ["coal-2", "oil-1"]},
        money=50,
    )


def put(name: str, place: int, value: object) -> Callable[[State], object]:
    """Set one member of a list of the state."""
    return lambda s: getattr(s, name).__setitem__(place, value)


def let(**values: object) -> Callable[[State], object]:
    """Set attributes of the state."""

    def change(state: State) -> None:
        for name, value in values.items():
            setattr(state, name, value)

    return change


def add(name: str, place: int, count: int) -> Callable[[State], object]:
    """Change one number of a list of the state."""
    return lambda s: getattr(s, name).__setitem__(place, getattr(s, name)[place] + count)


def both(*changes: Callable[[State], object]) -> Callable[[State], object]:
    """Make several changes."""
    return lambda s: [change(s) for change in changes]


ESSEN, BERLIN = (kilowatt.ruleset("recharged/germany", 3).city_ids[name] for name in ("essen", "berlin"))
END = len(kilowatt.ruleset("recharged/germany", 3).plants)
COAL, OIL, GARBAGE = range(3)
SEAT_2 = 2 * FUELS
BOARD: dict[str, Break] = {
    "more tokens": (add("supply", COAL, 1), ["1: 25 coal instead of 24"]),
    "fewer tokens": (add("held", SEAT_2 + OIL, -1), ["1: 23 oil instead of 24"]),
    "empty market": (put("fuel", COAL, 0), ["1: 14 coal instead of 24"]),
    "supply": (
        both(add("supply", GARBAGE, -50), add("held", GARBAGE, 50)),
        ["1: supply of garbage is -31", "4: seat 1 holds more fuel than it can store"],
    ),
    "held": (both(add("supply", GARBAGE, 1), add("held", GARBAGE, -1)), ["1: somebody holds less than nothing"]),
    "plant twice": (put("plants", 0, (1, 1)), ["2: plant 4 is in 2 places"]),
    "plant nowhere": (put("plants", 0, ()), ["2: plant 4 is in 0 places"]),
    "end card gone": (
        let(end_card=GONE),
        ["2: the end card is not in its one place", "9: 8 plants in the market instead of 6"],
    ),
    "end card in the market": (let(end_card=IN_MARKET), ["2: the end card is not in its one place"]),
    "end card twice": (
        lambda s: setattr(s, "market", (*s.market, END)),
        ["2: the end card is not in its one place", "9: 9 plants in the market instead of 8"],
    ),
    "empty stack": (
        let(deck=()),
        ["2: plant 30 is in 0 places", "2: plant 40 is in 0 places", "2: the end card is not in its one place"],
    ),
    "order of the market": (
        lambda s: setattr(s, "market", (s.market[1], s.market[0], *s.market[2:])),
        ["3: the market is not in order: [12, 10, 13, 15, 18, 20, 25, 31]"],
    ),
    "discount outside the auctions": (
        lambda s: setattr(s, "discount", s.market[0]),
        ["10: a discount outside the auctions"],
    ),
    "discount on another plant": (
        both(let(phase=AUCTION), lambda s: setattr(s, "discount", s.market[1])),
        ["10: the discount token is not on the first plant"],
    ),
    "plant limit": (
        lambda s: s.plants.__setitem__(2, (*s.plants[2], s.plants[0][0])),
        ["2: plant 4 is in 2 places", "4: seat 3 has 4 plants"],
    ),
    "storage": (
        both(add("supply", OIL, -7), add("held", SEAT_2 + OIL, 7)),
        ["4: seat 3 holds more fuel than it can store"],
    ),
    "money": (put("money", 1, -1), ["5: seat 2 has -1"]),
    "no money": (put("money", 1, 0), []),
    "house unknown to the spaces": (
        put("houses", ESSEN, 0),
        ["6: space 0 of essen is kept wrongly", "6: the networks are not where the houses stand"],
    ),
    "house outside the zone": (
        lambda s: houses.put(s, BERLIN, 0, 1),
        ["6: berlin is outside the zone", "6: the networks are not where the houses stand"],
    ),
    "house on a later space": (
        lambda s: houses.put(s, ESSEN, 1, 1),
        ["6: a house on space 1 of essen in Step 1", "6: the networks are not where the houses stand"],
    ),
    "house twice": (
        lambda s: houses.put(s, ESSEN, 1, 2),
        ["6: somebody stands twice in essen", "6: a house on space 1 of essen in Step 1"],
    ),
    "network": (put("cities", 1, 1 << ESSEN), ["6: the networks are not where the houses stand"]),
    "first round": (
        let(round=1),
        [
            "7: seat 1 has 1 plants after the first auctions",
            "7: seat 2 has 1 plants after the first auctions",
            "7: seat 3 has 3 plants after the first auctions",
        ],
    ),
    "actor of a purchase": (let(ask=ASK_SCRAP, leader=0), ["4: somebody acts while a purchase is settled"]),
    "step 0": (
        let(step=0),
        ["6: a house on space 0 of essen in Step 0", "6: a house on space 0 of koeln in Step 0", "8: Step 0"],
    ),
    "step 4": (let(step=4), ["8: Step 4"]),
    "step 2": (let(step=2), ["8: Step 2 without its changes"]),
    "step 3": (let(step=3), ["8: Step 3 while its card is still there"]),
    "over": (let(actor=OVER), ["9: over without a result, or a result before the end"]),
    "result": (let(result=Result([], [], "")), ["9: over without a result, or a result before the end"]),
    "market size": (
        both(
            lambda s: setattr(s, "removed", s.removed | 1 << s.market[0]), lambda s: setattr(s, "market", s.market[1:])
        ),
        ["9: 7 plants in the market instead of 8"],
    ),
}
CARDS: dict[str, Break] = {
    "hand": (put("hands", 2, ()), ["1: 3 cards coal-2 instead of 4", "1: chair 2 holds [0, 0, 0, 0] on cards"]),
    "empty card": (
        lambda s: s.hands.__setitem__(2, (s.hands[2][0] & ~3,)),
        ["1: a card coal-2 shows 0", "1: chair 2 holds [0, 0, 0, 0] on cards"],
    ),
    "full card": (
        lambda s: s.hands.__setitem__(2, (s.hands[2][0] | 3,)),
        ["1: a card coal-2 shows 3", "1: chair 2 holds [3, 0, 0, 0] on cards"],
    ),
    "held": (add("held", SEAT_2, 1), ["1: chair 2 holds [1, 0, 0, 0] on cards"]),
    "column 1": (
        both(
            lambda s: lay_column(s, 1, [*column_of(s, 1), column_of(s, 2)[0]]),
            lambda s: lay_column(s, 2, column_of(s, 2)[1:]),
        ),
        ["1: a card of the draw stack lies in column 1"],
    ),
    "single in a column": (
        both(
            lambda s: lay_column(s, 2, [*column_of(s, 2), *column_of(s, 1)]),
            lambda s: lay_column(s, 1, []),
        ),
        ["1: a column is too long or holds singles"],
    ),
    "card more": (
        lambda s: lay_column(s, 3, [*column_of(s, 3), column_of(s, 2)[0]]),
        ["1: 5 cards coal-2 instead of 4", "1: a column is too long or holds singles"],
    ),
}


@pytest.mark.parametrize("name", BOARD)
def test_a_board_game_names_what_is_broken(name: str) -> None:
    """Each part of a board game that is broken on purpose is named, alone or with what follows from it."""
    change, expected = BOARD[name]
    state = board()
    change(state)
    assert kilowatt.check(state) == expected


@pytest.mark.parametrize("name", CARDS)
def test_a_card_game_names_what_is_broken(name: str) -> None:
    """Each part of the card game's fuel that is broken on purpose is named."""
    change, expected = CARDS[name]
    state = cards()
    change(state)
    assert kilowatt.check(state) == expected
