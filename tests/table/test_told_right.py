"""What players are told is what is played: reasons, announcements and the rules panel in cases where two rules meet."""

from __future__ import annotations

from random import Random

import pytest

import kilowatt
from kilowatt.engine.actions import Action, Bid, Build, BuyCard, BuyFuel, ChooseArea, Open, Pass
from kilowatt.engine.events import RoundBegan
from kilowatt.engine.game import advance
from kilowatt.engine.game import options as game_options
from kilowatt.protocol.views import game_view
from kilowatt.table import rulebook
from kilowatt.table.messages import event_sentence
from tests import kit

ZONE = ["west", "north_west", "south_west"]


def no(state: kilowatt.State, action: Action) -> str:
    """The sentence of a refusal."""
    return str(kit.refused(state, action))


def test_a_fuel_that_a_market_never_sells_is_not_called_sold_out() -> None:
    """The north of Korea never has uranium, and the storage of the USA never has oil. [K-RES-03]"""
    korea = kit.situation("original/korea", 3, phase="fuel", plants={2: ["11"]}, money=99)
    assert no(korea, BuyFuel(2, "uranium", "north")) == "Uranium is never sold on this market. [K-RES-03]"
    assert no(korea, BuyFuel(2, "uranium", "main")) == "There is no market main; there are north, south. [O-RES-03]"
    usa = kit.situation("recharged/usa", 3, phase="fuel", plants={2: ["5"]}, tokens={"coal": 0, "oil": 3}, money=99)
    assert "never sold" in no(usa, BuyFuel(2, "oil", "storage"))


def test_an_empty_market_points_to_its_storage() -> None:
    """With no coal on the market and some in the storage, the refusal says where it is to be had. [R18-MAP-02]"""
    usa = kit.situation("recharged/usa", 3, phase="fuel", plants={2: ["4"]}, tokens={"coal": 0}, money=99)
    assert no(usa, BuyFuel(2, "coal", "main")) == "The market has no coal left; buy it from the storage. [R18-MAP-02]"
    assert kit.allowed(usa, BuyFuel(2, "coal", "storage"))


def test_a_marked_city_says_what_its_empty_space_is_kept_for() -> None:
    """In Step 2 a marked city whose second space is taken is not "full": its first waits for a start. [R18-DSC-04]"""
    state = kit.situation(
        "recharged/germany", 3, phase="build", step=2, round=5, zone=ZONE, starting_cities=True, money=200
    )
    first, second, third = kit.view(state)["marks"]
    state = kit.act(state, Build(2, first), Build(2, second), Pass(2), Build(1, third))
    assert kit.refused(state, Build(1, second)).code == "city_marked"
    assert "reserved for a first house, and no other space is free in Step 2" in no(state, Build(1, second))


def test_a_raise_that_raises_nothing_cites_the_rule_of_bidding() -> None:
    """An opening below the number and a raise that is none are refused by different rules. [R18-AUC-07]"""
    state = kit.situation("recharged/germany", 3, market=["10", "12", "13", "15", "18", "20", "25", "31"], money=60)
    assert kit.refused(state, Open(0, "12", 11)).rule == "R18-AUC-06"
    state = kit.act(state, Open(0, "12", 12))
    assert no(state, Bid(1, 12)) == "12 does not raise the bid for plant 12: bid at least 13, or pass. [R18-AUC-07]"


def test_the_last_round_does_not_hide_that_nothing_burns_a_fuel() -> None:
    """Whoever has only an ecological plant is told so, in the last round as before. [C-PLT-05]"""
    for last in (False, True):
        state = kit.situation(
            "card-game",
            3,
            phase="cards",
            step=3 if last else 1,
            last_round=last,
            plants={0: ["11"], 1: ["12"], 2: ["8"]},
            money=50,
            columns={2: ["coal-2"]},
        )
        assert kit.refused(state, BuyCard(2, 2, "coal-2")).code == "fuel_not_burned"


def test_the_card_that_brings_one_more_round_says_so_once() -> None:
    """Whenever it comes, the card says that one more round follows; the last round announces none. [C-OMR-01]"""
    came: set[str] = set()
    for seed in range(25):
        rules = kilowatt.ruleset("card-game", 3)
        table = kilowatt.Table(rules, seed=seed)
        rng, number, announced, left = Random(seed), 1, [], []
        while table.actor is not None:
            phase = kilowatt.snapshot(table.state)["phase"]
            for event in table.play(rng.choice(table.legal_actions())):
                if isinstance(event, RoundBegan):
                    number = event.round
                if "the next round is the last" in event_sentence(event, rules, ["Ann", "Bob", "Cid"]):
                    announced.append(number)
                    came.add(phase)
            left.append((number, game_view(table.state, [0])["rounds_left"]))
        last = number
        assert announced == [last - 1]
        assert {count for number, count in left if number == last} == {0}
        assert {count for number, count in left if number == last - 1} <= {None, 1}
        assert all(count is None for number, count in left if number < last - 1)
    assert len(came) > 1, "the card came in one phase only: this looks at nothing"


def test_the_seat_that_first_has_the_cities_of_the_end_is_named() -> None:
    """From the house that ends the game on the view names its builder, also where a later seat builds more."""
    state = kit.situation("recharged/germany", 3, phase="build", step=3, order=[1, 0, 2], money=900, zone=ZONE)
    names = []
    for stops_at in (state.rules.end_at, state.rules.end_at + 1, 3):
        seat = state.actor
        while state.count(seat) < stops_at:
            advance(state, game_options(state).choices["build"][0].at(0))
            names.append(game_view(state, [0])["ended_by"])
        advance(state, Pass(seat))
    end = state.rules.end_at
    assert names == [None] * (end - 1) + [2] * (1 + end + 1 + 3)
    assert game_view(state, [0])["ended_by"] == 2, "and in the power phase"


def test_other_games_announce_no_last_round() -> None:
    """Where cities end the game nobody knows the last round before."""
    assert game_view(kit.fresh("recharged/germany", 3), [0])["rounds_left"] is None


@pytest.mark.parametrize(
    ("ruleset", "seats", "removed"),
    [
        ("original/china", 3, 11),
        ("original/china", 4, 7),
        ("original/china", 5, 3),
        ("recharged/germany", 3, 8),
        ("recharged/germany", 4, 4),
        ("recharged/germany", 5, 0),
        ("original/korea", 3, 8),
        ("deluxe/europe", 4, 4),
        ("card-game", 4, 4),
    ],
)
def test_the_panel_counts_the_plants_in_the_box(ruleset: str, seats: int, removed: int) -> None:
    """As many plants stay in the box as the game's list says; where none do, nothing is said. [Ch-SET-01]"""
    rows = {row.key: row.value for row in rulebook.numbers(kilowatt.ruleset(ruleset, seats))}
    assert rows.get("removed_plants", 0) == removed


@pytest.mark.parametrize(
    ("ruleset", "trust", "end", "rule"),
    [
        ("recharged/usa", True, 18, "R18-END-01"),
        ("recharged/usa", False, 21, "O-END-01"),
        ("original/usa", True, 18, "AMB-100"),
        ("original/usa", False, 21, "O-END-01"),
        ("deluxe/europe", True, 18, "AMB-29"),
        ("deluxe/europe", False, 21, "O-END-01"),
    ],
)
def test_a_game_of_two_cites_the_rule_its_numbers_come_from(ruleset: str, trust: bool, end: int, rule: str) -> None:
    """With and without the Trust the panel's number and the rule beside it agree. [AMB-29, AMB-100]"""
    rules = kilowatt.ruleset(ruleset, 2, {"trust": trust})
    row = {row.key: row for row in rulebook.numbers(rules)}["end_at"]
    assert (row.value, [text.id for text in row.rules]) == (end, [rule])


def test_the_panel_says_what_happens_when_nobody_buys() -> None:
    """The removal of the smallest plant stands in the panel of the games that know it. [O-AUC-11, D-EU-01]"""
    for ruleset, rules in (("original/germany", ["O-AUC-11"]), ("deluxe/europe", ["D-EU-01"]), ("recharged/usa", None)):
        numbers = {row.key: row for row in rulebook.switches(kilowatt.ruleset(ruleset, 4))}
        assert ("nobody_bought" in numbers) == (rules is not None), ruleset
        if rules is not None:
            assert [text.id for text in numbers["nobody_bought"].rules] == rules


def test_a_plan_with_marked_cities_does_not_depend_on_the_order_they_are_named_in() -> None:
    """The start is where the plan is possible and cheapest: beginning in Hamburg would close Kiel. [AMB-48]"""
    state = kit.situation(
        "recharged/germany", 3, phase="build", step=2, round=5, zone=ZONE, starting_cities=True, money=200
    )
    state = kit.act(state, Build(2, "flensburg"), Build(2, "kiel"), Pass(2))
    plans = [kilowatt.quote(state, 1, cities=cities) for cities in (["hamburg", "kiel"], ["kiel", "hamburg"])]
    for plan in plans:
        assert plan.problems == []
        assert [(row.city, row.house + row.connection) for row in plan.houses] == [("kiel", 10), ("hamburg", 23)]


def test_a_plan_of_fuel_cards_buys_what_is_wanted_at_its_least_price() -> None:
    """One coal is the single for 1, not the card of three for 2; three coal are the card. [C-RES-02]"""
    state = kit.situation(
        "card-game",
        3,
        phase="cards",
        plants={0: ["12"], 1: ["11"], 2: ["8"]},
        order=[2, 1, 0],
        money=50,
        columns={1: ["coal-single"], 2: ["coal-3"]},
    )
    assert kilowatt.quote(state, 0, fuel={"coal": 1}).fuel_cost == 1
    assert kilowatt.quote(state, 0, fuel={"coal": 3}).fuel_cost == 2


def test_a_draft_is_told_choice_by_choice() -> None:
    """The log reports each drafted area and its player at once, before all of the zone is known. [AMB-78]"""
    rules = kilowatt.ruleset("original/germany", 3, {"zone": "draft", "order": [2, 0, 1]})
    _, events = kilowatt.play(kit.deal_all(kilowatt.new_game(rules)), ChooseArea(2, "west"))
    names = ("Ada", "Ben", "Cleo")
    assert [event_sentence(event, rules, names) for event in events] == ["Cleo chooses West."]
    assert [event_sentence(event, rules, names, "de") for event in events] == ["Cleo wählt West."]
