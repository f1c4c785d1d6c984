"""Recharged, phase 2: the limit of three plants, scrapping, and what becomes of the fuel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import DiscardFuel, Open, Scrap
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.state import State

GERMANY, USA = "recharged/germany", "recharged/usa"
BOTH = pytest.mark.parametrize("game", [GERMANY, USA])
MARKET = ["10", "12", "13", "15", "18", "20", "25", "26"]


def auction(game: str = GERMANY, seats: int = 3, **more: Any) -> State:
    """The auction phase of round 2 with the market 10, 12, 13, 15 | 18, 20, 25, 26 and high cards to come."""
    return kit.situation(game, seats, **{"market": MARKET, "stack": ["30", "31", "32"], "money": 100, **more})


def seat_row(s: State, seat: int) -> dict[str, Any]:
    """A seat as the snapshot shows it."""
    row: dict[str, Any] = kit.view(s)["seats"][seat]
    return row


@BOTH
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_fourth_plant_replaces_an_older_one(game: str, seats: int) -> None:
    """The owner of 3, 5 and 9 who buys 14 may scrap 3, 5 or 9, which leaves the game, but not 14. [R18-AUC-22]"""
    market = ["10", "12", "13", "14", "18", "20", "25", "26"]
    s = auction(game, seats, market=market, plants={0: ["3", "5", "9"]})
    s = kit.buy(s, "14")
    refusal = kit.refused(s, Scrap(0, "14"))
    assert (refusal.code, refusal.rule) == ("cannot_scrap_new_plant", "R18-AUC-22")
    assert s.actor == 0
    assert list(kilowatt.legal_actions(s)) == [Scrap(0, plant) for plant in ("3", "5", "9")]
    assert not kit.allowed(s, Open(1, "13", 13))  # first the plant has to go
    for old in ("3", "5", "9"):
        after = kit.act(s, Scrap(0, old))
        assert sorted(seat_row(after, 0)["plants"], key=int) == [p for p in ("3", "5", "9", "14") if p != old]
        assert old in kit.view(after)["plants"]["removed"]
        assert kit.market(after) == ["10", "12", "13", "18", "20", "25", "26", "30"]
        assert after.actor == 1


def test_a_third_plant_replaces_nothing() -> None:
    """Up to three plants nobody has to scrap. [R18-AUC-22]"""
    s = kit.buy(auction(plants={0: ["3", "5"]}), "12")
    assert seat_row(s, 0)["plants"] == ["3", "5", "12"]
    assert s.actor == 1
    assert not kit.allowed(s, Scrap(1, "12"))


@BOTH
def test_fuel_of_a_scrapped_plant_moves_or_goes_to_the_supply(game: str) -> None:
    """Of 4 oil on the scrapped 3 the 2 that fit on 9 stay, 2 go to the supply and none to the market. [R18-AUC-23]"""
    s = auction(game, plants={0: ["3", "9", "11"]}, fuel={0: {"oil": 4}}, tokens={"oil": 10})
    s = kit.buy(s, "15")
    after = kit.act(s, Scrap(0, "3"))
    assert seat_row(after, 0)["fuel"] == {"coal": 0, "oil": 2, "garbage": 0, "uranium": 0}
    assert kit.supply(after)["oil"] == kit.supply(s)["oil"] + 2
    assert kit.view(after)["fuel"] == kit.view(s)["fuel"]
    kept = kit.act(s, Scrap(0, "11"))
    assert seat_row(kept, 0)["fuel"]["oil"] == 4
    assert kit.supply(kept) == kit.supply(s)


def test_the_new_plant_takes_fuel_of_the_scrapped_one() -> None:
    """The 4 coal of the scrapped 4 fit on the 15 just bought, and all stay. [R18-AUC-23]"""
    s = auction(plants={0: ["4", "9", "11"]}, fuel={0: {"coal": 4}}, tokens={"coal": 18})
    s = kit.act(kit.buy(s, "15"), Scrap(0, "4"))
    assert seat_row(s, 0)["fuel"]["coal"] == 4


def test_fuel_without_a_matching_plant_goes_to_the_supply() -> None:
    """Without another garbage plant all garbage of the scrapped 6 goes to the supply. [R18-AUC-23]"""
    s = auction(plants={0: ["4", "6", "9"]}, fuel={0: {"garbage": 2}}, tokens={"garbage": 9})
    before = kit.supply(s)["garbage"]
    s = kit.act(kit.buy(s, "15"), Scrap(0, "6"))
    assert seat_row(s, 0)["fuel"]["garbage"] == 0
    assert kit.supply(s)["garbage"] == before + 2
    assert len(kit.prices(s, "garbage", "main")) == 9


@pytest.mark.parametrize("dropped", ["coal", "oil"])
def test_the_owner_chooses_which_fuel_stays(dropped: str) -> None:
    """Left with 4 and 5 of 4, 5 and 29, 5 coal and 4 oil are one too many, and the owner chooses. [R18-AUC-23]"""
    s = auction(plants={0: ["4", "5", "29"]}, fuel={0: {"coal": 5, "oil": 4}}, tokens={"coal": 12, "oil": 10})
    s = kit.act(kit.buy(s, "13"), Scrap(0, "29"))
    before = kit.supply(s)[dropped]
    assert s.actor == 0
    assert set(kilowatt.legal_actions(s)) == {DiscardFuel(0, "coal"), DiscardFuel(0, "oil")}
    s = kit.act(s, DiscardFuel(0, dropped))
    assert sum(seat_row(s, 0)["fuel"].values()) == 8
    assert kit.supply(s)[dropped] == before + 1
    assert s.actor == 1
