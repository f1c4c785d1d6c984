"""Custom cards: checked card by card, named by card and field, played and kept in the record."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.table.playout import random_action

DECKS = Path(registry.__file__).parent / "data" / "decks"
OWN_CARDS = Path(__file__).parents[2] / "docs" / "own-cards.md"
EARNS = "expected 1 to 99, what the plant earns"
SUPPLIES = "expected 1 to 99, how many the plant supplies"


@pytest.fixture
def deck() -> dict[str, Any]:
    """The deck of the card game as data for the option."""
    return kilowatt.read_deck(DECKS / "2016.toml")


def played(ruleset: str, deck: dict[str, Any], revision: int = registry.REVISION) -> kilowatt.Rules:
    """The rules of a game of three with this deck."""
    return kilowatt.ruleset(ruleset, 3, {"deck": deck}, revision)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"fuel": "wind"}, "3a: fuel: expected one of coal, gas, oil, uranium, hybrid, eco, fusion, not 'wind'"),
        ({"back": "blue"}, "3a: back: expected one of small, big, not 'blue'"),
        ({"need": 0}, "3a: need: expected 0 for eco and fusion, 1 to 9 for the others, not 0"),
        ({"need": 10}, "3a: need: expected 0 for eco and fusion, 1 to 9 for the others, not 10"),
        ({"need": "two"}, "3a: need: Expected `int`, got `str`"),
        ({"number": 0}, "3a: number: expected 1 to 99, not 0"),
        ({"number": 100}, "3a: number: expected 1 to 99, not 100"),
        ({"number": 4}, "3a: id: expected its number, 4, or that with a letter, as in 4a"),
        ({"id": "3b"}, "3b: id: this card id is used twice"),
        ({"id": "33"}, "33: id: expected its number, 3, or that with a letter, as in 3a"),
        ({"income": 0}, f"3a: income: {EARNS}, but it is missing"),
        ({"income": 0, "cities": 5}, f"3a: income: {EARNS}, but only cities is there"),
        ({"income": -1}, f"3a: income: {EARNS}, not -1"),
        ({"income": 100}, f"3a: income: {EARNS}, not 100"),
        ({"cities": 2}, "3a: cities: expected none: the plants of this game have income"),
        ({"cities": 100}, f"3a: cities: {SUPPLIES}, not 100"),
        ({"colour": "red"}, "3a: colour: Object contains unknown field `colour`"),
    ],
)
def test_a_wrong_card_is_refused_by_its_id_and_field(deck: dict[str, Any], change: dict[str, Any], reason: str) -> None:
    """A wrong card of a custom deck is named by its id and its field, not by its place in the list."""
    deck["plants"][0].update(change)
    with pytest.raises(kilowatt.BadOption) as caught:
        played("card-game", deck)
    assert str(caught.value) == f"deck: plant {reason}"


def test_a_card_without_an_id_is_named_by_its_place(deck: dict[str, Any]) -> None:
    """A card that has no id is the only one named by its place, counted from 1."""
    del deck["plants"][1]["id"]
    with pytest.raises(kilowatt.BadOption, match=r"^deck: plant 2 of the list: id: Object missing required field"):
        played("card-game", deck)


def test_the_output_of_a_plant_is_that_of_the_game(deck: dict[str, Any]) -> None:
    """A deck whose plants all have `cities` is no deck of the card game, and one with `income` none of a board game."""
    for plant in deck["plants"]:
        plant["cities"], plant["income"] = plant["income"], 0
    with pytest.raises(kilowatt.BadOption, match=r"^deck: plant 3a: income: .* but only cities is there"):
        played("card-game", deck)
    board = kilowatt.read_deck(DECKS / "2004.toml")
    for plant in board["plants"]:
        plant["cities"], plant["income"] = 0, plant["cities"]
    with pytest.raises(kilowatt.BadOption, match=r"^deck: plant 3: cities: .* but only income is there"):
        played("original/usa", board)


def test_a_deck_has_as_many_plants_as_the_printed_one(deck: dict[str, Any]) -> None:
    """A missing plant and one too many are refused with the back and both numbers."""
    few = {**deck, "plants": deck["plants"][:-1]}
    with pytest.raises(kilowatt.BadOption, match=r"^deck: plants: expected 29 plants with the back 'big', not 28"):
        played("card-game", few)
    last = {**deck["plants"][-1], "id": "99", "number": 99}
    with pytest.raises(kilowatt.BadOption, match=r"^deck: plants: expected 29 plants with the back 'big', not 30"):
        played("card-game", {**deck, "plants": [*deck["plants"], last]})


def test_a_deck_of_another_edition_is_refused(deck: dict[str, Any]) -> None:
    """Backs and end card must be those of the edition; a board game has no fuel cards."""
    with pytest.raises(kilowatt.BadOption, match=r"^deck: backs: expected the backs"):
        played("card-game", {**deck, "end_card": "step3"})
    board = kilowatt.read_deck(DECKS / "2004.toml")
    with pytest.raises(kilowatt.BadOption, match=r"^deck: fuel_cards: this game has no fuel cards"):
        played("original/usa", {**board, "fuel_cards": [{"coal": [1]}]})


def test_a_deck_without_the_phase_out_plant_is_played() -> None:
    """A deck of 2018 that has another plant in the place of 39 never ends uranium."""
    board = kilowatt.read_deck(DECKS / "2004.toml")
    (row,) = [plant for plant in board["plants"] if plant["id"] == "39"]
    row["id"] = "39a"
    assert len(played("recharged/germany", board).plants) == 42


def test_a_right_deck_is_played_and_stands_in_the_record(deck: dict[str, Any]) -> None:
    """A custom card is played, and the record brings it along."""
    deck["plants"][0]["income"] = 9
    rules = played("card-game", deck)
    assert rules.plants[0].income == 9
    again = kilowatt.replay(kilowatt.read_record(kilowatt.Table(rules, seed=1).record().lines()))
    assert again.rules.plants[0].income == 9


def test_records_of_revision_1_keep_their_decks(deck: dict[str, Any]) -> None:
    """A deck that was taken at revision 1 still replays there, though it would be refused now."""
    deck["plants"][0].update(id="first", income=0)
    del deck["plants"][-1]
    deck["fuel_cards"] = [{"coal": [1, 2], "from_seats": 1}]
    with pytest.raises(kilowatt.BadOption):
        played("card-game", deck)
    rules = played("card-game", deck, revision=1)
    lines = kilowatt.Table(rules, seed=1).record().lines()
    assert kilowatt.replay(kilowatt.read_record(lines)).rules.plants[0].id == "first"
    few = {**deck, "plants": deck["plants"][:12]}
    with pytest.raises(kilowatt.BadOption, match="does not fit the preparation"):
        played("card-game", few, revision=1)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ([{"coal": [4]}], ", set 1: coal: a card has 1 to 3 units"),
        ([{}, {"garbage": [1]}], ", set 2: garbage: this game has no garbage"),
        ([{"coal": [1] * 20}, {"coal": [1], "from_seats": 7}], ", set 2: from_seats: expected 2 to 6, not 7"),
        ([{"coal": [1] * 20, "from_seats": 1}], ", set 1: from_seats: expected 2 to 6, not 1"),
        ([{"coal": [1] * 11}], ": expected at least 12 cards for 3 players, to fill the columns, not 11"),
        ([{"coal": [1] * 11}, {"oil": [1] * 9, "from_seats": 4}], ": expected at least 12 cards for 3 players"),
        ([{"coal": ["two"]}], ", set 1: coal"),
    ],
)
def test_wrong_fuel_cards_are_refused_with_set_and_field(
    deck: dict[str, Any], cards: list[dict[str, Any]], reason: str
) -> None:
    """A deck may bring fuel cards; wrong ones and too few to fill the columns are named with set and fuel."""
    with pytest.raises(kilowatt.BadOption) as caught:
        played("card-game", {**deck, "fuel_cards": cards})
    assert str(caught.value).startswith(f"deck: fuel_cards{reason}")


def test_the_fuel_cards_of_a_custom_deck_are_played(deck: dict[str, Any]) -> None:
    """The sets of a deck that the number of players uses are the stack; its extra sets start the discard piles."""
    deck["fuel_cards"] = [{"coal": [1, 2, 3], "gas": [2] * 9, "oil": [3] * 6, "uranium": [1] * 3}]
    deck["extra_cards"] = [{"coal": [1]}, {"oil": [2]}]
    rules = played("card-game", deck)
    assert sum(rules.fuel_cards) == 21
    assert [sum(extra) for extra in rules.extra_cards] == [1, 1]


def test_a_deck_file_is_read_with_its_mistakes_named(tmp_path: Path) -> None:
    """A deck file with a mistake is refused with file, card and field."""
    source = (DECKS / "2016.toml").read_text()
    path = tmp_path / "mine.toml"
    for old, new, place in (
        ('fuel = "gas", need = 2, income = 5', 'fuel = "gas", need = "two", income = 5', "plant 3c: need: Expected"),
        ("need = 2, income = 5", "need = 10, income = 5", "plant 3a: need: expected 0 for eco"),
        ("income = 5", "cities = 5", "plant 3a: income: .* but only cities is there"),
        ('id = "3a", number = 3', 'id = "5a", number = 5', "plant 3b: number: expected numbers in ascending order"),
        ("plants = [", "fuel_cards = [{ coal = [9] }]\nplants = [", "fuel_cards, set 1: coal: a card has 1 to 3 units"),
    ):
        path.write_text(source.replace(old, new, 1))
        with pytest.raises(kilowatt.BadData, match=rf"^mine\.toml: {place}"):
            kilowatt.read_deck(path)
    path.write_text("plants = [")
    with pytest.raises(kilowatt.BadData, match="not TOML"):
        kilowatt.read_deck(path)
    with pytest.raises(kilowatt.BadData, match="cannot be read"):
        kilowatt.read_deck(tmp_path / "nothing.toml")


def test_custom_contractor_cards_are_played(tmp_path: Path) -> None:
    """Contractor cards from a file replace the reconstructed ones; a wrong one is named by its number from 1."""
    path = tmp_path / "cards.toml"
    path.write_text("cards = [\n" + "{ first = 3, others = 1 },\n" * 6 + "]\n")
    cards = kilowatt.read_contractor_cards(path)
    rules = kilowatt.ruleset("original/usa", 3, {"contractor": True, "contractor_cards": cards})
    assert rules.contractor == [(3, 1)] * 6
    for text, reason in (
        ("cards = [{ first = 'much', others = 1 }]", r"card 1: first: Expected `int`"),
        ("cards = [{ first = 3, others = 1 }, { first = 3, others = -1 }]", "card 2: others: expected 0 or more"),
        ("cards = [{ first = 3 }]", "card 1: others: Object missing"),
        ("cards = [3]", "card 1: Expected `object`"),
        ("card = 1", "cards: missing"),
    ):
        path.write_text(text)
        with pytest.raises(kilowatt.BadData, match=rf"^cards\.toml: {reason}"):
            kilowatt.read_contractor_cards(path)


def test_the_examples_of_the_page_play(tmp_path: Path) -> None:
    """The deck and the contractor cards of `docs/own-cards.md` are read and whole games are played with them."""
    deck, contractor = re.findall(r"```toml\n(.*?)```", OWN_CARDS.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "mine.toml"
    path.write_text(deck)
    options: dict[str, Any] = {"deck": kilowatt.read_deck(path), "contractor": True}
    path.write_text(contractor)
    options["contractor_cards"] = kilowatt.read_contractor_cards(path)
    for seats in (2, 3, 4, 5, 6):
        table = kilowatt.Table(kilowatt.ruleset("card-game", seats, options), seed=seats)
        rng = Random(seats)
        while table.actor is not None:
            table.play(random_action(table.state, rng))
        assert table.result is not None
