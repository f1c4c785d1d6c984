"""Ids and episodes of the environments as the kernel has them: where ids begin, partial actions, reservation prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.asks import ASK_DISCARD, ASK_OPEN, ASK_SCRAP, NAMES
from kilowatt.engine.ids import FUELS
from kilowatt.envs.compact import all_blocks, kind_of
from kilowatt.envs.families.bid_ids import RAISES
from kilowatt.envs.families.run_ids import LEAST_NEED, is_hybrid
from kilowatt.kernel.backend import COMPILED
from kilowatt.kernel.environment.records import Ids, Taken
from kilowatt.kernel.flat_record import Unsupported, within
from kilowatt.kernel.houses import FAR
from kilowatt.kernel.rule_tables import make_tables
from kilowatt.kernel.storage import DIGIT, DIGIT_BITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Encoding, Partial
    from kilowatt.envs.observation_layout import Layout

BACKENDS = ("auto", "kernel", "reference")
MOST_COST = 254
"""The greatest cost of a connection that a compact observation holds."""
AT = {field.name: field.start for field in Taken.fields}


def plays(backend: str, rules: Rules) -> bool:
    """Return whether the kernel plays these rules for this choice of a back end; ValueError for an unknown one."""
    if backend not in BACKENDS:
        raise ValueError(f"backend: there is no {backend!r}; there are {', '.join(BACKENDS)}")
    return backend == "kernel" or (backend == "auto" and can_play(rules))


def can_play(rules: Rules) -> bool:
    """Return whether the compiled kernel is here and can play these rules."""
    if not COMPILED:
        return False
    try:
        check(rules)
    except Unsupported:
        return False
    return True


def check(rules: Rules) -> None:
    """Raise `Unsupported` if the kernel cannot play these rules or observe them."""
    costs = [cost for cost in make_tables(rules).distances if cost != FAR]
    within("connection cost of an observation", max([0, *costs]), MOST_COST)


def make_ids(rules: Rules, encoding: Encoding) -> Ids:
    """Fill in the ids of an encoding."""
    ids = Ids()
    first = encoding.vocabulary.first
    ids.whole = int(encoding.grain == "whole")
    ids.size = encoding.size
    for ask, name in enumerate(NAMES):
        ids.first[ask] = first.get(name, 0)
    ids.jump = first["jump"]
    ids.amount = first["reserve" if ids.whole else "raise"]
    number = first["run"] + 1
    for card, plant in enumerate(rules.plants):
        ids.run_of[card] = number
        number += plant.need + 1 if is_hybrid(plant) else 1
    ids.base = 2 + max([LEAST_NEED, *[plant.need for plant in rules.plants if is_hybrid(plant)]])
    ids.kinds = len(rules.kind_names) if rules.columns else 0
    ids.slots = rules.slots
    ids.seat_slots = rules.fuel_supply.seat_slots
    ids.hides_money = int(rules.options.get("money") == "hidden")
    return ids


def make_blocks(layout: Layout, *, scaled: bool = True) -> list[int]:
    """List kind, members and scale of each block of an observation."""
    return [
        part
        for block in all_blocks(layout)
        for part in (kind_of(block), len(block.members), int(block.scale) if scaled else 1)
    ]


def partial_of(ids: Ids, rules: Rules, values: Sequence[int], plants: list[int]) -> Partial:
    """Return the partial action of an episode's record; `plants` are those of the acting seat in ascending order."""
    wide = (ids.amount + RAISES,) * values[AT["wider"]]
    if values[AT["opened"]]:
        return (ids.first[ASK_OPEN] + values[AT["opened"]] - 1, *wide)
    if values[AT["batch"]]:
        return (values[AT["batch"]] - 1,)
    named: list[int] = []
    for slot, plant in enumerate(plants):
        digit = values[AT["running"]] >> DIGIT * slot & DIGIT_BITS
        if digit:
            card = rules.plants[plant]
            named.append(ids.run_of[plant] + (card.need - digit + 1 if is_hybrid(card) else 0))
    given = [ids.first[ASK_DISCARD] + fuel for fuel in range(FUELS) for _ in range(values[AT["given"] + fuel])]
    return (*wide, *named, *given)


def reserves_of(values: Sequence[int], seats: int) -> dict[int, tuple[int, int]]:
    """Return the reservation prices of an episode's record: by seat, a lot and a price."""
    return {
        seat: (values[AT["lots"] + seat] - 1, values[AT["prices"] + seat])
        for seat in range(seats)
        if values[AT["prices"] + seat]
    }


def taken_of(
    ids: Ids, rules: Rules, partial: Partial, reserves: dict[int, tuple[int, int]], plants: list[int]
) -> Taken:
    """Make an episode's record of a partial action and reservation prices."""
    taken = Taken()
    for number in partial:
        if number == ids.amount + RAISES:
            taken.wider += 1
        elif ids.first[ASK_OPEN] <= number < ids.first[ASK_SCRAP]:
            taken.opened = number - ids.first[ASK_OPEN] + 1
        elif ids.first[ASK_DISCARD] <= number < ids.first[ASK_DISCARD] + FUELS:
            taken.given[number - ids.first[ASK_DISCARD]] += 1
        elif ids.whole:
            taken.batch = number + 1
        else:
            _name(taken, ids, rules, plants, number)
    for seat, (lot, price) in reserves.items():
        taken.lots[seat] = lot + 1
        taken.prices[seat] = price
    return taken


def _name(taken: Taken, ids: Ids, rules: Rules, plants: list[int], number: int) -> None:
    """Add a plant that runs."""
    for slot, plant in enumerate(plants):
        card = rules.plants[plant]
        units = number - ids.run_of[plant]
        if 0 <= units <= (card.need if is_hybrid(card) else 0):
            taken.running |= (card.need - units + 1 if is_hybrid(card) else 1) << DIGIT * slot
            taken.named = slot + 1
