"""Preparation: seat order, zone, opening market, the Trust's first cities and marked starts."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from kilowatt.engine import area_plants, deck, houses, plants, tasks
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
from kilowatt.engine.ids import CHANCE, FUELS, NOBODY, SEATS, bits
from kilowatt.engine.menu import AreaChoice, MarkChoice, Menu, TrustCityChoice
from kilowatt.engine.phases.decision import Decision, Draw, Kinds, menu_of, no, no_city
from kilowatt.engine.rows import Cities, Mask, appended

if TYPE_CHECKING:
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State


def player_at(s: State, place: int) -> int:
    """Return the seat at this place of the order, the Trust not counted."""
    for seat in s.order:
        if seat < s.rules.seats:
            if place == 0:
                return seat
            place -= 1
    return 0


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


def set_zone(s: State, number: int) -> None:
    """Fix the areas in play: the zone of this number [R18-SET-02]."""
    rules = s.rules
    s.areas = ()
    for area in bits(rules.zone_areas[number]):
        s.areas = appended(s.areas, area)
    s.zone = rules.zones[number]
    measure(s, number)
    emit(s, ZONE_SET, rules.zone_areas[number])
    if rules.closing:
        s.agenda.append(tasks.CLOSE_CITIES)


def measure(s: State, number: int) -> None:
    """Look up the distances inside the zone of a number."""
    s.distances = s.rules.board.distances(s.zone)


# tasks


def seat_order(s: State, arg: int) -> None:
    """Take the given order or wait for chance [R18-SET-06]."""
    if s.rules.fixed_order:
        seats = [0] * SEATS
        for place in range(s.rules.seats):
            seats[place] = s.rules.fixed_order[place]
        set_order(s, seats)
    else:
        s.ask = ASK_ORDER
        s.actor = CHANCE


def zone(s: State, arg: int) -> None:
    """Take the given zone, go on with the draft, or wait for chance."""
    rules = s.rules
    if rules.draft:
        if arg < rules.area_count:
            s.ask = ASK_AREA
            s.actor = player_at(s, arg % rules.seats)
            s.agenda.append(tasks.ZONE + tasks.ARG * (arg + 1))
        else:
            set_zone(s, drafted_zone(s))
    elif rules.fixed_zone != NOBODY:
        set_zone(s, rules.fixed_zone)
    else:
        s.ask = ASK_ZONE
        s.actor = CHANCE


def chosen_areas(s: State) -> int:
    """Return the drafted areas as bits."""
    areas = 0
    for area in s.areas:
        areas |= 1 << area
    return areas


def drafted_zone(s: State) -> int:
    """Return the number of the zone of the drafted areas."""
    areas = chosen_areas(s)
    for number in range(len(s.rules.zone_areas)):
        if s.rules.zone_areas[number] == areas:
            return number
    return 0


def fuel_markets(s: State, arg: int) -> None:
    """Fill the fuel markets; the other tokens are the supply [R18-SET-08, R18-SET-10]."""
    rules = s.rules
    for fuel in range(FUELS):
        s.supply[fuel] = rules.tokens[fuel]
    for market in range(rules.track_size):
        for fuel in range(FUELS):
            s.fuel[market * FUELS + fuel] = rules.start[market * FUELS + fuel]
            s.supply[fuel] -= rules.start[market * FUELS + fuel].bit_count()


def opening_market(s: State, arg: int) -> None:
    """Lay out the first plants: fixed ones, then draws [R18-SET-12, O-SET-06]."""
    rules = s.rules
    if arg == 0:
        deck.lay(s)
        s.removed = rules.removed_plants
        if rules.no_end_card:
            s.end_card = plants.GONE
        area_plants.swap_plants(s)
        for plant in rules.opening:
            plants.insert(s, area_plants.in_place_of(s, plant))
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
        s.actor = player_at(s, rules.trust_placements[arg])
        s.agenda.append(tasks.TRUST_CITIES + tasks.ARG * (arg + 1))


def mark_starts(s: State, arg: int) -> None:
    """Ask for marked starting cities, one per seat in turn order [R18-DSC-01]."""
    if arg < s.rules.seats:
        s.ask = ASK_MARK
        s.actor = player_at(s, arg)
        s.agenda.append(tasks.MARK_STARTS + tasks.ARG * (arg + 1))


def first_discount(s: State, arg: int) -> None:
    """Where the rules say so, the discount token lies on the smallest plant already now [C-SET-04]."""
    plants.place_discount(s)


# what chance and seats do


def order_drawn(s: State, number: int) -> None:
    """Set the order of a number: its digits say which of the seats left comes next."""
    many_seats = s.rules.seats
    seats = [0] * SEATS
    left: Mask = (1 << many_seats) - 1
    many = 1
    for place in range(2, many_seats):
        many *= place
    for place in range(many_seats):
        digit = number // many
        number -= digit * many
        for seat in bits(left):
            if digit == 0:
                seats[place] = seat
                break
            digit -= 1
        left ^= 1 << seats[place]
        if many_seats - 1 - place > 0:
            many = many // (many_seats - 1 - place)
    set_order(s, seats)


def open_areas(s: State) -> int:
    """Return the areas that may be drafted now: those from which the zone can still become one piece (AMB-78)."""
    rules = s.rules
    chosen = chosen_areas(s)
    near = 0
    for area in s.areas:
        near |= rules.area_links[area]
    completes = 0
    for number in range(len(rules.zone_areas)):
        if rules.zone_areas[number] & chosen == chosen:
            completes |= rules.zone_areas[number]
    if not rules.draft_leaves_gaps and chosen:
        completes &= near
    return completes & ~chosen


def draft(s: State, area: int) -> None:
    """Add an area to the zone."""
    s.areas = appended(s.areas, area)
    emit(s, AREA_CHOSEN, s.actor, area)


def open_to_trust(s: State) -> Cities:
    """Return the cities where a Trust house may go: anywhere at first, then next to a Trust city (AMB-53)."""
    if not s.spaces[0]:
        return s.zone
    near: Cities = 0
    for city in bits(s.spaces[0]):
        near |= s.rules.next_to[city]
    return near & s.zone & ~s.spaces[0]


def place_trust(s: State, city: int) -> None:
    """Put one of the Trust's first houses [R18-TR-03]."""
    houses.put(s, city, 0, s.rules.trust_chair)
    s.trust_houses -= 1
    emit(s, TRUST_PLACED, city, 0)


def open_to_marks(s: State) -> Cities:
    """Return the cities with a free first space and no mark [R18-DSC-06]."""
    return s.zone & ~s.spaces[0] & ~s.marks & s.rules.open_spaces[0][0] & ~s.rules.no_start


def mark(s: State, city: int) -> None:
    """Lay a fuel token as the mark; the Trust takes the second space at once [R18-DSC-05]."""
    s.marks |= 1 << city
    s.supply[s.rules.mark_fuel] -= 1
    emit(s, START_MARKED, s.actor, city)
    s.rules.trust.joins_city(s, city)


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
        set_zone(s, s.rules.zone_list.index(tuple([s.rules.area_ids[area] for area in action.areas])))


DRAWS: Final[tuple[Draw, ...]] = (DrawOrder(), DrawZone())


# decisions


class DraftArea(Decision):
    """A seat drafts an area from which the zone can still become one piece (AMB-78)."""

    ask = ASK_AREA
    takes: Kinds = (ChooseArea,)

    def menu(self, s: State) -> Menu:
        """List the open areas."""
        areas = s.rules.board.areas
        return menu_of(s.actor, {"choose_area": [AreaChoice(s.actor, areas[a].id) for a in bits(open_areas(s))]})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse unknown and chosen areas, and those with which no zone in one piece can be completed."""
        assert isinstance(action, ChooseArea)
        area = s.rules.area_ids.get(action.area)
        if area is None:
            return no(s, "unknown_area", area=action.area)
        if area in s.areas:
            return no(s, "area_taken", area=action.area)
        if not open_areas(s) >> area & 1:
            if s.rules.draft_leaves_gaps:
                return no(s, "area_completes_no_zone", area=action.area)
            return no(s, "area_not_adjacent", area=action.area)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Add the area."""
        assert isinstance(action, ChooseArea)
        draft(s, s.rules.area_ids[action.area])

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every area."""
        return [ChooseArea(seat, area.id) for area in s.rules.board.areas]


class PlaceTrustHouse(Decision):
    """A player puts one of the Trust's first houses [R18-TR-03]."""

    ask = ASK_TRUST_CITY
    takes: Kinds = (PlaceTrust,)

    def menu(self, s: State) -> Menu:
        """List the open cities."""
        cities = s.rules.board.cities
        return menu_of(
            s.actor, {"place_trust": [TrustCityChoice(s.actor, cities[c].id) for c in bits(open_to_trust(s))]}
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
        if not open_to_trust(s) >> city & 1:
            return no(s, "trust_not_adjacent", city=action.city)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Put the house."""
        assert isinstance(action, PlaceTrust)
        place_trust(s, s.rules.city_ids[action.city])

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
        return menu_of(s.actor, {"mark_start": [MarkChoice(s.actor, cities[c].id) for c in bits(open_to_marks(s))]})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse cities out of play, taken or marked [R18-DSC-06]."""
        assert isinstance(action, MarkStart)
        reason = no_city(s, action.city)
        if reason is not None:
            return reason
        city = s.rules.city_ids[action.city]
        if not open_to_marks(s) >> city & 1:
            return no(s, "cannot_mark", city=action.city)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Lay a fuel token as the mark; the Trust takes the second space at once [R18-DSC-05]."""
        assert isinstance(action, MarkStart)
        mark(s, s.rules.city_ids[action.city])

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every city."""
        return [MarkStart(seat, city.id) for city in s.rules.board.cities]


DECISIONS: Final[tuple[Decision, ...]] = (DraftArea(), PlaceTrustHouse(), MarkStartingCity())
