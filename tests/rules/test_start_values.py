"""What rules and states begin with, what a copy has of them, and which plants run when fuel is worth money."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.asks import NO_ASK
from kilowatt.engine.ids import CHANCE, FUELS, NOBODY, SETUP
from kilowatt.engine.rules import Rules
from kilowatt.engine.state import State
from kilowatt.engine.storage import best_runs
from tests import kit

PLAIN = (bool, int, str, tuple, list, dict)


def names(of: object) -> list[str]:
    """List the attributes of rules."""
    return [name for name in dir(of) if not name.startswith("_") and not callable(getattr(of, name))]


@pytest.mark.parametrize(("ruleset", "seats"), [("original/korea", 2), ("recharged/germany", 4), ("card-game", 2)])
def test_rules_begin_with_values_of_the_kind_that_they_are_composed_with(ruleset: str, seats: int) -> None:
    """No value is missing before composition, and each plain one has the type that the composed rules give it."""
    start, composed = Rules(), kilowatt.ruleset(ruleset, seats)
    for name in names(start):
        value = getattr(start, name)
        assert value is not None, name
        if type(value) in PLAIN:
            assert type(getattr(composed, name)) is type(value), name


@pytest.mark.parametrize(("seats", "chairs"), [(2, 3), (3, 3), (6, 6)])
def test_a_state_begins_with_a_chair_for_each_seat_and_for_the_trust(seats: int, chairs: int) -> None:
    """Plants, fuel and fuel cards are kept by chair, money and cities by seat; nothing has happened yet. [R18-TR-01]"""
    rules = kilowatt.ruleset("recharged/germany", seats)
    state = State(rules)
    assert state.plants == [()] * chairs
    assert state.held == [0] * (chairs * FUELS)
    assert state.hands == [()] * chairs
    assert state.money == [50] * seats
    assert state.cities == state.income == [0] * seats
    assert state.reach == [[]] * seats
    assert state.houses == [0] * len(rules.board.cities)
    assert state.spaces == [0, 0, 0]
    assert state.fuel == state.supply == [0] * FUELS
    assert state.columns == []
    assert state.seq == state.group_back == state.group_mask == state.group_left == [()] * (len(rules.stack) + 1)
    assert state.fuel_bag == state.fuel_discard == rules.fuel_cards == ()
    assert state.slots == [0] * rules.slots
    assert (state.ask, state.actor, state.phase, state.round, state.step) == (NO_ASK, CHANCE, SETUP, 0, 1)
    flags = (state.step2_done, state.step3_due, state.last_round, state.scrapped, state.trust_took)
    assert flags == (False,) * 5
    nobody = (state.discount, state.top_back, state.lot, state.leader, state.opener, state.newest)
    assert nobody == (NOBODY,) * 6
    counts = (state.drawn, state.shuffles, state.fuel_drawn, state.fuel_shuffles, state.sold, state.paid_scraps)
    assert counts == (0,) * 6
    masks = (state.zone, state.marks, state.removed, state.bought, state.out, state.bidders)
    assert masks == (0,) * 6
    assert (state.bid, state.end_card, state.contractor, state.trust_houses, state.result) == (0, 0, 0, 0, None)
    assert (state.order, state.areas, state.market, state.deck) == ((), (), (), ())
    assert (state.agenda, state.distances) == ([], [])


def test_a_copy_of_a_state_has_every_value_and_shares_no_list_that_play_changes() -> None:
    """Each value is made different from all others and from the start; the copy has them all, in its own lists."""
    state = State(kilowatt.ruleset("recharged/germany", 3))
    shared = {"rules", "distances", "result", "log", "deck"}
    kept = [name for name in names(state) if name not in shared]
    for number, name in enumerate(kept, start=100):
        value: Any = getattr(state, name)
        changed = not value if isinstance(value, bool) else number if isinstance(value, int) else type(value)([number])
        if name in {"plants", "hands", "seq", "group_back", "group_mask", "group_left"}:
            changed = [(number,)]
        setattr(state, name, [[number]] if name == "reach" else changed)
    twin = State(state.rules, state)
    for name in kept:
        value = getattr(state, name)
        assert getattr(twin, name) == value, name
        assert not isinstance(value, list) or getattr(twin, name) is not value, name
    assert twin.distances is state.distances
    state.log = []
    assert (twin.rules, twin.result, State(state.rules, state).log) == (state.rules, None, None)


@pytest.mark.parametrize(
    ("fuel", "plant", "units"), [("coal", "4", 2), ("oil", "3", 2), ("garbage", "6", 1), ("uranium", "11", 1)]
)
def test_a_plant_does_not_run_if_its_fuel_is_worth_more_than_its_city(fuel: str, plant: str, units: int) -> None:
    """The first city pays 12 more than none: fuel worth 13 stays where it is, fuel worth 11 burns. [R18-BUR-03]"""
    own: dict[str, Any] = {"plants": {0: [plant]}, "fuel": {0: {fuel: units}}, "cities": {0: ["berlin"]}}
    state = kit.situation("recharged/germany", 3, phase="power", tokens={fuel: 2}, **own)
    place = state.rules.fuel_ids[fuel]
    dear, cheap = ([worth / units if at == place else 99.0 for at in range(FUELS)] for worth in (13, 11))
    assert best_runs(state, 0, tuple(dear)) == ((), 0, 10)
    running, supplied, pay = best_runs(state, 0, tuple(cheap))
    assert ([row.plant for row in running], supplied, pay) == ([plant], 1, 22)
    assert best_runs(state, 0)[1:] == (1, 22)
