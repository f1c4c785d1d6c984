"""From plain data back to a state: each key is checked for its type and range before anything is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine import asks, houses, tasks
from kilowatt.engine.asks import ASK_BID, FIRST_DRAW, NO_ASK
from kilowatt.engine.ids import CHANCE, FUELS, KINDS, NOBODY, OVER, PHASE_NAMES, SETUP, SPACES, mask_of
from kilowatt.engine.layers import Group, Layer
from kilowatt.engine.plants import GONE, IN_MARKET
from kilowatt.engine.reading import BadSnapshot, Part
from kilowatt.engine.results import Result
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

VERSION = 1
FLAGS = ("step2_done", "step3_due", "last_round", "scrapped", "trust_took")
COUNTS = ("fuel_drawn", "fuel_shuffles", "drawn", "shuffles", "sold", "paid_scraps")
PLAIN = (*FLAGS, *COUNTS, "end_card", "newest", "leader", "bid", "slots")
"""Attributes that are written under `more` as they are; leader and bid outlast their auction."""
COLUMNS = 4
UNITS_MOST = 3
"""Units of a fuel card at most."""
STEPS = 3
ARGUMENT_LONGEST = 4
"""Digits of a task's argument: a place in the order, a city, a card."""
_result = msgspec.json.Decoder(Result)  # worked out at import: two threads that begin with a Struct at once crash


def read_state(rules: Rules, data: Any) -> State:  # noqa: ANN401 - whatever a caller has is checked here
    """Make the state that a snapshot describes; `BadSnapshot` names the field that is wrong."""
    root = Part(data, "")
    _check_origin(rules, root)
    s = State(rules)
    _read_progress(s, root)
    _read_more(s, root.key("more"))
    _read_board(s, root)
    for seat, row in enumerate(root.key("seats").members(rules.seats)):
        _read_seat(s, seat, row)
    _read_trust(s, root.key("trust"))
    if rules.contractor:
        s.contractor = root.key("contractor").key("card").number(1, len(rules.contractor)) - 1
    _read_plants(s, root.key("plants"))
    _read_fuel(s, root)
    _read_auction(s, root.key("auction"))
    _read_result(s, root.key("result"))
    return s


def _check_origin(rules: Rules, root: Part) -> None:
    """Refuse a snapshot that was taken under other rules."""
    for key, expected in (("version", VERSION), ("ruleset", rules.id), ("revision", rules.revision)):
        part = root.key(key)
        if part.value != expected:
            raise part.wrong(repr(expected))
    root.key("seats").members(rules.seats)
    for key, plays in (("trust", rules.trust_plays), ("contractor", bool(rules.contractor))):
        if (root.key(key).value is not None) != plays:
            raise BadSnapshot(key, "taken of a game with other options")


def _read_progress(s: State, root: Part) -> None:
    rules = s.rules
    s.round = root.key("round").number()
    s.step = root.key("step").number(1, STEPS)
    phase = root.key("phase")
    s.phase = phase.one_of({name: i for i, name in enumerate(PHASE_NAMES)})
    if s.round == 0 and s.phase != SETUP:
        raise root.key("round").wrong(f"a round from 1 on in the phase {phase.value}")
    actor = root.key("actor")
    if actor.value == "chance":
        s.actor = CHANCE
    elif actor.value is None:
        s.actor = OVER
    else:
        s.actor = actor.number(0, rules.seats - 1)
    order = root.key("order")
    s.order = tuple([part.chair(rules.seats, rules.trust_chair) for part in order.members()])
    everybody = rules.seats + (1 if rules.trust_plays else 0)
    if (s.order or s.round) and sorted(s.order) != list(range(everybody)):
        raise order.wrong(f"each of the {everybody} places once")


def _read_more(s: State, more: Part) -> None:
    rules = s.rules
    for name in FLAGS:
        setattr(s, name, more.key(name).flag())
    for name in COUNTS:
        setattr(s, name, more.key(name).number())
    s.end_card = more.key("end_card").number(0, GONE)
    s.newest = more.key("newest").number(NOBODY, len(rules.plants) - 1)
    s.leader = more.key("leader").number(NOBODY, rules.seats - 1)
    s.bid = more.key("bid").number() if "bid" in more.names() else 0
    s.slots = [part.number() for part in more.key("slots").members(rules.slots)]
    ask = more.key("ask")
    s.ask = ask.one_of({name: i for i, name in enumerate(asks.NAMES)})
    expected = OVER if s.ask == NO_ASK else CHANCE if s.ask >= FIRST_DRAW else max(s.actor, 0)
    if s.actor != expected:
        raise ask.wrong("what the actor is asked")
    agenda = more.key("agenda")
    s.agenda = [_task(part) for part in agenda.members()]
    if s.actor != OVER and s.agenda[:1] != [tasks.ROUND]:
        raise agenda.wrong("what remains to be done, the next round first in the list")
    s.deck = tuple([_layer(part, rules) for part in more.key("deck").members()])


def _task(part: Part) -> int:
    name, _, argument = part.text().partition(":")
    if name not in tasks.BY_NAME or not (argument or "0").isdecimal() or len(argument) > ARGUMENT_LONGEST:
        raise part.wrong("a task")
    return tasks.BY_NAME[name] + tasks.ARG * int(argument or 0)


def _layer(part: Part, rules: Rules) -> Layer:
    seq, groups = part.members(2)
    end = len(rules.plants)
    bags: list[Group] = []
    for group in groups.members():
        back, mask, left = group.members(3)
        cards = mask.number(0, (1 << (end + 1)) - 1)
        bags.append((back.number(0, len(rules.backs)), cards, left.number(0, cards.bit_count())))
    return Layer(tuple([card.number(0, end) for card in seq.members()]), tuple(bags))


def _read_board(s: State, root: Part) -> None:
    rules = s.rules
    areas = root.key("areas")
    s.areas = tuple([part.one_of(rules.area_ids) for part in areas.members()])
    whole_zone = len(s.areas) == rules.area_count
    if len(set(s.areas)) != len(s.areas) or len(s.areas) > rules.area_count or (s.round and not whole_zone):
        raise areas.wrong(f"{rules.area_count} different areas")
    if s.round or not rules.draft or whole_zone:
        s.zone = rules.board.zone(s.areas)
        s.distances = rules.board.distances(s.zone) if s.zone else []
    if rules.closing:
        for part in root.key("closed").members():
            s.zone &= ~(1 << part.one_of(rules.city_ids))
    s.marks = mask_of([part.one_of(rules.city_ids) for part in root.key("marks").members()])
    rows = root.key("houses")
    for name in rows.names():
        row = rows.key(name)
        if name not in rules.city_ids or not s.zone >> rules.city_ids[name] & 1:
            raise BadSnapshot(row.field, "there is no such city in this zone")
        city = rules.city_ids[name]
        for space, who in enumerate(row.members(SPACES)):
            if who.value is not None:
                chair = who.chair(rules.seats, rules.trust_chair)
                houses.put(s, city, space, chair)
                if chair < rules.seats:
                    houses.join(s, chair, city)


def _read_chair(s: State, chair: int, row: Part) -> None:
    rules = s.rules
    s.plants[chair] = tuple([part.one_of(rules.plant_ids) for part in row.key("plants").members()])
    for slot, count in enumerate(_by_fuel(s, row.key("fuel"))):
        s.held[chair * FUELS + slot] = count
    hand: list[int] = []
    for card in row.key("cards").members():
        kind, left = card.members(2)
        hand.append(kind.one_of(rules.kind_ids) * 4 + left.number(1, UNITS_MOST))
    s.hands[chair] = tuple(hand)


def _by_fuel(s: State, row: Part) -> list[int]:
    return [row.key(name).number() for name in s.rules.fuels]


def _read_seat(s: State, seat: int, row: Part) -> None:
    _read_chair(s, seat, row)
    s.money[seat] = row.key("money").number()
    s.income[seat] = row.key("income").number()
    s.bought |= row.key("bought").flag() << seat
    s.out |= row.key("out").flag() << seat


def _read_trust(s: State, row: Part) -> None:
    if row.value is not None:
        _read_chair(s, s.rules.trust_chair, row)
        s.trust_houses = row.key("houses").number(0, s.rules.trust_house_count)


def _read_plants(s: State, row: Part) -> None:
    rules = s.rules
    end = len(rules.plants)
    cards = {**rules.plant_ids, rules.end_card: end}
    shown = [*row.key("current").members(), *row.key("future").members()]
    s.market = tuple([part.one_of(cards) for part in shown])
    if (end in s.market) != (s.end_card == IN_MARKET):
        raise BadSnapshot("plants.future", "the end card is not where it should be")
    discount = row.key("discount")
    s.discount = NOBODY if discount.value is None else discount.one_of(rules.plant_ids)
    top = row.key("top_back")
    s.top_back = NOBODY if top.value is None else top.one_of(rules.back_ids)
    s.removed = mask_of([part.one_of(rules.plant_ids) for part in row.key("removed").members()])


def _read_fuel(s: State, root: Part) -> None:
    rules = s.rules
    markets = root.key("fuel")
    for market, track in enumerate(rules.tracks):
        row = markets.key(track.name)
        for fuel, name in enumerate(rules.fuels):
            if track.prices[fuel]:
                prices = [price + rules.fuel_supply.surcharge(s, market) for price in track.prices[fuel]]
                s.fuel[market * FUELS + fuel] = _spaces(prices, row.key(name).key("prices"))
    s.supply = _by_fuel(s, root.key("supply"))
    columns = root.key("columns")
    if rules.columns:
        for column in range(1, COLUMNS + 1):
            for kind in columns.key(str(column)).members():
                s.columns[column * KINDS + kind.one_of(rules.kind_ids)] += 1
    stack = root.key("fuel_stack")
    s.fuel_bag = _kinds(rules, stack.key("unseen"))
    s.fuel_discard = _kinds(rules, stack.key("discard"))


def _spaces(track: list[int], prices: Part) -> int:
    """Find the spaces whose tokens cost these prices: of equal ones the last are filled."""
    mask = 0
    for part in prices.members():
        free = [space for space, cost in enumerate(track) if cost == part.value and not mask >> space & 1]
        if type(part.value) is not int or not free:
            raise part.wrong("the price of a space of this market that no other token has")
        mask |= 1 << free[-1]
    return mask


def _kinds(rules: Rules, row: Part) -> tuple[int, ...]:
    for name in row.names():
        if name not in rules.kind_ids:
            raise BadSnapshot(row.key(name).field, "there is no such card")
    if not rules.fuel_cards:
        return ()
    return tuple([row.key(name).number() if name in row.value else 0 for name in rules.kind_names])


def _read_auction(s: State, lot: Part) -> None:
    if lot.value is None:
        if s.ask == ASK_BID:
            raise lot.wrong("what a seat may bid for")
        return
    rules = s.rules
    s.lot = lot.key("plant").one_of(rules.plant_ids)
    if s.lot not in s.market:
        raise lot.key("plant").wrong("a plant of the market")
    s.bid = lot.key("bid").number()
    s.leader = lot.key("seat").number(0, rules.seats - 1)
    s.opener = lot.key("opener").number(0, rules.seats - 1)
    s.bidders = mask_of([part.number(0, rules.seats - 1) for part in lot.key("bidders").members()])


def _read_result(s: State, result: Part) -> None:
    if result.value is not None:
        try:
            s.result = msgspec.convert(result.value, Result)
        except msgspec.ValidationError as error:
            raise BadSnapshot("result", str(error)) from None
