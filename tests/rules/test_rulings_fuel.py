"""Rulings on fuel: what the markets hold, who may buy what, what is dropped and what a hybrid burns."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import BuyFuel, DiscardFuel, Pass, Scrap
from tests import kit

FIVE_SEATS = [(5, 4, 3, 2), (7, 5, 3, 3), (5, 6, 5, 2)]
NOTHING = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
FUELS_LEFT = ["30", "31", "32", "33"]


def lying(state: kilowatt.State) -> tuple[int, ...]:
    """The tokens on the main market, fuel by fuel."""
    return tuple(row["tokens"] for row in kit.view(state)["fuel"]["main"].values())


def holding(state: kilowatt.State, seat: int) -> dict[str, int]:
    """What a seat holds, fuels it has none of left out."""
    return {fuel: count for fuel, count in kit.view(state)["seats"][seat]["fuel"].items() if count}


@pytest.mark.parametrize("ruleset", ["original/germany", "original/usa", "recharged/germany", "recharged/usa"])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_one_refill_table_serves_both_boards_of_2004_and_2018(ruleset: str, step: int) -> None:
    """Five players are refilled by the printed German card on either board, in 2004 as in 2018. [AMB-18, AMB-51]"""
    s = kit.situation(ruleset, 5, phase="refill", step=step, tokens=NOTHING, stack=FUELS_LEFT)
    assert lying(s) == FIVE_SEATS[step - 1]


def test_the_payment_of_2004_is_that_of_2018() -> None:
    """The lost payment table of 2004 is the one printed in 2018. [AMB-18]"""
    table = [10, 22, 33, 44, 54, 64, 73, 82, 90, 98, 105, 112, 118, 124, 129, 134, 138, 142, 145, 148, 150]
    assert list(kilowatt.ruleset("original/germany", 3).payment) == table
    assert list(kilowatt.ruleset("recharged/germany", 3).payment) == table


@pytest.mark.parametrize("ruleset", ["recharged/europe", "recharged/north-america"])
def test_coal_of_the_reissued_boards_starts_on_2_to_9(ruleset: str) -> None:
    """The reissued Europe and North America begin with 20 coal on the spaces from 2 to 9."""
    coal = kit.view(kit.fresh(ruleset, 4))["fuel"]["main"]["coal"]
    assert (coal["tokens"], coal["prices"][0], coal["prices"][-1]) == (20, 2, 9)


@pytest.mark.parametrize("ruleset", ["deluxe/europe", "deluxe/north-america"])
def test_deluxe_coal_starts_on_2_to_8(ruleset: str) -> None:
    """Deluxe starts with 21 coal priced 2 to 8, and the two spaces of box 9 are refilled first. [AMB-33]"""
    s = kit.fresh(ruleset, 3)
    assert len(kit.prices(s, "coal")) == 21
    assert (kit.prices(s, "coal")[0], kit.prices(s, "coal")[-1]) == (2, 8)
    assert kit.supply(s)["coal"] == 6
    s = kit.fresh(ruleset, 3)
    while kit.view(s)["round"] == 1:
        s = kit.deal_all(s)
        phase = kit.view(s)["phase"]
        if phase == "auction":
            s = kit.act(s, next(m for m in kilowatt.legal_actions(s) if type(m).kind in {"open", "pass"}))
        else:
            s = kit.end_turns(s, phase)
    assert kit.prices(s, "coal")[-2:] == [9, 9]
    assert len(kit.prices(s, "coal")) == 23


def test_the_coal_storage_sells_when_the_market_has_no_coal() -> None:
    """In the USA coal of the storage costs 8, once the market has none and while the storage has some. [AMB-43]"""
    s = kit.situation(
        "recharged/usa", 3, phase="fuel", tokens={"coal": 1}, plants={2: ["8", "20", "31"]}, money=200, stack=["30"]
    )
    assert kit.supply(s)["coal"] == 23
    assert kit.refused(s, BuyFuel(2, "coal", "storage")).code == "storage_closed"
    s = kit.act(s, BuyFuel(2, "coal", "main"))
    s = kit.act(s, *[BuyFuel(2, "coal", "storage")] * 3)
    assert kit.view(s)["seats"][2]["money"] == 200 - 8 - 24
    assert kit.supply(s)["coal"] == 20
    s = kit.situation(
        "recharged/usa",
        3,
        phase="fuel",
        tokens={"coal": 0},
        plants={0: ["8", "20"], 1: ["31", "36"], 2: ["4", "10"]},
        fuel={0: {"coal": 11}, 1: {"coal": 12}},
        money=200,
        stack=["30"],
    )
    s = kit.act(s, BuyFuel(2, "coal", "storage"))
    assert kit.refused(s, BuyFuel(2, "coal", "storage")).code == "fuel_sold_out"


def test_no_fuel_is_thrown_away_at_will() -> None:
    """A buyer may not discard fuel to make room, also not on a hybrid. [AMB-73]"""
    s = kit.situation(
        "recharged/germany", 3, phase="fuel", plants={2: ["5"]}, fuel={2: {"oil": 4}}, money=50, stack=["30"]
    )
    assert kit.refused(s, DiscardFuel(2, "oil")).code in {"not_now", "cannot_discard"}
    assert kit.refused(s, BuyFuel(2, "coal", "main")).code == "no_room_for_fuel"


@pytest.mark.parametrize(("gone", "left"), [("coal", {"coal": 4, "oil": 4}), ("oil", {"coal": 5, "oil": 3})])
def test_the_owner_chooses_which_fuel_goes_after_scrapping(gone: str, left: dict[str, int]) -> None:
    """Left with 04 and 05 of 04, 05 and 12, 5 coal and 4 oil, the owner drops one token of either kind. [AMB-74]"""
    s = kit.situation(
        "recharged/germany",
        3,
        market=["10", "11", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31"],
        plants={0: ["4", "5", "12"]},
        fuel={0: {"coal": 5, "oil": 4}},
        tokens={"coal": 10, "oil": 10},
        money=50,
    )
    s = kit.act(kit.buy(s, "13"), Scrap(0, "12"))
    assert s.actor == 0
    assert set(kilowatt.legal_actions(s)) == {DiscardFuel(0, "coal"), DiscardFuel(0, "oil")}
    s = kit.act(s, DiscardFuel(0, gone))
    assert holding(s, 0) == left
    assert kit.supply(s)[gone] == 24 - 10 - left[gone]
    assert lying(s)[:2] == (10, 10)
    assert s.actor == 1


def test_fuel_that_fits_the_new_plant_stays() -> None:
    """The storage of the new plant counts, and fuel that fits is neither dropped nor offered to be. [AMB-74]"""
    s = kit.situation(
        "recharged/germany",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31"],
        plants={0: ["4", "7", "8"]},
        fuel={0: {"coal": 8, "oil": 1}},
        tokens={"coal": 10, "oil": 10},
        money=50,
    )
    s = kit.act(kit.buy(s, "15"), Scrap(0, "8"))
    assert holding(s, 0) == {"coal": 8, "oil": 1}
    assert s.actor == 1


def test_fuel_with_no_room_goes_by_itself() -> None:
    """Fuel without a choice goes to the supply, as much as has no room. [AMB-74]"""
    s = kit.situation(
        "recharged/germany",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31"],
        plants={0: ["4", "7", "8"]},
        fuel={0: {"coal": 8, "oil": 6}},
        tokens={"coal": 10, "oil": 10},
        money=50,
    )
    s = kit.act(kit.buy(s, "13"), Scrap(0, "7"))
    assert holding(s, 0) == {"coal": 8}
    assert kit.supply(s)["oil"] == 14
    assert s.actor == 1


def test_buyers_take_the_cheapest_token() -> None:
    """A purchase always takes the cheapest token; there is no way to ask for a dearer one. [AMB-83]"""
    s = kit.situation("original/germany", 3, phase="fuel", plants={2: ["10"]}, tokens={"coal": 7}, stack=["30"])
    assert kit.prices(s, "coal") == [6, 7, 7, 7, 8, 8, 8]
    assert [m for m in kilowatt.legal_actions(s) if isinstance(m, BuyFuel)] == [BuyFuel(2, "coal", "main")]
    s = kit.act(s, BuyFuel(2, "coal", "main"), BuyFuel(2, "coal", "main"))
    assert kit.view(s)["seats"][2]["money"] == 50 - 6 - 7
    assert kit.prices(s, "coal") == [7, 7, 8, 8, 8]


def test_the_refill_goes_from_the_dearest_gap_down() -> None:
    """A gap on a dear space is filled before the cheaper ones. [AMB-83]"""
    s = kit.situation("recharged/germany", 3, phase="power", tokens={"garbage": 8}, stack=["30", "31"])
    slot = s.rules.fuel_ids["garbage"]
    s.fuel[slot] &= ~(1 << 23)
    s.supply[slot] += 1
    assert kit.prices(s, "garbage") == [6, 6, 7, 7, 7, 8, 8]
    s = kit.end_turns(s, "power")
    assert kit.prices(s, "garbage") == [6, 6, 7, 7, 7, 8, 8, 8]


HYBRID_BOARD = ["original/germany", "recharged/germany"]


@pytest.mark.parametrize("ruleset", HYBRID_BOARD)
def test_a_hybrid_burns_what_can_lie_on_it(ruleset: str) -> None:
    """With 03 and 05 and 4 oil and 4 coal, 05 runs on 2 coal but neither on 2 oil nor on a mix. [AMB-89]"""
    s = kit.situation(
        ruleset,
        3,
        phase="power",
        plants={0: ["3", "5"]},
        fuel={0: {"oil": 4, "coal": 4}},
        tokens={"oil": 10, "coal": 10},
        stack=["30", "31"],
    )
    assert kit.refused(s, kit.run(0, p5={"oil": 2})).code == "hybrid_blocked"
    assert kit.refused(s, kit.run(0, p5={"coal": 1, "oil": 1})).code == "hybrid_blocked"
    assert kit.refused(s, kit.run(0, p5={"oil": 2})).rule == "AMB-89"
    assert kit.allowed(s, kit.run(0, p5={"coal": 2}))
    assert kit.allowed(s, kit.run(0, p3={"oil": 2}, p5={"oil": 2})) is False
    assert kit.allowed(s, kit.run(0, p3={"oil": 2}, p5={"coal": 2}))


@pytest.mark.parametrize("ruleset", HYBRID_BOARD)
def test_one_fuel_plants_burn_before_hybrids(ruleset: str) -> None:
    """With 03, 04 and 05, 4 oil and 8 coal, 05 runs on 2 oil only after 04 has burned 2 coal. [AMB-89]"""
    s = kit.situation(
        ruleset,
        3,
        phase="power",
        plants={0: ["3", "4", "5"]},
        fuel={0: {"oil": 4, "coal": 8}},
        tokens={"oil": 10, "coal": 10},
        stack=["30", "31"],
    )
    assert kit.refused(s, kit.run(0, p5={"oil": 2})).code == "hybrid_blocked"
    assert kit.allowed(s, kit.run(0, p4={"coal": 2}, p5={"oil": 2}))


def test_two_hybrids_run_in_any_order_that_works() -> None:
    """Two hybrids full of coal with oil on an oil plant run on coal each, one of them on oil only later. [AMB-89]"""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="power",
        plants={0: ["3", "5", "12"]},
        fuel={0: {"oil": 4, "coal": 8}},
        tokens={"oil": 10, "coal": 10},
        stack=["30", "31"],
    )
    assert kit.refused(s, kit.run(0, p5={"oil": 2})).code == "hybrid_blocked"
    assert kit.allowed(s, kit.run(0, p5={"oil": 2}, p12={"coal": 2}))
    assert kit.allowed(s, kit.run(0, p5={"coal": 2}, p12={"oil": 2}))
    assert kit.refused(s, kit.run(0, p5={"oil": 2}, p12={"oil": 2})).code == "hybrid_blocked"


@pytest.mark.parametrize("ruleset", HYBRID_BOARD)
def test_oil_that_a_hybrid_has_not_burned_still_takes_its_room(ruleset: str) -> None:
    """6 oil fill 05 and 29. 29 burns one, and 05 then has room for one coal, not for the two that it needs. [AMB-89]"""
    s = kit.situation(
        ruleset,
        3,
        phase="power",
        plants={0: ["4", "5", "29"]},
        fuel={0: {"oil": 6, "coal": 2}},
        tokens={"oil": 10, "coal": 10},
        stack=["30", "31"],
    )
    assert kit.refused(s, kit.run(0, p5={"coal": 2}, p29={"oil": 1})).code == "hybrid_blocked"
    assert kit.allowed(s, kit.run(0, p5={"coal": 1, "oil": 1}, p29={"oil": 1}))
    assert kit.allowed(s, kit.run(0, p5={"oil": 2}, p29={"oil": 1}))


def test_in_the_card_game_only_totals_count() -> None:
    """The card game's storage is central, so its hybrid burns any fuel at hand. [AMB-89]"""
    s = kit.situation(
        "card-game",
        3,
        phase="power",
        plants={0: ["9", "7"]},
        cards={0: [("gas-3", 3), ("gas-1", 1), ("oil-3", 3), ("oil-3", 3)]},
        stack=["30", "31"],
    )
    assert kit.allowed(s, kit.run(0, p7={"gas": 3}))
    assert kit.allowed(s, kit.run(0, p7={"oil": 3}))
    assert kit.allowed(s, kit.run(0, p7={"gas": 1, "oil": 2}))


def test_deluxe_leaves_refill_and_depletion_to_the_sister_rules() -> None:
    """Deluxe refills the dearest space first, no more than the supply, and sells no depleted fuel. [AMB-93]"""
    s = kit.situation(
        "deluxe/europe",
        3,
        phase="refill",
        tokens={"coal": 1, "gas": 22, "oil": 2, "uranium": 2},
        plants={0: ["5"]},
        fuel={0: {"gas": 1}},
        stack=["30", "31"],
    )
    assert kit.prices(s, "coal") == [8, 9, 9]
    assert kit.prices(s, "gas")[0] == 1
    assert (len(kit.prices(s, "gas")), kit.supply(s)["gas"]) == (23, 0)
    s = kit.situation("deluxe/europe", 3, phase="fuel", tokens={"gas": 0}, plants={2: ["5"]}, stack=["30"])
    assert kit.refused(s, BuyFuel(2, "gas", "main")).code == "fuel_sold_out"


def test_deluxe_keeps_the_opener_and_the_pass() -> None:
    """In Deluxe the outbid opener acts again and a pass is final for its auction. [AMB-93]"""
    s = kit.situation(
        "deluxe/europe",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "26", "30"],
        stack=["31", "32"],
        money=50,
    )
    s = kit.act(s, kilowatt.action({"type": "open", "seat": 0, "plant": "10", "bid": 10}), Pass(1))
    assert kit.refused(s, kilowatt.action({"type": "bid", "seat": 1, "amount": 12})).code in {
        "already_passed",
        "not_your_turn",
    }
    s = kit.act(s, kilowatt.action({"type": "bid", "seat": 2, "amount": 11}))
    assert s.actor == 0
    s = kit.act(s, Pass(0))
    assert kit.view(s)["seats"][2]["plants"] == ["10"]
    assert s.actor == 0
    assert kit.allowed(s, kilowatt.action({"type": "open", "seat": 0, "plant": "12", "bid": 12}))
