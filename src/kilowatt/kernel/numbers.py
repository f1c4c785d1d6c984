"""Actions as numbers and back. A number names the same action in every position of a game with the same plants."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final, cast

from kilowatt.engine import asks
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
    Reveal,
    RevealFuel,
    Run,
    Running,
    Scrap,
    SeatOrder,
    ShowBack,
    Zone,
)
from kilowatt.engine.ids import FUELS
from kilowatt.kernel.menus import AMOUNT_BITS, CARD, CARD_BITS, CARD_SHIFT, KIND, KIND_SHIFT, PASS
from kilowatt.kernel.phases.scrapping import FIRST_BITS, SECOND
from kilowatt.kernel.record_layout import KINDS
from kilowatt.kernel.storage import DIGIT, DIGIT_BITS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.rules import Rules


class Numbers:
    """The numbers of one game's actions. `plants` are those of the acting seat in ascending order, for runs."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.orders = list(permutations(range(rules.seats)))
        areas = [area.id for area in rules.board.areas]
        self.zones = [tuple([areas[area] for area in zone]) for zone in rules.zone_list]
        self.readers: Final[dict[type[Action], Callable[[Action, Sequence[int]], int]]] = {
            ChooseArea: lambda a, _: asks.ASK_AREA * KIND + rules.area_ids[cast("ChooseArea", a).area],
            PlaceTrust: lambda a, _: asks.ASK_TRUST_CITY * KIND + rules.city_ids[cast("PlaceTrust", a).city],
            MarkStart: lambda a, _: asks.ASK_MARK * KIND + rules.city_ids[cast("MarkStart", a).city],
            Open: lambda a, _: self._open(cast("Open", a)),
            Bid: lambda a, _: asks.ASK_BID * KIND + cast("Bid", a).amount,
            Pass: lambda _, __: PASS,
            Scrap: lambda a, _: self._scrap(cast("Scrap", a)),
            DiscardFuel: lambda a, _: asks.ASK_DISCARD * KIND + rules.fuel_ids[cast("DiscardFuel", a).fuel],
            BuyFuel: lambda a, _: self._buy(cast("BuyFuel", a)),
            BuyCard: lambda a, _: self._card(cast("BuyCard", a)),
            Build: lambda a, _: asks.ASK_BUILD * KIND + rules.city_ids[cast("Build", a).city],
            Run: lambda a, plants: self._run(cast("Run", a), plants),
            SeatOrder: lambda a, _: asks.ASK_ORDER * KIND + self.orders.index(cast("SeatOrder", a).order),
            Zone: lambda a, _: asks.ASK_ZONE * KIND + self.zones.index(cast("Zone", a).areas),
            ShowBack: lambda a, _: asks.ASK_BACK * KIND + rules.back_ids[cast("ShowBack", a).back],
            Reveal: lambda a, _: (
                asks.ASK_REVEAL * KIND + rules.plant_ids.get(cast("Reveal", a).plant, len(rules.plants))
            ),
            RevealFuel: lambda a, _: asks.ASK_FUEL_CARD * KIND + rules.kind_ids[cast("RevealFuel", a).card],
        }
        self.makers: Final[dict[int, Callable[[int, int, Sequence[int]], Action]]] = {
            asks.NO_ASK: lambda seat, _, __: Pass(seat),
            asks.ASK_AREA: lambda seat, what, _: ChooseArea(seat, areas[what]),
            asks.ASK_TRUST_CITY: lambda seat, what, _: PlaceTrust(seat, rules.city_names[what]),
            asks.ASK_MARK: lambda seat, what, _: MarkStart(seat, rules.city_names[what]),
            asks.ASK_OPEN: lambda seat, what, _: Open(
                seat, rules.card_names[what >> CARD_SHIFT & CARD_BITS], what & AMOUNT_BITS
            ),
            asks.ASK_BID: lambda seat, what, _: Bid(seat, what),
            asks.ASK_SCRAP: lambda seat, what, _: self._scrapping(seat, what),
            asks.ASK_DISCARD: lambda seat, what, _: DiscardFuel(seat, rules.fuels[what]),
            asks.ASK_FUEL: lambda seat, what, _: BuyFuel(seat, rules.fuels[what % FUELS], rules.markets[what // FUELS]),
            asks.ASK_CARD: lambda seat, what, _: BuyCard(seat, what // KINDS, rules.kind_names[what % KINDS]),
            asks.ASK_BUILD: lambda seat, what, _: Build(seat, rules.city_names[what]),
            asks.ASK_RUN: lambda seat, what, plants: Run(seat, self._running(what, plants)),
            asks.ASK_ORDER: lambda _, what, __: SeatOrder(self.orders[what]),
            asks.ASK_ZONE: lambda _, what, __: Zone(self.zones[what]),
            asks.ASK_BACK: lambda _, what, __: rules.shows[what],
            asks.ASK_REVEAL: lambda _, what, __: rules.reveals[what],
            asks.ASK_FUEL_CARD: lambda _, what, __: RevealFuel(rules.kind_names[what]),
        }

    def number(self, action: Action, plants: Sequence[int]) -> int:
        """Return the number of an action; `KeyError` or `ValueError` where it names what these rules do not have."""
        return self.readers[type(action)](action, plants)

    def action(self, number: int, seat: int, plants: Sequence[int]) -> Action:
        """Make the action of a number, for the seat that acts."""
        return self.makers[number >> KIND_SHIFT](seat, number & (KIND - 1), plants)

    def _open(self, action: Open) -> int:
        return asks.ASK_OPEN * KIND + self.rules.plant_ids[action.plant] * CARD + action.bid

    def _scrap(self, action: Scrap) -> int:
        rules = self.rules
        plant = rules.plant_ids[action.plant]
        given_up = 0
        for name, units in action.give_up.items():
            given_up += units * (SECOND if rules.plants[plant].fuels.index(rules.fuel_ids[name]) else 1)
        return asks.ASK_SCRAP * KIND + plant * CARD + given_up

    def _scrapping(self, seat: int, what: int) -> Scrap:
        rules = self.rules
        plant = rules.plants[what >> CARD_SHIFT & CARD_BITS]
        units = (what & FIRST_BITS, (what & AMOUNT_BITS) // SECOND)
        given_up = {rules.fuels[fuel]: count for fuel, count in zip(plant.fuels, units, strict=False) if count}
        return Scrap(seat, plant.id, given_up)

    def _buy(self, action: BuyFuel) -> int:
        rules = self.rules
        return asks.ASK_FUEL * KIND + rules.market_ids[action.market] * FUELS + rules.fuel_ids[action.fuel]

    def _card(self, action: BuyCard) -> int:
        return asks.ASK_CARD * KIND + action.column * KINDS + self.rules.kind_ids[action.card]

    def _run(self, action: Run, plants: Sequence[int]) -> int:
        rules = self.rules
        number = asks.ASK_RUN * KIND
        for row in action.plants:
            plant = rules.plant_ids[row.plant]
            card = rules.plants[plant]
            way = row.burn.get(rules.fuels[card.fuels[1]], 0) if len(card.fuels) > 1 else 0
            number += (way + 1) << DIGIT * plants.index(plant)
        return number

    def _running(self, what: int, plants: Sequence[int]) -> tuple[Running, ...]:
        rules = self.rules
        running: list[Running] = []
        for digit, plant in enumerate(plants):
            way = (what >> DIGIT * digit & DIGIT_BITS) - 1
            if way >= 0:
                card = rules.plants[plant]
                burn = [0] * FUELS
                if card.fuels:
                    burn[card.fuels[0]] = card.need - way
                if len(card.fuels) > 1:
                    burn[card.fuels[1]] = way
                running.append(Running(card.id, {rules.fuels[f]: burn[f] for f in range(FUELS) if burn[f]}))
        return tuple(running)
