"""Rulings on Steps 2 and 3: which phase a drawn Step 3 card belongs to, and what else happens with it."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Open, Pass, Reveal, Scrap
from tests import kit

WEST = ["osnabrueck", "muenster", "duisburg", "essen", "dortmund", "duesseldorf", "kassel"]
GERMAN_ZONE = ["west", "south_west", "east"]
LATIN_ZONE = ["mexico", "south", "central"]
MEXICO = ["albuquerque", "juarez", "chihuahua", "monterrey", "guadalajara", "mexico_city_1", "mexico_city_2"]
ALMOST_DRY = {"coal": 2, "oil": 2, "garbage": 2, "uranium": 2}


def drawable(state: kilowatt.State) -> set[str]:
    """The plants the next draw may turn up."""
    return {move.plant for move, _ in kilowatt.outcomes(state) if isinstance(move, Reveal)}


def test_recharged_step_3_drawn_by_the_step_2_exchange_waits_for_the_next_round() -> None:
    """Step 3 found at the start of Phase 5 leaves this round the refill and update of Step 2. [AMB-39]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22"],
        stack=["step3", "24", "26"],
        cities={0: WEST},
        tokens=ALMOST_DRY,
        zone=GERMAN_ZONE,
    )
    assert kit.market(s) == ["10", "11", "12", "15", "20", "22"]
    assert kit.view(s)["plants"]["future"] == ["20", "22"]
    assert kit.view(s)["step"] == 2
    s = kit.end_turns(s, "power")
    assert kit.lying(s) == {"coal": 2 + 5, "oil": 2 + 3, "garbage": 2 + 2, "uranium": 2 + 1}
    assert kit.market(s) == ["10", "11", "12", "15", "20"]
    assert drawable(s) == {"24", "26"}
    s = kit.act(s, Reveal("24"))
    assert kit.market(s) == ["10", "11", "12", "15", "20", "24"]
    assert kit.view(s)["plants"]["under"] == ["22"]
    assert (kit.view(s)["step"], kit.view(s)["round"]) == (3, 3)


def test_recharged_step_3_in_the_market_update_of_step_1_brings_step_2_first() -> None:
    """Step 3 drawn in 5.3 of Step 1 makes the market go from 7 plants to 7 and to 6, after a Step 1 refill. [AMB-40]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="refill",
        market=["8", "9", "10", "11", "12", "15", "20", "22"],
        stack=["step3", "24", "26"],
        tokens=ALMOST_DRY,
    )
    assert kit.lying(s) == {"coal": 2 + 4, "oil": 2 + 2, "garbage": 2 + 1, "uranium": 2 + 1}
    assert drawable(s) == {"22", "24", "26"}
    assert "8" in kit.view(s)["plants"]["removed"]
    s = kit.act(s, Reveal("24"))
    assert kit.market(s) == ["10", "11", "12", "15", "20", "24"]
    assert "9" in kit.view(s)["plants"]["removed"]
    assert kit.view(s)["step"] == 3


@pytest.mark.parametrize(
    ("step", "left"),
    [(2, ["13", "15", "18", "20", "25", "30"]), (1, ["15", "18", "20", "25", "30", "31"])],
)
def test_the_unsold_token_plant_goes_before_step_3(step: int, left: list[str]) -> None:
    """The unsold token plant is replaced first, then come Step 2's exchange and Step 3's cut. [AMB-41]"""
    s = kit.situation(
        "recharged/germany",
        3,
        step=step,
        market=["10", "12", "13", "15", "18", "20", "25", "step3"],
        stack=["30", "31"],
    )
    assert kit.view(s)["plants"]["discount"] == "10"
    s = kit.opt_out_all(s)
    assert kit.market(s) == left
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("fuel", 3)


def test_step_3_drawn_by_the_token_clean_up_still_belongs_to_the_auctions() -> None:
    """When the draw for the unsold token plant is Step 3, the market shrinks from 7 to 6 and Step 3 begins. [AMB-41]"""
    s = kit.situation(
        "recharged/germany",
        3,
        step=2,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["step3", "30", "31"],
    )
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["13", "15", "18", "20", "25", "26"]
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("fuel", 3)
    assert set(kit.view(s)["plants"]["unseen"]["socket"]["cards"]) == {"30", "31"}


def test_one_more_round_drawn_by_the_token_clean_up_cuts_the_market_too() -> None:
    """In the card game the end card drawn for the unsold token plant leaves six plants as well. [AMB-41]"""
    s = kit.situation(
        "card-game",
        3,
        market=["4a", "5a", "6a", "8", "9", "11", "12", "14"],
        stack=["one-more-round", "30", "31"],
    )
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["6a", "8", "9", "11", "12", "14"]


@pytest.mark.parametrize("token_lost", [True, False])
def test_everything_at_the_end_of_the_auctions_has_one_order(*, token_lost: bool) -> None:
    """A sale, the Trust's take, the token, Step 3 and the smallest plant follow each other as worked out. [AMB-84]"""
    s = kit.situation(
        "recharged/germany",
        2,
        step=2,
        money=100,
        market=["20", "21", "24", "25", "27", "29", "31", "33"],
        stack=["step3", "19", "36", "38"],
    )
    s = kit.buy(s, "21")
    assert kit.view(s)["trust"]["plants"] == ["27"]
    assert kit.market(s) == ["20", "24", "25", "29", "31", "33", "step3"]
    if token_lost:
        s = kit.act(s, Reveal("19"), Reveal("36"))
        assert kit.view(s)["plants"]["discount"] is None
        assert kit.market(s) == ["20", "24", "25", "29", "31", "33", "36", "step3"]
        s = kit.act(s, Pass(1))
        assert kit.market(s) == ["24", "25", "29", "31", "33", "36"]
    else:
        s = kit.act(s, Reveal("36"))
        assert kit.view(s)["plants"]["discount"] == "20"
        s = kit.act(s, Pass(1), Reveal("38"))
        assert kit.market(s) == ["25", "29", "31", "33", "36", "38"]
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("fuel", 3)


def test_the_contractor_moves_on_when_the_auction_phase_ends() -> None:
    """The contractor's stack advances after the last purchase, not after the scrapping. [AMB-84]"""
    s = kit.situation(
        "recharged/germany",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31", "32", "33"],
        plants={0: ["3", "4", "5"]},
        money=60,
        contractor=True,
    )
    s = kit.act(kit.buy(s, "12"), Scrap(0, "3"), Pass(1))
    assert kit.view(s)["contractor"]["card"] == 1
    s = kit.act(s, Pass(2))
    assert kit.view(s)["contractor"]["card"] == 2


def test_the_first_order_is_made_when_the_auction_phase_ends() -> None:
    """The first round's order stands until everything else of the auction phase is done. [AMB-84]"""
    s = kit.situation(
        "recharged/germany",
        3,
        round=1,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31", "32", "33"],
    )
    s = kit.buy(kit.buy(s, "12"), "13")
    assert kit.view(s)["order"] == [0, 1, 2]
    s = kit.buy(s, "15")
    assert kit.view(s)["order"] == [2, 1, 0]
    assert kit.market(s) == ["18", "20", "25", "26", "30", "31", "32", "33"]


def test_original_step_3_drawn_by_the_step_2_exchange_is_like_phase_4() -> None:
    """In 2004 Step 3 drawn between Phases 4 and 5 rules Phase 5: refill and update of Step 3. [AMB-24]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22"],
        stack=["step3", "24", "26"],
        cities={0: WEST},
        tokens=ALMOST_DRY,
        zone=GERMAN_ZONE,
    )
    assert kit.market(s) == ["10", "11", "12", "15", "20", "22"]
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", 3)
    s = kit.end_turns(s, "power")
    assert kit.lying(s) == {"coal": 2 + 3, "oil": 2 + 4, "garbage": 2 + 3, "uranium": 2 + 1}
    s = kit.act(s, Reveal("24"))
    assert kit.market(s) == ["11", "12", "15", "20", "22", "24"]


def test_original_step_3_drawn_because_nobody_bought_is_like_phase_2() -> None:
    """In 2004 Step 3 drawn by the no-sale removal begins with Phase 3 of the same round. [AMB-24]"""
    s = kit.situation(
        "original/germany",
        3,
        step=2,
        market=["5", "7", "9", "10", "12", "15", "20", "22"],
        stack=["step3", "24", "26"],
    )
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["9", "10", "12", "15", "20", "22"]
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("fuel", 3)


def test_north_america_step_3_drawn_by_the_step_2_exchange_rules_phase_5() -> None:
    """On North America Step 3 drawn when Step 2 begins gives refill and update of Step 3 at once. [AMB-92]"""
    s = kit.situation(
        "deluxe/north-america",
        3,
        phase="after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22"],
        stack=["step3", "24", "26"],
        cities={0: MEXICO},
        tokens={"coal": 2, "gas": 2, "oil": 2, "uranium": 2},
        zone=LATIN_ZONE,
    )
    assert kit.market(s) == ["10", "11", "12", "15", "20", "22"]
    assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", 3)
    s = kit.end_turns(s, "power")
    assert kit.lying(s) == {"coal": 2 + 2, "gas": 2 + 4, "oil": 2 + 3, "uranium": 2 + 2}
    s = kit.act(s, Reveal("24"))
    assert kit.market(s) == ["11", "12", "15", "20", "22", "24"]


def test_europe_draws_nothing_when_step_2_begins() -> None:
    """On Europe the plant that leaves for Step 2 is not replaced, so no Step 3 card can come of it. [AMB-92]"""
    s = kit.situation(
        "deluxe/europe",
        3,
        phase="after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22", "25"],
        stack=["step3", "24", "26"],
        cities={0: ["paris", "bordeaux", "lyon", "marseille", "barcelona", "madrid", "lisboa"]},
        zone=["british_isles_low_countries", "france_iberia", "central"],
    )
    assert kit.market(s) == ["9", "10", "11", "12", "15", "20", "22", "25"]
    assert (kit.view(s)["plants"]["stack"], kit.view(s)["step"]) == (3, 2)


def test_original_step_3_drawn_in_phase_5_comes_after_the_refill() -> None:
    """In 2004 Step 3 drawn in the update finds the refill of Step 2 done and counts from the new round. [AMB-20]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="refill",
        step=2,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["step3", "30", "31"],
        tokens=ALMOST_DRY,
    )
    assert kit.lying(s) == {"coal": 2 + 5, "oil": 2 + 3, "garbage": 2 + 2, "uranium": 2 + 1}
    assert kit.market(s) == ["12", "13", "15", "18", "20", "25"]
    assert (kit.view(s)["round"], kit.view(s)["step"]) == (3, 3)
    assert kit.allowed(s, Open(s.actor, "25", 25))


def test_original_step_3_in_phase_5_shuffles_the_stack() -> None:
    """In 2004 a Step 3 card of Phase 5 makes every card below it, cycled ones too, equally likely next. [AMB-21]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="plant_update",
        step=2,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["step3", "30", "31"],
    )
    s = kit.buy(s, "12")
    weights = {move.plant: weight for move, weight in kilowatt.outcomes(s) if isinstance(move, Reveal)}
    assert set(weights) == {"26", "30", "31"}
    assert len(set(weights.values())) == 1


def test_original_step_3_in_phase_4_shuffles_the_stack() -> None:
    """In 2004 a Step 3 card drawn while building makes the cards below it equally likely next. [AMB-21]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="build",
        step=2,
        market=["5", "13", "15", "18", "20", "21", "25", "26"],
        stack=["step3", "30", "31", "32"],
        cities={2: WEST[:4]},
        money=200,
        zone=GERMAN_ZONE,
    )
    s = kit.act(s, Build(2, "dortmund"))
    assert kit.market(s) == ["15", "18", "20", "21", "25", "26"]
    assert set(kit.view(s)["plants"]["unseen"]["any"]["cards"]) == {"30", "31", "32"}
    assert kit.view(s)["plants"]["top"] == []


def test_original_step_3_update_takes_the_smallest_plant() -> None:
    """In Step 3 of 2004 the smallest plant leaves each round and one is drawn; none goes under the stack. [AMB-22]"""
    s = kit.situation(
        "original/germany",
        3,
        phase="plant_update",
        step=3,
        market=["13", "15", "18", "20", "25", "30"],
        stack=["36", "38"],
    )
    assert kit.market(s) == ["15", "18", "20", "25", "30", "36"]
    assert "13" in kit.view(s)["plants"]["removed"]
    assert kit.view(s)["plants"]["top"] == ["38"]


def test_original_step_3_before_step_2() -> None:
    """In 2004 Step 3 in Step 1 brings Step 2's exchange first, and seven cities later change nothing. [AMB-23]"""
    s = kit.situation(
        "original/germany",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "step3"],
        stack=["28", "30", "31", "32"],
        cities={2: WEST[:6]},
        zone=GERMAN_ZONE,
        plants={0: ["3"]},
        money=100,
    )
    s = kit.opt_out_all(kit.buy(s, "15"))
    assert kit.market(s) == ["13", "18", "20", "25", "28", "30"]
    assert kit.view(s)["step"] == 3
    s = kit.end_turns(s, "fuel")
    s = kit.act(s, Build(2, "kassel"))
    s = kit.end_turns(s, "build")
    assert kit.market(s) == ["13", "18", "20", "25", "28", "30"]
    assert kit.view(s)["step"] == 3
