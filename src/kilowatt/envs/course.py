"""The course of one game as an environment sees it: a state, what is half said, and who deals the cards.

All environments stand on this. It knows no reward, no observation and no environment library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import CHANCE, NOBODY, OVER
from kilowatt.engine.snapshot import restore, snapshot
from kilowatt.envs.encoding import Allowed, Encoding, NotSayable, Said, make_encoding
from kilowatt.table.dealer import SeededDealer

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State


class Course:
    """One game from its beginning. `say` takes ids, `play` takes actions; cards are dealt in between.

    With a seed every card follows from it alone. Without one nothing is dealt: chance outcomes are played by the
    caller with `play`.
    """

    __slots__ = ("_allowed", "dealer", "encoding", "played", "reserves", "said", "state")

    def __init__(
        self,
        encoding: Encoding,
        seed: int | str | bytes | None = None,
        *,
        logged: bool = False,
        like: Course | None = None,
    ) -> None:
        self.encoding = encoding
        self.dealer = SeededDealer(seed) if seed is not None else None
        self.state: State = new_game(encoding.rules) if like is None else clone(like.state)
        self.said: Said = ()
        self.reserves: dict[int, tuple[int, int]] = {}
        """By seat: the lot and the most the seat has said it pays for it."""
        self.played: list[Action] | None = [] if logged else None
        """Every action so far, chance included, if logged."""
        self._allowed: Allowed | None = None
        if like is None:
            self.settle()
        else:
            self._copy(like)

    def _copy(self, like: Course) -> None:
        self.dealer = self.dealer or like.dealer
        self.said = like.said
        self.reserves = dict(like.reserves)
        self.played = None if like.played is None else like.played[:]
        self._allowed = like._allowed

    @property
    def actor(self) -> int:
        """The seat to speak; negative for chance and when the game is over."""
        return self.state.actor

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state.actor == OVER

    def allowed(self) -> Allowed:
        """Give the ids that may be said now."""
        if self._allowed is None:
            self._allowed = self.encoding.allowed(self.state, self.said)
        return self._allowed

    def say(self, number: int) -> None:
        """Say an id and go on to the next one that somebody must say; `NotSayable` if it may not be said now."""
        if self.state.actor < 0:
            raise NotSayable(f"id {number}: no seat is asked now: the game is over, or a card is to be dealt")
        said = int(number)  # whole numbers of other libraries too
        if said not in self.allowed():
            name = f" ({self.encoding.name(said)})" if 0 <= said < self.encoding.size else ""
            raise NotSayable(f"id {said}{name} may not be said now; `allowed().listed()` has the ids that may")
        self.take(said)

    def take(self, number: int) -> None:
        """Say an id that is known to be allowed: the quick door, for callers that have looked at the mask."""
        word = self.encoding.say(self.state, self.said, number)
        if word.action is None:
            self.said = word.said
            self._allowed = None
        else:
            self._do(word.action, word.said, word.reserve)
        self.settle()

    def play(self, action: Action) -> None:
        """Play an action that is allowed, whoever thought of it, and go on to the next decision."""
        self._do(action, (), 0)
        self.settle()

    def _do(self, action: Action, said: Said, reserve: int) -> None:
        s = self.state
        seat = s.actor
        advance(s, action)
        if self.played is not None:
            self.played.append(action)
        self.said = said
        self._allowed = None
        if reserve and s.lot != NOBODY:
            self.reserves[seat] = (s.lot, reserve)

    def settle(self) -> None:
        """Deal cards and let earlier words be followed until somebody must speak."""
        s = self.state
        while s.actor != OVER:
            if s.actor == CHANCE:
                if self.dealer is None:
                    return
                said = self.said
                self._do(self.dealer.deal(s, outcomes(s)), said, 0)
                continue
            reserve = 0
            if self.reserves:
                lot, price = self.reserves.get(s.actor, (NOBODY, 0))
                reserve = price if lot == s.lot else 0
            word = self.encoding.follow(s, self.said, reserve)
            if word is None:
                return
            if word.action is None:
                self.said = word.said
                self._allowed = None
            else:
                self._do(word.action, word.said, word.reserve)

    def clone(self, seed: int | str | None = None) -> Course:
        """Copy the course. A search gives a seed of its own, or its copies would know the cards to come."""
        return Course(self.encoding, seed, like=self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        """Copy for libraries that copy deeply; the rules are shared."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Tell how to make this course anew elsewhere, for libraries that send games between processes."""
        rules = self.encoding.rules
        kind = (rules.id, rules.seats, rules.options, self.encoding.grain)
        seed = None if self.dealer is None else self.dealer.seed
        return revive, (*kind, seed, self.snapshot(), self.played)

    def snapshot(self) -> dict[str, Any]:
        """Write the course as plain data: the state, what is half said and the promises made."""
        return {
            "state": snapshot(self.state),
            "encoding": self.encoding.hash,
            "said": list(self.said),
            "reserves": [[seat, lot, price] for seat, (lot, price) in sorted(self.reserves.items())],
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to what a snapshot says; the cards to come are still this course's own."""
        if kept["encoding"] != self.encoding.hash:
            raise ValueError(f"the snapshot has the encoding {kept['encoding']}, not {self.encoding.hash}")
        self.state = restore(self.encoding.rules, kept["state"])
        self.said = tuple(kept["said"])
        self.reserves = {seat: (lot, price) for seat, lot, price in kept["reserves"]}
        self.played = None
        self._allowed = None


def revive(
    ruleset: str,
    seats: int,
    chosen: dict[str, Any],
    grain: str,
    seed: bytes | None,
    kept: dict[str, Any],
    played: list[Action] | None,
) -> Course:
    """Make a course again from what `__reduce__` told of it."""
    import kilowatt

    course = Course(make_encoding(kilowatt.ruleset(ruleset, seats, chosen), grain), seed)
    course.restore(kept)
    course.played = played
    return course
