"""Preparation: seat order, zone, opening market, the Trust's first cities and marked starts."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from kilowatt.engine import houses, plants, tasks
from kilowatt.engine.actions import Action, ChooseArea, MarkStart, PlaceTrust, SeatOrder, Zone
from kilowatt.engine.asks import ASK_AREA, ASK_MARK, ASK_ORDER, ASK_TRUST_CITY, ASK_ZONE
from kilowatt.engine.emitting import (
    AREA_CHOSEN,
    ORDER_SET,
    SHORT,
    START_MARKED,
    TRUST_PLACED,
    ZONE_SET,
    emit,
    packed,
)
from kilowatt.engine.ids import CHANCE, FUELS, bits, mask_of
from kilowatt.engine.menu import AreaChoice, MarkChoice, Menu, TrustCityChoice
from kilowatt.engine.phases.decision import Decision, Draw, Kinds, menu_of, no, no_city
from kilowatt.engine.rows import appended

if TYPE_CHECKING:
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State


def players(s: State) -> list[int]:
    """List the seats in turn order, without the Trust."""
    return [seat for seat in s.order if seat < s.rules.seats]


def set_order(s: State, seats: list[int]) -> None:
    """Set the turn order; the Trust is always second [R18-TR-02]."""
    rules = s.rules
    s.order = ()
    for place in range(rules.seats):
        s.order = appended(s.order, seats[place])
        if place == 0 and rules.trust_plays:
            s.order = appended(s.order, rules.trust_chair)
    if s.log is not None:
        emit(s, ORDER_SET, packed(s.order, SHORT))


def set_zone(s: State, areas: tuple[int, ...]) -> None:
    """Fix the areas in play [R18-SET-02]."""
    board = s.rules.board
    s.areas = tuple(sorted(areas))
    s.zone = board.zone(s.areas)
    s.distances = board.distances(s.zone)
    emit(s, ZONE_SET, mask_of(list(s.areas)))


# tasks


def seat_order(s: State, arg: int) -> None:
    """Take the given order or wait for chance [R18-SET-06]."""
    if s.rules.fixed_order:
        set_order(s, list(s.rules.fixed_order))
    else:
        s.ask = ASK_ORDER
        s.actor = CHANCE


def zone(s: State, arg: int) -> None:
    """Take the given zone, go on with the draft, or wait for chance."""
    rules = s.rules
    if rules.draft:
        if arg < rules.area_count:
            seats = players(s)
            s.ask = ASK_AREA
            s.actor = seats[arg % len(seats)]
            s.agenda.append(tasks.ZONE + tasks.ARG * (arg + 1))
        else:
            set_zone(s, s.areas)
    elif rules.fixed_areas:
        set_zone(s, rules.fixed_areas)
    else:
        s.ask = ASK_ZONE
        s.actor = CHANCE


def fuel_markets(s: State, arg: int) -> None:
    """Fill the fuel markets; the other tokens are the supply [R18-SET-08, R18-SET-10]."""
    s.supply = s.rules.tokens[:]
    for market, track in enumerate(s.rules.tracks):
        for fuel in range(FUELS):
            s.fuel[market * FUELS + fuel] = track.start[fuel]
            s.supply[fuel] -= track.start[fuel].bit_count()


def opening_market(s: State, arg: int) -> None:
    """Lay out the first plants: fixed ones, then draws [R18-SET-12, O-SET-06]."""
    rules = s.rules
    if arg == 0:
        s.deck = rules.stack
        s.removed = rules.removed_plants
        for plant in rules.opening:
            plants.insert(s, plant)
    if arg < rules.opening_draws:
        s.top_back = rules.opening_back
        tasks.push(s, (tasks.DRAW, tasks.OPENING_MARKET + tasks.ARG * (arg + 1)))


def trust_cities(s: State, arg: int) -> None:
    """Ask for the Trust's first houses, one by one [R18-TR-03]."""
    rules = s.rules
    if arg == 0:
        s.trust_houses = rules.trust_house_count
    if arg < len(rules.trust_placements):
        s.ask = ASK_TRUST_CITY
        s.actor = players(s)[rules.trust_placements[arg]]
        s.agenda.append(tasks.TRUST_CITIES + tasks.ARG * (arg + 1))


def mark_starts(s: State, arg: int) -> None:
    """Ask for marked starting cities, one per seat in turn order [R18-DSC-01]."""
    seats = players(s)
    if arg < len(seats):
        s.ask = ASK_MARK
        s.actor = seats[arg]
        s.agenda.append(tasks.MARK_STARTS + tasks.ARG * (arg + 1))


def first_discount(s: State, arg: int) -> None:
    """Where the rules say so, the discount token lies on the smallest plant already now [C-SET-04]."""
    plants.place_discount(s)


# draws


class DrawOrder(Draw):
    """Chance sets the order of the first round [R18-SET-06]."""

    ask = ASK_ORDER
    deck = "order"

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List every order of the seats."""
        return [(SeatOrder(order), 1) for order in permutations(range(s.rules.seats))]

    def apply(self, s: State, action: Action) -> None:
        """Set the order that was drawn."""
        assert isinstance(action, SeatOrder)
        set_order(s, list(action.order))


class DrawZone(Draw):
    """Chance chooses the areas in play [R18-SET-02]."""

    ask = ASK_ZONE
    deck = "zone"

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List every zone in one piece."""
        areas = s.rules.board.areas
        return [(Zone(tuple(areas[area].id for area in zones)), 1) for zones in s.rules.zone_list]

    def apply(self, s: State, action: Action) -> None:
        """Fix the zone that was drawn."""
        assert isinstance(action, Zone)
        set_zone(s, tuple(s.rules.area_ids[area] for area in action.areas))


DRAWS: Final[tuple[Draw, ...]] = (DrawOrder(), DrawZone())


# decisions


class DraftArea(Decision):
    """A seat drafts an area from which the zone can still become one piece (AMB-78)."""

    ask = ASK_AREA
    takes: Kinds = (ChooseArea,)

    def open_areas(self, s: State) -> list[int]:
        """List the areas that may be drafted now: those of a zone in one piece that has all areas chosen before."""
        zones = [zone for zone in s.rules.zone_list if all(area in zone for area in s.areas)]
        links = s.rules.board.area_links
        return [
            area
            for area in range(len(links))
            if area not in s.areas
            and any(area in zone for zone in zones)
            and (s.rules.draft_leaves_gaps or not s.areas or any(links[c] >> area & 1 for c in s.areas))
        ]

    def menu(self, s: State) -> Menu:
        """List the open areas."""
        areas = s.rules.board.areas
        return menu_of(s.actor, {"choose_area": [AreaChoice(s.actor, areas[a].id) for a in self.open_areas(s)]})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse unknown and chosen areas, and those with which no zone in one piece can be completed."""
        assert isinstance(action, ChooseArea)
        area = s.rules.area_ids.get(action.area)
        if area is None:
            return no(s, "unknown_area", area=action.area)
        if area in s.areas:
            return no(s, "area_taken", area=action.area)
        if area not in self.open_areas(s):
            if s.rules.draft_leaves_gaps:
                return no(s, "area_completes_no_zone", area=action.area)
            return no(s, "area_not_adjacent", area=action.area)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Add the area."""
        assert isinstance(action, ChooseArea)
        s.areas = (*s.areas, s.rules.area_ids[action.area])
        emit(s, AREA_CHOSEN, action.seat, s.areas[-1])

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every area."""
        return [ChooseArea(seat, area.id) for area in s.rules.board.areas]


class PlaceTrustHouse(Decision):
    """A player puts one of the Trust's first houses [R18-TR-03]."""

    ask = ASK_TRUST_CITY
    takes: Kinds = (PlaceTrust,)

    def open_cities(self, s: State) -> int:
        """Return the cities where it may go: anywhere at first, then next to a Trust city (AMB-53)."""
        board = s.rules.board
        if not s.spaces[0]:
            return s.zone
        near = 0
        for city in bits(s.spaces[0]):
            near |= board.next_to[city]
        return near & s.zone & ~s.spaces[0]

    def menu(self, s: State) -> Menu:
        """List the open cities."""
        cities = s.rules.board.cities
        return menu_of(
            s.actor, {"place_trust": [TrustCityChoice(s.actor, cities[c].id) for c in bits(self.open_cities(s))]}
        )

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse cities out of play, taken or apart."""
        assert isinstance(action, PlaceTrust)
        reason = no_city(s, action.city)
        if reason is not None:
            return reason
        city = s.rules.city_ids[action.city]
        if s.spaces[0] >> city & 1:
            return no(s, "city_taken", city=action.city)
        if not self.open_cities(s) >> city & 1:
            return no(s, "trust_not_adjacent", city=action.city)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Put the house."""
        assert isinstance(action, PlaceTrust)
        city = s.rules.city_ids[action.city]
        houses.put(s, city, 0, s.rules.trust_chair)
        s.trust_houses -= 1
        emit(s, TRUST_PLACED, city, 0)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every city."""
        return [PlaceTrust(seat, city.id) for city in s.rules.board.cities]


class MarkStartingCity(Decision):
    """A player marks a starting city [R18-DSC-01]."""

    ask = ASK_MARK
    takes: Kinds = (MarkStart,)

    def menu(self, s: State) -> Menu:
        """List the cities with a free first space and no mark."""
        cities = s.rules.board.cities
        free = s.zone & ~s.spaces[0] & ~s.marks
        return menu_of(s.actor, {"mark_start": [MarkChoice(s.actor, cities[c].id) for c in bits(free)]})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse cities out of play, taken or marked [R18-DSC-06]."""
        assert isinstance(action, MarkStart)
        reason = no_city(s, action.city)
        if reason is not None:
            return reason
        city = s.rules.city_ids[action.city]
        if (s.spaces[0] | s.marks) >> city & 1:
            return no(s, "cannot_mark", city=action.city)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Lay a fuel token as the mark; the Trust takes the second space at once [R18-DSC-05]."""
        assert isinstance(action, MarkStart)
        city = s.rules.city_ids[action.city]
        s.marks |= 1 << city
        s.supply[s.rules.mark_fuel] -= 1
        emit(s, START_MARKED, action.seat, city)
        s.rules.trust.joins_city(s, city)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every city."""
        return [MarkStart(seat, city.id) for city in s.rules.board.cities]


DECISIONS: Final[tuple[Decision, ...]] = (DraftArea(), PlaceTrustHouse(), MarkStartingCity())
