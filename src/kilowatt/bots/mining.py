"""What mines are worth: cards that supply no city and sell to the export market after every round.

The numbers here are guesses, not fitted to games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import FUELS, bits

if TYPE_CHECKING:
    from kilowatt.engine.state import State

CITIES_A_ROUND = 1.7
"""How many cities the leader adds in a round."""
SHARE = 0.6
"""Elektro of later rounds are worth this share of those in hand: money that builds now earns more of it."""
CLIMB = 4
"""Of what leaves the market beyond one token in each round, this part raises the price by 1."""
CHEAP = 2
"""The first rounds sell at the cheapest prices: the market is full at the start."""


def mine_worths(s: State) -> dict[int, float]:
    """Return what each mine would still earn its buyer, in Elektro of today."""
    supply = s.rules.fuel_supply
    if not supply.mining:
        return {}
    each = _worth_of_one(s)
    return {plant: each * s.rules.incomes[plant] for plant in range(s.rules.plant_size) if supply.is_mine(plant)}


def owned_worth(s: State, seat: int) -> float:
    """Return what the mines of a seat will still earn, in Elektro of today."""
    own = bits(s.rules.fuel_supply.mines(s, seat))
    return _worth_of_one(s) * sum([s.rules.incomes[plant] for plant in own]) if own else 0.0


def _worth_of_one(s: State) -> float:
    """Return what a mine with one printed city will still earn."""
    return SHARE * sales_ahead(s) * (next_price(s) + usual_price(s)) / 2


def sales_ahead(s: State) -> float:
    """Guess how often mines still sell: once in each round that the leader's network needs to its end."""
    return 1.0 + max(0, end_at(s) - s.most_cities()) / CITIES_A_ROUND


def next_price(s: State) -> int:
    """Return the price of the next sale: the highest with an empty space, 0 while the market is full."""
    rules = s.rules
    tracks = range((rules.track_size - 1) * FUELS, rules.track_size * FUELS)
    return max([rules.prices[at][(rules.full[at] & ~s.fuel[at]).bit_length()] for at in tracks])


def usual_price(s: State) -> float:
    """Guess the price of the sales to come: the more leaves at each refill, the higher it climbs."""
    rules = s.rules
    tracks = range((rules.track_size - 1) * FUELS, rules.track_size * FUELS)
    gone = sum([rules.refill[s.step - 1][at] for at in tracks])
    climb = max(0, gone - 1) * sales_ahead(s) / CLIMB
    return max(CHEAP, next_price(s)) + climb
