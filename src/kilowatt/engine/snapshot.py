"""Snapshots: a state as plain data, ready for JSON, and back. What is not one of the fixed keys is under `more`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine import asks, houses, tasks
from kilowatt.engine.check import check
from kilowatt.engine.deck import Deck, Layer, size
from kilowatt.engine.ids import CHANCE, FUELS, NOBODY, OVER, PHASE_NAMES, bits, mask_of
from kilowatt.engine.plants import IN_MARKET
from kilowatt.engine.results import Result
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

VERSION = 1
PLAIN = (
    "step2_done",
    "step3_due",
    "last_round",
    "fuel_drawn",
    "fuel_shuffles",
    "drawn",
    "shuffles",
    "end_card",
    "sold",
    "newest",
    "leader",
    "scrapped",
    "paid_scraps",
    "trust_took",
    "slots",
)
"""Attributes that are written under `more` as they are."""


class BadSnapshot(ValueError):
    """A snapshot that does not fit the rules or is damaged; `field` says where."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"snapshot: {field}: {reason}")
        self.field = field
        self.reason = reason


def snapshot(s: State) -> dict[str, Any]:
    """Write a state as plain data."""
    rules = s.rules
    return {
        "version": VERSION,
        "ruleset": rules.id,
        "revision": rules.revision,
        "round": s.round,
        "step": s.step,
        "phase": PHASE_NAMES[s.phase],
        "actor": "chance" if s.actor == CHANCE else None if s.actor == OVER else s.actor,
        "order": [_chair(rules, seat) for seat in s.order],
        "areas": [rules.board.areas[area].id for area in s.areas],
        "marks": [rules.board.cities[city].id for city in bits(s.marks)],
        "seats": [_seat(s, seat) for seat in range(rules.seats)],
        "plants": _plants(s),
        "fuel": _markets(s),
        "supply": {name: s.supply[fuel] for fuel, name in enumerate(rules.fuels)},
        "columns": {str(c): [rules.kind_names[k] for k in s.columns[c]] for c in range(1, 5)} if rules.columns else {},
        "fuel_stack": {"unseen": _kinds(rules, s.fuel_bag), "discard": _kinds(rules, s.fuel_discard)},
        "auction": _auction(s),
        "houses": {
            rules.board.cities[city].id: [
                None if houses.on(s, city, k) == NOBODY else _chair(rules, houses.on(s, city, k)) for k in range(3)
            ]
            for city in range(len(rules.board.cities))
            if s.houses[city]
        },
        "trust": _trust(s),
        "contractor": _contractor(s),
        "result": msgspec.to_builtins(s.result),
        "more": _more(s),
    }


def _chair(rules: Rules, chair: int) -> int | str:
    return "trust" if chair == rules.trust_chair else chair


def _held(s: State, chair: int) -> dict[str, int]:
    return {name: s.held[chair * FUELS + fuel] for fuel, name in enumerate(s.rules.fuels)}


def _hand(s: State, chair: int) -> list[list[Any]]:
    return [[s.rules.kind_names[kind], left] for kind, left in s.hands[chair]]


def _seat(s: State, seat: int) -> dict[str, Any]:
    rules = s.rules
    bit = 1 << seat
    bound = rules.fuel_supply.market_of(s, seat)
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
    }


def _plants(s: State) -> dict[str, Any]:
    rules = s.rules
    names = rules.card_names
    count = rules.plant_market.current(s)
    unseen: dict[str, dict[str, Any]] = {}
    for layer in s.deck:
        for back, mask, left in layer.groups:
            name = rules.backs[back] if rules.backs_public and back < len(rules.backs) else "any"
            row = unseen.setdefault(name, {"left": 0, "cards": []})
            row["left"] += left
            row["cards"] += [names[card] for card in bits(mask)]
    top = s.deck[0].seq if s.deck else ()
    below = [card for layer in s.deck[1:] for card in layer.seq]
    backs = (*rules.backs, rules.end_card)
    return {
        "current": [names[plant] for plant in s.market[:count]],
        "future": [names[plant] for plant in s.market[count:]],
        "discount": names[s.discount] if s.discount != NOBODY else None,
        "stack": size(s.deck),
        "top_back": backs[s.top_back] if s.top_back != NOBODY else None,
        "top": [names[card] for card in top],
        "unseen": unseen,
        "under": [names[card] for card in below if card < len(rules.plants)],
        "removed": [names[plant] for plant in bits(s.removed)],
    }


def _markets(s: State) -> dict[str, Any]:
    rules = s.rules
    found: dict[str, Any] = {}
    for market, name in enumerate(rules.markets):
        rows: dict[str, Any] = {}
        for fuel, fuel_name in enumerate(rules.fuels):
            if market < len(rules.tracks):
                track = rules.tracks[market].prices[fuel]
                prices = [track[space] for space in bits(s.fuel[market * FUELS + fuel])]
                if track:
                    rows[fuel_name] = {"tokens": len(prices), "prices": prices}
            elif rules.fuel_supply.stored_price(fuel):
                prices = [rules.fuel_supply.stored_price(fuel)] * s.supply[fuel]
                rows[fuel_name] = {"tokens": len(prices), "prices": prices}
        found[name] = rows
    return found


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


def restore(rules: Rules, data: dict[str, Any]) -> State:
    """Make the state a snapshot was taken of, under the same rules."""
    try:
        s = _restore(rules, data)
        broken = check(s)
    except BadSnapshot:
        raise
    except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:
        raise BadSnapshot("", f"damaged: {error!r}") from None
    if broken:
        raise BadSnapshot("", f"not a state the rules allow: {broken[0]}")
    return s


def _check_origin(rules: Rules, data: dict[str, Any]) -> None:
    """Refuse a snapshot that was taken under other rules."""
    for key, expected in (("version", VERSION), ("ruleset", rules.id), ("revision", rules.revision)):
        if data.get(key) != expected:
            raise BadSnapshot(key, f"expected {expected!r}, not {data.get(key)!r}")
    if len(data["seats"]) != rules.seats:
        raise BadSnapshot("seats", f"expected {rules.seats} of them, not {len(data['seats'])}")
    for key, plays in (("trust", rules.trust_plays), ("contractor", bool(rules.contractor))):
        if (data[key] is not None) != plays:
            raise BadSnapshot(key, "taken of a game with other options")


def _restore(rules: Rules, data: dict[str, Any]) -> State:
    _check_origin(rules, data)
    s = State(rules)
    more = data["more"]
    for name in PLAIN:
        setattr(s, name, more[name])
    s.slots = list(more["slots"])
    s.round = data["round"]
    s.step = data["step"]
    s.phase = PHASE_NAMES.index(data["phase"])
    s.actor = CHANCE if data["actor"] == "chance" else OVER if data["actor"] is None else data["actor"]
    s.ask = asks.NAMES.index(more["ask"])
    s.agenda = [_task(text) for text in more["agenda"]]
    s.order = tuple(rules.trust_chair if seat == "trust" else seat for seat in data["order"])
    s.areas = tuple(rules.area_ids[area] for area in data["areas"])
    if s.round or not rules.draft or len(s.areas) == rules.area_count:
        s.zone = rules.board.zone(s.areas)
        s.distances = rules.board.distances(s.zone) if s.zone else []
    s.marks = mask_of([rules.city_ids[city] for city in data["marks"]])
    _restore_houses(s, data["houses"])
    for seat, row in enumerate(data["seats"]):
        _restore_seat(s, seat, row)
    if data["trust"] is not None:
        _restore_chair(s, rules.trust_chair, data["trust"])
        s.trust_houses = data["trust"]["houses"]
    if data["contractor"] is not None:
        s.contractor = data["contractor"]["card"] - 1
    _restore_plants(s, data["plants"], more)
    _restore_fuel(s, data)
    lot = data["auction"]
    if lot is not None:
        s.lot = rules.plant_ids[lot["plant"]]
        s.bid = lot["bid"]
        s.opener = lot["opener"]
        s.bidders = mask_of(lot["bidders"])
    if data["result"] is not None:
        s.result = msgspec.convert(data["result"], Result)
    return s


def _task(text: str) -> int:
    name, _, argument = text.partition(":")
    return tasks.BY_NAME[name] + tasks.ARG * int(argument or 0)


def _restore_houses(s: State, rows: dict[str, list[Any]]) -> None:
    for name, row in rows.items():
        city = s.rules.city_ids[name]
        for space, who in enumerate(row):
            if who is not None:
                chair = s.rules.trust_chair if who == "trust" else who
                houses.put(s, city, space, chair)
                if chair < s.rules.seats:
                    houses.join(s, chair, city)


def _restore_chair(s: State, chair: int, row: dict[str, Any]) -> None:
    rules = s.rules
    s.plants[chair] = tuple(rules.plant_ids[plant] for plant in row["plants"])
    for name, count in row["fuel"].items():
        s.held[chair * FUELS + rules.fuel_ids[name]] = count
    s.hands[chair] = tuple((rules.kind_ids[kind], left) for kind, left in row["cards"])


def _restore_seat(s: State, seat: int, row: dict[str, Any]) -> None:
    _restore_chair(s, seat, row)
    s.money[seat] = row["money"]
    s.income[seat] = row["income"]
    s.bought |= row["bought"] << seat
    s.out |= row["out"] << seat


def _restore_plants(s: State, row: dict[str, Any], more: dict[str, Any]) -> None:
    rules = s.rules
    end = len(rules.plants)
    s.market = tuple(rules.plant_ids.get(name, end) for name in [*row["current"], *row["future"]])
    if (end in s.market) != (s.end_card == IN_MARKET):
        raise BadSnapshot("plants", "the end card is not where it should be")
    s.discount = rules.plant_ids[row["discount"]] if row["discount"] is not None else NOBODY
    s.top_back = rules.back_ids[row["top_back"]] if row["top_back"] is not None else NOBODY
    s.removed = mask_of([rules.plant_ids[name] for name in row["removed"]])
    deck: Deck = tuple(
        Layer(tuple(seq), tuple((back, mask, left) for back, mask, left in groups)) for seq, groups in more["deck"]
    )
    s.deck = deck


def _restore_fuel(s: State, data: dict[str, Any]) -> None:
    rules = s.rules
    for market, track in enumerate(rules.tracks):
        for name, row in data["fuel"][track.name].items():
            fuel = rules.fuel_ids[name]
            prices = track.prices[fuel]
            mask = 0
            for price in row["prices"]:
                free = [space for space, cost in enumerate(prices) if cost == price and not mask >> space & 1]
                mask |= 1 << free[-1]
            s.fuel[market * FUELS + fuel] = mask
    s.supply = [data["supply"][name] for name in rules.fuels]
    for column, kinds in data["columns"].items():
        s.columns[int(column)] = tuple(rules.kind_ids[kind] for kind in kinds)
    s.fuel_bag = _counts(rules, data["fuel_stack"]["unseen"])
    s.fuel_discard = _counts(rules, data["fuel_stack"]["discard"])


def _counts(rules: Rules, kinds: dict[str, int]) -> tuple[int, ...]:
    if not rules.fuel_cards:
        return ()
    return tuple(kinds.get(name, 0) for name in rules.kind_names)
