"""Measure what the coach's numbers mean: `python -m tools.coach_proofs calibration|ladder|replace|speed`.

The figures in docs/coach.md come from here. Each takes a number of games; more games take longer and say more.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from math import sqrt
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.bots.lookahead import deal
from kilowatt.bots.turns import take_turn
from kilowatt.coach.advise import LEVELS, advise
from kilowatt.coach.chances import predicted
from kilowatt.coach.review import review
from kilowatt.coach.turns import turns_of
from kilowatt.engine.game import advance, clone, new_game, refusal
from kilowatt.engine.ids import CHANCE, FUEL, OVER
from kilowatt.table.record import Record

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

BINS = 10
WORST = 5


def calibration(ruleset: str, seats: int, games: int, first: int) -> None:
    """Compare predicted chances after each auction with how often the seat won, in bins of a tenth."""
    rows: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for number in range(first, first + games):
        s = clone(new_game(kilowatt.ruleset(ruleset, seats)))
        points: list[tuple[float, ...]] = []
        seen = 0
        while s.actor != OVER:
            if s.actor == CHANCE:
                advance(s, deal(s, f"calibration/{number}"))
                continue
            if s.phase >= FUEL and s.round > seen:
                seen = s.round
                points.append(predicted(s))
            take_turn(s, (0,) * seats)
        final = predicted(s)
        for point in points:
            for chance, won in zip(point, final, strict=True):
                rows[min(BINS - 1, int(chance * BINS))].append((chance, won))
    for place in sorted(rows):
        found = rows[place]
        mean = sum(chance for chance, _ in found) / len(found)
        won = sum(share for _, share in found) / len(found)
        print(
            f"{place * 10:3}-{place * 10 + 10} %  n {len(found):6}  predicted {100 * mean:5.1f}  won {100 * won:5.1f}"
        )


def played(ruleset: str, seats: int, bots: list[str], seed: int) -> Record:
    """Play a game between bots."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=f"proof/{seed}")
    made = [make_bot(name, seat) for seat, name in enumerate(bots)]
    while isinstance(table.actor, int):
        table.play(made[table.actor].advise(clone(table.state), table.actor, Budget(work=3_000)).action)
    return table.record()


def ladder(ruleset: str, seats: int, games: int, first: int, bots: list[str], level: str) -> None:
    """Print the mean accuracy of each bot at tables of its own kind, with its 95 % interval over games."""
    for name in bots:
        means: list[float] = []
        for seed in range(first, first + games):
            found = review(played(ruleset, seats, [name] * seats, seed), level)
            means.append(sum(report.accuracy for report in found.reports) / seats)
        mean = sum(means) / len(means)
        spread = sqrt(sum((one - mean) ** 2 for one in means) / max(1, len(means) - 1) / len(means))
        print(f"{name:10} accuracy {mean:5.1f} ± {1.96 * spread:.1f} over {len(means)} games")


def replace(ruleset: str, seats: int, games: int, first: int, level: str) -> None:
    """From each of a seat's five worst decisions play on twice, as it was and with the better plan, same deals."""
    pairs: list[tuple[float, float]] = []
    for seed in range(first, first + games):
        record = played(ruleset, seats, ["easy", *["economist"] * (seats - 1)], seed)
        found = review(record, level)
        turns = turns_of(record)
        rows = [place for place, row in enumerate(found.rows) if row.seat == 0 and row.verdict and row.verdict.mistake]
        rows.sort(key=lambda place: -(found.rows[place].verdict.loss))  # type: ignore[union-attr]
        for place in rows[:WORST]:
            verdict = found.rows[place].verdict
            assert verdict is not None  # noqa: S101 - a mistake has one
            turn = turns[place]
            for number in range(4):
                deals = f"replace/{seed}/{place}/{number}"
                pairs.append(
                    (_won(turn.before, list(turn.actions), deals), _won(turn.before, list(verdict.better), deals))
                )
    if not pairs:
        print("no mistakes found")
        return
    before = sum(a for a, _ in pairs) / len(pairs)
    after = sum(b for _, b in pairs) / len(pairs)
    gap = after - before
    error = sqrt(sum((b - a - gap) ** 2 for a, b in pairs) / max(1, len(pairs) - 1) / len(pairs))
    print(
        f"{len(pairs)} replays: won {100 * before:.1f} % as played, {100 * after:.1f} % with the better plan, "
        f"{100 * gap:+.1f} ± {196 * error:.1f}"
    )


def _won(state: State, actions: list[Action], deals: str) -> float:
    s = clone(state)
    seat = s.actor
    for action in actions:
        if s.actor == seat and refusal(s, action) is None:
            advance(s, action)
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, deal(s, deals))
        else:
            take_turn(s, (0,) * s.rules.seats)
    return predicted(s)[seat]


def speed(ruleset: str, seats: int, games: int, first: int) -> None:
    """Print the processor time of an advice at each level and of a review at the normal one."""
    record = played(ruleset, seats, ["economist"] * seats, first)
    moments = [turn.before for turn in turns_of(record) if turn.seat >= 0 and turn.round][:: max(1, 400 // games)]
    for level in LEVELS:
        began = time.process_time()
        for state in moments[:games]:
            advise(state, state.actor, level)
        print(f"advice {level:7} {1000 * (time.process_time() - began) / len(moments[:games]):6.0f} ms")
    began = time.process_time()
    found = review(record)
    print(f"review normal  {time.process_time() - began:6.1f} s for {len(found.rows)} turns")


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["calibration", "ladder", "replace", "speed"])
    parser.add_argument("--ruleset", default="recharged/germany")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="Number of the first game")
    parser.add_argument("--bots", default="random,simple,economist,planner")
    parser.add_argument("--level", default="easy")
    asked = parser.parse_args()
    if asked.what == "calibration":
        calibration(asked.ruleset, asked.seats, asked.games, asked.first)
    elif asked.what == "ladder":
        ladder(asked.ruleset, asked.seats, asked.games, asked.first, asked.bots.split(","), asked.level)
    elif asked.what == "speed":
        speed(asked.ruleset, asked.seats, asked.games, asked.first)
    else:
        replace(asked.ruleset, asked.seats, asked.games, asked.first, asked.level)


if __name__ == "__main__":
    main()
