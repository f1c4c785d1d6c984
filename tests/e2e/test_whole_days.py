"""A game over days with three people, one of them at a phone, and a round of their tournament: every message once."""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
import pytest
from sqlalchemy import text

from kilowatt import protocol as wire
from kilowatt.client.client import COOKIE
from kilowatt.engine.actions import Open
from kilowatt.protocol import MakeTournament
from tests.e2e.kit import CHROMIUM_FLAGS, PHONE, chromium_path
from tests.server import day_games as game
from tests.server.friends import AFTER, plain
from tests.server.kit import cut_off, play_together, until
from tests.server.people import friday

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from playwright.async_api import Page

    from kilowatt.client import Client

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
PATIENCE = 60_000
CUP = MakeTournament("Autumn cup", "card-game", "swiss", 3, 1)


@asynccontextmanager
async def phone(url: str, token: str) -> AsyncIterator[Page]:
    """Open a page of the size of a phone, as the device of this token."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(CHROMIUM_FLAGS))
        context = await browser.new_context(**{**PHONE, "viewport": {"width": 390, "height": 844}}, locale="en-GB")
        context.set_default_timeout(PATIENCE)
        await context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
        yield await context.new_page()
        await browser.close()


async def by_order(days: game.Days, page: Page) -> None:
    """Bob leaves orders at his phone: his turn comes and goes without him and without a message to him."""
    room = days.room
    assert room.game is not None
    names = [room.game.rules.card_names[plant] for plant in room.game.state.market]
    await page.goto(f"{days.server.url}/t/{days.code}")
    await page.locator("#console").get_by_role("button", name="Orders in advance").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_label("Add a plant").select_option(names[1])
    limit = dialog.get_by_role("spinbutton", name="up to")
    for _ in range(6):
        await limit.press("PageUp")
    await dialog.get_by_role("button", name="Save").click()
    await until(lambda: 1 in room.orders and room.orders[1].advance.plan is not None, 60)
    await page.goto("about:blank")
    await cut_off(days.server, days.code, 1)
    await days.visit(0, Open(0, names[0], int(names[0])))
    await until(lambda: room.row.live.clock.running == 2, 60)
    assert room.orders[1].advance.done != []
    await days.wait(AFTER + 1)
    assert days.pushed(2)[-1] == "Your turn: Night train"
    assert len(days.mails.mails) == 1
    await page.goto(f"{days.server.url}/t/{days.code}")
    await page.get_by_text("(order)").first.wait_for(state="attached")
    await page.goto("about:blank")
    await cut_off(days.server, days.code, 1)


async def answered(days: game.Days, page: Page) -> None:
    """Bob reads the chat at his phone and answers: nobody gets the lines that he has read, the others get his."""
    await page.goto(f"{days.server.url}/t/{days.code}")
    await page.locator("nav.tab-bar :is([data-tab=chat], [data-tab=log])").last.click()
    await page.locator("#log").get_by_role("button", name="Chat").click()
    await page.get_by_text("Cleo?").wait_for()
    await page.locator(".chat input").fill("she is away")
    await page.locator(".chat input").press("Enter")
    await page.get_by_text("she is away").wait_for()
    await page.goto("about:blank")
    await cut_off(days.server, days.code, 1)
    await days.wait(2 * 3600)
    for seat in (0, 2):
        assert days.pushed(seat).count("A new message: Night train") == 1


async def by_visits(days: game.Days, code: str, people: list[Client]) -> tuple[set[int], int | None]:
    """Play a game to its end, everybody there for their own turns only.

    Return the seats that were away when it ended, and one that left at that very moment, if any.
    """
    chance = random.Random(2)
    room = days.server.server.registry.rooms[code]
    away = set(range(len(people)))

    def acting() -> int | None:
        return room.row.live.clock.running if room.row.state == "playing" else None

    while room.row.state == "playing":
        await until(lambda: room.row.state != "playing" or acting() is not None, 60)
        seat = acting()
        if seat is None:
            return away, None
        async with people[seat].sit(code) as socket:
            while acting() == seat:
                # what the server plays by itself comes at once
                await (play_together([socket], chance, 1) if socket.my_turn else socket.ping())
            over = room.row.state != "playing"
            await socket.ping()
        await cut_off(days.server, code, seat)
        if room.row.state != "playing":
            return away - {seat}, None if over else seat
    return away, None


async def sent_about(days: game.Days, code: str) -> Counter[game.Row]:
    """Count what was sent about a table."""
    query = text("select event, kind, seat from outbox where state = 'sent' and code = :code")
    async with days.server.server.engine.connect() as connection:
        return Counter(game.Row(*row) for row in await connection.execute(query, {"code": code}))


async def tournament(days: game.Days) -> None:
    """The three play a round of their tournament to its end: each message that is due comes once, and no other."""
    anna, bob, cleo = days.people
    group = await friday(anna, (bob, "Bob"), (cleo, "Cleo"))
    made = await anna.request("POST", f"/api/groups/{group.id}/tournaments", CUP)
    number = msgspec.json.decode(made, type=wire.TournamentView).id
    for client in days.people:
        await client.request("POST", f"/api/tournaments/{number}/enter", {"name": "any"})
    begun = await anna.request("POST", f"/api/tournaments/{number}/start", {})
    [[table]] = msgspec.json.decode(begun, type=wire.TournamentView).tables
    assert table.code is not None
    await days.wait(2 * 3600)
    seats = [(await client.table(table.code)).yours[0] for client in days.people]
    ways = dict(zip(seats, ("push", "mail", "push"), strict=True))
    first = days.server.server.registry.rooms[table.code].row.live.clock.running
    assert first is not None
    due = Counter([*(game.Row("began", way, seat) for seat, way in ways.items()), game.Row("turn", ways[first], first)])
    assert await sent_about(days, table.code) == due
    people = [client for _, client in sorted(zip(seats, days.people, strict=True), key=lambda row: row[0])]
    away, last = await by_visits(days, table.code, people)
    for _ in range(2):
        await days.server.server.rounds.look()
    await days.wait(2 * 3600)
    view = msgspec.json.decode(await bob.request("GET", f"/api/tournaments/{number}"), type=wire.TournamentView)
    assert view.state == "over"
    assert sorted(row.points for row in view.standing) == [3, 5, 8]
    due.update(game.Row("ended", ways[seat], seat) for seat in away)
    assert len(away) in (2, 3)
    left = game.Row("ended", ways[last], last) if last is not None else None
    assert Counter({row: count for row, count in (await sent_about(days, table.code)).items() if row != left}) == due
    for person, seat in ((0, seats[0]), (2, seats[2])):
        ends = [
            title
            for title in days.pushed(person)
            if re.fullmatch(r"Game over, place [123] of 3: Autumn cup 1.1", title)
        ]
        assert len(ends) == (seat in away) or seat == last
    mailed = Counter(plain(mail).count("Das Spiel hat begonnen: Autumn cup 1.1") for mail in days.mails.mails)
    assert mailed[1] == 1


async def script(folder: Path) -> None:
    """Run the whole script."""
    async with game.day_game(folder) as days:
        bob = days.people[1]
        async with phone(days.server.url, bob.token or "") as page:
            faults: list[str] = []
            page.on("pageerror", lambda error: faults.append(str(error)))
            await game.beginning(days)
            await by_order(days, page)
            await game.paused(days)
            await game.day_off(days)
            await game.stood_in(days)
            await game.chat(days)
            await answered(days, page)
            await tournament(days)
            await game.ending(days)
            assert faults == []
        answer = (game.Row("chat", way, seat) for way, seat in (("push", 0), ("push", 2), ("hook", 0)))
        await game.every_message(days, *answer)
        subjects = Counter(str(mail["subject"]) for mail in days.mails.mails)
        assert max(subjects.values()) == 1, subjects


def test_the_whole_script(tmp_path: Path) -> None:
    """Orders, a pause, a day off, a stand-in, chat and a tournament round: no message twice, and none is missing."""
    if chromium_path() is None:
        pytest.skip("there is no Chromium on this machine")
    failed: list[BaseException] = []

    def work() -> None:
        try:
            asyncio.run(script(tmp_path))
        except BaseException as error:  # noqa: BLE001 - raised below, in the test's own thread
            failed.append(error)

    # the browser's driver of other tests may have the loop of this thread
    thread = threading.Thread(target=work)
    thread.start()
    thread.join(600)
    assert not thread.is_alive()
    if failed:
        raise failed[0]
