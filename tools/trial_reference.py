"""Measures our own boards as the workshop measures a maker's: the rows that a balance report compares with.

`python -m tools.trial_reference [RULESET ...]` plays every printed board with 2 to 6 players and writes
`src/kilowatt/bots/trial_reference.json`; named rulesets replace their own rows only.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

import kilowatt
from kilowatt.bots import trial_reference
from kilowatt.bots.trial import BOT, forced_start, trial_game, whole_deals
from kilowatt.bots.trial_reference import Reference, ReferenceRow
from kilowatt.bots.trial_report import report_of
from kilowatt.editions import registry
from kilowatt.editions.options import BadOption

GAMES = 100
FILE = Path(trial_reference.__file__).with_suffix(".json")


def measured(ruleset: str, seats: int) -> ReferenceRow:
    """Play a board with given starts, as near to GAMES games as whole deals allow."""
    rules = kilowatt.ruleset(ruleset, seats)
    games = []
    for number in range(whole_deals(rules, GAMES)):
        deal, start = forced_start(rules, number)
        games.append(trial_game(rules, deal, BOT, start))
    report = report_of(rules, games)
    used = sum(row.games > 0 for row in report.link_use)
    return ReferenceRow(
        ruleset,
        seats,
        report.games,
        report.mean_rounds,
        report.line_share,
        report.rare_links,
        used,
        report.lead_changes,
    )


def main(names: list[str]) -> None:
    """Measure, and write after every row: a run that is stopped keeps what it has."""
    printed = [row.id for row in registry.rulesets().values() if row.board and not row.composed]
    kept = {} if not FILE.exists() else {(row.ruleset, row.seats): row for row in trial_reference.reference().rows}
    for ruleset in names or printed:
        for seats in range(2, 7):
            try:
                kept[ruleset, seats] = measured(ruleset, seats)
            except BadOption as error:
                print(f"{ruleset} with {seats}: {error}", file=sys.stderr)
                continue
            print(kept[ruleset, seats])
            rows = sorted(kept.values(), key=lambda row: (printed.index(row.ruleset), row.seats))
            text = msgspec.json.encode(Reference("python -m tools.trial_reference", BOT, rows))
            FILE.write_bytes(msgspec.json.format(text, indent=1) + b"\n")


if __name__ == "__main__":
    main(sys.argv[1:])
