"""Checks what a review claims: plays a decision on both ways, everybody as the strongest bot, with the same cards.

A whole game is too dear for a server in plain Python, so a trial ends with the round after the decision's, and what
the network says of that position counts; where the game ends before, its result does. Late decisions are played on to
the end of the game. Says nothing in words.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kilowatt.bots.lookahead import deal
from kilowatt.bots.steps import finished
from kilowatt.bots.values import chances
from kilowatt.coach.estimates import MISTAKE
from kilowatt.coach.record_turns import turns_of
from kilowatt.coach.review import largest_mistakes
from kilowatt.coach.thinking import Thinking
from kilowatt.engine.game import advance, clone, refusal
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.knowledge import known_to
from kilowatt.statistics import Z, mean, standard_error

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from kilowatt.coach.judge import Verdict
    from kilowatt.coach.record_turns import Turn
    from kilowatt.coach.review import Row
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.table.record import Record

ROUNDS = 2
"""Rounds that a trial lasts, the decision's own among them."""
LATE = 5
"""Cities that the leader lacks at most where a decision is played on to the end of the game."""
FEWEST = 4
"""Trials each way before a claim may be clear."""
MOST = 12
"""Trials each way at most."""
THOROUGH = 100
"""Trials each way where time does not matter."""
PROVED = 2 * THOROUGH
"""Games, both ways together, that a claim needs before a server shows it as one."""
SURE = 1.5
"""Standard errors from which on a claim is clear."""


class Trial(NamedTuple):
    """A seat's chance at the end of one trial each way."""

    played: float
    better: float


def trial(turn: Turn, verdict: Verdict, number: int) -> Trial:
    """Play a decision on once as it was and once with the better plan; the number decides the cards."""
    return finished(trial_steps(turn, verdict, number))


def trial_steps(turn: Turn, verdict: Verdict, number: int) -> Generator[None, None, Trial]:
    """Do the work of `trial`, one turn per step."""
    cards, stop = f"check/{turn.first}/{number}", until(turn.before)
    played = yield from _end(_after(turn.before, turn.actions), stop, turn.seat, cards)
    better = yield from _end(_after(turn.before, verdict.better), stop, turn.seat, cards)
    return Trial(played, better)


def until(s: State) -> float:
    """Return the round with which a trial ends: infinite for late decisions."""
    late = s.last_round or 0 < end_at(s) <= s.most_cities() + LATE
    return inf if late else s.round + ROUNDS


def settled(trials: Sequence[Trial], fewest: int = FEWEST) -> bool:
    """Return whether no further trial is needed: the claim is clear either way, or there were enough."""
    gains = [one.better - one.played for one in trials]
    if len(trials) < fewest:
        # more would not make a mistake of it
        return len(trials) >= MOST and mean(gains) + Z * standard_error(gains) < MISTAKE
    off = abs(mean(gains) - MISTAKE)
    return len(trials) >= MOST or off > SURE * max(standard_error(gains), 1 / sqrt(len(gains)) / 100)


def checked(verdict: Verdict, trials: Sequence[Trial]) -> Verdict:
    """Return a verdict after its trials: it costs no more than they show, and a mistake they do not show is none."""
    gain = mean([one.better - one.played for one in trials])
    games = 2 * len(trials)
    if gain < MISTAKE:
        return msgspec.structs.replace(
            verdict, best=verdict.chance, loss=0.0, mistake=False, better=(), limit=0, claims=(), checked=games
        )
    loss = round(min(verdict.loss, gain), 4)
    return msgspec.structs.replace(verdict, chance=round(verdict.best - loss, 4), loss=loss, checked=games)


def checked_rows(
    record: Record,
    rows: Sequence[Row],
    seats: Sequence[int],
    on_claim: Callable[[int, int], None] | None = None,
    *,
    fewest: int = FEWEST,
) -> list[Row]:
    """Return the rows of a review after trials of the largest mistakes of some seats, so many each way or more.

    `on_claim` is called before each claim with its number and how many there are.
    """
    turns, after = turns_of(record), list(rows)
    claims = [place for seat in seats for place in largest_mistakes(seat, rows)]
    for number, place in enumerate(claims):
        if on_claim is not None:
            on_claim(number, len(claims))
        verdict, trials = rows[place].verdict, list[Trial]()
        assert verdict is not None  # noqa: S101 - a mistake
        while not settled(trials, fewest):
            trials.append(trial(turns[place], verdict, len(trials)))
        after[place] = msgspec.structs.replace(rows[place], verdict=checked(verdict, trials))
    return after


def step_on(s: State, cards: str) -> None:
    """Deal a card, or let the acting seat take its turn as the strongest bot would."""
    if s.actor == CHANCE:
        advance(s, deal(s, cards))
        return
    seat = s.actor
    for action in Thinking().turn(known_to(s, seat), seat):
        if s.actor == seat:
            advance(s, action)


def _after(before: State, actions: Sequence[Action]) -> State:
    s = clone(before)
    for action in actions:
        if s.actor == before.actor and refusal(s, action) is None:
            advance(s, action)
    return s


def _end(s: State, stop: float, seat: int, cards: str) -> Generator[None, None, float]:
    while s.actor != OVER and s.round < stop:
        step_on(s, cards)
        yield
    return chances(s)[seat]
