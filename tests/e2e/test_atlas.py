"""The boards in a real browser: found by filters, opened as pages of their own, played, and drawn without overlaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from tests.e2e.kit import COARSE, PHONE, visitor
from tests.e2e.test_axe import Inspector
from tests.tiers import some_quick

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
BOARDS = sorted({row.board for row in kilowatt.rulesets() if row.board})
ON_ONE_ANOTHER = """() => {
  const box = (element) => element.getBoundingClientRect();
  const names = [...document.querySelectorAll('.sheet-board .label')].filter(
    (label) => getComputedStyle(label).visibility !== 'hidden' && box(label).width > 0);
  const discs = [...document.querySelectorAll('.sheet-board .city .marker')];
  const faults = [];
  const away = (b, d) => {
    const [x, y] = [(d.left + d.right) / 2, (d.top + d.bottom) / 2];
    return Math.hypot(Math.max(b.left - x, x - b.right, 0), Math.max(b.top - y, y - b.bottom, 0));
  };
  // a line of text is higher than its letters
  const inked = (label) => {
    const b = box(label);
    return { left: b.left, right: b.right, top: b.top + 0.22 * b.height, bottom: b.bottom - 0.2 * b.height };
  };
  names.forEach((one, n) => {
    const a = inked(one);
    for (const other of names.slice(n + 1)) {
      const b = inked(other);
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        faults.push(`${one.textContent} on ${other.textContent}`);
    }
    for (const disc of discs)
      if (disc.parentNode !== one.parentNode && away(a, box(disc)) < 0.92 * box(disc).width / 2)
        faults.push(`${one.textContent} on a city`);
  });
  return faults;
}"""


@pytest.mark.parametrize("board", some_quick(BOARDS, 9, 3))
def test_names_on_a_board_cover_nothing(browser: Browser, server: Server, board: str) -> None:
    """As Chromium draws it, no name of a city lies on another or on a city, on a desktop and on a phone."""
    for options in ({}, {"viewport": {"width": 390, "height": 844}}):
        context = visitor(browser, **options)
        page = context.new_page()
        page.goto(f"{server.url}/boards/{board}")
        page.locator(".sheet-board [data-city]").first.wait_for()
        assert page.evaluate(ON_ONE_ANOTHER) == []
        context.close()


def open_boards(page: Page, url: str) -> None:
    """Open the atlas and wait for its maps."""
    page.goto(f"{url}/boards")
    page.locator(".atlas-card .tiny-city").first.wait_for()


def test_a_board_is_found_read_and_played(browser: Browser, server: Server) -> None:
    """A filter and a city lead to a board; the keyboard opens its sheet, and a game starts there."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    open_boards(page, server.url)
    page.keyboard.press("/")
    page.keyboard.type("palermo")
    page.locator(".atlas-card", has_text="Italy").wait_for()
    assert page.locator("a.atlas-card[href^='/boards/']").count() == 1
    page.locator("a.atlas-card[href^='/boards/']").focus()
    page.keyboard.press("Enter")
    page.locator(".atlas-console").wait_for()
    page.keyboard.press("Enter")
    page.locator(".sheet-board [data-city=palermo]").wait_for()
    assert page.url.endswith("/boards/italy")
    assert page.title() == "Italy · Kilowatt"
    page.get_by_role("button", name="Play now").click()
    page.locator("#console").wait_for()
    assert "/t/" in page.url
    page.goto(f"{server.url}/boards/atlantis")
    page.get_by_role("heading", name="There is no board of this name here.").wait_for()
    context.close()


@pytest.mark.thorough
@pytest.mark.parametrize("device", ["wide", "phone"])
def test_axe_finds_no_serious_fault_in_the_atlas(browser: Browser, server: Server, device: str) -> None:
    """The boards and a board's page pass axe, light and dark."""
    options = COARSE if device == "wide" else {**PHONE, **COARSE}
    context = visitor(browser, **options, color_scheme="light", bypass_csp=True)
    page = context.new_page()
    inspector = Inspector(page)
    open_boards(page, server.url)
    page.locator(".atlas-card", has_text="Italy").click()
    page.locator(".atlas-console").wait_for()
    inspector.look("boards", dark=True)
    page.goto(f"{server.url}/boards/benelux")
    page.locator(".sheet-board [data-city]").first.wait_for()
    page.locator(".atlas-numbers td").first.wait_for()
    inspector.look("a board", dark=True)
    assert inspector.faults == []
    context.close()
