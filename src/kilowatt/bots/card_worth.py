"""What plants are worth where their income is printed on them: there are no cities, so money buys plants and fuel only.

A bid is weighed together with the fuel that it leaves money for in this round, and with the plants that are left for
those who do not win it. Knows one round exactly and guesses the later ones (`card_rounds`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.card_rounds import POINT, stored_worth
from kilowatt.bots.fuelling import left_over, shortage
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases.auction import eligible, least_bid
from kilowatt.statistics import total

if TYPE_CHECKING:
    from kilowatt.bots.appraisal import Appraiser, Offer
    from kilowatt.engine.state import State

COMPETING = 0.5
"""What share of the rivals who may still buy is expected to take a better plant."""


def offers(s: State, seat: int, judge: Appraiser, hand: tuple[int, ...]) -> list[Offer]:
    """List what a hand of plants is worth with each set of them run in this round.

    The money in hand must pay for this round's fuel and, with this round's income, for the next round's.
    """
    tables = judge.tables
    held = s.held[seat * FUELS : seat * FUELS + FUELS]
    shelf = judge.shelf
    later = judge.value(hand, 0)
    mix = s.rules.mix
    choices: list[Offer] = []
    if s.last_round:
        for need, hybrid, _, printed in tables.subsets(hand):
            bought = shortage(need, hybrid, held, shelf, mix)
            if bought is not None:
                choices.append((bought[1], later + POINT * printed - bought[1]))
        return choices
    stored = stored_worth(judge.prices)
    coming = total([judge.fuel_of(plant) for plant in hand])
    for need, hybrid, _, printed in tables.subsets(hand):
        bought = shortage(need, hybrid, held, shelf, mix)
        if bought is not None:
            over = left_over(bought[0], shelf, stored)
            keep = max(bought[1], bought[1] + coming - over - tables.pay(0, printed))
            choices.append((keep, later + printed + over - bought[1]))
    return choices


def best_offer(choices: list[Offer], money: int) -> float:
    """Return what the best of some offers is worth that can be paid."""
    return max([value for cost, value in choices if cost <= money], default=-1e9)


def with_plant(s: State, seat: int, judge: Appraiser, plant: int) -> list[Offer]:
    """List what a seat's plants would be worth with one more, the least useful given up where there is no room."""
    key = (seat, plant)
    known = judge.offers.get(key)
    if known is None:
        hand = (*s.plants[seat], plant)
        if len(hand) > judge.limit:
            hand = max([tuple([p for p in hand if p != old]) for old in hand[:-1]], key=lambda h: judge.value(h, 0))
        known = judge.offers[key] = offers(s, seat, judge, hand)
    return known


def without(s: State, seat: int, judge: Appraiser) -> float:
    """Return what a seat's plants are worth as they are."""
    known = judge.worths.get(seat)
    if known is None:
        known = judge.worths[seat] = best_offer(offers(s, seat, judge, s.plants[seat]), s.money[seat])
    return known


def gains(s: State, seat: int, judge: Appraiser) -> list[tuple[float, int]]:
    """List what a seat gains by each plant that may still come up in this phase, at its least bid, the best first."""
    known = judge.gains.get(seat)
    if known is None:
        base = without(s, seat, judge)
        money = s.money[seat]
        known = []
        for plant in s.market[: s.rules.plant_market.current(s) + eligible(s).bit_count() - 1]:
            least = least_bid(s, plant)
            if plant != s.lot and least <= money:
                known.append((best_offer(with_plant(s, seat, judge, plant), money - least) - base - least, plant))
        known.sort(reverse=True)
        judge.gains[seat] = known
    return known


def forgone(s: State, seat: int, judge: Appraiser, plant: int) -> float:
    """Return what a seat gains by leaving a plant to a rival: another plant at its least bid.

    Some of the rivals who may still buy take the better ones before it.
    """
    rivals = eligible(s).bit_count() - 1
    if rivals <= 0:
        return 0.0
    others = [gain for gain, other in gains(s, seat, judge) if other != plant]
    if not others:
        return 0.0
    better = max(1, int(COMPETING * rivals + 0.5))
    return max(0.0, others[min(len(others), better) - 1])


def reservation(s: State, seat: int, judge: Appraiser, plant: int) -> int:
    """Return the most that a plant is worth to a seat that wants to fuel its plants with what is left."""
    base = without(s, seat, judge) + forgone(s, seat, judge, plant)
    money = s.money[seat]
    return int(max([min(money - cost, value - base) for cost, value in with_plant(s, seat, judge, plant)]))
