"""Rulings on the card game: its end card, its fuel cards and its ties."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import BuyCard, Open, Pass, Reveal, RevealFuel, Scrap
from tests import kit

EIGHT = ["4a", "5a", "6a", "8", "9", "11", "12", "14"]
SIX = ["13", "15", "16", "18", "20", "25"]
FULL = ["coal-1", "coal-2", "gas-2", "oil-2"]


def hand(state: kilowatt.State, seat: int) -> list[list[object]]:
    """The fuel cards of a seat with the units they show."""
    cards: list[list[object]] = kit.view(state)["seats"][seat]["cards"]
    return cards


def column(state: kilowatt.State, number: int) -> list[str]:
    """The cards of a column."""
    cards: list[str] = kit.view(state)["columns"][str(number)]
    return cards


def final(state: kilowatt.State) -> bool:
    """Play the auctions and the buying of this round without doing anything; tell whether the game is over then."""
    state = kit.deal_all(kit.opt_out_all(state))
    state = kit.end_turns(state, "fuel")
    return bool(kit.view(state)["phase"] == "over")


def test_one_more_round_in_the_market_update_acts_at_once() -> None:
    """Drawn in Phase 3, One More Round and the smallest plant leave at once and six plants stay. [AMB-03]"""
    s = kit.situation("card-game", 3, phase="plant_update", market=EIGHT, stack=["one-more-round", "20", "21"])
    assert kit.market(s) == ["5a", "6a", "8", "9", "11", "12"]
    assert set(kit.view(s)["plants"]["unseen"]["big"]["cards"]) == {"14", "20", "21"}
    assert final(s)


def test_one_more_round_drawn_by_a_fuel_reshuffle() -> None:
    """A market cut during the resupply is not updated, and the next round is the last. [AMB-04]"""
    s = kit.situation(
        "card-game",
        3,
        phase="resupply",
        market=EIGHT,
        stack=["one-more-round", "20", "21"],
        columns={2: FULL, 3: FULL, 4: FULL[:3]},
        fuel_bag={},
        fuel_discard={"coal-2": 1},
    )
    assert {"4a", "5a"} <= set(kit.view(s)["plants"]["removed"])
    assert kit.market(s) == ["6a", "8", "9", "11", "12", "14"]
    assert kit.view(s)["plants"]["stack"] == 2
    assert kit.view(s)["round"] == 3
    assert final(s)


def test_at_revision_1_one_more_round_drawn_by_a_reshuffle_still_updates_the_market() -> None:
    """A game of revision 1 goes on as it was played: the cut market loses its smallest plant and draws one. [AMB-04]"""
    s = kit.situation(
        "card-game",
        3,
        phase="resupply",
        market=EIGHT,
        stack=["one-more-round", "20", "21"],
        columns={2: FULL, 3: FULL, 4: FULL[:3]},
        fuel_bag={},
        fuel_discard={"coal-2": 1},
        rules=kilowatt.ruleset("card-game", 3, {"order": [0, 1, 2]}, revision=1),
    )
    assert kit.market(s) == ["8", "9", "11", "12", "14"]
    s = kit.act(s, Reveal("20"))
    assert kit.market(s) == ["8", "9", "11", "12", "14", "20"]
    assert final(s)


def test_a_second_reshuffle_of_that_round_costs_another_plant() -> None:
    """After the cut another reshuffle still removes the smallest plant and draws one. [AMB-04, AMB-12]"""
    s = kit.situation(
        "card-game",
        3,
        phase="resupply",
        market=EIGHT,
        stack=["one-more-round", "20", "21", "22"],
        columns={2: FULL, 3: FULL, 4: FULL[:2]},
        fuel_bag={},
        fuel_discard={"coal-2": 1},
    )
    assert kit.market(s) == ["8", "9", "11", "12", "14"]
    s = kit.act(s, Reveal("20"))
    assert kit.market(s) == ["8", "9", "11", "12", "14", "20"]
    assert kit.view(s)["phase"] == "power"
    s = kit.act(s, RevealFuel("coal-3"))
    assert kit.market(s) == ["8", "9", "11", "12", "14", "20"]
    assert kit.view(s)["round"] == 3


def test_the_last_round_is_announced_by_the_card_not_by_the_market() -> None:
    """A round cut to six plants on the way has its bureaucracy, and fewer than six announce the last. [AMB-05]"""
    s = kit.situation("card-game", 3, market=[*EIGHT[:7], "one-more-round"], stack=["30", "31", "32"])
    assert not final(s)
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["6a", "8", "9", "11", "12", "30"]
    s = kit.situation("card-game", 3, phase="plant_update", market=["9", "10", "13"], stack=["one-more-round"])
    assert kit.market(s) == ["10"]
    assert final(s)


def test_singles_never_run_out() -> None:
    """Four coal singles lie in column 1 although two are printed, and two go back. [AMB-06, AMB-98]"""
    s = kit.situation(
        "card-game",
        3,
        phase="cards",
        plants={0: ["12"], 1: ["4a"], 2: ["20"]},
        cards={1: [("coal-1", 1)], 2: [("coal-1", 1)]},
        columns={2: ["coal-3", "coal-3"], 3: [], 4: []},
        stack=["30", "31", "32"],
    )
    assert kit.supply(s)["coal"] == 2
    s = kit.act(s, BuyCard(2, 2, "coal-3"), Pass(2))
    assert (column(s, 1), kit.supply(s)["coal"]) == (["coal-single"] * 2, 0)
    s = kit.act(s, BuyCard(1, 2, "coal-3"), Pass(1))
    assert (column(s, 1), kit.supply(s)["coal"]) == (["coal-single"] * 4, 0)
    s = kit.act(s, *[BuyCard(0, 1, "coal-single")] * 4, Pass(0))
    assert (column(s, 1), hand(s, 0)) == ([], [["coal-single", 1]] * 4)
    s = kit.act(s, kit.run(0, p12={"coal": 3}))
    assert (hand(s, 0), kit.supply(s)["coal"]) == ([["coal-single", 1]], 2)


def test_surplus_of_a_purchase_and_of_scrapping_differ() -> None:
    """What does not fit when buying becomes singles; what does not fit after scrapping is lost. [AMB-07]"""
    s = kit.situation(
        "card-game",
        3,
        phase="cards",
        plants={2: ["4a"]},
        cards={2: [("coal-1", 1)]},
        columns={2: ["coal-3"], 3: [], 4: []},
        stack=["30"],
    )
    s = kit.act(s, BuyCard(2, 2, "coal-3"))
    assert (column(s, 1), hand(s, 2)) == (["coal-single"] * 2, [["coal-1", 1], ["coal-3", 1]])
    s = kit.situation(
        "card-game",
        3,
        market=["13", "15", "16", "18", "20", "25", "26", "27"],
        stack=["30", "31"],
        plants={0: ["4a", "6a", "11"]},
        cards={0: [("coal-3", 3)]},
        money=50,
    )
    s = kit.act(kit.buy(s, "16"), Scrap(0, "6a"))
    assert (column(s, 1), hand(s, 0)) == ([], [["coal-3", 2]])
    assert kit.supply(s)["coal"] == 2


@pytest.mark.parametrize(
    ("held", "bought", "kept", "singles"),
    [
        ([("gas-3", 3), ("gas-1", 1)], "oil-2", None, None),
        ([("gas-1", 1)], "gas-3", 3, 0),
        ([("oil-3", 3)], "gas-2", 1, 1),
        ([("gas-3", 3)], "oil-2", 1, 1),
        ([("oil-3", 3), ("gas-1", 1)], "gas-2", None, None),
        ([("gas-3", 3), ("gas-2", 2)], "oil-2", None, None),
    ],
)
def test_the_last_round_keeps_what_one_production_can_use(
    held: list[tuple[str, int]], bought: str, kept: int | None, singles: int | None
) -> None:
    """With a gas plant and a hybrid in the last round only units that add to one production are kept. [AMB-08]"""
    s = kit.situation(
        "card-game",
        3,
        phase="cards",
        step=3,
        last_round=True,
        market=SIX,
        plants={2: ["19", "7"]},
        cards={2: held},
        columns={2: [bought], 3: [], 4: []},
        stack=["30"],
    )
    move = BuyCard(2, 2, bought)
    if kept is None:
        assert kit.refused(s, move).code == "last_round_no_excess"
        return
    row = kilowatt.options(s).choices["buy_card"][0]
    assert (row.kept, row.singles) == (kept, singles)  # type: ignore[attr-defined]
    s = kit.act(s, move)
    assert hand(s, 2)[-1] == [bought, kept]
    assert len(column(s, 1)) == singles


def test_ties_of_any_size_are_reversed() -> None:
    """Each group equal in income and biggest plant is reversed, four as well as two. [AMB-09]"""
    s = kit.situation("card-game", 4, phase="power", order=[2, 0, 3, 1], stack=["30", "31"])
    assert kit.view(kit.end_turns(s, "power"))["order"] == [1, 3, 0, 2]
    s = kit.situation(
        "card-game",
        5,
        phase="power",
        plants={0: ["3a"], 2: ["3b"], 4: ["3c"]},
        stack=["30", "31"],
    )
    assert kit.view(kit.end_turns(s, "power"))["order"] == [4, 2, 0, 3, 1]


def test_what_is_equal_to_the_end_is_shared() -> None:
    """Equal points, equal money left and equal biggest plants share the victory. [AMB-10]"""
    s = kit.situation(
        "card-game",
        3,
        phase="cards",
        step=3,
        last_round=True,
        market=SIX,
        plants={0: ["5b"], 1: ["5c"], 2: ["4a"]},
        cards={0: [("coal-2", 2)], 1: [("oil-2", 2)]},
        money={0: 23, 1: 23, 2: 23},
        stack=["30"],
    )
    s = kit.end_turns(s, "fuel")
    result = kilowatt.result(s)
    assert result is not None
    assert result.ranking == [[0, 1], [2]]
    assert result.scores[0] == result.scores[1]


def test_no_fuel_cards_at_all_leave_gaps_and_cost_nothing() -> None:
    """With draw stack and discard pile empty the slots stay empty and no plant leaves for it. [AMB-12]"""
    s = kit.situation(
        "card-game",
        3,
        phase="resupply",
        market=EIGHT,
        stack=["20", "21"],
        columns={2: FULL, 3: FULL, 4: FULL[:2]},
        fuel_bag={},
        fuel_discard={},
    )
    assert column(s, 4) == sorted(FULL[:2])
    assert kit.market(s) == [*EIGHT[:7], "20"]


def test_a_stack_that_ends_with_the_last_slot_waits() -> None:
    """When the last fuel card fills the last slot nothing is shuffled this round. [AMB-12]"""
    s = kit.situation(
        "card-game",
        3,
        phase="resupply",
        market=EIGHT,
        stack=["20", "21"],
        columns={2: FULL, 3: FULL, 4: FULL[:3]},
        fuel_bag={"oil-3": 1},
        fuel_discard={"coal-2": 2},
    )
    assert "oil-3" in column(s, 4)
    assert kit.view(s)["fuel_stack"] == {"unseen": {}, "discard": {"coal-2": 2}}
    assert kit.market(s) == [*EIGHT[:7], "20"]


@pytest.mark.parametrize(
    ("held", "plant", "burn", "left", "pile", "pool"),
    [
        ([("coal-3", 3), ("coal-2", 2), ("coal-single", 1)], "12", 3, [["coal-3", 3]], {"coal-2": 1}, 1),
        ([("coal-2", 2), ("coal-2", 2), ("coal-2", 2)], "12", 3, [["coal-2", 1], ["coal-2", 2]], {"coal-2": 1}, 0),
        ([("coal-3", 3), ("coal-3", 1)], "18", 2, [["coal-3", 2]], {"coal-3": 1}, 0),
        ([("coal-3", 2), ("coal-2", 2)], "18", 2, [["coal-2", 2]], {"coal-3": 1}, 0),
    ],
)
def test_which_card_is_turned_down(
    held: list[tuple[str, int]],
    plant: str,
    burn: int,
    left: list[list[object]],
    pile: dict[str, int],
    pool: int,
) -> None:
    """Singles are used first, then the card that shows least, then the older one. [AMB-97]"""
    s = kit.situation(
        "card-game", 3, phase="power", plants={0: [plant]}, cards={0: held}, fuel_discard={}, stack=["30", "31"]
    )
    before = kit.supply(s)["coal"]
    s = kit.act(s, kit.run(0, **{f"p{plant}": {"coal": burn}}))
    assert hand(s, 0) == left
    assert kit.view(s)["fuel_stack"]["discard"] == pile
    assert kit.supply(s)["coal"] == min(before + pool, 2)


def test_the_same_card_goes_first_when_fuel_is_dropped() -> None:
    """After scrapping a single goes back to its pool before any card is turned down. [AMB-97]"""
    s = kit.situation(
        "card-game",
        3,
        market=["13", "15", "16", "18", "20", "25", "26", "27"],
        stack=["30", "31"],
        plants={0: ["4a", "6a", "11"]},
        cards={0: [("coal-3", 3), ("coal-single", 1)]},
        fuel_discard={},
        money=50,
    )
    s = kit.act(kit.buy(s, "16"), Scrap(0, "6a"))
    assert hand(s, 0) == [["coal-3", 2]]
    assert kit.view(s)["fuel_stack"]["discard"] == {}
    assert column(s, 1) == []


def last(seats: int, stack: list[str]) -> kilowatt.State:
    """The auctions of a last round."""
    return kit.situation("card-game", seats, step=3, last_round=True, market=SIX, stack=stack, money=60)


def test_the_last_round_auctions_like_any_other() -> None:
    """In the last round the token, low draws, replacements and the clean-up work, and nothing is cut again. [AMB-99]"""
    s = last(3, ["12", "30", "31", "32"])
    assert kit.view(s)["plants"]["discount"] == "13"
    assert kit.allowed(s, Open(0, "25", 25))
    low = kit.buy(s, "25")
    assert kit.view(low)["plants"]["discount"] is None
    assert kit.market(low) == ["13", "15", "16", "18", "20", "30"]
    assert kit.market(kit.opt_out_all(low)) == ["13", "15", "16", "18", "20", "30"]
    s = kit.opt_out_all(last(3, ["30", "31"]))
    assert kit.market(s) == ["15", "16", "18", "20", "25", "30"]
    assert kit.market(kit.buy(last(3, []), "25")) == ["13", "15", "16", "18", "20"]


def test_the_last_round_keeps_its_order() -> None:
    """The last round's cards are bought in the order of the round, and the game ends without a new one. [AMB-99]"""
    s = kit.buy(last(3, ["30", "31", "32"]), "25")
    s = kit.opt_out_all(s)
    assert (kit.view(s)["order"], s.actor) == ([0, 1, 2], 2)
    s = kit.end_turns(s, "fuel")
    assert (kit.view(s)["order"], kit.view(s)["phase"]) == ([0, 1, 2], "over")


def test_the_trust_takes_the_sixth_plant_of_the_last_round() -> None:
    """In the last round the Trust takes the biggest of six, and it is replaced. [AMB-99]"""
    s = kit.buy(last(2, ["30", "31", "32"]), "15")
    assert kit.view(s)["trust"]["plants"] == ["30"]
    assert kit.market(s) == ["13", "16", "18", "20", "25", "31"]
