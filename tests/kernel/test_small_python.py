"""The rules stay in the part of Python that becomes C: no compiler is needed to know it."""

from __future__ import annotations

import re
from types import FunctionType

import pytest

from kilowatt.engine.emitting import TURN_ENDED, emit
from kilowatt.engine.ids import bits
from kilowatt.engine.phases.auction import least_bid
from kilowatt.engine.rows import Cities, Room, Row, appended, without
from kilowatt.engine.state import State
from kilowatt.engine.storage import capacity, room_in
from tools.cython_kernel import as_function, pyx, world
from tools.small_python.functions import function_text
from tools.small_python.world import Unfit


def test_all_rules_have_c() -> None:
    """Every function that the compiled rules call is written in forms that have C, all tasks and policies too."""
    text = pyx()
    for name in ("engine_phases_auction_pay", "engine_deck_shuffle", "fuel_supply_price", "CoalStorage_price"):
        assert re.search(rf"^cdef inline \w+ \w*{name}\(", text, re.MULTILINE), name
    assert "emit(" not in text


def with_comprehension(s: State) -> int:
    """Use a list comprehension."""
    return max([2 * money for money in s.money])


def with_dictionary(s: State) -> None:
    """Use a dictionary."""
    seats = {0: 1}
    s.bid = seats[0]


def with_other_row(s: State) -> None:
    """Replace a row by a form of another."""
    s.market = appended(s.order, 1)


def with_unknown_length(s: State) -> int:
    """Ask for the length of a list that C has in its largest size."""
    return len(s.money)


def with_method(s: State) -> None:
    """Call a method of a list that has no C."""
    s.agenda.reverse()


def with_unknown_field(s: State) -> int:
    """Read what the record does not have."""
    return s.rules.title  # type: ignore[return-value]


def with_array_in_a_loop(s: State, seat: int) -> None:
    """Ask for an array at every turn of a loop."""
    while room_in(s, capacity(s.rules, s.plants[seat]), 0, 0):
        s.bid += 1


def with_narrow_cities(s: State) -> None:
    """Put a set of cities where a number is."""
    s.removed = s.zone & ~s.marks


def with_narrow_answer(s: State, seat: int) -> int:
    """Return a set of cities as a number."""
    return s.cities[seat]


def with_narrow_argument(s: State) -> int:
    """Give a set of cities to a function that takes a number."""
    return least_bid(s, s.zone)


def with_break_among_cities(s: State) -> None:
    """Leave a loop over cities, which goes word by word in C."""
    for city in bits(s.zone):
        if city > s.bid:
            break


@pytest.mark.parametrize(
    "function",
    [
        with_narrow_cities,
        with_narrow_answer,
        with_narrow_argument,
        with_break_among_cities,
        with_comprehension,
        with_dictionary,
        with_other_row,
        with_unknown_length,
        with_method,
        with_unknown_field,
        with_array_in_a_loop,
    ],
    ids=lambda function: function.__name__,
)
def test_a_form_without_c_is_named(function: FunctionType) -> None:
    """The translation refuses it with the module and the text of the place."""
    with pytest.raises(Unfit, match=rf"{re.escape(__name__)}:\d+: .+: .+"):
        function_text(world(), function)


def half(rules_of: State, plants: Row) -> Room:
    """Return half of what plants store."""
    whole = capacity(rules_of.rules, plants)
    parts = [0] * 5
    for place in range(5):
        parts[place] = whole[place] // 2
    return parts


def moves(s: State, seat: int) -> None:
    """Change rows."""
    s.plants[seat] = without(s.plants[seat], 0)
    s.market = appended(s.market, seat)
    s.market = s.market[:-1]
    for city in bits(s.zone):
        s.bid += city
    emit(s, TURN_ENDED, seat)


def enclosed(s: State, city: int) -> Cities:
    """Return the free cities next to one, unless it is free itself."""
    free = s.zone & ~s.spaces[0]
    if free >> city & 1:
        return 0
    free |= 1 << city
    return free & s.rules.next_to[city]


def test_sets_of_cities_keep_their_width() -> None:
    """A variable that gets a set of cities has 128 bits, and so has a shifted 1 that goes into it."""
    text = lines(enclosed)
    assert text[0].startswith("cdef inline cities_t ")
    assert {"cdef cities_t free", "if cities_has(free, city):", "free |= (ONE_CITY << city)"} <= {*text}


def lines(function: object) -> list[str]:
    """Return the C of a function, line by line."""
    return [line.strip() for line in function_text(world(), as_function(function)).splitlines()]


def test_rows_are_changed_in_place() -> None:
    """A row that is replaced by a form of itself is an array with a count, and can be full; events are left out."""
    text = lines(moves)
    assert "row_without(s.plants[seat], &s.plant_count[seat], 0)" in text
    assert "if s.market_size >= 32:" in text
    assert "s.market_size -= 1" in text
    assert "_3 = s.zone" in text
    assert "city = _4 + bits_lowest(_2)" in text
    assert not any("TURN" in line or "emit" in line for line in text)


def test_an_array_is_written_through_a_pointer() -> None:
    """What returns several numbers takes a place for them; a row comes with its count, the tables with the record."""
    text = lines(half)
    assert text[0].endswith(
        "half(Game* rules_of, Tables* t, const int8_t* plants, int64_t plants_size, int64_t* out) noexcept nogil:"
    )
    assert "engine_storage_stored(t, plants, plants_size, whole)" in text
    assert "out[4] = parts[4]" in text
