"""What getting a plant at its likely price comes to, and what leaving it does: who gets it then, and what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.saying import Claim
from kilowatt.engine.ids import NOBODY
from kilowatt.engine.phases.auction import offered

if TYPE_CHECKING:
    from kilowatt.coach.case import Case


def with_claims(case: Case, plant: int, limit: int) -> list[Claim]:
    """Say what the seat's plants power with a plant, and what money is left at its likely price."""
    s, seat = case.state, case.seat
    if s.rules.fuel_supply.is_mine(plant):
        return []
    tables, own = tables_of(s), s.plants[seat]
    price = min(limit, case.price(plant))
    old = case.replaced(plant, price)
    kept = [one for one in (*own, plant) if one != old]
    args = {"price": price, "left": s.money[seat] - price, "now": tables.capacity(own)}
    return [Claim("with_income" if tables.printed else "with_it", {**args, "capacity": tables.capacity(tuple(kept))})]


def without_claims(case: Case, plant: int) -> list[Claim]:
    """Say who gets a plant that is up if the seat leaves it, for how much, and what the best of the rest is."""
    return [*_goes_to(case, plant), *_best_left(case, plant)]


def _goes_to(case: Case, plant: int) -> list[Claim]:
    s, limits = case.state, case.rivals(plant)
    if not case.open_money or not limits:
        return []
    # a rival who would not raise may lead all the same
    buyer = case.keenest(plant)
    assert buyer is not None  # noqa: S101 - there are rivals
    raises = s.bid + (buyer != s.leader)
    if limits[buyer] < raises and s.leader in limits:
        return [Claim("goes_to", {"seat": s.leader, "price": s.bid})]
    second = max([limit for rival, limit in limits.items() if rival != buyer], default=0)
    price = max(raises, min(limits[buyer], second + 1))
    return [Claim("goes_to", {"seat": buyer, "price": price})]


def best_left(case: Case, plant: int) -> tuple[int, int]:
    """Return another plant on offer that gains most over its likely price, and that gain; `NOBODY` where none does."""
    s = case.state
    rows = [
        (case.worth(other) - case.price(other), -case.price(other), other)
        for other in offered(s, case.seat)
        if other != plant and case.price(other) <= s.money[case.seat]
    ]
    gain, _, other = max(rows, default=(0, 0, NOBODY))
    return (other, gain) if gain > 0 else (NOBODY, 0)


def _best_left(case: Case, plant: int) -> list[Claim]:
    other, _ = best_left(case, plant)
    if other == NOBODY:
        return [Claim("none_left")]
    names = case.state.rules.card_names
    args = {"plant": names[other], "worth": case.worth(other), "price": case.price(other)}
    return [Claim("best_left", args)]
