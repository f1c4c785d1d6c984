"""Boards of the atlas with other plant markets: Spain & Portugal, Québec and Russia."""

from __future__ import annotations

from random import Random

import pytest

import kilowatt
from kilowatt.engine import deck
from kilowatt.engine.actions import Open, Pass
from kilowatt.engine.ids import bits
from tests import kit

EIGHT = ["5", "7", "8", "9", "13", "18", "20", "22"]
SMALL = {str(number) for number in range(3, 16)}


def names(s: kilowatt.State, mask: int) -> set[str]:
    """The names of cards."""
    return {s.rules.card_names[card] for card in bits(mask)}


def drawn(ruleset: str, seats: int, seed: int) -> list[str]:
    """The stack of a new game from top to bottom, as one seed deals it."""
    s = kit.fresh(ruleset, seats, seed)
    cards: list[str] = []
    rng = Random(seed)
    s = kilowatt.clone(s)
    while s.layers:
        odds = deck.odds(s)
        card = rng.choices([card for card, _ in odds], [weight for _, weight in odds])[0]
        cards.append(s.rules.card_names[card])
        deck.take(s, card)
        s.top_back = -1
    return cards


# Spain & Portugal


@pytest.mark.parametrize("edition", ["original", "recharged"])
def test_three_plants_wait_for_step_2(edition: str) -> None:
    """18, 22 and 27 are in no market and no stack; with Step 2 they lie on top: 18 comes, then 22, 27. [AT-ES-02]"""
    ruleset = f"{edition}/spain-portugal"
    s = kit.fresh(ruleset, 3)
    assert not {"18", "22", "27"} & {*kit.market(s), *drawn(ruleset, 3, 1)}
    rules = s.rules
    town = [city.id for city in rules.board.cities if rules.board.areas[city.area].id == "centre"]
    s = kit.situation(
        ruleset,
        3,
        phase="after_build",
        zone=["centre", "north", "east"],
        cities={0: town[:7]},
        market=["20", "21", "23", "24", "25", "26", "28", "29"],
        stack=["30", "31"],
    )
    assert kit.view(s)["step"] == 2
    assert kit.market(s) == ["18", "21", "23", "24", "25", "26", "28", "29"]
    assert kit.view(s)["plants"]["top"] == ["22", "27"]


def test_the_step_3_card_before_step_2_brings_them_too() -> None:
    """The Step 3 card in Step 1: Step 2's changes come first, so 18 comes and 22, 27 lie on top. [AT-ES-03]"""
    s = kit.situation(
        "original/spain-portugal",
        3,
        phase="plant_update",
        market=["20", "21", "23", "24", "25", "26", "28", "29"],
        stack=["step3", "30"],
    )
    while s.actor == -2:
        s = kit.act(s, kilowatt.legal_actions(s)[0])
    assert kit.market(s) == ["21", "23", "24", "25", "26", "28"]
    assert kit.view(s)["plants"]["top"] == ["22", "27"]
    assert s.removed >> s.rules.plant_ids["18"] & 1


@pytest.mark.parametrize(("ruleset", "stack"), [("original/spain-portugal", 24), ("recharged/spain-portugal", 24)])
def test_the_removal_is_the_editions(ruleset: str, stack: int) -> None:
    """Three players: 39 plants less 8 opened and 8 removed, and the Step 3 card, make a stack of 24. [AT-ES-04]"""
    assert kit.view(kit.fresh(ruleset, 3))["plants"]["stack"] == stack


# Québec


@pytest.mark.parametrize("ruleset", ["original/quebec", "recharged/quebec"])
def test_ecological_plants_are_never_removed(ruleset: str) -> None:
    """Market and stack always have all seven; in 30 games 50 is missing in some. [AT-QC-01, AT-QC-05]"""
    missing = 0
    for seed in range(30):
        cards = {*kit.market(kit.fresh(ruleset, 3, seed)), *drawn(ruleset, 3, seed)}
        assert {"13", "18", "22", "27", "33", "37", "44"} <= cards
        missing += "50" not in cards
    assert missing


def test_the_stack_of_original_quebec() -> None:
    """13, 18 and 22 are on top. [AT-QC-02]"""
    assert kit.view(kit.fresh("original/quebec", 4))["plants"]["top"] == ["13", "18", "22"]


@pytest.mark.parametrize(("seats", "small"), [(2, 2), (3, 2), (4, 3), (5, 4), (6, 4)])
def test_the_stack_of_recharged_quebec(seats: int, small: int) -> None:
    """Eight small cards open, a small one is on top, then 18, 22; of the four left 2, 2, 3 or 4 come. [AT-QC-02]"""
    for seed in range(25):
        s = kit.fresh("recharged/quebec", seats, seed)
        assert set(kit.market(s)) <= SMALL
        assert kit.view(s)["plants"]["top_back"] == "plug"
        cards = drawn("recharged/quebec", seats, seed)
        assert cards[0] in SMALL
        assert cards[1:3] == ["18", "22"]
        assert len(SMALL & set(cards[3:])) == small
        assert "13" in {*kit.market(s), *cards}
        assert len(cards) == len(set(cards)) == kit.view(s)["plants"]["stack"]


@pytest.mark.parametrize(
    ("market", "goes"), [(EIGHT, "20"), (["5", "7", "8", "9", "13", "18", "22", "27"], "9")], ids=["20", "9"]
)
def test_ecological_plants_never_go_under(market: list[str], goes: str) -> None:
    """The largest other plant goes under: of the future market, else of the current one. [AT-QC-03]"""
    s = kit.situation("original/quebec", 3, phase="plant_update", market=market, stack=["30", "31"])
    assert kit.market(s) == sorted([*[plant for plant in market if plant != goes], "30"], key=int)
    assert kit.view(s)["plants"]["top"] == ["31", "step3", goes]


def test_a_market_of_ecological_plants_stands_still() -> None:
    """With seven ecological plants nothing goes and nothing is drawn. [AT-QC-03]"""
    market = ["13", "18", "22", "27", "33", "37", "44"]
    s = kit.situation("original/quebec", 3, phase="plant_update", market=market, stack=[])
    assert kit.market(s) == market
    assert kit.view(s)["plants"]["top"] == ["step3"]


def test_fusion_goes_under() -> None:
    """Plant 50 is the largest plant that is not ecological. [AT-QC-05]"""
    s = kit.situation("original/quebec", 3, phase="plant_update", market=[*EIGHT[:7], "50"], stack=["30", "31"])
    assert kit.market(s) == ["5", "7", "8", "9", "13", "18", "20", "30"]


def test_ecological_plants_leave_as_the_smallest() -> None:
    """When Step 2 begins plant 13 leaves as the smallest. [AT-QC-04]"""
    s = kit.fresh("original/quebec", 3)
    town = [city.id for city in s.rules.board.cities if s.rules.board.areas[city.area].id == "montreal"]
    s = kit.situation(
        "original/quebec",
        3,
        phase="after_build",
        zone=["montreal", "capital", "centre"],
        cities={0: town},
        market=["13", "20", "21", "23", "24", "25", "26", "28"],
        stack=["30", "31"],
    )
    assert kit.market(s) == ["20", "21", "23", "24", "25", "26", "28", "30"]


# Russia


def test_six_plants_three_on_offer() -> None:
    """Of 3, 4, 5, 7, 8, 9 only the first three can be opened. [AT-RU-01, AT-RU-02]"""
    s = kit.fresh("original/russia", 3, order=[0, 1, 2])
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["3", "4", "5"], ["7", "8", "9"])
    assert kit.allowed(s, Open(0, "5", 5))
    assert kit.refused(s, Open(0, "7", 7)).code == "plant_in_future_market"


@pytest.mark.parametrize(("seats", "stack"), [(2, 27), (3, 27), (4, 31), (5, 35), (6, 35)])
def test_the_stack_of_original_russia(seats: int, stack: int) -> None:
    """13 on top, then five cards with 10 and 11 among them, then the rest; 6 and 14 are out. [AT-RU-02]"""
    others = set()
    for seed in range(25):
        cards = drawn("original/russia", seats, seed)
        assert len(cards) == len(set(cards)) == stack
        assert cards[0] == "13"
        assert {"10", "11"} <= set(cards[1:6])
        assert not {"6", "14"} & set(cards)
        assert cards[-1] == "step3"
        others |= set(cards[1:6])
    assert len(others) > 20


@pytest.mark.parametrize(("seats", "stack"), [(2, 29), (3, 27), (4, 31), (5, 35), (6, 35)])
def test_the_stack_of_recharged_russia(seats: int, stack: int) -> None:
    """Six small cards open and five lie on top of the big ones. [AT-RU-02]"""
    for seed in range(10):
        market = kit.market(kit.fresh("recharged/russia", seats, seed))
        cards = drawn("recharged/russia", seats, seed)
        assert len(market) == 6
        assert {*market, *cards[:5]} == SMALL - {"6", "14"}
        assert not SMALL & set(cards[5:])
        assert len(cards) == stack


def test_the_first_to_opt_out_removes_the_smallest() -> None:
    """A opts out: 20 leaves, 30 comes; B and C do nothing more, though nobody bought. [AT-RU-03]"""
    market = ["20", "21", "22", "23", "24", "25"]
    s = kit.situation("original/russia", 3, market=market, stack=["30", "31", "32"], plants={0: ["15"]}, money=100)
    s = kit.act(s, Pass(0))
    assert kit.market(s) == [*market[1:], "30"]
    s = kit.act(s, Pass(1), Pass(2))
    assert kit.market(s) == [*market[1:], "30"]
    assert s.removed >> s.rules.plant_ids["20"] & 1


def test_opting_out_after_a_sale_counts_once() -> None:
    """A buys 21; B is the first to opt out and 20 leaves; C's opting out does nothing. [AT-RU-03]"""
    market = ["20", "21", "22", "23", "24", "25"]
    s = kit.situation("original/russia", 3, market=market, stack=["30", "31", "32", "33"], money=100)
    s = kit.buy(s, "21")
    assert kit.market(s) == ["20", "22", "23", "24", "25", "30"]
    s = kit.act(s, Pass(1))
    assert kit.market(s) == ["22", "23", "24", "25", "30", "31"]
    s = kit.act(s, Pass(2))
    assert kit.market(s) == ["22", "23", "24", "25", "30", "31"]


def test_passing_in_an_auction_removes_nothing() -> None:
    """B and C pass on 21: no plant but the sold one leaves. [AT-RU-03]"""
    s = kit.situation("original/russia", 3, market=["20", "21", "22", "23", "24", "25"], stack=["30", "31"], money=100)
    s = kit.act(s, Open(0, "21", 21), Pass(1), Pass(2))
    assert kit.market(s) == ["20", "22", "23", "24", "25", "30"]


def test_obsolete_plants_stay_in_russia() -> None:
    """With eight cities of the leader plant 5 stays, and plant 4 stays when it is drawn. [AT-RU-04, AT-ALL-06]"""
    s = kit.fresh("original/russia", 3)
    zone = ["north", "centre", "south"]
    towns = [city.id for city in s.rules.board.cities if s.rules.board.areas[city.area].id in zone]
    s = kit.situation(
        "original/russia",
        3,
        zone=zone,
        cities={0: towns[:8]},
        step=2,
        market=["5", "21", "22", "23", "24", "25"],
        stack=["4", "31"],
        money=100,
    )
    assert kit.market(s)[0] == "5"
    s = kit.buy(s, "21")
    assert kit.market(s) == ["4", "5", "22", "23", "24", "25"]


def test_four_plants_remain_in_step_3() -> None:
    """With the Step 3 card the smallest leaves: four plants, all on offer. [AT-RU-05]"""
    s = kit.situation(
        "original/russia",
        3,
        phase="plant_update",
        step=2,
        market=["20", "21", "22", "23", "24", "25"],
        stack=["step3", "30", "31"],
    )
    while s.actor == -2:
        s = kit.act(s, kilowatt.legal_actions(s)[0])
    row = kit.view(s)["plants"]
    assert (row["current"], row["future"]) == (["21", "22", "23", "24"], [])


def test_russia_has_no_discount_token() -> None:
    """In Recharged too the least bid is the number of the plant. [AT-RU-06]"""
    s = kit.fresh("recharged/russia", 3, order=[0, 1, 2])
    assert kit.view(s)["plants"]["discount"] is None
    first = kit.market(s)[0]
    assert kit.refused(s, Open(0, first, int(first) - 1)).code == "bid_too_low"
