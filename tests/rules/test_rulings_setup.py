"""Rulings on the preparation: order, areas, money, games of two, reconstructed cards and composed games."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from math import factorial
from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import ChooseArea, Open, Pass, Scrap, SeatOrder
from kilowatt.protocol.views import game_view
from tests import kit


def shipped_deck(name: str) -> dict[str, Any]:
    """A deck as it is shipped, ready to be changed and given back as an option."""
    return tomllib.loads((files("kilowatt.editions") / "data" / "decks" / f"{name}.toml").read_text(encoding="utf-8"))


def prepared(rules: Any) -> kilowatt.State:
    """A game whose preparation is answered with the first thing that comes."""
    s = kilowatt.new_game(rules)
    while s.round == 0:
        s, _ = kilowatt.play(s, kilowatt.legal_actions(s)[0])
    return s


def test_the_card_game_says_which_cards_are_reconstructed() -> None:
    """Only the plants 7, 8 and 12 are marked as printed, with the values the rules text gives. [AMB-16]"""
    plants = {plant.id: plant for plant in kilowatt.ruleset("card-game", 3).plants}
    assert {name for name, plant in plants.items() if plant.printed} == {"7", "8", "12"}
    assert [(plants[name].kind, plants[name].need, plants[name].income) for name in ("7", "8", "12")] == [
        ("hybrid", 3, 8),
        ("eco", 0, 6),
        ("coal", 3, 9),
    ]
    assert plants["19"].number == 19
    assert {7, 9, 10} <= {plant.income for plant in plants.values()}


def test_the_printed_cards_can_be_put_in() -> None:
    """The option `deck` replaces the reconstructed plants by the cards of one's own box. [AMB-16]"""
    deck = shipped_deck("2016")
    card = next(card for card in deck["plants"] if card["id"] == "20")
    card.update(income=17, printed=True)
    rules = kilowatt.ruleset("card-game", 3, {"deck": deck})
    assert rules.plants[rules.plant_ids["20"]].income == 17
    assert rules.options["deck"]["plants"] == deck["plants"]
    with pytest.raises(kilowatt.BadOption):
        kilowatt.ruleset("card-game", 3, {"deck": {**deck, "backs": ["red", "blue"]}})


def test_the_contractors_cards_can_be_put_in() -> None:
    """The option `contractor_cards` replaces the reconstructed values; only 1/0 is known as printed. [AMB-15]"""
    shipped = kilowatt.ruleset("card-game", 3, {"contractor": True}).options["contractor_cards"]
    assert [card["printed"] for card in shipped] == [True, False, False, False, False]
    assert (shipped[0]["first"], shipped[0]["others"]) == (1, 0)
    shipped = kilowatt.ruleset("recharged/germany", 3, {"contractor": True}).options["contractor_cards"]
    assert [card["printed"] for card in shipped] == [False] * 6
    own = [{"first": 7 + n, "others": n, "printed": True} for n in range(6)]
    s = kit.situation(
        "recharged/germany",
        3,
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        stack=["30", "31"],
        plants={0: ["3", "4", "5"]},
        contractor=True,
        contractor_cards=own,
    )
    s = kit.act(kit.buy(s, "12"), Scrap(0, "3"))
    assert kit.view(s)["seats"][0]["money"] == 50 - 12 + 7
    with pytest.raises(kilowatt.BadOption):
        kilowatt.ruleset("recharged/germany", 3, {"contractor": True, "contractor_cards": own[:5]})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_first_order_is_equally_likely(seats: int) -> None:
    """The first order of 2004 is one of all permutations, each with the same weight. [AMB-26]"""
    outcomes = kilowatt.outcomes(kilowatt.new_game(kilowatt.ruleset("original/germany", seats)))
    assert all(isinstance(move, SeatOrder) for move, _ in outcomes)
    assert len(outcomes) == factorial(seats)
    assert len(Counter(weight for _, weight in outcomes)) == 1


def test_money_is_open_unless_the_table_hides_it() -> None:
    """By default everybody sees all money; hidden money is a matter of views and changes no rule. [AMB-69]"""
    assert kilowatt.ruleset("recharged/germany", 3).options["money"] == "open"
    shown = kit.fresh("recharged/germany", 3, seed=4, order=[0, 1, 2])
    hidden = kit.fresh("recharged/germany", 3, seed=4, order=[0, 1, 2], money="hidden")
    assert [seat["money"] for seat in game_view(shown, {0})["seats"]] == [50, 50, 50]
    assert [seat["money"] for seat in game_view(hidden, {0})["seats"]] == [50, None, None]
    assert list(kilowatt.legal_actions(shown)) == list(kilowatt.legal_actions(hidden))
    with pytest.raises(kilowatt.BadOption):
        kilowatt.ruleset("recharged/germany", 3, {"money": "secret"})


def test_areas_are_dealt_given_or_drafted_and_hang_together() -> None:
    """A zone may be named or drafted in turn; it has the number of areas for the seats, in one piece. [AMB-78]"""
    assert kilowatt.ruleset("original/germany", 3).options["zone"] == "random"
    for bad in (["west", "south"], ["west", "south_west", "north_east"], ["west", "west", "east"]):
        with pytest.raises(kilowatt.BadOption):
            kilowatt.ruleset("original/germany", 3, {"zone": bad})
    s = kit.fresh("original/germany", 3, zone=["west", "south_west", "east"])
    assert set(kit.view(s)["areas"]) == {"west", "south_west", "east"}
    s = kit.fresh("original/germany", 3, zone="draft", order=[2, 0, 1])
    assert kit.refused(s, ChooseArea(0, "west")).code == "not_your_turn"
    s = kit.act(s, ChooseArea(2, "west"))
    assert kit.refused(s, ChooseArea(0, "west")).code == "area_taken"
    s = kit.act(s, ChooseArea(0, "north_east"))
    assert {row.area for row in kilowatt.options(s).choices["choose_area"]} == {"north_west", "east"}  # type: ignore[attr-defined]
    assert kit.refused(s, ChooseArea(1, "south_west")).code == "area_completes_no_zone"
    s = kit.act(s, ChooseArea(1, "east"))
    s = kit.deal_all(s)
    assert set(kit.view(s)["areas"]) == {"west", "east", "north_east"}
    assert kit.view(s)["round"] == 1


@pytest.mark.parametrize(
    ("ruleset", "first", "second"),
    [
        ("original/usa", "northwest", "southeast"),
        ("recharged/germany", "west", "north_east"),
        ("deluxe/europe", "france_iberia", "scandinavia_baltic"),
        ("deluxe/north-america", "northwest", "mexico"),
    ],
)
def test_a_draft_leaves_a_gap_that_a_later_area_can_close(ruleset: str, first: str, second: str) -> None:
    """In every edition with a board an area that touches none chosen before is allowed if a zone can close. [AMB-78]"""
    s = kit.act(kit.fresh(ruleset, 3, zone="draft", order=[0, 1, 2]), ChooseArea(0, first))
    rules = s.rules
    assert not rules.board.area_links[rules.area_ids[first]] >> rules.area_ids[second] & 1
    assert kit.allowed(s, ChooseArea(1, second))


def test_at_revision_1_each_drafted_area_touches_the_zone() -> None:
    """A game of revision 1 refuses an area that touches none chosen before, though the zone could close. [AMB-78]"""
    options = {"zone": "draft", "order": [0, 1, 2]}
    s = kilowatt.new_game(kilowatt.ruleset("original/germany", 3, options, revision=1))
    s = kit.act(s, ChooseArea(0, "west"))
    assert kit.refused(s, ChooseArea(1, "north_east")).code == "area_not_adjacent"
    s = kit.act(s, ChooseArea(1, "east"), ChooseArea(2, "north_east"))
    assert set(kit.view(s)["areas"]) == {"west", "east", "north_east"}


def test_a_random_zone_is_always_in_one_piece() -> None:
    """Every zone chance may deal is connected, and all of them are equally likely. [AMB-78]"""
    s = kilowatt.new_game(kilowatt.ruleset("original/germany", 3, {"order": [0, 1, 2]}))
    while kilowatt.actor(s) == "chance" and type(kilowatt.outcomes(s)[0][0]).kind != "zone":
        s, _ = kilowatt.play(s, kilowatt.outcomes(s)[0][0])
    outcomes = kilowatt.outcomes(s)
    zones = {frozenset(move.areas) for move, _ in outcomes}  # type: ignore[attr-defined]
    assert len(zones) == len(outcomes)
    assert frozenset({"west", "south", "north_east"}) not in zones
    assert frozenset({"west", "south_west", "east"}) in zones
    assert len({weight for _, weight in outcomes}) == 1
    for zone in zones:
        kilowatt.ruleset("original/germany", 3, {"zone": sorted(zone)})


@pytest.mark.parametrize(
    ("ruleset", "stack"),
    [
        ("recharged/germany", 26),
        ("recharged/usa", 26),
        ("deluxe/europe", 25),
        ("deluxe/north-america", 26),
        ("card-game", 28),
    ],
)
def test_two_seats_without_the_trust_take_the_2004_numbers(ruleset: str, stack: int) -> None:
    """Without the Trust two players own four plants and play to 10 and 21 cities with a shorter stack."""
    rules = kilowatt.ruleset(ruleset, 2, {"trust": False})
    assert rules.plant_limit == 4
    if ruleset != "card-game":
        assert (rules.step2_at, rules.end_at, rules.area_count) == (10, 21, 3)
    s = prepared(rules)
    assert kit.view(s)["trust"] is None
    assert kit.view(s)["order"] in ([0, 1], [1, 0])
    assert kit.view(s)["plants"]["stack"] == stack + 1


def test_recharged_europe_keeps_the_rules_of_the_board() -> None:
    """On Europe 2018's game too has nine plants, no token, no reserved card and no draw at Step 2."""
    rules = kilowatt.ruleset("recharged/europe", 3)
    assert rules.composed
    s = prepared(rules)
    assert len(kit.market(s)) == 9
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.view(s)["plants"]["stack"] == 25 + 1
    s = kit.situation(
        "recharged/europe",
        3,
        phase="after_build",
        market=["8", "9", "10", "11", "12", "15", "20", "22", "25"],
        stack=["30", "31"],
        cities={0: ["paris", "bordeaux", "lyon", "marseille", "barcelona", "madrid", "lisboa"]},
        zone=["british_isles_low_countries", "france_iberia", "central"],
    )
    assert kit.market(s) == ["9", "10", "11", "12", "15", "20", "22", "25"]
    s = kit.situation(
        "recharged/europe",
        3,
        market=["8", "9", "10", "11", "12", "15", "20", "22", "25"],
        stack=["30", "31"],
    )
    assert kit.refused(s, Open(0, "8", 1)).code == "bid_too_low"
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["9", "10", "11", "12", "15", "20", "22", "25", "30"]


def test_recharged_china_has_no_discount_token() -> None:
    """In China 2018's game too asks the full number for the smallest plant, and no unsold plant leaves."""
    s = kit.situation("recharged/china", 4, market=["10", "12", "13"], stack=["14", "15"])
    assert kit.view(s)["plants"]["discount"] is None
    assert kit.refused(s, Open(0, "10", 1)).code == "bid_too_low"
    s = kit.act(s, Pass(0), Pass(1), Pass(2), Pass(3))
    assert kit.market(s) == ["10", "12", "13"]


def test_composed_games_are_marked() -> None:
    """Games nobody published are marked as composed, and the nine published ones are not."""
    games = [info for info in kilowatt.rulesets() if not info.chapter]
    composed = {info.id for info in games if info.composed}
    assert composed == {"recharged/korea", "recharged/china", "recharged/europe", "recharged/north-america"}
    assert len(games) == 9 + len(composed)
