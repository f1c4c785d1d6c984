"""Following the adviser, by its bot or by hand: a turn goes on as it was advised, and whole games are `expert`'s."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt import coach
from kilowatt.bots import Budget, make_bot
from kilowatt.cli.hints import earlier_in_turn
from kilowatt.coach.adviser import AdviserBot
from kilowatt.engine.actions import BuyFuel, to_dict
from kilowatt.engine.asks import ASK_BUILD, ASK_FUEL
from kilowatt.engine.game import clone
from kilowatt.host.game.live import LiveGame
from kilowatt.host.recalling import past_of_turn
from kilowatt.host.thinking import COACH, answer, question_of

if TYPE_CHECKING:
    from collections.abc import Iterator

PUBLISHED = [info.id for info in kilowatt.rulesets() if not info.chapter]
NEVER = 99
MANY = 3
"""Moves of a turn that is followed by hand."""


def plays_as_expert(ruleset: str, seats: int, seed: int, rounds: int = NEVER) -> int:
    """Play a game in which the adviser's move is that of `expert`, but after a card in its turn; return the moves."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=seed)
    experts = [make_bot("expert", seat) for seat in range(seats)]
    advisers = [AdviserBot() for _ in range(seats)]
    moves, begun = 0, table.state
    while isinstance(table.actor, int) and table.state.round <= rounds:
        state, seat = table.state, table.actor
        if (begun.round, begun.ask, begun.actor) != (state.round, state.ask, seat):
            begun = state
        move = experts[seat].advise(clone(state), seat, Budget()).action
        same = advisers[seat].advise(clone(state), seat, Budget()).action == move
        # where a card is turned up in the middle of a turn, the adviser thinks again and `expert` keeps to its plan
        cut = state.ask == ASK_BUILD and (begun.drawn, begun.shuffles) != (state.drawn, state.shuffles)
        assert same or cut, (ruleset, table.seq, move)
        table.play(move)
        moves += 1
    return moves


@pytest.mark.parametrize(("ruleset", "seats", "rounds"), [("card-game", 2, NEVER), ("recharged/germany", 3, 3)])
def test_the_adviser_plays_a_game_as_the_strongest_bot_does(ruleset: str, seats: int, rounds: int) -> None:
    """At every decision of a game, in the middle of a turn too, the adviser's bot plays the move of `expert`."""
    assert plays_as_expert(ruleset, seats, 1, rounds) > 50


@pytest.mark.slow
@pytest.mark.parametrize(("number", "ruleset"), list(enumerate(PUBLISHED)))
def test_the_adviser_plays_whole_games_as_the_strongest_bot_does(number: int, ruleset: str) -> None:
    """On each of the 13 published rulesets the adviser's bot plays a game as `expert`, but after a card in its turn."""
    assert len(PUBLISHED) == 13
    assert plays_as_expert(ruleset, 2 + number % 2, number) > 50


def long_turns() -> Iterator[kilowatt.Table]:
    """Yield a table at the beginning of every turn for which at least three moves are advised."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
    bots = [make_bot("expert", seat) for seat in range(3)]
    while isinstance(table.actor, int) and table.state.round <= 3:
        state, seat = table.state, table.actor
        first = not earlier_in_turn(table) and state.ask in (ASK_FUEL, ASK_BUILD)
        if first and len(coach.advise(state, seat).best.actions) >= MANY:
            yield table.fork(table.seq, seed=5)
        table.play(bots[seat].advise(clone(state), seat, Budget()).action)


def test_advice_goes_on_in_the_middle_of_a_turn() -> None:
    """After each move of a plan that is played by hand, the adviser recommends the rest of the same plan."""
    followed = otherwise = 0
    for table in long_turns():
        seat = table.state.actor
        plan = list(coach.advise(table.state, seat).best.actions)
        for place, move in enumerate(plan[:-1]):
            table.play(move)
            rest = coach.advise(table.state, seat, earlier_in_turn(table)).best.actions
            assert list(rest) == plan[place + 1 :], (table.state.round, table.state.ask, plan)
            followed += 1
            otherwise += coach.advise(table.state, seat).best.actions != rest
    assert followed > 20
    assert otherwise  # thought of afresh, a plan may end otherwise


def test_a_turn_that_leaves_its_plan_is_advised_afresh() -> None:
    """After fuel that is no part of the plan the advice is that of the position alone."""
    left = 0
    for table in long_turns():
        seat, state = table.state.actor, table.state
        if state.ask != ASK_FUEL:
            continue
        planned = {move.fuel for move in coach.advise(state, seat).best.actions if isinstance(move, BuyFuel)}
        others = [move for move in table.legal_actions() if isinstance(move, BuyFuel) and move.fuel not in planned]
        if others:
            table.play(others[0])
            assert coach.advise(table.state, seat, [state]) == coach.advise(table.state, seat)
            left += 1
    assert left


def test_a_server_advises_the_rest_of_a_plan() -> None:
    """A hint in the middle of a turn that followed the last hint is the rest of what that one said."""
    otherwise = 0
    for table in long_turns():
        live = LiveGame(table.record().header, None)
        for entry in table.record().entries:
            live.read(entry, None)
        seat = live.state.actor
        plan = list(coach.advise(live.state, seat).best.actions)
        live.take(live.plan(plan[0]))
        told = answer(question_of(live.state, seat, COACH, "T", 1.0, past_of_turn(live)))
        assert told.advice is not None
        assert list(told.advice["choices"][0]["actions"]) == [to_dict(one) for one in plan[1:]]
        otherwise += list(coach.advise(live.state, seat).best.actions) != plan[1:]
    assert otherwise
