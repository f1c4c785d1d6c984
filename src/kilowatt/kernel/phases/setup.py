"""The menus of the preparation, as numbers."""

from __future__ import annotations

from kilowatt.engine.actions import ChooseArea, CloseCity, MarkStart, PlaceTrust, SeatOrder, Zone
from kilowatt.engine.asks import ASK_AREA, ASK_CLOSE, ASK_MARK, ASK_ORDER, ASK_TRUST_CITY, ASK_ZONE
from kilowatt.engine.ids import bits
from kilowatt.engine.phases import closing
from kilowatt.engine.phases import setup as play
from kilowatt.engine.phases.closing import open_to_closing
from kilowatt.engine.phases.setup import open_areas, open_to_marks, open_to_trust
from kilowatt.kernel.decisions import AREA, CITY, ORDER, ZONE, Play, Row, Rows
from kilowatt.kernel.menus import KIND, add, end_kind
from kilowatt.kernel.record_layout import Game, Menu, Tables


def orders(s: Game, t: Tables, m: Menu) -> None:
    """List every order of the seats, by number in dictionary order."""
    many = 1
    for seats in range(2, t.seats + 1):
        many *= seats
    for number in range(many):
        add(s, m, ASK_ORDER * KIND + number, 1)


def zones(s: Game, t: Tables, m: Menu) -> None:
    """List every zone in one piece."""
    for number in range(len(t.zones)):
        add(s, m, ASK_ZONE * KIND + number, 1)


def closings(s: Game, t: Tables, m: Menu) -> None:
    """List the cities of which one is closed next."""
    for city in bits(open_to_closing(s)):
        add(s, m, ASK_CLOSE * KIND + city, 1)


def draft_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the areas that may be drafted."""
    for area in bits(open_areas(s)):
        add(s, m, ASK_AREA * KIND + area, 1)
    end_kind(m)


def trust_city_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the cities where a Trust house may go."""
    for city in bits(open_to_trust(s)):
        add(s, m, ASK_TRUST_CITY * KIND + city, 1)
    end_kind(m)


def mark_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the cities that may be marked."""
    for city in bits(open_to_marks(s)):
        add(s, m, ASK_MARK * KIND + city, 1)
    end_kind(m)


ROWS: Rows = {
    ASK_AREA: Row(draft_menu, {ChooseArea: Play(play.draft, AREA)}),
    ASK_TRUST_CITY: Row(trust_city_menu, {PlaceTrust: Play(play.place_trust, CITY)}),
    ASK_MARK: Row(mark_menu, {MarkStart: Play(play.mark, CITY)}),
    ASK_ORDER: Row(orders, {SeatOrder: Play(play.order_drawn, ORDER)}),
    ASK_ZONE: Row(zones, {Zone: Play(play.set_zone, ZONE)}),
    ASK_CLOSE: Row(closings, {CloseCity: Play(closing.close_city, CITY)}),
}
