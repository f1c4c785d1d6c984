"""Fuel is given up with a scrapped plant where it is in the way of fuel that is cheap now and wanted later."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.engine.actions import BuyFuel, Scrap
from kilowatt.engine.asks import ASK_SCRAP
from kilowatt.engine.state import State

FULL = (1 << 24) - 1


def scrapping(coal_left: int) -> State:
    """A seat that has bought plant 50 and must scrap one of 8, 40 and 46.

    Its six coal fill the hybrid, its four oil the oil plant; rivals burn much oil, and the oil market is full.
    """
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=4)
    bot = make_bot("economist")
    while table.state.ask != ASK_SCRAP:
        assert isinstance(table.actor, int)
        table.play(bot.advise(kilowatt.clone(table.state), table.actor, Budget()).action)
    s = kilowatt.clone(table.state)
    ids = s.rules.plant_ids
    seat = s.actor
    hands = [("7", "26", "32"), ("9", "16", "35")]
    for place in range(3):
        names = ("8", "40", "46", "50") if place == seat else hands.pop()
        s.plants[place] = tuple([ids[name] for name in names])
        s.held[place * 4 : place * 4 + 4] = [6, 4, 0, 0] if place == seat else [0, 0, 0, 0]
    s.newest = ids["50"]
    s.fuel[0], s.fuel[1] = (1 << 24) - (1 << 24 - coal_left), FULL
    s.money[seat] = 400
    return s


def test_coal_makes_room_for_cheap_oil() -> None:
    """With coal at 1 and oil at 1 that others will make dear, coal goes with the coal plant: there is room for oil."""
    s = scrapping(coal_left=24)
    seat = s.actor
    action = make_bot("economist").advise(kilowatt.clone(s), seat, Budget()).action
    assert isinstance(action, Scrap)
    assert (action.plant, action.give_up) == ("8", {"coal": 3})
    assert kilowatt.refusal(s, action) is None
    kilowatt.advance(s, action)
    assert s.held[seat * 4 : seat * 4 + 2] == [3, 4]


@pytest.mark.parametrize("name", ["planner", "search"])
def test_bots_that_look_ahead_scrap_the_same_plant(name: str) -> None:
    """Planner and search weigh giving up fuel too, and scrap the plant that is worth least."""
    s = scrapping(coal_left=24)
    action = make_bot(name).advise(kilowatt.clone(s), s.actor, Budget(work=200)).action
    assert isinstance(action, Scrap)
    assert action.plant == "8"
    assert kilowatt.refusal(s, action) is None


def test_the_room_is_used() -> None:
    """In the fuel phase that follows the economist buys oil for the room that it has made."""
    s = scrapping(coal_left=24)
    seat = s.actor
    bot = make_bot("economist")
    bought = 0
    while s.round and bought < 3 and kilowatt.result(s) is None:
        if kilowatt.actor(s) == "chance":
            kilowatt.advance(s, kilowatt.outcomes(s)[0][0])
            continue
        action = bot.advise(kilowatt.clone(s), s.actor, Budget()).action
        if isinstance(action, BuyFuel) and action.seat == seat:
            assert action.fuel == "oil"
            bought += 1
        kilowatt.advance(s, action)
    assert s.held[seat * 4 + 1] > 4


def test_dear_coal_is_kept() -> None:
    """Where coal costs as much as oil will, nothing is given up."""
    s = scrapping(coal_left=3)
    action = make_bot("economist").advise(kilowatt.clone(s), s.actor, Budget()).action
    assert isinstance(action, Scrap)
    assert (action.plant, action.give_up) == ("8", {})
