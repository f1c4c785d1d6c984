"""Default starting cities, the option for experienced players: marking, starting and what a mark closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import Build, MarkStart, Pass, PlaceTrust
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.state import State

GERMANY = "recharged/germany"
ZONE = ["west", "north_west", "south_west"]
TRUST_CITIES = ["kiel", "hamburg", "bremen", "cuxhaven", "hannover", "luebeck"]


def marked(marks: dict[int, str], order: list[int]) -> State:
    """Three players who have marked these cities, in the first round's auctions."""
    s = kit.fresh(GERMANY, 3, order=order, zone=ZONE, starting_cities=True)
    for seat in order:
        s = kit.act(s, MarkStart(seat, marks[seat]))
    return kit.deal_all(s)


def to_building(s: State) -> State:
    """Let everybody buy the first plant on offer at its least price, and no fuel."""
    while kit.view(s)["phase"] == "auction":
        s = kit.deal_all(kit.buy(s, kit.market(s)[0]))
    return kit.end_turns(s, "fuel")


def next_building(s: State) -> State:
    """End this building phase and go on to the next round's."""
    s = kit.deal_all(kit.end_turns(s, "build"))
    s = kit.deal_all(kit.end_turns(s, "power"))
    while kit.view(s)["phase"] == "auction":
        s = kit.deal_all(kit.act(s, Pass(s.actor)))
    return kit.end_turns(s, "fuel")


def in_step_2(s: State) -> State:
    """The same table in Step 2."""
    seen = kit.view(s)
    seen["step"] = 2
    seen["more"]["step2_done"] = True
    return kilowatt.restore(s.rules, seen)


def test_four_players_mark_in_player_order() -> None:
    """Four players mark four different cities, one each, in player order. [R18-DSC-01]"""
    order = [2, 0, 3, 1]
    s = kit.fresh(GERMANY, 4, order=order, zone=[*ZONE, "east"], starting_cities=True)
    assert len(kit.view(s)["areas"]) == 4, "the zone comes first"
    assert kit.view(s)["order"] == order, "and so does the order"
    for number, (seat, city) in enumerate(zip(order, ["essen", "kiel", "fulda", "trier"], strict=True)):
        assert kit.view(s)["phase"] == "setup"
        assert kilowatt.actor(s) == seat
        assert kit.supply(s)["uranium"] == 10 - number
        assert kit.refused(s, MarkStart(order[number - 1], city)).code == "not_your_turn"
        s = kit.act(s, MarkStart(seat, city))
    s = kit.deal_all(s)
    assert sorted(kit.view(s)["marks"]) == ["essen", "fulda", "kiel", "trier"]
    assert kit.view(s)["phase"] == "auction"
    assert kit.supply(s)["uranium"] == 6, "each mark is a uranium token of the supply"


def test_marks_follow_a_random_zone_and_order() -> None:
    """Zone and order are dealt before the first mark, which the first player sets inside the zone. [R18-DSC-01]"""
    for seed in range(5):
        s = kit.fresh(GERMANY, 3, seed=seed, starting_cities=True)
        seen = kit.view(s)
        assert len(seen["areas"]) == 3
        assert kilowatt.actor(s) == seen["order"][0]
        assert kit.kinds(kilowatt.legal_actions(s)) == {"mark_start"}
        assert len(kilowatt.legal_actions(s)) == 21


def test_without_the_option_nothing_is_marked() -> None:
    """Marks are an option: a game without it has none and its players start anywhere. [R18-DSC-01]"""
    s = kit.fresh(GERMANY, 3, order=[0, 1, 2], zone=ZONE)
    assert kit.view(s)["phase"] == "auction"
    assert kit.view(s)["marks"] == []
    assert kit.supply(s)["uranium"] == 10
    s = to_building(s)
    assert len(kilowatt.options(s).choices["build"]) == 21


def test_a_network_begins_in_any_marked_city() -> None:
    """A first house may stand in any player's marked city and in no other city. [R18-DSC-02]"""
    marks = {0: "essen", 1: "kiel", 2: "trier"}
    s = to_building(marked(marks, [0, 1, 2]))
    seat = s.actor
    offered = {row.city for row in kilowatt.options(s).choices["build"]}  # type: ignore[attr-defined]
    assert offered == set(marks.values())
    refusal = kit.refused(s, Build(seat, "kassel"))
    assert (refusal.code, refusal.rule) == ("start_in_marked_city", "R18-DSC-02")
    foreign = marks[(seat + 1) % 3]
    after = kit.act(s, Build(seat, foreign))
    assert kit.view(after)["houses"] == {foreign: [seat, None, None]}
    assert kit.view(s)["seats"][seat]["money"] - kit.view(after)["seats"][seat]["money"] == 10


def test_a_late_start_is_bound_to_the_marks_too() -> None:
    """A network that begins in the second round also begins in a marked city. [R18-DSC-02]"""
    s = next_building(to_building(marked({0: "essen", 1: "kiel", 2: "trier"}, [0, 1, 2])))
    assert kit.view(s)["round"] == 2
    assert kit.refused(s, Build(s.actor, "kassel")).code == "start_in_marked_city"
    assert kit.allowed(s, Build(s.actor, "kiel"))


def test_starting_gives_the_token_back() -> None:
    """The start takes the mark away and its uranium token goes to the supply. [R18-DSC-03]"""
    s = to_building(marked({0: "essen", 1: "kiel", 2: "trier"}, [0, 1, 2]))
    before = kit.supply(s)["uranium"]
    assert before == 7
    after = kit.act(s, Build(s.actor, "kiel"))
    assert kit.supply(after)["uranium"] == before + 1
    assert sorted(kit.view(after)["marks"]) == ["essen", "trier"]
    assert kit.prices(after, "uranium") == [14, 16], "not to the market"
    onward = kit.act(after, Build(s.actor, "flensburg"))
    assert kit.supply(onward)["uranium"] == before + 1, "other cities give nothing back"


def test_a_taken_start_is_no_start_for_others() -> None:
    """A marked city that was claimed is an occupied city: the next player takes another mark. [R18-DSC-02]"""
    s = to_building(marked({0: "essen", 1: "kiel", 2: "trier"}, [0, 1, 2]))
    s = kit.act(s, Build(s.actor, "kiel"), Pass(s.actor))
    assert not kit.allowed(s, Build(s.actor, "kiel"))
    assert kit.allowed(s, Build(s.actor, "essen"))


def test_a_mark_closes_its_city_in_step_1() -> None:
    """In Step 1 an unclaimed mark cannot be connected, but the way beyond leads through it. [R18-DSC-04]"""
    s = to_building(marked({0: "essen", 1: "duesseldorf", 2: "kiel"}, [0, 1, 2]))
    seat = s.actor
    s = kit.act(s, Build(seat, "essen"))
    refusal = kit.refused(s, Build(seat, "duesseldorf"))
    assert (refusal.code, refusal.rule) == ("city_marked", "R18-DSC-04")
    assert "duesseldorf" not in kilowatt.reach(s, seat)
    assert kilowatt.reach(s, seat)["koeln"] == (10, 2 + 4)
    after = kit.act(s, Build(seat, "koeln"))
    assert sorted(kit.view(after)["seats"][seat]["cities"]) == ["essen", "koeln"]
    assert "duesseldorf" in kit.view(after)["marks"], "passing through leaves the mark"


def test_a_mark_keeps_its_first_space_after_step_1() -> None:
    """In Step 2 an unclaimed mark may be connected on its 15-space, the 10-space staying reserved. [AMB-48]"""
    s = to_building(marked({0: "essen", 1: "duesseldorf", 2: "kiel"}, [0, 1, 2]))
    first = s.actor
    s = in_step_2(kit.act(s, Build(first, "essen")))
    assert kilowatt.reach(s, first)["duesseldorf"] == (15, 2)
    s = kit.act(s, Build(first, "duesseldorf"), Pass(first))
    assert kit.view(s)["houses"]["duesseldorf"] == [None, first, None]
    second = s.actor
    assert kilowatt.reach(s, second)["duesseldorf"] == (10, 0)
    s = kit.act(s, Build(second, "duesseldorf"))
    assert kit.view(s)["houses"]["duesseldorf"] == [second, first, None]


def two_players(order: list[int]) -> State:
    """A game of two with marks, at its first decision."""
    return kit.fresh(GERMANY, 2, order=order, zone=["north_west", "north_east", "west"], starting_cities=True)


def place_trust(s: State) -> State:
    """Put the six houses of the Trust."""
    for city in TRUST_CITIES:
        s = kit.act(s, PlaceTrust(s.actor, city))
    return s


def test_two_players_mark_after_the_trust() -> None:
    """With two players the marks follow the Trust's six cities and bring a Trust house on 15 each. [R18-DSC-05]"""
    s = two_players([0, 1])
    assert kit.refused(s, MarkStart(0, "essen")).code == "not_now"
    s = place_trust(s)
    assert kit.view(s)["trust"]["houses"] == 10
    s = kit.act(s, MarkStart(0, "essen"))
    assert kit.view(s)["houses"]["essen"] == [None, "trust", None]
    assert kit.view(s)["trust"]["houses"] == 9
    s = kit.deal_all(kit.act(s, MarkStart(1, "berlin")))
    seen = kit.view(s)
    assert seen["houses"]["berlin"] == [None, "trust", None]
    assert seen["trust"]["houses"] == 8
    assert sorted(seen["marks"]) == ["berlin", "essen"]
    assert seen["phase"] == "auction"
    assert sum(row[0] == "trust" for row in seen["houses"].values()) == 6
    assert sum(row[1] == "trust" for row in seen["houses"].values()) == 2


def test_a_city_is_marked_once() -> None:
    """A city with a mark cannot be marked again, nor one outside the zone. [R18-DSC-06]"""
    s = kit.fresh(GERMANY, 3, order=[0, 1, 2], zone=ZONE, starting_cities=True)
    s = kit.act(s, MarkStart(0, "essen"))
    refusal = kit.refused(s, MarkStart(1, "essen"))
    assert (refusal.code, refusal.rule) == ("cannot_mark", "R18-DSC-06")
    assert kit.refused(s, MarkStart(1, "muenchen")).code == "city_outside_zone"
    assert kit.allowed(s, MarkStart(1, "duisburg"))


def test_a_city_of_the_trust_is_not_marked() -> None:
    """None of the Trust's six cities can be marked. [R18-DSC-06]"""
    s = place_trust(two_players([0, 1]))
    for city in TRUST_CITIES:
        refusal = kit.refused(s, MarkStart(0, city))
        assert (refusal.code, refusal.rule) == ("cannot_mark", "R18-DSC-06")
    s = kit.act(s, MarkStart(0, "essen"))
    assert kit.refused(s, MarkStart(1, "essen")).code == "cannot_mark"


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_two_players_mark_first_then_third(order: list[int]) -> None:
    """Of two players the first in player order marks first, then the third. [R18-DSC-06]"""
    s = place_trust(two_players(order))
    assert kilowatt.actor(s) == order[0]
    s = kit.act(s, MarkStart(order[0], "essen"))
    assert kilowatt.actor(s) == order[1]
