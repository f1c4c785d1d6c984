"""Every action worth trying in a state, allowed or not: the vocabulary that legality is tested against."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from kilowatt.engine.actions import (
    Action,
    Bid,
    Build,
    BuyCard,
    BuyFuel,
    ChooseArea,
    DiscardFuel,
    Jump,
    MarkStart,
    Open,
    Pass,
    PlaceTrust,
    Run,
    Running,
    Scrap,
)
from kilowatt.engine.machine import DECISIONS
from tests.rulesets import ATLAS, WITH_STARTS

if TYPE_CHECKING:
    from kilowatt.engine.state import State

OPTIONS: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (2, {"trust": True}),
    (2, {"trust": False, "contractor": True}),
    (2, {"trust": True, "starting_cities": True, "contractor": True}),
    (3, {}),
    (3, {"zone": "draft", "starting_cities": True}),
    (4, {}),
    (4, {"contractor": True, "starting_cities": True}),
    (5, {}),
    (5, {"contractor": True, "zone": "draft"}),
    (6, {}),
]
"""Seats and options that every ruleset is played with; those of the board are left out where there is none."""


def options_for(ruleset: str, options: dict[str, object]) -> dict[str, object]:
    """Leave out what a game without a board does not have, and the Trust where it does not play."""
    missing = {"trust"} if ruleset in ATLAS else {"zone"} if ruleset == "card-game" else set()
    if ruleset not in WITH_STARTS:
        missing.add("starting_cities")
    return {name: value for name, value in options.items() if name not in missing}


def vocabulary(state: State, seat: int) -> list[Action]:
    """List actions of every kind for a seat: every plant, city, area, fuel, market and card, bids around the bounds."""
    rules = state.rules
    plants = [*rules.plant_ids, rules.end_card, "99"]
    cities = [*rules.city_ids, "atlantis"]
    money = state.money[seat]
    actions: list[Action] = [Pass(seat)]
    amounts = sorted({-1, 0, 1, 2, state.bid, state.bid + 1, money - 1, money, money + 1, 1000})
    actions += [Bid(seat, amount) for amount in amounts]
    for plant in plants:
        number = rules.numbers[rules.plant_ids.get(plant, 0)]
        actions += [Open(seat, plant, bid) for bid in sorted({0, 1, number - 1, number, number + 1, money, money + 1})]
        actions.append(Scrap(seat, plant))
    actions += [DiscardFuel(seat, fuel) for fuel in (*rules.fuels, "straw")]
    actions += [BuyFuel(seat, fuel, market) for fuel in (*rules.fuels, "straw") for market in (*rules.markets, "black")]
    actions += [BuyCard(seat, column, card) for column in range(6) for card in (*rules.kind_names, "coal-9")]
    actions += [Build(seat, city) for city in cities]
    actions += [PlaceTrust(seat, city) for city in cities]
    actions += [Jump(seat, city) for city in cities]
    actions += [MarkStart(seat, city) for city in cities]
    actions += [ChooseArea(seat, area) for area in (*rules.area_ids, "mars")]
    return actions + runs(state, seat) + shown(state, seat, {type(action) for action in actions} | {Run})


def shown(state: State, seat: int, known: set[type[Action]]) -> list[Action]:
    """List what the table shows of decisions that take actions of no kind known here."""
    decisions = [decision for decision in DECISIONS if set(decision.takes) - known]
    return [action for decision in decisions for action in decision.shown(state, seat)]


def runs(state: State, seat: int) -> list[Action]:
    """List ways to run one's plants: every subset with every burn of each, right and wrong ones."""
    rules = state.rules
    own = sorted(state.plants[seat])
    ways: list[list[Running | None]] = []
    for plant in own:
        card = rules.plants[plant]
        rows: list[Running | None] = [None, Running(card.id, {})]
        if len(card.fuels) == 1:
            fuel = rules.fuels[card.fuels[0]]
            rows += [Running(card.id, {fuel: card.need}), Running(card.id, {fuel: card.need + 1})]
        elif card.fuels:
            first, second = (rules.fuels[f] for f in card.fuels)
            for part in range(card.need + 1):
                burn = {first: part, second: card.need - part}
                rows.append(Running(card.id, {f: n for f, n in burn.items() if n}))
            rows.append(Running(card.id, {first: card.need, second: 0}))
        ways.append(rows)
    actions: list[Action] = [Run(seat, tuple(row for row in way if row is not None)) for way in product(*ways)]
    if len(own) > 1:
        actions.append(Run(seat, tuple(Running(rules.card_names[p], {}) for p in reversed(own))))
    actions.append(Run(seat, (Running("99", {}),)))
    return actions
