"""Whatever is greyed says why, with its rule: on hover, on focus and on tap."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, PHONE, sit_down, visitor
from tests.e2e.player import asked, until
from tests.tiers import some_quick

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
GAME = "recharged-usa-5-step2"


def hover(thing: Locator) -> None:
    """Rest the mouse on it."""
    thing.hover(force=True)


def tap(thing: Locator) -> None:
    """Tap it with a finger."""
    thing.tap(force=True)


def focus(thing: Locator) -> None:
    """Come to it with the keyboard."""
    if thing.evaluate("one => one !== document.activeElement"):
        thing.page.keyboard.press("Tab")
        thing.focus()


WAYS = {"hover": hover, "focus": focus, "tap": tap}


def reasons(page: Page, way: str, thing: Locator, sentence: str) -> None:
    """Ask why not in this way: a sentence with its rule comes, and goes with Escape."""
    WAYS[way](thing)
    why = page.get_by_role("tooltip")
    expect(why).to_contain_text(re.compile(sentence))
    expect(why.get_by_role("button", name=re.compile(r"^Rule [\w-]+$"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    if way == "hover":
        page.mouse.move(2, 2)


def closed_city(page: Page, way: str) -> Locator:
    """Find a city that others have filled; the keyboard walks there."""
    taken = page.locator(".city.light-closed:has(.seat-fill) .hit")
    if way != "focus":
        return taken.first
    page.keyboard.press("m")
    until(page, "() => document.activeElement.matches('.hit')")
    for arrow in ("Right",) * 3 + ("Down",) * 3 + ("Left",) * 6 + ("Up",) * 6:
        page.keyboard.press(f"Arrow{arrow}")
        if page.evaluate("() => !!document.activeElement.closest('.light-closed:has(.seat-fill)')"):
            return page.locator(".hit:focus")
    raise AssertionError(f"the arrows lead to no closed city, but to {page.locator('.hit:focus').all()}")


@pytest.mark.parametrize("way", some_quick(WAYS, len(WAYS)))
def test_greyed_plants_buttons_fuels_and_cities_say_why(browser: Browser, server: Server, way: str) -> None:
    """A future plant, opting out of the first auction, fuel no plant burns and a taken city each tell their reason."""
    context = visitor(browser, **({**PHONE, **COARSE} if way == "tap" else COARSE))
    page = context.new_page()
    sit_down(page, server.url, GAME, 1, "auction")
    reasons(page, way, page.locator(".plant-small.greyed").first, "future market")
    reasons(page, way, page.locator("#console .buttons button", has_text="Opt out"), "first round")
    sit_down(page, server.url, GAME, 1, "fuel")
    reasons(page, way, page.locator(".fuel-line.greyed").first, r"\w+ \w+")
    sit_down(page, server.url, GAME, 7, "build")
    if way == "tap":
        page.get_by_role("button", name="Show whole board").tap()
    reasons(page, way, closed_city(page, way), "no free space")
    assert asked(page) == "build", "asking why plays nothing"
    context.close()


def test_the_reason_leads_to_the_rule_itself(page: Page, server: Server) -> None:
    """The rule's name in the reason opens the rules of this table at that rule, with its sentence."""
    sit_down(page, server.url, GAME, 1, "auction")
    page.locator(".plant-small.greyed").first.click(force=True)
    link = page.get_by_role("tooltip").get_by_role("button", name=re.compile("^Rule "))
    name = (link.text_content() or "").removeprefix("Rule ")
    link.click()
    rule = page.locator(".drawer .rule.found").first
    expect(rule).to_contain_text(name)
    expect(rule).to_contain_text(re.compile(r"\w+ \w+ \w+"))
