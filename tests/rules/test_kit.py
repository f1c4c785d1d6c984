"""The kit itself: a situation is what it says."""

from __future__ import annotations

from kilowatt.engine.actions import Build, BuyFuel, Open, Pass
from tests import kit


def test_a_situation_is_laid_out_as_described() -> None:
    """Market, stack, plants, money, cities and fuel lie where the situation says."""
    s = kit.situation(
        "recharged/germany",
        3,
        phase="auction",
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31"],
        plants={0: ["3"], 1: ["5"]},
        money={0: 99},
        cities={0: ["essen", "duisburg"]},
        fuel={0: {"oil": 4}},
        zone=["west", "north_west", "south_west"],
    )
    seen = kit.view(s)
    assert seen["plants"]["current"] == ["10", "12", "13", "15"]
    assert seen["plants"]["discount"] == "10"
    assert seen["seats"][0]["cities"] == ["duisburg", "essen"]
    assert seen["seats"][0]["money"] == 99
    s = kit.buy(s, "12")
    assert kit.market(s) == ["10", "13", "15", "18", "20", "25", "26", "30"]


def test_a_round_can_be_played_from_any_phase() -> None:
    """A situation goes on with the rest of its round."""
    s = kit.situation("recharged/germany", 2, phase="fuel", plants={0: ["3"], 1: ["4"]}, stack=["30", "31"], trust={})
    assert s.actor == 1
    s = kit.act(s, BuyFuel(1, "coal", "main"), Pass(1), Pass(0))
    assert kit.view(s)["phase"] == "build"
    assert kit.refused(s, Open(1, "3", 3)).code == "not_now"
    assert kit.refused(s, Build(0, "essen")).code == "not_your_turn"


def test_card_game_situations() -> None:
    """Columns, hands and the fuel stack can be given."""
    s = kit.situation(
        "card-game",
        3,
        phase="cards",
        plants={0: ["12"]},
        cards={0: [("coal-2", 2)]},
        columns={2: ["coal-3"], 3: [], 4: []},
        stack=["20", "21"],
    )
    assert s.actor == 2
    assert kit.view(s)["seats"][0]["fuel"]["coal"] == 2
