"""The page for everybody: keyboard alone, every width, German, screen reader, less motion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, PHONE, bring, sit_down, start, visitor
from tests.e2e.player import await_turn, mark, plan_cities, settle

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


def test_two_rounds_are_played_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """From the lobby through every phase of two rounds nothing needs a mouse."""
    page.goto(server.url)
    page.locator(".tile").first.wait_for()
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
        seen.append(kind)
        before = mark(page)
        ways[kind](page)
        settle(page, before)
    assert {"open", "buy_fuel", "build", "run"} <= set(seen)
    assert houses.count() > 0


WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def nothing_sticks_out(page: Page, screen: str) -> None:
    """Check that the page does not scroll sideways, and that what can be pressed to play is inside."""
    assert page.evaluate(WIDE) <= 0, screen
    width = (page.viewport_size or {"width": 0})["width"]
    for button in page.locator("#console button:visible, .tools button:visible").all():
        box = button.bounding_box()
        if box is not None:
            assert box["x"] >= -0.5, screen
            assert box["x"] + box["width"] <= width + 0.5, (screen, button.text_content())


@pytest.mark.parametrize(
    ("width", "height", "ruleset"), [(768, 1024, "recharged/germany"), (1024, 768, "recharged/usa")]
)
def test_nothing_sticks_out_at_middle_widths(
    browser: Browser, server: Server, width: int, height: int, ruleset: str
) -> None:
    """At 768 and 1024 pixels lobby, form, every phase, a late game of six, its end and the card game fit."""
    context = visitor(browser, viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(server.url)
    page.locator(".tile").first.wait_for()
    nothing_sticks_out(page, "lobby")
    page.goto(f"{server.url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    nothing_sticks_out(page, "form")
    player = start(page, server.url, ruleset, seats=4)
    for kind in ("open", "buy_fuel", "build", "run"):
        player.play_until(kind)
        nothing_sticks_out(page, kind)
        expect(page.locator("#console button:enabled:visible").first).to_be_in_viewport()
        if kind != "run":
            player.decide()
    for golden in ("recharged-germany-6-step2", "card-game-3-omr-in-power"):
        bring(page, server.url, golden)
        nothing_sticks_out(page, f"{golden}, replay")
        page.get_by_role("button", name="Back to the present").click()
        page.locator("dialog.end .curve").wait_for()
        nothing_sticks_out(page, f"{golden}, end")
    context.close()


SHORTENED = """() => [...document.querySelectorAll('#console button, .player .tag')].filter(one => {
  const own = one.getBoundingClientRect();
  const box = one.closest('#console, .player').getBoundingClientRect();
  return own.right > box.right || own.bottom > box.bottom || one.scrollWidth > one.clientWidth;
}).map(one => one.textContent)"""


@pytest.mark.parametrize(("golden", "number"), [("deluxe-north-america-5-step2", 3), ("original-korea-5-step2", 2)])
def test_a_low_laptop_cuts_nothing_off(browser: Browser, server: Server, golden: str, number: int) -> None:
    """At 1366 by 768, in German and with five players, all choices and tags are whole and incomes are shown."""
    context = visitor(browser, viewport={"width": 1366, "height": 768}, locale="de-DE")
    page = context.new_page()
    sit_down(page, server.url, golden, number, "auction")
    assert page.locator("#console .plants-quick button").count() > 2
    assert page.evaluate(SHORTENED) == []
    for income in page.locator(".player .plus").all():
        expect(income).to_have_text(re.compile(r"^\+\d+$"))
        expect(income).to_be_visible()
    sit_down(page, server.url, "recharged-usa-5-step2", 2, "auction", bid=True)
    assert page.locator("#console .pass").count() == 1
    assert page.evaluate(SHORTENED) == []
    context.close()


TOO_LONG = "bid => bid.scrollWidth > bid.clientWidth"


@pytest.mark.parametrize(("width", "height"), [(844, 390), (1024, 768)])
def test_a_bid_is_whole_in_a_narrow_console(browser: Browser, server: Server, width: int, height: int) -> None:
    """On a phone held sideways and on a small laptop the bid is not cut off, and its button is in view."""
    context = visitor(browser, viewport={"width": width, "height": height})
    page = context.new_page()
    sit_down(page, server.url, "recharged-usa-5-step2", 2, "auction", bid=True)
    assert not page.locator("#console .stepper.big").evaluate(TOO_LONG)
    expect(page.locator("#console [data-primary]")).to_be_in_viewport(ratio=1)
    expect(page.locator("#console .pass")).to_be_in_viewport(ratio=1)
    context.close()


def test_a_phone_shows_one_panel_without_scrolling_sideways(browser: Browser, server: Server) -> None:
    """At 360 pixels nothing sticks out, the phase opens its tab, and cities are large enough to tap."""
    context = visitor(browser, **PHONE)
    page = context.new_page()
    page.goto(server.url)
    page.locator(".tile").first.wait_for()
    nothing_sticks_out(page, "lobby")
    for number, phase, tab in ((1, "auction", "Plants"), (1, "fuel", "Fuel"), (7, "build", "Board")):
        sit_down(page, server.url, "recharged-usa-5-step2", number, phase)
        expect(page.locator('.tab-bar [aria-current="page"]')).to_have_text(tab)
        nothing_sticks_out(page, phase)
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").tap()
    city = page.locator(".city.light-open .hit").first.bounding_box()
    assert city is not None
    assert city["width"] >= 36
    page.get_by_role("button", name="Show whole board").tap()
    page.locator(".city.light-open").first.tap()
    page.locator(".plan-order").wait_for()
    context.close()


BOARDS = ["original-germany-2-step3", "original-usa-2-step3", "original-korea-2-step3"]
"""Boards with cities in the corner where buttons would be: a tall one, a wide one, the tallest."""
COVERED = """() => [...document.querySelectorAll('.board-panel [data-city]')].filter(city => {
  const place = city.querySelector('.hit').getBoundingClientRect();
  const top = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
  return top?.closest('[data-city]') !== city;
}).map(city => city.dataset.city)"""


@pytest.mark.parametrize("golden", BOARDS)
def test_a_phone_covers_no_city_of_the_whole_board(browser: Browser, server: Server, golden: str) -> None:
    """With the whole board in view and a plan in the console, nothing lies over a city of the board on a phone."""
    context = visitor(browser, **PHONE, **COARSE)
    page = context.new_page()
    sit_down(page, server.url, golden, 2, "build")
    page.locator(".board-panel [data-city]").first.wait_for()
    plan_cities(page, 5)
    assert page.evaluate(COVERED) == []
    box = page.locator(".board-panel svg").first.bounding_box()
    assert box is not None
    assert box["height"] >= 200, "a plan leaves too little of the board"
    context.close()


CUT = """([box, rows]) => {
  const inside = document.querySelector(box).getBoundingClientRect();
  return [...document.querySelectorAll(rows)].filter(row => {
    const place = row.getBoundingClientRect();
    return place.height === 0 || place.top < inside.top - 1 || place.bottom > inside.bottom + 1;
  }).map(row => row.textContent);
}"""


@pytest.mark.parametrize(
    ("screen", "golden"),
    [
        ({"viewport": {"width": 1366, "height": 768}}, "recharged-germany-6-step2"),
        ({"viewport": {"width": 1440, "height": 900}}, "recharged-germany-6-step2"),
        (PHONE, "recharged-germany-6-step2"),
        (PHONE, "original-korea-5-step2"),
    ],
)
def test_the_whole_fuel_market_is_in_view_while_buying(
    browser: Browser, server: Server, screen: dict[str, Any], golden: str
) -> None:
    """On laptops and phones every fuel's row with its prices is in view on one's turn, and so is every player."""
    context = visitor(browser, **COARSE, **screen)
    page = context.new_page()
    sit_down(page, server.url, golden, 4, "fuel")
    page.locator("#console .quick button").nth(1).click()
    page.locator(".fuel-live").first.wait_for()
    assert page.evaluate(CUT, [".fuels", ".fuel-line, .cell-price"]) == []
    if screen is not PHONE:
        assert page.evaluate(CUT, [".players", ".player"]) == []
    context.close()


def test_a_button_that_may_not_be_pressed_looks_like_it(page: Page, server: Server) -> None:
    """In the first round the heading offers no opting out, and its button is unlike a live one."""
    sit_down(page, server.url, "recharged-usa-5-step2", 1, "auction")
    expect(page.locator("#console h2")).to_contain_text("everyone must buy one")
    out = page.get_by_role("button", name="Opt out")
    assert out.get_attribute("aria-disabled") == "true"
    look = "b => [getComputedStyle(b).borderStyle, getComputedStyle(b).color]"
    live = page.locator("#console .plants-quick button").first
    assert out.evaluate(look) != live.evaluate(look)


def test_the_page_speaks_german(browser: Browser, server: Server) -> None:
    """A German browser gets a German page and German reasons of the server; one click changes to English."""
    context = visitor(browser, locale="de-DE")
    page = context.new_page()
    page.goto(server.url)
    assert page.locator("html").get_attribute("lang") == "de"
    sit_down(page, server.url, "recharged-usa-5-step2", 1, "auction")
    expect(page.locator("#console h2")).to_have_text(re.compile("^Du bist dran"))
    page.locator(".plant-small.greyed").first.click(force=True)
    expect(page.locator(".why")).to_contain_text("Kraftwerk")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator("#console h2")).to_have_text(re.compile("^Your turn"))
    context.close()


def test_less_motion_moves_nothing(browser: Browser, server: Server) -> None:
    """With reduced motion no transition or animation runs."""
    context = visitor(browser)
    page = context.new_page()
    page.goto(server.url)
    page.locator(".hero .primary").wait_for()
    assert page.locator("html").get_attribute("data-motion") == "less"
    assert page.locator(".hero .primary").evaluate("b => getComputedStyle(b).transitionDuration") == "0s"
    context.close()
