"""The coach in the page: a review that opens at the turning point and is played on from, and puzzles by keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.engine.game import clone
from tests.e2e.kit import COARSE, PHONE, Server, ask, visitor
from tests.e2e.test_axe import Inspector

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
PATIENCE = 240_000
"""Milliseconds for a review beside everything else that a machine under test does."""


def finished(page: Page, url: str) -> str:
    """Bring a short finished game to the server; return its code."""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 2), seed=3, players=["Ann", "Ben"])
    bots = [make_bot("easy", 1), make_bot("economist")]
    while isinstance(table.actor, int):
        table.play(bots[table.actor].advise(clone(table.state), table.actor, Budget()).action)
    page.goto(url)
    record = "\n".join(table.record().lines()) + "\n"
    return str(ask(page, f"{url}/api/import", {"record": record})["table"]["code"])


@pytest.mark.parametrize("device", ["wide", "phone"])
def test_a_review_shows_the_turning_point_and_plays_on_from_it(browser: Browser, server: Server, device: str) -> None:
    """Swings and curves lead to their moments, axe finds nothing serious, and "Try it here" makes a table there."""
    options = COARSE if device == "wide" else {**PHONE, **COARSE}
    context = visitor(browser, **options, color_scheme="light", bypass_csp=True)
    page = context.new_page()
    code = finished(page, server.url)
    page.goto(f"{server.url}/t/{code}")
    page.locator(".replay").wait_for()
    page.get_by_role("button", name="Review the game").click()
    swings = page.locator(".swings button")
    swings.first.wait_for(timeout=PATIENCE)
    expect(page).to_have_url(re.compile(r"\?at=\d+"))
    pressed = page.locator(".swings button[aria-pressed=true]")
    expect(pressed).to_have_count(1)
    before = page.url
    other = page.locator(".swings button[aria-pressed=false]").first
    other.focus()
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(before)
    inspector = Inspector(page)
    inspector.look("review")
    assert inspector.faults == []
    page.get_by_role("button", name="Try it here").click()
    expect(page).not_to_have_url(re.compile(f"/t/{code}"))
    page.locator(".console").wait_for()
    context.close()


@pytest.mark.parametrize("device", ["wide", "phone"])
def test_a_puzzle_is_answered_by_keyboard(browser: Browser, server: Server, device: str) -> None:
    """A puzzle is answered with its phase's console, by key; a wrong answer has a hint before the best is shown."""
    options = COARSE if device == "wide" else {**PHONE, **COARSE}
    context = visitor(browser, **options, color_scheme="light", bypass_csp=True)
    page = context.new_page()
    page.goto(f"{server.url}/puzzles")
    page.locator("#console").wait_for()
    expect(page.get_by_role("heading", level=1)).to_have_text("Daily puzzle")
    page.locator(".puzzle-more select").select_option("scrap")
    plants = page.locator("#console button.plant")
    plants.first.wait_for()
    inspector = Inspector(page)
    inspector.look("puzzle")
    plants.first.focus()
    page.keyboard.press("Enter")
    page.locator(".puzzle-result").wait_for()
    expect(page.get_by_text(re.compile(r"^[01] of 1 solved$")).first).to_be_visible()
    if page.get_by_role("button", name="Try again").count():
        expect(page.locator(".puzzle-pair")).to_have_count(0)
        page.get_by_role("button", name="Show the answer").press("Enter")
    expect(page.locator(".puzzle-pair .best")).to_be_visible()
    expect(page.locator(".puzzle-reasons li").first).to_be_visible()
    inspector.look("puzzle, answered")
    assert inspector.faults == []
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
    context.close()
