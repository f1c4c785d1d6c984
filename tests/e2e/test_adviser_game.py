"""A game by the adviser's own buttons against `expert`, and its review: nothing that was advised is blamed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import start, table_code, visitor, watch_faults
from tests.e2e.player import Advised

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_review_blames_nothing_that_the_adviser_advised(browser: Browser, server: Server) -> None:
    """Whoever presses the adviser's button at every decision reads in the review that no decision was a mistake."""
    context = visitor(browser)
    page = context.new_page()
    faults = watch_faults(page)
    start(page, server.url, "card-game", 2, "expert")
    code = table_code(page)
    if page.locator(".game[data-drawer=hint]").count() == 0:
        page.keyboard.press("h")
    Advised(page).play_on()
    page.goto(f"{server.url}/t/{code}")
    page.get_by_role("button", name="Review the game").first.click()
    told = page.request.get(f"{server.url}/api/tables/{code}/review").json()
    for _ in range(600):
        if told["ready"]:
            break
        time.sleep(1)
        told = page.request.get(f"{server.url}/api/tables/{code}/review").json()
    assert told["ready"]
    assert told["own"] > 20
    blamed = [
        (row["round"], row["seat"], row["verdict"]["played"], row["verdict"]["loss"])
        for row in told["rows"]
        if row.get("verdict") and row["verdict"]["mistake"]
    ]
    assert blamed == []  # nor anything that `expert` did
    expect(page.locator(".mistakes .swings button")).to_have_count(0)
    expect(page.locator(".mistakes .note")).to_be_visible()
    assert faults == []
    context.close()
