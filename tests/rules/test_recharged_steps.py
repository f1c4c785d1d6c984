"""The three steps of Recharged: when they begin, what leaves the market and what they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Open, Pass, Reveal, Run
from kilowatt.engine.events import FuelRefilled, StackShuffled
from tests import kit
from tests.rules.recharged_ground import GERMANY, ZONES

if TYPE_CHECKING:
    from kilowatt.engine.state import State

CITIES = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster", "osnabrueck", "kassel", "hannover", "bremen"]
TRUST_CITIES = dict.fromkeys(["koeln", "aachen", "trier", "mainz", "frankfurt_main", "mannheim"], 0)
EMPTY = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
BEFORE = ["9", "10", "12", "13", "15", "18", "20", "25"]
"""A market in which the sale of the discounted 9 leaves 10,12,13,15 and 18,20,25 beside the card drawn."""


def step(state: State) -> int:
    """The step the game is in."""
    number: int = kit.view(state)["step"]
    return number


def opt_out(state: State) -> State:
    """Let everybody opt out for the rest of the auctions."""
    while kit.view(state)["phase"] == "auction" and state.actor >= 0:
        state = kit.act(state, Pass(state.actor))
    return state


def refilled(state: State) -> dict[str, int]:
    """Let everybody run nothing and give what the refill brought."""
    happened = []
    while kit.view(state)["phase"] == "power" and state.actor >= 0:
        move = Run(state.actor, ())
        happened += kit.events_of(state, move)
        state = kit.act(state, move)
    (refill,) = [event for event in happened if isinstance(event, FuelRefilled)]
    return refill.added


def test_the_game_begins_in_step_1() -> None:
    """A new game is in Step 1: one house per city and the left column of the refill card. [R18-STP-01]"""
    s = kit.fresh(GERMANY, 3, zone=ZONES[3], order=[0, 1, 2])
    assert step(s) == 1
    while kit.view(s)["phase"] == "auction":
        s = kit.deal_all(kit.buy(s, kit.market(s)[0]))
    s = kit.end_turns(s, "fuel")
    first = s.actor
    s = kit.act(s, Build(first, "essen"), Pass(first))
    s = kit.act(s, Build(s.actor, "duisburg"))
    assert kit.refused(s, Build(s.actor, "essen")).code == "city_full"
    s = kit.end_turns(s, "build")
    added = {fuel: count for fuel, count in refilled(s).items() if count}
    assert added == {"oil": 2, "garbage": 1, "uranium": 1}, "all 24 coal are still on the market"


@pytest.mark.parametrize(("seats", "enough"), [(2, 7), (3, 7), (4, 7), (5, 7), (6, 6)])
def test_the_trigger_of_step_2(seats: int, enough: int) -> None:
    """Step 2 begins when somebody has 7 cities, with six players 6, and not before. [R18-STP-02]"""
    for count, expected in ((enough - 1, 1), (enough, 2), (enough + 2, 2)):
        s = kit.situation(
            GERMANY,
            seats,
            phase="after_build",
            zone=ZONES[seats],
            cities={seats - 1: CITIES[:count]},
            trust_houses=TRUST_CITIES if seats == 2 else None,
            stack=["40", "42"],
        )
        assert kit.view(s)["phase"] == "power"
        assert step(s) == expected, count


def test_step_2_waits_for_phase_5() -> None:
    """A player who builds after the seventh city in the same phase still finds one house per city. [R18-STP-03]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="build",
        zone=ZONES[3],
        money=200,
        cities={2: CITIES[:6], 0: ["hannover"]},
        stack=["40", "42"],
    )
    s = kit.act(s, Build(2, "kassel"), Pass(2), Pass(1))
    before = kit.market(s)
    assert step(s) == 1
    assert kit.refused(s, Build(0, "kassel")).code == "city_full"
    s = kit.act(s, Build(0, "bremen"))
    assert kit.market(s) == before
    s = kit.act(s, Pass(0))
    assert (kit.view(s)["phase"], step(s)) == ("power", 2)


def test_the_smallest_plant_leaves_once() -> None:
    """At the start of Step 2 the 5 leaves the game and 24 comes; the next round brings no such loss. [R18-STP-04]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="build",
        zone=ZONES[3],
        cities={0: CITIES[:7]},
        market=["5", "7", "9", "10", "12", "13", "14", "15"],
        stack=["24", "30", "31", "32", "33"],
    )
    assert kit.market(s)[0] == "5"
    s = kit.end_turns(s, "build")
    assert kit.market(s) == ["7", "9", "10", "12", "13", "14", "15", "24"]
    assert "5" in kit.view(s)["plants"]["removed"]
    s = kit.end_turns(opt_out(kit.end_turns(s, "power")), "fuel")
    before = kit.view(s)["plants"]
    s = kit.end_turns(s, "build")
    assert (kit.view(s)["phase"], step(s)) == ("power", 2)
    assert kit.view(s)["plants"] == before


def test_step_2_refills_by_its_own_column_at_once() -> None:
    """The Phase 5 in which Step 2 begins already refills 7/5/3/3 for five players. [R18-STP-05]"""
    s = kit.situation(
        GERMANY,
        5,
        phase="build",
        zone=ZONES[5],
        cities={0: CITIES[:7]},
        tokens=EMPTY,
        stack=["40", "42", "44"],
    )
    s = kit.end_turns(s, "build")
    assert refilled(s) == {"coal": 7, "oil": 5, "garbage": 3, "uranium": 3}


def test_step_2_opens_the_second_space() -> None:
    """In Step 2 a second house costs 15 and a third is refused. [R18-STP-05]"""
    s = kit.situation(
        GERMANY, 3, phase="build", step=2, zone=ZONES[3], money=100, cities={0: ["essen"], 1: ["essen"], 2: ["kassel"]}
    )
    assert kit.refused(s, Build(2, "essen")).code == "city_full"
    s = kit.situation(GERMANY, 3, phase="build", step=2, zone=ZONES[3], cities={0: ["essen"], 2: ["duisburg"]})
    assert kilowatt.reach(s, 2)["essen"] == (15, 0)


def test_example_seventh_city() -> None:
    """With four players Step 2 starts in Phase 5 after the leader went from 6 to 7 cities. [R18-STP-06]"""
    s = kit.situation(GERMANY, 4, phase="build", zone=ZONES[4], money=100, cities={3: CITIES[:6]}, stack=["40", "42"])
    unchanged = kit.end_turns(s, "build")
    assert (kit.view(unchanged)["phase"], step(unchanged)) == ("power", 1)
    s = kit.end_turns(kit.act(s, Build(3, "kassel")), "build")
    assert (kit.view(s)["phase"], step(s)) == ("power", 2)


def test_the_step_3_card_in_the_auctions() -> None:
    """Drawn in Phase 2 the card lies last in the future market, not for sale, and the stack is mixed. [R18-STP-07]"""
    s = kit.situation(GERMANY, 3, step=2, zone=ZONES[3], money=100, market=BEFORE, stack=["step3", "50", "30", "31"])
    happened = []
    state, first = kilowatt.play(s, Open(0, "12", 12))
    happened += first
    while kilowatt.actor(state) != 1 or kit.view(state)["auction"] is not None:
        move = Pass(state.actor) if state.actor >= 0 else kilowatt.outcomes(state)[0][0]
        state, more = kilowatt.play(state, move)
        happened += more
    assert kit.view(state)["plants"]["current"] == ["9", "10", "13", "15"]
    assert kit.view(state)["plants"]["future"] == ["18", "20", "25", "step3"]
    assert StackShuffled(3) in happened
    assert step(state) == 2
    assert not kit.allowed(state, Open(1, "step3", 50))
    openings = {row.plant for row in kilowatt.options(state).choices["open"]}  # type: ignore[attr-defined]
    assert openings == {"9", "10", "13", "15"}
    drawing = kit.buy(state, "10")
    assert kilowatt.actor(drawing) == "chance"
    odds = {action.plant: weight for action, weight in kilowatt.outcomes(drawing)}  # type: ignore[attr-defined]
    assert set(odds) == {"30", "31", "50"}, "the cards that lay in order under Step 3 may now come in any order"
    assert len(set(odds.values())) == 1


def test_the_auctions_go_on_with_the_step_3_card() -> None:
    """A further sale is replaced from the mixed stack, the Step 3 card staying above even the 50. [R18-STP-08]"""
    s = kit.situation(GERMANY, 3, step=2, zone=ZONES[3], money=100, market=BEFORE, stack=["step3", "50", "30", "31"])
    s = kit.buy(kit.buy(s, "12"), "10")
    s = kit.act(s, Reveal("50"))
    assert kit.market(s) == ["9", "13", "15", "18", "20", "25", "50", "step3"]
    assert kit.view(s)["phase"] == "auction"
    assert kilowatt.actor(s) == 2


def test_the_step_3_card_takes_no_place_of_a_short_market() -> None:
    """With an empty stack and four plants beside the Step 3 card, all four are for sale. [R18-SET-18, R18-STP-08]"""
    market = ["10", "12", "13", "15", "step3"]
    s = kit.situation(GERMANY, 3, step=2, zone=ZONES[3], money=100, market=market)
    assert (kit.view(s)["plants"]["current"], kit.view(s)["plants"]["future"]) == (market[:4], ["step3"])
    assert all(kit.allowed(s, Open(0, plant, int(plant))) for plant in market[:4])


def after_step_3_card(seats: int, first_step: int, **more: dict[int, list[str]]) -> State:
    """The end of a Phase 2 in which the sale of the discounted 9 brought the Step 3 card."""
    s = kit.situation(
        GERMANY,
        seats,
        step=first_step,
        zone=ZONES[seats],
        money=100,
        market=BEFORE,
        stack=["step3", "30"],
        tokens=EMPTY,
        cities=more.get("cities"),
    )
    s = kit.buy(s, "9")
    assert kit.market(s) == ["10", "12", "13", "15", "18", "20", "25", "step3"]
    assert kit.view(s)["plants"]["discount"] is None
    return opt_out(s)


def test_step_3_begins_after_the_auctions() -> None:
    """After Phase 2 the 10 and the Step 3 card leave unreplaced, and Step 3 begins with Phase 3. [R18-STP-09]"""
    s = after_step_3_card(3, 2)
    assert (kit.view(s)["phase"], step(s)) == ("fuel", 3)
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["12", "13", "15", "18", "20", "25"], [])
    assert "10" in row["removed"]
    assert row["stack"] == 1, "nothing was drawn"


def test_the_rest_of_that_round_is_in_step_3() -> None:
    """Three houses, the third column and the removal of the smallest apply in that same round. [R18-STP-10]"""
    s = after_step_3_card(5, 2, cities={0: ["essen"], 1: ["essen"], 4: ["duisburg"]})
    s = kit.end_turns(s, "fuel")
    assert kilowatt.reach(s, 4)["essen"] == (20, 0)
    s = kit.act(s, Build(4, "essen"))
    assert kit.view(s)["houses"]["essen"] == [0, 1, 4]
    s = kit.end_turns(s, "build")
    assert refilled(s) == {"coal": 5, "oil": 6, "garbage": 5, "uranium": 2}
    s = kit.end_turns(s, "power")
    assert kit.market(s) == ["13", "15", "18", "20", "25", "30"]
    assert "12" in kit.view(s)["plants"]["removed"]


def test_the_step_3_card_in_bureaucracy() -> None:
    """Drawn in Phase 5 the card and the 10 leave, the stack and the 31 are mixed, column 2 was used. [R18-STP-11]"""
    s = kit.situation(
        GERMANY,
        5,
        phase="power",
        step=2,
        zone=ZONES[5],
        market=["10", "12", "13", "15", "18", "20", "25", "31"],
        stack=["step3", "36"],
        tokens=EMPTY,
    )
    assert refilled(s) == {"coal": 7, "oil": 5, "garbage": 3, "uranium": 3}
    s = kit.end_turns(s, "power")
    assert kit.market(s) == ["12", "13", "15", "18", "20", "25"]
    row = kit.view(s)["plants"]
    assert row["unseen"]["socket"] == {"left": 2, "cards": ["31", "36"]}, "in no order"
    assert row["top"] == []
    assert "10" in row["removed"]
    assert (kit.view(s)["phase"], kit.view(s)["round"], step(s)) == ("auction", 3, 3)


def test_six_plants_are_for_sale_in_step_3() -> None:
    """In Step 3 the market is six plants, all of which may be opened, and there is no future market. [R18-STP-12]"""
    s = kit.situation(
        GERMANY, 3, step=3, zone=ZONES[3], money=60, market=["13", "15", "18", "20", "25", "30"], stack=["40"]
    )
    assert kit.view(s)["plants"]["future"] == []
    assert all(kit.allowed(s, Open(0, plant, int(plant))) for plant in ("15", "18", "20", "25", "30"))
    s = kit.buy(s, "30")
    assert kit.view(s)["seats"][0]["plants"] == ["30"]
    assert kit.view(s)["plants"]["current"] == ["13", "15", "18", "20", "25", "40"], "sold and replaced: six again"


def test_step_3_opens_the_third_space() -> None:
    """In Step 3 a third house costs 20, and three players refill by the right column. [R18-STP-13]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="build",
        step=3,
        zone=ZONES[3],
        money=100,
        cities={0: ["essen"], 1: ["essen"], 2: ["duisburg"]},
        tokens=EMPTY,
    )
    assert kilowatt.reach(s, 2)["essen"] == (20, 0)
    s = kit.act(s, Build(2, "essen"))
    assert kit.view(s)["seats"][2]["money"] == 80
    assert refilled(kit.end_turns(s, "build")) == {"coal": 3, "oil": 4, "garbage": 3, "uranium": 1}


def test_step_3_before_step_2() -> None:
    """In Step 1 the changes of Step 2 come first, once for all: 10 out, 30 in; then 12 and the card go. [R18-STP-14]"""
    s = after_step_3_card(3, 1, cities={2: CITIES[:6]})
    assert kit.market(s) == ["13", "15", "18", "20", "25", "30"]
    assert {"10", "12"} <= set(kit.view(s)["plants"]["removed"])
    assert (kit.view(s)["phase"], step(s)) == ("fuel", 3)
    s = kit.end_turns(s, "fuel")
    before = kit.view(s)["plants"]
    s = kit.end_turns(kit.act(s, Build(2, "kassel")), "build")
    assert kit.view(s)["phase"] == "power"
    assert kit.view(s)["plants"] == before, "the seventh city removes no further plant"
    assert step(s) == 3


def test_the_game_can_end_in_step_2() -> None:
    """The game ends and is counted in Step 2 as in any other. [R18-STP-15]"""
    cities = [*CITIES, "hamburg", "cuxhaven", "wilhelmshaven", "kiel", "flensburg", "koeln", "aachen", "trier"]
    s = kit.situation(
        GERMANY,
        3,
        phase="after_build",
        step=2,
        zone=ZONES[3],
        plants={0: ["13"], 1: ["33"]},
        cities={0: cities, 1: CITIES[:3]},
    )
    result = kilowatt.result(s)
    assert result is not None
    assert step(s) == 2
    assert result.ranking == [[1], [0], [2]]


def test_the_step_3_card_replaces_the_plant_of_step_2() -> None:
    """Drawn as Step 2 begins, the card lets this round end by Step 2: its column and its update. [AMB-39]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="after_build",
        zone=ZONES[3],
        cities={0: CITIES[:7]},
        market=["8", "9", "10", "11", "12", "15", "20", "22"],
        stack=["step3", "24"],
        tokens=EMPTY,
    )
    assert kit.market(s) == ["10", "11", "12", "15", "20", "22"]
    assert step(s) == 2
    assert refilled(s) == {"coal": 5, "oil": 3, "garbage": 2, "uranium": 1}
    s = kit.end_turns(s, "power")
    assert kit.market(s) == ["10", "11", "12", "15", "20", "24"]
    assert step(s) == 3
    assert "22" not in kit.view(s)["plants"]["removed"]


def test_the_step_3_card_in_the_update_of_step_1() -> None:
    """Drawn by the update in Step 1, Step 2's exchange comes first, then the card and the smallest leave. [AMB-40]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="power",
        zone=ZONES[3],
        market=["3", "4", "5", "7", "9", "10", "12", "15"],
        stack=["step3"],
        tokens=EMPTY,
    )
    assert refilled(s) == {"coal": 4, "oil": 2, "garbage": 1, "uranium": 1}
    s = kit.end_turns(s, "power")
    assert kit.market(s) == ["5", "7", "9", "10", "12", "15"]
    assert step(s) == 3
