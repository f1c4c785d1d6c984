"""Houses on the board: who stands where, which space is free for whom, and what a city costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.ids import NOBODY, bits
from kilowatt.engine.rows import Cities, Masks

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def put(s: State, city: int, space: int, chair: int) -> None:
    """Stand a house of a chair on a space of a city."""
    s.houses[city] |= (chair + 1) << (4 * space)
    s.spaces[space] |= 1 << city


def on(s: State, city: int, space: int) -> int:
    """Return the chair whose house stands on a space."""
    return (s.houses[city] >> (4 * space) & 15) - 1


def connection(s: State, seat: int, city: int) -> int:
    """Return the cheapest connection cost of a seat to a city; a first house needs none [R18-BLD-03, R18-BLD-05]."""
    return s.reach[seat][city] if s.cities[seat] else 0


def in_areas(s: State) -> Cities:
    """Return the cities of the areas in play, closed ones included; none before the zone is known."""
    return s.rules.board.zone(s.areas) if s.distances else 0


def closed(s: State) -> Cities:
    """Return the cities that were closed at the preparation [AT-MH-04]."""
    return in_areas(s) & ~s.zone if s.rules.closing else 0


def end_at(s: State) -> int:
    """Return the cities that end the game: where the rules say so never more than are in play [AT-UK-06]."""
    if s.rules.zone_limits_end:
        cities = s.zone.bit_count()
        if cities and cities < s.rules.end_at:
            return cities
    return s.rules.end_at


def abroad(s: State, network: Cities) -> Cities:
    """Return the cities in play where no links lead from a network: those of the islands on which it has no city."""
    left: Cities = s.zone
    for city in bits(network):
        left &= ~s.rules.islands[city]
    return left


def open_masks(s: State, seat: int, network: Cities = 0) -> Masks:
    """Return, for each space, the cities where this seat's next house would stand; a mark keeps the first (AMB-48).

    With `network` as if these were the seat's cities.
    """
    spaces = s.spaces
    step = s.step - 1
    mine = network or s.cities[seat]
    if mine:
        left = s.zone & ~mine
        if s.rules.second_network:
            # a second network begins where a first house may stand [AT-UK-02]
            far: Cities = abroad(s, mine)
            left &= ~far | s.rules.starts.cities(s, seat)
        if s.rules.starting_cities and s.round == 1:
            left = 0  # no links in round 1: what follows the first house is the jump [AT-JP-03]
        first = left & s.rules.open_spaces[step][0] & ~(spaces[0] | s.marks)
    else:
        left = s.rules.starts.cities(s, seat)
        first = left & s.rules.open_spaces[step][0] & ~spaces[0]
    left ^= first
    second = left & s.rules.open_spaces[step][1] & ~spaces[1]
    left ^= second
    return [first, second, left & s.rules.open_spaces[step][2] & ~spaces[2]]


def jump_masks(s: State, seat: int) -> Masks:
    """Return, for each space, the cities where this seat's house would stand after a jump [AT-JP-02, AT-JP-06]."""
    spaces = s.spaces
    step = s.step - 1
    left: Cities = s.rules.starts.jumps(s, seat)
    first: Cities = left & s.rules.open_spaces[step][0] & ~spaces[0]
    left ^= first
    second: Cities = left & s.rules.open_spaces[step][1] & ~spaces[1]
    left ^= second
    return [first, second, left & s.rules.open_spaces[step][2] & ~spaces[2]]


def free_space(s: State, city: int) -> int:
    """Return the cheapest open space of a city for a player who has no house there, NOBODY if there is none."""
    for space in range(3):
        if s.rules.open_spaces[s.step - 1][space] & ~s.spaces[space] & 1 << city:
            return space
    return NOBODY


def space_for(s: State, seat: int, city: int) -> int:
    """Return the space this seat's next house in a city would take: the cheapest one open in this step [R18-BLD-09]."""
    first, second, third = open_masks(s, seat)
    if first >> city & 1:
        return 0
    if second >> city & 1:
        return 1
    return 2 if third >> city & 1 else NOBODY


def jump_space(s: State, seat: int, city: int) -> int:
    """Return the space this seat's house in a city would take after a jump; NOBODY if it cannot jump there."""
    there: Cities = s.rules.starts.jumps(s, seat)
    return free_space(s, city) if there >> city & 1 else NOBODY


def build(s: State, seat: int, city: int) -> tuple[int, int]:
    """Pay for a house and stand it on the cheapest open space; return its cost and its connection's [R18-BLD-02]."""
    space = space_for(s, seat, city)
    house = s.rules.space_costs[space][city]
    way = connection(s, seat, city)
    stand(s, seat, city, space, house + way)
    return house, way


def jump(s: State, seat: int, city: int) -> int:
    """Pay for a house in a starting city without a connection, and return its cost [AT-JP-02]."""
    space = jump_space(s, seat, city)
    house = s.rules.space_costs[space][city]
    s.rules.starts.jumped(s, seat)
    stand(s, seat, city, space, house)
    return house


def stand(s: State, seat: int, city: int, space: int, cost: int) -> None:
    """Pay for a house and stand it on a space; the token of a mark that it claims goes back [R18-DSC-03]."""
    s.money[seat] -= cost
    put(s, city, space, seat)
    if s.marks >> city & 1 and space == 0:
        s.marks &= ~(1 << city)
        s.supply[s.rules.mark_fuel] += 1
    join(s, seat, city)


def join(s: State, seat: int, city: int) -> None:
    """Add a city to a seat's network and bring its reach up to date [R18-BLD-12, R18-BLD-15]."""
    s.reach[seat] = joined(s, s.cities[seat], s.reach[seat], city)
    s.cities[seat] |= 1 << city


def joined(s: State, network: Cities, reach: list[int], city: int) -> list[int]:
    """Return what each connection costs a network with this reach once it has this city too; [] before the first one.

    Where a second network may begin, it costs the same anywhere on an island until the first house stands there.
    """
    row = s.distances[city]
    if s.rules.second_network:
        if not network:
            far = abroad(s, 1 << city)
            return [s.rules.second_network if far >> other & 1 else cost for other, cost in enumerate(row)]
        near = s.rules.islands[city]
        if not near & network:
            return [cost if near >> other & 1 else reach[other] for other, cost in enumerate(row)]
    # written out: a call of min for every city takes three times as long, and a strict zip longer than a plain one
    return [a if a < b else b for a, b in zip(reach, row)] if reach else row  # noqa: B905, FURB136
