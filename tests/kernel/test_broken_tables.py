"""Every number of the tables matters: one that is broken on purpose changes some game, so the comparison notices."""

from __future__ import annotations

import copy
from array import array
from functools import cache
from random import Random
from typing import Any

import pytest

from kilowatt.editions.compose import compose
from kilowatt.editions.registry import REVISION
from kilowatt.engine.policies import AXES
from kilowatt.kernel import CHANCE, OVER
from kilowatt.kernel.backend import Core
from kilowatt.kernel.chance import mix
from kilowatt.kernel.record_layout import Tables, number_name
from kilowatt.kernel.rule_tables import make_tables
from kilowatt.kernel.supported import SWITCHES
from tests.kernel.lockstep import STYLES, choice

pytestmark = pytest.mark.compiled

RULES: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "plain": ("recharged/germany", 4, {}, REVISION),
    "trust": ("recharged/germany", 2, {"trust": True, "starting_cities": True, "contractor": True}, REVISION),
    "usa": ("recharged/usa", 6, {}, REVISION),
    "draft": ("recharged/usa", 3, {"zone": "draft"}, REVISION),
    "old draft": ("recharged/usa", 3, {"zone": "draft"}, 1),
    "classic": ("original/usa", 5, {}, REVISION),
    "korea": ("original/korea", 3, {}, REVISION),
    "china": ("original/china", 3, {}, REVISION),
    "deluxe": ("deluxe/europe", 4, {"contractor": True}, REVISION),
    "cards": ("card-game", 4, {}, REVISION),
    "card trust": ("card-game", 2, {"trust": True}, REVISION),
    "russia": ("original/russia", 3, {}, REVISION),
    "india": ("original/india", 3, {}, REVISION),
    "middle_east": ("original/middle-east", 3, {}, REVISION),
    "islands": ("original/uk-ireland", 2, {"zone": ["south_england", "wales", "northern_ireland"]}, REVISION),
    "crowded": ("original/uk-ireland", 3, {"zone": ["wales", "northern_ireland", "ireland"]}, REVISION),
    "japan": ("original/japan", 3, {}, REVISION),
    "benelux": ("original/benelux", 3, {}, REVISION),
    "quebec": ("original/quebec", 3, {}, REVISION),
    "central_europe": ("original/central-europe", 3, {}, REVISION),
    "south_africa": ("recharged/south-africa", 3, {}, REVISION),
    "australia": ("original/australia", 4, {}, REVISION),
    "given": ("recharged/germany", 3, {"order": [2, 0, 1], "zone": ["west", "south_west", "south"]}, REVISION),
}
NUMBERS = [
    ("plain", "start_money", ()),
    *[("plain", "payment", (cities,)) for cities in (0, 1, 5, 10, 14)],
    *[("plain", "space_costs", (space, 20)) for space in range(3)],
    ("plain", "step2_at", ()),
    ("plain", "end_at", ()),
    ("plain", "current_size", ()),
    ("plain", "plant_limit", ()),
    *[("plain", "prices", (fuel, space)) for fuel in range(4) for space in (1, 4, 8)],
    *[("plain", "refill", (step, fuel)) for step in range(3) for fuel in range(4)],
    *[("plain", "tokens", (fuel,)) for fuel in range(4)],
    *[("plain", "numbers", (plant,)) for plant in (0, 20, 41)],
    *[("plain", "needs", (plant,)) for plant in (0, 2, 4, 20)],
    *[("plain", "supplies", (plant,)) for plant in (0, 20, 30)],
    *[("plain", "burns", (plant, 0)) for plant in (0, 20)],
    *[("plain", "start", (fuel,)) for fuel in range(4)],
    ("plain", "tie_marks", (0,)),
    ("plain", "opening_draws", ()),
    ("plain", "distances", ()),
    ("plain", "zones", (0,)),
    *[("trust", "contractor", (card, who)) for card in range(2) for who in range(2)],
    ("trust", "trust_house_count", ()),
    ("trust", "trust_placements", (1,)),
    ("trust", "mark_fuel", ()),
    ("trust", "next_to", (0,)),
    ("old draft", "area_links", (0,)),
    ("draft", "zone_areas", (0,)),
    ("islands", "second_network", ()),
    ("islands", "islands", (15,)),
    ("japan", "starting_cities", ()),
    ("given", "fixed_order", (0,)),
    ("given", "fixed_zone", ()),
    ("classic", "opening", (7,)),
    ("korea", "prices", (6, 1)),
    *[("cards", "column_prices", (column,)) for column in (1, 2, 3, 4)],
    *[("cards", "fuel_cards", (card,)) for card in (1, 2, 5, 9, 13)],
    ("cards", "extra_cards", (0, 1)),
    ("cards", "columns", ()),
    ("cards", "least_income", ()),
    ("cards", "incomes", (20,)),
]


def policy_numbers() -> list[tuple[str, str, tuple[int, ...]]]:
    """List what each policy is made with, in the first game of the list that has the policy."""
    listed: dict[str, tuple[str, str, tuple[int, ...]]] = {}
    for name, game in RULES.items():
        rules = compose(*game)
        for policy in [getattr(rules, axis) for axis in AXES]:
            for number in policy.numbers():
                field = number_name(type(policy), number)
                listed.setdefault(field, (name, field, ()))
    del listed["islands_second_network"]  # it is a number of the tables too, which is the one that is read
    return list(listed.values())


NUMBERS += policy_numbers()
MATTERS_IN = {
    "draft": "draft",
    "trust_plays": "trust",
    "only_scrapped_fuel_goes": "classic",
    "draft_leaves_gaps": "draft",
    "reshuffle_end_card_updates": "cards",
    "early_end_card_exhausts_market": "cards",
    "layers_share_cards": "russia",
    "fuel_goes_round": "india",
    "must_supply_most": "india",
    "end_card_begins_step2": "middle_east",
    "step2_when_all_built": "crowded",
    "zone_limits_end": "islands",
}
"""A game in which a switch shows that does not show in the plain one."""
SETS = {field.name for field in Tables.fields if field.code in "WQ" and not field.sizes and field.name != "everybody"}
"""Fields that are one set."""
LEAST = 50
"""Games after which a broken number must have shown."""
PREPARED = 19
"""Actions after which a record is kept: the preparation is about over."""
LONGEST = 1000
"""Actions after which a game is left."""


@cache
def tables_of(name: str) -> Tables:
    """Return the tables of a game of the list."""
    tables = make_tables(compose(*RULES[name]))
    if name == "crowded":  # with nobody's cities for Step 2 in reach, a house in every city alone brings it
        tables = copy.deepcopy(tables)
        tables.step2_at = tables.city_size
    return tables


def game_of(tables: Tables, seed: int) -> list[tuple[int, ...]]:
    """Play a game under these tables, in one of the styles; return every menu, who chose from it, and two records."""
    core = Core(tables, 1)
    core.seed(0, mix(seed))
    core.new(0, 1)
    rng, style = Random(seed), STYLES[seed % len(STYLES)]
    seen: list[tuple[int, ...]] = []
    while core.actor(0) != OVER and len(seen) < LONGEST and not core.faulty(0, 1):
        rows = core.rows(0)
        seen.append((core.actor(0), *[number for row in rows for number in row]))
        if len(seen) == PREPARED:
            seen.append(tuple(core.values(0)))
        number = core.choose(0)
        core.step(0, number if core.actor(0) == CHANCE else choice(style, rng, number, rows))
    return [*seen, tuple(core.values(0))]


@cache
def right_game(name: str, seed: int) -> list[tuple[int, ...]]:
    """Play a game under the right tables."""
    return game_of(tables_of(name), seed)


def changed(value: int, field: str) -> int:
    """Return another number that still leads nowhere outside the tables."""
    if field in {"start", "next_to", "zones", "area_links", "zone_areas", "islands"}:
        return value ^ (1 << 5)
    if field in SETS:  # starting cities of the tables say only whether there are any; few areas are in play
        return 0 if field in {"starting_cities", "area_licence_cities"} else value & (value - 1)
    return value + 1 if value < 1 or field in {"numbers", "supplies", "incomes", "payment"} else value - 1


def broken(name: str, field: str, at: tuple[int, ...]) -> Tables:
    """Return the tables of a game with one number changed."""
    tables = copy.deepcopy(tables_of(name))
    if field == "distances":
        tables.distances = array("h", [cost + (0 < cost < 20) for cost in tables.distances])
    elif not at:
        setattr(tables, field, changed(getattr(tables, field), field))
    else:
        row: Any = getattr(tables, field)
        for place in at[:-1]:
            row = row[place]
        row[at[-1]] = changed(row[at[-1]], field)
    return tables


@pytest.mark.parametrize(("name", "field", "at"), NUMBERS, ids=lambda part: str(part).replace(" ", ""))
@pytest.mark.slow
def test_a_broken_number_is_noticed(name: str, field: str, at: tuple[int, ...]) -> None:
    """A game under tables with one number changed goes another way than under the right ones."""
    tables = broken(name, field, at)
    assert any(game_of(tables, seed) != right_game(name, seed) for seed in range(LEAST))


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_turned_switch_is_noticed(switch: str) -> None:
    """A game with one switch turned goes another way."""
    name = MATTERS_IN.get(switch, "plain")
    tables = copy.deepcopy(tables_of(name))
    setattr(tables, switch, 1 - getattr(tables, switch))
    assert any(game_of(tables, seed) != right_game(name, seed) for seed in range(LEAST))
