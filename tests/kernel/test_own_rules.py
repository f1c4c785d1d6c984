"""Rules with a table's own choices in the kernel: own cards, given zones and orders, own boards."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.kernel import Batch, Unsupported
from tests.boards.board_kit import wide_board
from tests.kernel.lockstep import STYLES, play_in_step
from tests.tiers import some_quick


def own_deck(name: str, **changes: dict[str, Any]) -> dict[str, Any]:
    """Return a printed deck as data for the option, some cards of it changed by their ids."""
    deck: dict[str, Any] = msgspec.to_builtins(registry.deck(name))
    for plant in deck["plants"]:
        plant.update(changes.get(f"plant_{plant['id']}", {}))
    return deck


THIRSTY = {"plant_4": {"need": 4, "cities": 3}, "plant_5": {"need": 5, "cities": 7}, "plant_12": {"need": 1}}
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("recharged/germany", 3, {"deck": own_deck("2004", **THIRSTY)}),
    ("original/usa", 4, {"deck": own_deck("2004", **THIRSTY)}),
    ("card-game", 3, {"deck": own_deck("2016", **{f"plant_{n}": {"income": 33} for n in range(3, 9)})}),
    ("recharged/germany", 4, {"order": [3, 1, 0, 2], "zone": ["west", "south_west", "south", "east"]}),
    ("recharged/usa", 2, {"trust": True, "order": [1, 0], "starting_cities": True}),
    (
        "deluxe/europe",
        5,
        {"contractor": True, "contractor_cards": [{"first": 40 - n, "others": n} for n in range(8)]},
    ),
    ("recharged/korea", 6, {"money": "hidden", "zone": "draft"}),
]


@pytest.mark.parametrize("cities", some_quick([65, 64, 100, 128], 4))
def test_boards_of_more_than_64_cities_are_played_as_by_the_reference(cities: int) -> None:
    """A board may have up to 128 cities; houses stand in the last ones too, with marks and the Trust."""
    board = wide_board(cities)
    built = 0
    for seed, (seats, options) in enumerate([(4, {}), (2, {"trust": True, "starting_cities": True})]):
        rules = kilowatt.ruleset("custom", seats, {"board": board, **options})
        assert play_in_step(rules, seed, "builder", limit=700)
        batch = Batch(rules, seed=seed)
        batch.play_out(limit=2000)
        state = batch.state(0)
        built |= max(state.cities) | state.spaces[0]
        assert not kilowatt.check(state)
        batch.load(0, state)
        assert kilowatt.snapshot(batch.state(0)) == kilowatt.snapshot(state)
    assert built >> cities - 8


@pytest.mark.parametrize(("ruleset", "seats", "options"), GAMES, ids=lambda part: str(part)[:40].replace(" ", ""))
def test_own_choices_are_played_as_by_the_reference(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    """Own decks and contractor cards, given orders and zones are played in step with the reference."""
    options = dict(options)
    if "contractor_cards" in options:
        count = len(kilowatt.ruleset(ruleset, seats, {"contractor": True}).contractor)
        options["contractor_cards"] = options["contractor_cards"][:count]
    rules = kilowatt.ruleset(ruleset, seats, options)
    for seed, style in enumerate(STYLES[2:]):
        assert play_in_step(rules, seed, style, limit=600)


def test_a_deck_beyond_the_kernel_is_refused_and_played_by_the_reference() -> None:
    """Hybrids that burn nine units have too many mixes to list; the batch says so, and the reference plays on."""
    thirsty = {f"plant_{number}": {"need": 9, "fuel": "hybrid"} for number in range(3, 12) if number != 11}
    rules = kilowatt.ruleset("recharged/germany", 4, {"deck": own_deck("2004", **thirsty)})
    with pytest.raises(Unsupported, match="sets of plants that run together"):
        Batch(rules)
    assert kilowatt.actor(kilowatt.new_game(rules)) == "chance"
