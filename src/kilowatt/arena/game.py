"""One game of the arena, from the deal to the row. Bots get clones; the dealer stays here."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import lru_cache, partial
from hashlib import sha256
from time import process_time
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from kilowatt.arena.entrants import START, BadEntrant, enter, one_line
from kilowatt.arena.lines import Forfeit
from kilowatt.arena.rows import Game, Row, is_external
from kilowatt.bots import Budget, make_bot
from kilowatt.editions.compose import compose
from kilowatt.engine.actions import Action, action
from kilowatt.engine.game import advance, clone, new_game, outcomes, refusal
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.knowledge import known_to
from kilowatt.table.dealer import SeededDealer

if TYPE_CHECKING:
    from kilowatt.bots import Bot
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

MOST_MOVES = 20_000
"""A game longer than this is counted as unfinished."""
AGAIN = 0.1
"""Seconds between alarms for a bot that did not stop at the first."""
CLOSING = 10.0
"""Seconds a bot has to end what it started."""

T = TypeVar("T")
Watch = Callable[[int | None, float], None]


@lru_cache(maxsize=32)
def _rules(ruleset: str, seats: int, options: str) -> Rules:
    chosen: dict[str, Any] = json.loads(options)
    return compose(ruleset, seats, chosen)


def rules_of(game: Game) -> Rules:
    """Return the rules a game is played by."""
    return _rules(game.ruleset, game.seats, json.dumps(game.options, sort_keys=True))


def seed_of(game: Game, seat: int) -> int:
    """Return the seed of the bot at a seat: the same for a seat of a deal, whoever plays it."""
    return int.from_bytes(sha256(f"{game.deal}/{seat}".encode()).digest()[:6], "big")


def nobody(seat: int | None, seconds: float) -> None:
    """Watch over no calls."""


class Seating:
    """The bots of one game, what they have spent, and which have forfeited.

    Seats in `lost` have forfeited before the game begins. `watch` receives the seat that a call goes to and how long
    it may take, and with None that it has come back.
    """

    def __init__(self, game: Game, lost: Mapping[int, str] | None = None, watch: Watch = nobody) -> None:
        self.game = game
        self.watch = watch
        self.budget = Budget(seconds=game.seconds, work=game.work)
        self.forfeits: dict[int, str] = dict(lost or {})
        self.moves = [0] * game.seats
        self.seconds = [0.0] * game.seats
        self.turns: list[set[tuple[int, int]]] = [set() for _ in range(game.seats)]
        self.bots: list[Bot] = [make_bot("random", seed_of(game, seat)) for seat in range(game.seats)]
        for seat, name in enumerate(game.bots):
            if seat not in self.forfeits:
                self._seat(seat, name)

    def _seat(self, seat: int, name: str) -> None:
        """Make the bot of a seat; an external one that cannot be made has forfeited."""
        make = partial(enter, name, seed_of(self.game, seat), self.game.limit)
        if not is_external(name):
            self.bots[seat] = make()
            return
        try:
            self.bots[seat] = self._call(seat, START, make)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a bot does wrong, the game goes on
            self.forfeits[seat] = _reason(error)

    def play(self) -> Row:
        """Play the game to its end."""
        game = self.game
        dealer = SeededDealer(game.deal)
        s = new_game(rules_of(game))
        while s.actor != OVER and sum(self.moves) < MOST_MOVES:
            advance(s, dealer.deal(s, outcomes(s)) if s.actor == CHANCE else self.decide(s))
        return _row(game, s, self)

    def decide(self, s: State) -> Action:
        """Ask the bot whose turn it is; one that fails is replaced by `random` for the rest of the game."""
        seat = s.actor
        self.moves[seat] += 1
        self.turns[seat].add((s.round, s.phase))
        if seat not in self.forfeits:
            begun = process_time()
            try:
                move = self._ask(s, seat)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # noqa: BLE001 - whatever a bot does wrong, the game goes on
                self._forfeit(seat, _reason(error))
            else:
                self.seconds[seat] += process_time() - begun
                reason = refusal(s, move)
                if reason is None:
                    return move
                self._forfeit(seat, f"illegal move: {reason}")
        return self._advise(s, seat)

    def _advise(self, s: State, seat: int) -> Action:
        """Ask the bot of a seat, which gets a copy of what the seat knows; return its move."""
        return self.bots[seat].advise(clone(known_to(s, seat)), seat, self.budget).action

    def _ask(self, s: State, seat: int) -> Action:
        if is_external(self.game.bots[seat]):
            # whatever an external bot made up is read as an action again, or refused as none
            return self._call(seat, self.game.limit * 2, lambda: action(self._advise(s, seat)))
        return self._advise(s, seat)

    def _call(self, seat: int, seconds: float, call: Callable[[], T]) -> T:
        """Call something of an external bot, watched and within its time."""
        self.watch(seat, seconds)
        try:
            return _within(seconds, call)
        finally:
            self.watch(None, 0.0)

    def _forfeit(self, seat: int, reason: str) -> None:
        self.forfeits[seat] = reason
        self._close(seat)
        self.bots[seat] = make_bot("random", seed_of(self.game, seat))

    def close(self) -> None:
        """End what bots have started."""
        for seat in range(self.game.seats):
            self._close(seat)

    def _close(self, seat: int) -> None:
        if not is_external(self.game.bots[seat]):
            return
        try:
            self._call(seat, CLOSING, partial(_end, self.bots[seat]))
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 - the game has been played; how its bot ends changes nothing
            return


def _end(bot: Bot) -> None:
    close = getattr(bot, "close", None)
    if callable(close):
        close()


def _reason(error: BaseException) -> str:
    """Return why a bot forfeited."""
    if isinstance(error, Forfeit):
        return error.reason
    return str(error) if isinstance(error, BadEntrant) else one_line(error)


def _within(seconds: float, call: Callable[[], T]) -> T:
    """Stop a call that does not return, where the system can: in a main thread that knows alarms.

    The alarm rings again and again, for a bot may catch it and go on.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return call()
    ringing = True

    def ring(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as the system calls it
        if ringing:
            raise Forfeit(f"no answer within {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        return call()
    finally:
        # first of all and without a call, so that no alarm comes between
        ringing = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def play(game: Game) -> Row:
    """Play one game to its end, here."""
    with closing(Seating(game)) as seating:
        return seating.play()


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
