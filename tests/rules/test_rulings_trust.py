"""Rulings on the Trust, the third seat of games of two."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.editions.registry import REVISION
from kilowatt.engine.actions import Bid, Build, Open, Pass, PlaceTrust
from tests import kit

GERMAN_ZONE = ["west", "south_west", "east"]


def trust(state: kilowatt.State) -> list[str]:
    """The Trust's plants."""
    plants: list[str] = kit.view(state)["trust"]["plants"]
    return plants


def fuel_of_trust(state: kilowatt.State) -> dict[str, int]:
    """What the Trust holds, fuels it has none of left out."""
    return {fuel: count for fuel, count in kit.view(state)["trust"]["fuel"].items() if count}


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_the_income_alone_decides_the_order_around_the_trust(order: list[int]) -> None:
    """Debbie with 18 goes before Anna with 16, wherever they stood, and the Trust stays second. [AMB-02]"""
    s = kit.situation(
        "card-game",
        2,
        phase="power",
        order=order,
        plants={0: ["3a", "4a", "6b"], 1: ["16", "26"]},
        cards={0: [("coal-3", 3), ("uranium-1", 1)]},
        stack=["30", "31"],
    )
    anna, debbie = 0, 1
    runs = {
        anna: kit.run(anna, p3a={"coal": 2}, p4a={"coal": 1}, p6b={"uranium": 1}),
        debbie: kit.run(debbie, p16={}, p26={}),
    }
    s = kit.act(s, runs[s.actor])
    s = kit.act(s, runs[s.actor])
    assert [seat["income"] for seat in kit.view(s)["seats"]] == [16, 18]
    assert kit.view(s)["order"] == [debbie, "trust", anna]


def test_the_card_game_trust_takes_the_smaller_card_at_equal_price() -> None:
    """Of two cards in one column the Trust takes the one with fewer units, singles or not. [AMB-13]"""
    s = kit.situation(
        "card-game",
        2,
        phase="cards",
        trust={"plants": ["4a"]},
        columns={2: ["coal-2", "coal-3"], 3: ["coal-1"], 4: []},
        stack=["30", "31"],
    )
    s = kit.act(s, Pass(1))
    assert kit.view(s)["columns"] == {"1": ["coal-single"], "2": ["coal-3"], "3": ["coal-1"], "4": []}
    assert fuel_of_trust(s) == {"coal": 1}


@pytest.mark.parametrize(("ruleset", "end"), [("card-game", "one-more-round"), ("recharged/germany", "step3")])
def test_a_short_market_gives_the_trust_its_biggest_plant_or_nothing(ruleset: str, end: str) -> None:
    """The Trust takes the biggest plant there is, never the end card, or nothing. [AMB-14, AMB-46]"""
    s = kit.situation(ruleset, 2, step=2 if end == "step3" else 1, market=["9", "10", "13", end], stack=[], money=50)
    assert trust(kit.buy(s, "9", 1)) == ["13"]
    s = kit.situation(ruleset, 2, step=2 if end == "step3" else 1, market=["9", end], stack=[], money=50)
    s = kit.buy(s, "9", 1)
    assert trust(s) == []
    assert kit.view(s)["phase"] == "fuel"


def test_the_trust_takes_the_sixth_plant_in_step_3() -> None:
    """In Step 3 the Trust takes the biggest of all six plants. [AMB-46]"""
    s = kit.situation(
        "recharged/germany",
        2,
        step=3,
        market=["13", "15", "18", "20", "25", "30"],
        stack=["14", "36", "38"],
        money=50,
    )
    assert trust(kit.buy(s, "15")) == ["30"]


def test_deluxe_for_two_is_played_with_the_trust() -> None:
    """Deluxe for two has the Trust, three plants each, Step 2 at 7, the end at 18 and 2018's removal. [AMB-29]"""
    for ruleset, stack in (("deluxe/europe", 27 + 1), ("deluxe/north-america", 28 + 1)):
        rules = kilowatt.ruleset(ruleset, 2)
        assert rules.options["trust"] is True
        assert (rules.plant_limit, rules.step2_at, rules.end_at, rules.area_count) == (3, 7, 18, 3)
        seen = kit.view(kit.deal_all(kilowatt.new_game(rules)))
        assert (seen["trust"]["houses"], seen["plants"]["stack"]) == (16, stack)


def test_the_deluxe_trust_mixes_gas_first() -> None:
    """For a Deluxe hybrid needing three the Trust takes gas, oil and gas. [AMB-29]"""
    s = kit.situation("deluxe/north-america", 2, phase="fuel", trust={"plants": ["8"]}, stack=["30", "31"])
    s = kit.act(s, Pass(1))
    assert fuel_of_trust(s) == {"gas": 2, "oil": 1}


def test_the_trust_leaves_the_coal_storage_alone() -> None:
    """In the USA the Trust takes market coal only, however much lies in the storage. [AMB-44]"""
    s = kit.situation(
        "recharged/usa", 2, phase="fuel", trust={"plants": ["10"]}, tokens={"coal": 1}, stack=["30", "31"]
    )
    assert kit.supply(s)["coal"] == 23
    s = kit.act(s, Pass(1))
    assert fuel_of_trust(s) == {"coal": 1}
    assert kit.supply(s)["coal"] == 23


@pytest.mark.parametrize(("taken", "refill"), [(True, 1), (False, 0)])
def test_the_trust_taking_plant_39_ends_no_uranium(*, taken: bool, refill: int) -> None:
    """Uranium is still refilled when the Trust takes plant 39, and no more once a player has bought it. [AMB-45]"""
    s = kit.situation(
        "recharged/germany",
        2,
        market=["30", "37", "38", "39", "40", "42", "44", "46"],
        stack=["35", "50", "33", "32", "31"],
        tokens={"uranium": 2},
        money=100,
    )
    s = kit.buy(s, "38" if taken else "39")
    assert ("39" in trust(s)) is taken
    s = kit.opt_out_all(s)
    s = kit.end_turns(kit.end_turns(s, "fuel"), "build")
    before = kit.prices(s, "uranium")
    s = kit.end_turns(s, "power")
    assert len(kit.prices(s, "uranium")) == len(before) + refill


def test_the_trusts_draw_can_cost_the_token() -> None:
    """A replacement for the Trust's plant below the token plant is removed with the token. [AMB-47]"""
    s = kit.situation(
        "recharged/germany",
        2,
        market=["8", "10", "11", "12", "15", "20", "22", "23"],
        stack=["30", "5", "31", "32"],
        money=50,
    )
    s = kit.buy(s, "10")
    assert trust(s) == ["15"]
    assert "5" in kit.view(s)["plants"]["removed"]
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.market(s) == ["8", "11", "12", "20", "22", "23", "30", "31"]


def test_the_trust_may_take_the_last_plant_with_its_token() -> None:
    """The only plant left is taken by the Trust although the token lies on it. [AMB-47]"""
    s = kit.situation("recharged/germany", 2, step=3, market=["20", "25"], stack=[], money=50)
    assert kit.view(s)["plants"]["discount"] == "20"
    s = kit.buy(s, "25")
    assert trust(s) == ["20"]
    assert kit.market(s) == []
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.view(s)["phase"] == "fuel"


def test_trust_cities_are_joined_by_a_connection_of_the_zone() -> None:
    """Each Trust house stands one connection from another, zero-cost ones included, inside the zone. [AMB-53]"""
    s = kit.fresh("recharged/germany", 2, order=[0, 1], zone=GERMAN_ZONE)
    s = kit.act(s, PlaceTrust(0, "essen"))
    assert kit.allowed(s, PlaceTrust(1, "duisburg"))
    assert kit.allowed(s, PlaceTrust(1, "muenster"))
    assert kit.refused(s, PlaceTrust(1, "koeln")).code == "trust_not_adjacent"
    s = kit.act(s, PlaceTrust(1, "muenster"), PlaceTrust(1, "osnabrueck"))
    assert kit.refused(s, PlaceTrust(0, "bremen")).code == "city_outside_zone"


def test_the_first_round_with_the_trust() -> None:
    """The worked first round of 2018: B buys 4, the Trust takes 9, A alone pays the least for 5. [AMB-86]"""
    s = kit.situation(
        "recharged/germany",
        2,
        round=1,
        market=["3", "4", "5", "7", "9", "10", "12", "15"],
        stack=["13", "20", "22", "8", "30"],
    )
    assert kit.refused(s, Pass(0)).code == "must_buy_first_round"
    s = kit.act(s, Open(0, "4", 4), Bid(1, 5), Pass(0))
    assert trust(s) == ["9"]
    assert kit.market(s) == ["3", "5", "7", "10", "12", "13", "15", "20"]
    assert s.actor == 0
    assert kit.refused(s, Pass(0)).code == "must_buy_first_round"
    assert kit.refused(s, Open(0, "5", 6)).code == "last_buyer_pays_least"
    assert kit.allowed(s, Open(0, "3", 1))
    s = kit.act(s, Open(0, "5", 5))
    assert kit.view(s)["seats"][0]["money"] == 45
    assert kit.market(s) == ["7", "8", "10", "12", "13", "15", "20", "22"]
    assert "3" in kit.view(s)["plants"]["removed"]
    assert kit.view(s)["order"] == [0, "trust", 1]


def test_equal_first_plants_change_places_around_the_trust() -> None:
    """In the card game two players with the same number after the first auctions change places. [AMB-86]"""
    s = kit.situation(
        "card-game",
        2,
        round=1,
        market=["4a", "5a", "5b", "6a", "8", "9", "10", "11"],
        stack=["13", "14", "16", "17", "18"],
    )
    s = kit.buy(s, "5a")
    assert trust(s) == ["8"]
    s = kit.act(s, Open(1, "5b", 5))
    assert kit.view(s)["order"] == [1, "trust", 0]


def test_the_trusts_chance_comes_once_a_round() -> None:
    """A Trust that finds nothing bigger takes nothing, draws nothing and does not look again. [AMB-87]"""
    s = kit.situation(
        "recharged/germany",
        2,
        market=["10", "11", "12", "13", "15", "20", "22", "23"],
        stack=["36", "37", "38", "39"],
        trust={"plants": ["16", "25", "30"]},
        money=50,
    )
    s = kit.buy(s, "10", 1)
    assert trust(s) == ["16", "25", "30"]
    assert kit.view(s)["plants"]["top"][0] == "37"
    s = kit.buy(s, "11")
    assert trust(s) == ["16", "25", "30"]
    assert "20" in kit.market(s)


@pytest.mark.parametrize(
    ("plants", "tokens", "taken"),
    [
        (["7", "12"], {"oil": 3, "coal": 5}, {"oil": 3, "coal": 2}),
        (["29", "46"], {"oil": 18, "coal": 20}, {"coal": 3, "oil": 1}),
    ],
)
def test_the_order_in_which_the_trust_takes_fuel(
    plants: list[str], tokens: dict[str, int], taken: dict[str, int]
) -> None:
    """The Trust serves one-fuel plants first, then hybrids by number, each from coal on. [AMB-88]"""
    s = kit.situation("recharged/germany", 2, phase="fuel", trust={"plants": plants}, tokens=tokens, stack=["30", "31"])
    s = kit.act(s, Pass(1))
    assert fuel_of_trust(s) == taken


@pytest.mark.parametrize("ruleset", ["original/germany", "original/usa", "original/korea"])
def test_the_trust_in_the_2004_game_brings_the_2018_numbers(ruleset: str) -> None:
    """The Trust option takes all of 2018's game for two and its stack: eight small plants, one on top. [AMB-100]"""
    rules = kilowatt.ruleset(ruleset, 2, {"trust": True})
    assert (rules.plant_limit, rules.step2_at, rules.end_at, rules.area_count) == (3, 7, 18, 3)
    s = kilowatt.new_game(rules)
    while s.round == 0:
        s, _ = kilowatt.play(s, kilowatt.legal_actions(s)[0])
    seen = kit.view(s)
    assert (seen["plants"]["stack"], seen["trust"]["houses"]) == (28 + 1, 10)
    assert all(int(plant) <= 15 for plant in kit.market(s))
    assert len(kit.market(s)) == 8
    assert seen["order"][1] == "trust"


WITH_TRUST = [row.id for row in kilowatt.rulesets() if row.board and "trust" in row.options]


@pytest.mark.parametrize("ruleset", WITH_TRUST)
def test_with_the_trust_the_refill_is_that_of_three_players(ruleset: str) -> None:
    """Every market is refilled as for three players while the Trust plays, and as for two without it. [AMB-51]"""

    def refill(seats: int, revision: int = REVISION, **options: bool) -> list[list[list[int]]]:
        return [track.refill for track in kilowatt.ruleset(ruleset, seats, options, revision).tracks]

    assert refill(2, trust=True) == refill(3)
    assert refill(2, 1, trust=True) == refill(2, trust=False) == refill(2, 1, trust=False)
    printed = ruleset.startswith("deluxe") or "america" in ruleset or "europe" in ruleset
    assert (refill(2, trust=False) == refill(3)) is printed


def test_the_trust_makes_the_refill_bigger_in_play() -> None:
    """Recharged for two refills 4 coal and 2 oil in Step 1, as for three; without the Trust 3 and 2. [AMB-51]"""
    for trust, coal in ((True, 4), (False, 3)):
        rules = kilowatt.ruleset("recharged/germany", 2, {"trust": trust, "order": [0, 1]})
        s = kit.situation(
            "recharged/germany", 2, phase="refill", tokens={"coal": 0, "oil": 0}, stack=["30", "31"], rules=rules
        )
        assert (len(kit.prices(s, "coal")), len(kit.prices(s, "oil"))) == (coal, 2)


def test_trust_houses_make_no_plant_obsolete() -> None:
    """The Trust's six cities leave a plant numbered 5 in the 2004 market. [AMB-100]"""
    s = kit.situation(
        "original/germany",
        2,
        phase="build",
        trust={"houses": 10},
        market=["5", "12", "13", "15", "18", "20", "22", "24"],
        stack=["30"],
        zone=GERMAN_ZONE,
        trust_houses=dict.fromkeys(["essen", "duisburg", "duesseldorf", "dortmund", "muenster", "osnabrueck"], 0),
        rules=kilowatt.ruleset("original/germany", 2, {"trust": True, "zone": GERMAN_ZONE, "order": [0, 1]}),
    )
    s = kit.act(s, Build(1, "halle"))
    assert kit.market(s)[0] == "5"


def test_the_trusts_take_is_no_sale() -> None:
    """When both players opt out in 2004 the smallest plant goes although the Trust took one. [AMB-100]"""
    s = kit.situation(
        "original/germany",
        2,
        market=["5", "12", "13", "15", "18", "20", "22", "24"],
        stack=["30", "31", "32"],
        rules=kilowatt.ruleset("original/germany", 2, {"trust": True, "order": [0, 1]}),
    )
    s = kit.act(s, Pass(0))
    assert trust(s) == ["15"]
    s = kit.act(s, Pass(1))
    assert kit.market(s) == ["12", "13", "18", "20", "22", "24", "30", "31"]


@pytest.mark.parametrize(
    ("north", "south", "left"),
    [(2, 2, (0, 2)), (1, 3, (0, 2))],
)
def test_the_trust_buys_in_both_korean_markets(north: int, south: int, left: tuple[int, int]) -> None:
    """In Korea the Trust takes the cheapest token of both markets, the northern one at equal price. [AMB-100]"""
    s = kit.situation(
        "original/korea",
        2,
        phase="fuel",
        trust={"plants": ["10"]},
        tokens={"north": {"coal": north}, "south": {"coal": south}},
        stack=["30"],
        rules=kilowatt.ruleset("original/korea", 2, {"trust": True, "order": [0, 1]}),
    )
    s = kit.act(s, Pass(1))
    assert fuel_of_trust(s) == {"coal": 2}
    rows = kit.view(s)["fuel"]
    assert (rows["north"]["coal"]["tokens"], rows["south"]["coal"]["tokens"]) == left


def test_the_trust_in_china_uses_stack_and_market_of_three() -> None:
    """In China two players and the Trust see three plants first and two from then on. [AMB-100]"""
    rules = kilowatt.ruleset("original/china", 2, {"trust": True, "order": [0, 1]})
    s = kilowatt.new_game(rules)
    while s.round == 0:
        s, _ = kilowatt.play(s, kilowatt.legal_actions(s)[0])
    assert kit.market(s) == ["5", "6", "7"]
    assert kit.view(s)["plants"]["stack"] == 31 - 3 + 1
    s = kit.situation("original/china", 2, phase="plant_update", market=[], stack=["12", "13", "14"], rules=rules)
    assert kit.market(s) == ["12", "13"]
