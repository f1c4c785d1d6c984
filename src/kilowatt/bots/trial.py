"""Trials of a board: games of bots on it, with starts that they choose or that are given to them."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import msgspec

from kilowatt.bots.advice import Budget
from kilowatt.bots.steps import finished
from kilowatt.engine import game, ways
from kilowatt.engine.actions import Build, Jump
from kilowatt.engine.ids import CHANCE, NOBODY

if TYPE_CHECKING:
    from collections.abc import Generator

    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

BOT = "normal"
ACTIONS_MOST = 5_000
ENDLESS = "endless"
THOUGHT = 0.05
"""Seconds for a bot per move."""


class Forced(msgspec.Struct, frozen=True):
    """A start that is given: this seat's first city lies in this area, counted among the areas in play."""

    seat: int
    area: int


class TrialGame(msgspec.Struct):
    """One game: how long it took, why it ended, who won, where everybody built and what they paid for."""

    rounds: int
    reason: str
    winner: int | None
    starts: list[str | None]
    """By seat the area of its first city."""
    areas: list[str]
    """Areas in play."""
    built: list[str]
    """Cities with a house at the end."""
    forced: int | None = None
    """The seat whose start was given, if it did start there."""
    links: list[tuple[str, str]] = []
    """Links that somebody paid for, as the board names them."""
    line_money: int = 0
    house_money: int = 0
    """What all players paid for links and for houses."""
    step2: int | None = None
    """The round in which Step 2 began."""
    leads: int = 0
    """How often another player than before had the most cities alone at the end of a round."""


class _Watcher:
    """What a game shows while it is played."""

    def __init__(self, rules: Rules) -> None:
        self.starts: list[str | None] = [None] * rules.seats
        self.links: set[tuple[str, str]] = set()
        self.lines = self.houses = self.leads = 0
        self.step2: int | None = None
        self._leader = NOBODY
        self._round = 1
        self._homes = {city.id: rules.board.areas[city.area].id for city in rules.board.cities}
        names = rules.city_names
        self._pairs = {frozenset((a, b)): (names[a], names[b]) for a, b, _ in rules.board.links}

    def built(self, state: State, seat: int, city: str) -> None:
        """Note a house before it is built: its area, its way and what way and house cost."""
        if self.starts[seat] is None:
            self.starts[seat] = self._homes[city]
        number = state.rules.city_ids[city]
        way = ways.way_to(state, seat, number)
        self.links |= {self._pairs[frozenset(pair)] for pair in pairwise(way)}
        house, connection = game.reach(state, seat)[city]
        self.lines += connection
        self.houses += house

    def moved(self, state: State) -> None:
        """Note what a move changed."""
        if self.step2 is None and state.step > 1:
            self.step2 = state.round
        if state.round != self._round:
            self._round = state.round
            counts = [state.count(seat) for seat in range(state.rules.seats)]
            if counts.count(max(counts)) == 1:
                leader = counts.index(max(counts))
                self.leads += self._leader not in (NOBODY, leader)
                self._leader = leader


def trial_game(rules: Rules, seed: int, bot: str = BOT, forced: Forced | None = None) -> TrialGame:
    """Play one game of bots."""
    return finished(game_steps(rules, seed, bot, forced))


def game_steps(
    rules: Rules, seed: int, bot: str = BOT, forced: Forced | None = None, moves: list[Action] | None = None
) -> Generator[None, None, TrialGame]:
    """Play one game of bots, one move per step: it goes on after `moves`, and adds to them what the bots do."""
    from kilowatt.bots import make_bot

    moves = [] if moves is None else moves
    earlier = deque(moves)
    players = [make_bot(bot, seed * 10 + seat) for seat in range(rules.seats)]
    rng = Random(seed)
    state = game.new_game(rules)
    watcher = _Watcher(rules)
    given: int | None = None
    budget = Budget(seconds=THOUGHT)
    for _ in range(ACTIONS_MOST):
        if state.result is not None:
            break
        if state.actor == CHANCE:
            game.advance(state, game.outcome_at(state, rng.random()))
            watcher.moved(state)
            continue
        seat = state.actor
        again = earlier.popleft() if earlier else None
        move = again or players[seat].advise(state, seat, budget).action
        if isinstance(move, Jump):
            watcher.built(state, seat, move.city)
        if isinstance(move, Build):
            if forced is not None and seat == forced.seat and watcher.starts[seat] is None:
                start = _start_in(state, seat, forced.area)
                if start is not None:
                    move, given = Build(seat, start), seat
            watcher.built(state, seat, move.city)
        game.advance(state, move)
        watcher.moved(state)
        if again is None:
            moves.append(move)
            yield
    return _told(state, watcher, given)


def _start_in(state: State, seat: int, number: int) -> str | None:
    """Return the free city of an area in play whose two cheapest links cost least; None where none is free or paid."""
    board = state.rules.board
    in_play = [area for area in board.areas if area.cities & state.zone]
    area = in_play[number % len(in_play)]
    best: tuple[int, str] | None = None
    for city, (house, connection) in game.reach(state, seat).items():
        place = state.rules.city_ids[city]
        if area.cities >> place & 1 and house + connection <= state.money[seat]:
            if game.refusal(state, Build(seat, city)) is not None:
                continue
            near = sorted(
                cost + board.entries[other] for other, cost in board.neighbours[place] if state.zone >> other & 1
            )
            row = (sum(near[:2]), city)
            best = row if best is None else min(best, row)
    return None if best is None else best[1]


def _told(state: State, watcher: _Watcher, given: int | None) -> TrialGame:
    rules = state.rules
    built = 0
    for cities in state.cities[: rules.seats]:
        built |= cities
    return TrialGame(
        state.round,
        state.result.reason if state.result is not None else ENDLESS,
        state.result.winners[0] if state.result is not None else None,
        watcher.starts,
        [area.id for area in rules.board.areas if area.cities & state.zone],
        [city.id for number, city in enumerate(rules.board.cities) if built >> number & 1],
        given,
        sorted(watcher.links),
        watcher.lines,
        watcher.houses,
        watcher.step2,
        watcher.leads,
    )


def forced_start(rules: Rules, number: int) -> tuple[int, Forced]:
    """Return the deal and the given start of a game: every area in play is the start of every seat on the same deal."""
    deal, place = divmod(number, rules.seats * _areas(rules))
    seat, area = divmod(place, _areas(rules))
    return deal, Forced(seat, area)


def whole_deals(rules: Rules, games: int) -> int:
    """Return the number of games nearest to this in which every start comes equally often, at least one deal."""
    each = rules.seats * _areas(rules)
    return each * max(1, round(games / each))


def _areas(rules: Rules) -> int:
    return rules.area_count or len(rules.board.areas)
