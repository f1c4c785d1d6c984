"""How sure the end of a game is that comes when everybody plays the round on as an economist."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.arena import entrants
from kilowatt.arena.rows import LIMIT
from kilowatt.bots import Budget
from kilowatt.bots.values import next_round, shipped, values
from kilowatt.engine.game import clone
from kilowatt.engine.ids import BUILD, FUEL, PHASE_NAMES
from kilowatt.statistics import mean
from tools.coach_proofs.games import kind_of
from tools.games import share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.coach_proofs.games import Asked, Row

SHARES = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98)
"""How much the result is tried to count beside the network."""


def endings_rows(number: int, asked: Asked) -> list[Row]:
    """Note who wins if the round is played on, where that ends the game, and who won, at each turn of a game."""
    ruleset, seats = kind_of(number, asked)
    names = asked.bots.split(",")
    bots = [entrants.enter(names[seat % len(names)], number * 10 + seat, LIMIT) for seat in range(seats)]
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=f"endings/{number}")
    rows: list[Row] = []
    while isinstance(table.actor, int):
        s = table.state
        if s.round and s.phase in (FUEL, BUILD):
            end = next_round(s)
            if end.result is not None:
                network = values(shipped(), [s])[0].chances
                rows.append(
                    {
                        "phase": PHASE_NAMES[s.phase],
                        "network": network,
                        "ends": [share(end.result, seat) for seat in range(seats)],
                    }
                )
        table.play(bots[table.actor].advise(clone(s), table.actor, Budget()).action)
    assert table.state.result is not None  # noqa: S101 - it is over
    won = [share(table.state.result, seat) for seat in range(seats)]
    return [{**row, "won": won} for row in rows]


def endings_report(rows: Sequence[Row]) -> None:
    """Print by phase how often the foreseen winner won, and the log-loss if the result counts so much."""
    for phase in dict.fromkeys(row["phase"] for row in rows):
        here = [row for row in rows if row["phase"] == phase]
        right = mean([float(row["ends"] == row["won"]) for row in here])
        losses = [f"{sure:.2f}: {mean([_loss(row, sure) for row in here]):.3f}" for sure in SHARES]
        games = len({row["game"] for row in here})
        print(
            f"{phase:9} {len(here)} turns of {games} games, {100 * right:.1f} % foreseen; log-loss {', '.join(losses)}"
        )


def _loss(row: Row, sure: float) -> float:
    mixed = [sure * end + (1 - sure) * net for end, net in zip(row["ends"], row["network"], strict=True)]
    return -sum([float(won) * log(max(chance, 1e-4)) for chance, won in zip(mixed, row["won"], strict=True)])
