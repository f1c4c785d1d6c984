"""Recharged, the plant cards: what a number means, what a plant burns, stores and supplies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import BuyFuel, Open, Run, Running
from kilowatt.engine.events import PlantsRun
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.rules import Plant
    from kilowatt.engine.state import State

GERMANY, USA = "recharged/germany", "recharged/usa"
BOTH = pytest.mark.parametrize("game", [GERMANY, USA])
FUELS = ["coal", "oil", "garbage", "uranium"]
PLENTY = {"coal": 12, "oil": 12, "garbage": 12, "uranium": 6}
WEST = ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"]
ZONE = ["west", "east", "south_west"]


def buyer(plants: list[str], fuel: dict[str, int], game: str = GERMANY) -> State:
    """Seat 2, rich and first to buy fuel, with these plants and this fuel."""
    return kit.situation(
        game, 3, phase="fuel", plants={2: plants}, fuel={2: fuel}, tokens=PLENTY, money=200, stack=["42"]
    )


def owner(plants: list[str], fuel: dict[str, int], cities: int) -> State:
    """Seat 0, first to run its plants, with this many cities."""
    return kit.situation(
        GERMANY,
        3,
        phase="power",
        plants={0: plants},
        fuel={0: fuel},
        tokens=PLENTY,
        cities={0: WEST[:cities]},
        zone=ZONE,
        stack=["42"],
    )


def card(name: str, game: str = GERMANY) -> Plant:
    """The card of this number."""
    (row,) = [plant for plant in kilowatt.ruleset(game, 3).plants if plant.id == name]
    return row


def fuels_of(name: str, game: str = GERMANY) -> list[str]:
    """What the card of this number burns."""
    return [kilowatt.ruleset(game, 3).fuels[fuel] for fuel in card(name, game).fuels]


def produced(s: State, move: Run) -> PlantsRun:
    """Run the plants and say what came of it."""
    (event,) = [event for event in kit.events_of(s, move) if isinstance(event, PlantsRun)]
    return event


@BOTH
def test_the_number_is_the_least_bid_and_the_place_in_the_market(game: str) -> None:
    """Plant 20 opens at 20, not at 19, and lies after 19 and before 21 in the market. [R18-PLT-01]"""
    s = kit.situation(game, 3, market=["21", "20", "30", "19", "10", "31", "29", "28"], stack=["44", "46"])
    assert kit.market(s) == ["10", "19", "20", "21", "28", "29", "30", "31"]
    refusal = kit.refused(s, Open(0, "20", 19))
    assert refusal.code == "bid_too_low"
    assert kit.view(kit.act(s, Open(0, "20", 20)))["auction"]["bid"] == 20


def test_the_number_breaks_a_tie_of_the_order() -> None:
    """With equal cities the owner of plant 20 goes before the owner of 19, whatever else both own. [R18-PLT-01]"""
    s = kit.situation(GERMANY, 3, phase="round", plants={0: ["19", "18"], 1: ["20", "3"], 2: ["4"]}, stack=["42"])
    assert kit.view(s)["order"] == [1, 0, 2]


@pytest.mark.parametrize(("held", "burn"), [(2, 2), (2, 3), (6, 2), (6, 4), (6, 6), (3, 0)])
def test_a_plant_never_burns_more_or_less_than_printed(held: int, burn: int) -> None:
    """Plant 7 runs on exactly 3 oil: with 2 oil, or on 2, 4 or 6, it is refused. [R18-PLT-02]"""
    s = owner(["7"], {"oil": held}, 2)
    refusal = kit.refused(s, kit.run(0, p7={"oil": burn} if burn else {}))
    assert refusal.rule == "R18-PLT-02"


@pytest.mark.parametrize("held", [3, 6])
def test_a_plant_burns_its_printed_number(held: int) -> None:
    """Plant 7 with at least 3 oil supplies 2 cities and leaves all but 3. [R18-PLT-02]"""
    s = owner(["7"], {"oil": held}, 2)
    after = kit.act(s, kit.run(0, p7={"oil": 3}))
    assert produced(s, kit.run(0, p7={"oil": 3})).cities == 2
    assert kit.view(after)["seats"][0]["fuel"]["oil"] == held - 3


def test_a_plant_never_burns_another_fuel() -> None:
    """Oil that lies on plant 3 does not run the garbage plant 6. [R18-PLT-02]"""
    s = owner(["3", "6"], {"oil": 4}, 2)
    assert not kit.allowed(s, kit.run(0, p6={"oil": 1}))
    assert not kit.allowed(s, kit.run(0, p6={"garbage": 1}))


@BOTH
def test_a_plant_stores_its_own_fuel_up_to_twice_its_need(game: str) -> None:
    """Plant 14 takes a fourth garbage but neither a fifth nor any coal, oil or uranium. [R18-PLT-03]"""
    s = buyer(["14"], {"garbage": 3}, game)
    for other in ("coal", "oil", "uranium"):
        assert kit.refused(s, BuyFuel(2, other, "main")).code == "fuel_not_burned"
    s = kit.act(s, BuyFuel(2, "garbage", "main"))
    assert kit.view(s)["seats"][2]["fuel"]["garbage"] == 4
    refusal = kit.refused(s, BuyFuel(2, "garbage", "main"))
    assert (refusal.code, refusal.rule) == ("no_room_for_fuel", "R18-PLT-03")


ONE_FUEL = [
    ("3", "oil", 4),
    ("4", "coal", 4),
    ("6", "garbage", 2),
    ("7", "oil", 6),
    ("11", "uranium", 2),
    ("20", "coal", 6),
    ("30", "garbage", 6),
    ("35", "oil", 2),
]


@pytest.mark.parametrize(("plant", "fuel", "room"), ONE_FUEL)
def test_storage_is_twice_the_need(plant: str, fuel: str, room: int) -> None:
    """A plant of one fuel takes exactly twice the tokens printed on it. [R18-PLT-03]"""
    s = buyer([plant], {})
    for _ in range(room):
        s = kit.act(s, BuyFuel(2, fuel, "main"))
    assert kit.refused(s, BuyFuel(2, fuel, "main")).code == "no_room_for_fuel"


@BOTH
def test_a_hybrid_stores_both_fuels_together(game: str) -> None:
    """Plant 5 with 3 coal and 1 oil takes neither oil nor coal, with one token less it takes either. [R18-PLT-04]"""
    full = buyer(["5"], {"coal": 3, "oil": 1}, game)
    assert kit.refused(full, BuyFuel(2, "oil", "main")).code == "no_room_for_fuel"
    assert kit.refused(full, BuyFuel(2, "coal", "main")).code == "no_room_for_fuel"
    for fuel in ({"coal": 2, "oil": 1}, {"coal": 3}):
        spare = buyer(["5"], fuel, game)
        assert kit.allowed(spare, BuyFuel(2, "oil", "main"))
        assert kit.allowed(spare, BuyFuel(2, "coal", "main"))
        assert not kit.allowed(spare, BuyFuel(2, "garbage", "main"))


@pytest.mark.parametrize("coal", [0, 1, 2, 3])
def test_a_hybrid_burns_any_mix(coal: int) -> None:
    """Plant 46 runs on any coal and oil that are 3 together and supplies 7 cities. [R18-PLT-04]"""
    s = owner(["46"], {"coal": 3, "oil": 3}, 7)
    burn = {fuel: count for fuel, count in (("coal", coal), ("oil", 3 - coal)) if count}
    assert produced(s, kit.run(0, p46=burn)).cities == 7
    held = kit.view(kit.act(s, kit.run(0, p46=burn)))["seats"][0]["fuel"]
    assert (held["coal"], held["oil"]) == (3 - coal, coal)
    assert not kit.allowed(s, kit.run(0, p46={"coal": 3, "oil": 1}))
    assert not kit.allowed(s, kit.run(0, p46={"coal": 1, "oil": 1}))


@pytest.mark.parametrize(("plant", "cities"), [("13", 1), ("18", 2), ("33", 4), ("44", 5), ("50", 6)])
@BOTH
def test_a_green_plant_stores_nothing(game: str, plant: str, cities: int) -> None:
    """An ecological or fusion plant needs no fuel and takes none of any kind. [R18-PLT-05]"""
    s = buyer([plant], {}, game)
    for fuel in FUELS:
        assert kit.refused(s, BuyFuel(2, fuel, "main")).code == "fuel_not_burned"
    assert (card(plant, game).need, card(plant, game).cities, fuels_of(plant, game)) == (0, cities, [])


def test_a_green_plant_runs_without_fuel() -> None:
    """Plant 13 supplies its city without burning, and cannot burn what another plant stores. [R18-PLT-05]"""
    s = owner(["3", "13"], {"oil": 2}, 3)
    assert produced(s, kit.run(0, p13={})).cities == 1
    assert kit.view(kit.act(s, kit.run(0, p13={})))["seats"][0]["fuel"]["oil"] == 2
    assert not kit.allowed(s, kit.run(0, p13={"oil": 2}))


def test_a_plant_runs_once_and_wholly() -> None:
    """Plant 14 with 4 garbage supplies 2 of 5 cities for 2 garbage; half, double and twice are refused. [R18-PLT-06]"""
    s = owner(["14"], {"garbage": 4}, 5)
    once = Running("14", {"garbage": 2})
    for move in (Run(0, (once, once)), kit.run(0, p14={"garbage": 4}), kit.run(0, p14={"garbage": 1})):
        assert not kit.allowed(s, move)
    event = produced(s, Run(0, (once,)))
    assert (event.cities, event.burned) == (2, {"garbage": 2})
    after = kit.act(s, Run(0, (once,)))
    assert kit.view(after)["seats"][0]["fuel"]["garbage"] == 2
    assert kit.refused(after, Run(0, (once,))).code == "not_your_turn"
    assert {len(move.plants) for move in kilowatt.legal_actions(s) if isinstance(move, Run)} == {0, 1}


@BOTH
def test_plant_14(game: str) -> None:
    """Plant 14 opens at 14, needs 2 garbage for up to 2 cities and stores 4 garbage. [R18-PLT-07]"""
    plant = card("14", game)
    assert (plant.number, plant.need, plant.cities, fuels_of("14", game)) == (14, 2, 2, ["garbage"])
    s = kit.situation(game, 3, market=["10", "14", "20", "21", "28", "29", "30", "31"], stack=["44", "46"])
    assert not kit.allowed(s, Open(0, "14", 13))
    assert kit.allowed(s, Open(0, "14", 14))
    assert room(buyer(["14"], {}, game)) == {"garbage": 4}


def room(s: State) -> dict[str, int]:
    """How many more tokens of each fuel the acting seat could buy."""
    rows: Any = kilowatt.options(s).choices["buy_fuel"]
    return {row.fuel: row.room for row in rows if row.market == "main"}


@pytest.mark.parametrize("burn", [{"coal": 2}, {"oil": 2}, {"coal": 1, "oil": 1}])
def test_plant_5_runs_on_any_two(burn: dict[str, int]) -> None:
    """2 coal, 2 oil or one of each run plant 5 for one city. [R18-PLT-08]"""
    s = owner(["5"], {"coal": 2, "oil": 2}, 3)
    event = produced(s, kit.run(0, p5=burn))
    assert (event.cities, event.burned) == (1, burn)
    assert not kit.allowed(s, kit.run(0, p5={"coal": 1}))


@pytest.mark.parametrize(("coal", "oil"), [(4, 0), (2, 2), (0, 4), (1, 3), (3, 1)])
def test_plant_5_stores_any_four(coal: int, oil: int) -> None:
    """Any coal and oil that are 4 together can be bought onto plant 5, and no fifth token. [R18-PLT-08]"""
    s = buyer(["5"], {})
    s = kit.act(s, *[BuyFuel(2, "coal", "main")] * coal, *[BuyFuel(2, "oil", "main")] * oil)
    assert kit.view(s)["seats"][2]["fuel"] == {"coal": coal, "oil": oil, "garbage": 0, "uranium": 0}
    assert not kit.allowed(s, BuyFuel(2, "coal", "main"))
    assert not kit.allowed(s, BuyFuel(2, "oil", "main"))


@pytest.mark.parametrize(("cities", "supplied"), [(5, 4), (4, 4), (3, 3)])
def test_plant_33(cities: int, supplied: int) -> None:
    """Plant 33 alone supplies 4 of 5 cities, without fuel. [R18-PLT-09]"""
    event = produced(owner(["33"], {}, cities), kit.run(0, p33={}))
    assert (event.cities, event.burned) == (supplied, {})


@BOTH
def test_storage_of_plants_3_5_and_13(game: str) -> None:
    """Plants 3, 5 and 13 take 8 oil, or 4 coal and 4 oil, but never a fifth coal or a ninth token. [R18-PLT-10]"""
    empty = buyer(["3", "5", "13"], {}, game)
    assert room(empty) == {"coal": 4, "oil": 8}
    oil = kit.act(empty, *[BuyFuel(2, "oil", "main")] * 8)
    assert not kit.allowed(oil, BuyFuel(2, "oil", "main"))
    assert not kit.allowed(oil, BuyFuel(2, "coal", "main"))
    coal = kit.act(empty, *[BuyFuel(2, "coal", "main")] * 4)
    assert not kit.allowed(coal, BuyFuel(2, "coal", "main"))
    both = kit.act(coal, *[BuyFuel(2, "oil", "main")] * 4)
    assert not kit.allowed(both, BuyFuel(2, "oil", "main"))
