"""Preparation: seat order, zone, opening market, the Trust's first cities and marked starts."""

from __future__ import annotations

from kilowatt.engine import houses, plants, tasks
from kilowatt.engine.asks import ASK_AREA, ASK_MARK, ASK_ORDER, ASK_TRUST_CITY, ASK_ZONE
from kilowatt.engine.ids import CHANCE, FUELS, NOBODY
from kilowatt.engine.phases import setup
from kilowatt.kernel import deck
from kilowatt.kernel.agenda import push
from kilowatt.kernel.bits import count, lowest
from kilowatt.kernel.menus import KIND, UNKNOWN_ZONE, add, end_kind
from kilowatt.kernel.record_layout import CHAIRS, Game, Mask, Menu, Tables


def player_at(s: Game, t: Tables, place: int) -> int:
    """Return the seat at this place of the order, the Trust not counted."""
    for at in range(s.order_size):
        if s.order[at] < t.seats:
            if place == 0:
                return s.order[at]
            place -= 1
    return 0


def set_zone(s: Game, t: Tables, number: int) -> None:
    """Fix the areas in play [R18-SET-02]."""
    left: Mask = t.zone_areas[number]
    s.area_size = 0
    while left:
        s.areas[s.area_size] = lowest(left)
        s.area_size += 1
        left &= left - 1
    s.zone = t.zones[number]
    s.zone_number = number


# tasks


def seat_order(s: Game, t: Tables) -> None:
    """Take the given order or wait for chance [R18-SET-06]."""
    if t.fixed_order_size:
        seats = [0] * CHAIRS
        for place in range(t.seats):
            seats[place] = t.fixed_order[place]
        setup.set_order(s, seats)
    else:
        s.ask = ASK_ORDER
        s.actor = CHANCE


def zone(s: Game, t: Tables, arg: int) -> None:
    """Take the given zone, go on with the draft, or wait for chance."""
    if t.draft:
        if arg < t.area_count:
            s.ask = ASK_AREA
            s.actor = player_at(s, t, arg % t.seats)
            push(s, tasks.ZONE + tasks.ARG * (arg + 1))
        else:
            set_zone(s, t, drafted_zone(s, t))
    elif t.fixed_zone != NOBODY:
        set_zone(s, t, t.fixed_zone)
    else:
        s.ask = ASK_ZONE
        s.actor = CHANCE


def chosen_areas(s: Game) -> int:
    """Return the drafted areas as bits."""
    areas = 0
    for place in range(s.area_size):
        areas |= 1 << s.areas[place]
    return areas


def drafted_zone(s: Game, t: Tables) -> int:
    """Find the zone of the drafted areas."""
    areas = chosen_areas(s)
    for number in range(t.zone_size):
        if t.zone_areas[number] == areas:
            return number
    s.fault = UNKNOWN_ZONE
    return 0


def fuel_markets(s: Game, t: Tables) -> None:
    """Fill the fuel markets; the other tokens are the supply [R18-SET-08, R18-SET-10]."""
    for fuel in range(FUELS):
        s.supply[fuel] = t.tokens[fuel]
    for market in range(t.track_size):
        for fuel in range(FUELS):
            s.fuel[market * FUELS + fuel] = t.start[market * FUELS + fuel]
            s.supply[fuel] -= count(t.start[market * FUELS + fuel])


def opening_market(s: Game, t: Tables, arg: int) -> None:
    """Lay out the first plants: fixed ones, then draws [R18-SET-12, O-SET-06]."""
    if arg == 0:
        deck.lay(s, t)
        s.removed = t.removed_plants
        for place in range(t.opening_size):
            plants.insert(s, t.opening[place])
    if arg < t.opening_draws:
        s.top_back = t.opening_back
        push(s, tasks.OPENING_MARKET + tasks.ARG * (arg + 1))
        push(s, tasks.DRAW)


def first_discount(s: Game, t: Tables) -> None:
    """Where the rules say so, the discount token lies on the smallest plant already now [C-SET-04]."""
    plants.place_discount(s)


def trust_cities(s: Game, t: Tables, arg: int) -> None:
    """Ask for the Trust's first houses, one by one [R18-TR-03]."""
    if arg == 0:
        s.trust_houses = t.trust_house_count
    if arg < t.trust_placement_size:
        s.ask = ASK_TRUST_CITY
        s.actor = player_at(s, t, t.trust_placements[arg])
        push(s, tasks.TRUST_CITIES + tasks.ARG * (arg + 1))


def mark_starts(s: Game, t: Tables, arg: int) -> None:
    """Ask for marked starting cities, one per seat in turn order [R18-DSC-01]."""
    if arg < t.seats:
        s.ask = ASK_MARK
        s.actor = player_at(s, t, arg)
        push(s, tasks.MARK_STARTS + tasks.ARG * (arg + 1))


# draws


def orders(s: Game, t: Tables, m: Menu) -> None:
    """List every order of the seats, by number in dictionary order."""
    many = 1
    for seats in range(2, t.seats + 1):
        many *= seats
    for number in range(many):
        add(s, m, ASK_ORDER * KIND + number, 1)


def order_drawn(s: Game, t: Tables, number: int) -> None:
    """Set the order that was drawn: the number's digits say which of the seats left comes next."""
    seats = [0] * CHAIRS
    left = (1 << t.seats) - 1
    many = 1
    for place in range(2, t.seats):
        many *= place
    for place in range(t.seats):
        digit = number // many
        number -= digit * many
        rest = left
        while digit > 0:
            rest &= rest - 1
            digit -= 1
        seats[place] = lowest(rest)
        left ^= 1 << seats[place]
        if t.seats - 1 - place > 0:
            many = many // (t.seats - 1 - place)
    setup.set_order(s, seats)


def zones(s: Game, t: Tables, m: Menu) -> None:
    """List every zone in one piece."""
    for number in range(t.zone_size):
        add(s, m, ASK_ZONE * KIND + number, 1)


# decisions


def draft_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the areas from which the zone can still become one piece (AMB-78)."""
    chosen = chosen_areas(s)
    near = 0
    for place in range(s.area_size):
        near |= t.area_links[s.areas[place]]
    completes = 0
    for number in range(t.zone_size):
        if t.zone_areas[number] & chosen == chosen:
            completes |= t.zone_areas[number]
    for area in range(t.area_size):
        touches = t.draft_leaves_gaps or not chosen or near >> area & 1
        if touches and completes >> area & 1 and not chosen >> area & 1:
            add(s, m, ASK_AREA * KIND + area, 1)
    end_kind(m)


def draft(s: Game, area: int) -> None:
    """Add the area."""
    s.areas[s.area_size] = area
    s.area_size += 1


def trust_city_menu(s: Game, t: Tables, m: Menu) -> None:
    """List where a Trust house may go: anywhere at first, then next to a Trust city (AMB-53) [R18-TR-03]."""
    free: Mask = s.zone
    if s.spaces[0]:
        near: Mask = 0
        for city in range(t.city_size):
            if s.spaces[0] >> city & 1:
                near |= t.next_to[city]
        free = near & s.zone & ~s.spaces[0]
    while free:
        add(s, m, ASK_TRUST_CITY * KIND + lowest(free), 1)
        free &= free - 1
    end_kind(m)


def place_trust(s: Game, t: Tables, city: int) -> None:
    """Put the house."""
    houses.put(s, city, 0, t.trust_chair)
    s.trust_houses -= 1


def mark_menu(s: Game, m: Menu) -> None:
    """List the cities with a free first space and no mark [R18-DSC-06]."""
    free: Mask = s.zone & ~s.spaces[0] & ~s.marks
    while free:
        add(s, m, ASK_MARK * KIND + lowest(free), 1)
        free &= free - 1
    end_kind(m)


def mark(s: Game, t: Tables, city: int) -> None:
    """Lay a fuel token as the mark; the Trust takes the second space at once [R18-DSC-05]."""
    s.marks |= 1 << city
    s.supply[t.mark_fuel] -= 1
    t.trust.joins_city(s, city)
