"""Measure and calibrate `kilowatt.chances` on games between bots that nothing was fitted to.

`python -m tools.chances play FILE --bots planner --games 200 --seed fit` plays so many games of every number of seats,
the rulesets in turn, and adds what the network says of their positions to a file.
`python -m tools.chances fit FILE` finds the temperatures and writes them into the weights.
`python -m tools.chances report FILE --halves` prints the tables of `docs/bots.md`: the temperatures that judge one half
of the games are fitted to the other. Without `--halves` those of the weights judge all.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any, Final

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.bots.chances import FILE, INPUTS, THIRDS, softmax, third_of
from kilowatt.bots.features import ENCODING, SEAT_FIELDS, features, inputs_of
from kilowatt.bots.weights import unpack, with_card
from kilowatt.engine.game import advance, clone, new_game, outcomes
from kilowatt.engine.ids import CHANCE, OVER, SETUP
from kilowatt.table.dealer import SeededDealer

WEIGHTS: Final = Path(kilowatt.__file__).parent / "bots" / FILE
SEATS: Final = (2, 3, 4, 5, 6)
KEPT: Final = 0.02
"""The share of decisions whose position is kept."""
APPRAISED: Final = SEAT_FIELDS.index("appraised position")
HEATS: Final = [round(0.05 * step, 2) for step in range(1, 101)]
KINDS: Final = ("network", "appraisal")
BINS: Final = 10
DOUBT: Final = 20.0
"""How many games it takes to trust a temperature."""

Row = dict[str, Any]
Bin = tuple[float, float, int]


def play(job: tuple[str, int, int, str]) -> list[Row]:
    """Play a game of a bot against itself; return what was said of its positions, and who won."""
    bot, seats, number, seed = job
    known = [info.id for info in kilowatt.rulesets() if seats in info.seats]
    name = f"{seed}/{bot}/{seats}/{number}"
    dice = Random(name)
    s = new_game(kilowatt.ruleset(known[number % len(known)], seats))
    dealer = SeededDealer(name)
    bots = [make_bot(bot, seat) for seat in range(seats)]
    weights = unpack(WEIGHTS.read_bytes(), FILE, encoding=ENCODING, inputs=INPUTS)
    positions: list[Row] = []
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
            continue
        if s.phase != SETUP and dice.random() < KEPT:
            rows, table = features(s)
            said: list[float] = weights.outputs(inputs_of(rows, table))[:, 0].tolist()
            plain = [20 * row[APPRAISED] for row in rows]
            positions.append({"seats": seats, "third": third_of(s), "network": said, "appraisal": plain})
        advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
    winners = list(s.result.winners) if s.result else []
    for row in positions:
        row |= {"bot": bot, "game": name, "winners": winners}
    return positions


def loss(rows: list[Row], kind: str, heat: float) -> float:
    """Return the mean log-loss of the winners."""
    total = 0.0
    for row in rows:
        numbers = [x / heat for x in row[kind]]
        most = max(numbers)
        whole = log(sum(exp(x - most) for x in numbers)) + most
        total += sum(whole - numbers[seat] for seat in row["winners"]) / len(row["winners"])
    return total / len(rows)


def heats_of(rows: list[Row], kind: str) -> dict[str, list[float]]:
    """Find the temperatures: a factor for each number of seats times one for each third of the game, by turns.

    Eight numbers rather than fifteen, because positions of one game say the same.
    """
    by_seats, by_third = dict.fromkeys(SEATS, 1.0), [1.0] * THIRDS
    for _ in range(3):
        for seats in SEATS:
            here = [(row, by_third[row["third"]]) for row in rows if row["seats"] == seats]
            by_seats[seats] = best_factor(here, kind)
        for third in range(THIRDS):
            here = [(row, by_seats[row["seats"]]) for row in rows if row["third"] == third]
            by_third[third] = best_factor(here, kind)
    return {str(seats): [round(by_seats[seats] * heat, 3) for heat in by_third] for seats in SEATS}


def best_factor(rows: list[tuple[Row, float]], kind: str) -> float:
    """Find the factor by which the given temperatures of some rows are best multiplied.

    A game counts once, however many positions it has; a few games do not draw a temperature far from 1.
    """
    if not rows:
        return 1.0
    share = len({row["game"] for row, _ in rows}) / len(rows)

    def cost(factor: float) -> float:
        doubt = DOUBT * log(factor) ** 2 if kind == "network" else 0.0
        return doubt + share * sum([loss([row], kind, factor * heat) for row, heat in rows])

    return min(HEATS, key=cost)


def heated(rows: list[Row], heats: dict[str, dict[str, list[float]]]) -> list[Row]:
    """Note for every row the temperature by which each kind of score is judged."""
    return [{**row, "heats": {kind: heats[kind][str(row["seats"])][row["third"]] for kind in KINDS}} for row in rows]


def crossed(rows: list[Row]) -> list[Row]:
    """Judge one half of the games by temperatures that were fitted to the other, games of every kind in both halves."""
    place = {game: number % 2 for number, game in enumerate(sorted({row["game"] for row in rows}))}
    halves = [[row for row in rows if place[row["game"]] == side] for side in range(2)]
    fitted = [{kind: heats_of(half, kind) for kind in KINDS} for half in halves]
    return [*heated(halves[0], fitted[1]), *heated(halves[1], fitted[0])]


def reliability(rows: list[Row], kind: str) -> tuple[float, list[Bin]]:
    """Return the expected calibration error, and for each tenth the mean chance, the share of wins and the number."""
    said: list[list[float]] = [[] for _ in range(BINS)]
    came: list[list[float]] = [[] for _ in range(BINS)]
    for row in rows:
        for seat, chance in enumerate(softmax([x / row["heats"][kind] for x in row[kind]])):
            place = min(BINS - 1, int(BINS * chance))
            said[place].append(chance)
            came[place].append(1 / len(row["winners"]) if seat in row["winners"] else 0.0)
    table = [(sum(a) / len(a), sum(b) / len(b), len(a)) for a, b in zip(said, came, strict=True) if a]
    many = sum(row[2] for row in table)
    return sum(abs(a - b) * n for a, b, n in table) / many, table


def mean_loss(rows: list[Row], kind: str) -> float:
    """Return the log-loss under temperatures."""
    return sum(loss([row], kind, row["heats"][kind]) for row in rows) / len(rows)


def report(rows: list[Row]) -> None:
    """Print the tables."""
    print("| seats | games | positions | log-loss | appraisal | equal chances | calibration error | appraisal |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for seats in SEATS:
        here = [row for row in rows if row["seats"] == seats]
        if here:
            losses = [f"{mean_loss(here, kind):.3f}" for kind in KINDS]
            errors = [f"{reliability(here, kind)[0]:.3f}" for kind in KINDS]
            games = len({row["game"] for row in here})
            print("|", " | ".join([str(seats), str(games), str(len(here)), *losses, f"{log(seats):.3f}", *errors]), "|")
    print("\n| chance | wins | seats counted |\n|---:|---:|---:|")
    for said, came, many in reliability(rows, "network")[1]:
        print(f"| {100 * said:.1f} % | {100 * came:.1f} % | {many} |")


def main(args: list[str]) -> None:
    """Play, fit or report."""
    parser = argparse.ArgumentParser(prog="python -m tools.chances", description=__doc__)
    parser.add_argument("what", choices=["play", "fit", "report"])
    parser.add_argument("file", type=Path, help="positions: added to by play, read by the others")
    parser.add_argument("--bots", default="planner", help="who plays")
    parser.add_argument("--games", type=int, default=100, help="games per number of seats")
    parser.add_argument("--seats", type=int, nargs="+", default=list(SEATS), choices=SEATS, help="numbers of seats")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seed", default="report", help="the same seed plays the same games")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--halves", action="store_true", help="report: fit temperatures to the other half of the games")
    asked = parser.parse_args(args)
    if asked.what == "play":
        numbers = range(asked.first, asked.first + asked.games)
        jobs = [(asked.bots, seats, number, asked.seed) for number in numbers for seats in asked.seats]
        with asked.file.open("a", encoding="utf-8") as file, ProcessPoolExecutor(asked.jobs) as pool:
            for played in pool.map(play, jobs):
                file.writelines(json.dumps(row) + "\n" for row in played)
                file.flush()
        return
    rows = [json.loads(line) for line in asked.file.read_text(encoding="utf-8").splitlines()]
    data = WEIGHTS.read_bytes()
    if asked.what == "fit":
        heats = {"temperatures": heats_of(rows, "network"), "appraisal_temperatures": heats_of(rows, "appraisal")}
        games = len({row["game"] for row in rows})
        WEIGHTS.write_bytes(with_card(data, {**heats, "temperatures_from": {"games": games, "positions": len(rows)}}))
        print(json.dumps(heats))
        return
    if asked.halves:
        report(crossed(rows))
        return
    card = unpack(data, FILE, encoding=ENCODING, inputs=INPUTS).card
    report(heated(rows, {"network": card["temperatures"], "appraisal": card["appraisal_temperatures"]}))


if __name__ == "__main__":
    main(sys.argv[1:])
