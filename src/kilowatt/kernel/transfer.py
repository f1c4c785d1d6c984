"""States in and out of the kernel: what a `State` and its record have under one name is carried by that name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kilowatt.engine import network
from kilowatt.engine.results import Result
from kilowatt.engine.state import State
from kilowatt.kernel.flat_record import Unsupported, within
from kilowatt.kernel.houses import FAR
from kilowatt.kernel.record_layout import AGENDA, GROUPS, HAND, LAYERS, MARKET, MOST_MONEY, OWNED, Game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules

NOT_ALIKE: Final = ("reach",)
"""What both have in another form."""
CARRIED: Final = tuple([name for name in Game.by_name if hasattr(State, name) and name not in NOT_ALIKE])
"""What both have in one form."""
STACK: Final = ("seq", "group_back", "group_mask", "group_left")
"""Rows of the stack's layers, of which a state may have more than it began with."""
BLANK: Final = Game().values()


def write_state(state: State, zone_number: int) -> list[int]:
    """Return the numbers of the record that holds this state."""
    check_state(state)
    values = BLANK[:]
    for name in CARRIED:
        Game.put(values, name, getattr(state, name))
    Game.put(values, "zone_number", zone_number)
    Game.put(values, "reach", [[min(cost, FAR) for cost in row] for row in state.reach])
    if state.result is not None:
        put_result(values, state.result)
    return values


def put_result(values: list[int], result: Result) -> None:
    """Copy the standing of a finished game."""
    Game.put(values, "over", 1)
    Game.put(values, "scores", [[*score.values()] for score in result.scores])
    ranks = [0] * len(result.scores)
    rank = 0
    for group in result.ranking:
        for seat in group:
            ranks[seat] = rank
        rank += len(group)
    Game.put(values, "ranks", ranks)


def check_state(state: State) -> None:
    """Refuse a state that the record cannot hold, by a name that says what is too much."""
    within("money", max(state.money), MOST_MONEY)
    within("tasks of the agenda", len(state.agenda), AGENDA)
    within("cards in the plant market", len(state.market), MARKET)
    within("layers of the stack", state.layers, LAYERS - 1)
    within("groups of a layer of the stack", max(map(len, state.group_mask)), GROUPS)
    within("plants of a player", max(map(len, state.plants)), OWNED)
    within("fuel cards of a player", max(map(len, state.hands)), HAND)
    if min(state.money) < 0:
        raise Unsupported("money", "expected 0 or more")


def read_state(rules: Rules, values: Sequence[int]) -> State:
    """Make the state that a record holds."""
    s = State(rules)
    for name in CARRIED:
        setattr(s, name, _like(getattr(s, name), Game.part(values, name), whole=bool(Game.by_name[name].many)))
    for name in STACK:
        setattr(s, name, Game.part(values, name)[: max(s.layers + 1, rules.depth)])
    if s.zone:
        s.distances = rules.board.distances(rules.board.zone(s.areas))
    cities = len(s.houses)
    for seat, row in enumerate(Game.part(values, "reach")[: rules.seats]):
        if s.cities[seat]:
            s.reach[seat] = [cost if cost < FAR else network.FAR for cost in row[:cities]]
    s.result = read_result(rules, values)
    return s


def _like(old: Any, new: Any, *, whole: bool) -> Any:  # noqa: ANN401 - a number, a row, or rows
    """Return a part of a record in the form that a new state has it in: as long, unless its members are counted."""
    if isinstance(old, list):
        return [*(new if whole and isinstance(new, tuple) else new[: len(old)])]
    if isinstance(old, tuple):
        return new if whole else new[: len(old)]
    return type(old)(new)


def read_result(rules: Rules, values: Sequence[int]) -> Result | None:
    """Make the standing of a finished game."""
    if not Game.part(values, "over"):
        return None
    names = rules.score.names(rules)
    scores = [dict(zip(names, row, strict=False)) for row in Game.part(values, "scores")[: rules.seats]]
    ranking: dict[int, list[int]] = {}
    for seat, rank in enumerate(Game.part(values, "ranks")[: rules.seats]):
        ranking.setdefault(rank, []).append(seat)
    return Result([ranking[rank] for rank in sorted(ranking)], scores, rules.score.reason)
