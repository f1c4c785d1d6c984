"""Recomputes the coach's claims from the state, by playing them out where that is possible. Shares no code with it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.engine import houses
from kilowatt.engine.actions import Build, BuyCard, BuyFuel, Jump, Open, Run, Scrap
from kilowatt.engine.events import PlantSold
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases.auction import eligible
from tests.coach.following import others_pass
from tests.coach.reason_facts import ReasonFacts

if TYPE_CHECKING:
    from kilowatt.coach import Choice, Claim, Worth
    from kilowatt.engine.state import State


class Facts(ReasonFacts):
    """The facts of a position and of a choice in it; `holds` recomputes one claim."""

    def __init__(
        self,
        s: State,
        choice: Choice,
        worths: dict[str, Worth],
        choices: tuple[Choice, ...] = (),
    ) -> None:
        self.s, self.choice, self.worths, self.choices = s, choice, worths, choices
        self.seat = s.actor
        self.money = s.money[self.seat]
        self.rules = s.rules

    def holds(self, claim: Claim) -> bool:
        """Whether a claim is true."""
        return bool(getattr(self, "_" + claim.code)(**claim.args))

    def plant(self) -> str:
        """The plant that the choice is about."""
        action = self.choice.actions[0]
        return action.plant if isinstance(action, Open | Scrap) else self.rules.card_names[self.s.lot]

    def card(self, plant: str) -> Any:
        """A plant's card."""
        return self.rules.plants[self.rules.plant_ids[plant]]

    def least(self, plant: str) -> int:
        """The lowest first bid, from the menu of what may be opened or from the card."""
        return 1 if self.rules.plant_ids[plant] == self.s.discount else self.card(plant).number

    def offered(self) -> list[str]:
        """The plants that may be opened."""
        count = self.rules.plant_market.current(self.s)
        return [self.rules.card_names[plant] for plant in self.s.market[:count]]

    # plants

    def next_bid(self, plant: str) -> int:
        """The lowest bid that the choice is about."""
        return self.least(plant) if isinstance(self.choice.actions[0], Open) else self.s.bid + 1

    def _worth(self, plant: str, worth: int, stop: int) -> bool:
        row = self.worths[plant]
        return (row.worth, row.stop) == (worth, stop) and self.next_bid(plant) <= stop <= min(worth, self.money)

    def _not_worth(self, plant: str, worth: int, bid: int) -> bool:
        return self.worths[plant].worth == worth and bid == self.next_bid(plant) and worth <= bid

    def _above(self, plant: str, worth: int, stop: int, bid: int) -> bool:
        row = self.worths[plant]
        return (row.worth, row.stop) == (worth, stop) and 0 < stop < bid == self.next_bid(plant) and worth > bid

    def _no_help(self, plant: str, worth: int, bid: int) -> bool:
        return (self.worths[plant].worth, self.worths[plant].stop) == (worth, 0) and bid == self.next_bid(plant) < worth

    def _none_helps(self) -> bool:
        return all(self.worths[plant].stop < self.least(plant) for plant in self.offered())

    def _buys_no_plant(self, money: int) -> bool:
        return money == self.money and not isinstance(self.choice.actions[0], Open)

    def _must_buy(self, plant: str, worth: int, bid: int) -> bool:
        return self.s.round <= 1 and self.worths[plant].worth == worth and bid == self.least(plant)

    def _must_buy_one(self) -> bool:
        return self.s.round <= 1

    def _plants_unpayable(self, least: int, money: int) -> bool:
        return money == self.money and least == min(map(self.least, self.offered())) and least > money

    def _nothing_worth(self) -> bool:
        return all(self.worths[plant].worth <= self.least(plant) for plant in self.offered())

    def _lets_go(self, plant: str, stop: int, bid: int, money: int) -> bool:
        same = (plant, money) == (self.plant(), self.money)
        return same and self.worths[plant].stop == stop >= bid == self.s.bid + 1

    def _bid_unpayable(self, bid: int, money: int) -> bool:
        return bid == self.s.bid + 1 and money == self.money and bid > money

    def _replaces(self, plant: str) -> bool:
        own = self.s.plants[self.seat]
        return len(own) >= self.rules.plant_limit and self.rules.plant_ids[plant] in own

    def _rival(self, seat: int, limit: int) -> bool:
        return (
            self.may_bid(seat) and limit <= self.s.money[seat] and self.worths[self.plant()].rivals[0] == (seat, limit)
        )

    def may_bid(self, seat: int) -> bool:
        """Whether a rival may bid for the plant that the choice is about."""
        who = self.s.bidders if self.s.bid and self.s.lot >= 0 else eligible(self.s)
        licensed = self.rules.buyers.may_buy(self.s, seat, self.rules.plant_ids[self.plant()])
        return who >> seat & 1 == 1 and seat != self.seat and licensed

    def _rivals_below(self) -> bool:
        plant = self.plant()
        above = self.s.bid if self.s.lot >= 0 else self.least(plant)
        return all(limit <= above for _, limit in self.worths[plant].rivals)

    def _lone(self, plant: str, worth: int, price: int) -> bool:
        sold = self.opened_at_once(plant, price)
        return sold == [(self.seat, price)] and self.worths[plant].worth == worth >= price == self.least(plant)

    def opened_at_once(self, plant: str, bid: int) -> list[tuple[int, int]]:
        """To whom and for how much a plant goes that is opened, where nobody left in the phase may bid. [AT-ES-01]"""
        _, events = kilowatt.play(self.s, Open(self.seat, plant, bid))
        return [(event.seat, event.price) for event in events if isinstance(event, PlantSold)]

    # fuel

    def bought(self) -> State:
        """The table after the choice's fuel."""
        after = clone(self.s)
        for action in self.choice.actions:
            if isinstance(action, BuyFuel | BuyCard):
                assert kilowatt.refusal(after, action) is None
                advance(after, action)
        if self.rules.fuel_goes_round:
            self._buy_on(after)
        return after

    def _buy_on(self, after: State) -> None:
        """Buy what is left of the units that the choice names, one by one, while everybody else passes."""
        claims = {claim.code: claim.args for claim in self.choice.claims}
        for fuel, count in claims["buys"]["units"].items() if "buys" in claims else ():
            slot = self.seat * FUELS + self.rules.fuels.index(fuel)
            while after.held[slot] - self.s.held[slot] < count:
                others_pass(after, self.seat)
                prices = {action: self.next_price(after, action) for action in buying(after, fuel)}
                advance(after, min(prices, key=prices.__getitem__))

    def next_price(self, s: State, action: BuyFuel) -> int:
        """What the next unit costs."""
        trial = clone(s)
        advance(trial, action)
        return s.money[self.seat] - trial.money[self.seat]

    def _one_by_one(self) -> bool:
        return self.rules.fuel_goes_round

    def _buys(self, units: dict[str, int], cost: int, left: int) -> bool:
        after = self.bought()
        base = self.seat * FUELS
        gained = {
            name: after.held[base + fuel] - self.s.held[base + fuel] for fuel, name in enumerate(self.rules.fuels)
        }
        money = after.money[self.seat]
        return {name: count for name, count in gained.items() if count} == units and (cost, left) == (
            self.money - money,
            money,
        )

    def _buys_no_fuel(self) -> bool:
        return self.bought().money[self.seat] == self.money

    def _then_builds(self, count: int, cost: int, left: int) -> bool:
        after = self.bought()
        before = after.money[self.seat]
        return (left, cost) == (before - cost, cost) and left >= 0 and self.cheapest(after, count) <= cost

    def cheapest(self, s: State, count: int) -> int:
        """A lower bound of what so many more cities cost: the cheapest houses, connections left out."""
        fees = sorted(
            [
                self.rules.space_costs[space][city]
                for city in range(len(self.rules.board.cities))
                if (space := houses.space_for(s, self.seat, city)) >= 0
            ]
        )
        return sum(fees[:count]) if len(fees) >= count else 1 << 30

    def _enough_all(self, supplied: int, income: int) -> bool:
        return self.pay(supplied) == income and self.supply() >= supplied >= self.s.count(self.seat) and self.goes_on()

    def _enough_some(self, supplied: int, income: int, cities: int) -> bool:
        return self.pay(supplied) == income and supplied == min(self.supply(), cities) and supplied < cities

    def _enough_end(self, supplied: int, cities: int) -> bool:
        return self.ended(cities) and supplied == cities <= self.supply()

    def _some_end(self, supplied: int, cities: int) -> bool:
        return self.ended(cities) and supplied == min(self.supply(), cities) < cities

    def goes_on(self) -> bool:
        """Whether plants still pay in this round, as far as the choice's own houses are concerned."""
        built = sum(isinstance(action, Build | Jump) for action in self.choice.actions)
        return not self.ended(self.s.count(self.seat) + built)

    def ended(self, cities: int) -> bool:
        """Whether so many cities of the seat, or those of a rival, end the game."""
        return max(cities, *[self.s.count(seat) for seat in range(self.rules.seats)]) >= self.rules.end_at

    def _no_cities(self, income: int) -> bool:
        return self.s.count(self.seat) == 0 and self.pay(0) == income

    def pay(self, supplied: int) -> int:
        """What so many supplied cities pay, after the outage that the choice's own houses may bring."""
        return max(0, self.rules.income.pay(self.rules, supplied, 0) - self.rules.income.fine(self.built(), self.seat))

    def built(self) -> State:
        """The position after the choice's own houses."""
        after = clone(self.s)
        for action in self.choice.actions:
            if isinstance(action, Build | Jump) and after.actor == self.seat:
                advance(after, action)
        return after

    def _outage(self, lost: int) -> bool:
        fine = self.rules.income.fine(self.built(), self.seat)
        return 0 <= lost <= fine == 3 * self.built().count(self.seat) > 0

    def supply(self) -> int:
        """The most cities the plants can supply with the fuel there is after the choice: every set of plants tried."""
        after = self.bought()
        held = after.held[self.seat * FUELS : self.seat * FUELS + FUELS]
        plants = [self.rules.plants[plant] for plant in after.plants[self.seat]]
        most = 0
        for size in range(len(plants) + 1):
            for some in combinations(plants, size):
                left = list(held)
                mixed = 0
                for card in some:
                    if len(card.fuels) == 1:
                        left[card.fuels[0]] -= card.need
                    elif card.fuels:
                        mixed += card.need
                if min(left, default=0) >= 0 and mixed <= sum(left[fuel] for fuel in set(self.rules.mix)):
                    most = max(most, sum(card.cities for card in some))
        return most

    def _no_burner(self) -> bool:
        return not any(self.rules.plants[plant].fuels for plant in self.s.plants[self.seat])

    def _fuel_unpayable(self, price: int, money: int) -> bool:
        return money == self.money < price and not any(
            isinstance(action, BuyFuel) for action in kilowatt.legal_actions(self.s)
        )

    def _fuel_none(self) -> bool:
        return not any(isinstance(action, BuyFuel) for action in kilowatt.legal_actions(self.s))

    def _has_fuel(self, supplied: int, income: int) -> bool:
        return supplied == min(self.supply(), self.s.count(self.seat)) and income == self.pay(supplied)

    def _buys_cards(self, cards: list[str], cost: int, left: int) -> bool:
        after = self.bought()
        return cost == self.money - after.money[self.seat] and left == after.money[self.seat] and len(cards) > 0

    def _buys_no_card(self) -> bool:
        return not any(isinstance(action, BuyCard) for action in self.choice.actions)

    # cities and power

    def _builds(self, count: int, cost: int, left: int) -> bool:
        after = clone(self.s)
        built = [action for action in self.choice.actions if isinstance(action, Build | Jump)]
        for action in built:
            assert kilowatt.refusal(after, action) is None
            if after.actor != self.seat:
                return True
            advance(after, action)
        paid = self.money - after.money[self.seat] if after.round == self.s.round else cost
        return count == len(built) and left == self.money - cost and (paid == cost or after.phase != self.s.phase)

    def _builds_none(self, money: int) -> bool:
        return money == self.money and not any(isinstance(action, Build | Jump) for action in self.choice.actions)

    def _no_open_city(self) -> bool:
        return all(houses.space_for(self.s, self.seat, city) < 0 for city in range(len(self.rules.board.cities)))

    def _city_unpayable(self, city: str, cost: int, money: int) -> bool:
        buildable = any(isinstance(action, Build | Jump) for action in kilowatt.legal_actions(self.s))
        return not buildable and money == self.money < cost == sum(kilowatt.reach(self.s, self.seat)[city])

    def _capacity(self, capacity: int, cities: int) -> bool:
        plants = self.s.plants[self.seat]
        built = sum(isinstance(action, Build | Jump) for action in self.choice.actions)
        return (
            capacity == sum(self.rules.plants[p].cities for p in plants) and cities == self.s.count(self.seat) + built
        )

    def _ends(self, cities: int) -> bool:
        built = sum(isinstance(action, Build | Jump) for action in self.choice.actions)
        return cities == self.s.count(self.seat) + built >= self.rules.end_at

    def _rivals_power(self, most: int) -> bool:
        seat, supplies = self.seat, []
        for rival in range(self.rules.seats):
            if rival != seat:
                self.seat = rival
                choice, self.choice = self.choice, _NOTHING
                supplies.append(self.supply())
                self.seat, self.choice = seat, choice
        return most == max(supplies)

    def _runs(self, supplied: int, income: int) -> bool:
        run = self.choice.actions[0]
        assert isinstance(run, Run)
        cities = sum(self.card(row.plant).cities for row in run.plants)
        return supplied == min(cities, self.s.count(self.seat)) and income == self.pay(supplied)

    def _runs_income(self, income: int) -> bool:
        run = self.choice.actions[0]
        assert isinstance(run, Run)
        printed = sum(self.card(row.plant).income for row in run.plants)
        return income == self.rules.income.pay(self.rules, 0, printed)

    def _runs_none(self, income: int) -> bool:
        run = self.choice.actions[0]
        return isinstance(run, Run) and not run.plants and income == self.pay(0)

    def _keeps(self, units: dict[str, int]) -> bool:
        run = self.choice.actions[0]
        assert isinstance(run, Run)
        base = self.seat * FUELS
        left = {name: self.s.held[base + fuel] for fuel, name in enumerate(self.rules.fuels)}
        for row in run.plants:
            for name, count in row.burn.items():
                left[name] -= count
        return {name: count for name, count in left.items() if count} == units

    def _scraps(self, plant: str, capacity: int) -> bool:
        left = [p for p in self.s.plants[self.seat] if self.rules.card_names[p] != plant]
        return capacity == sum(self.rules.plants[p].cities for p in left)

    def _scraps_income(self, plant: str, capacity: int) -> bool:
        left = [p for p in self.s.plants[self.seat] if self.rules.card_names[p] != plant]
        return capacity == sum(self.rules.plants[p].income for p in left)

    def _discard(self) -> bool:
        return True

    def _prepare(self) -> bool:
        return self.s.round == 0


def buying(s: State, fuel: str) -> list[BuyFuel]:
    """Every way to buy a unit of a fuel."""
    return [action for action in kilowatt.legal_actions(s) if isinstance(action, BuyFuel) and action.fuel == fuel]


class _Nothing:
    actions: tuple[()] = ()
    claims: tuple[()] = ()


_NOTHING: Any = _Nothing()
