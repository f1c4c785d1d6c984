"""Recharged, phase 3: who may buy which fuel, and at what price."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import BuyFuel, Pass
from kilowatt.engine.events import FuelBought
from tests import kit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kilowatt.engine.state import State

GERMANY, USA = "recharged/germany", "recharged/usa"
BOTH = pytest.mark.parametrize("game", [GERMANY, USA])
FULL = {"coal": 24, "oil": 18, "garbage": 9, "uranium": 2}
START = {"coal": 18, "oil": 16, "garbage": 9, "uranium": 2}
"""Less coal and oil than at the start, so that seats can hold some."""


def buying(
    game: str,
    plants: Mapping[int, list[str]],
    tokens: Mapping[str, int] | None = None,
    fuel: Mapping[int, dict[str, int]] | None = None,
    money: int = 50,
) -> State:
    """The fuel phase of three players in the order 0, 1, 2: seat 2 buys first."""
    return kit.situation(
        game,
        3,
        phase="fuel",
        plants=plants,
        tokens={**START, **(tokens or {})},
        fuel=fuel,
        money=money,
        stack=["44", "46", "50"],
    )


def spent(s: State, *fuels: str) -> int:
    """What seat 2 pays for these tokens, bought one by one."""
    before = kit.view(s)["seats"][2]["money"]
    after = kit.act(s, *[BuyFuel(2, fuel, "main") for fuel in fuels])
    paid: int = before - kit.view(after)["seats"][2]["money"]
    return paid


@BOTH
def test_each_player_has_one_turn_last_player_first(game: str) -> None:
    """In the order A, B, C fuel is bought by C, then B, then A, and C is not asked again. [R18-RES-01]"""
    s = buying(game, {0: ["4"], 1: ["8"], 2: ["10"]})
    asked = []
    for seat in (2, 1, 0):
        asked.append(s.actor)
        for other in {0, 1, 2} - {seat}:
            assert kit.refused(s, BuyFuel(other, "coal", "main")).code == "not_your_turn"
        s = kit.act(s, BuyFuel(seat, "coal", "main"), BuyFuel(seat, "coal", "main"), Pass(seat))
    assert asked == [2, 1, 0]
    assert kit.view(s)["phase"] == "build"
    assert kit.refused(s, BuyFuel(2, "coal", "main")).code == "not_now"


@BOTH
def test_only_fuel_that_own_plants_burn(game: str) -> None:
    """An owner of coal plants alone may buy coal and nothing else, though others own oil plants. [R18-RES-02]"""
    s = buying(game, {0: ["3"], 1: ["6", "11"], 2: ["4", "10"]})
    for fuel in ("oil", "garbage", "uranium"):
        refusal = kit.refused(s, BuyFuel(2, fuel, "main"))
        assert (refusal.code, refusal.rule) == ("fuel_not_burned", "R18-RES-02")
    assert kit.allowed(s, BuyFuel(2, "coal", "main"))
    s = kit.act(s, Pass(2))
    assert not kit.allowed(s, BuyFuel(1, "coal", "main"))
    assert kit.allowed(s, BuyFuel(1, "garbage", "main"))
    assert kit.allowed(s, BuyFuel(1, "uranium", "main"))


@BOTH
def test_only_as_much_as_there_is_room(game: str) -> None:
    """Plants 4 and 10 hold 8 coal: with 6 in store two more can be bought, not three. [R18-RES-02]"""
    s = buying(game, {2: ["4", "10"]}, fuel={2: {"coal": 6}})
    s = kit.act(s, BuyFuel(2, "coal", "main"), BuyFuel(2, "coal", "main"))
    assert kit.refused(s, BuyFuel(2, "coal", "main")).code == "no_room_for_fuel"


def test_a_player_without_plants_buys_nothing() -> None:
    """A player who owns no plant can only end the turn. [R18-RES-02]"""
    s = buying(GERMANY, {0: ["4"]})
    assert list(kilowatt.legal_actions(s)) == [Pass(2)]


@BOTH
def test_a_token_costs_the_price_of_its_space(game: str) -> None:
    """With coal spaces 1 and 2 empty and one token on 3, two coal cost 3 + 4 = 7, paid to the bank. [R18-RES-03]"""
    s = buying(game, {2: ["10"]}, {"coal": 16})
    assert kit.prices(s, "coal", "main")[:4] == [3, 4, 4, 4]
    assert spent(s, "coal", "coal") == 7
    after = kit.act(s, BuyFuel(2, "coal", "main"), BuyFuel(2, "coal", "main"))
    assert kit.prices(after, "coal", "main") == [4, 4, *[price for price in range(5, 9) for _ in range(3)]]
    seats = kit.view(after)["seats"]
    assert seats[2]["fuel"]["coal"] == 2
    assert [row["money"] for row in seats] == [50, 50, 43]
    assert kit.supply(after) == kit.supply(s)


@pytest.mark.parametrize(
    ("plant", "fuel", "price"), [("4", "coal", 1), ("3", "oil", 3), ("6", "garbage", 6), ("11", "uranium", 14)]
)
def test_the_first_tokens_of_the_start_market(plant: str, fuel: str, price: int) -> None:
    """The first coal costs 1, the first oil 3, the first garbage 6 and the first uranium 14. [R18-RES-03]"""
    s = buying(GERMANY, {2: [plant]}, FULL)
    (event,) = [row for row in kit.events_of(s, BuyFuel(2, fuel, "main")) if isinstance(row, FuelBought)]
    assert (event.seat, event.fuel, event.price) == (2, fuel, price)
    assert spent(s, fuel) == price


def test_uranium_grows_dearer_by_each_token() -> None:
    """Uranium left on 10, 12, 14 and 16 costs 10, then 12, 14 and 16. [R18-RES-03]"""
    s = buying(GERMANY, {2: ["11", "17"]}, {"uranium": 4}, money=60)
    assert spent(s, "uranium") == 10
    assert spent(s, "uranium", "uranium") == 22
    assert spent(s, "uranium", "uranium", "uranium", "uranium") == 52


@BOTH
def test_the_two_cheapest_coal_cost_two_each(game: str) -> None:
    """With the coal of price 1 gone two coal cost 4. [R18-RES-04]"""
    s = buying(game, {2: ["10"]}, {"coal": 21})
    assert spent(s, "coal", "coal") == 4


@BOTH
def test_a_depleted_fuel_is_not_for_sale(game: str) -> None:
    """With no uranium on the market none is sold, though the supply has some, until the refill. [R18-RES-05]"""
    s = buying(game, {1: ["17"], 2: ["11"]}, {"uranium": 0})
    assert kit.supply(s)["uranium"] == 12
    refusal = kit.refused(s, BuyFuel(2, "uranium", "main"))
    assert (refusal.code, refusal.rule) == ("fuel_sold_out", "R18-RES-05")
    while kit.view(s)["round"] == 2:
        seat = s.actor
        assert not kit.allowed(s, BuyFuel(seat, "uranium", "main"))
        s = kit.act(s, kit.run(seat) if kit.view(s)["phase"] == "power" else Pass(seat))
    s = kit.end_turns(s, "auction")
    while s.actor != 2:
        s = kit.act(s, Pass(s.actor))
    assert kit.allowed(s, BuyFuel(2, "uranium", "main"))


def test_the_last_token_depletes_a_fuel() -> None:
    """After the last token of a fuel the next buyer gets none, but other fuels are still sold. [R18-RES-05]"""
    s = buying(GERMANY, {1: ["17", "3"], 2: ["11"]}, {"uranium": 1})
    s = kit.act(s, BuyFuel(2, "uranium", "main"))
    assert kit.refused(s, BuyFuel(2, "uranium", "main")).code == "fuel_sold_out"
    s = kit.act(s, Pass(2))
    assert kit.refused(s, BuyFuel(1, "uranium", "main")).code == "fuel_sold_out"
    assert kit.allowed(s, BuyFuel(1, "oil", "main"))


@BOTH
def test_tokens_may_be_shifted_between_own_plants(game: str) -> None:
    """The 4 oil of a full hybrid 5 can go to the empty 3, so that 5 has room for 4 again. [R18-RES-06]"""
    s = buying(game, {2: ["5"]}, fuel={2: {"oil": 4}}, money=100)
    assert not kit.allowed(s, BuyFuel(2, "coal", "main"))  # 5 alone is full
    s = buying(game, {2: ["3", "5"]}, fuel={2: {"oil": 4}}, money=100)
    for fuel in ("coal", "oil"):
        after = kit.act(s, *[BuyFuel(2, fuel, "main")] * 4)
        assert kit.view(after)["seats"][2]["fuel"][fuel] == 4 + 4 * (fuel == "oil")
        assert not kit.allowed(after, BuyFuel(2, "coal", "main"))
        assert not kit.allowed(after, BuyFuel(2, "oil", "main"))


def test_shifting_keeps_to_the_room_of_each_plant() -> None:
    """The 6 coal of hybrid 5 and plant 4 cannot make way for a third oil: only 5 takes it. [R18-RES-06]"""
    s = buying(GERMANY, {2: ["4", "5"]}, fuel={2: {"coal": 6}}, money=100)
    s = kit.act(s, BuyFuel(2, "oil", "main"), BuyFuel(2, "oil", "main"))
    assert kit.refused(s, BuyFuel(2, "oil", "main")).code == "no_room_for_fuel"


def test_tokens_may_be_shifted_before_production() -> None:
    """The 4 oil stored on plant 3 run both 3 and the hybrid 5, two of them shifted. [R18-RES-06]"""
    s = kit.situation(
        GERMANY,
        3,
        phase="power",
        plants={0: ["3", "5"]},
        fuel={0: {"oil": 4}},
        tokens=START,
        cities={0: ["essen", "duisburg"]},
        zone=["west", "east", "south_west"],
        stack=["44"],
    )
    after = kit.act(s, kit.run(0, p3={"oil": 2}, p5={"oil": 2}))
    assert kit.view(after)["seats"][0]["fuel"]["oil"] == 0


@BOTH
def test_fuel_must_be_paid_at_once(game: str) -> None:
    """With 5 el and coal at 3 each one coal can be bought, not two. [R18-RES-07]"""
    s = buying(game, {2: ["10"]}, {"coal": 18}, money=5)
    assert kit.prices(s, "coal", "main")[:2] == [3, 3]
    s = kit.act(s, BuyFuel(2, "coal", "main"))
    refusal = kit.refused(s, BuyFuel(2, "coal", "main"))
    assert (refusal.code, refusal.rule) == ("fuel_too_dear", "R18-RES-07")
    assert kit.allowed(buying(game, {2: ["10"]}, {"coal": 18}, money=3), BuyFuel(2, "coal", "main"))


@BOTH
def test_nobody_has_to_buy(game: str) -> None:
    """Everybody may end the buying turn with nothing bought, however rich and empty. [R18-RES-08]"""
    s = buying(game, {0: ["4"], 1: ["8"], 2: ["10"]})
    after = kit.act(s, Pass(2), Pass(1), Pass(0))
    assert kit.view(after)["phase"] == "build"
    assert kit.view(after)["fuel"] == kit.view(s)["fuel"]
    assert [row["money"] for row in kit.view(after)["seats"]] == [50, 50, 50]
