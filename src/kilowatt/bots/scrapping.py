"""Which plant to give up for a new one, and which fuel with it. Knows one seat and one round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser, fuel_prices
from kilowatt.bots.building import chain, chain_cost
from kilowatt.bots.ending import last_costs, may_close, most_supplied
from kilowatt.bots.fuelling import FuelCosts, shelves
from kilowatt.engine.actions import Action, Scrap
from kilowatt.engine.ids import FUELS
from kilowatt.engine.storage import capacity, may_give_up, overflow, room_in

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

HOARD_KEEP = 20
"""Money that is kept when fuel is bought ahead."""
HOARD_SHARE = 0.6
"""Fuel in store is worth this share of what it is expected to cost: below it, fuel is bought ahead."""


def scrapping(s: State, seat: int, tables: Tables) -> Action:
    """Give up the plant without which the position is worth most, and fuel that is in the way of better fuel."""
    judge = Appraiser(s, tables, AFTER_AUCTION)
    own, cities = s.plants[seat], s.count(seat)
    may = [p for p in own if s.rules.may_scrap_new_plant or p != s.newest]
    left = {old: tuple([p for p in own if p != old]) for old in may}
    powers = dict.fromkeys(may, 0)
    closing = may_close(s, tables)
    if closing:
        fuel = FuelCosts(s, seat, tables)
        powers = {old: most_supplied(last_costs(s, seat, tables, left[old], fuel), s.money[seat]) for old in may}
    gone = max(may, key=lambda old: (powers[old], judge.value(left[old], cities)))
    # in what may be the last round no fuel is bought ahead
    return Scrap(seat, s.rules.card_names[gone], {} if closing else giving_up(s, seat, tables, gone))


def giving_up(s: State, seat: int, tables: Tables, plant: int) -> dict[str, int]:
    """Return the fuel to give up with a plant: units that keep cheap fuel for another plant out of the hybrids' room.

    It pays where a unit of the other fuel, bought now, is worth more in store than it costs and than the unit given up.
    """
    most, total = may_give_up(s, seat, plant)
    first, second = s.rules.mix
    left = tuple([p for p in s.plants[seat] if p != plant])
    if tables.printed or s.round == 1 or not total or overflow(s, seat, left)[1]:
        return {}
    prices = fuel_prices(s, tables)
    cap = capacity(s.rules, left)
    spare = s.money[seat] - HOARD_KEEP
    spare -= chain_cost(chain(s, seat, tables, tables.capacity(left) - s.count(seat), s.money[seat]))
    for given, wanted in ((first, second), (second, first)):
        if not any(s.rules.plants[p].fuels == (wanted,) for p in left):
            continue
        # units that have to go anyway make no room
        forced = max(0, s.held[seat * FUELS + given] - cap[given] - cap[FUELS])
        stored = min(cap[FUELS], max(0, s.held[seat * FUELS + given] - cap[given]))
        free = max(0, room_in(s, cap, seat * FUELS, wanted))
        row = shelves(s, seat, tables)[0][wanted]
        count = 0
        while count < min(most[given] - forced, stored) and free + count + 1 < len(row):
            price = row[free + count + 1] - row[free + count]
            if row[free + count + 1] > spare or HOARD_SHARE * (prices[wanted] - prices[given]) <= price:
                break
            count += 1
        if count:
            return {s.rules.fuels[given]: forced + count}
    return {}
