"""Manhattan: single spaces with printed costs, closed spaces, a pile that follows the stack and a second purchase."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import kilowatt
from kilowatt.engine import ways
from kilowatt.engine.actions import Bid, Build, CloseCity, Open, Pass, Reveal
from kilowatt.engine.events import CityClosed, Event, PileShuffled, PlantCycled, PlantPiled, PlantRemoved, StackEnded
from kilowatt.engine.ids import bits
from kilowatt.engine.quotes import carry_out
from kilowatt.engine.restoring import read_state
from kilowatt.engine.snapshot import snapshot
from tests import kit

RULESETS = ["original/manhattan", "recharged/manhattan"]
MARKET = ["10", "12", "13", "14", "15", "16", "20", "21"]
LAST = ["20", "21"]
"""The two largest of that market."""
COSTS = {10: 17, 15: 15, 20: 14, 25: 13, 30: 10, 35: 8, 40: 6}
CLOSED = {10: 3, 15: 3, 20: 2, 25: 2, 30: 2, 35: 2}
"""For each colour that nobody plays: closed spaces by cost."""


def lay(ruleset: str = RULESETS[1], seats: int = 5, **more: Any) -> kilowatt.State:
    """Players with 100 Elektro each, five of them unless told otherwise: then no space is closed."""
    return kit.situation(ruleset, seats, **{"market": MARKET, "stack": ["30", "31", "32"], "money": 100, **more})


def ended(s: kilowatt.State, events: list[Event] | None = None) -> kilowatt.State:
    """Go on from the power phase to the next decision or real draw, with nothing run."""
    happened: list[Event] = []
    while s.phase == 4 and kilowatt.actor(s) != "chance":
        s, rows = kilowatt.play(s, kilowatt.legal_actions(s)[0])
        happened += rows
        while kilowatt.actor(s) == "chance" and len(kilowatt.outcomes(s)) == 1:
            s, rows = kilowatt.play(s, kilowatt.outcomes(s)[0][0])
            happened += rows
    if events is not None:
        events += happened
    return s


# the board


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_game_stays_in_step_1(ruleset: str) -> None:
    """With 16 of 17 spaces it is Step 1 still, there is no Step 3 card, and every step refills the same. [AT-MH-01]"""
    own = [f"m{number}" for number in range(60, 76)]
    s = lay(
        ruleset, 4, phase="build", cities={0: [name for name in own if name not in kit.view(lay(ruleset, 4))["closed"]]}
    )
    s = kit.end_turns(s, "build")
    assert s.step == 1
    assert s.rules.no_end_card
    assert not any(layer.seq for layer in s.rules.stack)
    rows = {4: (5, 4, 3, 2), 2: (4, 3, 2, 1), 3: (4, 3, 2, 1), 5: (6, 5, 4, 2), 6: (7, 6, 5, 3)}
    for seats, row in rows.items():
        assert [tuple(step[:4]) for step in kilowatt.ruleset(ruleset, seats).refill] == [row] * 3


def test_a_first_house_stands_on_any_free_space() -> None:
    """Before the first house all 83 spaces cost their printed price and no connection. [AT-MH-02]"""
    s = lay(phase="build")
    costs = kilowatt.reach(s, 4)
    assert len(costs) == 83
    assert {connection for _, connection in costs.values()} == {0}
    assert Counter(house for house, _ in costs.values()) == COSTS


def test_every_space_passed_through_costs_5() -> None:
    """From space 55: 60 is next to it, 67 lies one space further, 71 two, the park's corner 1 eight. [AT-MH-02]"""
    s = lay(phase="build", cities={4: ["m55"]}, money=200)
    costs = kilowatt.reach(s, 4)
    assert [costs[name] for name in ("m60", "m67", "m71")] == [(10, 0), (10, 5), (15, 10)]
    way = ways.way_to(s, 4, s.rules.city_ids["m71"])
    assert [s.rules.city_names[city] for city in way] == ["m55", "m60", "m67", "m71"]
    s = kit.act(s, Build(4, "m71"))
    assert s.money[4] == 200 - 25
    assert kilowatt.reach(s, 4)["m76"] == (10, 0)


def test_a_way_may_lead_through_spaces_of_others_and_closed_ones() -> None:
    """Space 60 of another player costs 5 to pass, and so does a closed one. [AT-MH-02]"""
    s = lay(phase="build", cities={4: ["m55"], 0: ["m60", "m53"], 1: ["m54"]})
    assert kilowatt.reach(s, 4)["m67"] == (10, 5)
    s = lay(seats=4, phase="build")
    closed = kit.view(s)["closed"]
    assert {"m55", "m57", "m59"} <= set(closed)
    s = lay(seats=4, phase="build", cities={3: ["m60"]})
    assert kilowatt.reach(s, 3)["m68"] == (10, 5)
    way = ways.way_to(s, 3, s.rules.city_ids["m54"])
    assert [s.rules.city_names[city] for city in way] == ["m60", "m55", "m54"]
    quote = carry_out(s, 3, ["m54", "m68"]).quote
    assert [(row.city, row.house, row.connection) for row in quote.houses] == [("m54", 15, 5), ("m68", 10, 5)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_space_takes_one_house_at_its_printed_cost(ruleset: str) -> None:
    """Two steps from the network at 25: 5 + 25 = 30; a space with a house takes no other. [AT-MH-03]"""
    s = lay(ruleset, phase="build", cities={4: ["m46"], 0: ["m55"]})
    assert kilowatt.reach(s, 4)["m42"] == (25, 5)
    assert kit.act(s, Build(4, "m42")).money[4] == 70
    assert kit.refused(s, Build(4, "m55")).code == "city_full"
    assert Counter(cost for cost in s.rules.space_costs[0]) == COSTS
    assert s.rules.open_spaces[0] == [s.zone, 0, 0]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("seats", "colours"), [(2, 2), (3, 2), (4, 1), (5, 0), (6, 0)])
def test_closed_spaces_are_drawn_within_each_cost(ruleset: str, seats: int, colours: int) -> None:
    """28 with two and three players, 14 with four, none with five and six; so many of each cost. [AT-MH-04]"""
    s = kilowatt.new_game(kilowatt.ruleset(ruleset, seats))
    costs: Counter[int] = Counter()
    while s.round == 0:
        outcomes = kilowatt.outcomes(s)
        if isinstance(outcomes[0][0], CloseCity):
            names = [move.city for move, _ in outcomes if isinstance(move, CloseCity)]
            (cost,) = {s.rules.space_costs[0][s.rules.city_ids[name]] for name in names}
            assert len(names) == COSTS[cost] - costs[cost]
            assert {weight for _, weight in outcomes} == {1}
            costs[cost] += 1
            s, events = kilowatt.play(s, outcomes[-1][0])
            assert events[0] == CityClosed(names[-1])
        else:
            s, _ = kilowatt.play(s, outcomes[0][0])
    assert costs == {cost: colours * many for cost, many in CLOSED.items() if colours}
    assert len(kit.view(s).get("closed", [])) == sum(costs.values()) == 14 * colours
    assert s.zone.bit_count() == 83 - 14 * colours


def test_nobody_builds_on_a_closed_space() -> None:
    """A closed space is refused by name; the dealer's draws differ by seed; a snapshot keeps them. [AT-MH-04]"""
    s = lay(seats=4, phase="build")
    assert kit.refused(s, Build(3, "m55")).code == "city_closed"
    assert kit.refused(s, Build(3, "m55")).rule == "AT-MH-04"
    assert "m55" not in kilowatt.reach(s, 3)
    drawn = [kit.view(kit.fresh(RULESETS[1], 4, seed))["closed"] for seed in range(3)]
    assert drawn[0] != drawn[1] != drawn[2]
    again = read_state(s.rules, snapshot(s))
    assert (again.zone, again.distances) == (s.zone, s.distances)
    assert snapshot(again) == snapshot(s)


# the preparation


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("seats", "out", "stack"), [(2, 3, 27), (3, 3, 27), (4, 0, 30), (5, 0, 30), (6, 0, 30)])
def test_small_plants_open_and_one_lies_on_top(ruleset: str, seats: int, out: int, stack: int) -> None:
    """Eight of 3 to 15 open, the ninth is on top, four are gone unseen; 20, 22 and 37 are out with few. [AT-MH-05]"""
    s = kit.fresh(ruleset, seats)
    plants = kit.view(s)["plants"]
    opened = [int(name) for name in [*plants["current"], *plants["future"]]]
    assert len(plants["current"]) == len(plants["future"]) == 4
    assert max(opened) <= 15
    assert plants["removed"] == ["20", "22", "37"][:out]
    assert plants["stack"] == stack
    top = {int(move.plant) for move, _ in kilowatt.outcomes(_drawn(s)) if isinstance(move, Reveal)}
    assert top == {*range(3, 16)} - {*opened}
    assert s.top_back == 0


def _drawn(s: kilowatt.State) -> kilowatt.State:
    """Buy the smallest plant, up to the draw that replaces it."""
    s, _ = kilowatt.play(s, kilowatt.legal_actions(s)[0])
    while kilowatt.actor(s) != "chance":
        s, _ = kilowatt.play(s, Pass(s.actor))
    return s


# the plant market


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_two_largest_go_on_the_pile(ruleset: str) -> None:
    """20 and 21 leave the future market for the pile; 30 and 31 come. [AT-MH-06]"""
    events: list[Event] = []
    s = ended(lay(ruleset, phase="power"), events)
    assert [event.plant for event in events if isinstance(event, PlantPiled)] == ["21", "20"]
    assert kit.market(s) == [*MARKET[:6], "30", "31"]
    plants = kit.view(s)["plants"]
    assert (plants["stack"], plants["pile"]) == (1, LAST)
    assert snapshot(read_state(s.rules, snapshot(s))) == snapshot(s)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_pile_is_shuffled_when_the_first_stack_ends(ruleset: str) -> None:
    """At the end of a round: 30 is the last card, the second one comes from the pile of 20 and 21. [AT-MH-07]"""
    events: list[Event] = []
    s = ended(lay(ruleset, phase="power", stack=["30"]), events)
    assert PileShuffled(2) in events
    while kilowatt.actor(s) == "chance" and not isinstance(kilowatt.outcomes(s)[0][0], Reveal):
        s, _ = kilowatt.play(s, kilowatt.outcomes(s)[0][0])
    assert [(move.plant, weight) for move, weight in kilowatt.outcomes(s) if isinstance(move, Reveal)] == [
        ("20", 1),
        ("21", 1),
    ]
    s, _ = kilowatt.play(s, Reveal("21"))
    s = kit.deal_all(s)
    assert kit.market(s) == [*MARKET[:6], "21", "30"]
    plants = kit.view(s)["plants"]
    assert (plants["stack"], plants.get("pile")) == (1, None)


def test_the_pile_is_shuffled_in_the_middle_of_the_auctions() -> None:
    """The last card of the first stack replaces a sold plant: the pile is the stack at once. [AT-MH-07]"""
    s = ended(lay(RULESETS[0], phase="power", stack=["30", "31", "32"]))
    happened: list[Event] = []
    for move in (Open(s.actor, "10", 10), *[Pass((s.actor + place) % 5) for place in range(1, 5)]):
        s, rows = kilowatt.play(s, move)
        happened += rows
    s, rows = kilowatt.play(s, Reveal("32"))
    happened += rows
    assert PileShuffled(2) in happened
    assert StackEnded() not in happened
    assert kit.view(s)["plants"]["unseen"] == {"any": {"left": 2, "cards": LAST}}


def second(ruleset: str, stack: list[str], **more: Any) -> kilowatt.State:
    """A game whose second stack this is."""
    s = lay(ruleset, stack=stack, **more)
    s.slots[s.rules.plant_market.base] = 1
    return s


@pytest.mark.parametrize("ruleset", RULESETS)
def test_then_the_largest_goes_under_the_second_stack(ruleset: str) -> None:
    """21 goes under 30 and 31; 30 comes. [AT-MH-07]"""
    events: list[Event] = []
    s = ended(second(ruleset, ["30", "31"], phase="power"), events)
    assert [event.plant for event in events if isinstance(event, PlantCycled)] == ["21"]
    assert not [event for event in events if isinstance(event, PlantPiled)]
    assert kit.market(s) == [*MARKET[:7], "30"]
    assert [s.rules.card_names[card] for card in s.deck[0].seq] == ["31", "21"]


def test_all_plants_are_on_offer_when_the_second_stack_ends() -> None:
    """The last card comes in the auctions: all eight plants can be opened at once. [AT-MH-08]"""
    s = second(RULESETS[0], ["30"], round=2)
    assert len(kit.view(s)["plants"]["current"]) == 4
    events: list[Event] = []
    for move in (Open(0, "10", 10), Pass(1), Pass(2), Pass(3), Pass(4)):
        events += kit.events_of(s, move)
        s = kit.act(s, move)
    assert StackEnded() in events
    plants = kit.view(s)["plants"]
    assert (len(plants["current"]), plants["future"], plants["stack"]) == (8, [], 0)
    assert kit.allowed(s, Open(1, "30", 30))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_then_the_smallest_leaves_every_round(ruleset: str) -> None:
    """Of a market of two, 20 leaves; then 21; with none left everybody goes on to the fuel at once. [AT-MH-08]"""
    s = lay(ruleset, phase="power", stack=[], market=LAST)
    s.slots[s.rules.plant_market.base] = 2
    events: list[Event] = []
    s = ended(s, events)
    assert [event for event in events if isinstance(event, PlantRemoved)] == [PlantRemoved("20", "end_of_round")]
    assert kit.market(s) == ["21"]
    s = lay(ruleset, phase="power", stack=[], market=["21"])
    s.slots[s.rules.plant_market.base] = 2
    s = ended(s)
    assert kit.market(s) == []
    assert kit.view(s)["phase"] == "fuel"


# the second purchase


def test_the_buyer_of_the_discounted_plant_may_buy_one_more() -> None:
    """Seat 0 pays 1 for plant 10, then opens 12 at 12; a third is refused. [AT-MH-09]"""
    s = kit.act(lay(round=2), Open(0, "10", 1), *[Pass(seat) for seat in (1, 2, 3, 4)])
    assert (s.actor, s.bought) == (0, 0)
    assert kit.refused(s, Open(0, "12", 1)).code == "bid_too_low"
    s = kit.act(s, Open(0, "12", 12), *[Pass(seat) for seat in (1, 2, 3, 4)])
    assert s.bought == 1
    assert [s.rules.card_names[plant] for plant in s.plants[0]] == ["10", "12"]
    assert s.actor == 1
    assert kilowatt.refusal(s, Open(0, "13", 13)) is not None


def test_the_second_purchase_may_be_declined_in_round_1() -> None:
    """With plant 10 for 1 in round 1, seat 0 may pass; seat 1 must buy. [AT-MH-09]"""
    s = kit.act(lay(round=1), Open(0, "10", 1), *[Pass(seat) for seat in (1, 2, 3, 4)])
    assert s.actor == 0
    s = kit.act(s, Pass(0))
    assert s.actor == 1
    assert kit.refused(s, Pass(1)).code == "must_buy_first_round"


def test_the_buyer_may_also_bid_on_what_others_open() -> None:
    """Seat 1 wins the discounted plant, later bids on plant 12 of seat 0 and has two plants after it. [AT-MH-09]"""
    s = kit.act(lay(round=2), Open(0, "10", 1), Bid(1, 2), *[Pass(seat) for seat in (2, 3, 4, 0)])
    assert s.actor == 0
    s = kit.act(s, Open(0, "12", 12), Bid(1, 13), *[Pass(seat) for seat in (2, 3, 4, 0)])
    assert len(s.plants[1]) == 2
    assert s.bought == 0b10


def test_another_plant_gives_no_second_purchase() -> None:
    """Who buys plant 12 at its number is done; without the token there is no second purchase. [AT-MH-09]"""
    s = kit.act(lay(round=2), Open(0, "12", 12), *[Pass(seat) for seat in (1, 2, 3, 4)])
    assert (s.actor, s.bought) == (1, 1)
    s = kit.act(lay(RULESETS[0], round=2), Open(0, "10", 10), *[Pass(seat) for seat in (1, 2, 3, 4)])
    assert (s.actor, s.bought) == (1, 1)


@pytest.mark.parametrize(("seats", "end"), [(2, 18), (3, 17), (4, 17), (5, 15), (6, 14)])
def test_the_end_comes_with_so_many_spaces(seats: int, end: int) -> None:
    """18, 17, 17, 15 and 14 spaces end the game; with one fewer it goes on. [AT-MH-10]"""
    for ruleset in RULESETS:
        assert kilowatt.ruleset(ruleset, seats).end_at == end
    free = [kilowatt.ruleset(RULESETS[1], seats).city_names[city] for city in bits(lay(seats=seats).zone)]
    for houses, over in ((end, True), (end - 1, False)):
        s = lay(seats=seats, phase="build", cities={0: free[:houses]}, money=0)
        s = kit.end_turns(s, "build")
        assert (kit.view(s)["phase"] == "over" or s.result is not None) == over
