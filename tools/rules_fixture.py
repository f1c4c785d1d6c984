"""What the rules do, written down: games in two books, each game as a hash of all that can be seen after every action.

`python -m tools.rules_fixture` plays the 2,000 games again and names those that differ from tests/golden/rules; `--book
atlas` plays the 392 of the atlas. `--case 17` plays one and says between which actions it first differs; `--dump 17 120
130` prints what is hashed there, to compare two versions of the code. `--write` stores new games, all or those from
`--first` to before `--last`: right only where a rule was changed on purpose.
"""

# ruff: noqa: PLR2004 - how often a style does what
from __future__ import annotations

import argparse
import hashlib
import json
from bisect import bisect_left
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.engine.game import deal_key, outcome_at
from kilowatt.table.dealer import CounterDealer
from tools import fixture_atlas, fixture_cases
from tools.fixture_cases import BOTS, Case
from tools.fixture_moves import guess, passing, plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

FOLDER: Final = Path(__file__).parents[1] / "tests" / "golden" / "rules"
LIMIT: Final = 900
"""Actions of a game at most: misers play for ever."""
EVERY: Final = 50
"""Actions between two marks of a game, so that the first difference can be located."""
GUESSES: Final = 3
"""Wrong or right actions whose refusals are asked for at every decision."""
KEPT: Final = 29
"""One game in so many has a snapshot stored."""
AFTER: Final = 40
"""Actions played from a stored snapshot."""


class Book:
    """A list of games with the files in which they are written down."""

    def __init__(self, cases: Callable[[], list[Case]], games: str, snapshots: str) -> None:
        self.cases = cases
        self.games = FOLDER / games
        self.snapshots = FOLDER / snapshots

    def stored(self) -> list[str]:
        """Read the stored lines of all games."""
        return self.games.read_text(encoding="utf-8").splitlines()

    def kept(self) -> list[str]:
        """Read the stored snapshots."""
        return self.snapshots.read_text(encoding="utf-8").splitlines()


FIRST: Final = Book(fixture_cases.cases, "games.txt", "snapshots.txt")
ATLAS: Final = Book(fixture_atlas.cases, "atlas.txt", "atlas_snapshots.txt")
BOOKS: Final = {"first": FIRST, "atlas": ATLAS}

_encode = msgspec.json.Encoder(order="deterministic").encode
_plain = msgspec.json.Encoder().encode


class Player:
    """One player of all seats: by dice in a style, or a bot."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rng = Random(f"{case.player}/{case.seed}/{case.seats}")
        self.bots = (
            [make_bot(case.player, case.seed + seat) for seat in range(case.seats)] if case.player in BOTS else []
        )

    def choose(self, state: State) -> Action:
        """Choose what the acting seat does."""
        if self.bots:
            return self.bots[state.actor].advise(kilowatt.clone(state), state.actor, Budget()).action
        menu = kilowatt.options(state)
        rows = [row for kind, rows in menu.choices.items() if kind != "pass" for row in rows]
        style = self.case.player
        if "pass" in menu.choices and (not rows or self.rng.random() < passing(style, next(iter(menu.choices)))):
            return menu.choices["pass"][0].at(0)
        if style == "random":
            return self.rng.choice(kilowatt.legal_actions(state))
        if "run" in menu.choices and style != "uniform":
            return rows[-1 if self.rng.random() < 0.8 else 0].at(0)
        row = self.rng.choice(rows)
        most = len(row) if style == "uniform" else min(len(row), 3)
        return row.at(self.rng.randrange(most) if style == "uniform" or self.rng.random() < 0.1 else 0)


def seen(state: State, rng: Random, played: int) -> Iterator[tuple[str, bytes]]:
    """Give all that can be seen of a position, each with a name."""
    yield "snapshot", _plain(kilowatt.snapshot(state))
    yield "actor", _plain(kilowatt.actor(state))
    result = kilowatt.result(state)
    if result is not None:
        yield "result", _plain(result)
        yield "refusal", _refusals(state, rng)
        return
    if kilowatt.actor(state) == "chance":
        yield "odds", _plain([[kilowatt.to_dict(outcome), weight] for outcome, weight in kilowatt.outcomes(state)])
        yield "draw", _plain([deal_key(state), kilowatt.to_dict(outcome_at(state, rng.random()))])
        if played % 3 == 0:
            yield "refusal", _refusals(state, rng)
        return
    yield "menu", _plain(kilowatt.options(state))
    yield "refusal", _refusals(state, rng)
    if played % 10 == 0:
        refused = kilowatt.why_not(state, state.actor)
        yield "why not", _encode([[kilowatt.to_dict(action), reason] for action, reason in refused])
        yield "reach", _plain([kilowatt.reach(state, seat) for seat in range(state.rules.seats)])
    if played % 20 == 0:
        actions = kilowatt.legal_actions(state)
        yield "actions", _plain([len(actions), *[kilowatt.to_dict(action) for action in actions[:300]]])
        yield "check", _plain(kilowatt.check(state))
    if played % 5 == 0:
        seat = rng.randrange(state.rules.seats)
        yield "quote", _encode(kilowatt.quote(state, seat, **plan(state, rng)))


def _refusals(state: State, rng: Random) -> bytes:
    """Write the refusals, or none, of some actions that are often wrong."""
    guessed = [guess(state, rng) for _ in range(GUESSES)]
    return _encode([[kilowatt.to_dict(action), kilowatt.refusal(state, action)] for action in guessed])


def told(case: Case, start: State | None = None, limit: int = LIMIT) -> Iterator[tuple[int, str, bytes, State]]:
    """Play a game, from a given state if there is one; give all that can be seen after each action."""
    dealer, player, rng = CounterDealer(case.seed * 1009 + case.seats), Player(case), Random(f"{case.seed}/seen")
    events: list[Any] = []
    state = start or kilowatt.new_game(case.rules(), events)
    yield 0, "events", _plain(events), state
    for played in range(limit + 1):
        for name, value in seen(state, rng, played):
            yield played, name, value, state
        if kilowatt.result(state) is not None or played == limit:
            return
        chance = kilowatt.actor(state) == "chance"
        move = dealer.deal(state, kilowatt.outcomes(state)) if chance else player.choose(state)
        yield played, "action", _plain(kilowatt.to_dict(move)), state
        state, events = kilowatt.play(state, move)
        yield played + 1, "events", _plain(events), state


def line(book: Book, number: int) -> str:
    """Play a game; return its line: number, actions, hash, and a mark every so many actions."""
    running = hashlib.blake2b(digest_size=12)
    marks: list[str] = []
    last = 0
    for played, name, value, _ in told(book.cases()[number]):
        if played // EVERY > last // EVERY:
            marks.append(running.hexdigest()[:4])
        last = played
        running.update(name.encode() + b" " + value + b"\n")
    return f"{number} {last} {running.hexdigest()} {''.join(marks)}"


def difference(book: Book, number: int) -> str:
    """Play a game; say where it first differs from its stored line, "" if it does not."""
    expected, now = book.stored()[number], line(book, number)
    if expected == now:
        return ""
    marks, ours = expected.split(" ")[3], now.split(" ")[3]
    for place in range(0, len(ours), 4):
        if marks[place : place + 4] != ours[place : place + 4]:
            break
    else:
        place = len(ours)
    first = place // 4 * EVERY
    return f"game {number}: differs first in the actions {first} to {first + EVERY}: {book.cases()[number]}"[:400]


def keep(book: Book, number: int) -> str:
    """Play half of a game; return its snapshot there as a line, with the hash of what follows from it."""
    case = book.cases()[number]
    length = int(book.stored()[number].split(" ")[1])
    state = next(state for played, name, _, state in told(case) if played >= length // 2 and name == "snapshot")
    snapshot = kilowatt.snapshot(state)
    after = follows(case, snapshot)
    return json.dumps({"game": number, "after": after, "snapshot": snapshot}, separators=(",", ":"))


def follows(case: Case, snapshot: dict[str, Any]) -> str:
    """Return the hash of some actions played from a snapshot."""
    running = hashlib.blake2b(digest_size=12)
    for _, name, value, _ in told(case, kilowatt.restore(case.rules(), snapshot), AFTER):
        running.update(name.encode() + b" " + value + b"\n")
    return running.hexdigest()


def put(file: Path, number: int, text: str) -> None:
    """Write a line into a file whose lines are in the order of their games, in place of the game's old one."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    games = [int(old.split(" ")[0]) if old[0] != "{" else json.loads(old)["game"] for old in lines]
    place = bisect_left(games, number)
    lines[place : place + (number in games)] = [text]
    file.write_text("".join([f"{row}\n" for row in lines]), encoding="utf-8")


def main() -> int:
    """Compare, store or print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--book", choices=[*BOOKS], default="first")
    parser.add_argument("--case", type=int, help="the number of one game")
    parser.add_argument("--dump", type=int, nargs=3, help="a game and two actions: print what is hashed between them")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int)
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    book = BOOKS[chosen.book]
    if chosen.dump:
        number, first, last = chosen.dump
        for played, name, value, _ in told(book.cases()[number]):
            if first <= played <= last:
                print(played, name, value.decode())
        return 0
    last = len(book.cases()) if chosen.last is None else chosen.last
    numbers = [chosen.case] if chosen.case is not None else list(range(chosen.first, last))
    if chosen.write:
        FOLDER.mkdir(exist_ok=True)
        for number in numbers:
            put(book.games, number, line(book, number))
            if number % KEPT == 0:
                put(book.snapshots, number, keep(book, number))
        return 0
    changed = [found for number in numbers if (found := difference(book, number))]
    print("\n".join(changed) or f"{len(numbers)} games are as stored")
    return 1 if changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
