"""The independent positions: every table is sound, every number of a text holds, every answer is proved by search.

No bot is asked here. The proofs use nothing but the engine: they play out every move of every seat to the end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import kilowatt
from kilowatt.engine import houses
from kilowatt.engine.actions import Build, Pass, Run
from kilowatt.engine.phases.order import rank
from tests.bots.positions_independent import POSITIONS, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

LEAST_POSITIONS = 10
LEAST_RULESETS = 4
MOST_SENTENCES = 6


def after(state: State, move: Action) -> State:
    """Play a move on a copy."""
    copy = kilowatt.clone(state)
    kilowatt.advance(copy, move)
    return copy


def say(line: str) -> None:
    """Show what was checked to whoever runs the tests with -s."""
    print(line)  # noqa: T201


class Judge:
    """Return whether a seat wins alone by a round at the latest, whatever the others do and whatever is dealt.

    With a plan the seat follows it; without one it may make any move. A game that goes on is no win.
    """

    def __init__(self, seat: int, last: int, plan: Callable[[State], Action] | None = None) -> None:
        self.seat = seat
        self.last = last
        self.plan = plan
        self.known: dict[bytes, bool] = {}

    def wins(self, state: State) -> bool:
        """Look at everything that can happen from here."""
        actor = kilowatt.actor(state)
        if actor is None:
            result = kilowatt.result(state)
            assert result is not None
            return result.ranking[0] == [self.seat]
        if state.round > self.last:
            return False
        key = msgspec.json.encode(kilowatt.snapshot(state))
        if key not in self.known:
            mine = actor == self.seat
            moves: Sequence[Action] = [self.plan(state)] if mine and self.plan else kilowatt.legal_actions(state)
            outcomes = (self.wins(after(state, move)) for move in moves)
            self.known[key] = any(outcomes) if mine else all(outcomes)
        return self.known[key]


def right_moves(position: Position) -> list[Action]:
    """Read the answers of a position."""
    return [kilowatt.action(answer) for answer in position.answers]


def wrong_moves(position: Position, state: State) -> list[Action]:
    """List every legal move that is no answer."""
    right = right_moves(position)
    return [move for move in kilowatt.legal_actions(state) if move not in right]


def proved_by(proof: str) -> list[Any]:
    """Choose the positions that are proved in one way."""
    return [pytest.param(position, id=position.name) for position in POSITIONS if position.proof == proof]


ALL = [pytest.param(position, id=position.name) for position in POSITIONS]


def test_there_are_ten_positions_on_four_rulesets() -> None:
    """There are at least ten positions, no two of one name, on at least four rulesets, each with a known proof."""
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) >= LEAST_POSITIONS
    assert len({position.ruleset for position in POSITIONS}) >= LEAST_RULESETS
    assert {position.proof for position in POSITIONS} == {"win", "two rounds", "run"}


@pytest.mark.parametrize("position", ALL)
def test_a_position_is_sound(position: Position) -> None:
    """The table breaks no invariant, its snapshot round-trips, and its seat has right and wrong moves."""
    state = position.lay()
    assert state.rules.id == position.ruleset
    assert kilowatt.check(state) == []
    assert kilowatt.actor(state) == position.seat
    snapshot = kilowatt.snapshot(state)
    assert kilowatt.snapshot(kilowatt.restore(state.rules, snapshot)) == snapshot
    for move in right_moves(position):
        assert kilowatt.refusal(state, move) is None
        assert move in list(kilowatt.legal_actions(state))
    assert wrong_moves(position, state)


@pytest.mark.parametrize("position", ALL)
def test_the_turn_order_is_the_one_the_rules_give(position: Position) -> None:
    """The order follows from cities and plants (in the card game from income), but for houses built this round."""
    state = position.lay()
    if position.name == "the city that cannot be supplied":
        assert state.count(1) - state.count(0) == 1, "seat 1 has overtaken seat 0 by building in this phase"
        return
    if position.name == "the plant without fuel":
        state.plants[0] = tuple(plant for plant in state.plants[0] if plant != state.newest)
    again = kilowatt.clone(state)
    rank(again)
    assert again.order == state.order


def value(state: State, number: tuple[Any, ...]) -> int:
    """Work out a number that a text argues from."""
    kind, *about = number[:-1]
    if kind in ("money", "cities", "supplies"):
        plan = kilowatt.quote(state, about[0])
        return {"money": plan.money_left, "cities": plan.cities, "supplies": plan.supplied}[kind]
    if kind == "token":
        fuel, market = about
        prices: list[int] = kilowatt.snapshot(state)["fuel"][market][fuel]["prices"]
        return prices[0]
    if kind == "card":
        card = state.rules.plants[state.rules.plant_ids[about[0]]]
        return card.cities or card.income
    if kind == "pays":
        payment: int = state.rules.payment[about[0]]
        return payment
    if kind == "second spaces":
        seat, first, then = about
        return spent(state, seat, first, then) - spent(state, seat, first)
    assert kind == "city"
    seat, *cities = about
    return spent(state, seat, cities)


def spent(state: State, seat: int, cities: Sequence[str], then: Sequence[str] = ()) -> int:
    """Add up what cities cost a seat in this order, some of them in Step 2."""
    trial = kilowatt.clone(state)
    total = 0
    for step, names in ((trial.step, cities), (2, then)):
        for city in names:
            trial.step = step
            house, connection = kilowatt.reach(trial, seat)[city]
            total += house + connection
            place = trial.rules.city_ids[city]
            houses.put(trial, place, houses.space_for(trial, seat, place), seat)
            houses.join(trial, seat, place)
    return total


@pytest.mark.parametrize("position", ALL)
def test_the_numbers_of_a_text_hold(position: Position) -> None:
    """Every number that a text argues from stands in the text and is what the engine says."""
    state = position.lay()
    words = re.findall(r"\d+", position.text)
    for number in position.numbers:
        assert value(state, number) == number[-1], number
        assert str(number[-1]) in words, number
    assert len(re.findall(r"[.](?: |$)", position.text)) <= MOST_SENTENCES


@pytest.mark.parametrize("position", proved_by("win"))
def test_a_right_move_wins_and_a_wrong_one_does_not(position: Position) -> None:
    """A right move wins this round against every reply, no other move does, and a named rival then wins by force."""
    state = position.lay()
    mine = Judge(position.seat, state.round)
    rival = None if position.rival is None else Judge(position.rival, state.round)
    for move in right_moves(position):
        assert mine.wins(after(state, move)), move
    wrong = wrong_moves(position, state)
    for move in wrong:
        assert not mine.wins(after(state, move)), move
        assert rival is None or rival.wins(after(state, move)), move
    say(f"{position.name}: {len(position.answers)} right, {len(wrong)} wrong, {len(mine.known)} states looked at")


def thrifty(state: State) -> Action:
    """Plan the two-round win: no plant, no fuel, run everything, build the cheapest city until the end is reached."""
    moves = kilowatt.legal_actions(state)
    runs = [move for move in moves if isinstance(move, Run)]
    if runs:
        return max(runs, key=lambda run: len(run.plants))
    reach = kilowatt.reach(state, state.actor)
    prices = {move: sum(reach[move.city]) for move in moves if isinstance(move, Build)}
    if prices and state.count(state.actor) < state.rules.end_at:
        return min(prices, key=lambda build: prices[build])
    return Pass(state.actor)


@pytest.mark.thorough
@pytest.mark.parametrize("position", proved_by("two rounds"))
def test_the_step_2_city_wins_in_the_next_round(position: Position) -> None:
    """A right move and a simple plan win next round against every reply; after a wrong one no end is in reach."""
    state = position.lay()
    judge = Judge(position.seat, state.round + 1, thrifty)
    for move in right_moves(position):
        assert judge.wins(after(state, move)), move
    for move in wrong_moves(position, state):
        waited = after(state, move)
        while waited.round == state.round:
            waited = after(waited, thrifty(waited) if waited.actor >= 0 else kilowatt.outcomes(waited)[0][0])
        assert waited.step == 1
        free = (waited.zone & ~waited.spaces[0]).bit_count()
        most = max(waited.count(seat) for seat in range(waited.rules.seats)) + free
        say(f"{position.name}: {len(judge.known)} states looked at; waiting, nobody can pass {most} cities")
        assert most < waited.rules.end_at


@pytest.mark.parametrize("position", proved_by("run"))
def test_a_run_that_leaves_more_for_the_same_pay(position: Position) -> None:
    """Any other run pays the same and leaves less fuel, or loses more money than the fuel it saves could cost."""
    state = position.lay()
    seat = position.seat
    (right,) = right_moves(position)
    best = next_round(state, right)
    for move in wrong_moves(position, state):
        other = next_round(state, move)
        mine, theirs = best["seats"][seat], other["seats"][seat]
        fuel = {name: mine["fuel"][name] - theirs["fuel"][name] for name in mine["fuel"]}
        say(f"{position.name}: against {move} {mine['money'] - theirs['money']} Elektro and {fuel}")
        saved = -sum(count for count in fuel.values() if count < 0)
        dearest = max(price for row in state.rules.tracks[0].prices for price in row)
        assert mine["money"] - theirs["money"] >= saved * dearest
        assert sum(fuel.values()) > 0 or mine["money"] > theirs["money"]
        assert best["fuel"] == other["fuel"]
        assert best["plants"] == other["plants"]


def next_round(state: State, move: Action) -> dict[str, Any]:
    """Play a run and let the others run everything until the next round begins."""
    later = after(state, move)
    while later.round == state.round:
        later = after(later, thrifty(later) if later.actor >= 0 else kilowatt.outcomes(later)[0][0])
    return kilowatt.snapshot(later)
