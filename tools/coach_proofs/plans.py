"""What following the adviser wins, what accuracy the bots have, and what better plans gain."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from kilowatt.coach.judge import judge
from kilowatt.coach.record_turns import turns_of
from kilowatt.coach.review import accuracy_of
from kilowatt.statistics import mean
from tools.coach_proofs.games import after, by_game, interval_of, kind_of, played, won_by
from tools.coach_proofs.targets import GAINED, LADDER, WINS, interval, reached
from tools.evaluate import Job, play, win_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.state import State
    from tools.coach_proofs.games import Asked, Row

WORST = 3
"""Mistakes of a game that are played on."""


def follow_rows(number: int, asked: Asked) -> list[Row]:
    """Let a player do what the adviser says against tables of each bot: another seat in each game of a deal."""
    ruleset, seats = kind_of(number, asked)
    return [
        {"field": name, "ruleset": ruleset, **play(Job("adviser", name, ruleset, seats, number, "follow", ()))}
        for name in asked.bots.split(",")
    ]


def follow_report(rows: Sequence[Row]) -> list[str]:
    """Print the share of wins against each bot and on each ruleset, with its 95 % interval over deals."""
    missed: list[str | None] = []
    for name in dict.fromkeys(row["field"] for row in rows):
        here = [row for row in rows if row["field"] == name]
        share, low, high = win_share(here)
        print(f"against {name:10} {100 * share:.1f} % ({100 * low:.1f}-{100 * high:.1f}) of {len(here)} games")
        if name in WINS:
            missed.append(reached(f"wins against {name}", low, high, WINS[name]))
        rulesets = dict.fromkeys(row["ruleset"] for row in here if "ruleset" in row)
        for ruleset in rulesets if len(rulesets) > 1 else ():
            some = [row for row in here if row["ruleset"] == ruleset]
            share, low, high = win_share(some)
            print(f"  {ruleset:24} {100 * share:.1f} % ({100 * low:.1f}-{100 * high:.1f}) of {len(some)} games")
    return [name for name in missed if name]


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


def ladder_report(rows: Sequence[Row]) -> list[str]:
    """Print the mean accuracy of each bot with its 95 % interval over games, and of each step of the ladder."""
    missed: list[str | None] = []
    names = sorted({row["bot"] for row in rows}, key=lambda name: LADDER.index(name) if name in LADDER else len(LADDER))
    means = {name: {row["game"]: row["accuracy"] for row in rows if row["bot"] == name} for name in names}
    for name in names:
        print(f"{name:10} accuracy {interval_of(list(means[name].values()), 1)} over {len(means[name])} games")
    for low, high in pairwise(names):
        both = [means[high][game] - means[low][game] for game in means[high] if game in means[low]]
        print(f"{high} - {low}: {interval_of(both, 1)}")
        if {low, high} <= set(LADDER):
            missed.append(reached(f"{high} - {low}", *interval(both), 0.0))
    return [name for name in missed if name]


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


def replace_report(rows: Sequence[Row]) -> list[str]:
    """Print what was claimed and what was gained, with the 95 % interval over games."""
    for kind in [*sorted({row["kind"] for row in rows}), ""]:
        here = [row for row in rows if kind in ("", row["kind"])]
        gains = by_game(here, lambda row: 100 * (row["after"] - row["before"]))
        claims = by_game(here, lambda row: 100 * row["claimed"])
        print(
            f"{kind or 'all':8} {len(here):5} mistakes of {len(gains)} games: claimed "
            f"{interval_of(claims, 1)}, gained {interval_of(gains, 1)}"
        )
    short = by_game(rows, lambda row: 100 * (row["after"] - row["before"] - GAINED * row["claimed"]))
    name = reached(f"gained beyond {GAINED:g} of what was claimed, in points,", *interval(short), 0.0)
    return [name] if name else []
