"""The sealed games of tools/rules_fixture.py, played in C: after every action all is what the engine has.

The engine's own answers to these games are sealed by a hash, so that what C plays is judged by more than the text it
was made from.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kilowatt.engine import game
from kilowatt.engine.ids import CHANCE
from kilowatt.kernel.backend import Core
from kilowatt.kernel.numbers import Numbers
from kilowatt.kernel.rule_tables import make_tables
from kilowatt.table.dealer import CounterDealer
from tests.kernel.lockstep import WHOLE_EVERY, compare
from tools.rules_fixture import ATLAS, BOOKS, FIRST, LIMIT, Player

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

    from tools.rules_fixture import Book

pytestmark = pytest.mark.compiled

EVERY = {FIRST: 160, ATLAS: 65}
"""One game in so many of a book is played by `make compiled-test`, the others by `make soak`, some at a time."""
TOGETHER = 40


def parts(name: str) -> list[ParameterSet]:
    """Cut the games of a book into parts: some for every build, the others for the soak."""
    book = BOOKS[name]
    numbers = range(len(book.cases()))
    first = [number for number in numbers if number % EVERY[book] == 0]
    rest = [number for number in numbers if number % EVERY[book]]
    cuts = [rest[start : start + TOGETHER] for start in range(0, len(rest), TOGETHER)]
    return [
        *[pytest.param(book, [number], id=f"{name}-{number}") for number in first],
        *[pytest.param(book, cut, marks=pytest.mark.soak, id=f"{name}-{cut[0]}-{cut[-1]}") for cut in cuts],
    ]


def play_sealed(book: Book, number: int) -> int:
    """Play a sealed game on both sides in step; return how many actions it had."""
    case = book.cases()[number]
    rules = case.rules()
    dealer, player = CounterDealer(case.seed * 1009 + case.seats), Player(case)
    kernel, numbers = Core(make_tables(rules), 1), Numbers(rules)
    kernel.new(0, 1)
    state = game.new_game(rules)
    played = 0
    while True:
        over = state.result is not None
        compare(state, kernel, numbers, whole=over or played % WHOLE_EVERY == 0)
        if over or played == LIMIT:
            return played
        plants = sorted(state.plants[state.actor]) if state.actor >= 0 else []
        move = dealer.deal(state, game.outcomes(state)) if state.actor == CHANCE else player.choose(state)
        at = numbers.number(move, plants)
        assert kernel.is_legal(0, at)
        game.advance(state, move)
        kernel.step(0, at)
        assert not kernel.faulty(0, 1)
        played += 1


@pytest.mark.parametrize(("book", "numbers"), [*parts("first"), *parts("atlas")])
def test_the_sealed_games_are_played_alike_in_c(book: Book, numbers: list[int]) -> None:
    """Every field, menu and draw of these games is the engine's, and they are as long as the sealed ones."""
    lines = book.stored()
    for number in numbers:
        assert play_sealed(book, number) == int(lines[number].split(" ")[1]), number
