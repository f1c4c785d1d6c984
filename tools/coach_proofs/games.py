"""Games for the measurements: played by bots, or played on from a position; and means over them."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.arena import entrants
from kilowatt.arena.rows import LIMIT
from kilowatt.bots import Budget
from kilowatt.engine.game import advance, clone, outcomes, refusal
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.statistics import Z, clusters_of, mean, standard_error
from kilowatt.table.dealer import SeededDealer
from tools.games import share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.table.record import Record

Row = dict[str, Any]
Asked = Namespace


def won_by(s: State, on: str, deals: str) -> list[float]:
    """Play a position on with the same bot in all seats; return what share of the win each seat has."""
    s = clone(s)
    bots = [entrants.enter(on, seat, LIMIT) for seat in range(s.rules.seats)]
    dealer = SeededDealer(deals)
    while s.actor != OVER:
        if s.actor == CHANCE:
            advance(s, dealer.deal(s, outcomes(s)))
        else:
            advance(s, bots[s.actor].advise(clone(s), s.actor, Budget()).action)
    assert s.result is not None  # noqa: S101 - it is over
    return [share(s.result, seat) for seat in range(s.rules.seats)]


def kind_of(number: int, asked: Asked) -> tuple[str, int]:
    """Return the ruleset and the number of seats of a game."""
    seats = 2 + number % 5 if asked.seats == 0 else asked.seats
    known = [info.id for info in kilowatt.rulesets() if seats in info.seats]
    return (known[number // 5 % len(known)] if asked.ruleset == "all" else asked.ruleset), seats


def played(ruleset: str, seats: int, bots: list[str], seed: int) -> Record:
    """Play a game between bots."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=f"proof/{seed}")
    made = [entrants.enter(name, seat, LIMIT) for seat, name in enumerate(bots)]
    while isinstance(table.actor, int):
        table.play(made[table.actor].advise(clone(table.state), table.actor, Budget(work=3_000)).action)
    return table.record()


def after(state: State, actions: list[Action]) -> State:
    """Return the position after some moves of the acting seat, as far as they can be made."""
    s = clone(state)
    seat = s.actor
    for action in actions:
        if s.actor == seat and refusal(s, action) is None:
            advance(s, action)
    return s


def by_game(rows: Iterable[Row], value: Callable[[Row], float]) -> list[float]:
    """Return the mean of a value for each game: positions of one game are not independent."""
    return [mean(some) for some in clusters_of((row["game"], value(row)) for row in rows)]


def interval_of(values: Sequence[float], digits: int) -> str:
    """Return the mean of independent values with its 95 % interval."""
    return f"{mean(values):.{digits}f} ± {Z * standard_error(values):.{digits}f}"
