"""Moments of games on boards of the atlas, which golden games do not have: simple bots play up to them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.engine.actions import Action, Bid, Open
from tests.e2e.kit import ask
from tests.e2e.player import await_turn

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


@functools.cache
def played(
    ruleset: str, seats: int, number: int, phase: str, seed: int = 3, wanted: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the record of a game up to the first seat's turn in this round and phase; it wants some plants."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats=seats), seed=seed)
    bots = [make_bot("simple", seat) for seat in range(seats)]
    while isinstance(table.actor, int):
        shot = kilowatt.snapshot(table.state)
        if table.actor == 0 and (shot["round"], shot["phase"]) == (number, phase):
            return tuple(table.record().lines())
        legal = table.legal_actions() if table.actor == 0 and wanted else []
        lot = (shot["auction"] or {}).get("plant")
        offers: list[Action] = [row for row in legal if isinstance(row, Bid) and lot in wanted]
        offers += [row for row in legal if isinstance(row, Open) and row.plant in wanted]
        if offers:
            table.play(offers[0])
        else:
            table.play(bots[table.actor].advise(table.state, table.actor, Budget()).action)
    raise AssertionError(f"the game on {ruleset} was over before {phase} of round {number}")


def on_board(
    ruleset: str, number: int, phase: str, *, seats: int = 4, seed: int = 3, wanted: tuple[str, ...] = ()
) -> Callable[[Page, str], None]:
    """Return the way to a moment of a game on this board."""

    def show(page: Page, url: str) -> None:
        lines = played(ruleset, seats, number, phase, seed, wanted)
        code = ask(page, f"{url}/api/import", {"record": "\n".join(lines)})["table"]["code"]
        fork = ask(page, f"{url}/api/tables/{code}/fork", {"seq": len(lines) - 1})["table"]["code"]
        page.goto(f"{url}/t/{fork}")
        await_turn(page)

    return show
