"""The panels beside the board, and the questions before a slip: stack, cities, rules, keys, notes, planner, menu."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import PHONE, sit_down, visitor
from tests.e2e.player import asked, mark

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
GAME = "recharged-usa-5-step2"


def test_the_table_of_cities_fits_a_phone(browser: Browser, server: Server) -> None:
    """On a small screen nothing of the table lies beside it: price and connections of each city are in view."""
    context = visitor(browser, **PHONE)
    page = context.new_page()
    sit_down(page, server.url, GAME, 7, "build")
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
    context.close()


def test_rules_are_whole_again_after_a_rule_was_followed(page: Page, server: Server) -> None:
    """A reason's link shows its rule alone; a button shows all, and so do the rules opened by themselves."""
    sit_down(page, server.url, GAME, 1, "auction")
    field = page.get_by_role("searchbox", name="Search the rules")
    for way in ("button", "key"):
        page.locator(".plant-small.greyed").first.click(force=True)
        link = page.get_by_role("tooltip").get_by_role("button", name=re.compile("^Rule "))
        name = (link.text_content() or "").removeprefix("Rule ")
        link.click()
        expect(field).to_have_value(name)
        few = page.locator(".rules .rule").count()
        if way == "button":
            page.get_by_role("button", name="Show all").click()
            expect(field).to_have_value("")
            assert page.locator(".rules .rule").count() > few
        page.keyboard.press("Escape")
        expect(field).to_have_count(0)
        page.keyboard.press("r")
        expect(field).to_have_value("")
        expect(page.get_by_role("button", name="Show all")).to_have_count(0)
        page.keyboard.press("Escape")


def test_a_plan_becomes_the_move_it_is_the_turn_for(page: Page, server: Server) -> None:
    """What is planned goes into the basket or onto the building plan with one button; nothing is played by that."""
    sit_down(page, server.url, GAME, 6, "fuel")
    before = mark(page)
    page.get_by_role("button", name="Planner").click()
    use = page.get_by_role("button", name="Use this plan")
    expect(page.locator(".planner .plan-sum")).to_be_visible()
    expect(use).to_have_count(0)
    live = page.locator("#fuel .fuel-live .fuel-name b").first.text_content() or ""
    page.locator(".planner").get_by_role("button", name=f"More {live.lower()}").click()
    use.click()
    expect(page.locator(".planner")).to_have_count(0)
    expect(page.locator("#console .basket-line")).to_have_count(1)
    assert (asked(page), mark(page)) == ("buy_fuel", before)

    sit_down(page, server.url, GAME, 7, "build")
    page.get_by_role("button", name="Planner").click()
    page.get_by_label("Add a city").select_option(index=1)
    use.click()
    expect(page.locator("#console [data-primary]")).to_have_text(re.compile(r"^Build 1 for \d+$"))
    page.get_by_role("button", name="Planner").click()
    expect(page.locator(".planner .plan-cities button")).to_have_count(0)


def test_the_planner_leaves_the_map_in_view_on_a_phone(browser: Browser, server: Server) -> None:
    """Where it asks to tap cities, the planner takes less than half of a small screen and covers nothing of the map."""
    context = visitor(browser, **PHONE)
    page = context.new_page()
    sit_down(page, server.url, GAME, 7, "build")
    page.get_by_role("button", name="Planner").click()
    page.get_by_label("Add a city").select_option(index=1)
    expect(page.get_by_role("button", name="Use this plan")).to_be_in_viewport()
    sheet, board = (page.locator(name).bounding_box() for name in (".drawer.planner", ".board-panel"))
    assert sheet is not None
    assert board is not None
    assert sheet["height"] <= 0.45 * 740
    assert board["y"] + board["height"] <= sheet["y"] + 1
    assert board["height"] > 180
    context.close()


SEEN = """() => {
  window.told = [];
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('.banner, .toast'))
      if (!window.told.includes(one.textContent)) window.told.push(one.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def test_banners_tell_the_phase_and_notes_what_others_did(page: Page, server: Server) -> None:
    """When a phase begins a banner says so, and short notes tell what the others did meanwhile."""
    page.add_init_script(f"({SEEN})()")
    player = sit_down(page, server.url, GAME, 5, "build")
    page.evaluate("() => { window.told.length = 0; }")
    player.play_until("open")
    told = page.evaluate("() => window.told")
    assert any(re.search("Power|Auction", text) for text in told), told
    assert any(re.search(r"(connects|builds|powers|buys|opens|passes|ends)", text) for text in told), told
