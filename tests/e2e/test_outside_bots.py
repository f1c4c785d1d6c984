"""The owner of a table makes a bot token on the page, and everybody sees the bot that comes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.kit import COARSE, ask, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_a_bot_comes_by_a_token_of_the_page(browser: Browser, page: Page, server: Server) -> None:
    """The token is shown once with its command; the bot is named as one before and in the game, and can be revoked."""
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}]
    code = ask(page, f"{server.url}/api/tables", {"ruleset": "recharged/germany", "seats": seats})["table"]["code"]
    page.goto(f"{server.url}/t/{code}")
    page.get_by_text("Your own bot").click()
    page.get_by_label("Name of the bot").fill("Robo")
    page.get_by_role("button", name="Make a bot token").click()
    line = page.get_by_label("Start the bot with").input_value()
    assert line.endswith(f" kilowatt connect {server.url} {code} --bot my_bot.py:MyBot")
    token = line.partition(" ")[0].removeprefix("KILOWATT_BOT_TOKEN=")
    program = visitor(browser, **COARSE).new_page()
    ask(program, f"{server.url}/api/tables/{code}/bot", {"token": token})
    page.get_by_text("Bot from outside").wait_for()
    for width, height in ((1440, 900), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Fill with a bot").click()
    page.locator(".player", has_text="Robo").get_by_text("outside bot").wait_for()
    page.reload()
    assert page.get_by_label("Start the bot with").count() == 0
    program.context.close()
