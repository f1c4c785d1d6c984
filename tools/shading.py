"""How far economists should bid below a plant's worth: self-play of economists that each shade by other shares.

`python -m tools.shading slopes --games 2000` plays games in which every seat draws its own shares around those of
`bots/shading.py`, and prints how the share of wins changes with the logarithm of each: near 0 the shares are right.
`--share 1 --closing 1` starts from bids of the whole worth.
`python -m tools.shading match --games 200` plays one economist that shades against economists that do not.
"""

from __future__ import annotations

import argparse
import sys
from math import exp, sqrt
from random import Random

import kilowatt
from kilowatt.bots import economist
from kilowatt.bots.ending import may_close
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.shading import CLOSING, SHARE
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Pass
from kilowatt.engine.game import advance, new_game, outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.rules import Rules
from kilowatt.engine.state import State
from kilowatt.statistics import cluster_error, mean, normal_interval
from kilowatt.table.dealer import SeededDealer

SPREAD = 0.35
"""Standard deviation of the logarithm of a seat's shares."""

Shares = tuple[float, float]
"""Of a plant's worth: in most rounds, and in one in which some seat may well end the game."""


def decide(s: State, shares: Shares) -> Action:
    """Choose the move of an economist that shades its bids."""
    if s.ask != asks.ASK_BID:
        return economist.decide(s)
    seat = s.actor
    tables = tables_of(s)
    share = shares[1] if may_close(s, tables) else shares[0]
    limit = min(s.money[seat], int(share * economist.reservation(s, seat, tables)))
    return Pass(seat) if s.bid >= limit else Bid(seat, s.bid + 1)


def winners(rules: Rules, seed: str, shares: list[Shares]) -> list[float]:
    """Play a game; return each seat's share of the win."""
    s = new_game(rules)
    dealer = SeededDealer(seed)
    while s.actor != OVER:
        advance(s, dealer.deal(s, outcomes(s)) if s.actor == CHANCE else decide(s, shares[s.actor]))
    assert s.result is not None  # noqa: S101 - the game is over
    won = s.result.winners
    return [1 / len(won) if seat in won else 0.0 for seat in range(rules.seats)]


def slopes(rules: list[Rules], games: int, base: Shares, seed: str) -> list[tuple[float, float]]:
    """Return for both shares the change of the share of wins per unit of its logarithm, with the standard error."""
    rows: list[tuple[float, float, float]] = []
    for number in range(games):
        dice = Random(f"{seed}/{number}")
        table = rules[number % len(rules)]
        drawn = [(dice.gauss(0, SPREAD), dice.gauss(0, SPREAD)) for _ in range(table.seats)]
        shares = [(base[0] * exp(a), base[1] * exp(b)) for a, b in drawn]
        won = winners(table, f"{seed}/{number}", shares)
        middle = [sum(column) / table.seats for column in zip(*drawn, strict=True)]
        rows += [(a - middle[0], b - middle[1], w - 1 / table.seats) for (a, b), w in zip(drawn, won, strict=True)]
    pairs: list[tuple[float, float]] = []
    for place in (0, 1):
        square = sum(row[place] ** 2 for row in rows)
        slope = sum(row[place] * row[2] for row in rows) / square
        rest = sum((row[2] - slope * row[place]) ** 2 for row in rows) / len(rows)
        pairs.append((slope, sqrt(rest / square)))
    return pairs


def match(rules: list[Rules], games: int, mine: Shares, seed: str) -> list[float]:
    """Play one shading economist against plain ones, every deal with every seat; return its share of each win."""
    shares_won: list[float] = []
    for number in range(games):
        table = rules[number // rules[0].seats % len(rules)]
        seat = number % table.seats
        shares = [mine if other == seat else (1.0, 1.0) for other in range(table.seats)]
        shares_won.append(winners(table, f"{seed}/{number // table.seats}", shares)[seat])
    return shares_won


def main(args: list[str]) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.shading", description=__doc__)
    parser.add_argument("what", choices=("slopes", "match"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--share", type=float, default=SHARE)
    parser.add_argument("--closing", type=float, default=CLOSING)
    parser.add_argument("--rulesets", default="recharged/germany,recharged/usa")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", default="shading")
    asked = parser.parse_args(args)
    rules = [kilowatt.ruleset(name, asked.seats) for name in asked.rulesets.split(",")]
    shares = (asked.share, asked.closing)
    if asked.what == "slopes":
        for name, (slope, error) in zip(
            ("share", "closing"), slopes(rules, asked.games, shares, asked.seed), strict=True
        ):
            low, high = normal_interval(slope, error)
            print(f"{name}: {slope:+.3f} ({low:+.3f} to {high:+.3f})")
        return
    won = match(rules, asked.games, shares, asked.seed)
    deals = [won[first : first + asked.seats] for first in range(0, len(won), asked.seats)]
    low, high = normal_interval(mean(won), cluster_error(deals))
    print(f"{len(won)} games: {mean(won):.1%} ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main(sys.argv[1:])
