"""What a seat knows: rivals' money is hidden where the table chose so, until the game is over, and only that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.ids import CHANCE, NOBODY, OVER
from kilowatt.engine.knowledge import hides_money, known_to, sees_money
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.state import State

OWN = 50


def hidden() -> State:
    """Return the first decision of a game of three with hidden money, in which seat 0 is to have 50."""
    state = kit.fresh("recharged/germany", 3, 4, money="hidden")
    state.money = [OWN, 71, 8]
    state.bid, state.leader = 0, NOBODY
    return state


def test_money_is_hidden_where_the_table_chose_so_until_the_game_is_over() -> None:
    """Open money is never hidden; hidden money is, also while a card is dealt, but not after the end."""
    assert not hides_money(kit.fresh("recharged/germany", 3, 4))
    assert not hides_money(kit.fresh("recharged/germany", 3, 4, money="open"))
    state = hidden()
    assert hides_money(state)
    state.actor = CHANCE
    assert hides_money(state)
    state.actor = OVER
    assert not hides_money(state)


@pytest.mark.parametrize(("viewers", "seen"), [((), []), ((1,), [1]), ((2, 0), [0, 2]), (range(3), [0, 1, 2])])
def test_a_viewer_sees_the_money_of_its_own_seats(viewers: tuple[int, ...], seen: list[int]) -> None:
    """Of hidden money a viewer sees that of the seats it holds; of open money, and after the end, everybody's."""
    state = hidden()
    assert [seat for seat in range(3) if sees_money(state, seat, viewers)] == seen
    state.actor = OVER
    assert all(sees_money(state, seat, viewers) for seat in range(3))
    assert all(sees_money(kit.fresh("recharged/germany", 3, 4), seat, viewers) for seat in range(3))


def test_nothing_is_copied_where_nothing_is_hidden() -> None:
    """With open money, and after the end, a seat knows the state itself."""
    state = kit.fresh("recharged/germany", 3, 4)
    assert known_to(state, 0) is state
    state = hidden()
    state.actor = OVER
    assert known_to(state, 0) is state


@pytest.mark.parametrize(
    ("bid", "leader", "guess"),
    [
        (0, NOBODY, 50),
        (60, 1, 60),
        (60, 2, 60),
        (51, 1, 51),
        (50, 1, 50),
        (40, 1, 50),
        (45, 0, 50),
        (60, 0, 50),
        (0, 1, 50),
    ],
)
def test_rivals_are_taken_to_have_as_much_as_the_seat_or_the_bid_of_one_of_them(
    bid: int, leader: int, guess: int
) -> None:
    """Every rival gets the same guess: the seat's own money, or more if a rival has bid more; its own money stays."""
    state = hidden()
    state.bid, state.leader = bid, leader
    assert known_to(state, 0).money == [OWN, guess, guess]


def test_the_bid_of_a_rival_counts_wherever_it_sits() -> None:
    """A rival in a lower seat who leads with 60 has at least 60, as one in a higher seat has."""
    state = hidden()
    state.bid, state.leader = 60, 0
    assert known_to(state, 2).money == [60, 60, 8]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_only_rivals_money_is_replaced_and_only_in_a_copy(seat: int) -> None:
    """The copy has everything else of the state, which stays as it was; a seat knows the copy of its copy as well."""
    state = hidden()
    before = kilowatt.snapshot(state)
    known = known_to(state, seat)
    assert known.money == [state.money[seat]] * 3
    assert kilowatt.snapshot(known_to(known, seat)) == kilowatt.snapshot(known)
    known.money = list(state.money)
    assert kilowatt.snapshot(known) == before == kilowatt.snapshot(state)
    known.money[1] = known.houses[0] = 999
    assert kilowatt.snapshot(state) == before


@pytest.mark.parametrize("leader", [NOBODY, 1])
def test_positions_that_differ_in_hidden_money_alone_are_one_position_to_a_seat(leader: int) -> None:
    """Whatever rivals hide, a seat knows the same; with open money it knows them apart."""
    rich = hidden()
    rich.bid, rich.leader = (40, 1) if leader == 1 else (0, NOBODY)
    poor = kilowatt.clone(rich)
    rich.money[1], rich.money[2] = 400, 90
    poor.money[1], poor.money[2] = 41, 0
    assert kilowatt.snapshot(known_to(rich, 0)) == kilowatt.snapshot(known_to(poor, 0))
    assert kilowatt.snapshot(known_to(rich, 1)) != kilowatt.snapshot(known_to(poor, 1))
