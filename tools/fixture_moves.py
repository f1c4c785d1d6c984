"""Moves for the rules' fixture: how often a style passes, actions that are often wrong, and plans to price."""

# ruff: noqa: PLR2004, ARG005 - how often a guess is what; all makers are called alike
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kilowatt import options
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
    Reveal,
    Run,
    Running,
    Scrap,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

PASSES: Final[dict[str, dict[str, float]]] = {
    "random": {},
    "uniform": {},
    "eager": {"bid": 0.7},
    "builder": {"open": 0.7, "bid": 0.95, "buy_fuel": 0.25, "buy_card": 0.25, "build": 0.02},
    "miser": {"open": 0.6, "bid": 0.9, "buy_fuel": 0.3, "buy_card": 0.3, "build": 0.8},
}
"""How often each style passes, so that games reach Step 2, Step 3, overflow, blocked hybrids and very long ends."""


def passing(style: str, kind: str) -> float:
    """Return how often a style passes where it could do something of a kind."""
    return 0.0 if style == "random" else PASSES[style].get(kind, 0.1)


def _card(rules: Rules, rng: Random, near: tuple[int, ...]) -> str:
    """Name a card: often one of some that are near, else any, the end card or one that does not exist."""
    if near and rng.random() < 0.7:
        return rules.card_names[rng.choice(near)]
    return rng.choice([*rules.plant_ids, rules.end_card, "99"])


def _amount(s: State, seat: int, rng: Random) -> int:
    """Choose an amount around the bounds of bids."""
    money = s.money[seat] if 0 <= seat < s.rules.seats else 0
    return rng.choice([-1, 0, 1, s.bid, s.bid + 1, money - 1, money, money + 1, rng.randrange(60)])


def _running(s: State, seat: int, rng: Random) -> tuple[Running, ...]:
    """Choose plants and what they burn, mostly wrong."""
    rules = s.rules
    own = s.plants[seat] if 0 <= seat < rules.seats else ()
    rows: list[Running] = []
    for plant in sorted(own, reverse=rng.random() < 0.1):
        card = rules.plants[plant]
        burn = {rules.fuels[fuel]: rng.randrange(card.need + 2) for fuel in card.fuels}
        if len(card.fuels) == 1 and rng.random() < 0.7:
            burn = {rules.fuels[card.fuels[0]]: card.need}
        elif card.fuels and rng.random() < 0.8:
            part = rng.randrange(card.need + 1)
            burn = {rules.fuels[f]: n for f, n in zip(card.fuels, (part, card.need - part), strict=False) if n}
        if rng.random() < 0.03:
            burn["straw"] = 1
        if rng.random() < 0.8:
            rows.append(Running(card.id, burn))
    if rng.random() < 0.1:
        rows.append(Running(rng.choice([*rules.plant_ids, "99"]), {}))
    return tuple(rows)


def _give_up(s: State, rng: Random) -> dict[str, int]:
    """Choose fuel that goes with a scrapped plant, mostly none."""
    if rng.random() < 0.5:
        return {}
    return {fuel: rng.randrange(5) for fuel in rng.sample([*s.rules.fuels, "straw"], rng.choice((1, 1, 2)))}


def _market(rules: Rules, rng: Random) -> str:
    return rng.choice([*rules.markets, *rules.markets, "black"])


_MAKE: Final[dict[str, Callable[[Any, int, Any], Action]]] = {
    "choose_area": lambda s, seat, rng: ChooseArea(seat, rng.choice([*s.rules.area_ids, "mars"])),
    "place_trust": lambda s, seat, rng: PlaceTrust(seat, rng.choice([*s.rules.city_ids, "atlantis"])),
    "mark_start": lambda s, seat, rng: MarkStart(seat, rng.choice([*s.rules.city_ids, "atlantis"])),
    "open": lambda s, seat, rng: Open(seat, _card(s.rules, rng, s.market), _amount(s, seat, rng)),
    "bid": lambda s, seat, rng: Bid(seat, _amount(s, seat, rng)),
    "pass": lambda s, seat, rng: Pass(seat),
    "scrap": lambda s, seat, rng: Scrap(
        seat, _card(s.rules, rng, s.plants[max(0, min(seat, s.rules.seats - 1))]), _give_up(s, rng)
    ),
    "discard_fuel": lambda s, seat, rng: DiscardFuel(seat, rng.choice([*s.rules.fuels, "straw"])),
    "buy_fuel": lambda s, seat, rng: BuyFuel(seat, rng.choice([*s.rules.fuels, "straw"]), _market(s.rules, rng)),
    "buy_card": lambda s, seat, rng: BuyCard(seat, rng.randrange(6), rng.choice([*s.rules.kind_names, "coal-9"])),
    "build": lambda s, seat, rng: Build(seat, rng.choice([*s.rules.city_ids, "atlantis"])),
    "run": lambda s, seat, rng: Run(seat, _running(s, seat, rng)),
    "reveal": lambda s, seat, rng: Reveal(_card(s.rules, rng, s.market)),
    "zone": lambda s, seat, rng: Zone(tuple([*s.rules.area_ids][: s.rules.area_count])),
}

_WHERE_ASKED: Final[dict[str, Callable[[Any, int, Any], Action]]] = {
    "jump": lambda s, seat, rng: Jump(seat, rng.choice([*s.rules.city_ids, "atlantis"])),
}
"""Guessed only where the rules ask for it: the sealed games know nothing of them."""


def guess(s: State, rng: Random) -> Action:
    """Make an action that is often wrong: mostly of a kind that is asked for and of the seat that acts."""
    seat = s.actor
    if seat < 0 or rng.random() < 0.12:
        seat = rng.randrange(-1, s.rules.seats + 1)
    kinds = list(_MAKE)
    if s.actor >= 0 and rng.random() < 0.85:
        kinds = [kind for kind in options(s).choices if kind != "pass"] or ["bid", "pass"]
    return {**_MAKE, **_WHERE_ASKED}[rng.choice(kinds)](s, seat, rng)


def plan(s: State, rng: Random) -> dict[str, Any]:
    """Make a plan to price: cities, fuel, perhaps a plant, a market and fuel given up."""
    rules = s.rules
    chosen: dict[str, Any] = {"cities": rng.sample([*rules.city_ids], min(len(rules.city_ids), rng.randrange(4)))}
    chosen["fuel"] = {fuel: rng.randrange(5) for fuel in rng.sample(rules.fuels, rng.randrange(3))}
    if s.market and rng.random() < 0.5:
        chosen["plant"] = _card(rules, rng, s.market)
        chosen["price"] = rng.randrange(40)
        chosen["give_up"] = dict.fromkeys(rng.sample(rules.fuels, rng.randrange(2)), 1)
    if rules.markets and rng.random() < 0.2:
        chosen["market"] = rng.choice(rules.markets)
    return chosen
