"""One game of the arena, from the deal to the row. Bots get clones; the dealer stays here."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from time import process_time
from types import FrameType
from typing import TYPE_CHECKING, Any

from kilowatt.arena.entrants import enter, is_outside
from kilowatt.arena.lines import Forfeit
from kilowatt.arena.rows import Game, Row
from kilowatt.bots import Budget, make_bot
from kilowatt.editions.compose import compose
from kilowatt.engine.actions import Action, action
from kilowatt.engine.game import advance, clone, new_game, outcomes, refusal
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.table.dealer import SeededDealer

if TYPE_CHECKING:
    from kilowatt.bots import Bot
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

MOST_MOVES = 20_000
"""A game longer than this is counted as unfinished."""


@lru_cache(maxsize=32)
def _rules(ruleset: str, seats: int, options: str) -> Rules:
    chosen: dict[str, Any] = json.loads(options)
    return compose(ruleset, seats, chosen)


def seed_of(game: Game, seat: int) -> int:
    """Give the seed of the bot at a seat: the same for a seat of a deal, whoever plays it."""
    return int.from_bytes(sha256(f"{game.deal}/{seat}".encode()).digest()[:6], "big")


class Seating:
    """The bots of one game, what they have spent, and who has forfeited."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.budget = Budget(seconds=game.seconds, work=game.work)
        self.forfeits: dict[int, str] = {}
        self.bots: list[Bot] = []
        self.moves = [0] * game.seats
        self.seconds = [0.0] * game.seats
        self.turns: list[set[tuple[int, int]]] = [set() for _ in range(game.seats)]
        for seat, name in enumerate(game.bots):
            self.bots.append(enter(name, seed_of(game, seat), game.limit))

    def decide(self, s: State) -> Action:
        """Ask the bot whose turn it is; one that fails is replaced by `random` for the rest of the game."""
        seat = s.actor
        self.moves[seat] += 1
        self.turns[seat].add((s.round, s.phase))
        if seat not in self.forfeits:
            begun = process_time()
            try:
                move = self._ask(s, seat)
            except Exception as error:  # noqa: BLE001 - whatever a bot does wrong, the game goes on
                self._forfeit(seat, error.reason if isinstance(error, Forfeit) else f"{type(error).__name__}: {error}")
            else:
                self.seconds[seat] += process_time() - begun
                reason = refusal(s, move)
                if reason is None:
                    return move
                self._forfeit(seat, f"illegal move: {reason}")
        return self.bots[seat].advise(clone(s), seat, self.budget).action

    def _ask(self, s: State, seat: int) -> Action:
        if is_outside(self.game.bots[seat]):
            with _alarm(self.game.limit * 2):
                # whatever an outside bot made up is read as an action anew, or refused as none
                return action(self.bots[seat].advise(clone(s), seat, self.budget).action)
        return self.bots[seat].advise(clone(s), seat, self.budget).action

    def _forfeit(self, seat: int, reason: str) -> None:
        self.forfeits[seat] = reason
        self._close(self.bots[seat])
        self.bots[seat] = make_bot("random", seed_of(self.game, seat))

    def close(self) -> None:
        """End what bots have started."""
        for bot in self.bots:
            self._close(bot)

    def _close(self, bot: Bot) -> None:
        close = getattr(bot, "close", None)
        if callable(close):
            close()


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Stop a bot from outside that never returns, where the system can: in a main thread that knows alarms."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as the system calls it
        raise Forfeit(f"no answer within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def play(game: Game) -> Row:
    """Play one game to its end."""
    rules = _rules(game.ruleset, game.seats, json.dumps(game.options, sort_keys=True))
    s = new_game(rules)
    dealer = SeededDealer(game.deal)
    seating = Seating(game)
    try:
        while s.actor != OVER and sum(seating.moves) < MOST_MOVES:
            advance(s, dealer.deal(s, outcomes(s)) if s.actor == CHANCE else seating.decide(s))
    finally:
        seating.close()
    return _row(game, s, seating)


def _row(game: Game, s: State, seating: Seating) -> Row:
    result = s.result
    groups = [[seat for seat in group if seat not in seating.forfeits] for group in result.ranking] if result else []
    groups = [group for group in groups if group]
    if seating.forfeits and result:
        groups.append(sorted(seating.forfeits))
    ranks = [0] * game.seats
    shares = [0.0] * game.seats
    place = 1
    for group in groups:
        for seat in group:
            ranks[seat] = place
            if place == 1 and seat not in seating.forfeits:
                shares[seat] = 1 / len(group)
        place += len(group)
    return Row(
        key=game.key,
        ruleset=game.ruleset,
        bots=game.bots,
        deal=game.deal,
        rotation=game.rotation,
        candidate=game.candidate,
        ranks=tuple(ranks),
        shares=tuple(shares),
        scores=tuple(result.scores) if result else (),
        rounds=s.round,
        moves=tuple(seating.moves),
        turns=tuple([len(turns) for turns in seating.turns]),
        seconds=tuple([round(seconds, 4) for seconds in seating.seconds]),
        forfeits={str(seat): reason for seat, reason in seating.forfeits.items()},
        finished=result is not None,
    )
