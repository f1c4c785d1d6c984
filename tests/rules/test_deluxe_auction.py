"""Deluxe, Europe and North America: the auctions and buying fuel. Seats 0, 1, 2 are the ledger's A, B, C."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, Build, BuyFuel, Open, Pass, Scrap
from tests import kit
from tests.rules.deluxe_ground import AMERICA, BOTH, EUROPE, ZONE

TOWNS = {
    EUROPE: ["randstad", "vlaanderen", "rhein_ruhr", "rhein_main", "stuttgart", "muenchen", "paris", "praha"],
    AMERICA: ["boston", "philadelphia", "washington", "pittsburgh", "columbus", "indianapolis", "chicago", "detroit"],
}
MARKET = ["7", "9", "10", "12", "14", "16", "18", "20", "22"]
"""Nine plants; North America lays out the first eight."""


def lay(ruleset: str, phase: str = "auction", **more: Any) -> kilowatt.State:
    """Three players with plants 7 to 20 or 22 on offer and 30, 31, 32 on the stack."""
    market = MARKET if ruleset == EUROPE else MARKET[:8]
    table = {"market": market, "stack": ["30", "31", "32"], "zone": ZONE[ruleset], **more}
    return kit.situation(ruleset, 3, phase=phase, **table)


def gas(seat: int) -> BuyFuel:
    """One gas."""
    return BuyFuel(seat, "gas", "main")


def oil(seat: int) -> BuyFuel:
    """One oil."""
    return BuyFuel(seat, "oil", "main")


# --- auctions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", BOTH)
def test_everybody_must_buy_in_the_first_round(ruleset: str) -> None:
    """In round 1 opting out is refused, in round 2 it is allowed. [D-AUC-01]"""
    refusal = kit.refused(lay(ruleset, round=1), Pass(0))
    assert (refusal.code, refusal.rule) == ("must_buy_first_round", "D-AUC-01")
    assert kit.allowed(lay(ruleset, round=2), Pass(0))


@pytest.mark.parametrize("ruleset", BOTH)
def test_only_the_top_row_can_be_opened(ruleset: str) -> None:
    """The four lowest plants can be opened, from the fifth on it is refused. [D-AUC-02]"""
    s = lay(ruleset)
    market = kit.market(s)
    for plant in market[:4]:
        assert kit.allowed(s, Open(0, plant, int(plant)))
    for plant in market[4:]:
        refusal = kit.refused(s, Open(0, plant, int(plant)))
        assert (refusal.code, refusal.rule) == ("plant_in_future_market", "D-AUC-02")


@pytest.mark.parametrize("ruleset", BOTH)
def test_all_six_can_be_opened_in_step_3(ruleset: str) -> None:
    """In Step 3 each of the six plants is on offer in the auctions. [D-AUC-02, D-STP-03]"""
    s = lay(ruleset, step=3, market=MARKET[:6])
    seen = kit.view(s)["plants"]
    assert (seen["current"], seen["future"]) == (MARKET[:6], [])
    for plant in MARKET[:6]:
        assert kit.allowed(s, Open(0, plant, int(plant)))


@pytest.mark.parametrize("ruleset", BOTH)
def test_bids_start_at_the_number_and_go_clockwise(ruleset: str) -> None:
    """Plant 9 is opened at 9, not at 8; B is asked next and must raise or pass. [D-AUC-03]"""
    s = lay(ruleset, order=[0, 2, 1])
    refusal = kit.refused(s, Open(0, "9", 8))
    assert (refusal.code, refusal.rule) == ("bid_too_low", "D-AUC-03")
    s = kit.act(s, Open(0, "9", 9))
    assert s.actor == 1
    assert not kit.allowed(s, Bid(1, 9))
    assert kit.act(s, Pass(1)).actor == 2
    s = kit.act(s, Bid(1, 10))
    assert s.actor == 2
    assert not kit.allowed(s, Bid(2, 10))


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_winner_pays_and_is_marked(ruleset: str) -> None:
    """B bids 14, the others pass: B pays 14, owns the plant and has bought this round. [D-AUC-04]"""
    s = kit.act(lay(ruleset), Open(0, "9", 9), Bid(1, 14), Pass(2))
    assert not kit.view(s)["seats"][1]["bought"]
    s = kit.act(s, Pass(0))
    rows = kit.view(s)["seats"]
    assert [row["money"] for row in rows] == [50, 36, 50]
    assert [row["bought"] for row in rows] == [False, True, False]
    assert rows[1]["plants"] == ["9"]


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_sale_is_replaced_and_sorted_at_once(ruleset: str) -> None:
    """With 9 sold and 15 drawn the market has its size again, the four lowest in the top row. [D-AUC-05]"""
    s = kit.buy(lay(ruleset, stack=["15", "30"]), "9")
    row = kit.view(s)["plants"]
    assert row["current"] == ["7", "10", "12", "14"]
    assert row["future"] == (["15", "16", "18", "20", "22"] if ruleset == EUROPE else ["15", "16", "18", "20"])
    assert s.actor == 1


@pytest.mark.parametrize("ruleset", BOTH)
def test_opting_out_bars_from_later_auctions(ruleset: str) -> None:
    """A opts out and is not asked when B opens; B buys, C opts out, and the fuel phase begins. [D-AUC-06]"""
    s = kit.act(lay(ruleset), Pass(0), Open(1, "9", 9))
    assert kit.view(s)["auction"]["bidders"] == [1, 2]
    assert s.actor == 2
    assert not kit.allowed(s, Bid(0, 10))
    s = kit.act(s, Pass(2))
    assert (kit.view(s)["phase"], s.actor) == ("auction", 2)
    assert not kit.allowed(s, Open(0, "10", 10))
    s = kit.act(s, Pass(2))
    assert kit.view(s)["phase"] == "fuel"


@pytest.mark.parametrize("ruleset", BOTH)
def test_one_plant_a_round(ruleset: str) -> None:
    """After buying one plant A neither bids nor opens again this round. [D-AUC-07]"""
    s = kit.buy(lay(ruleset), "9")
    assert s.actor == 1
    assert not kit.allowed(s, Open(0, "10", 10))
    s = kit.act(s, Open(1, "10", 10))
    assert kit.view(s)["auction"]["bidders"] == [1, 2]
    s = kit.act(s, Pass(2), Pass(2))
    assert kit.view(s)["phase"] == "fuel"
    assert [len(row["plants"]) for row in kit.view(s)["seats"]] == [1, 1, 0]


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_fourth_plant_replaces_an_old_one(ruleset: str, seats: int) -> None:
    """The third plant costs nothing more, the fourth costs one of the old three and never itself. [D-AUC-08]"""
    market = MARKET if ruleset == EUROPE else MARKET[:8]
    s = kit.buy(kit.situation(ruleset, seats, market=market, stack=["30", "31"], plants={0: ["3", "4"]}), "9")
    assert kit.view(s)["seats"][0]["plants"] == ["3", "4", "9"]
    s = kit.buy(kit.situation(ruleset, seats, market=market, stack=["30", "31"], plants={0: ["3", "4", "6"]}), "9")
    refusal = kit.refused(s, Scrap(0, "9"))
    assert (refusal.code, refusal.rule) == ("cannot_scrap_new_plant", "D-AUC-08")
    s = kit.act(s, Scrap(0, "4"))
    assert kit.view(s)["seats"][0]["plants"] == ["3", "6", "9"]


@pytest.mark.parametrize("ruleset", BOTH)
def test_fuel_of_a_discarded_plant_moves_or_goes_to_the_supply(ruleset: str) -> None:
    """Of 3 gas on the discarded plant 2 fit elsewhere, 1 goes to the supply and none to the market. [D-AUC-09]"""
    s = lay(
        ruleset,
        market=[*MARKET[:4], "15", *MARKET[5:]][: 9 if ruleset == EUROPE else 8],
        plants={0: ["5", "14", "6"]},
        fuel={0: {"gas": 3}},
        tokens={"gas": 15},
    )
    s = kit.act(kit.buy(s, "9"), Scrap(0, "5"))
    assert kit.view(s)["seats"][0]["fuel"]["gas"] == 2
    assert kit.supply(s)["gas"] == 24 - 15 - 2
    assert len(kit.prices(s, "gas")) == 15


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_last_to_open_pays_the_minimum(ruleset: str) -> None:
    """C alone is left and opens 12: C pays 12, and naming more is refused. [D-AUC-10]"""
    s = kit.act(lay(ruleset), Pass(0), Pass(1))
    refusal = kit.refused(s, Open(2, "12", 13))
    assert (refusal.code, refusal.rule) == ("last_buyer_pays_least", "D-AUC-10")
    s = kit.act(s, Open(2, "12", 12))
    assert kit.view(s)["seats"][2]["plants"] == ["12"]
    assert s.money == [50, 50, 38]
    assert kit.view(s)["phase"] == "fuel"


@pytest.mark.parametrize("ruleset", BOTH)
def test_plants_become_obsolete_one_by_one(ruleset: str) -> None:
    """Building from 4 to 7 cities, 5 leaves at the fifth and 7 at the seventh, each replaced. [D-OBS-01]"""
    market = ["5", "7", "9", "10", "12", "14", "16", "18", "20"][: 9 if ruleset == EUROPE else 8]
    s = lay(ruleset, "build", market=market, cities={2: TOWNS[ruleset][:4]}, money=200)
    s = kit.act(s, Build(2, TOWNS[ruleset][4]))
    assert kit.market(s) == [*market[1:], "30"]
    s = kit.act(s, Build(2, TOWNS[ruleset][5]))
    assert kit.market(s) == [*market[1:], "30"]
    s = kit.act(s, Build(2, TOWNS[ruleset][6]))
    assert kit.market(s) == [*market[2:], "30", "31"]
    assert {"5", "7"} <= {*kit.view(s)["plants"]["removed"]}


@pytest.mark.parametrize("ruleset", BOTH)
def test_an_obsolete_draw_is_replaced_in_the_auctions_too(ruleset: str) -> None:
    """With 6 cities built, a 5 drawn for a sale leaves at once for the next card. [D-OBS-01]"""
    s = kit.buy(lay(ruleset, stack=["5", "6", "30"], cities={2: TOWNS[ruleset][:6]}), "10")
    assert "30" in kit.market(s)
    assert not {"5", "6"} & {*kit.market(s)}
    assert len(kit.market(s)) == (9 if ruleset == EUROPE else 8)


def test_the_discount_token_is_north_american() -> None:
    """The smallest plant, 7, opens at 1 in North America and at 7 in Europe; other plants at their number. [D-NA-01]"""
    s = lay(AMERICA)
    assert kit.view(s)["plants"]["discount"] == "7"
    assert kit.allowed(s, Open(0, "7", 1))
    assert not kit.allowed(s, Open(0, "7", 0))
    assert not kit.allowed(s, Open(0, "9", 8))
    assert kit.buy(s, "7", 1).money[0] == 49
    s = lay(EUROPE)
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.refused(s, Open(0, "7", 1)).code == "bid_too_low"
    assert not kit.allowed(s, Open(0, "7", 6))
    assert kit.allowed(s, Open(0, "7", 7))


def test_europe_removes_the_smallest_plant_when_all_opt_out() -> None:
    """All opt out: 7 leaves the game, 30 comes, and Europe has nine plants again. [D-EU-01]"""
    s = kit.opt_out_all(lay(EUROPE))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.market(s) == [*MARKET[1:], "30"]
    assert "7" in kit.view(s)["plants"]["removed"]


def test_europe_removes_nothing_when_somebody_bought() -> None:
    """After one sale the smallest plant stays. [D-EU-01]"""
    s = kit.opt_out_all(kit.buy(lay(EUROPE), "10"))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.market(s) == ["7", "9", "12", "14", "16", "18", "20", "22", "30"]


# --- fuel ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", BOTH)
def test_fuel_is_sold_backward_at_the_printed_price(ruleset: str) -> None:
    """C buys first; with one gas on 3 and the next on 4, two gas cost 7. [D-RES-01]"""
    s = lay(ruleset, "fuel", plants={2: ["5"]}, tokens={"gas": 16}, money=50)
    assert s.actor == 2
    assert not kit.allowed(s, gas(0))
    s = kit.act(s, gas(2))
    assert s.money[2] == 47
    s = kit.act(s, gas(2))
    assert s.money == [50, 50, 43]
    assert [kit.act(s, Pass(2)).actor, kit.act(s, Pass(2), Pass(1)).actor] == [1, 0]


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_plant_stores_twice_its_need_of_its_own_fuel(ruleset: str) -> None:
    """Plant 42, which needs 2 oil, takes four oil, no fifth, and nothing else. [D-RES-02]"""
    s = lay(ruleset, "fuel", plants={2: ["42"]}, money=99)
    for fuel in ("coal", "gas", "uranium"):
        refusal = kit.refused(s, BuyFuel(2, fuel, "main"))
        assert (refusal.code, refusal.rule) == ("fuel_not_burned", "D-RES-02")
    s = kit.act(s, oil(2), oil(2), oil(2), oil(2))
    refusal = kit.refused(s, oil(2))
    assert (refusal.code, refusal.rule) == ("no_room_for_fuel", "D-RES-02")


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_hybrid_stores_gas_and_oil_together(ruleset: str) -> None:
    """Hybrid 35, which needs 2, is full with 3 gas and 1 oil, and takes no coal. [D-RES-03]"""
    s = lay(ruleset, "fuel", plants={2: ["35"]}, money=99)
    assert not kit.allowed(s, BuyFuel(2, "coal", "main"))
    s = kit.act(s, gas(2), gas(2), gas(2), oil(2))
    assert not kit.allowed(s, gas(2))
    assert not kit.allowed(s, oil(2))


@pytest.mark.parametrize("burn", [{"gas": 2}, {"oil": 2}, {"gas": 1, "oil": 1}])
def test_a_hybrid_runs_on_any_mix(burn: dict[str, int]) -> None:
    """Hybrid 35 runs on 2 gas, 2 oil or one of each, and supplies its cities. [D-RES-03]"""
    s = lay(EUROPE, "power", plants={0: ["35"]}, fuel={0: burn}, cities={0: TOWNS[EUROPE][:5]}, money=0)
    s = kit.act(s, kit.run(0, p35=burn))
    assert s.money[0] == 64
    assert sum(kit.view(s)["seats"][0]["fuel"].values()) == 0


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_green_plant_needs_and_stores_nothing(ruleset: str) -> None:
    """With plant 24 alone every fuel is refused, and it runs without any for 3 cities. [D-RES-04]"""
    s = lay(ruleset, "fuel", plants={2: ["24"]}, money=99)
    for fuel in ("coal", "gas", "oil", "uranium"):
        assert not kit.allowed(s, BuyFuel(2, fuel, "main"))
    s = lay(ruleset, "power", plants={0: ["24"]}, cities={0: TOWNS[ruleset][:4]}, money=0)
    assert kit.act(s, kit.run(0, p24={})).money[0] == 44


@pytest.mark.parametrize("ruleset", BOTH)
def test_tokens_move_between_plants_at_any_time(ruleset: str) -> None:
    """2 gas move from the hybrid to the gas plant, so the hybrid has room for 4 oil. [D-RES-05]"""
    s = lay(ruleset, "fuel", plants={2: ["35", "19"]}, fuel={2: {"gas": 2}}, tokens={"gas": 12, "oil": 14}, money=99)
    s = kit.act(s, oil(2), oil(2), oil(2), oil(2))
    assert not kit.allowed(s, oil(2))
    assert not kit.allowed(s, gas(2))
