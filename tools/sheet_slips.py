"""Measure how well slips of the pen are found: `python -m tools.sheet_slips --games 2`.

Random games of every ruleset are written down as at a real table, with auctions by their result and everybody's money
counted after each round, or never with `--uncounted`. One price is then changed as a pen slips, and the lines are
entered again one by one until one does not fit. Printed are, per kind of line, how often that happens and how often the
two corrections that are offered include the right one.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

import msgspec

from kilowatt.editions.compose import compose
from kilowatt.editions.registry import rulesets
from kilowatt.table.playout import playout
from kilowatt.table.sheet.checking import Sheet
from kilowatt.table.sheet.lines import FuelLine, HousesLine, Line, PowerLine, SaleLine, claim_of, with_claim
from kilowatt.table.sheet.slips import slips
from tools.sheet_games import Writer

KINDS = (SaleLine, FuelLine, HousesLine, PowerLine)


def slipped(amount: int, rng: random.Random) -> int:
    """Return an amount as a slip of the pen changes it: off by one or ten, two digits swapped, one digit wrong."""
    text = str(amount)
    way = rng.choice(("one", "ten", "swap", "digit"))
    if way == "one":
        other = amount + rng.choice((-1, 1))
    elif way == "ten":
        other = amount + rng.choice((-10, 10))
    elif way == "swap" and len(text) > 1:
        i = rng.randrange(len(text) - 1)
        other = int(text[:i] + text[i + 1] + text[i] + text[i + 2 :])
    else:
        i = rng.randrange(len(text))
        other = int(text[:i] + rng.choice("0123456789") + text[i + 1 :])
    return other if other != amount and other >= 0 else amount + 1


def amount_of(line: Line) -> int | None:
    """Return the amount of a line that a slip can change."""
    return line.price if isinstance(line, SaleLine) else claim_of(line)


def with_amount(line: Line, amount: int) -> Line:
    """Return a line with another amount."""
    return msgspec.structs.replace(line, price=amount) if isinstance(line, SaleLine) else with_claim(line, amount)


def entered(sheet: Sheet, place: int, wrong: Line) -> tuple[bool, bool]:
    """Enter a game with one wrong line: return whether a line does not fit, and whether the right one is offered."""
    right = sheet.lines[place]
    trial = sheet.upto(place)
    for line in [wrong, *sheet.lines[place + 1 :]]:
        trial = trial.with_line(line)
        if trial.misfits:
            offered = slips(trial, trial.misfits[0])
            return True, any(change.at == place and change.line == right for slip in offered for change in slip.changes)
    return False, False


def measure(games: int, changes: int, seed: int, *, counts_money: bool = True) -> Counter[tuple[str, str]]:
    """Count slips by the kind of line: all, found, and offered rightly."""
    rng = random.Random(seed)
    counts: Counter[tuple[str, str]] = Counter()
    for row in rulesets().values():
        for number in range(games):
            rules = compose(row.id, (2, 3, 4, 5, 6)[number % 5], {})
            actions = playout(rules, rng, logged=True)[2].actions()
            lines = Writer(rules, results=True, counts=counts_money).write(actions)
            sheet = Sheet(rules, lines)
            for kind in KINDS:
                places = [i for i, line in enumerate(lines) if isinstance(line, kind) and amount_of(line)]
                for place in rng.sample(places, min(changes, len(places))):
                    wrong = with_amount(lines[place], slipped(amount_of(lines[place]) or 0, rng))
                    is_seen, is_right = entered(sheet, place, wrong)
                    name = kind.__name__.removesuffix("Line").lower()
                    counts[name, "all"] += 1
                    counts[name, "found"] += is_seen
                    counts[name, "right"] += is_right
    return counts


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2, help="Random games per ruleset")
    parser.add_argument("--changes", type=int, default=5, help="Slips of each kind per game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--uncounted", action="store_true", help="Nobody counts money")
    args = parser.parse_args()
    counts = measure(args.games, args.changes, args.seed, counts_money=not args.uncounted)
    for kind in KINDS:
        name = kind.__name__.removesuffix("Line").lower()
        total, seen, right = (counts[name, what] for what in ("all", "found", "right"))
        print(f"{name:8} {total:5} slips, {seen:5} found, {right:5} with the right correction among the two")


if __name__ == "__main__":
    main()
