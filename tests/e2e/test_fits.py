"""Every main screen at every size: what one needs to act is in view, no text is cut or lies on another.

Each position is reached once; then the window takes each size, in two families of letters of different width, and a
script inside the page looks (`fits.js`).
"""

from __future__ import annotations

import functools
import os
import random
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

import kilowatt
from tests.e2e.kit import COARSE, ask, golden_path, sit_down, visitor
from tests.e2e.player import await_turn, plan_cities, until

if TYPE_CHECKING:
    from collections.abc import Callable

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
"""Look at every screen in both languages, as `make soak` does, and not in one of them in turn."""
SEE = f"""async family => {{
  document.documentElement.style.fontFamily = family;
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  return ({LOOK})();
}}"""


class Screen(NamedTuple):
    """A screen, the way to it, and a golden game where it is a moment of one."""

    name: str
    show: Callable[[Page, str], None]


def moment(golden: str, number: int, phase: str, *, bid: bool = False) -> Callable[[Page, str], None]:
    """Return the way to a decision of a golden game."""

    def show(page: Page, url: str) -> None:
        sit_down(page, url, golden, number, phase, bid=bid)

    return show


def building(golden: str, number: int) -> Callable[[Page, str], None]:
    """Return the way to a plan of two cities."""

    def show(page: Page, url: str) -> None:
        sit_down(page, url, golden, number, "build")
        plan_cities(page, 2)

    return show


@functools.cache
def six_players() -> str:
    """Return the record of a game of six on the USA, played by chance up to an auction of the fifth round."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/usa", seats=6), seed=3)
    rng = random.Random(1)
    while True:
        shot = kilowatt.snapshot(table.state)
        if table.actor == 0 and shot["round"] >= 5 and shot["phase"] == "auction" and shot["auction"] is not None:
            return "\n".join(table.record().lines())
        table.play(rng.choice(table.legal_actions()))


def six_bid(page: Page, url: str) -> None:
    """Show the auction of six."""
    code = ask(page, f"{url}/api/import", {"record": six_players()})["table"]["code"]
    last = len(six_players().splitlines()) - 1
    page.goto(f"{url}/t/{ask(page, f'{url}/api/tables/{code}/fork', {'seq': last})['table']['code']}")
    await_turn(page)


def fuel_filled(page: Page, url: str) -> None:
    """Show a full basket."""
    sit_down(page, url, "recharged-usa-5-step2", 6, "fuel")
    page.locator("#console [data-key=a]").click()
    page.locator("#console .basket-line").first.wait_for(state="attached")


def advised(show: Callable[[Page, str], None]) -> Callable[[Page, str], None]:
    """Return the way to a decision with the adviser on."""

    def show_advised(page: Page, url: str) -> None:
        show(page, url)
        page.keyboard.press("h")
        until(page, "() => document.querySelector('.advised-do, .advised-note, .plan-steps li')")

    return show_advised


def planner(page: Page, url: str) -> None:
    """Show the planner with a plant in it."""
    sit_down(page, url, "recharged-usa-5-step2", 4, "auction")
    page.keyboard.press("n")
    page.locator(".planner .plan-plant select").select_option(index=1)
    page.locator(".plan-sum").wait_for()


def lobby(page: Page, url: str) -> None:
    """Show the lobby."""
    page.goto(url)
    page.locator(".tile .tiny-city").first.wait_for()


def form(page: Page, url: str) -> None:
    """Show the form of a new table."""
    page.goto(f"{url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()


def waiting_room(page: Page, url: str) -> None:
    """Show a table that waits for a second player."""
    wish = {"ruleset": "recharged/germany", "seats": [{"kind": "person", "name": "Anna"}, {"kind": "open"}]}
    page.goto(f"{url}/t/{ask(page, f'{url}/api/tables', wish)['table']['code']}")
    page.locator(".seats li").first.wait_for()


def replay(page: Page, url: str) -> None:
    """Show a finished game in the replay."""
    record = golden_path("recharged-germany-6-step2").read_text(encoding="utf-8")
    page.goto(f"{url}/t/{ask(page, f'{url}/api/import', {'record': record})['table']['code']}")
    page.locator(".game:not([data-earlier]) .replay").wait_for()


def end(page: Page, url: str) -> None:
    """Show a game's end."""
    replay(page, url)
    page.locator("#console .primary").click()
    page.locator("dialog.end .curve").wait_for()


def challenges(page: Page, url: str) -> None:
    """Show the list of challenges."""
    page.goto(f"{url}/challenges")
    page.locator(".challenge").last.wait_for()


def challenge(page: Page, url: str) -> None:
    """Show the task of a challenge at its table."""
    page.goto(f"{url}/t/{ask(page, f'{url}/api/quick', {'challenge': 'korea', 'name': 'Anna'})['table']['code']}")
    page.locator(".task-strip").wait_for(state="attached")
    await_turn(page)


SCREENS = (
    Screen("opening", moment("recharged-usa-5-step2", 4, "auction")),
    Screen("bidding", moment("recharged-germany-6-step2", 6, "auction", bid=True)),
    Screen("six players", six_bid),
    Screen("fuel", fuel_filled),
    Screen("building", building("recharged-usa-5-step2", 7)),
    Screen("power", moment("recharged-germany-6-step2", 6, "power")),
    Screen("five players", moment("deluxe-north-america-5-step2", 3, "auction")),
    Screen("Korea, bidding", moment("original-korea-5-step2", 7, "auction", bid=True)),
    Screen("Korea, fuel", moment("original-korea-5-step2", 7, "fuel")),
    Screen("Korea, building", building("original-korea-2-step3", 7)),
    Screen("cards, opening", moment("card-game-3-omr-in-power", 5, "auction")),
    Screen("cards, fuel", moment("card-game-3-omr-in-power", 5, "fuel")),
    Screen("cards, power", moment("card-game-3-omr-in-power", 5, "power")),
    Screen("bidding, advised", advised(moment("recharged-germany-6-step2", 6, "auction", bid=True))),
    Screen("six players, advised", advised(six_bid)),
    Screen("Step 3, advised", advised(moment("deluxe-europe-2-step3", 9, "auction", bid=True))),
    Screen("opening in Step 3", moment("recharged-germany-2-step3", 8, "auction")),
    Screen("fuel, advised", advised(moment("recharged-usa-5-step2", 6, "fuel"))),
    Screen("building, advised", advised(moment("recharged-usa-5-step2", 7, "build"))),
    Screen("five players, advised", advised(moment("original-germany-5-step2", 4, "auction"))),
    Screen("six players, plan", advised(moment("recharged-germany-6-step2", 5, "build"))),
    Screen("fuel plan", advised(moment("recharged-germany-6-step2", 6, "fuel"))),
    Screen("power, advised", advised(moment("recharged-germany-6-step2", 6, "power"))),
    Screen("cards, fuel, advised", advised(moment("card-game-3-omr-in-power", 5, "fuel"))),
    Screen("planner", planner),
    Screen("replay", replay),
    Screen("end", end),
    Screen("challenges", challenges),
    Screen("challenge", challenge),
    Screen("lobby", lobby),
    Screen("form", form),
    Screen("waiting room", waiting_room),
)


def look(page: Page, sizes: tuple[tuple[int, int], ...], families: tuple[str, ...]) -> list[str]:
    """Look at what is shown at each size and in each family of letters; return the faults."""
    faults = []
    page.mouse.move(0, 0)  # away from what would explain itself under the pointer
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for family in families:
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


@pytest.mark.thorough
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_everything_to_act_with_is_in_view_at_every_size(browser: Browser, server: Server, screen: Screen) -> None:
    """At every size, in wide and narrow letters: nothing needed to act is hidden, no text is cut or on another."""
    for language in LANGUAGES if EVERY else (LANGUAGES[SCREENS.index(screen) % 2],):
        context = visitor(browser, **COARSE, locale=language)
        page = context.new_page()
        screen.show(page, server.url)
        assert look(page, SIZES, FAMILIES) == [], language
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
