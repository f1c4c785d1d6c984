"""People who play again and again: a group with its link, a rated standing table, the league table and the ratings."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from kilowatt.client import Client
from tests.e2e.kit import COARSE, PHONE, Server, ask, table_code, visitor, watch_faults
from tests.e2e.test_axe import Inspector
from tests.e2e.test_profile import open_profile
from tests.server.kit import play_together

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def agree(page: Page, name: str) -> None:
    """Reserve a name and agree to be rated."""
    dialog = open_profile(page)
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Reserve this name").click()
    dialog.get_by_role("switch", name="Play rated games").click()
    expect(dialog.get_by_role("switch", name="Play rated games")).to_be_checked()
    page.keyboard.press("Escape")


def device(page: Page) -> str:
    """Return the token of a page's device."""
    return next(row["value"] for row in page.context.cookies() if row["name"] == "kilowatt_device")


def play_out(url: str, code: str, *tokens: str) -> None:
    """Play a table of two to its end through the client, as these devices."""

    async def play() -> None:
        first, second = (Client(url, token) for token in tokens)
        async with first, second, first.sit(code) as one, second.sit(code) as other:
            await play_together([one, other], random.Random(1), 5000)

    # the browser's driver has a loop of its own in this thread
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(play())).result()


def make_group(page: Page, url: str) -> str:
    """Make a group with a rated standing table of the card game; return the link to join."""
    page.goto(url)
    page.get_by_role("link", name="Groups").click()
    page.get_by_role("button", name="New group").click()
    page.get_by_label("Name of the group").fill("Friday")
    page.locator("dialog").get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Make the group").click()
    page.get_by_role("link", name="Add a standing table").click()
    page.get_by_role("combobox", name="Game", exact=True).select_option("card-game")
    page.get_by_label("Table name").fill("Quick cards")
    page.locator("form.form .choice button", has_text="2").click()
    page.get_by_label("Seat 2", exact=True).select_option("open")
    page.get_by_role("switch", name="Rated", exact=True).check()
    page.get_by_role("button", name="Add to the group").click()
    expect(page.locator(".standing-tables .game-row")).to_contain_text("2 players · 3 days per turn · Rated")
    return page.get_by_label("Invite: whoever has the link can join").input_value()


def test_friends_play_a_rated_standing_table_of_their_group(browser: Browser, server: Server) -> None:
    """A friend joins by the link, starts the standing table with one press, and the game counts in both tables."""
    contexts = visitor(browser, **COARSE, bypass_csp=True), visitor(browser, **{**PHONE, **COARSE})
    anna, ben = (context.new_page() for context in contexts)
    faults = watch_faults(anna), watch_faults(ben)
    # a device that has never played is not offered groups; asked before the page is open, so that both are one device
    ask(anna, f"{server.url}/api/quick", {"ruleset": "card-game", "seats": 2, "level": "easy", "name": "Anna"})
    anna.goto(server.url)
    agree(anna, "Anna Volt")
    link = make_group(anna, server.url)

    ben.goto(link)
    expect(ben.get_by_role("heading", name="Friday")).to_be_visible()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Join the group").click()
    expect(ben.locator(".members li")).to_have_count(2)
    # a rated table is for people who agree to be rated
    ben.get_by_role("button", name="Start Quick cards").click()
    expect(ben.get_by_role("status")).to_contain_text("Switch it on in Settings, Profile")
    agree(ben, "Ben Ohm")
    ben.get_by_role("button", name="Start Quick cards").click()
    ben.wait_for_url("**/t/*")

    code = table_code(ben)
    anna.reload()
    anna.get_by_role("link", name="Take a seat Quick cards").click()
    expect(anna.get_by_text("A rated table")).to_be_visible()
    anna.get_by_role("button", name="Sit here").click()
    anna.locator("#console").wait_for()
    play_out(server.url, code, device(ben), device(anna))
    for page in (anna, ben):
        expect(page.locator("dialog.end")).to_contain_text("Your rating: 1000 →")

    inspector = Inspector(anna)
    anna.goto(link)
    expect(anna.locator(".stats tbody tr")).to_have_count(2)
    expect(anna.locator(".stats tbody tr").first).to_contain_text("1")
    inspector.look("group")
    for path, shown in (("/ratings", "Anna Volt"), ("/games", "rating 1000 →"), ("/privacy", "after 90 days")):
        anna.goto(f"{server.url}{path}")
        expect(anna.locator("main")).to_contain_text(shown)
        inspector.look(path)
    assert inspector.faults == []
    assert faults[0] == []
    # the refusal at the rated table
    assert ["403" in fault for fault in faults[1]] == [True]
    for context in contexts:
        context.close()
