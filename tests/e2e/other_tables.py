"""The way to tables that are no game against bots here: a real one in mid-game, one over days, one without a server."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.client import Client
from kilowatt.engine.actions import Reveal
from kilowatt.protocol import LineChange
from kilowatt.table.sheet.lines import SaleLine, StepLine
from tests.e2e.atlas_games import played
from tests.e2e.kit import ask, beside, token_of
from tests.e2e.site_kit import STARTED
from tests.server.kit import eager_move
from tools.sheet_games import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from kilowatt.client import TableSocket

REAL = "original/germany"
NAMES = ("Anna", "Greg", "Mia")
DAY = {"kind": "days", "days": 1}


async def _write(url: str, token: str, code: str, number: int, phase: str) -> None:
    """Write a game down at a real table up to a moment, auctions as their results; "drawn": up to a card to come."""
    drawn = phase == "drawn"
    record = kilowatt.read_record(list(played(REAL, len(NAMES), number, "fuel" if drawn else phase)))
    lines: list[Any] = Writer(kilowatt.ruleset(REAL, seats=len(NAMES)), results=True).write(record.actions())
    if drawn:
        # the last sale after which a card has to come
        pairs = list(itertools.pairwise(lines))
        comes = [isinstance(a, SaleLine) and isinstance(b, StepLine) and isinstance(b.action, Reveal) for a, b in pairs]
        lines = lines[: len(comes) - comes[::-1].index(True)]
    async with Client(url, token) as person, person.sit(code) as seat:
        for count, line in enumerate(lines):
            await seat.until(lambda count=count: _up_to_date(seat, count))  # type: ignore[misc]
            await seat.write(LineChange(count, line), final=True)


def _up_to_date(seat: TableSocket, count: int) -> bool:
    """Return whether a device has a sheet of so many lines, and the view that belongs to it."""
    latest = seat.latest_sheet
    return latest is not None and len(seat.sheet) == count and seat.seq >= latest.seq


def real_at(number: int, phase: str, shown: str) -> Callable[[Page, str], None]:
    """Return the way to a moment of a game at a real table where the first player is to act."""

    def show(page: Page, url: str) -> None:
        page.goto(url)
        # until then the page may still be given its device
        page.locator(".tile .tiny-city").first.wait_for()
        seats = [{"kind": "person", "name": name} for name in NAMES]
        code = ask(page, f"{url}/api/tables", {"ruleset": REAL, "seats": seats, "real": True})["table"]["code"]
        beside(_write(url, token_of(page), code, number, phase))
        page.goto(f"{url}/t/{code}")
        page.locator(shown).first.wait_for()

    return show


async def _moves(url: str, token: str, code: str, said: str) -> None:
    """Let somebody else move until it is another's turn, and write a line."""
    async with Client(url, token) as person, person.sit(code) as seat:
        while seat.my_turn:
            done = await seat.act(eager_move(seat, random.Random(1)))
            await seat.seen(done.seq)
        await seat.chat(said)


def over_days(page: Page, url: str) -> None:
    """Show a table over days to somebody who comes back and waits: clock, orders, what was played, a message."""
    others = [page.context.browser.new_context() for _ in range(2)]  # type: ignore[union-attr]
    anna, cleo = (other.new_page() for other in others)
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}]
    options = {"order": [0, 1, 2], "trust": False}
    wish = {"ruleset": "recharged/germany", "seats": seats, "options": options, "clock": DAY, "name": "Night train"}
    code = ask(anna, f"{url}/api/tables", wish)["table"]["code"]
    for guest, name in ((cleo, "Cleo"), (page, "Ben")):
        ask(guest, f"{url}/api/tables/{code}/join", {"name": name})
    page.goto(f"{url}/t/{code}")
    # it has been seen when this is there
    page.locator(".orders-panel").wait_for(state="attached")
    page.goto(url)
    page.locator(".tile .tiny-city").first.wait_for()
    anna.goto(url)
    beside(_moves(url, token_of(anna), code, "Pause until Thursday?"))
    for other in others:
        other.close()
    page.goto(f"{url}/t/{code}")
    page.locator(".since-looked").wait_for(state="attached")


def without_server(page: Page, url: str) -> None:
    """Show the home page of the game that needs no server, once it is ready."""
    page.goto(f"{url}/offline/")
    page.locator(".getting-line").first.wait_for(timeout=STARTED)
