"""What is announced is what happens: books kept from events alone agree with the table after every action.

Money [R18-AUC-09, R18-RES-03, R18-BLD-02, R18-BUR-08, DC-GEN-04], plants [R18-AUC-10, R18-TR-08], fuel [R18-RES-02,
R18-BUR-09, AMB-74], networks [R18-BLD-01], fuel cards [C-RES-04, C-BUR-07, C-BUR-10].
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine import events as told
from kilowatt.engine.actions import Bid, Build, BuyCard, BuyFuel, Open, Pass
from kilowatt.engine.ids import SETUP
from kilowatt.table.playout import random_action

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("recharged/germany", 2, {"trust": True, "contractor": True}),
    ("original/korea", 3, {"contractor": True}),
    ("deluxe/europe", 4, {}),
    ("card-game", 3, {"contractor": True}),
    ("card-game", 2, {"trust": True}),
]
TRUST = "trust"


class Books:
    """A table as far as events describe it, begun with the first round."""

    def __init__(self, state: State) -> None:
        taken = kilowatt.snapshot(state)
        self.money = [row["money"] for row in taken["seats"]]
        self.plants: dict[Any, set[str]] = {seat: set(row["plants"]) for seat, row in enumerate(taken["seats"])}
        self.plants[TRUST] = set((taken["trust"] or {"plants": []})["plants"])
        self.fuel = [Counter(row["fuel"]) for row in taken["seats"]]
        self.cities = [set(row["cities"]) for row in taken["seats"]]
        self.market = {*taken["plants"]["current"], *taken["plants"]["future"]} - {state.rules.end_card}
        self.discount = taken["plants"]["discount"]
        self.tokens = tokens(taken)
        self.columns = {int(column): sorted(cards) for column, cards in taken["columns"].items()}
        self.place = {name: taken[name] for name in ("round", "step", "phase", "order")}
        self.card = (taken["contractor"] or {"card": 0})["card"]
        self.ended = ""
        self.trust = state.rules.trust_chair
        self.end_card = state.rules.end_card

    def enter(self, event: told.Event) -> None:
        """Take note of one event."""
        match event:
            case told.Compensated(seat, amount):
                self.money[seat] += amount
            case told.CityConnected(seat, city, house, connection):
                self.money[seat] -= house + connection
                self.cities[seat].add(city)
            case told.PlantsRun(seat, _, burned, _, income):
                self.money[seat] += income
                self.fuel[seat].subtract(burned)
            case told.FuelDropped(seat, fuel, count):
                self.fuel[seat][fuel] -= count
            case told.FuelBought(seat, fuel, market, price):
                self.money[seat] -= price
                self.fuel[seat][fuel] += 1
                self.tokens[market, fuel] -= 1
            case told.TrustFuelled(taken):
                self.tokens.subtract({("main", fuel): count for fuel, count in taken.items()})
            case told.FuelRefilled(market, added):
                self.tokens.update({(market, fuel): count for fuel, count in added.items()})
            case _:
                self.enter_progress(event)
                self.enter_plants(event)
                self.enter_cards(event)

    def enter_progress(self, event: told.Event) -> None:
        """Take note of the round, the phase, the step, the order, the contractor's card and the end."""
        match event:
            case told.RoundBegan(number, order):
                assert self.chairs(order) == self.place["order"]
                self.place["round"] = number
            case told.OrderSet(order):
                self.place["order"] = self.chairs(order)
            case told.PhaseBegan(phase):
                self.place["phase"] = phase
            case told.StepBegan(step):
                self.place["step"] = step
            case told.ContractorAdvanced(card):
                self.card = card
            case told.GameEnded(reason):
                self.ended, self.place["phase"] = reason, "over"

    def enter_plants(self, event: told.Event) -> None:
        """Take note of a plant that comes, goes or changes hands."""
        match event:
            case told.PlantSold(seat, plant, price):
                self.money[seat] -= price
                self.plants[seat].add(plant)
                self.leaves_market(plant)
            case told.TrustTook(plant):
                self.plants[TRUST].add(plant)
                self.leaves_market(plant)
            case told.PlantScrapped(seat, plant):
                self.plants[TRUST if seat is None else seat].remove(plant)
            case told.PlantRevealed(plant, kept):
                assert isinstance(kept, bool)
                self.market |= {plant} if kept and plant != self.end_card else set()
            case told.PlantRemoved(plant, _) | told.PlantCycled(plant):
                self.leaves_market(plant)
            case told.DiscountPlaced(plant):
                self.discount = plant
            case told.DiscountLost(plant):
                assert plant == self.discount
                self.discount = None

    def enter_cards(self, event: told.Event) -> None:
        """Take note of a fuel card that is dealt, slides or is bought."""
        match event:
            case told.CardRevealed(card, column):
                self.columns[column].append(card)
            case told.CardsMoved(card, column):
                self.columns[3 if column == 2 and self.columns[3] else 4].remove(card)
                self.columns[column].append(card)
            case told.CardBought(seat, column, card, price, kept, singles):
                self.columns[column].remove(card)
                self.columns[1] += [f"{card.split('-')[0]}-single"] * singles
                if seat is not None:
                    self.money[seat] -= price
                    self.fuel[seat][card.split("-")[0]] += kept

    def chairs(self, order: tuple[int, ...]) -> list[int | str]:
        """Return an order as snapshots have it."""
        return [TRUST if seat == self.trust else seat for seat in order]

    def leaves_market(self, plant: str) -> None:
        """Take a plant out of the market, and the discount token with it."""
        self.market.remove(plant)
        self.discount = None if self.discount == plant else self.discount

    def compare(self, state: State) -> None:
        """Compare every account with the table."""
        now = Books(state)
        assert self.money == now.money
        assert self.plants == now.plants
        assert [+held for held in self.fuel] == [+held for held in now.fuel]
        assert self.cities == now.cities
        assert self.market == now.market
        assert self.discount == now.discount
        assert +self.tokens == +now.tokens
        assert {column: sorted(cards) for column, cards in self.columns.items()} == now.columns
        assert self.place == now.place
        assert self.card == now.card
        assert self.ended == (state.result.reason if state.result else "")


def tokens(taken: dict[str, Any]) -> Counter[tuple[str, str]]:
    """Count the tokens on every market."""
    return Counter({(name, fuel): row["tokens"] for name, rows in taken["fuel"].items() for fuel, row in rows.items()})


def announced(action: Action) -> list[tuple[Any, ...]]:
    """List how an event of a seat's own action begins, by its kind; none for a draw or a choice without an event."""
    match action:
        case Open(seat, plant, bid):
            return [("LotOpened", seat, plant, bid)]
        case Bid(seat, amount):
            return [("BidRaised", seat, amount)]
        case BuyFuel(seat, fuel, market):
            return [("FuelBought", seat, fuel, market)]
        case BuyCard(seat, column, card):
            return [("CardBought", seat, column, card)]
        case Build(seat, city):
            return [("CityConnected", seat, city)]
        case Pass(seat):
            return [("BidPassed", seat), ("OptedOut", seat, False), ("TurnEnded", seat)]
    return []


def fields(event: told.Event) -> tuple[Any, ...]:
    """List an event's kind and values."""
    return (type(event).__name__, *[getattr(event, name) for name in event.__struct_fields__])


@pytest.mark.parametrize(("ruleset", "seats", "options"), GAMES, ids=str)
def test_books_kept_from_events_agree_with_the_table(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    """Whoever only reads the events knows all money, plants, fuel, cities and markets of a game to its end."""
    rules = kilowatt.ruleset(ruleset, seats, options)
    rng = Random(7)
    state = kilowatt.new_game(rules)
    while state.phase == SETUP:
        kilowatt.advance(state, random_action(state, rng))
    books = Books(state)
    while kilowatt.actor(state) is not None:
        action = random_action(state, rng)
        events: list[told.Event] = []
        kilowatt.advance(state, action, events)
        for event in events:
            books.enter(event)
        books.compare(state)
        expected = announced(action)
        assert not expected or fields(events[0])[: len(expected[0])] in expected or fields(events[0]) in expected
    assert books.ended
