"""A position that is played on many times by the same bot in all seats, and what one choice gains over another."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kilowatt.arena import entrants
from kilowatt.arena.rows import LIMIT
from kilowatt.bots import Budget
from kilowatt.engine.game import advance, clone, outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.statistics import Z, mean, standard_error
from kilowatt.table.dealer import SeededDealer
from tools.games import share

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

LOOKS = (25, 50, 100, 200)
"""After so many games it is looked whether a gain can still be what is asked for, or surely is."""
CERTAIN = 3.3
"""Standard errors by which a gain is ahead of what is asked for where no more games are needed: 1 in 1,000."""


class Moment:
    """A position in which a card is drawn, or the game's end; and where each card that was drawn leads to."""

    __slots__ = ("next", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.next: dict[Action, Moment] = {}


class PlayedOn:
    """The games of one position.

    A built-in bot does the same in the same position, so what follows the same cards is played once.
    """

    def __init__(self, state: State, on: str) -> None:
        self._on = on
        self.played = 0
        """Moves that were made."""
        self._first = self._moved(clone(state))

    def _moved(self, s: State) -> Moment:
        """Let the bots move until a card is drawn or the game is over."""
        bots = [entrants.enter(self._on, seat, LIMIT) for seat in range(s.rules.seats)]
        while s.actor not in (CHANCE, OVER):
            advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
            self.played += 1
        return Moment(s)

    def decided(self) -> bool:
        """Return whether no card is drawn any more: then all games are one."""
        return self._first.state.actor == OVER

    def won(self, deals: str) -> list[float]:
        """Play a game with the cards of a seed; return what share of the win each seat has."""
        dealer, here = SeededDealer(deals), self._first
        while here.state.actor == CHANCE:
            card = dealer.deal(here.state, outcomes(here.state))
            if card not in here.next:
                after = clone(here.state)
                advance(after, card)
                here.next[card] = self._moved(after)
            here = here.next[card]
        result = here.state.result
        assert result is not None  # noqa: S101 - it is over
        return [share(result, seat) for seat in range(here.state.rules.seats)]


class Gain(NamedTuple):
    """What one choice wins more than another, in games with the same cards."""

    mean: float
    error: float
    """One standard error."""
    games: int
    """Each way."""

    def fails(self, margin: float) -> bool:
        """Return whether it is below the margin for sure."""
        return self.mean + Z * self.error < margin

    def holds(self, margin: float) -> bool:
        """Return whether it reaches the margin on average and is above 0 for sure."""
        return self.mean >= margin and self.mean - Z * self.error > 0

    def certain(self, margin: float) -> bool:
        """Return whether it is above the margin beyond doubt, so that more games would not change that."""
        return self.mean - CERTAIN * max(self.error, 1 / self.games) > margin


def gain_of(
    one: PlayedOn, other: PlayedOn, seat: int, games: int, deals: str, *, least: float, looks: tuple[int, ...] = LOOKS
) -> Gain:
    """Play two ways on with the same cards; end early where the gain is surely below `least`, or above beyond doubt."""
    gains: list[float] = []
    for number in range(games):
        gains.append(one.won(f"{deals}/{number}")[seat] - other.won(f"{deals}/{number}")[seat])
        if one.decided() and other.decided():
            return Gain(gains[0], 0.0, games)
        if number + 1 in looks:
            so_far = Gain(mean(gains), standard_error(gains), number + 1)
            if so_far.fails(least) or so_far.certain(least):
                return so_far
    return Gain(mean(gains), standard_error(gains) if len(gains) > 1 else 1.0, games)
