"""Win chances: they add up, follow the game and are exact sums; weights that do not fit are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import kilowatt
from kilowatt.bots.chances import FILE, INPUTS, THIRDS, shipped
from kilowatt.bots.features import ENCODING, SEAT_FIELDS, TABLE_FIELDS, features, inputs_of
from kilowatt.bots.turns import ECONOMIST, take_turn
from kilowatt.bots.weights import MAGIC, BadWeights, unpack, with_card
from kilowatt.engine.ids import CHANCE, OVER, SETUP
from kilowatt.engine.state import State
from kilowatt.table.dealer import SeededDealer
from tests import kit

RULESETS = [row.id for row in kilowatt.rulesets()]


def played(ruleset: str, seats: int, rounds: int) -> State:
    """Let economists play to the first decision of a round, or to the end."""
    state = kit.fresh(ruleset, seats, 5)
    dealer = SeededDealer("chances")
    while state.actor != OVER and (state.round < rounds or state.actor == CHANCE):
        if state.actor == CHANCE:
            kilowatt.advance(state, dealer.deal(state, kilowatt.outcomes(state)))
        else:
            take_turn(state, (ECONOMIST,) * seats)
    return state


def file() -> bytes:
    """Return the shipped file of weights."""
    return (Path(kilowatt.__file__).parent / "bots" / FILE).read_bytes()


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_seat_has_a_chance_and_they_add_up(ruleset: str, seats: int) -> None:
    """In the third round of every ruleset each seat has a chance between 0 and 1, and together they have 1."""
    chances = kilowatt.chances(played(ruleset, seats, 3))
    assert len(chances) == seats
    assert all(0 < chance < 1 for chance in chances)
    assert sum(chances) == pytest.approx(1)


def test_the_preparation_favours_nobody() -> None:
    """Before the first round all chances are equal."""
    state = kit.fresh("recharged/germany", 5, 1, starting_cities=True)
    assert state.phase == SETUP
    assert kilowatt.chances(state) == [0.2] * 5


def test_a_finished_game_belongs_to_its_winners() -> None:
    """At the end the winner has everything."""
    state = played("recharged/germany", 3, 99)
    assert state.result is not None
    assert kilowatt.chances(state) == [float(seat in state.result.winners) for seat in range(3)]


def test_money_raises_a_chance() -> None:
    """A seat that is given 60 Elektro has a clearly better chance than before."""
    state = played("recharged/usa", 4, 4)
    before = kilowatt.chances(state)
    state.money[2] += 60
    after = kilowatt.chances(state)
    assert after[2] > before[2] + 0.05


def test_a_position_is_left_as_it_was() -> None:
    """Asking changes nothing in the state."""
    state = played("original/korea", 3, 3)
    before = kilowatt.snapshot(state)
    kilowatt.chances(state)
    assert kilowatt.snapshot(state) == before


def test_scores_are_the_same_sums_on_every_machine() -> None:
    """The network's outputs are whole numbers over a power of two, so no order of adding changes them."""
    rows, table = features(played("recharged/germany", 4, 3))
    for number in shipped().outputs(inputs_of(rows, table)).flat:
        assert float(number * (1 << 19)).is_integer()


def test_rows_have_the_fields_they_name() -> None:
    """Every seat's row and the table's row are as long as their lists of names, in a game without cities too."""
    for ruleset in ("recharged/germany", "card-game"):
        rows, table = features(played(ruleset, 4, 2))
        assert [len(row) for row in rows] == [len(SEAT_FIELDS)] * 4
        assert len(table) == len(TABLE_FIELDS)


def test_the_card_says_where_the_weights_come_from() -> None:
    """The shipped card names commit, games, encoding and one temperature per number of seats and third of the game."""
    card = shipped().card
    assert card["encoding"] == ENCODING
    assert {"commit", "config", "games", "positions", "sha256"} <= set(card)
    assert {seats: len(row) for seats, row in card["temperatures"].items()} == dict.fromkeys("23456", THIRDS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-1], "damaged"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "damaged"),
        (lambda data: b"PK" + data, "begins with 'kilowatt"),
        (lambda _: MAGIC + b"{}\n", "card cannot be read"),
        (lambda data: with_card(data, {"encoding": "0123456789abcdef"}), "fitted to encoding 0123456789abcdef"),
        (lambda data: with_card(data, {"shapes": [[3, 2]]}), f"expected {INPUTS} inputs"),
        (lambda data: with_card(data, {"shapes": [[INPUTS, 1]]}), "do not fit layers"),
        (lambda data: data + bytes(8 << 20), "expected at most"),
    ],
)
def test_weights_that_do_not_fit_are_refused_by_name(change: Callable[[bytes], bytes], message: str) -> None:
    """A damaged, foreign or oversized file is refused with its name and the reason."""
    with pytest.raises(BadWeights, match=message) as refused:
        unpack(change(file()), "mine.weights", encoding=ENCODING, inputs=INPUTS)
    assert str(refused.value).startswith("mine.weights: ")


def test_a_new_card_keeps_the_weights() -> None:
    """Replacing an entry of the card changes nothing else."""
    changed = unpack(with_card(file(), {"note": "new"}), "n", encoding=ENCODING, inputs=INPUTS)
    assert changed.card["note"] == "new"
    for before, after in zip(shipped().layers, changed.layers, strict=True):
        assert all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))
    json.dumps(changed.card)
