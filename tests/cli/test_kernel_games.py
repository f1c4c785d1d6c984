"""The commands on the kernel: random games are those of the reference, record for record."""

from __future__ import annotations

import hashlib
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt.bots import make_bot
from kilowatt.bots.advice import Budget
from kilowatt.cli.simulate import Work, play_batch
from kilowatt.editions.compose import compose
from kilowatt.engine.asks import ASK_FUEL
from kilowatt.engine.ids import OVER
from kilowatt.envs.kernel_episode import dealt_number
from kilowatt.kernel import COMPILED, Batch
from kilowatt.kernel.batch import compiled_batch
from kilowatt.kernel.flat_record import Unsupported
from kilowatt.kernel.machine import TABLE
from kilowatt.table.dealer import CounterDealer, SeededDealer
from kilowatt.table.playout import playout, record_of

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

KINDS: list[tuple[str, int, dict[str, Any]]] = [
    *[(row.id, 2 + place % 5, {}) for place, row in enumerate(kilowatt.rulesets())],
    ("recharged/usa", 3, {"zone": "draft", "starting_cities": True, "contractor": True}),
    ("original/germany", 2, {"trust": True}),
]
SIMULATE = sys.modules[play_batch.__module__]  # the package has the command under this name
GAMES = 20 if COMPILED else 1
"""Plain Python plays a thousand times slower."""


def lines_of(rules: Rules, numbers: list[int]) -> list[str]:
    """Return the record of a game of the kernel."""
    batch = Batch(rules)
    played = []
    for number in numbers:
        played.append(batch.action(0, number))
        batch.play(0, number)
    return record_of(rules, played).lines()


@pytest.mark.parametrize(("ruleset", "seats", "options"), KINDS)
def test_a_generator_plays_the_same_records_in_kernel_and_reference(
    ruleset: str, seats: int, options: dict[str, Any]
) -> None:
    """The hash of the record, the last state and the number of actions of every random game are the reference's."""
    rules = kilowatt.ruleset(ruleset, seats, options)
    batch = Batch(rules)
    for seed in range(GAMES):
        state, actions, record = playout(rules, Random(f"test/{seed}"), logged=True)
        batch.new()
        numbers = batch.play_by(0, Random(f"test/{seed}"))
        hashes = [
            hashlib.sha256("\n".join(lines).encode()).hexdigest()
            for lines in (lines_of(rules, numbers), record.lines())
        ]
        assert hashes[0] == hashes[1]
        assert len(numbers) == actions
        assert kilowatt.snapshot(batch.state(0)) == kilowatt.snapshot(state)


def told(work: Work) -> Any:
    """Return what a batch of `kilowatt simulate` counts, its time left out."""
    key, tally, broken = play_batch(work)
    return key, tally.games, tally.rounds, tally.actions, tally.ends, broken


def test_simulate_counts_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernel and reference play equal games for a seed, and the reference ends a game that the kernel refuses."""
    work: Work = ("card-game", 3, {}, 7, 0, 2, False)
    monkeypatch.setattr(SIMULATE, "compiled_batch", lambda _rules: None)
    expected = told(work)
    monkeypatch.setattr(SIMULATE, "compiled_batch", Batch)
    assert told(work) == expected
    monkeypatch.setattr(SIMULATE, "playout", None)  # the kernel plays without it
    assert told(work) == expected
    monkeypatch.undo()

    class Refusing(Batch):
        def play_by(self, game: int, rng: Random, *, limit: int = 0) -> list[int]:
            raise Unsupported("rows", "no room")

    monkeypatch.setattr(SIMULATE, "compiled_batch", Refusing)
    assert told(work) == expected


def test_only_rules_that_fit_get_a_compiled_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled kernel, and for rules that it refuses, there is none: the reference plays."""
    assert (compiled_batch(kilowatt.ruleset("original/usa", 3)) is not None) == COMPILED
    monkeypatch.setattr("kilowatt.kernel.batch.COMPILED", True)
    assert compiled_batch(kilowatt.ruleset("original/usa", 3)) is not None
    monkeypatch.delitem(TABLE, ASK_FUEL)
    assert compiled_batch(compose("original/usa", 3)) is None


@pytest.mark.parametrize(("ruleset", "seats", "options"), KINDS[::3])
def test_dealers_deal_alike_on_both_sides(ruleset: str, seats: int, options: dict[str, Any]) -> None:
    """Every draw of both seeded dealers agrees in kernel and reference, in a game that `random` plays."""
    rules = kilowatt.ruleset(ruleset, seats, options)
    bot = make_bot("random", 5)
    batch = Batch(rules)
    core = batch.core
    dealers = (SeededDealer("deal"), CounterDealer(11))
    state = kilowatt.new_game(rules)
    for _ in range(2000 if COMPILED else 250):
        if batch.actor(0) == OVER:
            break
        if state.actor < 0:
            numbers = [dealt_number(core, dealer) for dealer in dealers]
            dealt = [dealer.deal(state, kilowatt.outcomes(state)) for dealer in dealers]
            assert [batch.action(0, number) for number in numbers] == dealt
            number, action = numbers[0], dealt[0]
        else:
            action = bot.advise(state, state.actor, Budget()).action
            number = batch.number(0, action)
        batch.play(0, number)
        kilowatt.advance(state, action)
