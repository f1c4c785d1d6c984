"""Recharged, the discount token of the auction phase: where it lies, what it does and how it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import Open, Pass
from kilowatt.engine.events import DiscountLost, PlantRemoved, PlantRevealed
from tests import kit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.state import State

GERMANY, USA = "recharged/germany", "recharged/usa"
BOTH = pytest.mark.parametrize("game", [GERMANY, USA])
ON_8 = ["8", "10", "12", "13", "15", "18", "19", "21"]
"""A market whose smallest plant is 8."""


def auction(stack: Sequence[str], market: Sequence[str] = ON_8, game: str = GERMANY, **more: Any) -> State:
    """The auction phase of three players in round 2 with this market and these cards to come."""
    return kit.situation(game, 3, **{"market": market, "stack": stack, "money": 100, **more})


def least(s: State) -> dict[str, int]:
    """The least opening bid of each plant on offer."""
    rows: Any = kilowatt.options(s).choices["open"]
    return {row.plant: row.least for row in rows}


def plants(s: State) -> dict[str, Any]:
    """The plants as the snapshot shows them."""
    row: dict[str, Any] = kit.view(s)["plants"]
    return row


@BOTH
@pytest.mark.parametrize("step", [1, 2])
def test_the_smallest_plant_opens_at_one(game: str, step: int) -> None:
    """With 10, 12, 13, 15 on offer the least bid for 10 is 1 and for 12 it is 12. [R18-AUC-02]"""
    market = ["10", "12", "13", "15", "18", "20", "25", "26"]
    s = auction(["30", "31"], market, game, step=step)
    assert plants(s)["discount"] == "10"
    assert least(s) == {"10": 1, "12": 12, "13": 13, "15": 15}
    assert not kit.allowed(s, Open(0, "12", 11))
    assert not kit.allowed(s, Open(0, "10", 0))
    s = kit.act(s, Open(0, "10", 1), Pass(1), Pass(2))
    assert kit.view(s)["seats"][0]["money"] == 99


def test_every_auction_phase_places_the_token_anew() -> None:
    """The token, gone with a sale in one round, lies on the smallest plant again in the next. [R18-AUC-02]"""
    s = kit.buy(auction(["30", "31", "32", "33", "34"]), "8")
    assert plants(s)["discount"] is None
    while kit.view(s)["round"] == 2:
        seat = s.actor
        s = kit.act(s, kit.run(seat) if kit.view(s)["phase"] == "power" else Pass(seat))
    assert kit.view(s)["phase"] == "auction"
    assert plants(s)["discount"] == "10"
    assert least(s)["10"] == 1


@BOTH
def test_plant_15_at_one(game: str) -> None:
    """With 15 as the smallest plant an opening of 15 at 1 is allowed. [R18-AUC-03]"""
    s = auction(["30", "31"], ["15", "16", "18", "19", "20", "22", "25", "26"], game)
    assert least(s) == {"15": 1, "16": 16, "18": 18, "19": 19}
    assert kit.view(kit.act(s, Open(0, "15", 1)))["auction"]["least"] == 2


@BOTH
def test_the_token_does_not_move_on(game: str) -> None:
    """Once the discounted 3 is sold the new smallest plant costs its number and nothing is discounted. [R18-AUC-13]"""
    s = auction(["22", "30"], ["3", "4", "5", "7", "9", "10", "12", "15"], game)
    s = kit.buy(s, "3", 1)
    assert plants(s)["discount"] is None
    assert least(s) == {"4": 4, "5": 5, "7": 7, "9": 9}
    assert not kit.allowed(s, Open(1, "4", 1))


def test_the_token_stays_while_other_plants_are_sold() -> None:
    """A sale of another plant and a higher card leave the token and the least bid of 1 where they are. [R18-AUC-13]"""
    s = kit.buy(auction(["20", "30"]), "12")
    assert plants(s)["discount"] == "8"
    assert least(s)["8"] == 1


@BOTH
def test_a_low_card_goes_and_takes_the_token_along(game: str) -> None:
    """With the token on 8 a drawn 5 leaves the game with the token, and 20 comes in its place. [R18-AUC-14]"""
    s = kit.buy(auction(["5", "20", "30"], game=game), "10")
    assert "5" in plants(s)["removed"]
    assert plants(s)["discount"] is None
    assert kit.market(s) == ["8", "12", "13", "15", "18", "19", "20", "21"]
    assert least(s)["8"] == 8


def test_what_happens_when_a_low_card_is_drawn() -> None:
    """The low card is shown and not kept, the token is lost, and the next card is drawn for the market. [R18-AUC-14]"""
    s = kit.act(auction(["5", "20", "30"]), Open(0, "10", 10), Pass(1))
    events = kit.events_of(s, Pass(2))
    assert [(event.plant, event.kept) for event in events if isinstance(event, PlantRevealed)] == [
        ("5", False),
        ("20", True),
    ]
    assert [event.plant for event in events if isinstance(event, DiscountLost)] == ["8"]


def test_the_first_low_card_counts_not_the_first_card() -> None:
    """A higher card drawn before does not use the test up: with the token still on 8 the later 5 goes. [R18-AUC-14]"""
    s = kit.buy(auction(["20", "5", "30"]), "10")
    assert plants(s)["discount"] == "8"
    s = kit.buy(s, "12")
    assert "5" in plants(s)["removed"]
    assert plants(s)["discount"] is None
    assert kit.market(s) == ["8", "13", "15", "18", "19", "20", "21", "30"]


def test_a_card_between_the_token_and_the_market_stays() -> None:
    """A 9 drawn beside the discounted 8 is not lower and becomes part of the market. [R18-AUC-14]"""
    s = kit.buy(auction(["9", "30"]), "10")
    assert plants(s)["current"] == ["8", "9", "12", "13"]
    assert plants(s)["discount"] == "8"
    assert least(s) == {"8": 1, "9": 9, "12": 12, "13": 13}


@BOTH
def test_only_one_low_card_goes(game: str) -> None:
    """With the token on 8 and the draws 5 and 4 the 5 goes, and the 4 stays at a least bid of 4. [R18-AUC-15]"""
    s = kit.buy(auction(["5", "4", "30"], game=game), "10")
    assert "5" in plants(s)["removed"]
    assert kit.market(s) == ["4", "8", "12", "13", "15", "18", "19", "21"]
    assert plants(s)["discount"] is None
    assert least(s) == {"4": 4, "8": 8, "12": 12, "13": 13}


@BOTH
def test_a_low_card_of_a_later_sale_stays(game: str) -> None:
    """After the token has gone a 6 drawn by the next sale stays at 6, also beyond the phase. [R18-AUC-15]"""
    s = kit.buy(auction(["5", "20", "6", "30"], game=game), "10")
    s = kit.buy(s, "12")
    assert kit.market(s) == ["6", "8", "13", "15", "18", "19", "20", "21"]
    assert least(s) == {"6": 6, "8": 8, "13": 13, "15": 15}
    s = kit.act(s, Pass(2))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.market(s) == ["6", "8", "13", "15", "18", "19", "20", "21"]


@BOTH
@pytest.mark.parametrize("sales", [0, 1])
def test_an_unsold_discounted_plant_leaves(game: str, sales: int) -> None:
    """The 8 nobody bought leaves the game at the end of the phase, and 8 plants lie in the market. [R18-AUC-16]"""
    s = auction(["30", "31", "32"], game=game)
    if sales:
        s = kit.buy(s, "12")
    s = kit.opt_out_all(s)
    assert kit.view(s)["phase"] == "fuel"
    assert "8" in plants(s)["removed"]
    expected = ["10", "12", "13", "15", "18", "19", "21", "30"]
    assert kit.market(s) == ([p for p in expected if p != "12"] + ["31"] if sales else expected)


def test_the_unsold_plant_is_removed_and_then_replaced() -> None:
    """The last to opt out causes one removal, of the discounted plant, and one draw. [R18-AUC-16]"""
    s = kit.act(auction(["9", "30"]), Pass(0), Pass(1))
    events = kit.events_of(s, Pass(2))
    assert [event.plant for event in events if isinstance(event, PlantRemoved)] == ["8"]
    assert [event.plant for event in events if isinstance(event, PlantRevealed)] == ["9"]


def test_a_sold_discounted_plant_costs_no_other() -> None:
    """When the discounted plant was bought nothing leaves the market at the end of the phase. [R18-AUC-16]"""
    s = kit.opt_out_all(kit.buy(auction(["30", "31"]), "8"))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.market(s) == ["10", "12", "13", "15", "18", "19", "21", "30"]


@BOTH
@pytest.mark.parametrize("sold", [False, True])
def test_no_discount_outside_the_auctions(game: str, sold: bool) -> None:
    """In fuel, building and bureaucracy no plant is discounted, the token's plant sold or not. [R18-AUC-17]"""
    s = auction(["30", "31", "32", "33", "34"], game=game)
    s = kit.opt_out_all(kit.buy(s, "8") if sold else s)
    seen = []
    while kit.view(s)["round"] == 2:
        seat, phase = s.actor, kit.view(s)["phase"]
        seen.append(phase)
        assert plants(s)["discount"] is None
        s = kit.act(s, kit.run(seat) if phase == "power" else Pass(seat))
    assert seen == ["fuel"] * 3 + ["build"] * 3 + ["power"] * 3


@BOTH
def test_a_13_drawn_below_the_discounted_15(game: str) -> None:
    """With the token on 15 a drawn 13 leaves with the token, and nothing is discounted any more. [R18-AUC-27]"""
    s = auction(["13", "30", "31"], ["15", "16", "18", "19", "20", "22", "25", "26"], game)
    s = kit.buy(s, "18")
    assert "13" in plants(s)["removed"]
    assert plants(s)["discount"] is None
    assert kit.market(s) == ["15", "16", "19", "20", "22", "25", "26", "30"]
    assert least(s) == {"15": 15, "16": 16, "19": 19, "20": 20}
    s = kit.opt_out_all(s)
    assert kit.market(s)[0] == "15"


@BOTH
def test_the_replacement_of_the_sold_discounted_plant_is_not_compared(game: str) -> None:
    """When the discounted 8 itself is sold a drawn 5 stays, at a least bid of 5. [R18-AUC-28]"""
    s = kit.buy(auction(["5", "30", "31"], game=game), "8")
    assert kit.market(s) == ["5", "10", "12", "13", "15", "18", "19", "21"]
    assert plants(s)["discount"] is None
    assert least(s)["5"] == 5
    s = kit.opt_out_all(s)
    assert kit.market(s)[0] == "5"


@BOTH
def test_the_replacement_of_the_unsold_discounted_plant_is_not_compared(game: str) -> None:
    """When the unsold 8 goes at the end of the phase a drawn 5 stays in the market. [R18-AUC-28]"""
    s = kit.opt_out_all(auction(["5", "30", "31"], game=game))
    assert "8" in plants(s)["removed"]
    assert kit.market(s) == ["5", "10", "12", "13", "15", "18", "19", "21"]
    assert kit.view(s)["phase"] == "fuel"
