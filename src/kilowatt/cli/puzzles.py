"""`kilowatt puzzles`: make puzzles from bot games, or list those that are shipped."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import kilowatt
from kilowatt.cli.asked import check_place

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.coach.puzzles import Collection, Puzzle
    from kilowatt.engine.state import State

PER_GAME = 8
"""Puzzles that one game gives at most."""
FEW = 4
"""Answers that a question has at least."""
LOOKS = 60
"""Moments of a game that are looked at."""


def puzzles(
    make: Annotated[int | None, typer.Option(min=1, max=5_000, help="Make so many new puzzles")] = None,
    out: Annotated[Path, typer.Option("-o", "--out", help="File for new puzzles; those in it are kept")] = Path(
        "puzzles.json.xz"
    ),
    ruleset: Annotated[str, typer.Option(help="Id of one ruleset, or all")] = "all",
    seed: Annotated[int, typer.Option(help="Seed of the games they are cut from")] = 0,
    day: Annotated[str | None, typer.Option(help="Print the number of a day's puzzle, as in 2026-11-16")] = None,
) -> None:
    """Make puzzles, or count those that are shipped."""
    from kilowatt.coach.puzzles import Collection as Empty
    from kilowatt.coach.puzzles import daily, pack, shipped, unpack

    if day is not None:
        print(daily(shipped(), day))
        return
    if make is None:
        _count(shipped())
        return
    check_place(out, "out")
    collection = unpack(out.read_bytes()) if out.exists() else Empty()
    ids = [info.id for info in kilowatt.rulesets()] if ruleset == "all" else [ruleset]
    wanted = len(collection.puzzles) + make
    number = 0
    while len(collection.puzzles) < wanted:
        cut(collection, ids[number % len(ids)], seed * 1_000 + number, wanted - len(collection.puzzles))
        out.write_bytes(pack(collection))
        number += 1
        print(f"game {number}: {len(collection.puzzles)} puzzles", file=sys.stderr)
    _count(collection)


def _count(collection: Collection) -> None:
    from kilowatt.coach.puzzles import KINDS

    print(f"{len(collection.puzzles)} puzzles from {len(collection.games)} games")
    for kind in KINDS:
        rows = [puzzle.difficulty for puzzle in collection.puzzles if puzzle.kind == kind]
        if rows:
            print(f"  {kind:<6} {len(rows):4}  mean difficulty {sum(rows) / len(rows):.1f} of 5")


def cut(
    collection: Collection,
    ruleset: str,
    seed: int,
    most: int,
    *,
    backwards: bool = False,
    first: Callable[[State], bool] | None = None,
    proving: Callable[[State, int], int] | None = None,
) -> None:
    """Play a game and add the puzzles it gives; `backwards` looks at its last moments first, or at those of `first`.

    `proving` returns in how many games a best answer held when it was played on, 0 where it did not.
    """
    from kilowatt.coach.puzzles import Source, answers_of, proved, question_kind

    dice = random.Random(f"puzzles/{seed}")
    rules = kilowatt.ruleset(ruleset, _seats(ruleset, dice))
    table = kilowatt.Table(rules, seed=f"puzzles/{seed}")
    moments = _played(table, dice)
    if backwards:
        moments.reverse()
    else:
        dice.shuffle(moments)
        # questions about bids are many: they get no more room than the others
        moments.sort(key=lambda moment: moment[1].lot >= 0 and moment[1].bid > 0 and dice.random() < 0.7)  # noqa: PLR2004
    if first is not None:
        moments.sort(key=lambda moment: not first(moment[1]))
    fresh: list[Puzzle] = []
    asked: set[tuple[str, int]] = set()
    """What was asked in which round: the same question is not asked again."""
    for at, state in moments[:LOOKS]:
        if len(fresh) >= min(PER_GAME, most):
            break
        if (
            not state.round
            or (_ask(state), state.round) in asked
            or sum(puzzle.kind == _ask(state) for puzzle in fresh) > PER_GAME // 3
        ):
            continue
        proof = proved(state)
        kind = question_kind(state, [row.option for row in answers_of(state)]) if proof is not None else None
        if proof is None or kind is None:
            continue
        # a few answers are guessed; where every price is one there are enough
        if len(proof[1]) < FEW and kind != "worth":
            continue
        puzzle = _puzzle(len(collection.games), at, kind, proof, state)
        # what every bot finds is no puzzle: one per game is kept for beginners
        if puzzle.trivial or (puzzle.difficulty == 1 and any(other.difficulty == 1 for other in fresh)):
            continue
        if proving is not None:
            puzzle.games = proving(state, puzzle.best)
            if not puzzle.games:
                continue
        fresh.append(puzzle)
        asked.add((_ask(state), state.round))
    if fresh:
        actions = [entry.action for entry in table.entries if entry.action is not None]
        last = max(puzzle.at for puzzle in fresh)
        collection.games.append(Source(rules.id, rules.seats, rules.revision, rules.options, actions[:last]))
        collection.puzzles += sorted(fresh, key=lambda puzzle: puzzle.at)


def _seats(ruleset: str, dice: random.Random) -> int:
    """Draw a number of seats that the rules allow; four are the likeliest."""
    allowed = next(info.seats for info in kilowatt.rulesets() if info.id == ruleset)
    return dice.choice([seats for seats in (2, 3, 4, 4, 5, 6) if seats in allowed])


def _played(table: kilowatt.Table, dice: random.Random) -> list[tuple[int, State]]:
    """Play a game of strong bots to its end; return each decision's place and position."""
    from kilowatt.bots import Budget, make_bot
    from kilowatt.engine.game import clone

    bots = [
        make_bot(dice.choice(["expert", "expert", "hard", "normal"]), seat) for seat in range(table.state.rules.seats)
    ]
    moments: list[tuple[int, State]] = []
    while isinstance(table.actor, int):
        state = clone(table.state)
        moments.append((sum(entry.action is not None for entry in table.entries), state))
        table.play(bots[table.actor].advise(clone(state), table.actor, Budget()).action)
    return moments


def _ask(state: State) -> str:
    from kilowatt.coach.puzzles import question_kind

    return question_kind(state, []) or ""


def _puzzle(game: int, at: int, kind: str, proof: tuple[int, list[float]], state: State) -> Puzzle:
    from kilowatt.coach.puzzles import RUNGS, Puzzle

    best, shares = proof
    solvers = [name for name in RUNGS if answer_of(name, state) == best]
    return Puzzle(game, at, kind, best, shares, solvers)


def answer_of(name: str, state: State) -> int | None:
    """Return which answer a bot gives: it plays its whole turn."""
    from kilowatt.bots import Budget, make_bot
    from kilowatt.coach.case import Case
    from kilowatt.coach.judge import place_of
    from kilowatt.coach.options import option_of
    from kilowatt.coach.puzzles import answers_of
    from kilowatt.coach.record_turns import WHOLE
    from kilowatt.engine.game import advance, clone

    bot = make_bot(name)
    trial = clone(state)
    actions = []
    while trial.actor == state.actor and trial.ask == state.ask:
        action = bot.advise(clone(trial), trial.actor, Budget(work=2_000)).action
        actions.append(action)
        advance(trial, action)
        if state.ask not in WHOLE:
            break
    case = Case(state, state.actor)
    return place_of(case, option_of(case, tuple(actions)), [row.option for row in answers_of(state)])
