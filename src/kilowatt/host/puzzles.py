"""The shipped puzzles for the page: a position, prices in it, and what an answer is worth. Pure reading."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from kilowatt.coach.advise import choice_at
from kilowatt.coach.case import Case
from kilowatt.coach.estimates import MATTERS
from kilowatt.coach.judge import place_of
from kilowatt.coach.options import beside, option_of, up_to, weighed
from kilowatt.coach.puzzles import Puzzle, name_of, position, rules_of, shipped
from kilowatt.coach.record_turns import WHOLE
from kilowatt.engine import game
from kilowatt.engine.actions import Action, Bid, Pass
from kilowatt.engine.asks import ASK_BID
from kilowatt.host.coach_views import choice_view
from kilowatt.host.errors import Denied
from kilowatt.protocol import MineView, PuzzleRow, PuzzleVerdict, PuzzleView, planning, views
from kilowatt.table.record import Entry, Header, Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.coach.option import Weighed
    from kilowatt.engine.state import State
    from kilowatt.protocol import AskQuote, Quoted

KEPT = 64
"""Puzzles that are kept ready."""


@cache
def rows() -> list[PuzzleRow]:
    """List all puzzles."""
    every = shipped()
    return [
        PuzzleRow(one.kind, one.difficulty, every.games[one.game].ruleset, name_of(every, one)) for one in every.puzzles
    ]


@lru_cache(KEPT)
def _position(number: int) -> tuple[Puzzle, State]:
    """Return a puzzle and its position; `Denied` if there is none of this number."""
    collection = shipped()
    if not 0 <= number < len(collection.puzzles):
        raise Denied("not_found")
    return collection.puzzles[number], position(collection, collection.puzzles[number])


@lru_cache(KEPT)
def puzzle(number: int, language: str) -> PuzzleView:
    """Return a puzzle; `Denied` if there is none of this number."""
    one, state = _position(number)
    source = shipped().games[one.game]
    rules = rules_of(source)
    header = Header(source.ruleset, source.seats, source.options, revision=source.revision)
    entries = [Entry(seq, action) for seq, action in enumerate(source.actions[: one.at], start=1)]
    seat = state.actor
    mine = MineView(
        menu=game.options(state),  # type: ignore[arg-type]
        why_not=views.why_not(state, seat, language, _players(state)),
        reach={str(seat): game.reach(state, seat)},
    )
    return PuzzleView(
        number=number,
        kind=one.kind,
        difficulty=one.difficulty,
        seat=seat,
        title=rules.title,
        board=views.board_view(rules),
        game=views.open_view(state),
        mine=mine,
        record="\n".join(Record(header, entries).lines()) + "\n",
    )


def quote(number: int, asked: AskQuote, language: str) -> Quoted:
    """Price a plan in a puzzle's position; `Denied` names what is wrong with it."""
    _, state = _position(number)
    try:
        return planning.quoted(game.clone(state), state.actor, asked, language, _players(state))
    except ValueError as error:
        raise Denied("bad_option", option="quote", reason=str(error)) from None


def answered(number: int, actions: Sequence[Action], language: str) -> PuzzleVerdict:
    """Judge an answer as a review would: any turn that the rules allow; `Denied` names a move that they do not."""
    _, state = _position(number)
    turn = _turn(state, actions)
    case = Case(state, state.actor)
    options = weighed(case)
    own = _own(case, turn, options)
    right = options[0].chance - own.chance < MATTERS
    pair = [options[0], options[1] if right else own]

    def view(some: list[Weighed], at: int) -> msgspec.Struct:
        return choice_view(choice_at(case, some, at), language, state.rules, _players(state))

    other = view(pair, 1)
    best = view(pair, 0)
    return PuzzleVerdict(right, best if right else other, best, other)  # type: ignore[arg-type]


def _own(case: Case, turn: tuple[Action, ...], options: list[Weighed]) -> Weighed:
    """Weigh an answer; a bid counts as the limit that it is asked for."""
    s = case.state
    if s.ask == ASK_BID and s.bid < s.money[case.seat]:
        return up_to(case, turn[0].amount if isinstance(turn[0], Bid) else s.bid)
    option = option_of(case, turn)
    place = place_of(case, option, [row.option for row in options])
    return options[place] if place is not None else beside(case, option)


def _turn(state: State, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return the moves of an answer as a whole turn, its end added where it was left out."""
    seat, trial = state.actor, game.clone(state)
    turn: list[Action] = []
    for action in actions:
        if trial.actor != seat or trial.ask != state.ask:
            break
        reason = game.refusal(trial, action)
        if reason is not None:
            raise Denied("bad_option", option="actions", reason=reason.code)
        game.advance(trial, action)
        turn.append(action)
    if state.ask in WHOLE and trial.actor == seat and trial.ask == state.ask:
        turn.append(Pass(seat))
    return tuple(turn)


def _players(state: State) -> list[str]:
    return [f"Seat {seat + 1}" for seat in range(state.rules.seats)]
