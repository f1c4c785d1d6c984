"""The atomic grain: one token, one city, one raise. Every legal action of the engine has ids here.

An opening is a plant, then an amount; an amount is the raise over the least bid; plants run one after another, the
lowest card first, until `run:done`. Fuel given up with a scrapped plant comes before the plant, a unit an id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from kilowatt.engine.actions import (
    Action,
    Bid,
    Build,
    BuyCard,
    BuyFuel,
    ChooseArea,
    DiscardFuel,
    MarkStart,
    Open,
    Pass,
    PlaceTrust,
    Run,
    Running,
    Scrap,
)
from kilowatt.engine.asks import ASK_BID, ASK_OPEN, ASK_RUN, ASK_SCRAP
from kilowatt.engine.ids import FUELS
from kilowatt.engine.phases.auction import least_bid, most_bid
from kilowatt.engine.storage import runs
from kilowatt.envs.encoding import NOTHING, Allowed, Encoding, Meaning, NotSayable, Said, Utterance, rows
from kilowatt.envs.vocabulary import RAISES, burn_of, burns, cards, first_units, goods, places

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.menu import BuildChoice, BuyChoice, OpenChoice, ScrapChoice
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


class AtomicEncoding(Encoding):
    """Ids for the smallest pieces of a decision."""

    grain: ClassVar[str] = "atomic"

    def __init__(self, rules: Rules) -> None:
        super().__init__(
            rules,
            [
                *places(rules),
                *cards(rules),
                ("buy_fuel", goods(rules)),
                ("build", [city.id for city in rules.board.cities]),
                ("raise", [*map(str, range(RAISES)), f"+{RAISES}"]),
                ("run", ["done", *[name for plant in rules.plants for name in burns(rules, plant)]]),
            ],
        )
        self.raise_first = self.vocabulary.first["raise"]
        self.wider = self.raise_first + RAISES
        self.open_first = self.vocabulary.first["open"]
        self.build_first = self.vocabulary.first["build"]
        self.scrap_first = self.vocabulary.first["scrap"]
        self.give_up_first = self.vocabulary.first["discard_fuel"]
        self.done = self.vocabulary.first["run"]
        self.simple = self._simple()
        self.whole = self._whole()
        self.names = self._names()
        self.running: dict[tuple[str, int], int] = {}
        self.runs: dict[int, Running] = {}
        self._rows: dict[int, int] = {}
        self._kept: list[Running] = []
        """Rows of run sets and their ids; the engine shares the rows, so few come and each comes often."""
        number = self.done
        for plant in rules.plants:
            for units in range(len(burns(rules, plant))):
                number += 1
                self.running[plant.id, units] = number
                self.runs[number] = Running(plant.id, burn_of(rules, plant, units))

    def _simple(self) -> dict[tuple[Callable[..., Action], *tuple[str | int, ...]], int]:
        """Give the id of every action that is one id: its type and what it names besides the seat."""
        rules = self.rules
        first = self.vocabulary.first
        found: dict[tuple[Callable[..., Action], *tuple[str | int, ...]], int] = {(Pass,): first["pass"]}
        for i, area in enumerate(rules.board.areas):
            found[ChooseArea, area.id] = first["choose_area"] + i
        for i, city in enumerate(rules.board.cities):
            found[PlaceTrust, city.id] = first["place_trust"] + i
            found[MarkStart, city.id] = first["mark_start"] + i
            found[Build, city.id] = first["build"] + i
        for i, plant in enumerate(rules.plants):
            found[Scrap, plant.id] = first["scrap"] + i
        for i, fuel in enumerate(rules.fuels):
            found[DiscardFuel, fuel] = first["discard_fuel"] + i
            for m, market in enumerate(rules.markets):
                found[BuyFuel, fuel, market] = first["buy_fuel"] + m * FUELS + i
        if rules.columns:
            for column in range(1, 5):
                for k, kind in enumerate(rules.kind_names):
                    found[BuyCard, column, kind] = first["buy_card"] + (column - 1) * len(rules.kind_names) + k
        return found

    def _whole(self) -> list[list[Utterance | None]]:
        """Make, for every seat and id, the action that the id alone says; they are shared from then on."""
        found: list[list[Utterance | None]] = []
        for seat in range(self.rules.seats):
            row: list[Utterance | None] = [None] * self.size
            for (maker, *args), number in self.simple.items():
                row[number] = Utterance(maker(seat, *args), ())
            found.append(row)
        return found

    def _names(self) -> dict[str, dict[str, int]]:
        """Give, for the menus that are read most often, the id of each row's name."""
        first = self.vocabulary.first
        return {
            "open": {plant.id: first["open"] + i for i, plant in enumerate(self.rules.plants)},
            "build": {city.id: first["build"] + i for i, city in enumerate(self.rules.board.cities)},
        }

    def allowed(self, s: State, said: Said) -> Allowed:
        """Give the ids that may be said now."""
        ask = s.ask
        if ask == ASK_RUN:
            return self._running(s, said)
        if ask == ASK_BID:
            least, most = s.bid + 1 + RAISES * len(said), s.money[s.actor]
            # passing is said at once or not at all: after +200 only an amount completes the raise
            return self._amounts(least, most, may_pass=not said)
        if ask == ASK_OPEN and said:
            least, most = self._bounds(s, said)
            return self._amounts(least, most, may_pass=False)
        if ask == ASK_SCRAP:
            return self._scrapping(s, said)
        found: list[int] = []
        for kind, listed in rows(s).items():
            if kind == "pass":
                found.append(0)
            elif kind == "build":
                names = self.names["build"]
                found += [names[row.city] for row in cast("list[BuildChoice]", listed)]
            elif kind == "buy_fuel":
                simple = self.simple
                found += [simple[BuyFuel, row.fuel, row.market] for row in cast("list[BuyChoice]", listed)]
            elif kind == "open":
                names = self.names["open"]
                found += [names[row.plant] for row in cast("list[OpenChoice]", listed)]
            else:
                found += [self.simple[_key(row.at(0))] for row in listed]
        found.sort()
        return Allowed(found, 0, 0)

    def _bounds(self, s: State, said: Said) -> tuple[int, int]:
        """Give the least amount of an opening after what was said, and the greatest."""
        plant = said[0] - self.open_first
        return least_bid(s, plant) + RAISES * (len(said) - 1), most_bid(s, s.actor, plant)

    def _amounts(self, least: int, most: int, *, may_pass: bool) -> Allowed:
        first = self.raise_first
        ids = [0] if may_pass else []
        if most - least >= RAISES:
            return Allowed([*ids, self.wider], first, first + RAISES)
        return Allowed(ids, first, first + max(0, most - least + 1))

    def _running(self, s: State, said: Said) -> Allowed:
        """Give the plants that may run next, and the end, after those said."""
        depth = len(said)
        found: list[int] = []
        for run in runs(s, s.actor):
            rows_run = run[0]
            if len(rows_run) < depth:
                continue
            begins = True
            for i in range(depth):
                if self._shared_id(rows_run[i]) != said[i]:
                    begins = False
                    break
            if begins:
                number = self._shared_id(rows_run[depth]) if len(rows_run) > depth else self.done
                if number not in found:
                    found.append(number)
        found.sort()
        return Allowed(found, 0, 0)

    def _scrapping(self, s: State, said: Said) -> Allowed:
        """Give the fuels of which one more unit may go, in their order, and the plants that may go with those said."""
        given = self._given(said)
        last = said[-1] - self.give_up_first if said else 0
        found: set[int] = set()
        for row in cast("list[ScrapChoice]", rows(s)["scrap"]):
            most = [row.give_up.get(name, 0) for name in self.rules.fuels]
            if all(given[fuel] <= most[fuel] for fuel in range(FUELS)) and len(said) <= row.most:
                found.add(self.scrap_first + self.rules.plant_ids[row.plant])
                if len(said) < row.most:
                    more = [fuel for fuel in range(last, FUELS) if given[fuel] < most[fuel]]
                    found.update(self.give_up_first + fuel for fuel in more)
        return Allowed(sorted(found), 0, 0)

    def _given(self, said: Said) -> list[int]:
        """Count the units of each fuel that were said to go with a scrapped plant."""
        return [said.count(self.give_up_first + fuel) for fuel in range(FUELS)]

    def _shared_id(self, row: Running) -> int:
        known = self._rows.get(id(row))
        if known is None:
            known = self._rows[id(row)] = self._run_id(row)
            self._kept.append(row)  # while it lives, no other row can have its identity
        return known

    def _run_id(self, row: Running) -> int:
        plant = self.rules.plants[self.rules.plant_ids[row.plant]]
        return self.running[row.plant, first_units(self.rules, plant, row.burn)]

    def say(self, s: State, said: Said, number: int) -> Utterance:
        """Give what an id comes to: an action, or more of a half-said one."""
        seat = s.actor
        if s.ask == ASK_SCRAP:
            if number >= self.give_up_first:
                return Utterance(None, (*said, number))
            if said:
                given = self._given(said)
                amounts = {name: given[fuel] for fuel, name in enumerate(self.rules.fuels) if given[fuel]}
                return Utterance(Scrap(seat, self.rules.card_names[number - self.scrap_first], amounts), ())
        known = self.whole[seat][number]
        if known is not None:
            return known
        if number == self.done:
            return Utterance(Run(seat, tuple([self.runs[n] for n in said])), ())
        if number > self.done or number == self.wider or number < self.raise_first:
            return Utterance(None, (*said, number))
        extra = number - self.raise_first
        if s.ask == ASK_OPEN:
            least, _ = self._bounds(s, said)
            return Utterance(Open(seat, self.rules.card_names[said[0] - self.open_first], least + extra), ())
        return Utterance(Bid(seat, s.bid + 1 + RAISES * len(said) + extra), ())

    def ids(self, s: State, action: Action) -> list[int]:
        """Give the ids that say an action."""
        if isinstance(action, Open):
            plant = self.rules.plant_ids[action.plant]
            return [self.open_first + plant, *self._amount_ids(action.bid - least_bid(s, plant))]
        if isinstance(action, Bid):
            return self._amount_ids(action.amount - s.bid - 1)
        if isinstance(action, Run):
            return [*[self._run_id(row) for row in action.plants], self.done]
        if isinstance(action, Scrap):
            given = [fuel for fuel, name in enumerate(self.rules.fuels) for _ in range(action.give_up.get(name, 0))]
            first = self.scrap_first + self.rules.plant_ids[action.plant]
            return [*[self.give_up_first + fuel for fuel in given], first]
        found = self.simple.get(_key(action))
        if found is None:
            raise NotSayable(f"{action!r} has no id")
        return [found]

    def _amount_ids(self, extra: int) -> list[int]:
        if extra < 0:
            raise NotSayable("a bid below the least has no id")
        return [*[self.wider] * (extra // RAISES), self.raise_first + extra % RAISES]

    def meaning(self, said: Said) -> Meaning:
        """Give the plants said so far, the raise so far and what would be burned or given up."""
        if not said:
            return NOTHING
        plants = 0
        raised = 0
        burn = [0] * FUELS
        for number in said:
            if number == self.wider:
                raised += RAISES
            elif self.give_up_first <= number < self.give_up_first + FUELS:
                burn[number - self.give_up_first] += 1
            elif number in self.runs:
                row = self.runs[number]
                plants |= 1 << self.rules.plant_ids[row.plant]
                for fuel, count in row.burn.items():
                    burn[self.rules.fuel_ids[fuel]] += count
            else:
                plants |= 1 << (number - self.open_first)
        return Meaning(plants, raised, burn)


def _key(action: Action) -> tuple[Callable[..., Action], *tuple[str | int, ...]]:
    """Give what an action is but for its seat: type, then fields in order."""
    kind = type(action)
    return (kind, *[getattr(action, field) for field in kind.__struct_fields__[1:]])
