"""What each board of Recharged adds: the coal storage of the USA, the nuclear phase-out of Germany."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import BuyFuel, Pass, Run, Scrap
from kilowatt.engine.events import FuelBought, FuelRefilled
from tests import kit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.state import State

GERMANY = "recharged/germany"
USA = "recharged/usa"
EMPTY = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
EAST = ["midwest", "northeast", "southeast"]


def storage(state: State) -> int:
    """How many coal tokens lie on the storage."""
    tokens: int = kit.view(state)["fuel"]["storage"]["coal"]["tokens"]
    return tokens


def opt_out(state: State) -> State:
    """Let everybody opt out for the rest of the auctions."""
    while kit.view(state)["phase"] == "auction" and state.actor >= 0:
        state = kit.act(state, Pass(state.actor))
    return state


def refill(state: State) -> tuple[State, dict[str, int]]:
    """Play the round to its end, nobody doing anything, and give what the refill brought."""
    state = kit.end_turns(kit.end_turns(opt_out(state), "fuel"), "build")
    happened = []
    while kit.view(state)["phase"] == "power":
        move = Run(state.actor, ())
        happened += kit.events_of(state, move)
        state = kit.act(state, move)
    (refill,) = [event for event in happened if isinstance(event, FuelRefilled)]
    return state, refill.added


def test_the_storage_starts_empty() -> None:
    """All 24 coal are on the market of the USA at the start, and none in the storage. [R18-MAP-01]"""
    s = kit.fresh(USA, 4)
    assert storage(s) == 0
    assert kit.supply(s)["coal"] == 0
    assert len(kit.prices(s, "coal", "main")) == 24


def short_of_coal(tokens: int, held: int) -> State:
    """Player 2 of the USA with plant 10 is to buy; the market has so many coal, other plants hold the given number."""
    return kit.situation(
        USA,
        3,
        phase="fuel",
        plants={0: ["31", "36", "20"], 1: ["8"], 2: ["10", "7"]},
        fuel={0: {"coal": min(held, 18)}, 1: {"coal": max(held - 18, 0)}},
        tokens={**EMPTY, "coal": tokens, "oil": 5},
        money=100,
    )


def test_coal_from_the_storage_costs_8() -> None:
    """With no coal on the market, 3 of the 5 in the storage cost 24 and leave 2. [R18-MAP-02]"""
    s = short_of_coal(0, 19)
    assert storage(s) == 5
    for _ in range(3):
        assert FuelBought(2, "coal", "storage", 8) in kit.events_of(s, BuyFuel(2, "coal", "storage"))
        s = kit.act(s, BuyFuel(2, "coal", "storage"))
    assert kit.view(s)["seats"][2]["money"] == 100 - 24
    assert kit.view(s)["seats"][2]["fuel"]["coal"] == 3
    assert storage(s) == 2
    assert not kit.allowed(s, BuyFuel(2, "coal", "main"))


def test_the_storage_opens_when_the_market_is_depleted() -> None:
    """While the market has coal the storage is closed; after the last token it sells until empty. [R18-MAP-02]"""
    s = short_of_coal(1, 21)
    assert storage(s) == 2
    refusal = kit.refused(s, BuyFuel(2, "coal", "storage"))
    assert (refusal.code, refusal.rule) == ("storage_closed", "R18-MAP-02")
    assert {move for move in kilowatt.legal_actions(s) if isinstance(move, BuyFuel) and move.fuel == "coal"} == {
        BuyFuel(2, "coal", "main")
    }
    s = kit.act(s, BuyFuel(2, "coal", "main"), BuyFuel(2, "coal", "storage"), BuyFuel(2, "coal", "storage"))
    assert storage(s) == 0
    assert kit.view(s)["seats"][2]["money"] == 100 - 8 - 16
    assert kit.refused(s, BuyFuel(2, "coal", "storage")).code == "fuel_sold_out"


def test_the_storage_is_for_coal_and_for_the_usa() -> None:
    """Only coal is sold from the storage, and Germany has none. [R18-MAP-02]"""
    s = short_of_coal(0, 19)
    assert kit.supply(s)["oil"] > 0
    assert not kit.allowed(s, BuyFuel(2, "oil", "storage"))
    germany = kit.situation(
        GERMANY, 3, phase="fuel", plants={0: ["31", "36", "20"], 2: ["10"]}, fuel={0: {"coal": 18}}, tokens=EMPTY
    )
    assert kit.supply(germany)["coal"] == 6
    assert "storage" not in kit.view(germany)["fuel"]
    assert not kit.allowed(germany, BuyFuel(2, "coal", "storage"))
    assert kit.refused(germany, BuyFuel(2, "coal", "main")).code == "fuel_sold_out"


def test_burned_coal_goes_to_the_storage_and_comes_back() -> None:
    """Four burned coal lie in the storage, and of a refill of 5 these 4 are placed. [R18-MAP-03]"""
    s = kit.situation(
        USA,
        5,
        phase="power",
        plants={0: ["10", "15"], 1: ["31", "36", "20"]},
        fuel={0: {"coal": 4}, 1: {"coal": 18}},
        tokens={"coal": 2},
        stack=["40", "42"],
    )
    assert storage(s) == 0
    s = kit.act(s, kit.run(0, p10={"coal": 2}, p15={"coal": 2}))
    assert storage(s) == 4
    assert kit.prices(s, "coal", "main") == [8, 8]
    s = kit.end_turns(s, "power")
    assert kit.prices(s, "coal", "main") == [7, 7, 7, 8, 8, 8]
    assert storage(s) == 0


def with_39(ruleset: str, market: Sequence[str] = ("27", "29", "30", "33", "37", "39")) -> State:
    """The auctions of round 8 in Step 3, with plant 39 on sale and empty fuel markets."""
    return kit.situation(
        ruleset, 3, round=8, step=3, money=100, market=market, stack=["40", "42", "44", "46", "50"], tokens=EMPTY
    )


def test_the_phase_out() -> None:
    """From the round in which a player buys 39, Germany gets no uranium; other fuel comes as ever. [R18-MAP-04]"""
    s, added = refill(kit.buy(with_39(GERMANY), "39"))
    assert added.get("uranium", 0) == 0
    assert (added["coal"], added["oil"], added["garbage"]) == (3, 4, 3)
    assert kit.prices(s, "uranium") == []
    s, added = refill(s)
    assert kit.view(s)["round"] == 10
    assert added.get("uranium", 0) == 0, "nor in any later round"
    assert added["coal"] == 3


def test_the_phase_out_outlasts_the_plant() -> None:
    """Uranium stays away after the buyer has scrapped plant 39. [R18-MAP-04]"""
    s = kit.situation(
        GERMANY,
        3,
        round=8,
        step=3,
        money=200,
        market=["27", "29", "30", "33", "37", "39"],
        plants={0: ["18", "22"]},
        stack=["40", "42", "44", "46", "50"],
        tokens=EMPTY,
    )
    s, _ = refill(kit.buy(s, "39"))
    s = kit.act(kit.buy(s, "42"), Scrap(0, "39"))
    assert kit.view(s)["seats"][0]["plants"] == ["18", "22", "42"]
    _, added = refill(s)
    assert added.get("uranium", 0) == 0


def test_other_plants_and_boards_know_no_phase_out() -> None:
    """Uranium comes when another uranium plant is bought in Germany, or 39 in the USA. [R18-MAP-04]"""
    other = with_39(GERMANY, ["27", "28", "30", "33", "34", "39"])
    _, added = refill(kit.buy(other, "34"))
    assert added["uranium"] == 1
    _, added = refill(kit.buy(with_39(USA), "39"))
    assert added["uranium"] == 1


@pytest.mark.parametrize(
    "market",
    [("39", "40", "42", "44", "46", "50"), ("27", "29", "30", "33", "37", "39"), ("27", "29", "30", "33", "37", "38")],
    ids=["unsold and removed", "still on sale", "removed in preparation"],
)
def test_no_phase_out_without_a_buyer(market: Sequence[str]) -> None:
    """Uranium goes on coming when 39 leaves the market unsold, stays there or was never in the game. [R18-MAP-05]"""
    s = kit.situation(GERMANY, 3, round=8, step=3, market=market, stack=["31", "32", "34", "35", "36"], tokens=EMPTY)
    s, added = refill(s)
    assert ("39" in kit.view(s)["plants"]["removed"]) is (market[-1] != "39")
    assert added["uranium"] == 1
    assert refill(s)[1]["uranium"] == 1


def test_every_coal_token_lands_in_the_storage() -> None:
    """Storage 4, 3 coal of a scrapped plant and 2 given back by the Trust make 9 before the refill. [R18-MAP-06]"""
    s = kit.situation(
        USA,
        2,
        zone=EAST,
        money=100,
        market=["21", "22", "23", "24", "27", "29", "30", "32"],
        stack=["33", "34", "37", "38", "39"],
        plants={0: ["8", "13", "18"]},
        fuel={0: {"coal": 3}},
        trust={"plants": ["42", "44", "50"]},
        tokens={"coal": 17},
    )
    assert storage(s) == 4
    before = kit.prices(s, "coal", "main")
    s = kit.act(kit.buy(s, "22"), Scrap(0, "8"))
    assert storage(s) == 7
    assert kit.prices(s, "coal", "main") == before
    s = opt_out(s)
    assert kit.view(s)["trust"]["plants"] == ["42", "44", "50"]
    s = kit.end_turns(s, "fuel")
    assert kit.view(s)["trust"]["fuel"]["coal"] == 2
    assert kit.prices(s, "coal", "main") == before[2:]
    s = kit.end_turns(s, "build")
    s, added = refill(s)
    assert added["coal"] == 4
    assert storage(s) == 9 - 4
    assert len(kit.prices(s, "coal", "main")) == 17 - 2 + 4


def test_the_storage_is_the_supply() -> None:
    """On the USA board the supply of coal and the storage are one heap. [R18-MAP-06]"""
    s = short_of_coal(0, 19)
    assert kit.supply(s)["coal"] == storage(s) == 5
    s = kit.act(s, BuyFuel(2, "coal", "storage"))
    assert kit.supply(s)["coal"] == storage(s) == 4


def test_the_trust_leaves_the_storage_alone() -> None:
    """The Trust takes no coal from the storage when the market has none. [AMB-44]"""
    s = kit.situation(USA, 2, phase="fuel", zone=EAST, trust={"plants": ["10"]}, tokens={**EMPTY, "coal": 1})
    assert storage(s) == 23
    s = kit.end_turns(s, "fuel")
    assert kit.view(s)["trust"]["fuel"]["coal"] == 1
    assert storage(s) == 23
