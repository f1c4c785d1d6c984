"""The game as it is sent after every move: a part that nothing has changed is neither made nor encoded again.

A move changes little: a bid the auction, a purchase one market and one seat. What each part is made of is listed here,
beside `views.PARTS`, which makes them; a part without an entry is made every time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.engine.knowledge import sees_money
from kilowatt.engine.plants import step_at_refill
from kilowatt.protocol import views

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from kilowatt.engine.state import State

_write = msgspec.json.Encoder()


def _refilled(s: State) -> object:
    return (*s.fuel, *s.supply, *s.slots, step_at_refill(s), s.rules.score.reached(s))


def _stack(s: State) -> tuple[object, ...]:
    return (*s.seq, *s.group_mask, *s.group_left)


RESTS_ON: dict[str, Callable[[State], object]] = {
    "areas": lambda s: s.areas,
    "marks": lambda s: s.marks,
    "closed": lambda s: (s.areas, s.zone),
    "fuel": lambda s: (*s.fuel, *s.supply, s.rules.fuel_supply.surcharge(s, 0)),
    "columns": lambda s: tuple(s.columns),
    "fuel_stack": lambda s: (s.fuel_bag, s.fuel_discard),
    "houses": lambda s: tuple(s.houses),
    "plants": lambda s: (s.market, s.discount, *_stack(s), s.top_back, s.removed, s.rules.plant_market.current(s)),
    "odds": lambda s: (*_stack(s), s.top_back),
    "next_refill": _refilled,
}
"""What a part is made of: equal values make an equal part."""


def _seat_rests_on(s: State, seat: int, *, shows_money: bool) -> object:
    bit = 1 << seat
    return (
        s.money[seat] if shows_money else None,
        s.cities[seat],
        s.plants[seat],
        s.held[seat * FUELS : (seat + 1) * FUELS],
        s.hands[seat],
        s.bought & bit,
        s.lot != NOBODY and not s.bidders & bit,
        s.out & bit,
        s.rules.fuel_supply.market_of(s, seat),
        s.income[seat],
        s.rules.buyers.bought_before(s, seat),
        s.phase,
        s.rules.income.fine(s, seat),
        (*s.slots, *s.fuel, s.order) if s.rules.fuel_supply.mining else (),
    )


_MADE = [(name, make, RESTS_ON.get(name)) for name, make in views.PARTS.items()]


class Shown:
    """What was last sent of one table's game, part by part."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[str | int, tuple[object, msgspec.Raw]] = {}

    def game(self, state: State, seats: Collection[int]) -> dict[str, Any]:
        """Return what `views.game_view` does, some of it encoded."""
        view: dict[str, Any] = {}
        for name, make, rests_on in _MADE:
            view[name] = make(state) if rests_on is None else self._part(name, rests_on(state), make, state)
        view["seats"] = [self._seat(state, seat, sees_money(state, seat, seats)) for seat in range(state.rules.seats)]
        return view

    def _part(self, name: str, of: object, make: Callable[[State], Any], state: State) -> msgspec.Raw:
        known = self._parts.get(name)
        if known is None or known[0] != of:
            known = self._parts[name] = (of, msgspec.Raw(_write.encode(make(state))))
        return known[1]

    def _seat(self, state: State, seat: int, shows_money: bool) -> msgspec.Raw:  # noqa: FBT001 - called for every seat
        of = _seat_rests_on(state, seat, shows_money=shows_money)
        known = self._parts.get(seat)
        if known is None or known[0] != of:
            made = views.seat_view(state, seat, shows_money=shows_money)
            known = self._parts[seat] = (of, msgspec.Raw(_write.encode(made)))
        return known[1]
