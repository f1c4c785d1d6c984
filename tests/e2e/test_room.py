"""Where there is little room, or more than is needed: phones, magnified pages, a choice that is none."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from tests.e2e.every_screen import advised, moment, six_bid
from tests.e2e.kit import COARSE, PHONE, ask, sit_down, visitor
from tests.e2e.newcomer import Newcomer
from tests.e2e.player import until
from tests.e2e.test_fits import WHOLE, WIDE_LETTERS, ZOOMED, look

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
UPRIGHT = {**PHONE, **COARSE, "viewport": {"width": 390, "height": 844}}
LINES = """name => [...document.querySelectorAll(name)].filter(element => element.checkVisibility()).map(element => {
  const lines = new Set([...element.getClientRects()].map(box => Math.round(box.top)));
  return element.offsetHeight > 1.9 * parseFloat(getComputedStyle(element).fontSize) ? 2 : lines.size;
})"""
BOXES = """names => names.map(name => [...document.querySelectorAll(name)].filter(element => element.checkVisibility())
  .map(element => element.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom]))"""


def boxes(page: Page, *names: str) -> list[list[list[float]]]:
    """Return the boxes of what is visible of each kind: left, top, right, bottom."""
    return [[[float(side) for side in box] for box in kind] for kind in page.evaluate(BOXES, list(names))]


@pytest.mark.thorough
def test_a_clock_of_days_takes_one_line(browser: Browser, server: Server) -> None:
    """The time left stands in one line in the console and beside every name, on the narrowest phone too."""
    anna, ben = (visitor(browser, **UPRIGHT).new_page() for _ in range(2))
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}, {"kind": "bot", "level": "simple"}]
    wish = {"ruleset": "recharged/germany", "seats": seats, "clock": {"kind": "days", "days": 1}}
    code = ask(anna, f"{server.url}/api/tables", wish)["table"]["code"]
    ben.goto(f"{server.url}/t/{code}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    ben.locator("#console").wait_for()
    anna.goto(f"{server.url}/t/{code}")
    anna.locator("#console .clock").wait_for()
    for width, height in ((390, 844), (320, 568), (844, 390), (1440, 900)):
        anna.set_viewport_size({"width": width, "height": height})
        assert set(anna.evaluate(LINES, ".clock, .seat-clock")) == {1}, (width, height)
    for page in (anna, ben):
        page.context.close()


@pytest.mark.thorough
def test_building_on_a_phone_is_one_line_under_the_map(browser: Browser, server: Server) -> None:
    """In the lesson as in a game the map has the screen, the console is one line without a void, and it unfolds."""
    page = visitor(browser, **UPRIGHT).new_page()
    page.goto(server.url)
    page.locator(".visit .primary").click()
    Newcomer(page).follow("build")
    page.locator("#console .building").wait_for()
    for _ in range(2):
        [[console], [line], [pane]] = boxes(page, "#console", ".building", ".board-pane")
        assert console[3] - console[1] <= 84, console
        assert line[3] - line[1] >= console[3] - console[1] - 24, (console, line)
        assert pane[3] - pane[1] >= 400, pane
        sit_down(page, server.url, "recharged-germany-6-step2", 6, "build")
    page.get_by_role("button", name="Show the plan in full").click()
    page.locator("#console .basket").wait_for()
    page.locator("#console .end").wait_for()
    page.context.close()


@pytest.mark.thorough
def test_a_magnified_page_cuts_no_button_and_covers_no_title(browser: Browser, server: Server) -> None:
    """At 200 % the heading, the tip and all buttons stand beside each other, and news lies on none of them."""
    page = visitor(browser, **COARSE, bypass_csp=True).new_page()
    sit_down(page, server.url, "recharged-usa-5-step2", 4, "auction")
    page.locator(".tip-button").first.wait_for(state="attached")
    assert look(page, ZOOMED, (WIDE_LETTERS,)) == []
    for width, height in ZOOMED:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            """() => document.querySelector('.toast') ?? document.querySelector('.game')
              .insertAdjacentHTML('beforeend', '<div class="toast"><p>Ohm buys plant 19 for 19</p></div>')"""
        )
        toasts, buttons, icons, cards = boxes(
            page, ".toast", "#console button", ".plant-cities .icon", ".plant[data-plant]"
        )
        assert not [one for one in buttons for news in toasts if overlap(one, news)], (width, height)
        assert not [one for one in icons if not any(inside(one, card) for card in cards)], (width, height)
    page.context.close()


def overlap(a: list[float], b: list[float]) -> bool:
    """Return whether two boxes have more than an edge in common."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1


def inside(a: list[float], b: list[float]) -> bool:
    """Return whether the first box lies in the second."""
    return a[0] >= b[0] - 1 and a[1] >= b[1] - 1 and a[2] <= b[2] + 1 and a[3] <= b[3] + 1


@pytest.mark.thorough
def test_powering_without_a_choice_takes_the_left_part_of_the_console(browser: Browser, server: Server) -> None:
    """One run earns most: the plants stand left, the rest of the console is the button's; fewer cities at a press."""
    page = visitor(browser, **COARSE).new_page()
    sit_down(page, server.url, "recharged-usa-5-step2", 6, "power")
    [[console], plants, ladder] = boxes(page, "#console", ".run-plant, .fewer", ".ladder")
    [[header], [main]] = boxes(page, ".game-header", ".game main")
    assert main[1] - header[3] <= 1, "nothing stands between the header and the table"
    half = (console[0] + console[2]) / 2
    assert ladder == []
    assert all(box[2] <= half for box in plants), (half, plants)
    page.get_by_role("button", name="Power fewer cities").click()
    page.locator("#console .ladder").wait_for()
    page.context.close()


def test_the_rows_of_the_fuel_market_stay_together(browser: Browser, server: Server) -> None:
    """China's few plants leave the market much room; its rows are not pulled apart."""
    page = visitor(browser, **COARSE).new_page()
    sit_down(page, server.url, "original-china-2-step2", 2, "fuel")
    for size in ((1440, 900), (1920, 1080)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        [rows] = boxes(page, ".fuel-line")
        scale = float(page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--scale')"))
        steps = [(after[1] - before[1]) / scale for before, after in itertools.pairwise(rows)]
        assert len(rows) == 4
        assert max(steps) <= 110, (size, steps)
    page.context.close()


@pytest.mark.parametrize(
    ("show", "sizes"),
    [
        (six_bid, ((1280, 720),)),
        pytest.param(
            moment("recharged-germany-6-step2", 6, "auction", bid=True),
            ((1280, 720), (1440, 900), (1536, 864)),
            marks=pytest.mark.thorough,
        ),
    ],
    ids=["wide", "tall"],
)
def test_all_six_players_are_in_view_with_the_adviser_on(
    browser: Browser, server: Server, show: Callable[[Page, str], None], sizes: tuple[tuple[int, int], ...]
) -> None:
    """On a laptop the adviser leaves the list of six players whole, beside a wide board and a tall one."""
    page = visitor(browser, **COARSE, viewport={"width": 1280, "height": 720}).new_page()
    advised(show)(page, server.url)
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        until(page, f"() => ({WHOLE})(['.players', '.player']).length === 0")
    page.context.close()


@pytest.mark.thorough
def test_the_advisers_button_is_filled_while_it_is_on(browser: Browser, server: Server) -> None:
    """The button in the header looks pressed as long as the adviser is on, in the light and in the dark."""
    colour = "button => getComputedStyle(button).backgroundColor"
    for theme in ("light", "dark"):
        page = visitor(browser, **COARSE, color_scheme=theme).new_page()
        moment("recharged-germany-6-step2", 6, "auction", bid=True)(page, server.url)
        button = page.get_by_role("button", name="Adviser", exact=True)
        before = button.evaluate(colour)
        button.click()
        until(page, "() => document.querySelector('.tool[aria-pressed=true]')")
        assert button.evaluate(colour) == page.locator(".phases .now").evaluate(colour)
        button.click()
        page.mouse.move(0, 0)
        until(page, "() => !document.querySelector('.tools .tool[aria-pressed=true]:not(.tool-sound)')")
        assert button.evaluate(colour) == before
        page.context.close()
