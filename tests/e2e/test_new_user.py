"""A new user on a phone: the lesson, three challenges and a whole game with the adviser, by what the page shows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, PHONE, visitor, watch_faults
from tests.e2e.newcomer import Newcomer
from tests.e2e.player import LONG, TURN, Advised, Player, await_turn, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
HAND = {**COARSE, **PHONE, "viewport": {"width": 390, "height": 844}}
TASKS = ("Fill up wisely", "As far as it goes", "Save your fuel")
ASKED = f"() => document.querySelector('dialog.task-result') ? 'result' : ({TURN})()"


def learn(page: Page) -> None:
    """Take the lesson from the first visit's own button to its end, and ask for the adviser as it offers."""
    page.locator(".visit").get_by_role("button", name="Learn in 5 minutes").tap()
    Newcomer(page).follow("end")
    page.locator(".coach").get_by_role("button", name="See what the adviser says").tap()
    expect(page.locator(".coach")).to_have_count(0)
    assert Advised(page).decide() != "over"


def solve(page: Page, title: str) -> None:
    """Begin a challenge from the list, play until it says how it went, and go back to the list."""
    card = page.locator(".challenge").filter(has_text=title)
    card.get_by_role("button", name="Start").tap()
    expect(page.locator(".task-strip")).to_be_visible()
    player = Player(page)
    for _ in range(200):
        if until(page, ASKED, seconds=LONG) == "result":
            break
        player.decide()
    result = page.locator("dialog.task-result")
    expect(result).to_be_visible()
    stars = result.locator(".stars").get_attribute("aria-label") or ""
    result.get_by_role("button", name="All challenges").tap()
    page.wait_for_url("**/challenges")
    expect(card.locator(".stars")).to_have_attribute("aria-label", stars)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_new_user_on_a_phone_learns_practises_and_plays_a_whole_game(browser: Browser, server: Server) -> None:
    """One device from the first visit on: every step is led to by something visible, and the end says one's place."""
    context = visitor(browser, **HAND)
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(server.url)
    learn(page)
    page.get_by_role("link", name="Kilowatt").first.tap()
    page.get_by_role("link", name=re.compile("^Challenges")).first.tap()
    for title in TASKS:
        solve(page, title)
    page.get_by_role("link", name=re.compile("^Play")).first.tap()
    page.locator(".hero .primary").tap()
    await_turn(page)
    # asked for at the end of the lesson, the adviser stays; else its button is in view
    if page.locator(".game[data-drawer=hint]").count() == 0:
        page.get_by_role("button", name=re.compile("^(Advice|Adviser)")).first.tap()
    Advised(page).play_on()
    end = page.locator("dialog.end")
    expect(end.locator(".end-place b")).to_have_text(re.compile("^You "))
    expect(end.locator(".standing li")).not_to_have_count(0)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert faults == []
    context.close()
