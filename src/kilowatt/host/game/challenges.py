"""Challenges: short tasks on positions of real games, judged by the rules alone.

A challenge is a record in `host/challenges` that ends where the task begins, and a row of `challenges.json`: who
plays, against which bots, on which deal, until when, and what is counted. Three numbers are its stars. Nothing here
weighs a move: a number is read off the state, and the game ends where the task does. `tools/challenges.py` makes them.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from kilowatt.engine.ids import NOBODY, PHASE_NAMES
from kilowatt.engine.storage import best_run
from kilowatt.host.game.stored import rules_for
from kilowatt.protocol import ChallengeRow, GoalCount, GoalView
from kilowatt.table.replay import read_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.state import State
    from kilowatt.table.record import Header, Record

FOLDER = Path(__file__).parents[1] / "challenges"
ENDED = "challenge"
"""Why a game ends where the task of a challenge does."""

Until = Literal["turn", "phase", "round", "end"]


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task: what is counted, until when, and how much of it earns one, two and three stars."""

    name: str
    topic: str
    """The phase or special rule that it is about."""
    seat: int
    level: str
    """The bots of the other seats."""
    seed: str
    """The seed of the deal from here on: the same for everybody."""
    begins: tuple[int, str]
    """Round and phase of the position."""
    until: Until
    """It ends with the player's turn, with the phase, with round `last`, or with the game."""
    measure: str
    stars: tuple[int, int, int]
    last: int = 0
    needs: dict[str, int] = {}
    """What must be reached as well, or there is no star at all."""


class Task(NamedTuple):
    """A challenge with its position."""

    challenge: Challenge
    record: Record


@functools.cache
def rows() -> tuple[Challenge, ...]:
    """List the challenges in the order of the page."""
    return tuple(msgspec.json.decode((FOLDER / "challenges.json").read_bytes(), type=list[Challenge]))


@functools.cache
def by_name() -> dict[str, Challenge]:
    """Return the challenges by name."""
    return {row.name: row for row in rows()}


@functools.cache
def task(name: str) -> Task:
    """Read a challenge and the record of its position."""
    return Task(by_name()[name], read_record(FOLDER / f"{name}.jsonl"))


@functools.cache
def listed() -> list[ChallengeRow]:
    """List the challenges as the page gets them."""
    return [_listed(row, task(row.name).record.header) for row in rows()]


def _listed(row: Challenge, header: Header) -> ChallengeRow:
    rules = rules_for(header.ruleset, header.seats, header.options, header.revision)
    number, phase = row.begins
    return ChallengeRow(
        row.name,
        row.topic,
        rules.id,
        rules.title,
        rules.seats,
        number,
        phase,
        row.until,
        row.last,
        row.measure,
        row.stars,
        row.needs,
    )


# --- judging ---------------------------------------------------------------------------------------------------------


def is_done(challenge: Challenge, state: State) -> bool:
    """Return whether the task is over in this position."""
    if state.result is not None:
        return True
    if challenge.until == "end":
        return False
    if challenge.until == "round":
        return state.round > challenge.last
    elsewhere = (state.round, PHASE_NAMES[state.phase]) != challenge.begins
    return elsewhere or (challenge.until == "turn" and state.actor != challenge.seat)


def _place(state: State, seat: int) -> int:
    """Count the seats that a seat is ahead of at the end; as long as the game goes on, none."""
    if state.result is None:
        return 0
    behind = False
    count = 0
    for group in state.result.ranking:
        count += len(group) if behind else 0
        behind = behind or seat in group
    return count


MEASURES: dict[str, Callable[[State, int], int]] = {
    "cities": lambda state, seat: state.count(seat),
    "money": lambda state, seat: state.money[seat],
    "powers": lambda state, seat: best_run(state, seat)[0],
    "plants": lambda state, seat: sum([state.rules.plants[plant].cities for plant in state.plants[seat]]),
    "fuel": lambda state, seat: sum(state.held[seat * 4 : seat * 4 + 4]),
    "later": lambda state, seat: state.order.index(seat) if seat in state.order else NOBODY,
    "beaten": _place,
}
"""What is counted of a seat: cities, Elektro, cities that it can power with its fuel, cities that its plants could
power, fuel in store, players before it in the turn order, players behind it at the end."""


def goal(challenge: Challenge, state: State) -> GoalView:
    """Return how the task stands: what is counted so far, what else is needed, and the stars that it would earn now."""
    seat = challenge.seat
    value = MEASURES[challenge.measure](state, seat)
    needs = [GoalCount(name, MEASURES[name](state, seat), least) for name, least in sorted(challenge.needs.items())]
    met = all(need.value >= need.least for need in needs)
    stars = sum(value >= least for least in challenge.stars) if met else 0
    return GoalView(challenge.name, challenge.measure, value, challenge.stars, stars, needs)
