"""The card game's components and preparation, as the ledger's groups C-PLT and C-SET describe them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.engine.actions import Pass, Reveal, RevealFuel, SeatOrder
from kilowatt.engine.events import DiscountPlaced, RoundBegan
from kilowatt.table.dealer import SeededDealer
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.events import Event
    from kilowatt.engine.state import State

FUELS = ("coal", "gas", "oil", "uranium")
SEATS = (2, 3, 4, 5, 6)


def fuel_kinds(names: list[str]) -> Counter[str]:
    """Count cards by fuel."""
    return Counter(name.split("-")[0] for name in names)


def sorted_kinds(names: list[str]) -> list[str]:
    """Sort cards as a column does: by fuel, then fewer units first."""
    return sorted(names, key=lambda name: (FUELS.index(name.split("-")[0]), name.split("-")[1]))


def normal_cards(state: State) -> Counter[str]:
    """Every card of the draw stack and of the columns, by kind."""
    seen = kit.view(state)
    counts = Counter(seen["fuel_stack"]["unseen"])
    for column in ("2", "3", "4"):
        counts.update(seen["columns"][column])
    return counts


def deck_with_nine_small() -> dict[str, Any]:
    """Return a deck whose 13 small plants include a 9, as the ledger's opening market has it."""
    small = [("3", 3), ("4a", 4), ("4b", 4), ("5a", 5), ("5b", 5), ("5c", 5), ("6a", 6), ("6b", 6)]
    small += [("7", 7), ("8", 8), ("9", 9), ("10a", 10), ("10b", 10)]
    plants: list[dict[str, Any]] = [
        {"id": name, "number": number, "fuel": "coal", "need": 2, "income": 5, "back": "small"}
        for name, number in small
    ]
    plants += [
        {"id": str(number), "number": number, "fuel": "gas", "need": 2, "income": 9, "back": "big"}
        for number in range(11, 40)
    ]
    return {
        "id": "own",
        "title": "A deck with a small 9",
        "end_card": "one-more-round",
        "backs": ["small", "big"],
        "source": "the example of the ledger",
        "plants": plants,
    }


def prepare(state: State, plants: list[str], cards: list[str]) -> tuple[State, list[Event]]:
    """Deal the preparation: these plants and fuel cards first, then whatever comes first."""
    events: list[Event] = []
    wanted: list[Any] = [Reveal(name) for name in plants]
    fuel: list[Any] = [RevealFuel(name) for name in cards]
    while kilowatt.actor(state) == "chance":
        possible = [move for move, _ in kilowatt.outcomes(state)]
        queue = wanted if isinstance(possible[0], Reveal) else fuel if isinstance(possible[0], RevealFuel) else []
        move = queue.pop(0) if queue else possible[0]
        state, happened = kilowatt.play(state, move)
        events += happened
    return state, events


def turned_up(seats: int, seed: int) -> list[tuple[str, str]]:
    """Play a quiet game and list each plant turned up after the preparation with the back seen before."""
    state = kilowatt.new_game(kilowatt.ruleset("card-game", seats))
    dealer = SeededDealer(seed)
    cards: list[tuple[str, str]] = []
    while kilowatt.actor(state) is not None:
        move: Any
        if kilowatt.actor(state) == "chance":
            move = dealer.deal(state, kilowatt.outcomes(state))
            if isinstance(move, Reveal) and state.round:
                cards.append((move.plant, kit.view(state)["plants"]["top_back"]))
        elif kit.allowed(state, Pass(state.actor)):
            move = Pass(state.actor)
        else:
            move = kilowatt.legal_actions(state)[0]
        state, _ = kilowatt.play(state, move)
    return cards


def test_the_plant_deck_has_43_cards() -> None:
    """There are 13 small plants, 29 big ones and one more round. [C-PLT-01]"""
    rules = kilowatt.ruleset("card-game", 3)
    backs = Counter(rules.backs[plant.back] for plant in rules.plants)
    assert backs == {"small": 13, "big": 29}
    assert rules.end_card == "one-more-round"
    assert len({plant.id for plant in rules.plants}) == 42


def test_the_fuel_cards_are_51() -> None:
    """There are 36 normal cards (12, 10, 9, 5), 7 singles (2, 2, 2, 1), 4 "+" and 4 "++" cards. [C-PLT-02]"""
    state = kit.fresh("card-game", 6)
    seen = kit.view(state)
    normal = normal_cards(state)
    assert fuel_kinds(list(normal.elements())) == {"coal": 12, "gas": 10, "oil": 9, "uranium": 5}
    assert seen["supply"] == {"coal": 2, "gas": 2, "oil": 2, "uranium": 1}
    plus = list(Counter(seen["fuel_stack"]["discard"]).elements())
    assert fuel_kinds(plus) == dict.fromkeys(FUELS, 1)
    full = ["coal-1"] * 4
    later = kit.situation(
        "card-game",
        3,
        phase="resupply",
        stack=["30", "31", "32"],
        columns={1: [], 2: full[:3], 3: full, 4: full},
        fuel_bag={},
        fuel_discard={"coal-2": 1},
    )
    second = list(Counter(kit.view(later)["fuel_stack"]["discard"]).elements())
    assert fuel_kinds(second) == dict.fromkeys(FUELS, 1)
    assert normal.total() + 7 + len(plus) + len(second) == 51


@pytest.mark.parametrize(
    ("plant", "number", "fuel", "need", "income"),
    [("12", 12, "coal", 3, 9), ("7", 7, "hybrid", 3, 8), ("8", 8, "eco", 0, 6)],
)
def test_the_three_printed_plants(plant: str, number: int, fuel: str, need: int, income: int) -> None:
    """Plants 12, 7 and 8 are as printed: number, fuel, need, income. [C-PLT-09] [C-PLT-10] [C-PLT-11]"""
    card = next(card for card in kilowatt.ruleset("card-game", 3).plants if card.id == plant)
    assert (card.number, card.kind, card.need, card.income) == (number, fuel, need, income)
    assert card.printed


def test_the_first_order_is_random() -> None:
    """Every order of the CEO cards is equally likely, and the left most is first. [C-SET-01]"""
    state = kilowatt.new_game(kilowatt.ruleset("card-game", 3))
    outcomes = kilowatt.outcomes(state)
    assert len(outcomes) == 6
    assert len({weight for _, weight in outcomes}) == 1
    state, _ = kilowatt.play(state, SeatOrder((2, 0, 1)))
    state = kit.deal_all(state)
    assert kit.view(state)["order"] == [2, 0, 1]
    assert kilowatt.actor(state) == 2


def test_the_left_most_opens_and_the_right_most_buys_first() -> None:
    """With the row 2, 0, 1 seat 2 begins the auctions and seat 1 the buying of fuel. [C-SET-01]"""
    assert kilowatt.actor(kit.situation("card-game", 3, phase="auction", order=[2, 0, 1])) == 2
    assert kilowatt.actor(kit.situation("card-game", 3, phase="cards", order=[2, 0, 1])) == 1


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_starts_with_12_elektro(seats: int) -> None:
    """Each player has 12 Elektro and no plant, and the Trust has no money at all. [C-SET-02]"""
    seen = kit.view(kit.fresh("card-game", seats))
    assert [(row["money"], row["plants"]) for row in seen["seats"]] == [(12, [])] * seats
    if seats == 2:
        assert "money" not in seen["trust"]


def test_eight_small_plants_are_sorted_into_two_rows() -> None:
    """The plants 9, 4, 6, 3, 8, 5, 7, 5 make the market 3, 4, 5, 5 and 6, 7, 8, 9. [C-SET-03]"""
    rules = kilowatt.ruleset("card-game", 3, {"order": [0, 1, 2], "deck": deck_with_nine_small()})
    dealt = ["9", "4a", "6a", "3", "8", "5a", "7", "5b"]
    state, _ = prepare(kilowatt.new_game(rules), dealt, [])
    plants = kit.view(state)["plants"]
    assert plants["current"] == ["3", "4a", "5a", "5b"]
    assert plants["future"] == ["6a", "7", "8", "9"]


def test_a_twin_revealed_later_lies_to_the_right_at_the_start() -> None:
    """Of equal numbers the one revealed first is the smaller, whatever its letter. [C-PLT-04] [C-SET-03]"""
    rules = kilowatt.ruleset("card-game", 3, {"order": [0, 1, 2]})
    state, _ = prepare(kilowatt.new_game(rules), ["3c", "8", "3a", "4b", "3b", "7", "6b", "6a"], [])
    assert kit.market(state) == ["3c", "3a", "3b", "4b", "6b", "6a", "7", "8"]
    assert kit.view(state)["plants"]["discount"] == "3c"


def test_the_opening_market_comes_from_the_small_plants() -> None:
    """Each of the 13 small plants is equally likely to be turned up, and no big one is. [C-SET-03]"""
    rules = kilowatt.ruleset("card-game", 4, {"order": [0, 1, 2, 3]})
    state = kilowatt.new_game(rules)
    while not isinstance(kilowatt.outcomes(state)[0][0], Reveal):
        state, _ = kilowatt.play(state, kilowatt.outcomes(state)[0][0])
    small = {plant.id for plant in rules.plants if rules.backs[plant.back] == "small"}
    for drawn in range(8):
        outcomes = kilowatt.outcomes(state)
        assert {move.plant for move, _ in outcomes if isinstance(move, Reveal)} == small
        assert len(outcomes) == 13 - drawn
        assert len({weight for _, weight in outcomes}) == 1
        state, _ = kilowatt.play(state, outcomes[0][0])
        small.remove(outcomes[0][0].plant)  # type: ignore[attr-defined]
    assert not isinstance(kilowatt.outcomes(state)[0][0], Reveal)


def test_the_discount_token_is_placed_in_the_preparation() -> None:
    """The token is put next to the smallest plant before the first round begins. [C-SET-04]"""
    rules = kilowatt.ruleset("card-game", 3, {"order": [0, 1, 2]})
    state, events = prepare(kilowatt.new_game(rules), ["8", "7", "6a", "5a", "4a", "6b", "5b", "5c"], [])
    began = next(place for place, event in enumerate(events) if isinstance(event, RoundBegan))
    assert [event for event in events[:began] if isinstance(event, DiscountPlaced)] == [DiscountPlaced("4a")]
    plants = kit.view(state)["plants"]
    assert plants["discount"] == plants["current"][0] == "4a"


@pytest.mark.parametrize(("seats", "small", "big"), [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)])
def test_plants_are_removed_unseen_by_number_of_players(seats: int, small: int, big: int) -> None:
    """Small and big plants go out unseen: 1/5, 2/6, 1/3, none, none, and the stack has the rest. [C-SET-05]"""
    plants = kit.view(kit.fresh("card-game", seats))["plants"]
    unseen = plants["unseen"]
    assert unseen["small"]["left"] == 13 - 8 - small
    assert unseen["big"]["left"] == 29 - big
    assert len(unseen["small"]["cards"]) == 5
    assert len(unseen["big"]["cards"]) == 29
    assert plants["removed"] == []


@pytest.mark.parametrize(("seats", "plants"), [(2, 28), (3, 26), (4, 30), (5, 34), (6, 34)])
def test_the_stack_has_so_many_plants_above_one_more_round(seats: int, plants: int) -> None:
    """The stack is 28, 26, 30, 34 or 34 plants and, below them, one more round. [C-SET-06] [C-SET-07]"""
    assert kit.view(kit.fresh("card-game", seats))["plants"]["stack"] == plants + 1
    for seed in range(3):
        names = [name for name, _ in turned_up(seats, seed)]
        assert names.index("one-more-round") == plants
        assert len(set(names[:plants])) == plants


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("seed", range(4))
def test_a_small_plant_lies_on_top_of_the_stack(seats: int, seed: int) -> None:
    """The top card of the stack shows a small back, and any small plant not yet seen can be it. [C-SET-06]"""
    state = kit.fresh("card-game", seats, seed)
    plants = kit.view(state)["plants"]
    assert plants["top_back"] == "small"
    state = kit.buy(state, plants["current"][0])
    outcomes = kilowatt.outcomes(state)
    assert {move.plant for move, _ in outcomes if isinstance(move, Reveal)} == set(plants["unseen"]["small"]["cards"])
    assert len({weight for _, weight in outcomes}) == 1


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_back_on_top_of_the_stack_is_seen(seats: int) -> None:
    """The stack always shows the back of the plant that comes next, and not which plant it is. [C-SET-08]"""
    rules = kilowatt.ruleset("card-game", seats)
    back = {plant.id: rules.backs[plant.back] for plant in rules.plants}
    cards = turned_up(seats, 5)
    before = [(name, seen) for name, seen in cards if name != "one-more-round"]
    assert all(seen == back[name] for name, seen in before)
    assert {seen for _, seen in before} == {"small", "big"}
    state = kit.fresh("card-game", seats, 5)
    shown = kit.view(state)["plants"]
    assert shown["top"] == []
    assert len(shown["unseen"][shown["top_back"]]["cards"]) == 5


@pytest.mark.parametrize("seats", SEATS)
def test_column_1_is_empty_and_the_singles_lie_beside_it(seats: int) -> None:
    """At the start column 1 has no card, and 7 singles lie beside the market. [C-SET-09]"""
    seen = kit.view(kit.fresh("card-game", seats))
    assert list(seen["columns"]) == ["1", "2", "3", "4"]
    assert seen["columns"]["1"] == []
    assert sum(seen["supply"].values()) == 7
    assert not any("single" in card for column in seen["columns"].values() for card in column)


def test_normal_cards_by_number_of_players() -> None:
    """Two and three players use the same cards, four use more, five and six use all 36. [C-SET-10]"""
    used = {seats: normal_cards(kit.fresh("card-game", seats)) for seats in SEATS}
    assert used[2] == used[3] < used[4] < used[5] == used[6]
    assert used[6].total() == 36


@pytest.mark.parametrize(("seats", "each"), [(2, 4), (3, 4), (4, 5), (5, 6), (6, 6)])
def test_columns_2_to_4_start_with_so_many_cards(seats: int, each: int) -> None:
    """Columns 2, 3 and 4 start with 4, 5 or 6 cards each, and the rest is the draw stack. [C-SET-11]"""
    state = kit.fresh("card-game", seats)
    seen = kit.view(state)
    assert [len(seen["columns"][column]) for column in ("2", "3", "4")] == [each] * 3
    assert sum(seen["fuel_stack"]["unseen"].values()) == normal_cards(state).total() - 3 * each


@pytest.mark.parametrize("seats", SEATS)
def test_columns_are_sorted(seats: int) -> None:
    """A column goes coal, gas, oil, uranium and fewer units first, however its cards came. [C-SET-12]"""
    rules = kilowatt.ruleset("card-game", seats, {"order": list(range(seats))})
    state = kilowatt.new_game(rules)
    dealt: list[str] = []
    while kilowatt.actor(state) == "chance":
        outcomes = kilowatt.outcomes(state)
        move = outcomes[-1][0]
        if isinstance(move, RevealFuel):
            name = sorted_kinds([card.card for card, _ in outcomes if isinstance(card, RevealFuel)])[-1]
            move = RevealFuel(name)
            dealt.append(name)
        state, _ = kilowatt.play(state, move)
    columns = kit.view(state)["columns"]
    laid = [columns[column] for column in ("2", "3", "4")]
    assert dealt == sorted_kinds(dealt)[::-1]
    assert all(column == sorted_kinds(column) for column in laid)
    assert Counter(card for column in laid for card in column) == Counter(dealt)


def test_oil_2_coal_3_and_coal_1_are_sorted() -> None:
    """The cards oil-2, coal-3, coal-1 lie as coal-1, coal-3, oil-2. [C-SET-12]"""
    rules = kilowatt.ruleset("card-game", 3, {"order": [0, 1, 2]})
    first = ["oil-2", "coal-3", "coal-1", "uranium-2"]
    state, _ = prepare(kilowatt.new_game(rules), [], first)
    assert ["coal-1", "coal-3", "oil-2", "uranium-2"] in kit.view(state)["columns"].values()


@pytest.mark.parametrize("seats", SEATS)
def test_the_plus_cards_are_the_first_discard_pile(seats: int) -> None:
    """The discard pile starts with one "+" card of each fuel; "++" cards are nowhere yet. [C-SET-13]"""
    state = kit.fresh("card-game", seats)
    pile = kit.view(state)["fuel_stack"]["discard"]
    assert fuel_kinds(list(Counter(pile).elements())) == dict.fromkeys(FUELS, 1)
    everything = normal_cards(state) + Counter(pile)
    assert everything.total() == {2: 24, 3: 24, 4: 30, 5: 36, 6: 36}[seats] + 4


def test_two_players_sit_on_both_sides_of_the_trust() -> None:
    """With two players the order is player, Trust, player, and 12 cards lie in columns of 4. [C-SET-14] [C-TR-01]"""
    orders = set()
    for seed in range(8):
        seen = kit.view(kit.fresh("card-game", 2, seed))
        orders.add(tuple(seen["order"]))
        assert [len(seen["columns"][column]) for column in ("1", "2", "3", "4")] == [0, 4, 4, 4]
    assert orders == {(0, "trust", 1), (1, "trust", 0)}
