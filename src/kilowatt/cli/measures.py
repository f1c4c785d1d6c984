"""What `kilowatt bench` measures, once: each kind of work beside a fixed piece of Python, in processor time.

Run by itself, `python -m kilowatt.cli.measures RULESET SEATS RUN KIND` prints one run as JSON. So the same code
measures whichever build of the package an interpreter has installed.
"""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt import kernel
from kilowatt.table.playout import playout, random_action

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.rules import Rules

Work = tuple[int, float]
"""How much was done, in how many seconds of processor time."""

KERNEL_GAMES = 1024
"""Games of one batch in the measures of the kernel: half a million actions."""
KERNEL_COPIES = 256
GAMES_AT_ONCE = 64
"""Games side by side in the measure of batched steps."""


def yardstick() -> float:
    """Do a fixed piece of work and give how often it could be done in a second of processor time."""
    begun = time.process_time()
    table = {i: i * i for i in range(256)}
    total = 0
    for i in range(200_000):
        total += table[i & 255] ^ i
    return 1 / (time.process_time() - begun)


def menu_path(rules: Rules, run: int) -> Work:
    """Play random games by the menu: a kind first, then its argument, then `advance`."""
    actions = 0
    begun = time.process_time()
    for number in range(20):
        actions += playout(rules, Random(run * 1000 + number))[1]
    return actions, time.process_time() - begun


def list_path(rules: Rules, run: int) -> Work:
    """Play random games by the list: all legal actions, one of them uniformly, then the checked `play`."""
    rng = Random(run)
    actions = 0
    begun = time.process_time()
    for _ in range(3):
        state = kilowatt.new_game(rules)
        while kilowatt.actor(state) is not None:
            legal = kilowatt.legal_actions(state)
            state, _events = kilowatt.play(state, legal[int(rng.random() * len(legal))])
            actions += 1
    return actions, time.process_time() - begun


def positions(rules: Rules) -> list[kilowatt.State]:
    """Collect states of every phase from random games."""
    states: list[kilowatt.State] = []
    for seed in range(5):
        rng = Random(seed)
        state = kilowatt.new_game(rules)
        while kilowatt.actor(state) is not None:
            if rng.random() < 0.1:  # noqa: PLR2004 - one state in ten
                states.append(kilowatt.clone(state))
            kilowatt.advance(state, random_action(state, rng))
    return states


def clones(rules: Rules, run: int) -> Work:  # noqa: ARG001 - every run is the same
    """Clone states of every phase."""
    states = positions(rules)
    begun = time.process_time()
    for _ in range(50):
        for state in states:
            kilowatt.clone(state)
    return 50 * len(states), time.process_time() - begun


def listings(rules: Rules, run: int) -> Work:  # noqa: ARG001 - every run is the same
    """List every legal action of states of every phase."""
    states = positions(rules)
    begun = time.process_time()
    for _ in range(5):
        for state in states:
            list(kilowatt.legal_actions(state))
    return 5 * len(states), time.process_time() - begun


def table_loop(rules: Rules, run: int, *, checked: bool = False) -> Work:
    """Play random games at a table, the loop of the README; `checked` checks every state."""
    rng = Random(run)
    actions = 0
    begun = time.process_time()
    for number in range(3):
        table = kilowatt.Table(rules, seed=run * 1000 + number)
        while table.actor is not None:
            table.play(rng.choice(table.legal_actions()))
            if checked and kilowatt.check(table.state):
                raise AssertionError(kilowatt.check(table.state))
        actions += table.seq
    return actions, time.process_time() - begun


def checked_loop(rules: Rules, run: int) -> Work:
    """Play random games at a table with every state checked."""
    return table_loop(rules, run, checked=True)


def replays(rules: Rules, run: int) -> Work:
    """Replay a record with every move checked and every event told."""
    _, actions, record = playout(rules, Random(run), logged=True)
    begun = time.process_time()
    for _ in range(3):
        kilowatt.replay(record)
    return 3 * actions, time.process_time() - begun


def observations(rules: Rules, run: int) -> Work:
    """Write the flat observation of the acting seat at every decision of a random game, one after another."""
    from kilowatt.envs import Episode, Observer, make_encoding

    rng = Random(run)
    episode = Episode(make_encoding(rules), run)
    moments: list[Episode] = []
    while not episode.over:
        moments.append(episode.clone())
        ids = episode.legal_ids().to_list()
        episode.step(ids[int(rng.random() * len(ids))])
    buffer = Observer(rules).buffer()
    begun = time.process_time()
    for _ in range(5):
        for moment in moments:
            buffer.write(moment.state, moment.actor, moment.encoding.pending(moment.partial))
    return 5 * len(moments), time.process_time() - begun


def batched_steps(rules: Rules, run: int, *, backend: str = "reference", observation: str = "flat") -> Work:
    """Step many games at once with observations, masks and rewards written; choosing the ids is not counted."""
    import numpy as np

    from kilowatt.envs import VectorTable

    table = VectorTable(rules, GAMES_AT_ONCE, seed=run, backend=backend, observation=observation)
    rng = np.random.default_rng(run)
    seconds = 0.0
    steps = 120 if backend == "reference" else 1200
    for number in range(2 * steps):
        ids = (rng.random(table.mask.shape, dtype=np.float32) * table.mask).argmax(1)
        begun = time.process_time()
        table.step(ids)
        if number >= steps:  # the first half brings the games apart
            seconds += time.process_time() - begun
    return steps * GAMES_AT_ONCE, seconds


def kernel_games(rules: Rules, run: int) -> Work:
    """Play random games in the kernel: a kind first, then its argument, as on the menu path."""
    batch = kernel.Batch(rules, KERNEL_GAMES, seed=run * KERNEL_GAMES)
    begun = time.process_time()
    actions = batch.play_out()
    return actions, time.process_time() - begun


def kernel_copies(rules: Rules, run: int) -> Work:
    """Copy one position after another onto all games of a batch that fits the cache, as a search does."""
    batch = kernel.Batch(rules, KERNEL_COPIES, seed=run)
    batch.play_out(limit=300)
    begun = time.process_time()
    for source in range(KERNEL_COPIES):
        batch.fill(source)
    return KERNEL_COPIES * (KERNEL_COPIES - 1), time.process_time() - begun


def kernel_listings(rules: Rules, run: int) -> Work:  # noqa: ARG001 - every run is the same
    """List every legal action of positions of every phase, from Python."""
    states = positions(rules)
    batch = kernel.Batch(rules, len(states))
    for game_number, state in enumerate(states):
        batch.load(game_number, state)
    begun = time.process_time()
    for _ in range(5):
        for game_number in range(len(states)):
            batch.legal(game_number)
    return 5 * len(states), time.process_time() - begun


KERNEL_MEASURES: dict[str, tuple[str, Callable[[Rules, int], Work]]] = {
    "menu path": ("actions/s", kernel_games),
    "clone": ("clones/s", kernel_copies),
    "legal actions": ("lists/s", kernel_listings),
    "batched steps": ("steps/s", partial(batched_steps, backend="kernel")),
    "batched steps, compact": ("steps/s", partial(batched_steps, backend="kernel", observation="compact")),
    "batched steps, mask only": ("steps/s", partial(batched_steps, backend="kernel", observation="none")),
}
"""What the compiled kernel does of the same."""

MEASURES: dict[str, tuple[str, Callable[[Rules, int], Work]]] = {
    "menu path": ("actions/s", menu_path),
    "list path": ("actions/s", list_path),
    "table": ("actions/s", table_loop),
    "table, checked": ("actions/s", checked_loop),
    "clone": ("clones/s", clones),
    "legal actions": ("lists/s", listings),
    "replay": ("entries/s", replays),
    "observation": ("rows/s", observations),
    "batched steps": ("steps/s", batched_steps),
}
NEED_NUMPY = ("observation", "batched steps", "batched steps, compact", "batched steps, mask only")


def one_run(ruleset: str, seats: int, run: int, kind: str) -> dict[str, Any]:
    """Measure the engine or the kernel once; return speeds and how many times the yardstick; {} without a kernel."""
    if kind == "kernel" and not kernel.COMPILED:
        return {}
    rules = kilowatt.ruleset(ruleset, seats)
    # one game before the clock runs, so that what is loaded on demand is there
    kilowatt.replay(playout(rules, Random(0), logged=True)[2])
    skipped = NEED_NUMPY if find_spec("numpy") is None else ()
    measures = KERNEL_MEASURES if kind == "kernel" else MEASURES
    return {name: _measured(rules, run, *measures[name]) for name in measures if name not in skipped}


def _measured(rules: Rules, run: int, unit: str, work: Callable[[Rules, int], Work]) -> dict[str, Any]:
    """Do one piece of work between two yardsticks; return its speed and how many times the yardstick that is."""
    before = yardstick()
    count, seconds = work(rules, run)
    beside = (before + yardstick()) / 2
    return {"unit": unit, "speed": count / seconds, "ratio": count / seconds / beside}


if __name__ == "__main__":
    print(json.dumps(one_run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])))
