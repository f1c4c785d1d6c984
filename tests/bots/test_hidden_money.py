"""Hidden money is known to nobody: two positions that differ in it alone get one view, one move and one hint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt import coach
from kilowatt.arena.game import Seating
from kilowatt.arena.rows import Game
from kilowatt.bots import Advice, Budget, Reason, bot_names, make_bot, remembers
from kilowatt.bots.turns import ECONOMIST, take_turn
from kilowatt.coach.case import Case
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.knowledge import known_to
from kilowatt.protocol import views
from kilowatt.protocol.shown import Shown
from kilowatt.table.dealer import SeededDealer
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.state import State

SEATS = 5
BUDGET = Budget(work=100)
SLOW = 13
"""Of a bot that looks ahead one position in so many is enough."""
BLIND = {"simple"}
"""Bots that look at no rival's money anyway."""


def positions(**options: str) -> list[State]:
    """List every turn of a game between economists."""
    state = kit.fresh("recharged/germany", SEATS, 1, **options)
    dealer = SeededDealer("hidden")
    turns: list[State] = []
    while state.actor != OVER:
        if state.actor == CHANCE:
            kilowatt.advance(state, dealer.deal(state, kilowatt.outcomes(state)))
        else:
            turns.append(kilowatt.clone(state))
            take_turn(state, (ECONOMIST,) * SEATS)
    return turns


def poorer(state: State) -> State:
    """Return the position with hardly any money in the hands of all seats but the one that is to act."""
    other = kilowatt.clone(state)
    other.money = [money if seat == state.actor else state.bid + seat for seat, money in enumerate(state.money)]
    return other


OPEN, HIDDEN = positions(), positions(money="hidden")


@pytest.mark.parametrize("name", bot_names())
def test_no_bot_reads_hidden_money(name: str) -> None:
    """Other amounts in rivals' hands change no bot's move, reason, value or alternatives; open ones do somewhere."""
    every = SLOW if remembers(name) else 1

    def alike(state: State) -> bool:
        one, other = (make_bot(name, 3).advise(given, state.actor, BUDGET) for given in (state, poorer(state)))
        return one == other

    assert all(alike(state) for state in HIDDEN[::every])
    assert name in BLIND or not all(alike(state) for state in OPEN[::every])


def test_no_view_states_hidden_money() -> None:
    """A seat's view, whole or sent in parts, is the same whatever its rivals hide, and names its own money."""
    for state in HIDDEN[::5]:
        other = poorer(state)
        seats = (state.actor,)
        assert views.game_view(state, seats) == views.game_view(other, seats)
        assert Shown().game(state, seats) == Shown().game(other, seats)
        money = [row["money"] for row in views.game_view(state, seats)["seats"]]
        assert money == [state.money[seat] if seat in seats else None for seat in range(SEATS)]


def test_a_hint_and_a_bot_guess_alike() -> None:
    """The coach judges the very position that a bot is given: what the seat knows."""
    for state in HIDDEN[::40]:
        real = coach.advise(state, state.actor)
        assert coach.advise(poorer(state), state.actor) == real
        assert coach.advise(known_to(state, state.actor), state.actor) == real
        bidding = kilowatt.clone(state)
        bidding.bid, bidding.leader = bidding.money[bidding.actor] + 9, (bidding.actor + 1) % SEATS
        given = Case(bidding, bidding.actor).state
        assert kilowatt.snapshot(given) == kilowatt.snapshot(known_to(bidding, bidding.actor))


def test_the_arena_gives_its_bots_what_their_seats_know() -> None:
    """A bot of any kind gets the guess in place of rivals' money, in a copy."""
    given: list[State] = []

    class Curious:
        def advise(self, state: State, seat: int, budget: Budget) -> Advice:
            given.append(state)
            return Advice(kilowatt.legal_actions(state)[0], Reason("random"))

    state = HIDDEN[3]
    game = Game(
        ruleset="recharged/germany",
        seats=SEATS,
        options={"money": "hidden"},
        bots=("simple",) * SEATS,
        deal="d",
        rotation=0,
    )
    seating = Seating(game)
    seating.bots = [Curious() for _ in range(SEATS)]
    seating.decide(state)
    assert given[0] is not state
    assert kilowatt.snapshot(given[0]) == kilowatt.snapshot(known_to(state, state.actor))
