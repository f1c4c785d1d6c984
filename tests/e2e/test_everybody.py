"""The page for everybody: keyboard alone, less motion, closed buttons that look closed, cities within reach."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, PHONE, SMALL, sit_down, visitor
from tests.e2e.player import await_turn, disabled, mark, plan_cities, settle

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
FOCUSED = "() => document.activeElement?.matches('#console [data-primary], #console .end')"


def press_primary(page: Page) -> None:
    """Go to the console and press its large button, or the one that ends the turn where none is large."""
    page.keyboard.press("g")
    page.wait_for_function(FOCUSED)
    page.keyboard.press("Enter")


def open_by_keys(page: Page) -> None:
    """Choose the second plant with an arrow and open it."""
    page.keyboard.press("k")
    page.wait_for_function("() => document.activeElement?.getAttribute('role') === 'radio'")
    page.keyboard.press("ArrowRight")
    press_primary(page)


def buy_by_keys(page: Page) -> None:
    """Put a token into the basket with an arrow and buy it, or end the turn."""
    if page.locator(".fuel-live [role=spinbutton]").count() > 0 and page.locator("#console .undo").count() == 0:
        page.keyboard.press("f")
        page.wait_for_function("() => document.activeElement?.getAttribute('role') === 'spinbutton'")
        page.keyboard.press("ArrowUp")
        page.locator("#console [data-primary]:not(.end)").wait_for()
        press_primary(page)
        return
    press_primary(page)
    if page.locator("dialog.question").count() > 0:
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Enter")


def build_by_keys(page: Page) -> None:
    """Walk over the board with arrows, plan a city with space and build it; end the turn when that is done."""
    if page.locator("#console .undo").count() == 0 and page.locator(".city.light-open").count() > 0:
        page.keyboard.press("m")
        page.wait_for_function("() => document.activeElement?.closest('[data-city]')")
        for arrow in ("Right",) * 3 + ("Down",) * 3 + ("Left",) * 6 + ("Up",) * 6 + ("Right",) * 6:
            if page.evaluate("() => document.activeElement.closest('.light-open') !== null"):
                page.keyboard.press(" ")
                expect(page.locator("#console [data-primary]")).to_have_text(re.compile(r"^Build 1 for \d+$"))
                break
            page.keyboard.press(f"Arrow{arrow}")
    press_primary(page)


def looks_closed(page: Page) -> None:
    """Check that in the first round, where everybody must buy, opting out is closed and unlike a live button."""
    closed = page.get_by_role("button", name="Opt out")
    assert disabled(closed)
    look = "b => [getComputedStyle(b).borderStyle, getComputedStyle(b).color]"
    assert closed.evaluate(look) != page.locator("#console .plants-quick button").first.evaluate(look)


@pytest.mark.thorough
def test_two_rounds_are_played_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """From the lobby through every phase of two rounds nothing needs a mouse or moves against the device's wish."""
    page.goto(server.url)
    page.locator(".tile .tiny-city").first.wait_for()
    assert page.locator("html").get_attribute("data-motion") == "less"
    assert page.locator(".hero .primary").evaluate("b => getComputedStyle(b).transitionDuration") == "0s"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.hero .primary')"):
            break
    page.keyboard.press("Enter")
    page.locator("#console").wait_for()
    ways = {
        "open": open_by_keys,
        "bid": lambda one: one.keyboard.press("x"),
        "buy_fuel": buy_by_keys,
        "build": build_by_keys,
        "run": press_primary,
    }
    seen: list[str] = []
    houses = page.locator(".mine-ring")
    while seen.count("run") < 2:
        kind = await_turn(page)
        if kind == "open" and kind not in seen:
            looks_closed(page)
        seen.append(kind)
        before = mark(page)
        ways[kind](page)
        settle(page, before)
    assert {"open", "buy_fuel", "build", "run"} <= set(seen)
    assert houses.count() > 0


BOARDS = ["original-germany-2-step3", "original-usa-2-step3", "original-korea-2-step3"]
"""Boards with cities in the corner where buttons would be: a tall one, a wide one, the tallest."""
COVERED = """() => [...document.querySelectorAll('.board-panel [data-city]')].filter(city => {
  const place = city.querySelector('.hit').getBoundingClientRect();
  const top = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
  return top?.closest('[data-city]') !== city;
}).map(city => city.dataset.city)"""


@pytest.mark.thorough
def test_a_phone_covers_no_city_of_the_whole_board(browser: Browser, server: Server) -> None:
    """With the whole board in view and a plan in the console, nothing lies over a city of the board on a phone."""
    context = visitor(browser, **PHONE, **COARSE)
    page = context.new_page()
    for golden in BOARDS:
        sit_down(page, server.url, golden, 2, "build")
        page.locator(".board-panel [data-city]").first.wait_for()
        plan_cities(page, 5)
        assert page.evaluate(COVERED) == [], golden
        box = page.locator(".board-panel svg").first.bounding_box()
        assert box is not None
        assert box["height"] >= 200, f"a plan leaves too little of the board: {golden}"
    context.close()


def test_the_small_map_covers_no_city_that_can_be_built(browser: Browser, server: Server) -> None:
    """Where a city that one can build would lie under the map of the whole board, that map is elsewhere or away."""
    context = visitor(browser, **SMALL)
    page = context.new_page()
    for golden, number, city in (("original-korea-2-step3", 4, "suwon"), ("original-korea-5-step2", 8, "haeju")):
        sit_down(page, server.url, golden, number, "build")
        page.locator(f'.board-panel .light-open[data-city="{city}"]').wait_for()
        assert city not in page.evaluate(COVERED), golden
    context.close()
