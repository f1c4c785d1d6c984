"""Why to bid less for a plant than it is worth.

Another plant is left, a rival would be short of money, better plants may come, or the money is needed for cities. Each
reason is a fact of the position with its figures; the first that holds is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.building import chain
from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.fuel_prices import cost_of
from kilowatt.coach.lots import best_left
from kilowatt.coach.saying import Claim
from kilowatt.engine.ids import FUELS, NOBODY, bits
from kilowatt.engine.layers import unseen
from kilowatt.engine.phases.auction import may_opt_out

if TYPE_CHECKING:
    from kilowatt.coach.case import Case
    from kilowatt.engine.state import State

EXPLAINS = 0.5
"""Another plant that gains less than this share of the gap is named only where no other reason holds."""


def gap_claims(case: Case, plant: int) -> list[Claim]:
    """Return the first reason that holds, nothing where the plant is worth no more than to bid for it."""
    s, seat, stop = case.state, case.seat, case.stop(plant)
    if not 0 < stop < min(case.worth(plant), s.money[seat]):
        return []
    other, gain = _other(case, plant)
    most = other if gain >= EXPLAINS * (case.worth(plant) - stop) else []
    return most or _rival(case, plant) or _coming(case, plant) or _cities(case, plant) or other


def _other(case: Case, plant: int) -> tuple[list[Claim], int]:
    """Name another plant on offer that is worth more than it is likely to cost, and return what it gains."""
    stop, (other, gain) = case.stop(plant), best_left(case, plant)
    # one that costs more is no reason to stop, unless it is worth more too
    if other == NOBODY or (case.price(other) > stop and case.worth(other) < case.worth(plant)):
        return [], 0
    name = case.state.rules.card_names[other]
    args = {"stop": stop, "plant": name, "worth": case.worth(other), "price": case.price(other)}
    return [Claim("gap_other", args)], gain


def _rival(case: Case, plant: int) -> list[Claim]:
    """Name the rival who would pay most, where so much leaves too little for a city that could be paid without it."""
    s, stop = case.state, case.stop(plant)
    rival = case.keenest(plant)
    if not case.open_money or rival is None or s.money[rival] <= stop or not s.rules.board.cities:
        return []
    left = s.money[rival] - stop - 1
    if payable(s, rival, left) > 0 or payable(s, rival, s.money[rival]) == 0:
        return []
    return [Claim("gap_rival", {"stop": stop, "seat": rival, "left": left})]


def _coming(case: Case, plant: int) -> list[Claim]:
    """Count the cards that may still come and power more, or pay more, where a round without a plant is allowed."""
    s, stop = case.state, case.stop(plant)
    if not may_opt_out(s, case.seat) or s.last_round or s.rules.fuel_supply.is_mine(plant):
        return []
    cards = to_come(s)
    better = sum([yields(s, card) > yields(s, plant) for card in cards])
    if not better:
        return []
    code = "gap_coming" if s.rules.board.cities else "gap_coming_income"
    return [Claim(code, {"stop": stop, "better": better, "cards": len(cards)})]


def _cities(case: Case, plant: int) -> list[Claim]:
    """Compare how many cities the seat can pay above the limit and without the plant, after the fuel for a run."""
    s, seat, stop = case.state, case.seat, case.stop(plant)
    money = s.money[seat]
    fewer = payable(s, seat, money - stop - 1 - _fuel(s, seat, plant))
    more = payable(s, seat, money - _fuel(s, seat))
    if fewer >= more:
        return []
    return [Claim("gap_cities", {"stop": stop, "cities": fewer, "other": more})]


def to_come(s: State) -> list[int]:
    """List the plants that are not on offer yet but may still come: those of the future market and of the stack."""
    future = s.market[s.rules.plant_market.current(s) :]
    return sorted([card for card in {*future, *bits(unseen(s.deck))} if card < len(s.rules.plants)])


def yields(s: State, plant: int) -> int:
    """Return how many cities a plant powers, or what it pays where there are none."""
    card = s.rules.plants[plant]
    return card.cities if s.rules.board.cities else card.income


def payable(s: State, seat: int, money: int) -> int:
    """Return how many more cities a seat could pay for, the cheapest first."""
    if not s.rules.board.cities:
        return 0
    return len(chain(s, seat, tables_of(s), len(s.rules.board.cities), money))


def _fuel(s: State, seat: int, plant: int = NOBODY) -> int:
    """Return what the fuel for a run of the seat's plants, and a new one, costs today, beyond what it holds."""
    more = () if plant == NOBODY or s.rules.fuel_supply.is_mine(plant) else (plant,)
    own = (*s.plants[seat], *more)[-s.rules.plant_limit :]
    return max(0, cost_of(s, seat, own, s.held[seat * FUELS : seat * FUELS + FUELS]))
