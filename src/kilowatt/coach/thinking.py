"""The strongest bot, asked for all that it thinks of a position: what it would do, and what else it weighed.

Made anew for every position, so that the same one is always judged alike. Says nothing of it in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.bots import economist
from kilowatt.bots.advice import Budget
from kilowatt.bots.ending import may_close
from kilowatt.bots.lookahead import Choice
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.turns import limit_of
from kilowatt.bots.value_features import chosen
from kilowatt.bots.values import after, settled, shipped
from kilowatt.bots.valuing import Judged, Lot, Valuer
from kilowatt.coach.record_turns import WHOLE
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.game import advance, clone
from kilowatt.engine.phases.auction import eligible, least_bid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State


@final
class Thinking(Valuer):
    """Remembers what it compared."""

    def __init__(self) -> None:
        super().__init__(shipped())
        self.compared: list[Choice] = []
        """What it weighed last, the choice that it took first, then from the best to the worst."""

    def _look(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> Choice:
        best = super()._look(s, seat, choices, budget)
        self.compared = [best, *sorted([one for one in choices if one is not best], key=lambda one: -one.mean())]
        return best

    def turn(self, s: State, seat: int) -> tuple[Action, ...]:
        """Return what the seat does with its turn: in an auction its next move."""
        trial = clone(s)
        actions: list[Action] = []
        while trial.actor == seat and trial.ask == s.ask and trial.phase == s.phase:
            action = self.advise(clone(trial), seat, Budget()).action
            actions.append(action)
            advance(trial, action)
            if s.ask not in WHOLE:
                break
        return tuple(actions)

    def value_of(self, s: State, seat: int, actions: Sequence[Action], *, choices: int) -> Judged:
        """Judge some moves of a seat as one choice of so many."""

        def enter(trial: State) -> None:
            for action in actions:
                if trial.actor == seat:
                    advance(trial, action)

        end = settled(after(s, Choice(None, enter), (self.role,) * s.rules.seats))
        return self.judged(s, [end], seat, [chosen(s.ask, prior=False, choices=choices)])[0]

    def lot_of(self, s: State, seat: int, plant: int) -> Lot | None:
        """Judge a plant that is up, or might be, at some prices; None where nobody else can bid for it."""
        up = s if s.lot == plant else _put_up(s, seat, plant)
        if up.bidders & ~(1 << seat) == 0 or up.money[seat] < least_bid(up, plant):
            return None
        return self.lot(up, seat, self._shaded(up, seat, plant))

    def keenest_for(self, s: State, seat: int, plant: int) -> int | None:
        """Return the rival who would pay most for a plant that is up, or might be; None where nobody else can bid."""
        up = s if s.lot == plant else _put_up(s, seat, plant)
        return self.keenest(up, seat) if up.bidders & ~(1 << seat) else None

    def likely_limit(self, s: State, seat: int, plant: int) -> int:
        """Return how far that rival is likely to go; 0 where nobody else can bid."""
        rival = self.keenest_for(s, seat, plant)
        return 0 if rival is None else self._shaded(s, rival, plant)

    def _shaded(self, s: State, seat: int, plant: int) -> int:
        """Return how far a seat that shades its bids goes for a plant."""
        tables = tables_of(s)
        return limit_of(s, seat, self.role, economist.judge_of(s, tables), plant, closing=may_close(s, tables))


def _put_up(s: State, seat: int, plant: int) -> State:
    """Return the position with a plant of the market put up by a seat at its lowest bid."""
    up = clone(s)
    up.lot, up.bid = plant, least_bid(s, plant)
    up.leader = up.opener = seat
    up.bidders = eligible(s) | 1 << seat
    up.ask = ASK_BID
    return up
