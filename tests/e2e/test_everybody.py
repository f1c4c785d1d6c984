"""The page for everybody: keyboard alone, phone, German, dark, screen reader, and what axe finds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.kit import Player, asked, await_turn, mark, open_table, quick, settle, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def serious(page: Page) -> list[str]:
    """Let axe look at the page; gives its serious and critical findings."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{row['id']}: {node['html'][:140]}"
        for row in found["violations"]
        if row["impact"] in ("serious", "critical")
        for node in row["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_on_any_main_screen(browser: Browser, server: Server, scheme: str) -> None:
    """Lobby, form, waiting room, every phase, planner, rules and replay pass axe, light and dark."""
    context = visitor(browser, color_scheme=scheme, bypass_csp=True)
    page = context.new_page()
    faults: dict[str, list[str]] = {}
    open_table(page, server.url, ["person", "open"])
    page.locator(".seats li").first.wait_for()
    faults["waiting room"] = serious(page)
    page.goto(f"{server.url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    faults["form"] = serious(page)
    page.goto(server.url)
    page.locator(".tile").first.wait_for()
    faults["lobby"] = serious(page)
    player = quick(page, server.url)
    for kind in ("open", "fuel", "build", "run"):
        player.play_until(kind)
        faults[kind] = serious(page)
        if kind != "run":
            player.decide()
    page.get_by_role("button", name="Planner").click()
    page.locator(".drawer .plan-sum").wait_for()
    faults["planner"] = serious(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.locator(".drawer .rules .rule").first.wait_for()
    faults["rules"] = serious(page)
    page.keyboard.press("Escape")
    page.locator(".log header button").click()
    page.locator(".replay").wait_for()
    faults["replay"] = serious(page)
    found = [f"{screen}: {fault}" for screen, rows in faults.items() for fault in rows]
    assert found == []
    context.close()


def test_axe_finds_no_serious_fault_on_a_phone_or_in_the_card_game(browser: Browser, server: Server) -> None:
    """The phone's layout and the card game's table pass axe."""
    context = visitor(browser, viewport={"width": 360, "height": 740}, has_touch=True, bypass_csp=True)
    page = context.new_page()
    player = quick(page, server.url, "card-game")
    player.play_until("cards")
    assert serious(page) == []
    context.close()


FOCUSED = "() => document.activeElement?.dataset?.primary"


def press_primary(page: Page) -> None:
    """Go to the console and press its large button."""
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
    """Walk over the board with arrows, plan a city with space and build it, or end the turn."""
    if page.locator("#console .undo").count() == 0:
        page.keyboard.press("m")
        page.wait_for_function("() => document.activeElement?.closest('[data-city]')")
        for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            if page.evaluate("() => document.activeElement.closest('.light-open') !== null"):
                break
            page.keyboard.press(arrow)
        page.keyboard.press(" ")
        page.wait_for_function("() => /\\d$/.test(document.querySelector('#console [data-primary]').textContent)")
    press_primary(page)


def test_a_round_is_played_with_the_keyboard_alone(page: Page, server: Server) -> None:
    """Opening, fuel, building and power need no mouse."""
    quick(page, server.url, seats=3)
    ways = {
        "open": open_by_keys,
        "bid": lambda one: one.keyboard.press("x"),
        "fuel": buy_by_keys,
        "build": build_by_keys,
        "run": press_primary,
    }
    seen: list[str] = []
    while "run" not in seen:
        kind = await_turn(page)
        seen.append(kind)
        before = mark(page)
        ways[kind](page)
        settle(page, before)
    assert {"open", "fuel", "build", "run"} <= set(seen)


def test_a_phone_shows_one_panel_without_scrolling_sideways(browser: Browser, server: Server) -> None:
    """At 360 pixels nothing sticks out, the phase opens its tab, and cities are large enough to tap."""
    context = visitor(browser, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(server.url)
    page.locator(".tile").first.wait_for()
    wide = "() => document.documentElement.scrollWidth"
    assert page.evaluate(wide) <= 360
    player = quick(page, server.url)
    for kind, tab in (("open", "Plants"), ("fuel", "Fuel"), ("build", "Board")):
        player.play_until(kind)
        assert page.locator('.tab-bar [aria-current="page"]').text_content() == tab
        assert page.evaluate(wide) <= 360
        for button in page.locator("#console button:visible").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 361
        if kind != "build":
            player.decide()
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").tap()
    city = page.locator(".city.light-open .hit").first.bounding_box()
    assert city is not None
    assert city["width"] >= 36
    page.get_by_role("button", name="Whole board").tap()
    page.locator(".city.light-open").first.tap()
    page.locator(".plan-order").wait_for()
    context.close()


def test_the_page_speaks_german(browser: Browser, server: Server) -> None:
    """A German browser gets a German page, log and reasons; one click changes to English."""
    context = visitor(browser, locale="de-DE")
    page = context.new_page()
    page.goto(server.url)
    assert page.locator("html").get_attribute("lang") == "de"
    player = quick(page, server.url)
    player.play_until("open")
    assert (page.locator("#console h2").text_content() or "").startswith("Du bist dran")
    page.locator(".plant-small.greyed").first.click(force=True)
    assert "Kraftwerk" in (page.locator(".why").text_content() or "")
    page.keyboard.press("Escape")
    player.play_until("fuel")
    assert "kauft Kraftwerk" in (page.locator(".lines").text_content() or "") or "kaufst Kraftwerk" in (
        page.locator(".lines").text_content() or ""
    )
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="English").click()
    assert (page.locator("#console h2").text_content() or "").startswith("Your turn")
    context.close()


def test_your_turn_is_in_the_title_and_spoken(page: Page, server: Server) -> None:
    """The title carries a badge on your turn, and an assertive region says it; the log is a live region."""
    quick(page, server.url)
    await_turn(page)
    assert asked(page) != ""
    assert page.title().startswith("● ")
    assert page.locator("#console [aria-live=assertive]").text_content() == "Your turn"
    assert page.locator("[role=log]").get_attribute("aria-live") == "polite"


def test_less_motion_moves_nothing(browser: Browser, server: Server) -> None:
    """With reduced motion no transition or animation runs."""
    context = visitor(browser)
    page = context.new_page()
    Player(page)
    page.goto(server.url)
    page.locator(".hero .primary").wait_for()
    assert page.locator("html").get_attribute("data-motion") == "less"
    assert page.locator(".hero .primary").evaluate("b => getComputedStyle(b).transitionDuration") == "0s"
    context.close()
