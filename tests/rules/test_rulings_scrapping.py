"""Rulings on the fuel of a scrapped plant: it may be moved, and it may be given up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import BuyFuel, DiscardFuel, Pass, Scrap
from kilowatt.engine.events import FuelDropped, PlantScrapped
from kilowatt.engine.menu import ScrapChoice
from kilowatt.engine.sales import swap_plants
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

GERMANY = "recharged/germany"
MARKET = ["10", "11", "13", "15", "18", "20", "25", "26"]


def bought(plants: list[str], fuel: dict[str, int], new: str = "13", rules: Rules | None = None) -> State:
    """The owner of three plants and this fuel has just bought a fourth plant and is to scrap one."""
    tokens = {"coal": 10, "oil": 10, "garbage": 6}
    s = kit.situation(
        GERMANY,
        3,
        market=MARKET,
        stack=["30", "31", "32"],
        plants={0: plants},
        fuel={0: fuel},
        tokens=tokens,
        money=100,
        rules=rules,
    )
    return kit.buy(s, new)


def held(s: State) -> dict[str, int]:
    """What the owner holds, fuels it has none of left out."""
    return {fuel: count for fuel, count in kit.view(s)["seats"][0]["fuel"].items() if count}


def rows(s: State) -> dict[str, tuple[dict[str, int], int]]:
    """By plant: the most of each fuel, and of all, that may be given up with it."""
    offers = [row for row in kilowatt.options(s).choices["scrap"] if isinstance(row, ScrapChoice)]
    return {row.plant: (row.give_up, row.most) for row in offers}


def test_giving_up_coal_makes_room_for_oil() -> None:
    """Whoever keeps all 8 coal of 04, 05 and 08 has no room for oil; giving up 4 with 08 makes room for 4. [AMB-74]"""
    s = bought(["4", "5", "8"], {"coal": 8})
    rooms = {}
    for kept, move in (("all", Scrap(0, "8")), ("half", Scrap(0, "8", {"coal": 4}))):
        after = kit.opt_out_all(kit.act(s, move))
        while after.actor != 0:
            after = kit.act(after, Pass(after.actor))
        oil = [row for row in kilowatt.options(after).choices.get("buy_fuel", []) if row.fuel == "oil"]  # type: ignore[attr-defined]
        rooms[kept] = oil[0].room if oil else 0  # type: ignore[attr-defined]
        if kept == "all":
            assert kit.refused(after, BuyFuel(0, "oil", "main")).code == "no_room_for_fuel"
    assert rooms == {"all": 0, "half": 4}


def test_fuel_given_up_goes_to_the_supply() -> None:
    """Given up fuel goes to the supply, not to the market, and is told after the scrapped plant. [AMB-74]"""
    s = bought(["4", "5", "8"], {"coal": 8})
    assert kit.events_of(s, Scrap(0, "8", {"coal": 3}))[:2] == [PlantScrapped(0, "8"), FuelDropped(0, "coal", 3)]
    after = kit.act(s, Scrap(0, "8", {"coal": 3}))
    assert held(after) == {"coal": 5}
    assert kit.supply(after)["coal"] == kit.supply(s)["coal"] + 3
    assert kit.view(after)["fuel"] == kit.view(s)["fuel"]
    assert after.actor == 1


def test_no_more_goes_than_the_plant_can_hold_or_its_owner_has() -> None:
    """08 takes up to 6 of 8 coal along, 03 the 3 oil, 05 up to 4 coal and oil together, 22 nothing. [AMB-74]"""
    s = bought(["3", "5", "8"], {"coal": 8, "oil": 3}, new="10")
    assert rows(s) == {"3": ({"oil": 3}, 3), "5": ({"coal": 4, "oil": 3}, 4), "8": ({"coal": 6}, 6)}
    assert rows(bought(["4", "8", "22"], {"coal": 2}, new="10"))["22"] == ({}, 0)


def test_what_must_go_counts_towards_it() -> None:
    """With 3 oil that fit nowhere once 05 is gone, at most 1 coal goes along: 05 holds 4. [AMB-74]"""
    s = bought(["4", "5", "8"], {"coal": 8, "oil": 3})
    assert rows(s)["5"] == ({"coal": 1, "oil": 3}, 4)
    assert held(kit.act(s, Scrap(0, "5", {"coal": 1}))) == {"coal": 7}
    assert held(kit.act(s, Scrap(0, "5", {"oil": 1}))) == {"coal": 8}
    assert kit.refused(s, Scrap(0, "5", {"coal": 2})).code == "gives_up_wrong_amount"


def test_giving_up_can_answer_which_fuel_goes() -> None:
    """Left with 04 and 05, 5 coal and 4 oil are one too many; one coal given up with 12 is that one. [AMB-74]"""
    s = bought(["4", "5", "12"], {"coal": 5, "oil": 4})
    asked = kit.act(s, Scrap(0, "12"))
    assert set(kilowatt.legal_actions(asked)) == {DiscardFuel(0, "coal"), DiscardFuel(0, "oil")}
    after = kit.act(s, Scrap(0, "12", {"coal": 1}))
    assert held(after) == {"coal": 4, "oil": 4}
    assert after.actor == 1


@pytest.mark.parametrize(
    ("plant", "given_up", "left"),
    [
        ("4", {}, {"oil": 8}),
        ("4", {"coal": 1}, {"oil": 8}),
        ("4", {"coal": 4}, {"oil": 8}),
        ("3", {}, {"coal": 4, "oil": 4}),
    ],
)
def test_only_fuel_of_the_scrapped_plant_goes(plant: str, given_up: dict[str, int], left: dict[str, int]) -> None:
    """With 03, 04, 05, 4 coal and 8 oil the coal goes with 04 and oil with 03, in all as much as must. [AMB-74]"""
    s = bought(["3", "4", "5"], {"coal": 4, "oil": 8})
    after = kit.act(s, Scrap(0, plant, given_up))
    assert held(after) == left
    assert after.actor == 1
    assert {fuel: kit.supply(after)[fuel] for fuel in ("coal", "oil")} == {
        fuel: 24 - 10 - left.get(fuel, 0) for fuel in ("coal", "oil")
    }


ELSEWHERE: dict[str, dict[str, Any]] = {
    "original/germany": {
        "plants": {0: ["3", "4", "5"]},
        "fuel": {0: {"coal": 4, "oil": 8}},
        "tokens": {"coal": 10, "oil": 10},
        "market": [*MARKET[1:], "28"],
    },
    "deluxe/europe": {
        "plants": {0: ["6", "5", "8"]},
        "fuel": {0: {"gas": 4, "oil": 8}},
        "tokens": {"gas": 10, "oil": 10},
        "market": ["11", "13", "14", "15", "16", "17", "18", "19"],
    },
    "card-game": {
        "plants": {0: ["5c", "9", "7"]},
        "cards": {0: [("gas-3", 3), ("gas-1", 1), ("oil-3", 3), ("oil-3", 3), ("oil-3", 3), ("oil-1", 1)]},
        "market": ["11", "12", "13", "14", "16", "18", "19", "20"],
    },
}
"""An oil plant, one of the other fuel of hybrids, a hybrid full of oil; the first plant of the market burns neither."""


@pytest.mark.parametrize("ruleset", ELSEWHERE)
def test_only_fuel_of_the_scrapped_plant_goes_in_every_edition(ruleset: str) -> None:
    """A full hybrid has no room for what the second plant stored: that goes, and nobody is asked. [AMB-74]

    With the first plant its owner may give up oil, as much as it holds.
    """
    s = kit.situation(ruleset, 3, stack=["30", "31", "32"], money=100, **ELSEWHERE[ruleset])
    s = kit.buy(s, kit.market(s)[0])
    first, second, hybrid = ELSEWHERE[ruleset]["plants"][0]
    before, after = held(s), kit.act(s, Scrap(0, second))
    assert held(after) == {"oil": before["oil"]}
    assert after.actor == 1
    room = before["oil"] - 2 * s.rules.plants[s.rules.plant_ids[hybrid]].need
    assert rows(s)[first] == ({"oil": room}, room)


def test_a_scrapped_hybrid_leaves_the_choice() -> None:
    """With 03, 05 and 12, 8 oil and 4 coal, 12 takes 4 units along, each coal or oil. [AMB-74]"""
    s = bought(["3", "5", "12"], {"coal": 4, "oil": 8})
    for gone in ("coal", "oil"):
        after = kit.act(s, Scrap(0, "12"))
        while after.actor == 0:
            assert set(kilowatt.legal_actions(after)) == {DiscardFuel(0, "coal"), DiscardFuel(0, "oil")}
            after = kit.act(after, DiscardFuel(0, gone))
        assert held(after) == ({"oil": 8} if gone == "coal" else {"coal": 4, "oil": 4})


def test_up_to_revision_2_the_other_fuel_of_a_hybrid_could_go() -> None:
    """A game of revision 2 lets the owner drop oil when coal plant 04 is scrapped. [AMB-74]"""
    rules = kilowatt.ruleset(GERMANY, 3, {"order": [0, 1, 2]}, revision=2)
    s = kit.act(bought(["3", "4", "5"], {"coal": 4, "oil": 8}, rules=rules), Scrap(0, "4"))
    assert set(kilowatt.legal_actions(s)) == {DiscardFuel(0, "coal"), DiscardFuel(0, "oil")}
    assert held(kit.act(s, *[DiscardFuel(0, "oil")] * 4)) == {"coal": 4, "oil": 4}


def test_a_quote_scraps_by_the_same_rule() -> None:
    """A plan that scraps 04 with 4 coal and 8 oil loses the coal and keeps the oil. [AMB-74]"""
    s = bought(["3", "4", "5"], {"coal": 4, "oil": 8})
    trial = kilowatt.clone(s)
    ids = s.rules.plant_ids
    trial.plants[0] = tuple(ids[plant] for plant in ("3", "4", "5"))
    swap_plants(trial, 0, ids["13"], ids["4"])
    assert held(trial) == {"oil": 8}


@pytest.mark.parametrize(
    ("plant", "give_up", "code"),
    [
        ("8", {"wood": 1}, "unknown_fuel"),
        ("8", {"oil": 1}, "cannot_give_up"),
        ("8", {"garbage": 1}, "cannot_give_up"),
        ("8", {"coal": 7}, "gives_up_wrong_amount"),
        ("8", {"coal": 0}, "gives_up_wrong_amount"),
        ("8", {"coal": -1}, "gives_up_wrong_amount"),
        ("5", {"coal": 3, "oil": 2}, "gives_up_too_much"),
    ],
)
def test_what_cannot_be_given_up(plant: str, give_up: dict[str, int], code: str) -> None:
    """Fuel the plant does not burn, no units, and more than it can hold are refused with that reason. [AMB-74]"""
    refusal = kit.refused(bought(["3", "5", "8"], {"coal": 8, "oil": 3}, new="10"), Scrap(0, plant, give_up))
    assert refusal.code == code
    if code != "unknown_fuel":
        assert refusal.rule == "AMB-74"


def test_the_order_of_scrapping_is_pinned() -> None:
    """For each plant keeping all comes first, then its first fuel counting up, then its second. [AMB-74]"""
    s = bought(["4", "5", "22"], {"coal": 1, "oil": 2}, new="10")
    amounts: list[dict[str, int]] = [{}, {"coal": 1}, {"oil": 1}, {"oil": 2}]
    amounts += [{"coal": 1, "oil": 1}, {"coal": 1, "oil": 2}]
    wanted = [Scrap(0, "4"), Scrap(0, "4", {"coal": 1}), *[Scrap(0, "5", each) for each in amounts], Scrap(0, "22")]
    actions = kilowatt.legal_actions(s)
    assert list(actions) == wanted
    assert [actions[i] for i in range(len(actions))] == wanted
    assert all(kit.allowed(s, move) for move in wanted)


def test_at_revision_1_only_what_must_go_is_given_up() -> None:
    """A game of revision 1 offers and allows no fuel to be given up that fits. [AMB-74]"""
    rules = kilowatt.ruleset(GERMANY, 3, {"order": [0, 1, 2]}, revision=1)
    s = bought(["4", "5", "8"], {"coal": 8}, rules=rules)
    assert list(kilowatt.legal_actions(s)) == [Scrap(0, plant) for plant in ("4", "5", "8")]
    assert kit.refused(s, Scrap(0, "8", {"coal": 1})).code == "cannot_give_up"


def card_game(**more: Any) -> State:
    """In the card game the owner of 3 and 4 (coal for 2 and 1) and of 5 (gas) with 3 coal has just bought 8."""
    s = kit.situation(
        "card-game",
        3,
        market=["8", "9", "11", "12", "13", "14", "15", "16"],
        stack=["20", "21"],
        plants={0: ["4a", "3a", "5a"]},
        cards={0: [("coal-3", 2), ("coal-2", 1)]},
        money=50,
        **more,
    )
    return kit.buy(s, "8")


def test_cards_are_turned_down_for_what_is_given_up() -> None:
    """In the card game units come off the card that shows least; it goes to the discard pile. [AMB-74, AMB-97]"""
    s = card_game()
    before = kit.view(s)["fuel_stack"]["discard"].get("coal-2", 0)
    assert rows(s)["3a"] == ({"coal": 3}, 3)
    after = kit.act(s, Scrap(0, "3a", {"coal": 2}))
    assert held(after) == {"coal": 1}
    assert kit.view(after)["seats"][0]["cards"] == [["coal-3", 1]]
    assert kit.view(after)["fuel_stack"]["discard"]["coal-2"] == before + 1


def test_the_plant_just_bought_takes_no_fuel_along() -> None:
    """In the card game the new plant may be scrapped; it holds nothing yet, so nothing goes with it. [AMB-74]"""
    s = card_game()
    assert rows(s)["8"] == ({}, 0)
    assert kit.refused(s, Scrap(0, "8", {"coal": 1})).code == "cannot_give_up"
    assert held(kit.act(s, Scrap(0, "8"))) == {"coal": 3}
