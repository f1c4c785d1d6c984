"""The card game's second phase: buying fuel cards, storage, surplus singles and the final round's limit."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import BuyCard, Pass
from kilowatt.engine.state import State
from tests import kit

Cards = list[tuple[str, int]]

ALL_KINDS = {
    1: ["coal-single", "gas-single", "oil-single", "uranium-single"],
    2: ["coal-1", "gas-1", "oil-1", "uranium-1"],
    3: ["coal-2", "gas-2", "oil-2", "uranium-2"],
    4: ["coal-3", "gas-3", "oil-3"],
}


def buying(
    plants: list[str], cards: Cards | None = None, columns: dict[int, list[str]] | None = None, **more: object
) -> State:
    """Begin the buying of fuel: the last of three seats acts and owns these plants and cards."""
    settings = {"money": 30, **more}
    own = {2: plants, **settings.pop("others", {})}  # type: ignore[dict-item]
    return kit.situation(
        "card-game",
        3,
        phase="cards",
        plants=own,
        cards={2: cards or []},
        columns={1: [], 2: [], 3: [], 4: [], **(columns or {})},
        stack=["30", "31", "32"],
        **settings,  # type: ignore[arg-type]
    )


def held(state: State, seat: int = 2) -> dict[str, int]:
    """The units a seat holds, without the fuels it has none of."""
    return {fuel: count for fuel, count in kit.view(state)["seats"][seat]["fuel"].items() if count}


def money(state: State, seat: int = 2) -> int:
    """The money of a seat."""
    amount: int = kit.view(state)["seats"][seat]["money"]
    return amount


def test_plant_12_stores_six_coal() -> None:
    """With plant 12 a sixth coal can be bought and a seventh cannot. [C-PLT-05] [C-PLT-09]"""
    s = buying(["12"], [("coal-3", 3), ("coal-2", 2)], {2: ["coal-1", "coal-1"]})
    s = kit.act(s, BuyCard(2, 2, "coal-1"))
    assert held(s) == {"coal": 6}
    no = kit.refused(s, BuyCard(2, 2, "coal-1"))
    assert (no.code, no.rule) == ("no_room_for_fuel", "C-PLT-05")


@pytest.mark.parametrize("card", ["gas-1", "oil-1", "uranium-1"])
def test_only_fuel_the_own_plants_burn(card: str) -> None:
    """A player with a coal plant alone cannot buy gas, oil or uranium. [C-PLT-05]"""
    s = buying(["12"], columns=ALL_KINDS)
    no = kit.refused(s, BuyCard(2, 2, card))
    assert (no.code, no.rule) == ("fuel_not_burned", "C-PLT-05")
    assert kit.allowed(s, BuyCard(2, 2, "coal-1"))


def test_the_storage_of_two_plants_adds_up() -> None:
    """Two coal plants that burn 1 and 2 store six coal together. [C-PLT-05] [C-RES-06]"""
    s = buying(["3a", "4a"], [("coal-3", 3), ("coal-2", 2)], {2: ["coal-1", "coal-1"]})
    s = kit.act(s, BuyCard(2, 2, "coal-1"))
    assert held(s) == {"coal": 6}
    assert kit.refused(s, BuyCard(2, 2, "coal-1")).code == "no_room_for_fuel"


def test_a_hybrid_stores_gas_and_oil_together() -> None:
    """A hybrid that burns 3 is full with 4 gas and 2 oil, and never takes coal. [C-PLT-06] [C-PLT-10]"""
    s = buying(["7"], [("gas-3", 3), ("gas-1", 1), ("oil-2", 2)], ALL_KINDS)
    for card in ("gas-1", "oil-1"):
        assert kit.refused(s, BuyCard(2, 2, card)).code == "no_room_for_fuel"
    assert kit.refused(s, BuyCard(2, 2, "coal-1")).code == "fuel_not_burned"


@pytest.mark.parametrize(
    "cards",
    [
        [("gas-3", 3), ("oil-2", 2)],
        [("oil-3", 3), ("oil-2", 2)],
        [("gas-3", 3), ("gas-2", 2)],
    ],
)
def test_a_hybrid_takes_any_six(cards: Cards) -> None:
    """With five units of any mix plant 7 takes a sixth, gas or oil. [C-PLT-06] [C-PLT-10]"""
    s = buying(["7"], cards, ALL_KINDS)
    for card in ("gas-1", "oil-1"):
        after = kit.act(s, BuyCard(2, 2, card))
        assert sum(held(after).values()) == 6
        assert kit.refused(after, BuyCard(2, 1, "gas-single")).code == "no_room_for_fuel"


def test_a_hybrid_and_a_gas_plant_share_gas() -> None:
    """A gas plant (2) and a hybrid (3) hold 10 gas, or 4 gas and 6 oil, but not 7 oil. [C-PLT-06]"""
    gas = [("gas-3", 3), ("gas-3", 3), ("gas-3", 3)]
    s = buying(["7", "9"], gas, {2: ["gas-1", "oil-1"]})
    assert held(kit.act(s, BuyCard(2, 2, "gas-1"))) == {"gas": 10}
    s = buying(["7", "9"], [("oil-3", 3), ("oil-3", 3), ("gas-3", 3)], {2: ["gas-1", "oil-1"]})
    assert kit.refused(s, BuyCard(2, 2, "oil-1")).code == "no_room_for_fuel"
    assert held(kit.act(s, BuyCard(2, 2, "gas-1"))) == {"gas": 4, "oil": 6}


def test_a_green_plant_allows_no_fuel() -> None:
    """With plant 8 alone no card of any column can be bought. [C-PLT-07] [C-PLT-11]"""
    s = buying(["8"], columns=ALL_KINDS)
    for column, kinds in ALL_KINDS.items():
        for card in kinds:
            assert kit.refused(s, BuyCard(2, column, card)).code == "fuel_not_burned"
    assert kit.kinds(kilowatt.legal_actions(s)) == {"pass"}


def test_fuel_is_bought_in_reverse_order() -> None:
    """The last in order buys first and the first buys last. [C-RES-01] [C-ORD-02]"""
    s = kit.situation("card-game", 3, phase="cards", order=[1, 2, 0], stack=["30", "31"])
    asked = []
    while kit.view(s)["phase"] == "fuel":
        asked.append(s.actor)
        s = kit.act(s, Pass(s.actor))
    assert asked == [0, 2, 1]


@pytest.mark.parametrize(
    ("column", "card", "price"),
    [(1, "coal-single", 1), (2, "coal-3", 2), (3, "coal-3", 3), (4, "coal-3", 4), (2, "coal-1", 2), (4, "coal-1", 4)],
)
def test_a_card_costs_the_price_of_its_column(column: int, card: str, price: int) -> None:
    """A card costs 1, 2, 3 or 4 by its column, whatever its units. [C-RES-02] [C-SET-09]"""
    s = buying(["12"], columns={column: [card]})
    row = kilowatt.options(s).choices["buy_card"][0]
    assert row.price == price  # type: ignore[attr-defined]
    s = kit.act(s, BuyCard(2, column, card))
    assert money(s) == 30 - price
    assert held(s) == {"coal": 3 if card == "coal-3" else 1}
    assert kit.view(s)["columns"][str(column)] == []


def test_a_card_must_be_there_and_be_paid() -> None:
    """A card that is not in the column or costs more than the money is refused. [C-RES-02]"""
    s = buying(["12"], columns={2: ["coal-3"], 3: ["coal-2"]}, money=2)
    no = kit.refused(s, BuyCard(2, 2, "coal-2"))
    assert (no.code, no.rule) == ("card_not_in_column", "C-RES-02")
    no = kit.refused(s, BuyCard(2, 3, "coal-2"))
    assert (no.code, no.rule) == ("fuel_too_dear", "C-RES-02")
    assert money(kit.act(s, BuyCard(2, 2, "coal-3"))) == 0


def test_cards_are_bought_while_one_unit_fits() -> None:
    """Any number of cards may be bought; with one free unit a card of 3 may, with none nothing. [C-RES-03]"""
    columns = {2: ["coal-1", "coal-1", "coal-1", "coal-2"], 3: ["coal-3"]}
    s = buying(["12"], columns=columns)
    for _ in range(3):
        s = kit.act(s, BuyCard(2, 2, "coal-1"))
    s = kit.act(s, BuyCard(2, 2, "coal-2"))
    assert held(s) == {"coal": 5}
    s = kit.act(s, BuyCard(2, 3, "coal-3"))
    assert held(s) == {"coal": 6}
    assert kit.refused(s, BuyCard(2, 1, "coal-single")).code == "no_room_for_fuel"
    assert kit.allowed(s, Pass(2))


def test_surplus_units_become_singles() -> None:
    """With one free unit a card of 3 is turned to 1, two singles come to column 1, and the price is full. [C-RES-04]"""
    s = buying(["12"], [("coal-3", 3), ("coal-2", 2)], {1: ["coal-single"], 4: ["coal-3"]})
    s = kit.act(s, BuyCard(2, 4, "coal-3"))
    seen = kit.view(s)
    assert seen["seats"][2]["cards"][-1] == ["coal-3", 1]
    assert seen["columns"]["1"] == ["coal-single"] * 3
    assert money(s) == 26


def test_column_1_has_no_limit() -> None:
    """Singles come to column 1 also when more lie there than were printed. [C-RES-04] [AMB-98]"""
    s = buying(["6a"], [("coal-1", 1)], {2: ["coal-3"], 3: ["coal-3"]}, others={1: ["4a"], 0: ["3a"]})
    s = kit.act(s, BuyCard(2, 2, "coal-3"))
    assert kit.supply(s)["coal"] == 0
    s = kit.act(s, Pass(2), BuyCard(1, 3, "coal-3"), Pass(1))
    assert kit.view(s)["columns"]["1"] == ["coal-single"] * 3
    assert kit.supply(s)["coal"] == 0


def test_everybody_may_buy_the_singles() -> None:
    """The single that one player's purchase put out is bought by the next for 1 in the same phase. [C-RES-05]"""
    s = buying(["12"], [("coal-3", 3), ("coal-2", 2)], {2: ["coal-2"]}, others={1: ["4a"]})
    s = kit.act(s, BuyCard(2, 2, "coal-2"), Pass(2))
    assert kit.view(s)["columns"]["1"] == ["coal-single"]
    s = kit.act(s, BuyCard(1, 1, "coal-single"))
    assert money(s, 1) == 29
    assert held(s, 1) == {"coal": 1}
    assert kit.view(s)["columns"]["1"] == []
    assert kit.view(s)["seats"][1]["cards"] == [["coal-single", 1]]


def test_one_card_feeds_several_plants() -> None:
    """A card of 3 coal feeds plants that burn 1 and 2; with 2 coal they do not run together. [C-RES-06]"""
    full = {2: ["oil-1"] * 4, 3: ["oil-1"] * 4, 4: ["oil-1"] * 4}
    own = {"plants": {0: ["3a", "4a"]}, "columns": {1: [], **full}, "stack": ["30", "31"]}
    s = kit.situation("card-game", 3, phase="power", cards={0: [("coal-3", 3)]}, **own)  # type: ignore[arg-type]
    after = kit.act(s, kit.run(0, p3a={"coal": 2}, p4a={"coal": 1}))
    assert held(after, 0) == {}
    s = kit.situation("card-game", 3, phase="power", cards={0: [("coal-2", 2)]}, **own)  # type: ignore[arg-type]
    assert kit.refused(s, kit.run(0, p3a={"coal": 2}, p4a={"coal": 1})).code == "not_enough_fuel"
    assert kit.allowed(s, kit.run(0, p4a={"coal": 1}))


def test_there_is_no_refill_in_the_phase() -> None:
    """Slots of column 2 that one player emptied are still empty for the next. [C-RES-07]"""
    columns = {2: ["coal-1", "coal-2", "gas-1", "oil-1"], 3: ["coal-1"] * 4, 4: ["coal-1"] * 4}
    s = buying(["12"], columns=columns, others={1: ["3a"]}, fuel_bag={"coal-1": 9})
    s = kit.act(s, BuyCard(2, 2, "coal-1"), BuyCard(2, 2, "coal-2"), Pass(2))
    assert s.actor == 1
    seen = kit.view(s)
    assert seen["columns"]["2"] == ["gas-1", "oil-1"]
    assert seen["columns"]["3"] == ["coal-1"] * 4
    assert seen["fuel_stack"]["unseen"] == {"coal-1": 9}
    assert kit.refused(s, BuyCard(1, 2, "coal-1")).code == "card_not_in_column"


@pytest.mark.parametrize("first", ["coal-3", "coal-2"])
def test_anna_buys_for_her_three_plants(first: str) -> None:
    """Anna with 2 coal buys uranium-1 for 3 and coal-3 and coal-2 for 2 each: 7, and one single is left. [C-RES-08]"""
    columns = {2: ["coal-2", "coal-3", "gas-1"], 3: ["uranium-1", "coal-1"], 4: ["gas-1"]}
    s = buying(["3a", "4a", "6b"], [("coal-2", 2)], columns, others={1: ["4c"]})
    second = {"coal-3": "coal-2", "coal-2": "coal-3"}[first]
    s = kit.act(s, BuyCard(2, 3, "uranium-1"), BuyCard(2, 2, first), BuyCard(2, 2, second))
    assert money(s) == 30 - 7
    assert held(s) == {"coal": 6, "uranium": 1}
    assert kit.view(s)["columns"]["1"] == ["coal-single"]
    assert kit.refused(s, BuyCard(2, 1, "coal-single")).code == "no_room_for_fuel"
    s = kit.act(s, Pass(2), BuyCard(1, 1, "coal-single"))
    assert money(s, 1) == 29


def final(plants: list[str], cards: Cards, columns: dict[int, list[str]]) -> State:
    """Begin the buying of the final round."""
    market = ["16", "17", "18", "20", "21", "22"]
    return buying(plants, cards, columns, step=3, last_round=True, market=market)


def test_the_final_round_keeps_what_one_production_needs() -> None:
    """Needing 3 coal and holding 2, a player keeps 1 of a card of 3 and two singles go out. [C-RES-09]"""
    s = final(["12"], [("coal-2", 2)], {2: ["coal-3", "coal-3"]})
    s = kit.act(s, BuyCard(2, 2, "coal-3"))
    assert held(s) == {"coal": 3}
    assert kit.view(s)["columns"]["1"] == ["coal-single"] * 2
    assert money(s) == 28
    no = kit.refused(s, BuyCard(2, 1, "coal-single"))
    assert (no.code, no.rule) == ("last_round_no_excess", "C-RES-10")


def test_the_same_purchase_before_the_final_round() -> None:
    """In a normal round all three units of that card are kept. [C-RES-09]"""
    s = kit.act(buying(["12"], [("coal-2", 2)], {2: ["coal-3"]}), BuyCard(2, 2, "coal-3"))
    assert held(s) == {"coal": 5}
    assert kit.view(s)["columns"]["1"] == []


def test_old_excess_is_kept_but_not_added_to() -> None:
    """Needing 3 and holding 5 coal, a player buys no coal in the final round and keeps the 5. [C-RES-10]"""
    s = final(["9", "12"], [("coal-3", 3), ("coal-2", 2)], {1: ["coal-single"], 2: ["coal-1", "gas-2"]})
    for column, card in ((1, "coal-single"), (2, "coal-1")):
        no = kit.refused(s, BuyCard(2, column, card))
        assert (no.code, no.rule) == ("last_round_no_excess", "C-RES-10")
    s = kit.act(s, BuyCard(2, 2, "gas-2"))
    assert held(s) == {"coal": 5, "gas": 2}


def test_the_final_need_of_a_hybrid_beside_a_gas_plant() -> None:
    """With a gas plant (2), a hybrid (3) and 4 gas one more unit, gas or oil, is needed. [C-RES-09] [AMB-08]"""
    for card in ("gas-2", "oil-2"):
        s = final(["7", "9"], [("gas-3", 3), ("gas-1", 1)], {2: ["gas-2", "oil-2"]})
        s = kit.act(s, BuyCard(2, 2, card))
        assert sum(held(s).values()) == 5
        assert kit.view(s)["columns"]["1"] == [f"{card[:3]}-single"]
        assert kit.kinds(kilowatt.legal_actions(s)) == {"pass"}


def test_the_final_need_counts_what_each_plant_can_use() -> None:
    """With 5 oil for a gas plant (2) and a hybrid (3) only gas for the gas plant is needed. [C-RES-10] [AMB-08]"""
    s = final(["7", "9"], [("oil-3", 3), ("oil-2", 2)], {2: ["gas-1", "gas-3", "oil-1"]})
    assert kit.refused(s, BuyCard(2, 2, "oil-1")).code == "last_round_no_excess"
    s = kit.act(s, BuyCard(2, 2, "gas-3"))
    assert held(s) == {"gas": 2, "oil": 5}
    assert kit.refused(s, BuyCard(2, 2, "gas-1")).code == "last_round_no_excess"


def test_old_excess_of_one_fuel_leaves_the_other_needed() -> None:
    """With 6 gas for a hybrid (3) and none for an oil plant (2) exactly 2 oil are needed. [C-RES-10] [AMB-08]"""
    s = final(["7", "10"], [("gas-3", 3), ("gas-3", 3)], {2: ["gas-1", "oil-3"]})
    assert kit.refused(s, BuyCard(2, 2, "gas-1")).code == "last_round_no_excess"
    s = kit.act(s, BuyCard(2, 2, "oil-3"))
    assert held(s) == {"gas": 6, "oil": 2}
    assert kit.view(s)["columns"]["1"] == ["oil-single"]
