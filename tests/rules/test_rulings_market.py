"""Rulings on the plant market: obsolete plants, Step 3 before Step 2, the token, draws from an empty stack."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Reveal
from tests import kit

WEST = ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"]
SOUTH_WEST = ["aachen", "koeln", "trier", "frankfurt_main", "saarbruecken", "mannheim"]
GERMAN_ZONE = ["west", "south_west", "east"]
FRANCE = ["paris", "bordeaux", "lyon", "marseille", "barcelona", "madrid", "lisboa"]
EUROPE_ZONE = ["british_isles_low_countries", "france_iberia", "central"]
MEXICO = ["albuquerque", "juarez", "chihuahua", "monterrey", "guadalajara", "mexico_city_1", "mexico_city_2"]
LATIN_ZONE = ["mexico", "south", "central"]


def removed(state: kilowatt.State) -> set[str]:
    """The plants out of the game."""
    return set(kit.view(state)["plants"]["removed"])


def test_obsolete_plants_go_one_by_one_after_every_house_and_draw() -> None:
    """After each house the smallest plant not above the leader's cities goes, and so does a draw too small. [AMB-27]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="build",
        market=["3", "4", "5", "6", "9", "10", "11", "12"],
        stack=["13", "14", "15", "16"],
        cities={2: WEST[:2]},
        money=200,
        zone=GERMAN_ZONE,
    )
    s = kit.act(s, Build(2, "duisburg"))
    assert kit.market(s) == ["4", "5", "6", "9", "10", "11", "12", "13"]
    s = kit.act(s, Build(2, "essen"))
    assert kit.market(s) == ["5", "6", "9", "10", "11", "12", "13", "14"]
    s = kit.situation(
        "original/germany",
        3,
        phase="build",
        market=["5", "9", "10", "11", "12", "13", "14", "15"],
        stack=["4", "3", "30", "31"],
        cities={2: WEST[:4]},
        money=200,
        zone=GERMAN_ZONE,
    )
    s = kit.act(s, Build(2, "dortmund"))
    assert kit.market(s) == ["9", "10", "11", "12", "13", "14", "15", "30"]
    assert {"3", "4", "5"} <= removed(s)


def test_step_3_in_phase_4_costs_a_plant_more_and_obsolescence_goes_on() -> None:
    """Step 3 drawn for an obsolete plant leaves six, and later obsolete plants are still replaced. [AMB-27]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="build",
        step=2,
        market=["11", "12", "13", "18", "20", "21", "25", "26"],
        stack=["step3", "30"],
        cities={2: [*WEST, *SOUTH_WEST[:3]]},
        money=500,
        zone=GERMAN_ZONE,
    )
    s = kit.act(s, Build(2, "frankfurt_main"))
    assert kit.market(s) == ["13", "18", "20", "21", "25", "26"]
    assert {"11", "12"} <= removed(s)
    assert kit.view(s)["step"] == 2
    s = kit.act(s, Build(2, "saarbruecken"), Build(2, "mannheim"))
    assert kit.market(s) == ["18", "20", "21", "25", "26", "30"]


def test_the_smallest_plant_step_3_takes_may_be_obsolete_itself() -> None:
    """Step 3 is resolved before the check goes on, so an obsolete smallest plant is its unreplaced one. [AMB-27]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="build",
        step=2,
        market=["10", "11", "15", "18", "20", "21", "25", "26"],
        stack=["step3", "30", "31"],
        cities={2: [*WEST, *SOUTH_WEST[:3]]},
        money=500,
        zone=GERMAN_ZONE,
    )
    s = kit.act(s, Build(2, "frankfurt_main"))
    assert kit.market(s) == ["15", "18", "20", "21", "25", "26"]
    assert {"10", "11"} <= removed(s)
    assert kit.view(s)["plants"]["stack"] == 2


@pytest.mark.parametrize("dry", [False, True])
def test_the_step_3_card_in_the_market_is_no_plant(*, dry: bool) -> None:
    """Beside the Step 3 card too small draws go on until seven plants lie there or the stack is empty. [AMB-27]"""
    s = kit.situation(
        "original/germany",
        3,
        step=2,
        market=["13", "14", "15", "16", "18", "20", "25", "26"],
        stack=["step3", "11", "12"] if dry else ["step3", "11", "12", "30", "31"],
        cities={2: [*WEST, *SOUTH_WEST[:5]]},
        money=100,
        zone=GERMAN_ZONE,
    )
    s = kit.buy(s, "13")
    assert kit.market(s) == ["14", "15", "16", "18", "20", "25", "26", "step3"]
    s = kit.buy(s, "14")
    if dry:
        s = kit.act(s, Reveal("12"))
        assert kit.market(s) == ["15", "16", "18", "20", "25", "26", "step3"]
    else:
        s = kit.act(s, Reveal("11"), Reveal("12"), Reveal("30"))
        assert kit.market(s) == ["15", "16", "18", "20", "25", "26", "30", "step3"]
    assert {"11", "12"} <= removed(s)


@pytest.mark.parametrize(
    ("ruleset", "step", "before", "after"),
    [
        ("deluxe/north-america", 2, ["8", "9", "10", "11", "12", "15", "20", "22"], "22"),
        ("deluxe/europe", 1, ["8", "9", "10", "11", "12", "15", "20", "22", "25"], "25"),
        ("recharged/germany", 1, ["8", "9", "10", "11", "12", "15", "20", "22"], "22"),
        ("recharged/usa", 2, ["8", "9", "10", "11", "12", "15", "20", "22"], "22"),
    ],
)
def test_the_market_update_draws_a_replacement(ruleset: str, step: int, before: list[str], after: str) -> None:
    """The plant put under the stack is replaced by a draw, though the sheets leave it out. [AMB-28, AMB-38]"""
    s = kit.situation(ruleset, 3, phase="plant_update", step=step, market=before, stack=["18", "30"])
    assert kit.market(s) == sorted([*before[:-1], "18"], key=int)
    assert after not in removed(s)
    assert kit.view(s)["plants"]["stack"] == 3


@pytest.mark.parametrize("ruleset", ["deluxe/north-america", "deluxe/europe", "recharged/germany"])
def test_the_step_3_update_draws_while_the_stack_lasts(ruleset: str) -> None:
    """In Step 3 the smallest plant leaves and one is drawn; without a stack the market shrinks. [AMB-28, AMB-38]"""
    six = ["12", "15", "18", "20", "22", "25"]
    s = kit.situation(ruleset, 3, phase="plant_update", step=3, market=six, stack=["30"])
    assert kit.market(s) == ["15", "18", "20", "22", "25", "30"]
    s = kit.situation(ruleset, 3, phase="plant_update", step=3, market=six, stack=[])
    assert kit.market(s) == ["15", "18", "20", "22", "25"]


def test_north_america_has_the_tokens_whole_life() -> None:
    """A low draw takes the token away, a sold token plant leaves the next without it, an unsold one goes. [AMB-30]"""
    eight = ["8", "10", "11", "12", "15", "20", "22", "23"]
    s = kit.situation("deluxe/north-america", 3, market=eight, stack=["5", "4", "30", "31"])
    assert kit.view(s)["plants"]["discount"] == "8"
    low = kit.buy(s, "10")
    assert "5" in removed(low)
    assert kit.market(low) == ["4", "8", "11", "12", "15", "20", "22", "23"]
    assert kit.view(low)["plants"]["discount"] is None
    low = kit.opt_out_all(low)
    assert "4" in kit.market(low)
    sold = kit.buy(s, "8", 1)
    assert kit.view(sold)["seats"][0]["money"] == 49
    assert kit.market(sold)[0] == "5"
    assert kit.view(sold)["plants"]["discount"] is None
    unsold = kit.opt_out_all(s)
    assert "8" in removed(unsold)
    assert kit.market(unsold) == ["5", "10", "11", "12", "15", "20", "22", "23"]


def test_north_america_needs_no_rule_for_a_round_without_sale() -> None:
    """When all opt out on North America the token's plant goes and no second one. [AMB-35]"""
    s = kit.situation(
        "deluxe/north-america", 3, market=["8", "10", "11", "12", "15", "20", "22", "23"], stack=["30", "31"]
    )
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["10", "11", "12", "15", "20", "22", "23", "30"]


def test_a_draw_both_below_the_token_and_obsolete_takes_the_token_along() -> None:
    """A replacement below the token plant and not above the leader's cities goes with the token. [AMB-31]"""
    s = kit.situation(
        "deluxe/north-america",
        3,
        market=["8", "10", "11", "12", "15", "20", "22", "23"],
        stack=["5", "4", "7", "30", "31"],
        cities={2: MEXICO[:6]},
        zone=LATIN_ZONE,
    )
    s = kit.buy(s, "10")
    assert {"4", "5"} <= removed(s)
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.market(s) == ["7", "8", "11", "12", "15", "20", "22", "23"]


def test_an_obsolete_plant_of_phase_4_carries_no_token() -> None:
    """On North America no plant is discounted while building, so an obsolete one costs no token. [AMB-31]"""
    s = kit.situation(
        "deluxe/north-america",
        3,
        phase="build",
        market=["3", "10", "11", "12", "15", "20", "22", "23"],
        stack=["30", "31"],
        cities={2: MEXICO[:2]},
        money=200,
        zone=LATIN_ZONE,
    )
    events = kit.events_of(s, Build(2, "chihuahua"))
    assert {type(event).__name__ for event in events}.isdisjoint({"DiscountLost", "DiscountPlaced"})
    s = kit.act(s, Build(2, "chihuahua"))
    assert kit.market(s) == ["10", "11", "12", "15", "20", "22", "23", "30"]


def test_deluxe_step_3_in_the_auctions_waits_in_the_market() -> None:
    """Deluxe's Step 3 card drawn in Phase 2 lies last, and goes with the smallest plant at the end. [AMB-32]"""
    s = kit.situation(
        "deluxe/north-america",
        3,
        step=2,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["step3", "30", "31"],
    )
    s = kit.buy(s, "10", 1)
    assert kit.market(s) == ["12", "13", "15", "18", "20", "25", "26", "step3"]
    assert set(kit.view(s)["plants"]["unseen"]["light"]["cards"]) == {"30", "31"}
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["13", "15", "18", "20", "25", "26"]
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("fuel", 3)


def test_deluxe_step_3_in_phases_4_and_5() -> None:
    """Deluxe's Step 3 counts from Phase 5 when drawn in Phase 4, and from the next round when drawn in 5.3. [AMB-32]"""
    s = kit.situation(
        "deluxe/north-america",
        3,
        phase="build",
        step=2,
        market=["5", "12", "13", "15", "18", "20", "25", "26"],
        stack=["step3", "30", "31"],
        cities={2: MEXICO[:4]},
        money=200,
        zone=LATIN_ZONE,
    )
    s = kit.act(s, Build(2, "guadalajara"))
    assert kit.market(s) == ["13", "15", "18", "20", "25", "26"]
    assert kit.view(s)["step"] == 2
    s = kit.end_turns(s, "build")
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", 3)
    s = kit.situation(
        "deluxe/north-america",
        3,
        phase="refill",
        step=2,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["step3", "30", "31"],
        tokens={"coal": 2, "gas": 2, "oil": 2, "uranium": 2},
    )
    assert [row["tokens"] for row in kit.view(s)["fuel"]["main"].values()] == [2 + 5, 2 + 2, 2 + 1, 2 + 1]
    assert kit.market(s) == ["12", "13", "15", "18", "20", "25"]
    assert (kit.view(s)["round"], kit.view(s)["step"]) == (3, 3)


def test_a_draw_from_an_empty_stack_gives_nothing() -> None:
    """Without a stack sales, the token's clean-up and obsolescence leave gaps; no plant, no auction. [AMB-42]"""
    s = kit.situation("recharged/germany", 3, step=3, market=["20", "25", "30"], stack=[], money=100)
    sold = kit.buy(s, "25")
    assert kit.market(sold) == ["20", "30"]
    assert kit.market(kit.opt_out_all(sold)) == ["30"]
    s = kit.situation("recharged/germany", 3, step=3, market=["20"], stack=[], money=100)
    s = kit.buy(s, "20", 1)
    assert kit.market(s) == []
    assert kit.view(s)["phase"] == "fuel"
    s = kit.situation(
        "original/germany",
        3,
        phase="build",
        step=3,
        market=["5", "30", "31"],
        stack=[],
        cities={2: WEST[:4]},
        money=200,
        zone=GERMAN_ZONE,
    )
    assert kit.market(kit.act(s, Build(2, "dortmund"))) == ["30", "31"]


def test_the_trust_takes_without_replacement_from_an_empty_stack() -> None:
    """With an empty stack the Trust takes its plant and the market shrinks. [AMB-42]"""
    s = kit.situation("recharged/germany", 2, step=3, market=["20", "25", "30"], stack=[], money=100)
    s = kit.buy(s, "25")
    assert kit.view(s)["trust"]["plants"] == ["30"]
    assert kit.market(s) == ["20"]


def test_in_step_3_the_token_lies_on_the_smallest_of_six() -> None:
    """In Step 3 the unsold token plant goes and is replaced, and Phase 5 takes another smallest plant. [AMB-82]"""
    s = kit.situation(
        "recharged/germany",
        3,
        step=3,
        market=["13", "15", "18", "20", "25", "30"],
        stack=["36", "38", "40"],
    )
    assert kit.view(s)["plants"]["discount"] == "13"
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["15", "18", "20", "25", "30", "36"]
    for phase in ("fuel", "build", "power"):
        s = kit.end_turns(s, phase)
    assert kit.market(s) == ["18", "20", "25", "30", "36", "38"]
