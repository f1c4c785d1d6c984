"""Whether bots play the same moves as before: seeded games, each as one hash of its actions.

`python -m tools.same_moves` compares the quick games with the hashes in tests/bots/moves.json; `--write` stores new
ones, those of some bots alone with `--bots`, which is right only where a bot or a rule was changed on purpose.
`--bots planner --games 2 --work 1000` prints the hashes of other games, to compare two versions of the code.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import kilowatt
from kilowatt.bots import Budget, make_bot, remembers
from kilowatt.bots.roster import ROSTER
from kilowatt.editions.registry import REVISION
from kilowatt.table.notation import write

STORED = Path(__file__).parents[1] / "tests" / "bots" / "moves.json"
SEATS = {name: entry.pinned for name, entry in ROSTER.items() if entry.pinned}
"""The quick games: for each bot the numbers of seats it is played with, on every ruleset."""
THREE = (3,)
"""The seats of any other bot that is named."""
WORK = 800
"""Work units per round of a bot that looks ahead: few, so that a game takes half a second."""
DECISIONS = 4
"""Moves of an opening."""
ATLAS = "recharged/bremen"
"""One board of the atlas: the others are played by the same code with other numbers."""
RULESETS = [row.id for row in kilowatt.rulesets() if not row.chapter] + [ATLAS]
"""The rulesets of the quick games."""


def play(ruleset: str, bots: list[str], seed: int, work: int, revision: int | None = None) -> list[str]:
    """Play one game of these bots, one per seat; return its actions, dealt cards included, as notation."""
    rules = kilowatt.ruleset(ruleset, len(bots), revision=REVISION if revision is None else revision)
    table = kilowatt.Table(rules, seed=seed)
    seated = [make_bot(name, seed + seat) for seat, name in enumerate(bots)]
    budget = Budget(work=work)
    while isinstance(table.actor, int):
        seat = table.actor
        table.play(seated[seat].advise(kilowatt.clone(table.state), seat, budget).action)
    return [write(action) for action in table.record().actions()]


def opening(bot: str) -> list[str]:
    """Return the first moves of a game of four equal bots."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 4), seed=3)
    bots = [make_bot(bot, seat) for seat in range(4)]
    for _ in range(DECISIONS):
        assert isinstance(table.actor, int)  # noqa: S101 - nobody is out after four moves
        table.play(bots[table.actor].advise(kilowatt.clone(table.state), table.actor, Budget(work=WORK)).action)
    return [write(action) for action in table.record().actions()]


def digest(moves: list[str]) -> str:
    """Return the hash of a game's actions."""
    return hashlib.sha256("\n".join(moves).encode()).hexdigest()[:16]


def seating(bot: str, seats: int) -> list[str]:
    """Seat a bot against the economist, so that the slow ones play one seat only."""
    return [bot] + ["economist"] * (seats - 1) if remembers(bot) else [bot] * seats


def hashes(rulesets: list[str], bots: list[str], games: int, work: int, revision: int | None = None) -> dict[str, str]:
    """Play every bot's games on these rulesets; return a hash for each."""
    digests: dict[str, str] = {}
    for ruleset in rulesets:
        for bot in bots:
            for seats in SEATS.get(bot, THREE):
                for seed in range(games):
                    moves = play(ruleset, seating(bot, seats), seed, work, revision)
                    digests[f"{ruleset} {bot} {seats} {seed}"] = digest(moves)
    return digests


def stored_moves(bot: str) -> str:
    """Return one hash for all stored games of a bot: docs/lab/ladder.md names it beside what was measured.

    Without those on the atlas, which were not stored yet when most of it was.
    """
    rows = sorted(json.loads(STORED.read_text(encoding="utf-8")).items())
    games = [f"{game} {moves}" for game, moves in rows if f" {bot} " in game and not game.startswith(ATLAS)]
    return digest(games)[:8]


def merged(stored: dict[str, str], digests: dict[str, str]) -> dict[str, str]:
    """Return all hashes of the quick games in their order, new ones in the place of those that were stored."""
    games = [f"{ruleset} {bot} {seats} 0" for ruleset in RULESETS for bot in SEATS for seats in SEATS[bot]]
    rows = {**stored, **digests}
    return {game: rows[game] for game in games if game in rows}


def main() -> int:
    """Compare, store or print hashes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rulesets", default="all", help="ids with commas between them, or all")
    parser.add_argument("--bots", default="", help="names with commas between them: print their hashes")
    parser.add_argument("--games", type=int, default=1, help="seeds per ruleset, bot and number of seats")
    parser.add_argument("--work", type=int, default=WORK, help="work units per round of a bot that looks ahead")
    parser.add_argument("--revision", type=int, help="of the rulesets, to compare bots across a change of the rules")
    parser.add_argument("--write", action="store_true", help="store the hashes of the quick games")
    chosen = parser.parse_args()
    rulesets = RULESETS if chosen.rulesets == "all" else chosen.rulesets.split(",")
    bots = chosen.bots.split(",") if chosen.bots else list(SEATS)
    digests = hashes(rulesets, bots, chosen.games, chosen.work, chosen.revision)
    stored: dict[str, str] = json.loads(STORED.read_text(encoding="utf-8"))
    if chosen.write:
        STORED.write_text(json.dumps(merged(stored, digests), indent=2) + "\n", encoding="utf-8")
        return 0
    if chosen.bots:
        for game, value in digests.items():
            print(value, game)
        return 0
    changed = [game for game, value in digests.items() if stored.get(game) != value]
    for game in changed:
        print(f"other moves: {game}")
    return 1 if changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
