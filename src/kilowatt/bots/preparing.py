"""The choices before the first round: areas, the Trust's houses, marked starting cities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.building import spread_of
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, ChooseArea, MarkStart, PlaceTrust
from kilowatt.engine.game import options
from kilowatt.engine.ids import bits

if TYPE_CHECKING:
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State


def prepare(s: State, tables: Tables) -> Action:
    """Draft the area with the cheapest connections, put the Trust where building is dear, mark where it is cheap."""
    seat = s.actor
    choices = options(s).choices
    if s.ask == asks.ASK_AREA:
        return ChooseArea(seat, min([row.area for row in choices["choose_area"]], key=lambda a: _dear(s, a)))  # type: ignore[attr-defined]
    spread = spread_of(s, tables)
    if s.ask == asks.ASK_TRUST_CITY:
        city = max([row.city for row in choices["place_trust"]], key=lambda c: spread[s.rules.city_ids[c]])  # type: ignore[attr-defined]
        return PlaceTrust(seat, city)
    if s.ask != asks.ASK_MARK:
        # a decision the bots know nothing about: the first thing that may be done
        return next(iter(choices.values()))[0].at(0)
    city = min([row.city for row in choices["mark_start"]], key=lambda c: spread[s.rules.city_ids[c]])  # type: ignore[attr-defined]
    return MarkStart(seat, city)


def _dear(s: State, area: str) -> float:
    """Return the mean cost of the connections of an area's cities."""
    board = s.rules.board
    cities = bits(board.areas[s.rules.area_ids[area]].cities)
    fees = [fee + board.entries[city] for city in cities for _, fee in board.neighbours[city]]
    return sum(fees) / len(fees) if fees else 0.0
