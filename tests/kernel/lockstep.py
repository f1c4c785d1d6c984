"""The reference and the kernel side by side: after every action all fields, the legal actions, draws and results."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from kilowatt.engine import game
from kilowatt.engine.asks import ASK_BID, ASK_BUILD, ASK_CARD, ASK_FUEL, ASK_OPEN, ASK_RUN, ASK_SCRAP
from kilowatt.engine.houses import in_areas
from kilowatt.engine.ids import CHANCE
from kilowatt.engine.menu import rows_of
from kilowatt.engine.state import State
from kilowatt.kernel.backend import Core
from kilowatt.kernel.chance import mix
from kilowatt.kernel.menus import KIND_SHIFT, PASS
from kilowatt.kernel.numbers import Numbers
from kilowatt.kernel.rule_tables import make_tables
from kilowatt.kernel.transfer import read_state, write_state
from kilowatt.table.dealer import CounterDealer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules
    from kilowatt.kernel import plain_core

SLOTS: tuple[str, ...] = State.__slots__
"""The fields of a state."""
FIELDS = [name for name in SLOTS if name not in ("rules", "log")]
PASSES: dict[str, dict[int, float]] = {
    "random": {},
    "uniform": {},
    "eager": {ASK_BID: 0.7},
    "builder": {ASK_OPEN: 0.7, ASK_BID: 0.95, ASK_FUEL: 0.25, ASK_CARD: 0.25, ASK_BUILD: 0.02},
    "miser": {ASK_OPEN: 0.6, ASK_BID: 0.9, ASK_FUEL: 0.3, ASK_CARD: 0.3, ASK_BUILD: 0.8},
}
"""How often each style passes, so that games reach Step 2, Step 3, overflow, blocked hybrids and very long ends."""
STYLES = tuple(PASSES)
WHOLE_EVERY = 23
"""Every so many actions the state is also exported and every legal action made."""


def assert_same(ours: State, theirs: State) -> None:
    """Every field of two states is equal, and of the same type."""
    for name in FIELDS:
        mine, other = getattr(ours, name), getattr(theirs, name)
        assert mine == other, (name, mine, other)
        assert type(mine) is type(other), name


def choice(style: str, rng: Random, suggested: int, rows: Sequence[tuple[int, int]]) -> int:
    """Choose a decision in a style; `suggested` is the kernel's random one."""
    others = [row for row in rows if row[0] != PASS]
    if style == "random" or not others:
        return suggested
    if len(others) < len(rows) and rng.random() < PASSES[style].get(others[0][0] >> KIND_SHIFT, 0.1):
        return PASS
    if style == "uniform":
        first, size = rng.choice(others)
        return first + rng.randrange(size)
    kind = others[0][0] >> KIND_SHIFT
    if kind == ASK_RUN:
        return others[-1 if rng.random() < 0.8 else 0][0]
    first, size = rng.choice(others)
    return first if rng.random() < 0.9 else first + rng.randrange(min(size, 3))


def compare(state: State, kernel: plain_core.Core, numbers: Numbers, *, whole: bool) -> list[tuple[int, int]]:
    """Compare a position on both sides; return the rows of its menu."""
    rules = state.rules
    zones = [rules.board.zone(areas) for areas in rules.zone_list]
    expected = write_state(state, zones.index(in_areas(state)) if state.zone else 0)
    values = kernel.values(0)
    if list(values) != expected:
        assert_same(state, read_state(rules, values))
    assert list(values) == expected
    plants = sorted(state.plants[state.actor]) if state.actor >= 0 else []
    rows = kernel.rows(0)
    if state.actor == CHANCE:
        assert rows == [(numbers.number(outcome, plants), weight) for outcome, weight in game.outcomes(state)]
    elif state.ask != ASK_SCRAP:
        assert rows == [(numbers.number(row.at(0), plants), len(row)) for row in rows_of(game.options(state))]
    if whole or state.ask == ASK_SCRAP:
        assert_same(state, read_state(rules, values))
        assert [numbers.action(number, state.actor, plants) for number in kernel.legal(0)] == list(
            game.legal_actions(state)
        )
    return rows


def play_in_step(rules: Rules, seed: int, style: str, limit: int = 3000) -> int:
    """Play one game on both sides in step; return how many actions it had."""
    kernel = Core(make_tables(rules), 1)
    kernel.seed(0, mix(seed))
    kernel.new(0, 1)
    numbers, dealer, rng = Numbers(rules), CounterDealer(seed), Random(f"{seed}/{style}")
    state = game.new_game(rules)
    played = 0
    while True:
        over = state.result is not None
        rows = compare(state, kernel, numbers, whole=over or played % WHOLE_EVERY == 0)
        if over or played >= limit:
            return played
        plants = sorted(state.plants[state.actor]) if state.actor >= 0 else []
        number = kernel.choose(0)
        if state.actor == CHANCE:
            move = dealer.deal(state, game.outcomes(state))
            assert numbers.number(move, plants) == number
        else:
            number = choice(style, rng, number, rows)
            assert kernel.is_legal(0, number)
            move = numbers.action(number, state.actor, plants)
            assert numbers.number(move, plants) == number
        game.advance(state, move)
        kernel.step(0, number)
        assert not kernel.faulty(0, 1)
        played += 1
