"""States in and out of the kernel: every field of a `State` to a record and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kilowatt.engine import network
from kilowatt.engine.results import Result
from kilowatt.engine.state import State
from kilowatt.kernel import record_layout
from kilowatt.kernel.houses import FAR
from kilowatt.kernel.record_layout import CITIES, GROUPS, Game
from kilowatt.kernel.rule_tables import MOST_MONEY, Unsupported, within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules

FLAGS: Final = ("step2_done", "step3_due", "last_round", "scrapped", "trust_took")
PLAIN: Final = (
    "ask",
    "actor",
    "phase",
    "round",
    "step",
    "zone",
    "marks",
    "fuel_drawn",
    "fuel_shuffles",
    "discount",
    "top_back",
    "drawn",
    "shuffles",
    "removed",
    "end_card",
    "bought",
    "out",
    "sold",
    "lot",
    "bid",
    "leader",
    "opener",
    "bidders",
    "newest",
    "paid_scraps",
    "contractor",
    "trust_houses",
)
LISTS: Final = ("money", "cities", "houses", "spaces", "held", "fuel", "supply", "columns", "income", "slots")
"""Fields that are lists on both sides; the record has room for the largest."""
STACK: Final = (
    ("seq", "seq_size", record_layout.CARDS),
    *[(name, f"{name}_size", GROUPS) for name in ("group_back", "group_mask", "group_left")],
)
"""Rows of the stack's layers, their counts, and how many each has room for."""
TUPLES: Final = ("fuel_bag", "fuel_discard")

AT: Final = {field.name: field.start for field in Game.fields}
"""Where each field's numbers begin among those of the record."""
BLANK: Final = Game().values()


def write_state(state: State, zone_number: int) -> list[int]:
    """Return the numbers of the record that holds this state."""
    check_state(state)
    values = BLANK[:]
    for name in PLAIN:
        values[AT[name]] = getattr(state, name)
    for name in FLAGS:
        values[AT[name]] = int(getattr(state, name))
    for name in (*LISTS, *TUPLES):
        put(values, name, getattr(state, name))
    values[AT["zone_number"]] = zone_number
    for name, size in (("agenda", "agenda_size"), ("order", "order_size"), ("areas", "area_size")):
        put(values, name, getattr(state, name), size)
    put(values, "market", state.market, "market_size")
    for seat, row in enumerate(state.reach):
        if row:
            at = AT["reach"] + seat * CITIES
            values[at : at + len(row)] = [cost if cost < FAR else FAR for cost in row]
    for chair, plants in enumerate(state.plants):
        values[AT["plant_count"] + chair] = len(plants)
        at = AT["plants"] + chair * record_layout.OWNED
        values[at : at + len(plants)] = plants
    for chair, hand in enumerate(state.hands):
        values[AT["hand_size"] + chair] = len(hand)
        at = AT["hands"] + chair * record_layout.HAND
        values[at : at + len(hand)] = hand
    put_deck(values, state)
    put_result(values, state)
    return values


def put(values: list[int], name: str, part: Any, size: str = "") -> None:  # noqa: ANN401 - a list or tuple of ints
    """Copy a list into its field, and its length into another."""
    at = AT[name]
    values[at : at + len(part)] = part
    if size:
        values[AT[size]] = len(part)


def put_deck(values: list[int], state: State) -> None:
    """Copy the plant stack."""
    values[AT["layers"]] = state.layers
    for name, size, width in STACK:
        for layer, row in enumerate(getattr(state, name)[: state.layers]):
            values[AT[size] + layer] = len(row)
            at = AT[name] + layer * width
            values[at : at + len(row)] = row


def put_result(values: list[int], state: State) -> None:
    """Copy the standing of a finished game."""
    if state.result is None:
        return
    values[AT["over"]] = 1
    for seat, score in enumerate(state.result.scores):
        at = AT["scores"] + seat * record_layout.MARKS
        values[at : at + len(score)] = list(score.values())
    rank = 0
    for group in state.result.ranking:
        for seat in group:
            values[AT["ranks"] + seat] = rank
        rank += len(group)


def check_state(state: State) -> None:
    """Refuse a state that the record cannot hold."""
    within("money", max(state.money), MOST_MONEY)
    within("tasks of the agenda", len(state.agenda), record_layout.AGENDA)
    within("cards in the plant market", len(state.market), record_layout.MARKET)
    within("layers of the stack", state.layers, record_layout.LAYERS - 1)
    within("groups of a layer of the stack", max(map(len, state.group_mask)), GROUPS)
    within("plants of a player", max(map(len, state.plants)), record_layout.OWNED)
    within("fuel cards of a player", max(map(len, state.hands)), record_layout.HAND)
    if min(state.money) < 0:
        raise Unsupported("money", "expected 0 or more")


def read_state(rules: Rules, values: Sequence[int]) -> State:
    """Make the state that a record holds."""
    s = State(rules)
    for name in PLAIN:
        setattr(s, name, values[AT[name]])
    for name in FLAGS:
        setattr(s, name, bool(values[AT[name]]))
    for name in LISTS:
        at = AT[name]
        setattr(s, name, list(values[at : at + len(getattr(s, name))]))
    for name in TUPLES:
        at = AT[name]
        setattr(s, name, tuple(values[at : at + len(rules.fuel_cards)]))
    s.agenda = list(part(values, "agenda", "agenda_size"))
    s.order = part(values, "order", "order_size")
    s.areas = part(values, "areas", "area_size")
    s.market = part(values, "market", "market_size")
    if s.zone:
        s.distances = rules.board.distances(s.zone)
    for seat in range(rules.seats):
        if s.cities[seat]:
            at = AT["reach"] + seat * CITIES
            s.reach[seat] = [cost if cost < FAR else network.FAR for cost in values[at : at + len(s.houses)]]
    for chair in range(len(s.plants)):
        at = AT["plants"] + chair * record_layout.OWNED
        s.plants[chair] = tuple(values[at : at + values[AT["plant_count"] + chair]])
        at = AT["hands"] + chair * record_layout.HAND
        s.hands[chair] = tuple(values[at : at + values[AT["hand_size"] + chair]])
    s.layers = values[AT["layers"]]
    for name, size, width in STACK:
        rows: list[tuple[int, ...]] = [()] * max(s.layers + 1, len(s.seq))
        for layer in range(s.layers):
            at = AT[name] + layer * width
            rows[layer] = tuple(values[at : at + values[AT[size] + layer]])
        setattr(s, name, rows)
    s.result = read_result(rules, values)
    return s


def part(values: Sequence[int], name: str, size: str) -> tuple[int, ...]:
    """Return the used part of a field."""
    return tuple(values[AT[name] : AT[name] + values[AT[size]]])


def read_result(rules: Rules, values: Sequence[int]) -> Result | None:
    """Make the standing of a finished game."""
    if not values[AT["over"]]:
        return None
    names = rules.score.names(rules)
    scores: list[dict[str, int]] = []
    ranking: dict[int, list[int]] = {}
    for seat in range(rules.seats):
        at = AT["scores"] + seat * record_layout.MARKS
        scores.append(dict(zip(names, values[at : at + len(names)], strict=True)))
        ranking.setdefault(values[AT["ranks"] + seat], []).append(seat)
    return Result([ranking[rank] for rank in sorted(ranking)], scores, rules.score.reason)
