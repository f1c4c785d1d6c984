"""One game as an environment sees it: a state, the partial action, and a dealer for the cards.

All environments are built on this. It knows no reward, no observation and no environment library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import CHANCE, NOBODY, OVER
from kilowatt.engine.snapshot import restore, snapshot
from kilowatt.envs.encoding import Decoded, Encoding, IllegalId, LegalIds, Partial
from kilowatt.envs.grains import make_encoding
from kilowatt.table.dealer import Dealer, SeededDealer

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

KEYS = ("state", "encoding", "partial", "reserves")
"""The fields of a snapshot."""


class Episode:
    """One game from its beginning, or from a state. `step` takes ids, `apply` takes actions; cards are dealt between.

    With a seed every card follows from it alone; another dealer may be given instead. Without either nothing is dealt:
    the caller applies the outcomes of chance.
    """

    __slots__ = ("_legal", "dealer", "encoding", "partial", "played", "reserves", "state")

    def __init__(
        self,
        encoding: Encoding,
        seed: int | str | bytes | None = None,
        *,
        dealer: Dealer | None = None,
        logged: bool = False,
        state: State | None = None,
    ) -> None:
        self.encoding = encoding
        self.dealer: Dealer | None = SeededDealer(seed) if seed is not None else dealer
        self.state: State = new_game(encoding.rules) if state is None else state
        self.partial: Partial = ()
        """The ids of the current decision taken so far."""
        self.reserves: dict[int, tuple[int, int]] = {}
        """By seat: a lot and the most the seat will pay for it."""
        self.played: list[Action] | None = [] if logged else None
        """Every action so far, chance included, if logged."""
        self._legal: LegalIds | None = None
        if state is None:
            self.settle()

    @property
    def actor(self) -> int:
        """The acting seat; negative for chance and when the game is over."""
        return self.state.actor

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state.actor == OVER

    def legal_ids(self) -> LegalIds:
        """Return the ids that are legal now."""
        if self._legal is None:
            self._legal = self.encoding.legal_ids(self.state, self.partial)
        return self._legal

    def step(self, number: int) -> None:
        """Take an id and go on to the next one that a seat must choose; `IllegalId` if it is not legal now."""
        if self.state.actor < 0:
            raise IllegalId(f"id {number}: no seat is to act now: the game is over, or a card is to be dealt")
        chosen = int(number)  # integers of other libraries too
        if chosen not in self.legal_ids():
            name = f" ({self.encoding.name(chosen)})" if 0 <= chosen < self.encoding.size else ""
            raise IllegalId(f"id {chosen}{name} is not legal now; `legal_ids().to_list()` has the ids that are")
        self.step_unchecked(chosen)

    def step_unchecked(self, number: int) -> None:
        """Take an id that is known to be legal, for callers that have looked at the mask."""
        self._follow(self.encoding.decode(self.state, self.partial, number))
        self.settle()

    def apply(self, action: Action) -> None:
        """Play an action that is known to be legal, and go on to the next decision."""
        self._play(action, (), 0)
        self.settle()

    def _follow(self, decoded: Decoded) -> None:
        if decoded.action is None:
            self.partial = decoded.partial
            self._legal = None
        else:
            self._play(decoded.action, decoded.partial, decoded.reserve)

    def _play(self, action: Action, partial: Partial, reserve: int) -> None:
        s = self.state
        seat = s.actor
        advance(s, action)
        if self.played is not None:
            self.played.append(action)
        self.partial = partial
        self._legal = None
        if reserve and s.lot != NOBODY:
            self.reserves[seat] = (s.lot, reserve)

    def settle(self) -> None:
        """Deal cards and play what follows from earlier ids until a seat must choose."""
        s = self.state
        while s.actor != OVER:
            if s.actor == CHANCE:
                if self.dealer is None:
                    return
                self._play(self.dealer.deal(s, outcomes(s)), self.partial, 0)
                continue
            decoded = self._forced()
            if decoded is None:
                return
            self._follow(decoded)

    def _forced(self) -> Decoded | None:
        """Return what follows from earlier ids or is the only choice; None if the seat must choose."""
        s = self.state
        reserve = 0
        if self.reserves:
            lot, price = self.reserves.get(s.actor, (NOBODY, 0))
            reserve = price if lot == s.lot else 0
        decoded = self.encoding.resume(s, self.partial, reserve)
        if decoded is None and self.encoding.skip_forced:
            legal = self.legal_ids()
            if len(legal) == 1:
                return self.encoding.decode(s, self.partial, legal.to_list()[0])
        return decoded

    def clone(self, seed: int | str | None = None) -> Episode:
        """Copy the episode. A search passes a seed of its own, or its copies would know the cards to come."""
        twin = Episode(self.encoding, seed, dealer=self.dealer, state=clone(self.state))
        twin.partial = self.partial
        twin.reserves = dict(self.reserves)
        twin.played = None if self.played is None else self.played[:]
        twin._legal = self._legal
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        """Copy for libraries that copy deeply; the rules are shared."""
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to make this episode again, for libraries that send games between processes."""
        rules = self.encoding.rules
        kind = (rules.id, rules.seats, rules.options, self.encoding.grain)
        return revive, (*kind, self.dealer, self.snapshot(), self.played)

    def snapshot(self) -> dict[str, Any]:
        """Return the episode as plain data: the state, the partial action and the reservation prices."""
        return {
            "state": snapshot(self.state),
            "encoding": self.encoding.hash,
            "partial": list(self.partial),
            "reserves": [[seat, lot, price] for seat, (lot, price) in sorted(self.reserves.items())],
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Go back to a snapshot; the cards to come are still this episode's own."""
        for key in KEYS:
            if key not in kept:
                raise ValueError(f"{key}: missing; expected what `snapshot()` returns")
        if kept["encoding"] != self.encoding.hash:
            raise ValueError(f"encoding: the snapshot has {kept['encoding']!r}, not {self.encoding.hash!r}")
        self.state = restore(self.encoding.rules, kept["state"])
        self.partial = tuple(kept["partial"])
        self.reserves = {seat: (lot, price) for seat, lot, price in kept["reserves"]}
        self.played = None
        self._legal = None


def revive(
    ruleset: str,
    seats: int,
    chosen: dict[str, Any],
    grain: str,
    dealer: Dealer | None,
    kept: dict[str, Any],
    played: list[Action] | None,
) -> Episode:
    """Make an episode again from what `__reduce__` returned."""
    episode = Episode(make_encoding(kilowatt.ruleset(ruleset, seats, chosen), grain), dealer=dealer)
    episode.restore(kept)
    episode.played = played
    return episode
