"""An ordinary server that is stopped and started again: the game goes on without it, and comes back to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import server_in
from tests.e2e.player import Player, mark
from tests.e2e.site_kit import STARTED, begin, ready, window

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.timeout(900)]
WAYS_ON = "Play on without the server"


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Server]:
    """Yield a server with the limits of a public one, which the test may stop."""
    with server_in(tmp_path, env={"KILOWATT_LIMITS": "1"}) as running:
        yield running


def policy_faults(page: Page) -> list[str]:
    """Note from now on what the content policy refuses."""
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if "Content Security Policy" in said.text else None)
    return refused


def test_the_game_goes_on_when_the_server_stops_and_comes_back(
    browser: Browser, limited: Server, tmp_path: Path
) -> None:
    """With consent the game is kept; when the server stops, a game is played without it; then it is back."""
    with window(browser, tmp_path / "profile", viewport={"width": 1280, "height": 800}) as page:
        refused = policy_faults(page)
        page.goto(limited.url)
        page.get_by_role("button", name="Settings").first.click()
        expect(page.get_by_role("link", name="Open it")).to_have_count(0)
        page.get_by_role("button", name="Keep the game on this device").click()
        expect(page.get_by_role("link", name="Open it")).to_be_visible(timeout=STARTED)
        page.reload()
        page.locator(".hero .primary").wait_for()
        expect(page.get_by_text(WAYS_ON)).to_have_count(0)
        limited.stop()
        page.reload()
        page.get_by_role("link", name=WAYS_ON).click()
        expect(page).to_have_url(f"{limited.url}/offline/")
        ready(page)
        code = begin(page, "recharged/germany", "easy")
        player = Player(page, 5)
        for _ in range(3):
            player.decide()
        reached = int(mark(page))
        expect(page.get_by_text("The server answers again.")).to_have_count(0)
        limited.start()
        page.get_by_role("link", name="Back to the server").click(timeout=STARTED)
        expect(page).to_have_url(f"{limited.url}/")
        page.locator(".hero .primary").click()
        page.locator("#console").wait_for()
        expect(page).to_have_url(re.compile(rf"^{re.escape(limited.url)}/t/"))
        # what was played without the server is kept
        page.goto(f"{limited.url}/offline/#/t/{code}")
        page.locator("#console").wait_for(timeout=STARTED)
        assert int(mark(page)) >= reached
        assert refused == []


def test_an_installed_page_gets_the_game_and_offers_it_at_a_table(
    browser: Browser, limited: Server, tmp_path: Path
) -> None:
    """Whoever installs the page gets the game; a table whose server stops offers it, and goes on when it is back."""
    with window(browser, tmp_path / "profile", viewport={"width": 1280, "height": 800}) as page:
        page.goto(limited.url)
        page.locator(".hero .primary").click()
        page.locator("#console").wait_for()
        page.evaluate("window.dispatchEvent(new Event('appinstalled'))")
        # the settings at the table show that it is there
        page.get_by_role("button", name="Menu", exact=True).click()
        expect(page.get_by_role("link", name="Open it")).to_be_visible(timeout=STARTED)
        page.keyboard.press("Escape")
        limited.stop()
        expect(page.get_by_role("link", name=WAYS_ON)).to_be_visible(timeout=STARTED)
        limited.start()
        expect(page.get_by_role("link", name=WAYS_ON)).to_have_count(0, timeout=STARTED)
        Player(page, 5).decide()
