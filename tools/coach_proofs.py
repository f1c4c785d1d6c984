"""Measure what the coach's numbers mean: `python -m tools.coach_proofs chances|spread|ladder|replace|puzzles|speed`.

The figures in docs/coach.md come from here. Each measurement takes a number of games; `--rows FILE` keeps what every
game gave, so that a run can be stopped, continued and reported at any time. The same numbers play the same games.
`--bots` are the players, `--on` is the bot that plays on in all seats.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise, repeat
from math import log
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.arena import entrants
from kilowatt.bots import Budget
from kilowatt.cli.threads import one_thread_each
from kilowatt.coach.advise import advise
from kilowatt.coach.judge import judge
from kilowatt.coach.puzzles import MARGIN, answers_of, position, shipped
from kilowatt.coach.record_turns import turns_of
from kilowatt.coach.review import accuracy_of, review
from kilowatt.engine.game import advance, clone, new_game, outcomes, refusal
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.statistics import Z, cluster_error, clusters_of, mean, standard_error
from kilowatt.table.dealer import SeededDealer
from kilowatt.table.record import Record
from tools.games import share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

Row = dict[str, Any]
Asked = argparse.Namespace

BINS = 10
MANY = 200
"""Seats in a bin from which on its error says something."""
WORST = 3
"""Mistakes of a game that are played on."""
LIMIT = 60.0
"""Time limit per move for external bots, in seconds."""


def won_by(s: State, on: str, deals: str) -> list[float]:
    """Play a position on with the same bot in all seats; return what share of the win each seat has."""
    s = clone(s)
    bots = [entrants.enter(on, seat, LIMIT) for seat in range(s.rules.seats)]
    dealer = SeededDealer(deals)
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
        else:
            advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
    assert s.result is not None  # noqa: S101 - it is over
    return [share(s.result, seat) for seat in range(s.rules.seats)]


def kind_of(number: int, asked: Asked) -> tuple[str, int]:
    """Return the ruleset and the number of seats of a game."""
    seats = 2 + number % 5 if asked.seats == 0 else asked.seats
    known = [info.id for info in kilowatt.rulesets() if seats in info.seats]
    return (known[number // 5 % len(known)] if asked.ruleset == "all" else asked.ruleset), seats


# --- chances ----------------------------------------------------------------------------------------------------------


def moments(number: int, asked: Asked) -> tuple[list[State], list[float]]:
    """Play a game of the bots; return one decision of each round, and who won."""
    ruleset, seats = kind_of(number, asked)
    dice = Random(f"moments/{number}")
    names = asked.bots.split(",")
    bots = [entrants.enter(dice.choice(names), number * 10 + seat, LIMIT) for seat in range(seats)]
    s = clone(new_game(kilowatt.ruleset(ruleset, seats)))
    dealer = SeededDealer(f"moments/{number}")
    kept: dict[int, tuple[int, State]] = {}
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
            continue
        if s.round:
            seen = kept[s.round][0] + 1 if s.round in kept else 1
            kept[s.round] = (seen, clone(s) if dice.random() * seen < 1 else kept[s.round][1])
        advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
    assert s.result is not None  # noqa: S101 - it is over
    return [state for _, state in kept.values()], [share(s.result, seat) for seat in range(seats)]


def chances_rows(number: int, asked: Asked) -> list[Row]:
    """Note the chances at one decision per round of a game, and who won."""
    states, won = moments(number, asked)
    ruleset, seats = kind_of(number, asked)
    return [
        {"seats": seats, "ruleset": ruleset, "phase": s.phase, "won": won, "chances": kilowatt.chances(s)}
        for s in states
    ]


def chances_report(rows: Sequence[Row]) -> None:
    """Print log-loss and calibration by number of seats and by phase, and the reliability of all."""
    for name in ("seats", "phase"):
        print(f"| {name} | games | positions | log-loss | mean error, points |\n|---|--:|--:|--:|--:|")
        for value in sorted({row[name] for row in rows}):
            here = [row for row in rows if row[name] == value]
            games = len({row["game"] for row in here})
            print(
                f"| {value} | {games} | {len(here)} | {mean([_loss(row) for row in here]):.3f} | {_error(here):.2f} |"
            )
    print("\n| predicted | seats | mean | won | error |\n|---|--:|--:|--:|--:|")
    _reliability(rows)


def _error(rows: Sequence[Row]) -> float:
    """Return the mean distance of chances from shares of wins, in tenths of all seats by their chance, in points."""
    pairs = sorted([pair for row in rows for pair in zip(row["chances"], row["won"], strict=True)])
    size = max(1, len(pairs) // BINS)
    tenths = [pairs[place : place + size] for place in range(0, len(pairs) - size + 1, size)]
    return 100 * mean([abs(mean([won - chance for chance, won in tenth])) for tenth in tenths])


def _reliability(rows: Sequence[Row]) -> None:
    """Print predicted and real win shares in bins of a tenth; intervals count a game once, not its positions."""
    bins: list[dict[int, list[tuple[float, float]]]] = [{} for _ in range(BINS)]
    for row in rows:
        for chance, won in zip(row["chances"], row["won"], strict=True):
            bins[min(BINS - 1, int(chance * BINS))].setdefault(row["game"], []).append((chance, won))
    worst = total = 0.0
    many = 0
    for place, games in enumerate(bins):
        pairs = [pair for some in games.values() for pair in some]
        if not pairs:
            continue
        predicted, won = mean([a for a, _ in pairs]), mean([b for _, b in pairs])
        gap = won - predicted
        error = cluster_error([[b - a for a, b in some] for some in games.values()])
        worst = max(worst, abs(gap)) if len(pairs) >= MANY else worst
        total += abs(gap) * len(pairs)
        many += len(pairs)
        print(
            f"| {place * 10}-{place * 10 + 10} % | {len(pairs)} | {100 * predicted:.1f} % | {100 * won:.1f} % | "
            f"{100 * gap:+.1f} ± {100 * Z * error:.1f} |"
        )
    print(f"largest error in a bin of at least {MANY}: {100 * worst:.1f} points; mean {100 * total / many:.2f}")


def _loss(row: Row) -> float:
    return -sum([float(won) * log(max(chance, 1e-4)) for chance, won in zip(row["chances"], row["won"], strict=True)])


def spread_rows(number: int, asked: Asked) -> list[Row]:
    """Play two moments of a game on many times, to compare the share of wins with the chance."""
    states, _ = moments(number, asked)
    rows: list[Row] = []
    for place, s in enumerate(Random(f"spread/{number}").sample(states, min(2, len(states)))):
        shares = [won_by(s, asked.on, f"spread/{number}/{place}/{replay}") for replay in range(asked.replays)]
        won = [mean(column) for column in zip(*shares, strict=True)]
        place_in_game = {"phase": s.phase, "ask": s.ask, "round": s.round}
        rows.append({"chances": kilowatt.chances(s), "won": won, "replays": asked.replays, **place_in_game})
    return rows


def spread_report(rows: Sequence[Row]) -> None:
    """Print the standard error of a chance, as a share of the root of p (1 - p), without the noise of the replays."""
    squares, noise, scale = [], [], []
    for row in rows:
        for chance, won in zip(row["chances"], row["won"], strict=True):
            squares.append((chance - won) ** 2)
            noise.append(won * (1 - won) / max(1, row["replays"] - 1))
            scale.append(chance * (1 - chance))
    beyond = max(0.0, mean(squares) - mean(noise))
    print(f"{len(rows)} positions: standard error {beyond**0.5:.3f}, SPREAD {(beyond / mean(scale)) ** 0.5:.3f}")


# --- accuracy and better plans ----------------------------------------------------------------------------------------


def played(ruleset: str, seats: int, bots: list[str], seed: int) -> Record:
    """Play a game between bots."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=f"proof/{seed}")
    made = [entrants.enter(name, seat, LIMIT) for seat, name in enumerate(bots)]
    while isinstance(table.actor, int):
        table.play(made[table.actor].advise(clone(table.state), table.actor, Budget(work=3_000)).action)
    return table.record()


def ladder_rows(number: int, asked: Asked) -> list[Row]:
    """Play a game of each bot at a table of its own kind; note the accuracy of one seat, another in each game."""
    rows: list[Row] = []
    ruleset, seats = kind_of(number, asked)
    seat = number % seats
    for name in asked.bots.split(","):
        turns = turns_of(played(ruleset, seats, [name] * seats, number))
        verdicts = [(turn.round, judge(turn)) for turn in turns if turn.round and turn.seat == seat]
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
    """From each of a seat's worst decisions play on, as it was and with the better plan, in the same deals."""
    ruleset, seats = kind_of(number, asked)
    names = asked.bots.split(",")
    seat = number % seats
    table = [names[0] if place == seat else names[-1] for place in range(seats)]
    turns = turns_of(played(ruleset, seats, table, number))
    judged = [(turn, judge(turn)) for turn in turns if turn.round and turn.seat == seat]
    wrong = [(turn, verdict) for turn, verdict in judged if verdict is not None and verdict.mistake]
    wrong.sort(key=lambda one: -one[1].loss)
    rows: list[Row] = []
    for place, (turn, verdict) in enumerate(wrong[:WORST]):
        ways: list[tuple[State, list[float]]] = []
        ways += [(after(turn.before, actions), []) for actions in (turn.actions, list(verdict.better))]
        for replay in range(asked.replays):
            for state, shares in ways:
                shares.append(won_by(state, asked.on, f"replace/{number}/{place}/{replay}")[seat])
        before, better = (mean(shares) for _, shares in ways)
        rows.append({"kind": verdict.kind, "before": before, "after": better, "claimed": verdict.loss})
    return rows


def replace_report(rows: Sequence[Row]) -> None:
    """Print what was claimed and what was gained, with the 95 % interval over games."""
    for kind in [*sorted({row["kind"] for row in rows}), ""]:
        here = [row for row in rows if kind in ("", row["kind"])]
        gains = by_game(here, lambda row: row["after"] - row["before"])
        claims = by_game(here, lambda row: row["claimed"])
        print(
            f"{kind or 'all':8} {len(here):5} mistakes of {len(gains)} games: claimed "
            f"{_interval([100 * loss for loss in claims], 1)}, gained {_interval([100 * gain for gain in gains], 1)}"
        )


def after(state: State, actions: list[Action]) -> State:
    """Return the position after some moves of the acting seat, as far as they can be made."""
    s = clone(state)
    seat = s.actor
    for action in actions:
        if s.actor == seat and refusal(s, action) is None:
            advance(s, action)
    return s


# --- puzzles ----------------------------------------------------------------------------------------------------------


def puzzle_rows(number: int, asked: Asked) -> list[Row]:
    """Play the best answer of a shipped puzzle and the next best on, with the same cards, `--replays` times each."""
    collection = shipped()
    if number >= len(collection.puzzles):
        return []
    puzzle = collection.puzzles[number]
    state = position(collection, puzzle)
    answers = answers_of(state)
    rest = sorted([place for place in range(len(answers)) if place != puzzle.best], key=lambda at: -puzzle.chances[at])
    began = time.process_time()
    ways = [after(state, list(answers[place].option.actions)) for place in (puzzle.best, rest[0])]
    gains: list[float] = []
    for replay in range(asked.replays):
        best, other = [won_by(s, asked.on, f"puzzle/{number}/{replay}")[state.actor] for s in ways]
        gains.append(best - other)
    row = {"puzzle": number, "kind": puzzle.kind, "claimed": puzzle.chances[puzzle.best] - puzzle.chances[rest[0]]}
    error = standard_error(gains) if len(gains) > 1 else 1.0
    seconds = time.process_time() - began
    return [{**row, "gain": mean(gains), "error": error, "replays": asked.replays, "seconds": seconds}]


def puzzle_report(rows: Sequence[Row]) -> None:
    """Print what each puzzle's best answer gains over the next best, and which are shown to gain 5 points."""
    for row in rows:
        shown = "holds" if row["gain"] - Z * row["error"] >= MARGIN else "open"
        shown = "fails" if row["gain"] + Z * row["error"] < MARGIN else shown
        if row["error"] == 0 and row["replays"] < MANY:
            shown = "open"  # a few games that all ended alike
        print(
            f"{row['puzzle']:4} {row['kind']:6} claimed {100 * row['claimed']:5.1f}, gained {100 * row['gain']:5.1f} ± "
            f"{100 * Z * row['error']:.1f}: {shown}; {row['seconds']:.0f} s"
        )
    held = sum(row["gain"] >= MARGIN for row in rows)
    print(f"{held} of {len(rows)} gain {100 * MARGIN:.0f} points on average")


# --- time -------------------------------------------------------------------------------------------------------------


def speed(asked: Asked) -> None:
    """Print the processor time of an advice and of a review."""
    record = played(asked.ruleset, asked.seats, ["normal"] * asked.seats, asked.first)
    states = [turn.before for turn in turns_of(record) if turn.seat >= 0 and turn.round]
    states = states[:: max(1, len(states) // asked.games)][: asked.games]
    spent: list[float] = []
    for state in states:
        began = time.process_time()
        advise(state, state.actor)
        spent.append(time.process_time() - began)
    print(f"advice {1000 * mean(spent):6.0f} ms, the longest {1000 * max(spent):.0f} ms")
    began = time.process_time()
    reviewed = review(record)
    print(f"review {time.process_time() - began:6.1f} s for {len(reviewed.rows)} turns")


# --- rows -------------------------------------------------------------------------------------------------------------


def by_game(rows: Iterable[Row], value: Callable[[Row], float]) -> list[float]:
    """Return the mean of a value for each game: positions of one game are not independent."""
    return [mean(some) for some in clusters_of((row["game"], value(row)) for row in rows)]


def _interval(values: Sequence[float], digits: int) -> str:
    """Return the mean of independent values with its 95 % interval."""
    return f"{mean(values):.{digits}f} ± {Z * standard_error(values):.{digits}f}"


MEASURES: dict[str, tuple[Callable[[int, Asked], list[Row]], Callable[[Sequence[Row]], None]]] = {
    "chances": (chances_rows, chances_report),
    "spread": (spread_rows, spread_report),
    "ladder": (ladder_rows, ladder_report),
    "replace": (replace_rows, replace_report),
    "puzzles": (puzzle_rows, puzzle_report),
}


BOTS = "simple,easy,normal,search,hard,expert"


def measure(asked: Asked) -> list[Row]:
    """Play the games that are not in the file yet; return the rows of all."""
    lines = asked.rows.read_text(encoding="utf-8").splitlines() if asked.rows and asked.rows.exists() else []
    rows: list[Row] = [json.loads(line) for line in lines]
    done = {row["game"] for row in rows}
    left = [number for number in range(asked.first, asked.first + asked.games) if number not in done]
    one_thread_each()
    with ProcessPoolExecutor(asked.jobs) as pool:
        results = pool.map(MEASURES[asked.what][0], left, repeat(asked))
        for number, played_rows in zip(left, results, strict=True):
            # a game that gives nothing is noted too, so that it is not played again
            new = [{"game": number, **row} for row in played_rows] or [{"game": number, "empty": True}]
            rows += new
            if asked.rows:
                with asked.rows.open("a", encoding="utf-8") as file:
                    file.writelines(json.dumps(row) + "\n" for row in new)
    return [row for row in rows if "empty" not in row]


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*MEASURES, "speed"])
    parser.add_argument("--ruleset", default="recharged/germany", help="Id of a ruleset, or all")
    parser.add_argument("--seats", type=int, default=4, help="Seats; 0 takes 2 to 6 in turn")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="Number of the first game")
    parser.add_argument("--bots", default=BOTS, help="Players: the weakest first; for replace the player, the rivals")
    parser.add_argument("--on", default="expert", help="The bot that plays on in all seats")
    parser.add_argument("--replays", type=int, default=20, help="How often each way is played on")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="File that keeps what each game gave")
    asked = parser.parse_args()
    if asked.what == "speed":
        speed(asked)
        return
    rows = measure(asked)
    if rows:
        MEASURES[asked.what][1](rows)
    else:
        print("No game gave a row: nothing to report.")


if __name__ == "__main__":
    main()
