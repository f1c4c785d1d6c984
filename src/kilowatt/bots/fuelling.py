"""What fuel to buy and which plants to run: exact costs from the market as it lies. Knows one seat and one round."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.actions import Action, BuyCard, BuyFuel, Run
from kilowatt.engine.fuel_held import fuel_of, units_of
from kilowatt.engine.ids import AUCTION, FUELS, NOBODY
from kilowatt.engine.network import FAR
from kilowatt.engine.phases.card_market import column_of
from kilowatt.engine.storage import best_runs, room

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

Shelf = list[list[int]]
"""For each fuel, what the first 0, 1, 2, ... units cost together."""

Buying = tuple[list[int], int, int, int]
"""Units of each fuel to buy, their cost, the cities all can supply then, the printed income."""

_CARD_COLUMNS = 5
CARD_SHELVES = 2_000
"""Shelves of cards that are kept."""


def shelves(s: State, seat: int, tables: Tables, *, left: bool = False) -> list[Shelf]:
    """Return what fuel costs this seat: one shelf, or one for each market where a seat must keep to one of several.

    `left` is what those who buy before it this round will leave, if each fills up for one production.
    """
    rules = s.rules
    if rules.columns:
        return [_card_shelf(s, tables)]
    supply = rules.fuel_supply
    if len(rules.tracks) == 1:
        masks = _left_by_others(s, seat) if left else s.fuel
        # a market may sell less than lies there, such as nothing above a price
        shelf = [tables.costs(0, fuel, masks[fuel] & supply.on_sale(s, seat, 0, fuel)) for fuel in range(FUELS)]
        if len(rules.markets) > 1:
            for fuel in range(FUELS):
                price = supply.stored_price(fuel)
                if price:
                    paid = shelf[fuel][-1]
                    shelf[fuel] = shelf[fuel] + [paid + price * (n + 1) for n in range(s.supply[fuel])]
        return [shelf]
    rows: list[Shelf] = []
    for market in range(len(rules.tracks)):
        if any(supply.price(s, seat, market, fuel) for fuel in range(FUELS)):
            more = supply.surcharge(s, market)
            masks = [supply.on_sale(s, seat, market, fuel) for fuel in range(FUELS)]
            rows.append([tables.costs(market, fuel, masks[fuel], more) for fuel in range(FUELS)])
    return rows or [[[0] for _ in range(FUELS)]]


def _left_by_others(s: State, seat: int) -> list[int]:
    """Take from the market what the one-fuel plants of those who buy earlier lack."""
    masks = s.fuel[:FUELS]
    for rival in s.order[s.order.index(seat) + 1 :]:
        need = [0] * FUELS
        for plant in s.plants[rival]:
            card = s.rules.plants[plant]
            if len(card.fuels) == 1:
                need[card.fuels[0]] += card.need
        for fuel in range(FUELS):
            for _ in range(need[fuel] - s.held[rival * FUELS + fuel]):
                masks[fuel] &= masks[fuel] - 1
    return masks


def _cards_by_price(s: State, fuel: int) -> list[tuple[float, int, int, int]]:
    """List the cards of a fuel as (price per unit, column, kind, price), the cheapest unit first."""
    prices = s.rules.column_prices
    return sorted(
        [
            (prices[column] / units_of(card), column, card, prices[column])
            for column in range(1, _CARD_COLUMNS)
            for card in column_of(s, column)
            if fuel_of(card) == fuel
        ]
    )


def _card_shelf(s: State, tables: Tables) -> Shelf:
    """Spread cards out into units: the first unit of a card costs its price, the others nothing."""
    key = tuple(s.columns)
    known: Shelf | None = tables.card_shelves.get(key)
    if known is not None:
        return known
    shelf: Shelf = []
    for fuel in range(FUELS):
        row = [0]
        for _, _, card, price in _cards_by_price(s, fuel):
            paid = row[-1] + price
            row += [paid] * units_of(card)
        shelf.append(row)
    if len(tables.card_shelves) > CARD_SHELVES:
        tables.card_shelves.clear()
    tables.card_shelves[key] = shelf
    return shelf


def shortage(
    need: tuple[int, int, int, int], hybrid: int, held: list[int], shelf: Shelf, mix: tuple[int, int]
) -> tuple[list[int], int] | None:
    """Work out the cheapest units to buy so that these needs are met, and their cost; None if the market lacks them."""
    buys = [0, 0, 0, 0]
    cost = 0
    for fuel in range(FUELS):
        missing = need[fuel] - held[fuel]
        if missing > 0:
            row = shelf[fuel]
            if missing >= len(row):
                return None
            buys[fuel] = missing
            cost += row[missing]
    if hybrid:
        first, second = mix
        hybrid -= max(0, held[first] - need[first]) + max(0, held[second] - need[second])
        row, other = shelf[first], shelf[second]
        a, b = buys[first], buys[second]
        while hybrid > 0:
            price = row[a + 1] - row[a] if a + 1 < len(row) else -1
            rival = other[b + 1] - other[b] if b + 1 < len(other) else -1
            if price < 0 and rival < 0:
                return None
            if rival < 0 or 0 <= price <= rival:
                a += 1
                cost += price
            else:
                b += 1
                cost += rival
            hybrid -= 1
        buys[first], buys[second] = a, b
    return buys, cost


@final
class FuelCosts:
    """What the fuel for any plants would cost a seat this round: it holds for as long as nothing changes."""

    def __init__(self, s: State, seat: int, tables: Tables) -> None:
        self._shelves = shelves(s, seat, tables, left=s.phase == AUCTION)
        self._held = s.held[seat * FUELS : seat * FUELS + FUELS]
        self._mix = s.rules.mix
        self._known: dict[tuple[tuple[int, int, int, int], int], int] = {}

    def of(self, need: tuple[int, int, int, int], hybrid: int) -> int:
        """Return what it costs to meet these needs, `FAR` where the market lacks them."""
        cost = self._known.get((need, hybrid), -1)
        if cost < 0:
            cost = FAR
            for shelf in self._shelves:
                bought = shortage(need, hybrid, self._held, shelf, self._mix)
                if bought is not None and bought[1] < cost:
                    cost = bought[1]
            self._known[need, hybrid] = cost
        return cost


Base = tuple[int, FuelCosts, int, int]
"""Cities that a seat could supply this round, its fuel, and what the houses for so many and for one more would cost."""


def left_over(buys: list[int], shelf: Shelf, worth: list[float]) -> float:
    """Return what units are worth that come with these for nothing: those on a card beyond what is needed."""
    total = 0.0
    for fuel in range(FUELS):
        row = shelf[fuel]
        units = buys[fuel]
        while units and units + 1 < len(row) and row[units + 1] == row[units]:
            units += 1
            total += worth[fuel]
    return total


def best_buying(
    s: State,
    seat: int,
    tables: Tables,
    *,
    cities: int,
    money: int,
    scale: float = 1.0,
    shelf_list: list[Shelf] | None = None,
    plants: tuple[int, ...] | None = None,
    stored: list[float] | None = None,
) -> Buying:
    """Choose what to buy so that pay (times `scale`) for up to `cities` cities, less its cost, is greatest.

    `stored` is what a unit of each fuel is worth that is left over for later; nothing unless given.
    """
    held = s.held[seat * FUELS : seat * FUELS + FUELS]
    mix = s.rules.mix
    own = s.plants[seat] if plants is None else plants
    best: Buying = ([0, 0, 0, 0], 0, 0, 0)
    best_value = -1.0
    for shelf in shelf_list if shelf_list is not None else shelves(s, seat, tables):
        for need, hybrid, supplied, printed in tables.subsets(own):
            bought = shortage(need, hybrid, held, shelf, mix)
            if bought is None or bought[1] > money:
                continue
            value = tables.pay(min(supplied, cities), printed) * scale - bought[1]
            if stored is not None:
                value += left_over(bought[0], shelf, stored)
            if value > best_value:
                best_value = value
                best = (bought[0], bought[1], supplied, printed)
    return best


def token(s: State, seat: int, fuel: int, only: int = NOBODY) -> Action | None:
    """Make the action that buys the next unit (or card) of a fuel, on one market only if named.

    None if there is no room, none left or no money.
    """
    rules = s.rules
    free = room(s, seat, fuel)
    if free <= 0:
        return None
    money = s.money[seat]
    if rules.columns:
        rows = [row for row in _cards_by_price(s, fuel) if row[3] <= money]
        if not rows:
            return None
        row = min(rows, key=lambda r: (r[3] / min(free, units_of(r[2])), r[1], r[2]))
        return BuyCard(seat, row[1], rules.kind_names[row[2]])
    market, price = rules.fuel_supply.cheapest(s, seat, fuel, only)
    if market == NOBODY or price > money:
        return None
    return BuyFuel(seat, rules.fuels[fuel], rules.markets[market])


def market_for(s: State, seat: int, buys: list[int]) -> int:
    """Choose the market for a buying that must be done on one: where most of it can be had, then the cheapest."""
    supply = s.rules.fuel_supply
    best = NOBODY
    least = (0, 0)
    for market, track in enumerate(s.rules.tracks):
        if not any(supply.price(s, seat, market, fuel) for fuel in range(FUELS)):
            continue
        lacking = cost = 0
        for fuel in range(FUELS):
            mask = s.fuel[market * FUELS + fuel]
            prices = [price for space, price in enumerate(track.prices[fuel]) if mask >> space & 1]
            lacking += max(0, buys[fuel] - len(prices))
            cost += sum(prices[: buys[fuel]])
        if best == NOBODY or (lacking, cost) < least:
            best, least = market, (lacking, cost)
    return best


def first_token(s: State, seat: int, buys: list[int]) -> Action | None:
    """Make the first action of a buying: the fuel of which most is needed first."""
    only = market_for(s, seat, buys) if s.rules.fuel_supply.one_market else NOBODY
    for fuel in sorted(range(FUELS), key=lambda f: -buys[f]):
        if buys[fuel] > 0:
            action = token(s, seat, fuel, only)
            if action is not None:
                return action
    return None


def best_run(s: State, seat: int, fuel_worth: list[float]) -> tuple[Run, int, int]:
    """Choose the plants whose pay, less the worth of the fuel they burn, is greatest; also cities supplied and pay."""
    running, supplied, pay = best_runs(s, seat, tuple(fuel_worth))
    return Run(seat, running), supplied, pay
