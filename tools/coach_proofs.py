"""Measure what the coach's numbers mean: `python -m tools.coach_proofs chances|ladder|replace|speed`.

The figures in docs/coach.md come from here. Each measurement takes a number of games; `--rows FILE` keeps what every
game gave, so that a run can be stopped, continued and reported at any time. The same numbers play the same games.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from math import log
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.bots.lookahead import deal
from kilowatt.bots.prediction import predicted
from kilowatt.bots.turns import take_turn
from kilowatt.coach.advise import DEALS, LEVELS, advise
from kilowatt.coach.judge import judge
from kilowatt.coach.record_turns import turns_of
from kilowatt.coach.review import MOMENT_DEALS, accuracy_of, review
from kilowatt.coach.win_chances import chances, imagined, seed_of
from kilowatt.engine.game import advance, clone, new_game, refusal
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.statistics import Z, cluster_error, clusters_of, mean, standard_error
from kilowatt.table.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

Row = dict[str, Any]
Asked = argparse.Namespace

BINS = 10
MANY = 200
"""Seats in a bin from which on its error says something."""
WORST = 5
REPLAYS = 4
WAYS = ("imagined", "network", "leaves")
"""Ways to find chances: as the model sees imagined games, as the network sees the position, or imagined games."""


# --- chances ----------------------------------------------------------------------------------------------------------


def chances_rows(number: int, asked: Asked) -> list[Row]:
    """Play a game of `economist`; note the chances at one decision per round, and who won."""
    seats = 2 + number % 5 if asked.seats == 0 else asked.seats
    known = [info.id for info in kilowatt.rulesets() if seats in info.seats]
    ruleset = known[number // 5 % len(known)] if asked.ruleset == "all" else asked.ruleset
    dice = Random(f"chances/{number}")
    s = clone(new_game(kilowatt.ruleset(ruleset, seats)))
    kept: dict[int, tuple[int, State]] = {}
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, deal(s, f"chances/{number}"))
            continue
        if s.round:
            seen = kept[s.round][0] + 1 if s.round in kept else 1
            if dice.random() * seen < 1:
                kept[s.round] = (seen, clone(s))
            else:
                kept[s.round] = (seen, kept[s.round][1])
        take_turn(s, (0,) * seats)
    won = list(predicted(s))
    return [
        {"seats": seats, "ruleset": ruleset, "won": won, **estimates(state, asked.level, leaves=asked.leaves)}
        for _, state in kept.values()
    ]


def estimates(s: State, level: str, *, leaves: bool) -> Row:
    """Return everybody's chances in a position, found in each way."""
    deals = MOMENT_DEALS[level]
    row: Row = {"imagined": list(chances(s, 0, deals)), "network": kilowatt.chances(s)}
    if leaves:
        rows = [imagined(s, None, f"{seed_of(s, 0)}/{number}", kilowatt.chances) for number in range(deals)]
        row["leaves"] = [sum(column) / deals for column in zip(*rows, strict=True)]
    return row


def chances_report(rows: Sequence[Row]) -> None:
    """Print log-loss by number of seats for each way, and the reliability of each."""
    ways = [way for way in WAYS if all(way in row for row in rows)]
    print("| seats | games | positions | " + " | ".join(f"log-loss {way}" for way in ways) + " | imagined - network |")
    for seats in [*sorted({row["seats"] for row in rows}), 0]:
        here = [row for row in rows if seats in (0, row["seats"])]
        games = {row["game"] for row in here}
        losses = [f"{mean([_loss(row, way) for row in here]):.3f}" for way in ways]
        gaps = by_game(here, lambda row: _loss(row, "imagined") - _loss(row, "network"))
        print("|", " | ".join([str(seats or "all"), str(len(games)), str(len(here)), *losses, _interval(gaps, 3)]), "|")
    for way in ways:
        print(f"\n{way}\n| predicted | seats | mean | won | error |")
        _reliability(rows, way)


def _reliability(rows: Sequence[Row], way: str) -> None:
    """Print predicted and real win shares in bins of a tenth; intervals count a game once, not its positions."""
    bins: list[dict[int, list[tuple[float, float]]]] = [{} for _ in range(BINS)]
    for row in rows:
        for chance, won in zip(row[way], row["won"], strict=True):
            bins[min(BINS - 1, int(chance * BINS))].setdefault(row["game"], []).append((chance, won))
    worst = total = 0.0
    many = 0
    for place, games in enumerate(bins):
        pairs = [pair for some in games.values() for pair in some]
        if not pairs:
            continue
        predicted_share, won = mean([a for a, _ in pairs]), mean([b for _, b in pairs])
        gap = won - predicted_share
        error = cluster_error([[b - a for a, b in some] for some in games.values()])
        worst = max(worst, abs(gap)) if len(pairs) >= MANY else worst
        total += abs(gap) * len(pairs)
        many += len(pairs)
        print(
            f"| {place * 10}-{place * 10 + 10} % | {len(pairs)} | {100 * predicted_share:.1f} % | {100 * won:.1f} % | "
            f"{100 * gap:+.1f} ± {100 * Z * error:.1f} |"
        )
    print(f"largest error in a bin of at least {MANY}: {100 * worst:.1f} points; mean {100 * total / many:.2f}")


def _loss(row: Row, way: str) -> float:
    return -sum([float(won) * log(max(chance, 1e-4)) for chance, won in zip(row[way], row["won"], strict=True)])


# --- accuracy and better plans ----------------------------------------------------------------------------------------


def played(ruleset: str, seats: int, bots: list[str], seed: int) -> Record:
    """Play a game between bots."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=f"proof/{seed}")
    made = [make_bot(name, seat) for seat, name in enumerate(bots)]
    while isinstance(table.actor, int):
        table.play(made[table.actor].advise(clone(table.state), table.actor, Budget(work=3_000)).action)
    return table.record()


def ladder_rows(number: int, asked: Asked) -> list[Row]:
    """Play a game of each bot at a table of its own kind; note the accuracy of one seat, another in each game."""
    rows: list[Row] = []
    seat = number % asked.seats
    for name in asked.bots.split(","):
        turns = turns_of(played(asked.ruleset, asked.seats, [name] * asked.seats, number))
        verdicts = [
            (turn.round, judge(turn, DEALS[asked.level], 0)) for turn in turns if turn.round and turn.seat == seat
        ]
        judged = [(around, verdict) for around, verdict in verdicts if verdict is not None]
        rows.append({"bot": name, "accuracy": accuracy_of(judged)})
    return rows


def ladder_report(rows: Sequence[Row]) -> None:
    """Print the mean accuracy of each bot with its 95 % interval over games, and of each step of the ladder."""
    names = list(dict.fromkeys(row["bot"] for row in rows))
    means = {name: {row["game"]: row["accuracy"] for row in rows if row["bot"] == name} for name in names}
    for name in names:
        print(f"{name:10} accuracy {_interval(list(means[name].values()), 1)} over {len(means[name])} games")
    for low, high in pairwise(names):
        both = [means[high][game] - means[low][game] for game in means[high] if game in means[low]]
        print(f"{high} - {low}: {_interval(both, 1)}")


def replace_rows(number: int, asked: Asked) -> list[Row]:
    """From each of a seat's five worst decisions play on, as it was and with the better plan, in the same deals."""
    seats = asked.seats
    turns = turns_of(played(asked.ruleset, seats, ["unsure", *["economist"] * (seats - 1)], number))
    judged = [(turn, judge(turn, DEALS[asked.level], 0)) for turn in turns if turn.round and turn.seat == 0]
    wrong = [(turn, verdict) for turn, verdict in judged if verdict is not None and verdict.mistake]
    wrong.sort(key=lambda one: -one[1].loss)
    rows: list[Row] = []
    for place, (turn, verdict) in enumerate(wrong[:WORST]):
        for replay in range(REPLAYS):
            deals = f"replace/{number}/{place}/{replay}"
            before, after = [_won(turn.before, list(plan), deals) for plan in (turn.actions, verdict.better)]
            rows.append({"kind": verdict.kind, "before": before, "after": after})
    return rows


def replace_report(rows: Sequence[Row]) -> None:
    """Print the win share before and after, with the 95 % interval of the difference over games."""
    for kind in [*sorted({row["kind"] for row in rows}), ""]:
        here = [row for row in rows if kind in ("", row["kind"])]
        gaps = by_game(here, lambda row: row["after"] - row["before"])
        before, after = mean([row["before"] for row in here]), mean([row["after"] for row in here])
        print(
            f"{kind or 'all':8} {len(here):5} replays of {len(gaps)} games: won {100 * before:.1f} % as played, "
            f"{100 * after:.1f} % with the better plan, {_interval([100 * gap for gap in gaps], 1)}"
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


# --- time -------------------------------------------------------------------------------------------------------------


def speed(asked: Asked) -> None:
    """Print the processor time of an advice at each level and of a review at the normal one."""
    record = played(asked.ruleset, asked.seats, ["economist"] * asked.seats, asked.first)
    moments = [turn.before for turn in turns_of(record) if turn.seat >= 0 and turn.round]
    moments = moments[:: max(1, len(moments) // asked.games)][: asked.games]
    for level in LEVELS:
        began = time.process_time()
        for state in moments:
            advise(state, state.actor, level)
        print(f"advice {level:7} {1000 * (time.process_time() - began) / len(moments):6.0f} ms")
    began = time.process_time()
    reviewed = review(record)
    print(f"review normal  {time.process_time() - began:6.1f} s for {len(reviewed.rows)} turns")


# --- rows -------------------------------------------------------------------------------------------------------------


def by_game(rows: Iterable[Row], value: Callable[[Row], float]) -> list[float]:
    """Return the mean of a value for each game: positions of one game are not independent."""
    return [mean(some) for some in clusters_of((row["game"], value(row)) for row in rows)]


def _interval(values: Sequence[float], digits: int) -> str:
    """Return the mean of independent values with its 95 % interval."""
    return f"{mean(values):.{digits}f} ± {Z * standard_error(values):.{digits}f}"


MEASURES: dict[str, tuple[Callable[[int, Asked], list[Row]], Callable[[Sequence[Row]], None]]] = {
    "chances": (chances_rows, chances_report),
    "ladder": (ladder_rows, ladder_report),
    "replace": (replace_rows, replace_report),
}


def measure(asked: Asked) -> list[Row]:
    """Play the games that are not in the file yet; return the rows of all."""
    lines = asked.rows.read_text(encoding="utf-8").splitlines() if asked.rows and asked.rows.exists() else []
    rows: list[Row] = [json.loads(line) for line in lines]
    done = {row["game"] for row in rows}
    play = MEASURES[asked.what][0]
    try:
        for number in range(asked.first, asked.first + asked.games):
            if number in done:
                continue
            # a game that gives nothing is noted too, so that it is not played again
            new = [{"game": number, **row} for row in play(number, asked)] or [{"game": number, "empty": True}]
            rows += new
            if asked.rows:
                with asked.rows.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(row) + "\n" for row in new)
    except KeyboardInterrupt:
        pass
    return [row for row in rows if "empty" not in row]


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*MEASURES, "speed"])
    parser.add_argument("--ruleset", default="recharged/germany", help="Id of a ruleset; for chances also all")
    parser.add_argument("--seats", type=int, default=4, help="Seats; for chances 0 takes 2 to 6 in turn")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="Number of the first game")
    parser.add_argument("--bots", default="simple,unsure,economist,planner", help="Bots of the ladder, weakest first")
    parser.add_argument("--level", default="easy", choices=LEVELS)
    parser.add_argument("--leaves", action="store_true", help="Also score imagined games with the network")
    parser.add_argument("--rows", type=Path, help="File that keeps what each game gave")
    asked = parser.parse_args()
    if asked.what == "speed":
        speed(asked)
        return
    rows = measure(asked)
    if rows:
        MEASURES[asked.what][1](rows)
    else:
        print("nothing was found")


if __name__ == "__main__":
    main()
