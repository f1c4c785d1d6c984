"""Cut puzzles for boards and prove each in games that `expert` plays on in all seats; or prove those of a file.

    python -m tools.cut_puzzles --each 5 -o FILE            # so many puzzles for every board of the atlas
    python -m tools.cut_puzzles --each 5 --boards italy,japan -o FILE
    python -m tools.cut_puzzles --prove --least 0.5 -o FILE # proves what is not proved yet, the latest moments first
    python -m tools.cut_puzzles --add OTHER -o FILE         # adds the puzzles of another file
    python -m tools.cut_puzzles --tidy -o FILE              # drops what is trivial, repeats, or no longer holds
    python -m tools.cut_puzzles --each 12 --replays 0 -o FILE            # cuts candidates that are not proved
    python -m tools.cut_puzzles --prove --each 5 --replays 24 -o FILE    # proves them until each board has so many
    python -m tools.cut_puzzles --keep 5 -o FILE            # keeps so many of each board, the best proved first

Every answer that the coach names beside the best is played on as often as the best one, with the same cards. A puzzle
holds if the best gains 5 points over each of them on average, and more than 0 for sure. Games are cut from their end,
because what is decided there takes few moves to play on; candidates that are not played on are cut from all of a game,
from moments in which a special rule of the board matters first. What does not hold is not kept. The file is written
after every game, so a run can be stopped and continued; puzzles that are in it count.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

from kilowatt.cli.threads import one_thread_each

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from kilowatt.coach.puzzles import Collection, Puzzle
    from kilowatt.engine.state import State

SEED = 7_000
"""Games of this tool are numbered from here on, so that they are none of those that `kilowatt puzzles --make` cuts."""
GAMES = 100
"""So many games of a board are looked through at most."""
FEW = 3
"""A question with fewer answers is asked only about bids, where every price is an answer."""
LONG = 300
"""Where the first games of a new puzzle take more moves it is left out: what is decided sooner is proved sooner."""
QUICK = (4, 12, 40, 120)
"""After so many games it is looked whether a new puzzle can still hold: there are others."""


def holds(state: State, best: int, games: int, *, kept: bool = False, looks: tuple[int, ...] = QUICK) -> int:
    """Return in how many games each way the best answer of a position held, the fewest of them; 0 where it did not.

    Fewer than asked for are enough where the gain is beyond doubt: it is looked after some.

    A puzzle that is `kept` may have fewer answers than a new one, and be as far from the end as it likes.
    """
    from kilowatt.coach.puzzles import MARGIN, answers_of
    from kilowatt.engine.asks import ASK_BID
    from tools.coach_proofs.games import after
    from tools.coach_proofs.played_on import PlayedOn, gain_of

    answers = answers_of(state)
    if len(answers) < FEW and state.ask != ASK_BID and not kept:
        return 0
    first = PlayedOn(after(state, list(answers[best].option.actions)), "expert")
    games_of = [games]
    for place in sorted(range(len(answers)), key=lambda at: -answers[at].chance):
        if place == best:
            continue
        other = PlayedOn(after(state, list(answers[place].option.actions)), "expert")
        if not kept:
            gain_of(first, other, state.actor, looks[0], f"proof/{state.rules.id}", least=MARGIN, looks=looks)
            if first.played + other.played > LONG:
                return 0
        gain = gain_of(first, other, state.actor, games, f"proof/{state.rules.id}", least=MARGIN, looks=looks)
        if not gain.holds(MARGIN):
            return 0
        games_of.append(gain.games)
    return min(games_of)


def cut_for(boards: Sequence[str], asked: Namespace) -> None:
    """Cut puzzles for boards in turn, from games of their rulesets, until each has enough."""
    for number in range(asked.first, asked.first + GAMES):
        for board in boards:
            _game(board, number, asked)


def _game(board: str, number: int, asked: Namespace) -> None:
    """Look for puzzles in one game of a board; at most two are cut, so that they are not all alike."""
    import kilowatt
    from kilowatt.cli.puzzles import cut
    from kilowatt.coach.puzzles import pack
    from tools.special_moments import rule_of

    collection = opened(asked.out)
    have = len(of_board(collection, board))
    if have >= asked.each:
        return

    def proving(state: State, best: int) -> int:
        return holds(state, best, asked.replays)

    def special(state: State) -> bool:
        return bool(rule_of(state))

    rulesets = [info.id for info in kilowatt.rulesets() if info.id.split("/")[-1] == board]
    ruleset = rulesets[number % len(rulesets)]
    began = time.process_time()
    most = min(2, asked.each - have)
    if asked.replays:
        cut(collection, ruleset, SEED + number, most, backwards=True, proving=proving)
    else:
        cut(collection, ruleset, SEED + number, most, first=special)
    asked.out.write_bytes(pack(collection))
    spent = time.process_time() - began
    print(f"{ruleset}, game {number}: {len(of_board(collection, board))} puzzles, {spent:.0f} s", flush=True)


def of_board(collection: Collection, board: str) -> list[Puzzle]:
    """List the puzzles of a board."""
    return [puzzle for puzzle in collection.puzzles if board_of(collection, puzzle) == board]


def prove(asked: Namespace) -> None:
    """Prove the puzzles of a file that are not proved yet, and drop those that fail.

    With `each`, a board that has so many proved ones needs no more; those of a special rule come first then.
    """
    from kilowatt.coach.puzzles import pack, position
    from tools.special_moments import rule_of

    collection = opened(asked.out)
    begun = time.monotonic()
    rows = [(lateness(collection, puzzle), puzzle) for puzzle in collection.puzzles if not puzzle.games]
    rows = [row for row in rows if row[0] >= asked.least]
    rows.sort(key=lambda row: -row[0])
    if asked.each:
        rows.sort(key=lambda row: not rule_of(position(collection, row[1])))
    for late, puzzle in rows:
        if time.monotonic() - begun > asked.minutes * 60:
            break
        board = board_of(collection, puzzle)
        if asked.each and sum(one.games > 0 for one in of_board(collection, board)) >= asked.each:
            continue
        began = time.process_time()
        puzzle.games = holds(position(collection, puzzle), puzzle.best, asked.replays, kept=True, looks=looks_of(asked))
        spent = time.process_time() - began
        name = f"{collection.games[puzzle.game].ruleset} {puzzle.kind} {late:.2f}"
        print(f"{name}: {'holds' if puzzle.games else 'fails'}, {spent:.0f} s", flush=True)
        if not puzzle.games:
            drop(collection, puzzle)
        asked.out.write_bytes(pack(collection))


def looks_of(asked: Namespace) -> tuple[int, ...]:
    """Return after how many games it is looked whether a puzzle can hold: sooner where there are others."""
    from tools.coach_proofs.played_on import LOOKS

    return QUICK if asked.each else LOOKS


def tidy(asked: Namespace) -> None:
    """Drop puzzles that are trivial, repeat others, or do not hold any more by the coach's valuation."""
    from kilowatt.coach.puzzles import pack
    from tools.puzzle_quality import fault, repeats

    collection = opened(asked.out)
    again = {id(puzzle) for puzzle in repeats(collection)}
    for puzzle in collection.puzzles[:]:
        why = "repeats" if id(puzzle) in again else fault(collection, puzzle)
        if why:
            print(f"{collection.games[puzzle.game].ruleset} {puzzle.kind}: {why}", flush=True)
            drop(collection, puzzle)
    asked.out.write_bytes(pack(collection))
    print(f"{len(collection.puzzles)} puzzles are left")


def keep(asked: Namespace) -> None:
    """Keep so many puzzles of each board of the atlas: those that held in most games, then those of a special rule."""
    from kilowatt.coach.puzzles import pack, position
    from tools.special_moments import rule_of

    collection = opened(asked.out)
    for board in atlas():
        rows = of_board(collection, board)
        rows.sort(key=lambda one: (-one.games, not rule_of(position(collection, one)), -one.difficulty))
        for puzzle in rows[asked.keep :]:
            drop(collection, puzzle)
    asked.out.write_bytes(pack(collection))


def atlas() -> list[str]:
    """List the boards of the atlas, as rulesets name them."""
    import kilowatt

    return list(dict.fromkeys(info.id.split("/")[-1] for info in kilowatt.rulesets() if info.chapter))


def board_of(collection: Collection, puzzle: Puzzle) -> str:
    """Return the board of a puzzle, as rulesets name it."""
    return collection.games[puzzle.game].ruleset.split("/")[-1]


def lateness(collection: Collection, puzzle: Puzzle) -> float:
    """Return how near the end a puzzle is: 1 and more in the last round."""
    from kilowatt.coach.puzzles import position
    from kilowatt.engine.houses import end_at

    state = position(collection, puzzle)
    return 2.0 if state.last_round else state.most_cities() / (end_at(state) or 20)


def drop(collection: Collection, puzzle: Puzzle) -> None:
    """Take a puzzle out, and its game if no other was cut from it."""
    collection.puzzles = [one for one in collection.puzzles if one is not puzzle]
    if all(one.game != puzzle.game for one in collection.puzzles):
        del collection.games[puzzle.game]
        for one in collection.puzzles:
            one.game -= one.game > puzzle.game


def add(asked: Namespace) -> None:
    """Add the games and puzzles of another file."""
    from kilowatt.coach.puzzles import pack

    collection, other = opened(asked.out), opened(asked.add)
    for puzzle in other.puzzles:
        puzzle.game += len(collection.games)
    collection.games += other.games
    collection.puzzles += other.puzzles
    asked.out.write_bytes(pack(collection))


def opened(path: Path) -> Collection:
    """Return the puzzles of a file; none where there is no file."""
    from kilowatt.coach.puzzles import Collection, unpack

    return unpack(path.read_bytes()) if path.exists() else Collection()


def main() -> None:
    """Cut or prove what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.cut_puzzles", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--each", type=int, help="Puzzles for each board: 5 unless given; with --prove so many proved")
    parser.add_argument("--boards", default="atlas", help="Boards by name, or atlas: all of it")
    parser.add_argument("--first", type=int, default=0, help="Number of the first game")
    parser.add_argument("--replays", type=int, default=400, help="Games each way; 0: none, the puzzle is not proved")
    parser.add_argument("--prove", action="store_true", help="Prove what the file has")
    parser.add_argument("--least", type=float, default=0.0, help="Prove only what is so near the end: 1 is the end")
    parser.add_argument("--minutes", type=float, default=600.0, help="Begin no other proof after so many minutes")
    parser.add_argument("--add", type=Path, help="Add the puzzles of this file")
    parser.add_argument("--tidy", action="store_true", help="Drop what is trivial, repeats or no longer holds")
    parser.add_argument("--keep", type=int, help="Keep so many puzzles of each board of the atlas")
    parser.add_argument("-o", "--out", type=Path, required=True)
    asked = parser.parse_args()
    if asked.each is None and not asked.prove:
        asked.each = 5
    one_thread_each()
    if asked.add is not None:
        add(asked)
    elif asked.keep is not None:
        keep(asked)
    elif asked.tidy:
        tidy(asked)
    elif asked.prove:
        prove(asked)
    else:
        cut_for(atlas() if asked.boards == "atlas" else asked.boards.split(","), asked)


if __name__ == "__main__":
    main()
