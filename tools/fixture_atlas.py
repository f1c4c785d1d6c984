"""The games of the second fixture: the rulesets of the atlas, and custom boards with the special rules they brought."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any, Final

import kilowatt
from kilowatt.editions.board_file import board_of, plain
from kilowatt.editions.specials import specials
from tools.drawn_boards import with_layout
from tools.fixture_cases import BOTS, EXAMPLES, LATEST, SHELVES, STYLES, Case, fits

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNT: Final = 392
"""Games in all."""
SEED: Final = 7000
RULESETS: Final = tuple(
    f"{edition}/{board}"
    for board in (
        *("italy", "france", "brazil", "benelux", "central-europe", "spain-portugal", "quebec", "russia"),
        *("northern-europe", "baden-wuerttemberg", "bremen", "south-africa", "australia", "india"),
        *("middle-east", "manhattan", "uk-ireland", "japan"),
    )
    for edition in ("original", "recharged")
)
"""The rulesets of the atlas that there were when the games were written down, in their order."""
SPECIALS: Final = (
    *("end_card_begins_step2", "endless_fuel", "export_market", "fuel_goes_round", "green_offer", "green_stays"),
    *("islands", "late_fuels", "must_supply_most", "outage", "pile_market", "price_ceiling", "second_purchase"),
    *("step2_when_all_built", "zone_limits_end"),
)
"""The special rules that had come with them."""
DRAWN: Final = ("original/japan", "original/manhattan", "original/bremen", "recharged/south-africa")
"""Boards with spaces of their own, as the editor opens them."""
OPTIONS: Final[list[tuple[int, dict[str, Any]]]] = [
    (2, {}),
    (2, {"contractor": True}),
    (3, {}),
    (3, {"zone": "draft"}),
    (4, {}),
    (4, {"money": "hidden", "zone": "draft"}),
    (4, {"contractor": True, "starting_cities": True}),
    (5, {}),
    (5, {"order": [2, 0, 4, 1, 3]}),
    (6, {}),
    (6, {"contractor": True, "zone": "draft"}),
]
"""Seats and options that every ruleset is played with; starting cities only where they may be marked."""


@cache
def boards() -> dict[str, dict[str, Any]]:
    """Return custom boards by name: drawn ones, and the examples with special rules, alone and two at a time."""
    custom: dict[str, dict[str, Any]] = {}
    for ruleset in DRAWN:
        board = with_layout(ruleset)
        custom[f"drawn {ruleset}"] = plain(board_of(board.id, plain(board)))
    bases = [kilowatt.read_board(EXAMPLES / "the_ring.toml"), custom["drawn recharged/south-africa"]]
    offered = sorted([one for one in specials() if one.id in SPECIALS], key=lambda special: special.id)
    pairs = [
        pair
        for pair in combinations(offered, 2)
        if not {*pair[0].rules.get("policies", {})} & {*pair[1].rules.get("policies", {})}
        and not (pair[0].fuel and pair[1].fuel)
    ]
    for place, chosen in enumerate([*[(special,) for special in offered], *pairs[::3]]):
        joined: dict[str, Any] = {}
        for special in chosen:
            for part, rows in special.rules.items():
                joined[part] = {**joined.get(part, {}), **rows} if isinstance(rows, dict) else rows
        base = bases[place % 2]
        fuel = next((special.fuel for special in chosen if special.fuel), base["fuel"])
        custom["+".join(special.id for special in chosen)] = {**base, "rules": joined, "fuel": fuel}
    return custom


SHELVES.append(boards)


def _rulesets(seed: int) -> Iterator[Case]:
    """Give the games of our rulesets."""
    turn = seed
    for ruleset in RULESETS:
        for seats, options in OPTIONS:
            turn += 1
            yield Case(ruleset, "", seats, options, LATEST, STYLES[turn % len(STYLES)], seed)
        yield Case(ruleset, "", 2 + turn % 5, {}, LATEST, BOTS[turn % 2], seed)


def _custom(seed: int) -> Iterator[Case]:
    """Give the games of custom boards, each with two of the numbers of seats that it is for."""
    for place, name in enumerate(boards()):
        every = [
            Case("custom", name, seats, {}, LATEST, STYLES[(place + seats) % len(STYLES)], seed)
            for seats in (2, 3, 4, 5, 6)
        ]
        playable = [case for case in every if fits(case)]
        yield playable[place % len(playable)]
        yield playable[(place + 2) % len(playable)]


@cache
def cases() -> list[Case]:
    """List all games, mixed, so that every part of the list has some of every kind."""
    listed = [*[case for case in _rulesets(SEED) if fits(case)], *_custom(SEED)]
    Random(SEED).shuffle(listed)
    return listed[:COUNT]
