"""Play one bot against tables of another on several rulesets and numbers of seats: the figures of docs/lab/ladder.md.

`python -m tools.evaluate learned search recharged/germany:4 recharged/usa:4 --games 203 --seed eva --jobs 2` plays so
many games of each, every deal once per seat, and prints the shares of wins with intervals bootstrapped by deal.
`--out FILE` keeps a line per game. `--points 2158` adds the rating that follows from the shares if the field has so
many points. `--set first_look=80` changes a number of the bot (not of the field), here of `search`, so that it gives up
no choice before 80 imagined games. In the place of a name, `bench/exploiters.py:BidderBot` is a class in a file, and
`run/best.weights` the bot that plays from this network of values.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import kilowatt
from kilowatt.arena import entrants
from kilowatt.arena.rows import LIMIT
from kilowatt.bots import Budget
from kilowatt.bots.valuing import Valuer
from kilowatt.cli.threads import one_thread_each
from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.learning.selfplay import load
from kilowatt.statistics import bootstrap, clusters_of, mean
from kilowatt.table.dealer import SeededDealer
from tools.games import share

if TYPE_CHECKING:
    from kilowatt.bots import Bot

Row = dict[str, Any]


class Job(NamedTuple):
    """A game to play: number n is deal n / seats with the bot in seat n % seats."""

    bot: str
    field: str
    ruleset: str
    seats: int
    number: int
    seed: str
    numbers: tuple[tuple[str, float], ...]
    """Numbers of the bot that are not what they usually are."""


def enter(name: str, seed: int) -> Bot:
    """Make a bot: by its name, its class in a file, or the file of its network of values."""
    return Valuer(load(name), seed) if name.endswith(".weights") else entrants.enter(name, seed, LIMIT)


def change(bot: Bot, numbers: tuple[tuple[str, float], ...]) -> Bot:
    """Change numbers of a bot; `SystemExit` names one that it does not have."""
    for name, value in numbers:
        usual = getattr(bot, name, None)
        if not isinstance(usual, int | float):
            sys.exit(f"--set {name}: {type(bot).__name__} has no such number")
        setattr(bot, name, type(usual)(value))
    return bot


def play(job: Job) -> Row:
    """Play a game."""
    deal, own = divmod(job.number, job.seats)
    s = new_game(kilowatt.ruleset(job.ruleset, job.seats))
    dealer = SeededDealer(f"{job.seed}/{deal}")
    bots = [enter(job.bot if seat == own else job.field, deal * 10 + seat) for seat in range(job.seats)]
    change(bots[own], job.numbers)
    spent, moves, longest = 0.0, 0, 0.0
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
            continue
        seat, given = s.actor, clone(s)
        begun = perf_counter()
        action = bots[seat].advise(given, seat, Budget()).action
        if seat == own:
            took = perf_counter() - begun
            spent, moves, longest = spent + took, moves + 1, max(longest, took)
        advance(s, action)
    return {
        "game": f"{job.ruleset}:{job.seats}",
        "deal": deal,
        "won": share(s.result, own) if s.result else 0.0,
        "ms": 1000 * spent / max(1, moves),
        "max": longest,
    }


def win_share(rows: list[Row]) -> tuple[float, float, float]:
    """Return the share of wins and the ends of its 95 % interval, bootstrapped by deal."""
    deals = clusters_of(((row["game"], row["deal"]), row["won"]) for row in rows)
    return (mean([row["won"] for row in rows]), *bootstrap(deals))


def line(name: str, rows: list[Row]) -> str:
    """Write one row of a table."""
    share, low, high = win_share(rows)
    ms = sum(row["ms"] for row in rows) / len(rows)
    longest = max(row["max"] for row in rows)
    return f"| {name} | {len(rows)} | {share:.1%} ({100 * low:.1f}-{100 * high:.1f}) | {ms:.1f} | {longest:.1f} |"


def rating(rows: list[Row], rival: float) -> str:
    """Return the points that follow from the shares of wins, where every game had the same number of seats."""
    share, low, high = win_share(rows)
    seats = sorted({int(row["game"].rpartition(":")[2]) for row in rows})
    if len(seats) > 1 or not 0 < low <= high < 1:
        return "rating: needs one number of seats, and games both won and lost"
    from kilowatt.server.ratings.skill import points_from

    middle, least, most = (points_from(won, seats[0], rival) for won in (share, low, high))
    return f"rating: {middle} ({least}-{most})"


def number(text: str) -> tuple[str, float]:
    """Read NAME=NUMBER."""
    name, _, value = text.partition("=")
    try:
        return name, float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected NAME=NUMBER, not {text!r}") from None


def main(args: list[str]) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.evaluate", description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("field")
    parser.add_argument("games_of", nargs="+", metavar="RULESET:SEATS")
    parser.add_argument("--games", type=int, default=100, help="of each ruleset and number of seats")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--points", type=float, help="rating of the field")
    parser.add_argument("--set", dest="numbers", metavar="NAME=NUMBER", type=number, action="append", default=[])
    asked = parser.parse_args(args)
    one_thread_each()
    kinds = [(ruleset, int(seats)) for ruleset, _, seats in (kind.rpartition(":") for kind in asked.games_of)]
    jobs = [
        Job(asked.bot, asked.field, ruleset, seats, game, asked.seed, tuple(asked.numbers))
        for game in range(asked.games)
        for ruleset, seats in kinds
    ]
    change(enter(asked.bot, 0), tuple(asked.numbers))
    with ProcessPoolExecutor(asked.jobs) as pool:
        rows = list(pool.map(play, jobs))
    if asked.out:
        asked.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print("| games | number | win share (95 %) | ms per move | longest move, s |\n|---|---:|---|---:|---:|")
    for kind in asked.games_of:
        print(line(kind, [row for row in rows if row["game"] == kind]))
    if len(kinds) > 1:
        print(line("together", rows))
    if asked.points is not None:
        print(rating(rows, asked.points))


if __name__ == "__main__":
    main(sys.argv[1:])
