"""Measures whether a player who has only followed the lesson beats `easy`: the figures of docs/lab/ladder.md.

`python -m tools.first_timer --games 120` plays the game of each lesson on from where the lesson ends, then fresh games
of every ruleset and number of seats. The first-time player is a model that knows what the lesson says and no more: open
the plant that powers the most cities with the least fuel, bid 1 more a few times, buy fuel for one run, build the
cheapest city while the plants can power it. Where its first city stands is drawn: the lesson says it can be anywhere.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.bots import Budget, make_bot, simple
from kilowatt.bots.advice import Advice, fingerprint
from kilowatt.bots.plant_tables import tables_of
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, Open, Pass
from kilowatt.engine.game import advance, legal_actions, new_game
from kilowatt.engine.phases.auction import least_bid
from kilowatt.host.game.lessons import FOLDER, lesson, next_move
from kilowatt.statistics import bootstrap
from kilowatt.table.dealer import SeededDealer
from tools.games import play_on, share

if TYPE_CHECKING:
    from kilowatt.bots import Bot
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

MORE = 5
"""It raises up to the lowest bid plus this."""
LESSONS = sorted(file.stem for file in FOLDER.glob("*.jsonl"))
SEATS = (2, 3, 4, 5, 6)
HELD_OUT = 1000
"""Deals and bots' seeds below this number helped to choose the numbers of `easy`; from here on they did not."""
Deal = list[float]
"""The shares of a win in the games of one deal."""


class FirstTimer:
    """Plays what the lesson says."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Do what the lesson says."""
        action = self._decide(state, seat, tables_of(state))
        return Advice(action, simple.plain_reason(state, seat, action))

    def _decide(self, s: State, seat: int, tables: Tables) -> Action:
        match s.ask:
            case asks.ASK_OPEN:
                plant = self._plant(s, seat, tables)
                return Pass(seat) if plant is None else Open(seat, s.rules.card_names[plant], least_bid(s, plant))
            case asks.ASK_BID:
                wants = self._wants(s, seat, tables, s.lot)
                most = min(s.rules.numbers[s.lot] + MORE, s.money[seat])
                return Bid(seat, s.bid + 1) if wants and s.bid < most else Pass(seat)
            case asks.ASK_BUILD if not s.cities[seat]:
                starts = [action for action in legal_actions(s) if isinstance(action, Build)]
                dice = Random(fingerprint(s) * 1_000_003 + self.seed)
                return dice.choice(starts) if starts else Pass(seat)
            case _:
                return simple.decide(s)

    def _plant(self, s: State, seat: int, tables: Tables) -> int | None:
        """Return the plant that powers the most cities, of those the one that burns least."""
        plants = simple.openable(s, seat, lambda plant: self._wants(s, seat, tables, plant))
        return max(plants, key=lambda p: (tables.output[p], -s.rules.plants[p].need, -p), default=None)

    def _wants(self, s: State, seat: int, tables: Tables, plant: int) -> bool:
        """Return whether a plant powers more cities, and the plants it has do not power more than it has built."""
        enough = not tables.printed and tables.capacity(s.plants[seat]) > s.count(seat)
        return simple.gained(s, seat, tables, plant) > 0 and (s.round == 1 or not enough)


def after_lesson(name: str, games: int, field: str = "easy", start: int = 0) -> list[Deal]:
    """Play the lesson's game on from its end, every time against bots with other seeds."""
    taught = lesson(name)
    header = taught.record.header
    rules = kilowatt.ruleset(header.ruleset, header.seats, header.options)
    own = 0
    shares: list[Deal] = []
    for game in range(start, start + games):
        bots: list[Bot] = [make_bot(field, game * 10 + seat) for seat in range(header.seats)]
        bots[own] = FirstTimer(game)
        s = new_game(rules)
        while (move := next_move(name, s)) is not None:
            advance(s, move)
        shares.append([share(play_on(s, bots, SeededDealer(taught.seed)), own)])
    return shares


def fresh(ruleset: str, seats: int, deals: int, field: str = "easy", start: int = 0) -> list[Deal]:
    """Play fresh games, every deal once with the first-time player in each seat."""
    rules = kilowatt.ruleset(ruleset, seats)
    shares: list[Deal] = []
    for deal in range(start, start + deals):
        shares.append([])
        for own in range(seats):
            bots: list[Bot] = [make_bot(field, deal * 10 + seat) for seat in range(seats)]
            bots[own] = FirstTimer(deal)
            shares[-1].append(share(play_on(new_game(rules), bots, SeededDealer(f"first/{deal}")), own))
    return shares


def mean(deals: list[Deal]) -> float:
    """Return the mean share of a win."""
    return sum(map(sum, deals)) / sum(map(len, deals))


def line(title: str, deals: list[Deal], seats: int) -> str:
    """Write a row; the interval is bootstrapped by deal."""
    low, high = bootstrap(deals)
    games = sum(map(len, deals))
    return f"| {title} | {games} | {mean(deals):.1%} ({100 * low:.1f}-{100 * high:.1f}) | {1 / seats:.0%} |"


def main(args: list[str]) -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.first_timer", description=__doc__)
    parser.add_argument(
        "--games", type=int, default=120, help="of each lesson, and of each ruleset and number of seats"
    )
    parser.add_argument("--field", default="easy")
    parser.add_argument("--start", type=int, default=HELD_OUT, help="number of the first deal")
    asked = parser.parse_args(args)
    print("| games | number | win share (95 %) | chance |\n|---|---:|---|---:|")
    for name in LESSONS:
        seats = lesson(name).record.header.seats
        print(
            line(f"on from the lesson `{name}`", after_lesson(name, asked.games, asked.field, asked.start), seats),
            flush=True,
        )
    for seats in SEATS:
        deals = -(-asked.games // seats)
        rules = {row.id: kilowatt.ruleset(row.id, seats) for row in kilowatt.rulesets()}
        played = {ruleset: fresh(ruleset, seats, deals, asked.field, asked.start) for ruleset in rules}
        maps = [ruleset for ruleset in rules if rules[ruleset].board.cities]
        cards = [deal for ruleset in rules if ruleset not in maps for deal in played[ruleset]]
        lowest = min(maps, key=lambda ruleset: mean(played[ruleset]))
        print(line(f"{seats} seats, all maps", [deal for ruleset in maps for deal in played[ruleset]], seats))
        print(line(f"{seats} seats, lowest of the maps: {lowest}", played[lowest], seats))
        print(line(f"{seats} seats, card game", cards, seats), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
