"""The end of a game: a scene that any key ends, then a page with network, standing, curves and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, sit_down, visitor
from tests.e2e.player import until
from tests.e2e.test_fits import WIDE_LETTERS, look

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
PACED = "localStorage.setItem('kilowatt', JSON.stringify({ pace: 'fast', sound: true }))"
SIZES = ((1440, 900), (1280, 720), (390, 844), (844, 390))
CUT = "names => names.filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"


def test_a_game_ends_with_a_scene_and_a_page_of_its_own(browser: Browser, server: Server) -> None:
    """The last decision plays the scene; a key shows the standing at once, at every size nothing is cut or covered."""
    context = visitor(browser, **COARSE, reduced_motion="no-preference")
    context.add_init_script(PACED)
    page = context.new_page()
    sit_down(page, server.url, "recharged-germany-2-step3", 12, "build").play_on()
    end = page.locator("dialog.end")
    page.keyboard.press("x")
    until(page, "() => document.querySelector('dialog.end:not(.plays)')")
    expect(end.locator(".end-place b")).to_have_text("You are second of two.")
    expect(end.locator(".standing li")).to_have_count(2)
    expect(end.locator(".end-city.own")).not_to_have_count(0)
    end.locator(".curve").wait_for()
    assert look(page, SIZES, (WIDE_LETTERS,)) == []
    names = end.locator(".end-name > span:first-child")
    expect(names).to_have_count(2)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert names.evaluate_all(CUT) == [], (width, height)
    end.get_by_role("button", name="Close").click()
    expect(end).to_have_count(0)
    page.locator("#console").get_by_role("button", name="Show the final ranking").click()
    expect(end).to_have_count(1)
    assert not page.evaluate("() => document.querySelector('dialog.end').classList.contains('plays')")
    end.get_by_role("button", name="Rematch").click()
    page.wait_for_url("**/t/*")
    page.locator("#console").wait_for()
    context.close()
