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
from kilowatt.bots.values import after, next_round, shipped
from kilowatt.bots.valuing import Judged, Lot, Valuer
from kilowatt.coach.record_turns import WHOLE
from kilowatt.engine.actions import Build, Jump, Scrap
from kilowatt.engine.asks import ASK_BID, ASK_BUILD, ASK_SCRAP
from kilowatt.engine.game import advance, clone, sell_lot
from kilowatt.engine.ids import BUILD, NOBODY, POWER
from kilowatt.engine.phases.auction import buyers_of, least_bid

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

    def builds(self, s: State, seat: int) -> list[str]:
        """List the cities that the seat would build if it were its turn to build."""
        trial = clone(s)
        trial.phase, trial.ask, trial.actor = BUILD, ASK_BUILD, seat
        return [action.city for action in self.turn(trial, seat) if isinstance(action, Build | Jump)]

    def value_of(self, s: State, seat: int, actions: Sequence[Action], *, choices: int) -> Judged:
        """Judge some moves of a seat as one choice of so many."""

        def enter(trial: State) -> None:
            for action in actions:
                if trial.actor == seat:
                    advance(trial, action)

        end = after(s, Choice(None, enter), (self.role,) * s.rules.seats)
        if s.phase == POWER and end.result is None:
            end = next_round(end)  # the network has never judged what plants run
        return self.judged(s, [end], seat, [chosen(s.ask, prior=False, choices=choices)])[0]

    def lot_of(self, s: State, seat: int, plant: int) -> Lot | None:
        """Judge a plant that is up, or might be, at some prices; None where nobody else can bid for it."""
        up = s if s.lot == plant else _put_up(s, seat, plant)
        if up.bidders & ~(1 << seat) == 0 or up.money[seat] < least_bid(up, plant):
            return None
        return self.lot(up, seat, self._shaded(up, seat, plant))

    def given_up(self, s: State, seat: int, plant: int, price: int) -> int:
        """Return the plant that the seat scraps once it has bought one at a price, `NOBODY` where it scraps none."""
        end = clone(s) if s.lot == plant else _put_up(s, seat, plant)
        sell_lot(end, seat, price)
        if end.actor != seat or end.ask != ASK_SCRAP:
            return NOBODY
        scrap = self.turn(end, seat)[0]
        assert isinstance(scrap, Scrap)  # noqa: S101 - what was asked for
        return s.rules.plant_ids[scrap.plant]

    def limits(self, s: State, seat: int, plant: int) -> dict[int, int]:
        """Return how far each rival of a seat who may bid for a plant that is up, or might be, is likely to go."""
        up = s if s.lot == plant else _put_up(s, seat, plant)
        tables = tables_of(up)
        judge, closing = economist.judge_of(up, tables), may_close(up, tables)
        return {
            rival: max(0, limit_of(up, rival, self.role, judge, plant, closing=closing))
            for rival in range(s.rules.seats)
            if rival != seat and up.bidders >> rival & 1
        }

    def _shaded(self, s: State, seat: int, plant: int) -> int:
        """Return how far a seat that shades its bids goes for a plant."""
        tables = tables_of(s)
        return limit_of(s, seat, self.role, economist.judge_of(s, tables), plant, closing=may_close(s, tables))


def _put_up(s: State, seat: int, plant: int) -> State:
    """Return the position with a plant of the market put up by a seat at its lowest bid."""
    up = clone(s)
    up.lot, up.bid = plant, least_bid(s, plant)
    up.leader = up.opener = seat
    up.bidders = buyers_of(s, plant) | 1 << seat
    up.ask = ASK_BID
    return up
