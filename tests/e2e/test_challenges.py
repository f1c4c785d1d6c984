"""Challenges in the browser: begun, left, gone on with and solved by keyboard; nothing that axe objects to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, PHONE, visitor
from tests.e2e.player import mark, settle
from tests.e2e.test_axe import Inspector

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_a_challenge_is_begun_left_and_solved_by_keyboard(browser: Browser, server: Server) -> None:
    """It goes on where it was left; with the right fuel bought it ends with its stars, which the list keeps."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    inspector = Inspector(page)
    page.goto(f"{server.url}/challenges")
    card = page.locator(".challenge").filter(has_text="Fill up wisely")
    card.get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    strip = page.locator(".task-strip")
    expect(strip).to_contain_text("Fuel must be there")
    table = page.url
    page.goto(f"{server.url}/challenges")
    card.wait_for()
    inspector.look("challenges", dark=True)
    card.get_by_role("button", name="Go on").press("Enter")
    page.wait_for_url(table)
    page.get_by_role("button", name="Enough for my").press("Enter")
    expect(page.locator("#console .basket-line").first).to_be_attached()
    inspector.look("task")
    before = mark(page)
    page.locator("#console [data-primary]").press("Enter")
    settle(page, before)
    expect(page.locator(".task-now .stars")).to_have_attribute("aria-label", re.compile("[23] of 3 stars"))
    page.get_by_role("button", name="End turn").press("Enter")
    result = page.locator("dialog.task-result")
    expect(result).to_be_visible()
    stars = result.locator(".stars").get_attribute("aria-label")
    assert stars in ("2 of 3 stars", "3 of 3 stars")
    inspector.look("result", dark=True)
    result.get_by_role("button", name="All challenges").press("Enter")
    page.wait_for_url("**/challenges")
    expect(card.locator(".stars")).to_have_attribute("aria-label", stars)
    assert inspector.faults == [], "\n".join(inspector.faults)
    context.close()


def test_a_challenge_on_a_phone(browser: Browser, server: Server) -> None:
    """On a phone the list is one column, the task stands over the table, and giving up brings no star."""
    context = visitor(browser, **PHONE)
    page = context.new_page()
    page.goto(f"{server.url}/challenges")
    page.locator(".challenge").filter(has_text="As far as it goes").get_by_role("button").tap()
    expect(page.locator(".task-strip")).to_be_visible()
    page.get_by_role("button", name="End turn").tap()
    result = page.locator("dialog.task-result")
    question = page.locator("dialog.question")
    result.or_(question).first.wait_for()
    if question.count():
        question.locator(".answers button").first.tap()
    expect(result).to_contain_text("No star this time")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    context.close()
