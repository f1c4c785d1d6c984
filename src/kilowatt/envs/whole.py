"""The whole grain: a reservation price, a purchase, a build set, a run set as one id each.

A seat names the most it pays for a lot and is asked no more about it. Several tokens or houses are one id; the plants
that run are one id for their whole set. A question with one answer is not asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from kilowatt.engine.actions import Action, Bid, Build, BuyFuel, Open, Pass, Run, Running
from kilowatt.engine.asks import ASK_BID, ASK_BUILD, ASK_FUEL, ASK_OPEN, ASK_SCRAP
from kilowatt.engine.ids import FUELS
from kilowatt.engine.menu import BidChoice, BuildChoice, BuyChoice, OpenChoice, RunChoice
from kilowatt.engine.phases.auction import least_bid, most_bid
from kilowatt.envs.atomic import AtomicEncoding
from kilowatt.envs.encoding import NOTHING, Allowed, Encoding, Meaning, NotSayable, Said, Utterance, rows
from kilowatt.envs.vocabulary import RAISES, burn_of, cards, first_units, goods, places

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

TOKENS = 12
"""Tokens of one fuel that one id can buy; more by saying it again."""
HOUSES = 8
"""Houses that one id can build; more by saying it again."""
SLOTS = 4
"""Plants a seat can own, lowest card first."""
WAYS = 5
"""What a plant in a slot does: 0 rests, 1 + n runs, a hybrid on n units of its first fuel."""


class WholeEncoding(Encoding):
    """Ids for whole decisions."""

    grain: ClassVar[str] = "whole"

    def __init__(self, rules: Rules) -> None:
        cities = [city.id for city in rules.board.cities]
        super().__init__(
            rules,
            [
                *places(rules),
                *cards(rules),
                ("buy_fuel", [f"{good}:{count}" for good in goods(rules) for count in range(1, TOKENS + 1)]),
                ("build", [f"{city}:{count}" for city in cities for count in range(1, HOUSES + 1)]),
                ("reserve", [*map(str, range(RAISES)), f"+{RAISES}"]),
                ("run", [_digits(number) for number in range(WAYS**SLOTS)]),
            ],
        )
        first = self.vocabulary.first
        self.atoms = AtomicEncoding(rules)
        self.open_first = first["open"]
        self.buy_first = first["buy_fuel"]
        self.build_first = first["build"]
        self.reserve_first = first["reserve"]
        self.wider = self.reserve_first + RAISES
        self.run_first = first["run"]

    def allowed(self, s: State, said: Said) -> Allowed:
        """Give the ids that may be said now."""
        if s.ask == ASK_SCRAP:
            return self.atoms.allowed(s, said)
        if s.ask == ASK_OPEN and said:
            plant = said[0] - self.open_first
            return self._prices(
                least_bid(s, plant) + RAISES * (len(said) - 1), most_bid(s, s.actor, plant), may_pass=False
            )
        found: list[int] = []
        for kind, listed in rows(s).items():
            for row in listed:
                if isinstance(row, BidChoice):
                    return self._prices(row.least + RAISES * len(said), row.most, may_pass=not said)
                if isinstance(row, OpenChoice):
                    found.append(self.open_first + self.rules.plant_ids[row.plant])
                elif isinstance(row, BuyChoice):
                    found += self._counts(s, row)
                elif isinstance(row, BuildChoice):
                    found += self._houses(s, row)
                elif isinstance(row, RunChoice):
                    found.append(self._run_id(s, row.plants))
                elif kind == "pass":
                    found.append(0)
                else:
                    found += self.atoms.ids(s, row.at(0))
        found.sort()
        return Allowed(found, 0, 0)

    def _prices(self, least: int, most: int, *, may_pass: bool) -> Allowed:
        first = self.reserve_first
        ids = [0] if may_pass else []
        if most - least >= RAISES:
            return Allowed([*ids, self.wider], first, first + RAISES)
        return Allowed(ids, first, first + most - least + 1)

    def _counts(self, s: State, row: BuyChoice) -> range:
        """Offer as many tokens as there are, fit and can be paid."""
        rules = s.rules
        market, fuel = rules.market_ids[row.market], rules.fuel_ids[row.fuel]
        most = min(row.room, TOKENS)
        if market < len(rules.tracks):
            prices = rules.tracks[market].prices[fuel]
            mask = s.fuel[market * FUELS + fuel]
            left = s.money[s.actor]
            count = 0
            while mask and count < most:
                left -= prices[(mask & -mask).bit_length() - 1]
                if left < 0:
                    break
                mask &= mask - 1
                count += 1
        else:
            count = min(most, s.supply[fuel], s.money[s.actor] // row.price)
        first = self._buy_id(row.market, row.fuel, 1)
        return range(first, first + count)

    def _buy_id(self, market: str, fuel: str, count: int) -> int:
        good = self.rules.market_ids[market] * FUELS + self.rules.fuel_ids[fuel]
        return self.buy_first + good * TOKENS + count - 1

    def _houses(self, s: State, row: BuildChoice) -> range:
        """Offer the city alone, and as many more houses as the money could pay at the cheapest."""
        left = s.money[s.actor] - row.house - row.connection
        first = self.build_first + self.rules.city_ids[row.city] * HOUSES
        return range(first, first + min(HOUSES, 1 + left // s.rules.house_costs[0]))

    def _run_id(self, s: State, running: tuple[Running, ...]) -> int:
        own = sorted(s.plants[s.actor])
        number = 0
        for row in running:
            plant = self.rules.plant_ids[row.plant]
            units = first_units(self.rules, self.rules.plants[plant], row.burn)
            number += (1 + units) * WAYS ** own.index(plant)
        return self.run_first + number

    def say(self, s: State, said: Said, number: int) -> Utterance:
        """Give the first action of what an id asks for, and what is left of it."""
        seat = s.actor
        if number >= self.run_first:
            return Utterance(Run(seat, self._running(s, number - self.run_first)), ())
        if number == self.wider:
            return Utterance(None, (*said, number))
        if number >= self.reserve_first:
            return self._reserve(s, said, number - self.reserve_first)
        if number >= self.build_first:
            city, more = divmod(number - self.build_first, HOUSES)
            return Utterance(Build(seat, self.rules.board.cities[city].id), (number,) * bool(more))
        if number >= self.buy_first:
            good, more = divmod(number - self.buy_first, TOKENS)
            return Utterance(self._buy(seat, good), (number - 1,) * bool(more))
        if s.ask == ASK_OPEN and number:
            return Utterance(None, (number,))
        return self.atoms.say(s, said, number)  # these families come first and in the same order in both grains

    def _buy(self, seat: int, good: int) -> BuyFuel:
        return BuyFuel(seat, self.rules.fuels[good % FUELS], self.rules.markets[good // FUELS])

    def _reserve(self, s: State, said: Said, extra: int) -> Utterance:
        if s.ask == ASK_OPEN:
            plant = said[0] - self.open_first
            least = least_bid(s, plant)
            price = least + RAISES * (len(said) - 1) + extra
            return Utterance(Open(s.actor, self.rules.card_names[plant], least), (), price)
        return Utterance(Bid(s.actor, s.bid + 1), (), s.bid + 1 + RAISES * len(said) + extra)

    def _running(self, s: State, number: int) -> tuple[Running, ...]:
        found: list[Running] = []
        for plant in sorted(s.plants[s.actor]):
            number, way = divmod(number, WAYS)
            if way:
                card = self.rules.plants[plant]
                found.append(Running(card.id, burn_of(self.rules, card, way - 1)))
        return tuple(found)

    def follow(self, s: State, said: Said, reserve: int) -> Utterance | None:
        """Go on with a purchase or a build set, bid up to the reservation price, and answer what has one answer."""
        seat = s.actor
        if s.ask == ASK_BID and reserve:
            enough = s.bid < min(reserve, s.money[seat])
            return Utterance(Bid(seat, s.bid + 1) if enough else Pass(seat), (), reserve)
        if said and s.ask == ASK_FUEL:
            good, more = divmod(said[0] - self.buy_first, TOKENS)
            return Utterance(self._buy(seat, good), (said[0] - 1,) * bool(more))
        if said and s.ask == ASK_BUILD:
            return self._next_house(s, said)
        found = self.allowed(s, said)
        return self.say(s, said, found.listed()[0]) if found.total() == 1 else None

    def _next_house(self, s: State, said: Said) -> Utterance | None:
        """Build the cheapest house one can have now; the set ends early when there is none."""
        city, more = divmod(said[0] - self.build_first, HOUSES)
        listed = [row for row in rows(s).get("build", []) if isinstance(row, BuildChoice)]
        if not listed:
            return Utterance(Pass(s.actor), ())
        best = min(listed, key=lambda row: row.house + row.connection)
        left = (self.build_first + city * HOUSES + more - 1,) if more > 1 else ()
        return Utterance(Build(s.actor, best.city), left)

    def ids(self, s: State, action: Action) -> list[int]:
        """Give the ids that say an action; a bid becomes the reservation price of that amount."""
        first = self.reserve_first
        if isinstance(action, Open):
            plant = self.rules.plant_ids[action.plant]
            if action.bid != least_bid(s, plant):
                raise NotSayable("in the whole grain a lot opens with the least bid")
            return [self.open_first + plant, first]
        if isinstance(action, Bid):
            extra = action.amount - s.bid - 1
            if extra < 0:
                raise NotSayable("a bid below the least has no id")
            return [*[self.wider] * (extra // RAISES), first + extra % RAISES]
        if isinstance(action, BuyFuel):
            return [self._buy_id(action.market, action.fuel, 1)]
        if isinstance(action, Build):
            return [self.build_first + self.rules.city_ids[action.city] * HOUSES]
        if isinstance(action, Run):
            return [self._run_id(s, action.plants)]
        return self.atoms.ids(s, action)

    def meaning(self, said: Said) -> Meaning:
        """Give the plant to be opened and the raise so far; a set under way asks nothing meanwhile."""
        if not said or said[0] >= self.reserve_first:
            return Meaning(0, RAISES * len(said), NOTHING.burn)
        if said[0] >= self.buy_first:
            return NOTHING
        if said[0] >= self.atoms.give_up_first:
            return self.atoms.meaning(said)
        return Meaning(1 << (said[0] - self.open_first), RAISES * (len(said) - 1), NOTHING.burn)


def _digits(number: int) -> str:
    """Write what each slot does, the first slot first."""
    return "".join(str(number // WAYS**slot % WAYS) for slot in range(SLOTS))
