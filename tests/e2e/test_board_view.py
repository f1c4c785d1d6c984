"""What part of the board is in view and how large: names stay small, a plan is in view, nothing lies on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.kit import COARSE, sit_down, visitor
from tests.e2e.player import until
from tests.e2e.test_fits import LOOK

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
SIZES = ((1440, 900), (1280, 720), (1024, 768), (820, 1180), (390, 844))
MOMENTS = (
    ("recharged-germany-6-step2", 6),
    ("original-korea-2-step3", 7),
    ("deluxe-europe-5-step2", 5),
    ("recharged-usa-5-step2", 7),
)
LARGEST = """() => Math.max(...[...document.querySelectorAll('.board-pane .label')].map((label) => {
  const svg = label.closest('svg');
  return Number(label.getAttribute('font-size')) * svg.getScreenCTM().a / Number(getComputedStyle(document.body).zoom);
}))"""
LOST = """() => {
  const pane = document.querySelector('.board-pane > svg').getBoundingClientRect();
  return [...document.querySelectorAll('.light-planned .marker')].map(marker => marker.getBoundingClientRect())
    .filter(at => at.left < pane.left || at.right > pane.right || at.top < pane.top || at.bottom > pane.bottom).length;
}"""


CORNER = """() => {
  const [pane, zoom] = ['.board-pane', '.zoom'].map(name => document.querySelector(name).getBoundingClientRect());
  return zoom.top >= pane.top && zoom.bottom <= pane.bottom && zoom.left >= pane.left && zoom.right <= pane.right;
}"""


def covered(page: Page) -> list[str]:
    """Return what lies on a city, a plant, a price or a player's money."""
    return [fault for fault in page.evaluate(f"() => ({LOOK})()") if fault.startswith("lies on")]


@pytest.mark.parametrize(
    ("golden", "number"),
    [
        MOMENTS[0],
        pytest.param(*MOMENTS[1], marks=pytest.mark.thorough),
        *[pytest.param(*moment, marks=pytest.mark.slow) for moment in MOMENTS[2:]],
    ],
)
def test_no_name_is_drawn_large_and_nothing_lies_on_the_board(
    browser: Browser, server: Server, golden: str, number: int
) -> None:
    """Building and zoomed in as far as it goes, names are at most 16 pixels high and no city in play is covered."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    sit_down(page, server.url, golden, number, "build")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".board-panel [data-city]").first.wait_for()
        assert covered(page) == [], (width, height)
        until(page, CORNER)  # the buttons lie on the map while a corner of it is free
        for _ in range(8):
            page.get_by_role("button", name="Zoom in").click()
        assert page.evaluate(LARGEST) <= 16.1, (width, height)
        until(page, "() => document.querySelector('.board-pane > svg.part')")
        assert covered(page) == [], (width, height, "zoomed in")
        page.get_by_role("button", name="Show whole board").click()
    context.close()


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(820, 1180), (390, 844), (1440, 900)])
def test_a_given_plan_is_wholly_in_view(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """Zoomed in elsewhere, the board moves to the cities of the adviser's plan."""
    context = visitor(browser, **COARSE, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    sit_down(page, server.url, "recharged-usa-5-step2", 7, "build")
    page.locator(".board-panel [data-city]").first.wait_for()
    for _ in range(8):
        page.get_by_role("button", name="Zoom in").click()
    page.keyboard.press("h")
    until(page, "() => document.querySelectorAll('.light-planned').length > 1")
    until(page, f"() => ({LOST})() === 0")
    context.close()
