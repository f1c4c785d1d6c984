"""The China board: the planned stack, the opening market and the auctions."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Open, Pass, Reveal, Run
from kilowatt.table.dealer import SeededDealer
from tests import kit

RULESET = "original/china"
BOX = [str(number) for number in (*range(3, 41), 42, 44, 46, 50)]
SHORT = ["3", "4", "9", "11", "16", "18", "20", "24", "30", "33", "46"]
REMOVED = {2: SHORT, 3: SHORT, 4: ["3", "4", "11", "18", "24", "33", "46"], 5: ["3", "4", "33"], 6: ["3", "4", "33"]}
MIDDLE = {"31", "32", "34", "35", "step3"}
ZONE = ["north_east", "north", "east"]
TOWNS = ["beijing", "tianjin", "tangshan", "shenyang", "fushun", "anshan", "changchun", "jilin", "harbin"]


def whole_stack(seats: int, seed: int) -> list[str]:
    """Every card in the order in which it comes, the opening market first; nobody does more than he must."""
    s = kit.fresh(RULESET, seats, seed)
    cards = kit.market(s)
    dealer = SeededDealer(seed)
    while kit.view(s)["plants"]["stack"]:
        seat = kilowatt.actor(s)
        if seat == "chance":
            move = dealer.deal(s, kilowatt.outcomes(s))
            cards += [move.plant] if isinstance(move, Reveal) else []
        elif "run" in kilowatt.options(s).choices:
            move = Run(int(seat or 0), ())
        else:
            move = Pass(int(seat or 0))
            if not kit.allowed(s, move):
                move = kilowatt.legal_actions(s)[0]
        s, _ = kilowatt.play(s, move)
    return cards


@pytest.mark.parametrize(("seats", "left"), [(2, 31), (3, 31), (4, 35), (5, 39), (6, 39)])
def test_plants_are_removed_by_a_list(seats: int, left: int) -> None:
    """The listed plants go into the box: 31, 35 or 39 of 42 stay. [Ch-SET-01]"""
    row = kit.view(kit.fresh(RULESET, seats))["plants"]
    assert row["removed"] == REMOVED[seats]
    there = [*row["current"], *row["top"], *(card for card in row["unseen"]["any"]["cards"] if card != "step3")]
    assert sorted(there, key=int) == [plant for plant in BOX if plant not in REMOVED[seats]]
    assert len(there) == left
    assert row["unseen"]["any"]["left"] == len(row["unseen"]["any"]["cards"])


@pytest.mark.parametrize(("seats", "top", "bottom"), [(2, 19, 8), (3, 19, 8), (4, 23, 8), (5, 26, 9), (6, 26, 9)])
def test_the_supply_has_three_parts(seats: int, top: int, bottom: int) -> None:
    """5 to 30 come in order, then 31 to 35 with Step 3, then 36 to 50. [Ch-SET-02, Ch-SET-03, Ch-SET-04]"""
    cards = whole_stack(seats, seed=seats)
    kept = [plant for plant in BOX if plant not in REMOVED[seats]]
    assert cards[:top] == [plant for plant in kept if int(plant) <= 30]
    assert {*cards[top : top + 5]} == MIDDLE
    assert {*cards[top + 5 :]} == {plant for plant in kept if int(plant) >= 36}
    assert len(cards) == top + 5 + bottom


def test_the_lower_parts_are_shuffled() -> None:
    """Other seeds give 36 to 50 another order and Step 3 another place. [Ch-SET-02, Ch-SET-03]"""
    games = [whole_stack(4, seed) for seed in range(12)]
    assert len({tuple(cards[:23]) for cards in games}) == 1
    assert len({cards.index("step3") for cards in games}) > 2
    assert len({tuple(cards[28:]) for cards in games}) == 12


def test_each_card_of_the_middle_part_is_equally_likely() -> None:
    """When the sorted cards are used up, Step 3 and each of 31, 32, 34, 35 are one in five. [Ch-SET-03]"""
    s = kit.fresh(RULESET, 3)
    while kilowatt.actor(s) != "chance" or len(kilowatt.outcomes(s)) == 1:
        if kilowatt.actor(s) == "chance":
            move = kilowatt.outcomes(s)[0][0]
        else:
            seat = s.actor
            move = Run(seat, ()) if "run" in kilowatt.options(s).choices else Pass(seat)
            move = move if kit.allowed(s, move) else kilowatt.legal_actions(s)[0]
        s, _ = kilowatt.play(s, move)
    weights = {move.plant: weight for move, weight in kilowatt.outcomes(s) if isinstance(move, Reveal)}
    assert {*weights} == MIDDLE
    assert len({*weights.values()}) == 1


def test_thirteen_has_no_special_place() -> None:
    """With four players 13 comes after 12 and before 14. [Ch-SET-04]"""
    cards = whole_stack(4, seed=1)
    assert cards[:9] == ["5", "6", "7", "8", "9", "10", "12", "13", "14"]


@pytest.mark.parametrize("seats", [2, 6])
def test_the_fuel_market_at_the_start(seats: int) -> None:
    """Coal and oil lie on 5 to 8, garbage on 7 and 8, three each, and no uranium. [Ch-SET-05]"""
    s = kit.fresh(RULESET, seats)
    assert kit.prices(s, "coal") == kit.prices(s, "oil") == [5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8]
    assert kit.prices(s, "garbage") == [7, 7, 7, 8, 8, 8]
    assert kit.prices(s, "uranium") == []


def test_every_plant_of_the_market_is_on_offer() -> None:
    """Of 12, 13, 14, 15 before five players even 15 may be opened, and no plant is only to come. [Ch-AUC-01]"""
    s = kit.situation(RULESET, 5, market=["12", "13", "14", "15"], stack=["16", "17"])
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["12", "13", "14", "15"], [])
    for plant in ("12", "13", "14", "15"):
        assert kit.allowed(s, Open(0, plant, int(plant)))
    assert kit.refused(s, Open(0, "16", 16)).rule == "Ch-AUC-01"


@pytest.mark.parametrize(
    ("seats", "market"),
    [
        (2, ["5", "6"]),
        (3, ["5", "6", "7"]),
        (4, ["5", "6", "7", "8"]),
        (5, ["5", "6", "7", "8", "9"]),
        (6, ["5", "6", "7", "8", "9", "10"]),
    ],
)
def test_the_first_market_has_a_plant_for_everybody(seats: int, market: list[str]) -> None:
    """Round 1 offers as many plants as there are players, the lowest of the supply. [Ch-AUC-02]"""
    assert kit.market(kit.fresh(RULESET, seats, seed=seats)) == market


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_everybody_buys_one_plant_in_round_1(seats: int) -> None:
    """In round 1 nobody may opt out; in the end each owns one plant and the market is empty. [Ch-AUC-03]"""
    s = kit.fresh(RULESET, seats, order=list(range(seats)))
    for seat in range(seats):
        assert s.actor == seat
        assert kit.refused(s, Pass(seat)).code == "must_buy_first_round"
        s = kit.buy(s, kit.market(s)[-1])
    seen = kit.view(s)
    assert seen["phase"] == "fuel"
    assert [len(row["plants"]) for row in seen["seats"]] == [1] * seats
    assert kit.market(s) == []


@pytest.mark.parametrize("step", [1, 2])
def test_a_sold_plant_is_not_replaced(step: int) -> None:
    """In Steps 1 and 2 one of three plants sold leaves two for the rest of the phase. [Ch-AUC-04]"""
    s = kit.situation(RULESET, 4, step=step, market=["12", "13", "14"], stack=["15", "16", "17"])
    s = kit.buy(s, "13")
    assert kit.market(s) == ["12", "14"]
    s = kit.opt_out_all(s)
    assert kit.view(s)["phase"] == "fuel"
    assert kit.market(s) == ["12", "14"]


@pytest.mark.parametrize(("seats", "size"), [(2, 2), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_later_rounds_offer_one_plant_fewer_than_players(seats: int, size: int) -> None:
    """Rounds 2 to 4 begin with one plant fewer than players, for two players with two. [Ch-AUC-05]"""
    s = kit.fresh(RULESET, seats)
    sizes: dict[int, int] = {}
    while kit.view(s)["round"] < 5:
        seen = kit.view(s)
        if seen["phase"] == "auction":
            sizes.setdefault(seen["round"], len(kit.market(s)))
        seat = s.actor
        move = Run(seat, ()) if seen["phase"] == "power" else Pass(seat)
        s = kit.act(s, move if kit.allowed(s, move) else kilowatt.legal_actions(s)[0])
    assert sizes == {1: seats, 2: size, 3: size, 4: size}


def test_an_empty_market_ends_the_auctions() -> None:
    """With both plants sold the third player cannot open and the phase is over. [Ch-AUC-06]"""
    s = kit.situation(RULESET, 3, market=["12", "13"], stack=["14", "15"])
    s = kit.buy(s, "12")
    assert (kit.view(s)["phase"], s.actor) == ("auction", 1)
    s = kit.buy(s, "13")
    seen = kit.view(s)
    assert seen["phase"] == "fuel"
    assert seen["seats"][2]["plants"] == []


def test_step_3_replaces_sold_plants() -> None:
    """In Step 3 of 31, 34, 36, 38 36 is sold and 40 comes at once. [Ch-AUC-07]"""
    s = kit.situation(RULESET, 3, step=3, market=["31", "34", "36", "38"], stack=["40", "42"])
    for plant in ("31", "34", "36", "38"):
        assert kit.allowed(s, Open(0, plant, int(plant)))
    s = kit.buy(s, "36")
    assert kit.market(s) == ["31", "34", "38", "40"]
    assert s.actor == 1


@pytest.mark.parametrize("step", [1, 2, 3])
def test_nothing_leaves_when_nobody_buys(step: int) -> None:
    """When all opt out the market is the same after the phase. [Ch-AUC-08]"""
    market = ["31", "34", "36", "38"] if step == 3 else ["12", "13", "14"]
    s = kit.opt_out_all(kit.situation(RULESET, 4, step=step, market=market, stack=["40", "42"]))
    assert kit.view(s)["phase"] == "fuel"
    assert kit.market(s) == market


def test_small_plants_stay_however_many_cities_there_are() -> None:
    """A leader who builds his seventh and eighth city leaves plants 7 and 8 in the market. [Ch-BLD-01]"""
    s = kit.situation(
        RULESET,
        4,
        phase="build",
        market=["7", "8", "9"],
        stack=["10", "12"],
        cities={3: TOWNS[:6]},
        money=200,
        zone=[*ZONE, "south_east"],
    )
    s = kit.act(s, Build(3, TOWNS[6]), Build(3, TOWNS[7]))
    assert kit.market(s) == ["7", "8", "9"]
    assert len(kit.view(s)["seats"][3]["cities"]) == 8


def test_small_plants_are_kept_when_drawn() -> None:
    """With a leader of 12 cities the fill still keeps 9, 10 and 12. [Ch-BLD-01]"""
    towns = [*TOWNS, "taiyuan", "baotou", "jinan"]
    s = kit.situation(
        RULESET,
        4,
        phase="after_build",
        step=2,
        market=["9"],
        stack=["10", "12", "13"],
        cities={3: towns},
        zone=[*ZONE, "south_east"],
    )
    assert kit.market(s) == ["9", "10", "12"]


def test_the_order_of_china_is_that_of_2004() -> None:
    """Round 1 is ordered by the plants bought, later rounds by cities and then by plant. [O-ORD-02, O-ORD-03]"""
    s = kit.fresh(RULESET, 3, order=[0, 1, 2])
    for plant in ("5", "7", "6"):
        s = kit.buy(s, plant)
    assert (kit.view(s)["order"], s.actor) == ([1, 2, 0], 0)
    cities = {0: TOWNS[:3], 1: TOWNS[3:5], 2: TOWNS[5:8]}
    plants = {0: ["5"], 1: ["10"], 2: ["7"]}
    s = kit.situation(
        RULESET, 3, phase="round", market=["12", "13"], stack=["14"], cities=cities, plants=plants, zone=ZONE
    )
    assert kit.view(s)["order"] == [2, 0, 1]
