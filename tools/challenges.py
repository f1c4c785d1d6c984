"""Make the challenges: `python -m tools.challenges [NAME ...]` looks for positions, and for lines of three stars.

Bots play games of fixed seeds; the first position that a challenge's row here accepts is taken. What a seat can reach
from it is searched completely where only the seat's own turn counts, and is the best of many lines played against the
bots elsewhere. The best line is kept beside the position, in `tests/golden/challenges`: a test plays it again.
"""

# ruff: noqa: PLR2004 - the figures of positions stand where they are asked for
from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kilowatt.bots import Budget, make_bot
from kilowatt.editions.compose import compose
from kilowatt.editions.registry import REVISION
from kilowatt.engine import game
from kilowatt.engine.asks import ASK_OPEN
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import CHANCE, PHASE_NAMES
from kilowatt.host.game.challenges import FOLDER, MEASURES, Challenge, goal, is_done
from kilowatt.table.dealer import SeededDealer
from kilowatt.table.record import Entry, Header, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

LINES = Path(__file__).parents[1] / "tests" / "golden" / "challenges"
LEVEL = "normal"
NODES = 60_000
"""Positions of one turn that are looked at; a turn with more is not taken."""
TRIES = 24
"""Lines that are played where the others play as well."""


class Wish(NamedTuple):
    """What a challenge asks of a position, and how its stars follow from what can be reached."""

    name: str
    topic: str
    ruleset: str
    seats: int
    phase: str
    rounds: range
    until: str
    measure: str
    fits: Callable[[State, int], bool]
    needs: Callable[[State, int], dict[str, int]] = lambda _state, _seat: {}
    span: int = 0
    """Rounds that the task lasts, where it ends with a round."""
    steps: tuple[int, int] = (2, 1)
    """By how much less than the best earns one star, and two."""
    least: int = 1
    """What one star must count at least."""


def decisions(wish: Wish, seed: int) -> Iterator[tuple[State, list[Action]]]:
    """Play a game and yield every position in which a seat decides, with all that was played before it."""
    state = game.new_game(compose(wish.ruleset, wish.seats, {}, REVISION))
    dealer = SeededDealer(seed.to_bytes(32, "big"))
    bots = [make_bot(LEVEL, seat) for seat in range(wish.seats)]
    played: list[Action] = []
    while state.result is None:
        if state.actor == CHANCE:
            move = dealer.deal(state, game.outcomes(state))
        else:
            yield state, played
            move = bots[state.actor].advise(game.clone(state), state.actor, Budget()).action
        game.advance(state, move)
        played.append(move)


# --- what can be reached ---------------------------------------------------------------------------------------------


def searched(row: Challenge, start: State) -> tuple[int, list[Action], set[int]] | None:
    """Search a turn completely: the best number with all needs met, a line to it, and all numbers there are."""
    best: tuple[int, list[Action]] = (-1, [])
    values: set[int] = set()
    seen: set[bytes] = set()
    stack: list[tuple[State, list[Action]]] = [(start, [])]
    while stack:
        state, line = stack.pop()
        if is_done(row, state):
            shown = goal(row, state)
            if all(need.value >= need.least for need in shown.needs):
                values.add(shown.value)
                if shown.value > best[0]:
                    best = (shown.value, line)
            continue
        for move in game.legal_actions(state):
            after = game.clone(state)
            game.advance(after, move)
            if after.actor == CHANCE:
                return None
            told = repr((after.money, after.held, after.cities, after.actor, after.phase))
            key = hashlib.sha256(told.encode()).digest()
            if key not in seen:
                seen.add(key)
                if len(seen) > NODES:
                    return None
                stack.append((after, [*line, move]))
    return (*best, values) if best[0] >= 0 else None


def played_out(row: Challenge, start: State) -> tuple[int, list[Action], set[int]] | None:
    """Play many lines against the bots, and return the same of them."""
    best: tuple[int, list[Action]] = (-1, [])
    values: set[int] = set()
    for number in range(TRIES):
        state, line = game.clone(start), []
        dealer = SeededDealer(bytes.fromhex(row.seed))
        rng = Random(number)
        own = make_bot(("normal", "hard", "expert")[number % 3], number)
        bots = [make_bot(row.level, 0) for _ in range(state.rules.seats)]
        while not is_done(row, state):
            if state.actor == CHANCE:
                move = dealer.deal(state, game.outcomes(state))
            elif state.actor != row.seat:
                move = bots[state.actor].advise(game.clone(state), state.actor, Budget()).action
            else:
                move = own.advise(game.clone(state), state.actor, Budget(seconds=1.0)).action
                if number > 2 and rng.random() < 0.15:
                    move = rng.choice(list(game.legal_actions(state))[:40])
                line.append(move)
            game.advance(state, move)
        shown = goal(row, state)
        if all(need.value >= need.least for need in shown.needs):
            values.add(shown.value)
            if shown.value > best[0]:
                best = (shown.value, line)
    return (*best, values) if best[0] >= 0 else None


def idle(row: Challenge, start: State) -> int:
    """Return the stars of a player who always takes the last thing on the menu, which is mostly to pass."""
    state, dealer = game.clone(start), SeededDealer(bytes.fromhex(row.seed))
    while not is_done(row, state):
        moves = game.legal_actions(state) if state.actor != CHANCE else []
        game.advance(state, moves[-1] if moves else dealer.deal(state, game.outcomes(state)))
    return goal(row, state).stars


# --- making ----------------------------------------------------------------------------------------------------------


def made(wish: Wish, seeds: range) -> tuple[Challenge, Record, list[Action]] | None:
    """Look for a position of a challenge."""
    for seed in seeds:
        for state, played in decisions(wish, seed):
            seat = state.actor
            if state.round > wish.rounds[-1]:
                break
            if PHASE_NAMES[state.phase] != wish.phase or state.round not in wish.rounds or not wish.fits(state, seat):
                continue
            row = Challenge(
                wish.name,
                wish.topic,
                seat,
                LEVEL,
                hashlib.sha256(f"challenge {wish.name}".encode()).hexdigest(),
                (state.round, wish.phase),
                wish.until,  # type: ignore[arg-type]
                wish.measure,
                (0, 0, 0),
                state.round + wish.span if wish.until == "round" else 0,
                wish.needs(state, seat),
            )
            answer = (searched if wish.until == "turn" else played_out)(row, game.clone(state))
            if answer is None:
                continue
            best, line, values = answer
            low, middle = (best - step for step in wish.steps)
            now = MEASURES[wish.measure](state, seat)
            if (
                len(values) < 3
                or low < wish.least
                or (wish.measure not in ("money", "fuel") and low <= now and wish.until == "turn")
            ):
                continue
            row = msgspec.structs.replace(row, stars=(low, middle, best))
            if wish.until != "end" and idle(row, state) > 1:
                continue
            header = Header(wish.ruleset, wish.seats, dict(state.rules.options), revision=REVISION)
            print(f"{wish.name}: seed {seed}, round {state.round}, seat {seat}: {now}, then one of {sorted(values)}")
            return row, Record(header, [Entry(n, move) for n, move in enumerate(played, start=1)]), line
    print(f"{wish.name}: no position")
    return None


def supply(state: State, seat: int) -> int:
    """Count the cities that a seat could power with all its plants fuelled."""
    return min(MEASURES["plants"](state, seat), state.count(seat))


def missing(state: State, seat: int) -> bool:
    """Return whether a seat has cities that its plants could power and its fuel cannot."""
    return supply(state, seat) > MEASURES["powers"](state, seat) and supply(state, seat) >= 4


def last_round_is_near(state: State, seat: int) -> bool:
    """Return whether somebody is about to reach the end, and this seat is not the clear leader."""
    counts = [state.count(other) for other in range(state.rules.seats)]
    return max(counts) >= end_at(state) - 3 and counts[seat] >= max(counts) - 1 and state.order[-1] != seat


def leads(state: State, seat: int) -> bool:
    """Return whether the first in turn order is to open an auction."""
    return state.order[0] == seat and state.ask == ASK_OPEN


def fuelled(state: State, seat: int) -> dict[str, int]:
    """Ask for fuel for all cities that the plants can power."""
    return {"powers": supply(state, seat)}


def more_plants(by: int) -> Callable[[State, int], dict[str, int]]:
    """Ask for plants that power so many more cities."""
    return lambda state, seat: {"plants": MEASURES["plants"](state, seat) + by}


def has(low: int, high: int, step: int = 1) -> Callable[[State, int], bool]:
    """Ask for a step and for so much money."""
    return lambda state, seat: state.step == step and low <= state.money[seat] <= high


GERMANY = ("recharged/germany", 4)
WISHES = [
    Wish(
        *("fuel", "fuel", *GERMANY, "fuel", range(4, 7), "turn", "money"),
        lambda s, seat: missing(s, seat) and any(len(s.rules.plants[plant].fuels) > 1 for plant in s.plants[seat]),
        fuelled,
        steps=(4, 2),
    ),
    Wish("build", "build", *GERMANY, "build", range(3, 6), "turn", "cities", has(40, 75)),
    Wish("forty", "fuel", *GERMANY, "fuel", range(3, 6), "round", "money", has(40, 40), steps=(12, 5)),
    Wish(
        *("auction", "auction", *GERMANY, "auction", range(3, 6), "phase", "money"),
        lambda s, seat: leads(s, seat) and len(s.plants[seat]) == 2,
        more_plants(3),
        steps=(8, 3),
    ),
    Wish(
        *("order", "order", *GERMANY, "auction", range(4, 8), "round", "later"),
        leads,
        lambda s, seat: {"money": s.money[seat]},
    ),
    Wish(
        *("power", "power", "recharged/usa", 3, "power", range(4, 8), "turn", "fuel"),
        lambda s, seat: MEASURES["fuel"](s, seat) >= 5,
        lambda s, seat: {"money": s.money[seat] + 40},
    ),
    Wish(
        *("token", "token", "recharged/germany", 3, "auction", range(2, 6), "phase", "money"),
        lambda s, seat: len(s.plants[seat]) <= 2 and s.order[-1] == seat,
        more_plants(1),
        steps=(10, 4),
    ),
    Wish("step2", "step2", *GERMANY, "build", range(5, 9), "turn", "cities", has(50, 90, 2)),
    Wish("korea", "markets", "original/korea", 3, "fuel", range(3, 7), "turn", "money", missing, fuelled, steps=(3, 1)),
    Wish("cards", "cards", "card-game", 3, "auction", range(3, 6), "round", "money", leads, steps=(15, 6)),
    Wish(
        *("seven", "build", *GERMANY, "auction", range(3, 4), "round", "cities"),
        lambda s, seat: s.count(seat) >= 2 and s.ask == ASK_OPEN,
        span=2,
        least=5,
    ),
    Wish(
        *("last", "end", "recharged/germany", 3, "auction", range(8, 16), "end", "beaten"),
        last_round_is_near,
        steps=(1, 0),
    ),
]


def main(names: list[str]) -> None:
    """Make the challenges of these names, or all."""
    old = {row["name"]: row for row in json.loads((FOLDER / "challenges.json").read_text())} if names else {}
    LINES.mkdir(parents=True, exist_ok=True)
    for wish in WISHES:
        if names and wish.name not in names:
            continue
        answer = made(wish, range(1, 60))
        if answer is None:
            continue
        row, record, line = answer
        old[wish.name] = msgspec.to_builtins(row)
        (FOLDER / f"{wish.name}.jsonl").write_text("\n".join(record.lines()) + "\n", encoding="utf-8")
        (LINES / f"{wish.name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(line), indent=1) + b"\n")
    rows = [old[wish.name] for wish in WISHES if wish.name in old]
    (FOLDER / "challenges.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
