"""What fuel costs a seat today, unit by unit, as the rules sell it: with its rebate, up to a limit, from a storage too.

Bots plan with quicker tables, which know limits but no rebates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.fuelling import Shelf, shelves, shortage
from kilowatt.bots.plant_tables import tables_of
from kilowatt.engine.game import clone
from kilowatt.engine.ids import FUELS, NOBODY

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def cost_of(s: State, seat: int, plants: tuple[int, ...], held: list[int]) -> int:
    """Return what the units cost that these plants lack for a run together; -1 where there are too few."""
    need, hybrid, _, _ = tables_of(s).subsets(plants)[-1]
    bought = [shortage(need, hybrid, held, shelf, s.rules.mix) for shelf in _shelves(s, seat, [*need], hybrid)]
    return min([row[1] for row in bought if row is not None], default=-1)


def _shelves(s: State, seat: int, need: list[int], hybrid: int) -> list[Shelf]:
    """Return what the first units of each fuel cost together, as many as may be needed; for each market to choose."""
    if s.rules.columns:
        return shelves(s, seat, tables_of(s))
    most = [count + (hybrid if fuel in s.rules.mix else 0) for fuel, count in enumerate(need)]
    supply = s.rules.fuel_supply
    markets = range(len(s.rules.markets)) if supply.one_market else [NOBODY]
    return [[_row(s, seat, fuel, most[fuel], only) for fuel in range(FUELS)] for only in markets]


def _row(s: State, seat: int, fuel: int, most: int, only: int) -> list[int]:
    row, trial = [0], clone(s)
    while len(row) <= most:
        price = s.rules.fuel_supply.buy_cheapest(trial, seat, fuel, 1, only)
        if not price:
            break
        row.append(row[-1] + price)
    return row
