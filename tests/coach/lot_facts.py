"""Recomputes what the coach says of a lot: why to bid less than it is worth, what it brings, who gets it otherwise."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.engine.actions import Build
from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.fuel_held import fuel_of, units_of
from kilowatt.engine.game import advance, clone, refusal
from kilowatt.engine.ids import BUILD, FUELS
from kilowatt.engine.network import FAR
from kilowatt.engine.phases.card_market import column_of
from kilowatt.protocol import views

if TYPE_CHECKING:
    from kilowatt.coach import Choice, Worth
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


MANY = 400
"""More Elektro than any fuel costs."""


def engines_cost(s: State, seat: int, plant: int) -> int:
    """Return what one run of a plant costs by the engine's quotes, -1 where the fuel for it cannot be had."""
    trial = clone(s)
    trial.plants[seat] = (plant,)
    trial.held[seat * FUELS : seat * FUELS + FUELS] = [0] * FUELS
    trial.money[seat] = MANY
    card = s.rules.plants[plant]
    costs: list[int] = []
    for split in product(range(card.need + 1), repeat=len(card.fuels)):
        if sum(split) == card.need:
            units = {s.rules.fuels[fuel]: count for fuel, count in zip(card.fuels, split, strict=True) if count}
            quote = kilowatt.quote(trial, seat, fuel=units)
            costs += [] if quote.problems else [quote.fuel_cost]
    return min(costs, default=-1)


class LotFacts:
    """What `Facts` knows of a position and its choices, and the claims about lots."""

    s: State
    seat: int
    money: int
    rules: Rules
    choice: Choice
    choices: tuple[Choice, ...]
    worths: dict[str, Worth]

    def plant(self) -> str:
        """The plant that the choice is about."""
        raise NotImplementedError

    def offered(self) -> list[str]:
        """The plants that may be opened."""
        raise NotImplementedError

    def card(self, plant: str) -> Any:
        """A plant's card."""
        raise NotImplementedError

    def bought(self) -> State:
        """The table after the choice's fuel."""
        raise NotImplementedError

    def may_bid(self, seat: int) -> bool:
        """Whether a rival may bid for the plant that the choice is about."""
        raise NotImplementedError

    # why to bid less than a plant is worth

    def gap(self, stop: int) -> bool:
        """Whether there is a gap above this price."""
        row = self.worths[self.plant()]
        return row.stop == stop and 0 < stop < row.worth

    def _gap_other(self, stop: int, plant: str, worth: int, price: int) -> bool:
        other = self.worths[plant]
        there = plant in self.offered() and plant != self.plant() and price <= self.money
        return self.gap(stop) and there and (other.worth, other.price) == (worth, price) and worth > price

    def _gap_coming(self, stop: int, better: int, cards: int) -> bool:
        powers = [self.card(name).cities for name in self.to_come()]
        more = sum(power > self.card(self.plant()).cities for power in powers)
        return self.gap(stop) and (better, cards) == (more, len(powers)) and more > 0 and self.s.round > 1

    def _gap_coming_income(self, stop: int, better: int, cards: int) -> bool:
        pays = [self.card(name).income for name in self.to_come()]
        more = sum(pay > self.card(self.plant()).income for pay in pays)
        return self.gap(stop) and (better, cards) == (more, len(pays)) and more > 0

    def to_come(self) -> list[str]:
        """The plants of the future market, and those that the table's view names as unseen or lying in the stack."""
        shown = views.open_view(self.s).plants
        unseen = [name for row in shown.unseen.values() if row.left for name in row.cards]
        every = {*shown.future, *shown.top, *shown.under, *shown.pile, *unseen}
        return [name for name in every if self.rules.plant_ids.get(name, FAR) < len(self.rules.plants)]

    def _gap_cities(self, stop: int, cities: int, other: int) -> bool:
        # the fuel costs no less than nothing and no more than the dearest for all plants
        dear = self.most_for_fuel()
        above, below = self.payable(self.money - stop - 1), self.payable(self.money - stop - 1 - dear)
        most, least = self.payable(self.money), self.payable(self.money - dear)
        fits = min(below) <= cities <= max(above) and min(least) <= other <= max(most)
        return self.gap(stop) and cities < other and fits

    def payable(self, money: int) -> list[int]:
        """How many cities so much pays for, the cheapest each time: for a network that is to begin, from every city."""
        trial = clone(self.s)
        trial.phase, trial.ask, trial.actor = BUILD, ASK_BUILD, self.seat
        if trial.count(self.seat):
            return [self.growth(trial, money)]
        counts = [0]
        for city, parts in kilowatt.reach(trial, self.seat).items():
            begun = clone(trial)
            begun.money[self.seat] = sum(parts)
            if sum(parts) <= money and refusal(begun, Build(self.seat, city)) is None:
                advance(begun, Build(self.seat, city))
                counts.append(1 + self.growth(begun, money - sum(parts)))
        return counts

    def growth(self, trial: State, money: int) -> int:
        """How many more cities a network that stands can pay, by the rules' own prices."""
        count = 0
        while money >= 0 and (costs := {city: sum(parts) for city, parts in kilowatt.reach(trial, self.seat).items()}):
            city = min(costs, key=costs.__getitem__)
            trial.money[self.seat] = costs[city]
            if costs[city] > money or refusal(trial, Build(self.seat, city)) is not None:
                break
            advance(trial, Build(self.seat, city))
            money -= costs[city]
            count += 1
        return count

    def most_for_fuel(self) -> int:
        """No less than what a run of all plants and the new one costs: all that each may burn, at the dearest."""
        cards = [self.rules.plants[p] for p in self.s.plants[self.seat]] + [self.card(self.plant())]
        need = [sum(card.need for card in cards if fuel in card.fuels) for fuel in range(FUELS)]
        tracks = range(len(self.rules.tracks))
        return sum(max(sum(self.prices(market, fuel)[: need[fuel]]) for market in tracks) for fuel in range(FUELS))

    def _gap_rival(self, stop: int, seat: int, left: int) -> bool:
        costs = [sum(parts) for parts in kilowatt.reach(self.s, seat).values()]
        return self.gap(stop) and left == self.s.money[seat] - stop - 1 and left < min(costs)

    # what it does, and what its fuel costs

    def _powers(self, plant: str, cities: int) -> bool:
        return plant == self.plant() and self.card(plant).cities == cities

    def _pays(self, plant: str, income: int) -> bool:
        return plant == self.plant() and self.card(plant).income == income and not self.rules.board.cities

    def _mine(self, plant: str, cities: int, price: int) -> bool:
        empty = [cost for at, cost in enumerate(self.rules.tracks[-1].prices[-1]) if not self.s.fuel[-1] >> at & 1]
        return plant == self.plant() and (self.card(plant).income, max([0, *empty])) == (cities, price)

    def _no_fuel(self, plant: str) -> bool:
        return plant == self.plant() and self.card(plant).need == 0

    def _fuel_today(self, need: int, either: list[str], cost: int) -> bool:
        card = self.card(self.plant())
        fuels = [self.rules.fuels[fuel] for fuel in card.fuels]
        return need == card.need and either == fuels and cost in self.run_costs(card)

    def _fuel_short(self, need: int, either: list[str]) -> bool:
        card = self.card(self.plant())
        return need == card.need and len(either) == len(card.fuels) and not self.run_costs(card)

    def run_costs(self, card: Any) -> set[int]:
        """What one run of a plant may cost: on tracks the least alone, with cards any set that is enough."""
        if self.rules.columns:
            return self._card_costs(card)
        least = engines_cost(self.s, self.seat, self.rules.plant_ids[card.id])
        return set() if least < 0 else {least}

    def prices(self, market: int, fuel: int) -> list[int]:
        """What the units of a fuel cost on a market, cheapest first, with a store behind it where there is one."""
        mask = self.s.fuel[market * FUELS + fuel]
        dearer = self.rules.fuel_supply.surcharge(self.s, market)
        row = [
            price + dearer for space, price in enumerate(self.rules.tracks[market].prices[fuel]) if mask >> space & 1
        ]
        if len(self.rules.markets) > len(self.rules.tracks):
            stored = self.rules.fuel_supply.stored_price(fuel)
            row += [stored] * (self.s.supply[fuel] if stored else 0)
        return row

    def _card_costs(self, card: Any) -> set[int]:
        cards = [
            (units_of(kind), self.rules.column_prices[column])
            for column in range(1, 5)
            for kind in column_of(self.s, column)
            if fuel_of(kind) in card.fuels
        ]
        return {
            sum(price for _, price in some)
            for size in range(1, card.need + 1)
            for some in combinations(cards, size)
            if sum(units for units, _ in some) >= card.need
        }

    # what it brings, and what becomes of it otherwise

    def _with_it(self, price: int, left: int, now: int, capacity: int) -> bool:
        powers = [self.rules.plants[p].cities for p in self.s.plants[self.seat]]
        return self.with_it(price, left, now, capacity, powers, self.card(self.plant()).cities)

    def _with_income(self, price: int, left: int, now: int, capacity: int) -> bool:
        pays = [self.rules.plants[p].income for p in self.s.plants[self.seat]]
        return self.with_it(price, left, now, capacity, pays, self.card(self.plant()).income)

    def with_it(self, price: int, left: int, now: int, capacity: int, own: list[int], new: int) -> bool:
        """Whether the plants come to so much now, and to so much with one more and one of them scrapped."""
        likely = min(self.choice.limit, self.worths[self.plant()].price)
        sums = [sum(own) + new]
        if len(own) >= self.rules.plant_limit:
            sums = [sum(own) + new - gone for gone in (*own, new)]
        return price == likely and left == self.money - price and now == sum(own) and capacity in sums

    def _goes_to(self, seat: int, price: int) -> bool:
        """Whether the rival may get it: who leads pays the bid, anybody else more, and no rival likely outbids that."""
        limits = dict(self.worths[self.plant()].rivals)
        others = [limit for rival, limit in limits.items() if rival != seat]
        least = self.s.bid if seat == self.s.leader else self.s.bid + 1
        return self.may_bid(seat) and price >= least and all(price > limit or price >= limits[seat] for limit in others)

    def _best_left(self, plant: str, worth: int, price: int) -> bool:
        gains = self.gains()
        row = self.worths[plant]
        return (row.worth, row.price) == (worth, price) and gains[plant] == max(gains.values()) > 0

    def _none_left(self) -> bool:
        return max(self.gains().values(), default=0) <= 0

    def gains(self) -> dict[str, int]:
        """What each other plant that may be bought is worth above its likely price."""
        may = [p for p in self.offered() if self.rules.buyers.may_buy(self.s, self.seat, self.rules.plant_ids[p])]
        rows = {p: self.worths[p] for p in may if p != self.plant() and self.worths[p].price <= self.money}
        return {plant: row.worth - row.price for plant, row in rows.items()}
