"""Comparisons that `learned` makes in games, written down to teach `student`. Every game follows from its number."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any, final

import numpy as np

import kilowatt
from kilowatt.bots import Bot, Budget, chances, make_bot
from kilowatt.bots.choice_features import SIZE
from kilowatt.bots.estimates import outcomes_of
from kilowatt.bots.learned import LearnedBot
from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.learning.positions import Data, Kind, kind_of
from kilowatt.table.dealer import SeededDealer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kilowatt.bots.lookahead import Choice
    from kilowatt.engine.state import State

SAMPLES = 5
"""Imagined games per choice: many comparisons teach more than exact ones."""
ASTRAY = (0.0, 0.0, 0.1, 0.25)
"""How often a teacher plays a choice at random, by game: a student comes to such positions too."""
MIXED = 0.6
"""The share of games with others at the table."""
OTHERS = 0.4
"""The chance of a seat to be one of them there."""
RIVALS = ("planner", "shader", "simple", "economist", "student", "student", "student", "student")
MOST_MOVES = 4_000

Comparison = list[tuple[Any, float]]
"""The numbers of every choice, the prior first, and the score that imagined games gave it."""


@final
class Teacher(LearnedBot):
    """`learned` by imagined games alone, that writes its comparisons down."""

    samples = SAMPLES

    def __init__(self, seed: int, astray: float) -> None:
        super().__init__(seed)
        self.astray = astray
        self.dice = Random(f"astray/{seed}")  # noqa: S311 - chooses moves
        self.found: list[Comparison] = []

    def _check_weights(self) -> None:
        """Need no estimates: these may be the first."""
        chances.shipped()

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        self._imagine(s, seat, choices, budget)
        if not all(choice.scores for choice in choices):
            return
        seen = outcomes_of(s, seat, choices, self._beliefs.likeliest(s, seat, self.role))
        rows = [
            (row.numbers, score) for row, score in zip(seen, scores_of(choices), strict=True) if row.numbers is not None
        ]
        if len(rows) > 1:
            self.found.append(rows)

    def _look(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> Choice:
        best = super()._look(s, seat, choices, budget)
        return self.dice.choice(choices) if self.dice.random() < self.astray else best


def scores_of(choices: list[Choice]) -> list[float]:
    """Return the scores of choices that were imagined on different numbers of deals, as if on the same."""
    longest = max(choices, key=lambda choice: len(choice.scores))
    base = longest.mean()
    found: list[float] = []
    for choice in choices:
        pairs = list(zip(choice.scores, longest.scores, strict=False))
        found.append(base + sum([own - other for own, other in pairs]) / len(pairs))
    return found


def play(number: int, *, seed: str, often: Sequence[Kind] = (), rivals: Sequence[str] = RIVALS) -> Data:
    """Play a game of teachers, and of others in some seats of some games; return the comparisons."""
    name = f"{seed}/{number}"
    dice = Random(name)  # noqa: S311 - chooses who plays
    ruleset, seats = kind_of(number, dice, often)
    s = new_game(kilowatt.ruleset(ruleset, seats))
    dealer = SeededDealer(name)
    astray = dice.choice(ASTRAY)
    mixed = dice.random() < MIXED
    teachers: list[Teacher] = []
    bots: list[Bot] = []
    for seat in range(seats):
        if mixed and dice.random() < OTHERS:
            bots.append(make_bot(dice.choice(rivals), number * 10 + seat))
        else:
            teachers.append(Teacher(number * 10 + seat, astray))
            bots.append(teachers[-1])
    for _ in range(MOST_MOVES):
        if s.actor == OVER:
            break
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
        else:
            advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
    return _arrays([rows for teacher in teachers for rows in teacher.found], number)


def _arrays(found: list[Comparison], number: int) -> Data:
    if not found:
        return {}
    sizes = np.array([len(rows) for rows in found])
    return {
        "numbers": np.array([row for rows in found for row, _ in rows], np.float16).reshape(-1, SIZE),
        "scores": np.array([score for rows in found for _, score in rows], np.float32),
        "sizes": sizes,
        "games": np.full(len(sizes), number),
    }


def joined(parts: Iterable[Data]) -> Data:
    """Put the comparisons of several games together."""
    kept = [part for part in parts if part]
    return {name: np.concatenate([part[name] for part in kept]) for name in kept[0]} if kept else {}


def _one(job: tuple[int, str, Sequence[Kind], Sequence[str]]) -> Data:
    number, seed, often, rivals = job
    return play(number, seed=seed, often=often, rivals=rivals)


def generate(
    games: int, *, seed: str, often: Sequence[Kind] = (), rivals: Sequence[str] = RIVALS, jobs: int = 1
) -> Data:
    """Play so many games; return their comparisons."""
    work = [(number, seed, often, rivals) for number in range(games)]
    if jobs == 1:
        return joined([_one(job) for job in work])
    with ProcessPoolExecutor(jobs) as pool:
        return joined(list(pool.map(_one, work, chunksize=4)))
