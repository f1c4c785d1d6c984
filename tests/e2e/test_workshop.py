"""The workshop in a real browser: a board is drawn by mouse and by keyboard, played, shared, and replayed elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, Player, table_code, visitor, watch_faults
from tests.e2e.test_axe import Inspector

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Locator, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
AREAS = {
    "North": [("Arn", 120, 140), ("Bel", 330, 90), ("Cam", 250, 270)],
    "East": [("Dun", 560, 120), ("Elm", 760, 180), ("Fox", 600, 300)],
    "South": [("Gil", 280, 480), ("Hay", 470, 420), ("Ivy", 560, 560)],
}
LINKS = ["Arn-Bel", "Arn-Cam", "Bel-Cam", "Bel-Dun", "Dun-Elm", "Dun-Fox", "Elm-Fox", "Fox-Hay", "Hay-Ivy", "Gil-Hay",
         "Cam-Gil", "Gil-Ivy", "Cam-Hay"]  # fmt: skip
TABLET: dict[str, Any] = {**COARSE, "viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True}
UNDER = """() => document.activeElement?.closest('[data-city]')?.querySelector('[data-label]')?.textContent ?? ''"""

FITS = """() => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const tools = [...document.querySelectorAll('.ws-header .tool')];
  return {
    wide: document.documentElement.scrollWidth, sheet: box('.ws-sheet').bottom, bar: box('.ws-foot').top,
    lines: Math.max(...tools.map((one) => one.getBoundingClientRect().height)) < 48 ? 1 : 2,
  };
}"""


def blank(page: Page, server: Server) -> None:
    """Open a blank sheet."""
    page.goto(f"{server.url}/workshop")
    page.get_by_role("button", name="Set your first city").click()
    expect(page.locator(".ws-sheet")).to_be_visible()


def marker(page: Page, name: str) -> Locator:
    """Find a city on the canvas."""
    return page.locator(".ws-city", has=page.get_by_text(name, exact=True)).locator(".hit")


def at(page: Page, x: float, y: float) -> tuple[float, float]:
    """Turn a point of the sheet into one of the screen."""
    measured = page.evaluate(
        """([x, y]) => {
          const p = new DOMPoint(x, y).matrixTransform(document.querySelector('.ws-sheet').getScreenCTM());
          return [p.x, p.y];
        }""",
        [x, y],
    )
    return measured[0], measured[1]


def draw_by_mouse(page: Page) -> None:
    """Set nine cities in three areas and type their names, drag the links and type their costs."""
    for number, cities in enumerate(AREAS.values()):
        if number:
            page.get_by_role("button", name="New area").click()
        for name, x, y in cities:
            page.mouse.click(*at(page, x, y))
            expect(page.get_by_label("Name", exact=True).last).to_be_focused()
            page.keyboard.type(name)
            page.keyboard.press("Enter")
    page.get_by_role("button", name="Link", exact=True).click()
    for cost, pair in enumerate(LINKS, start=10):
        a, b = (marker(page, name).bounding_box() for name in pair.split("-"))
        assert a is not None
        assert b is not None
        page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
        page.mouse.down()
        page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=3)
        page.mouse.up()
        expect(page.get_by_label("Cost", exact=True)).to_be_focused()
        page.keyboard.type(str(cost))
    page.keyboard.press("Enter")
    expect(page.locator(".ws-sheet .badge text")).to_have_text([str(cost) for cost in range(10, 10 + len(LINKS))])
    page.get_by_role("button", name="Link Cam to Hay").click()


def ready(page: Page) -> None:
    """Wait until the checks have nothing to fix."""
    expect(page.locator(".ws-console h2")).to_have_text("Ready to play")


@pytest.mark.slow
def test_a_board_is_drawn_by_mouse_played_shared_and_replayed(browser: Browser, server: Server) -> None:
    """A three-area board is drawn and a game played on it; a second browser opens the board and replays the game."""
    anna_context, ben_context = visitor(browser, **COARSE), visitor(browser, **COARSE)
    anna, ben = anna_context.new_page(), ben_context.new_page()
    faults = watch_faults(anna), watch_faults(ben)
    blank(anna, server)
    draw_by_mouse(anna)
    ready(anna)
    expect(anna.locator(".ws-panel .aside").first).to_have_text("9 cities · 13 links · 3 areas")
    expect(anna.locator(".ws-canvas path.area")).to_have_count(3)
    # a dear link, then undo and redo
    anna.get_by_label("Cost", exact=True).fill("55")
    anna.keyboard.press("Enter")
    expect(anna.locator(".badge text", has_text="55")).to_have_count(1)
    anna.get_by_role("button", name="Undo").click()
    expect(anna.locator(".badge text", has_text="55")).to_have_count(0)
    anna.get_by_role("button", name="Redo").click()
    expect(anna.locator(".badge text", has_text="55")).to_have_count(1)
    anna.get_by_role("button", name="Undo").click()
    # what is drawn stays on the device
    anna.reload()
    expect(anna.locator(".ws-city")).to_have_count(9)
    ready(anna)
    anna.get_by_role("button", name="Share", exact=True).click()
    anna.get_by_role("button", name="Make a link").click()
    link = anna.get_by_label("Address of the board").input_value()
    anna.keyboard.press("Escape")
    anna.locator("[data-play]").click()
    anna.wait_for_url("**/t/*")
    expect(anna.locator(".board-panel [data-city]")).to_have_count(9)
    player = Player(anna)
    player.play_on()
    # another device: the board by its link, the game by its address
    ben.goto(link)
    expect(ben.locator(".ws-city")).to_have_count(9)
    ready(ben)
    ben.goto(f"{server.url}/t/{table_code(anna)}?at=20")
    expect(ben.locator(".board-panel [data-city]")).to_have_count(9)
    expect(ben.locator(".replay")).to_be_visible()
    # an opened link is a game of the lobby from then on
    ben.goto(server.url)
    expect(ben.locator(".tile", has_text="My board").locator(".tiny-city")).to_have_count(9)
    ben.get_by_role("combobox", name="Game", exact=True).select_option(label="My board, Recharged 2018")
    expect(ben.get_by_role("combobox", name="Players", exact=True).locator("option")).not_to_have_count(1)
    ben.locator(".quick-form .primary").click()
    ben.wait_for_url("**/t/*")
    expect(ben.locator(".board-panel [data-city]")).to_have_count(9)
    for context in (anna_context, ben_context):
        context.close()
    assert faults == ([], [])


def touch(page: Page, *points: tuple[float, float]) -> None:
    """Put a finger down at the first point, drag it over the others, and lift it."""
    finger = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


def choose_tool(page: Page, name: str) -> None:
    """Tap a tool, again if need be: a browser takes a tap just after a quick drag for the end of that drag."""
    button = page.get_by_role("button", name=name, exact=True)
    for _ in range(10):
        button.tap()
        try:
            expect(button).to_have_attribute("aria-pressed", "true", timeout=1000)
        except AssertionError:
            continue
        return
    raise AssertionError(f"{name} is not chosen")


@pytest.mark.thorough
def test_a_board_is_drawn_by_touch_on_a_tablet(browser: Browser, server: Server) -> None:
    """A finger sets two cities, drags one of them elsewhere, and drags a link between the two."""
    context = visitor(browser, **TABLET)
    page = context.new_page()
    faults = watch_faults(page)
    blank(page, server)
    for name, x, y in (("Arn", 300, 200), ("Bel", 700, 200)):
        touch(page, at(page, x, y))
        page.get_by_label("Name", exact=True).last.fill(name)
        page.keyboard.press("Enter")
    expect(page.locator(".ws-city")).to_have_count(2)
    choose_tool(page, "Select")
    touch(page, at(page, 700, 200), at(page, 690, 300), at(page, 600, 500))
    expect(marker(page, "Bel")).to_have_attribute("cx", "600")
    expect(marker(page, "Bel")).to_have_attribute("cy", "500")
    choose_tool(page, "Link")
    touch(page, at(page, 300, 200), at(page, 450, 350), at(page, 600, 500))
    expect(page.locator(".ws-link")).to_have_count(1)
    context.close()
    assert faults == []


def tab_to(page: Page, name: str) -> None:
    """Walk with Tab until a city has the focus."""
    for _ in range(80):
        if page.evaluate(UNDER) == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")


@pytest.mark.thorough
def test_a_board_is_drawn_by_keyboard_alone(page: Page, server: Server) -> None:
    """Six cities in three areas and their links are set without a pointer, and the board is ready to play."""
    blank(page, server)
    page.keyboard.press("c")
    for number in range(6):
        page.keyboard.press("Enter")
        page.keyboard.type(f"K{number}")
        page.keyboard.press("Enter")
        page.keyboard.press("Shift+ArrowRight" if number % 2 == 0 else "Shift+ArrowLeft")
        if number % 2:
            page.keyboard.press("Shift+ArrowDown")
    expect(page.locator(".ws-city")).to_have_count(6)
    page.keyboard.press("a")
    for number, area in ((2, "2"), (3, "2"), (4, "3"), (5, "3")):
        tab_to(page, f"K{number}")
        page.keyboard.press(area)
    expect(page.locator(".ws-canvas path.area")).to_have_count(3)
    for a, b in ((0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5)):
        page.keyboard.press("l")
        tab_to(page, f"K{a}")
        page.keyboard.press("Enter")
        tab_to(page, f"K{b}")
        page.keyboard.press("Enter")
        page.keyboard.type("7")
        page.keyboard.press("Enter")
    expect(page.locator(".ws-link")).to_have_count(7)
    expect(page.locator(".badge text").first).to_have_text("7")
    ready(page)
    # arrows move what is selected, and Delete removes it
    page.keyboard.press("v")
    tab_to(page, "K5")
    page.keyboard.press("Enter")
    before = marker(page, "K5").get_attribute("cx")
    page.keyboard.press("Shift+ArrowRight")
    assert float(marker(page, "K5").get_attribute("cx") or 0) == float(before or 0) + 10
    page.keyboard.press("Delete")
    expect(page.locator(".ws-city")).to_have_count(5)
    page.keyboard.press("Control+z")
    expect(page.locator(".ws-city")).to_have_count(6)


@pytest.mark.thorough
def test_the_workshop_fits_tablets(browser: Browser, server: Server) -> None:
    """In German nothing is wider than a tablet, the header is one line, and the bar covers nothing of the sheet."""
    context = visitor(browser, **TABLET, locale="de-DE")
    page = context.new_page()
    page.goto(f"{server.url}/workshop")
    page.locator(".ws-copies button").first.click()
    page.locator(".ws-finding").first.wait_for()
    for width, height in ((768, 1024), (820, 1180), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        measured = page.evaluate(FITS)
        assert measured["wide"] <= width, (width, measured)
        assert measured["lines"] == 1, (width, measured)
        assert measured["sheet"] <= measured["bar"], (width, measured)
    context.close()


@pytest.mark.thorough
def test_axe_finds_nothing_in_the_workshop(browser: Browser, server: Server) -> None:
    """The first screen, the editor with a copy of a board, and its dialogs have no serious fault, light and dark."""
    context = visitor(browser, **COARSE, color_scheme="light", bypass_csp=True)
    page = context.new_page()
    page.goto(f"{server.url}/workshop")
    page.locator(".ws-copies button").first.wait_for()
    inspector = Inspector(page)
    inspector.look("start")
    page.get_by_role("button", name="Germany, Recharged 2018").click()
    page.locator(".ws-finding").first.wait_for()
    inspector.look("editor")
    page.locator(".ws-city .hit").first.click()
    inspector.look("city")
    for button, shown in (("Recharged 2018", ".ws-numbers"), ("Cities and links as lists", ".ws-lists li"),
                          ("Share", ".ws-share"), ("Preview", ".ws-stage svg"), ("Try it", ".ws-try-do")):  # fmt: skip
        inspector.drawer(button, shown)
    assert len(inspector.screens) == 8
    assert inspector.faults == []
    context.close()


@pytest.mark.thorough
def test_a_hostile_file_changes_nothing(browser: Browser, server: Server) -> None:
    """A file that is refused says which field is wrong, and the board that was open is still there."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    page.goto(f"{server.url}/workshop")
    page.get_by_role("button", name="USA, Recharged 2018").click()
    expect(page.locator(".ws-city")).to_have_count(42)
    page.get_by_role("button", name="Open", exact=True).click()
    text = 'format = 1\nid = "x"\ntitle = "<script>"\nsource = ""\nedition = "original"\nfuel = "korea"\n'
    file: FilePayload = {
        "name": "x.toml",
        "mimeType": "text/plain",
        "buffer": f"{text}connections = []\narea = []".encode(),
    }
    page.get_by_label("Open a board file").set_input_files(file)
    expect(page.locator("dialog [role=alert]")).to_contain_text("title: the character '<' is not allowed")
    page.keyboard.press("Escape")
    expect(page.locator(".ws-city")).to_have_count(42)
    page.reload()
    expect(page.locator(".ws-city")).to_have_count(42)
    context.close()


@pytest.mark.thorough
def test_building_is_set_in_the_rules_and_at_a_city(browser: Browser, server: Server) -> None:
    """Costs of houses, connections and a city, and areas that lie apart, are kept and played; a wrong one is named."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(f"{server.url}/workshop")
    page.get_by_role("button", name="USA, Recharged 2018").click()
    expect(page.locator(".ws-city")).to_have_count(42)
    page.get_by_role("button", name="Recharged 2018").click()
    expect(page.get_by_label("Areas may lie apart")).to_be_disabled()
    page.get_by_label("Connection at most").fill("20")
    page.get_by_label("Areas may lie apart").check()
    page.get_by_label("For each city passed").fill("2")
    page.get_by_label("House 1").fill("25")
    checks = page.get_by_role("status", name="Checks of these rules")
    expect(checks).to_contain_text("costs of 0 to 100 in ascending order")
    page.get_by_label("House 1").fill("8")
    expect(checks).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator(".ws-city .hit").first.click()
    page.get_by_label("Costs to enter").fill("7")
    page.get_by_label("No first house here").check()
    ready(page)
    page.reload()
    ready(page)
    page.locator(".ws-city .hit").first.click()
    expect(page.get_by_label("Costs to enter")).to_have_value("7")
    expect(page.get_by_label("No first house here")).to_be_checked()
    page.locator("[data-play]").click()
    page.wait_for_url("**/t/*")
    # three areas of seven cities are in play for three
    expect(page.locator(".board-panel [data-city]")).to_have_count(21)
    context.close()
    assert faults == []
