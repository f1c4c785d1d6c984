"""The drawers on a phone: what they show is in view, and they leave what is played with in view."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import PHONE, sit_down, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


def cities_fit(page: Page) -> None:
    """Check the table of cities: price and connections of each are in view, nothing lies beside it."""
    page.keyboard.press("b")
    expect(page.locator("dialog.cities tbody .number")).not_to_have_count(0)
    wide = page.evaluate(
        """() => ['dialog.cities', '.cities-box', '.cities table']
          .map(name => document.querySelector(name)).map(one => [one.scrollWidth, one.clientWidth])"""
    )
    assert all(needed <= there <= 360 for needed, there in wide), wide
    places = page.eval_on_selector_all(
        ".cities .number, .cities .more-row td", "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert max(places) <= 360
    expect(page.locator(".cities .more-row").first).to_contain_text(re.compile(r"· \w.* \d+"))
    rows = page.eval_on_selector_all(".cities tbody tr:not(.more-row)", "all => all.map(one => one.offsetHeight)")
    assert max(rows) < 60
    page.keyboard.press("Escape")


def planner_leaves_the_map(page: Page) -> None:
    """Check the planner: it takes less than half of the screen and covers nothing of the map."""
    page.get_by_role("button", name="Planner").click()
    page.get_by_label("Add a city").select_option(index=1)
    expect(page.get_by_role("button", name="Use this plan")).to_be_in_viewport()
    sheet, board = (page.locator(name).bounding_box() for name in (".drawer.planner", ".board-panel"))
    assert sheet is not None
    assert board is not None
    assert sheet["height"] <= 0.45 * 740
    assert board["y"] + board["height"] <= sheet["y"] + 1
    assert board["height"] > 180
    page.keyboard.press("Escape")


def cities_can_be_tapped(page: Page) -> None:
    """Check that a few presses make cities large enough for a thumb, and that a tap plans one."""
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").tap()
    city = page.locator(".city.light-open .hit").first.bounding_box()
    assert city is not None
    assert city["width"] >= 36
    page.get_by_role("button", name="Show whole board").tap()
    page.locator(".city.light-open").first.tap()
    page.locator(".plan-order").wait_for()


@pytest.mark.thorough
def test_a_phone_has_room_for_board_planner_and_cities(browser: Browser, server: Server) -> None:
    """On a small screen the table of cities fits, the planner leaves the map in view, and cities can be tapped."""
    context = visitor(browser, **PHONE)
    page = context.new_page()
    sit_down(page, server.url, "recharged-usa-5-step2", 7, "build")
    cities_fit(page)
    planner_leaves_the_map(page)
    cities_can_be_tapped(page)
    context.close()


CUT_LINES = """() => {
  const box = document.querySelector('.lines').getBoundingClientRect();
  return [...document.querySelectorAll('.lines .line:not(.line-cut), .lines h3')]
    .map(row => [row.textContent, row.getBoundingClientRect()])
    .filter(([, at]) => at.top < box.top - 1 && at.bottom > box.top + 3).map(([text]) => text);
}"""


@pytest.mark.thorough
def test_no_line_of_the_log_is_cut(browser: Browser, server: Server) -> None:
    """Where the log has more lines than room its first line is whole, in every arrangement and while building."""
    context = visitor(browser, device_scale_factor=0.25)
    page = context.new_page()
    for phase in ("auction", "build"):
        sit_down(page, server.url, "recharged-germany-2-step3", 8, phase)
        for width, height in ((1440, 900), (1366, 840), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            expect(page.locator(".lines .line").last).to_be_in_viewport()
            page.wait_for_function(f"() => ({CUT_LINES})().length === 0")
            assert page.evaluate("() => document.querySelector('.lines').clientHeight") >= 40, (phase, width, height)
    context.close()
