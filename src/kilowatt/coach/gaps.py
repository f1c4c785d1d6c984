"""Why to bid less for a plant than it is worth: another plant is left, the money is needed, or a rival may pay it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.building import chain
from kilowatt.bots.fuelling import shelves, shortage
from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.saying import Claim
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases.auction import least_bid

if TYPE_CHECKING:
    from kilowatt.coach.case import Case
    from kilowatt.engine.state import State


def gap_claims(case: Case, plant: int) -> list[Claim]:
    """Return the first reason that holds, nothing where the plant is worth no more than to bid for it."""
    s, seat, stop = case.state, case.seat, case.stop(plant)
    if not 0 < stop < min(case.worth(plant), s.money[seat]):
        return []
    other = _other(case, plant)
    if other is not None:
        return [Claim("gap_other", {"stop": stop, "plant": s.rules.card_names[other[0]], "price": other[1]})]
    if tables_of(s).printed:
        return []
    city = _next_city(s, seat)
    if city is not None and s.money[seat] - stop - 1 < city[1] + _fuel(s, seat, plant) <= s.money[seat]:
        args = {"stop": stop, "city": s.rules.city_names[city[0]], "left": s.money[seat] - stop - 1}
        return [Claim("gap_money", args)]
    rival = case.keenest(plant)
    if case.open_money and rival is not None and s.money[rival] > stop:
        city = _next_city(s, rival)
        left = s.money[rival] - stop - 1
        if city is not None and city[1] > left:
            return [Claim("gap_rival", {"stop": stop, "seat": rival, "left": left})]
    return []


def _other(case: Case, plant: int) -> tuple[int, int] | None:
    """Return another plant on offer that is likely to cost less than to bid for it, and that price."""
    s = case.state
    offered = [p for p in s.market[: s.rules.plant_market.current(s)] if p != plant]
    rows = [(case.stop(p) - case.price(p), p) for p in offered if case.stop(p) >= max(least_bid(s, p), case.price(p))]
    if not rows:
        return None
    best = max(rows)[1]
    return best, case.price(best)


def _next_city(s: State, seat: int) -> tuple[int, int] | None:
    """Return the cheapest city for a seat and what it costs."""
    row = chain(s, seat, tables_of(s), 1, 1 << 30)
    return row[0] if row else None


def _fuel(s: State, seat: int, plant: int) -> int:
    """Return what the fuel for a run of the seat's plants and a new one costs today, beyond what it holds."""
    tables = tables_of(s)
    own = (*s.plants[seat], plant)[-s.rules.plant_limit :]
    need, hybrid, _, _ = tables.subsets(own)[-1]
    held = s.held[seat * FUELS : seat * FUELS + FUELS]
    costs = [shortage(need, hybrid, held, shelf, s.rules.mix) for shelf in shelves(s, seat, tables)]
    return min([row[1] for row in costs if row is not None], default=0)
