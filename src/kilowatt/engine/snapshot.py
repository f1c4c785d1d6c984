"""Snapshots: a state as plain data, ready for JSON, and back. What is not one of the fixed keys is under `more`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine import asks, houses, tasks
from kilowatt.engine.check import check
from kilowatt.engine.fuel_held import cards_of
from kilowatt.engine.ids import CHANCE, FUELS, NOBODY, OVER, PHASE_NAMES, bits
from kilowatt.engine.layers import size
from kilowatt.engine.layers import unseen as unseen_cards
from kilowatt.engine.phases.card_market import column_of
from kilowatt.engine.reading import BadSnapshot
from kilowatt.engine.restoring import PLAIN, VERSION, read_state
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

__all__ = ["PARTS", "BadSnapshot", "restore", "seat_part", "snapshot"]


def snapshot(state: State) -> dict[str, Any]:
    """Write a state as plain data; `docs/library.md` says what each key means."""
    return _written(state)


def _written(s: State) -> dict[str, Any]:
    parts = {name: write(s) for name, write in PARTS.items()}
    if s.rules.closing:
        parts["closed"] = [s.rules.city_names[city] for city in bits(houses.closed(s))]
    return parts


def _actor(s: State) -> int | str | None:
    return "chance" if s.actor == CHANCE else None if s.actor == OVER else s.actor


def _order(s: State) -> list[int | str]:
    return [_chair(s.rules, seat) for seat in s.order]


def _areas(s: State) -> list[str]:
    return [s.rules.board.areas[area].id for area in s.areas]


def _marks(s: State) -> list[str]:
    return [s.rules.board.cities[city].id for city in bits(s.marks)]


def _seats(s: State) -> list[dict[str, Any]]:
    return [seat_part(s, seat) for seat in range(s.rules.seats)]


def _supply(s: State) -> dict[str, int]:
    return {name: s.supply[fuel] for fuel, name in enumerate(s.rules.fuels)}


def _columns(s: State) -> dict[str, list[str]]:
    rules = s.rules
    return {str(c): [rules.kind_names[k] for k in column_of(s, c)] for c in range(1, 5)} if rules.columns else {}


def _fuel_stack(s: State) -> dict[str, dict[str, int]]:
    return {"unseen": _kinds(s.rules, s.fuel_bag), "discard": _kinds(s.rules, s.fuel_discard)}


def _houses(s: State) -> dict[str, list[int | str | None]]:
    rules = s.rules
    return {
        rules.board.cities[city].id: [
            None if houses.on(s, city, k) == NOBODY else _chair(rules, houses.on(s, city, k)) for k in range(3)
        ]
        for city in range(len(rules.board.cities))
        if s.houses[city]
    }


def _chair(rules: Rules, chair: int) -> int | str:
    return "trust" if chair == rules.trust_chair else chair


def _held(s: State, chair: int) -> dict[str, int]:
    return {name: s.held[chair * FUELS + fuel] for fuel, name in enumerate(s.rules.fuels)}


def _hand(s: State, chair: int) -> list[list[Any]]:
    return [[s.rules.kind_names[kind], left] for kind, left in cards_of(s, chair)]


def seat_part(s: State, seat: int) -> dict[str, Any]:
    """Write what a snapshot has of one seat."""
    rules = s.rules
    bit = 1 << seat
    bound = rules.fuel_supply.market_of(s, seat)
    own: dict[str, Any] = {"mines": mines_of(s, seat)} if rules.fuel_supply.mining else {}
    if rules.starting_cities:
        own["jump"] = rules.starts.may_jump(s, seat)
    return {
        "money": s.money[seat],
        "cities": [rules.board.cities[city].id for city in bits(s.cities[seat])],
        "plants": [rules.card_names[plant] for plant in s.plants[seat]],
        "fuel": _held(s, seat),
        "cards": _hand(s, seat),
        "bought": bool(s.bought & bit),
        "passed": s.lot != NOBODY and not (s.bidders | s.bought | s.out) & bit,
        "out": bool(s.out & bit),
        "market": rules.markets[bound] if bound != NOBODY else None,
        "income": s.income[seat],
        **own,
    }


def mines_of(s: State, seat: int) -> list[str]:
    """Name the mines of a seat."""
    return [s.rules.card_names[plant] for plant in bits(s.rules.fuel_supply.mines(s, seat))]


def _plants(s: State) -> dict[str, Any]:
    rules = s.rules
    names = rules.card_names
    count = rules.plant_market.current(s)
    unseen: dict[str, dict[str, Any]] = {}
    piled = rules.plant_market.piled(s)
    stack = s.deck[:-1] if piled else s.deck
    coming = {back for layer in stack for back, _, left in layer.groups if left}
    mixed = rules.layers_share_cards and not rules.backs_public and bool(coming)
    for layer in stack:
        for back, mask, left in layer.groups:
            if not left and (back in coming or mixed):
                continue  # the rest of this group was removed unseen; others of the back are still to come
            name = rules.backs[back] if rules.backs_public and back < len(rules.backs) else "any"
            row = unseen.setdefault(name, {"left": 0, "cards": []})
            row["left"] += left
            row["cards"] += [names[card] for card in bits(mask) if names[card] not in row["cards"]]
    top = s.deck[0].seq if s.deck else ()
    below = [card for layer in s.deck[1:] for card in layer.seq]
    backs = (*rules.backs, rules.end_card)
    return {
        "current": [names[plant] for plant in s.market[:count]],
        "future": [names[plant] for plant in s.market[count:]],
        "discount": names[s.discount] if s.discount != NOBODY else None,
        "stack": size(stack),
        "top_back": backs[s.top_back] if s.top_back != NOBODY else None,
        "top": [names[card] for card in top],
        "unseen": unseen,
        "under": [names[card] for card in below if card < len(rules.plants)],
        "removed": [names[plant] for plant in bits(s.removed)],
        **({"pile": [names[card] for card in bits(unseen_cards(s.deck[-1:]))]} if piled else {}),
    }


def _markets(s: State) -> dict[str, Any]:
    rules = s.rules
    markets: dict[str, Any] = {}
    for market, name in enumerate(rules.markets):
        rows: dict[str, Any] = {}
        for fuel, fuel_name in enumerate(rules.fuels):
            if market < len(rules.tracks):
                track = rules.tracks[market].prices[fuel]
                more = rules.fuel_supply.surcharge(s, market)
                prices = [track[space] + more for space in bits(s.fuel[market * FUELS + fuel])]
                if track:
                    rows[fuel_name] = {"tokens": len(prices), "prices": prices}
            elif rules.fuel_supply.stored_price(fuel):
                prices = [rules.fuel_supply.stored_price(fuel)] * s.supply[fuel]
                rows[fuel_name] = {"tokens": len(prices), "prices": prices}
        markets[name] = rows
    return markets


def _kinds(rules: Rules, counts: tuple[int, ...]) -> dict[str, int]:
    return {rules.kind_names[kind]: count for kind, count in enumerate(counts) if count}


def _auction(s: State) -> dict[str, Any] | None:
    if s.lot == NOBODY:
        return None
    return {
        "plant": s.rules.card_names[s.lot],
        "bid": s.bid,
        "seat": s.leader,
        "bidders": bits(s.bidders),
        "opener": s.opener,
        "least": s.bid + 1,
    }


def _trust(s: State) -> dict[str, Any] | None:
    chair = s.rules.trust_chair
    if chair == NOBODY:
        return None
    return {
        "plants": [s.rules.card_names[plant] for plant in s.plants[chair]],
        "fuel": _held(s, chair),
        "cards": _hand(s, chair),
        "houses": s.trust_houses,
        "took": s.trust_took,
    }


def _contractor(s: State) -> dict[str, int] | None:
    if not s.rules.contractor:
        return None
    first, others = s.rules.contractor[s.contractor]
    return {"card": s.contractor + 1, "first": first, "others": others, "paid": s.paid_scraps}


def _more(s: State) -> dict[str, Any]:
    more: dict[str, Any] = {name: getattr(s, name) for name in PLAIN}
    more["slots"] = s.slots[:]
    more["ask"] = asks.NAMES[s.ask]
    more["agenda"] = [tasks.name_of(task) for task in s.agenda]
    more["deck"] = [[list(layer.seq), [list(group) for group in layer.groups]] for layer in s.deck]
    return more


PARTS: dict[str, Callable[[State], Any]] = {
    "version": lambda _: VERSION,
    "ruleset": lambda s: s.rules.id,
    "revision": lambda s: s.rules.revision,
    "round": lambda s: s.round,
    "step": lambda s: s.step,
    "phase": lambda s: PHASE_NAMES[s.phase],
    "actor": _actor,
    "order": _order,
    "areas": _areas,
    "marks": _marks,
    "seats": _seats,
    "plants": _plants,
    "fuel": _markets,
    "supply": _supply,
    "columns": _columns,
    "fuel_stack": _fuel_stack,
    "auction": _auction,
    "houses": _houses,
    "trust": _trust,
    "contractor": _contractor,
    "result": lambda s: msgspec.to_builtins(s.result),
    "more": _more,
}
"""The keys of a snapshot in order, and how each is written."""


def restore(rules: Rules, snapshot: dict[str, Any]) -> State:
    """Make the state a snapshot was taken of, under the same rules; `BadSnapshot` names the field that is wrong."""
    s = read_state(rules, snapshot)
    try:
        broken = check(s)
        meant = _written(s)
    except (KeyError, IndexError, ValueError) as error:
        raise BadSnapshot("more", f"damaged: {error!r}") from None
    _compare(snapshot, meant, "")
    if broken:
        raise BadSnapshot("", f"not a state the rules allow: {broken[0]}")
    return s


PRINTED = ("contractor.first", "contractor.others", "auction.least")
"""What is printed on a card or follows from a bid: shown, and not read back."""


ADDED = ("more.bid",)
"""What snapshots that were taken earlier lack."""


def _compare(given: Any, meant: Any, field: str) -> None:  # noqa: ANN401 - any part of a snapshot
    """Refuse a part that says something else than what it follows from: seats' cities and houses, tokens and prices."""
    if field in PRINTED:
        return
    if isinstance(meant, dict) and isinstance(given, dict):
        for name, value in meant.items():
            inner = f"{field}.{name}" if field else str(name)
            if name not in given:
                if inner in ADDED:
                    continue
                raise BadSnapshot(inner, "missing")
            _compare(given[name], value, inner)
    elif isinstance(meant, list | tuple) and isinstance(given, list | tuple) and len(meant) == len(given):
        for place, value in enumerate(meant):
            _compare(given[place], value, f"{field}[{place}]")
    elif given != meant or isinstance(given, bool) != isinstance(meant, bool):
        raise BadSnapshot(field, f"says {given!r}, but the rest of the snapshot means {meant!r}")
