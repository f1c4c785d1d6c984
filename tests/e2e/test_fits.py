"""Every main screen at every size: what one needs to act is in view, no text is cut or lies on another.

Each position is reached once; then the window takes each size, in two families of letters of different width, and a
script inside the page looks (`fits.js`).
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.every_screen import SCREENS, Screen, moment
from tests.e2e.kit import COARSE, sit_down, visitor
from tests.e2e.player import plan_cities, until
from tests.e2e.shows import SHOWS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
LOOK = (Path(__file__).parent / "fits.js").read_text(encoding="utf-8").partition("\n")[2].strip()
PHONES = ((320, 568), (360, 740), (390, 844))
SIDEWAYS = ((640, 320), (667, 375), (844, 390))
TABLETS = ((768, 1024), (820, 1180), (1024, 768))
LAPTOPS = ((1280, 720), (1366, 768), (1440, 900))
LARGE = ((1920, 1080), (2560, 1440), (3440, 1440))
ZOOMED = ((640, 360), (720, 450), (960, 540))
"""Laptops at 200 %: the browser lays the page out on half the pixels."""
SIZES = PHONES + SIDEWAYS + TABLETS + LAPTOPS + LARGE + ZOOMED
TIGHT = ((320, 568), (640, 320), (1280, 720))
"""The smallest of each arrangement, which `make test` looks at."""
WIDE_LETTERS = "'DejaVu Sans', Verdana, sans-serif"
NARROW_LETTERS = "'DejaVu Sans Condensed', 'Liberation Sans', Arial, serif"
FAMILIES = (WIDE_LETTERS, NARROW_LETTERS)
LANGUAGES = ("en-GB", "de-DE")
EVERY = os.environ.get("KILOWATT_SIZES") == "all"
"""Look at every screen in both languages and both families of letters, as `make soak` does, and not in turn."""
SEE = f"""async family => {{
  document.documentElement.style.fontFamily = family;
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  await frame();
  // the bubble of a lesson follows what it points at: wait until it stands still inside the window
  const bubble = () => document.querySelector('.coach')?.getBoundingClientRect();
  for (let tries = 0, before = ''; tries < 300 && bubble(); tries += 1) {{
    const {{ left, top, right, bottom }} = bubble();
    const now = [left, top, right, bottom].join();
    if (now === before && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight) break;
    before = now;
    await frame();
  }}
  return ({LOOK})();
}}"""


def look(page: Page, sizes: tuple[tuple[int, int], ...], families: tuple[str, ...]) -> list[str]:
    """Look at what is shown at each size, in each family of letters or in turn; return the faults."""
    faults = []
    page.mouse.move(0, 0)  # away from what would explain itself under the pointer
    for place, (width, height) in enumerate(sizes):
        page.set_viewport_size({"width": width, "height": height})
        for family in families if EVERY else (families[place % len(families)],):
            letters = family.split(",")[0].strip("'")
            faults += [f"{width}x{height}, {letters}: {fault}" for fault in page.evaluate(SEE, family)]
    return faults


@pytest.mark.parametrize("screen", SCREENS[:3], ids=lambda screen: screen.name)
def test_everything_to_act_with_is_in_view_where_it_is_tight(browser: Browser, server: Server, screen: Screen) -> None:
    """In the smallest windows nothing needed to act is clipped, covered or outside, no text is cut or on another."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    screen.show(page, server.url)
    assert look(page, TIGHT, (WIDE_LETTERS,)) == []
    context.close()


@pytest.mark.parametrize(
    "screen",
    [
        # one screen in three is left to `make soak`, as those are that are late
        pytest.param(
            screen, id=screen.name, marks=pytest.mark.slow if screen.late or n % 3 == 2 else pytest.mark.thorough
        )
        for n, screen in enumerate(SCREENS)
    ],
)
def test_everything_to_act_with_is_in_view_at_every_size(browser: Browser, server: Server, screen: Screen) -> None:
    """At every size, in wide and narrow letters: nothing needed to act is hidden, no text is cut or on another."""
    for language in LANGUAGES if EVERY else (LANGUAGES[SCREENS.index(screen) % 2],):
        context = visitor(browser, **COARSE, locale=language)
        page = context.new_page()
        screen.show(page, server.url)
        for part in SHOWS[screen.name]:
            page.locator(part).first.wait_for(state="attached")
        # narrow letters first for every second pair of screens, and every second size: the others by its neighbours
        families = FAMILIES if SCREENS.index(screen) // 2 % 2 else FAMILIES[::-1]
        sizes = SIZES if EVERY else SIZES[SCREENS.index(screen) // 4 % 2 :: 2]
        assert look(page, sizes, families) == [], language
        context.close()


@pytest.mark.parametrize("size", [(390, 844), (1280, 720)], ids=["phone", "laptop"])
def test_everything_is_in_view_before_the_map_has_come(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    """While the file of the board is on the way, the console is in its place."""
    context = visitor(browser, **COARSE, service_workers="block")
    page = context.new_page()
    page.route(re.compile(r"/assets/korea-"), lambda _: None)
    sit_down(page, server.url, "original-korea-2-step3", 7, "build")
    assert look(page, (size,), (WIDE_LETTERS,)) == []
    assert page.locator(".city").count() == 0
    context.close()


def test_what_does_not_fit_is_found(browser: Browser, server: Server) -> None:
    """A button pushed off the screen, one under another box, cut text and texts on each other are each reported."""
    context = visitor(browser, **COARSE, bypass_csp=True)
    page = context.new_page()
    moment("recharged-germany-6-step2", 6, "auction", bid=True)(page, server.url)
    until(page, "() => document.querySelector('#console .pass')")
    wrong = {
        "outside": ".console .pass { position: fixed; top: 110vh; }",
        "covered": ".console::after { content: ''; position: fixed; inset: 0; z-index: 99; }",
        "cut by": ".console h2 { width: 40px; overflow: hidden; white-space: nowrap; }",
        "texts overlap": ".console .buttons > * { grid-area: 1 / 1; }",
    }
    for fault, rule in wrong.items():
        tag = page.add_style_tag(content=rule)
        faults = look(page, ((1440, 900),), (WIDE_LETTERS,))
        assert any(fault in line for line in faults), (fault, faults)
        tag.evaluate("element => element.remove()")
    context.close()


def test_a_chosen_board_keeps_its_place_above_its_console(browser: Browser, server: Server) -> None:
    """The console of a chosen board takes room under the list: nothing scrolls below it, and the card stays in view."""
    context = visitor(browser, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(f"{server.url}/boards")
    card = page.locator(".atlas-card", has_text="Russia")
    card.locator(".tiny-city").first.wait_for()
    page.evaluate("scrollTo(0, 300)")
    before = card.bounding_box()
    card.click()
    page.locator(".atlas-console").wait_for()
    assert card.bounding_box() == before
    assert page.evaluate("document.documentElement.scrollHeight") == 720
    context.close()


PLACES = """() => Object.fromEntries([...document.querySelectorAll('[data-city] .marker')].map((marker) => {
  const box = marker.getBoundingClientRect();
  return [marker.parentNode.dataset.city, [Math.round(box.x), Math.round(box.y)]];
}))"""


@pytest.mark.thorough
def test_the_board_stays_under_the_finger_while_a_plan_grows(browser: Browser, server: Server) -> None:
    """The console grows with a plan of three cities, and every city keeps its place on the screen."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    sit_down(page, server.url, "recharged-usa-5-step2", 7, "build")
    for width, height in ((390, 844), (768, 1024), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".city.light-open").first.wait_for()
        page.get_by_role("button", name="Show whole board").click()
        before = page.evaluate(PLACES)
        assert plan_cities(page, 3) > 1
        assert page.evaluate(PLACES) == before, (width, height)
        if page.locator(".unfold").is_visible():
            page.locator(".unfold").click()
        while (planned := page.locator(".plan-order").count()) > 0:
            page.locator("#console .basket-line .plain").first.click()
            page.locator(".plan-order").nth(planned - 1).wait_for(state="detached")
    context.close()


WHOLE = """([box, rows]) => {
  const inside = document.querySelector(box).getBoundingClientRect();
  return [...document.querySelectorAll(rows)].filter(row => {
    const place = row.getBoundingClientRect();
    return place.height === 0 || place.top < inside.top - 1 || place.bottom > inside.bottom + 1;
  }).map(row => row.textContent);
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("golden", "sizes"),
    [
        ("recharged-germany-6-step2", ((360, 740), (1366, 768), (1440, 900))),
        ("original-korea-5-step2", ((360, 740),)),
    ],
)
def test_the_whole_fuel_market_is_in_view_while_buying(
    browser: Browser, server: Server, golden: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    """On laptops and phones every fuel's row with its prices is in view on one's turn, on laptops every player too."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    sit_down(page, server.url, golden, 4, "fuel")
    page.locator("#console .quick button").nth(1).click()
    page.locator(".fuel-live").first.wait_for()
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WHOLE, [".fuels", ".fuel-line, .cell-price"]) == [], (width, height)
        if width > height:
            assert page.evaluate(WHOLE, [".players", ".player"]) == [], (width, height)
    context.close()
