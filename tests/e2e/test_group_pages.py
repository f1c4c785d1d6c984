"""The pages of a group and of its tournament in a real browser: they fit, and axe is clean, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, Server, ask, visitor, watch_faults
from tests.e2e.test_axe import Inspector

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
SIZES = ((1440, 900), (1280, 720), (844, 390), (390, 844))
CUP = {"name": "Autumn cup", "ruleset": "card-game", "seats": 3, "rounds": 2}


@pytest.mark.parametrize("language", ["de-DE", pytest.param("en-GB", marks=pytest.mark.slow)])
def test_the_pages_of_a_group_and_its_tournament(browser: Browser, server: Server, language: str) -> None:
    """Nothing is wider than the window at any size, every text can be read, and the link of the group is a QR code."""
    pages = [visitor(browser, **COARSE, locale=language, bypass_csp=True).new_page() for _ in range(3)]
    for page in pages:
        page.goto(server.url)
    anna, *others = pages
    group = ask(anna, f"{server.url}/api/groups", {"name": "Tuesday grid", "member": "Anna"})
    for page, name in zip(others, ("Bob", "Cleo"), strict=True):
        ask(page, f"{server.url}/api/groups/join", {"link": group["link"], "member": name})
    cup = ask(anna, f"{server.url}/api/groups/{group['id']}/tournaments", CUP)
    for page in pages:
        ask(page, f"{server.url}/api/tournaments/{cup['id']}/enter", {"name": "any"})
    ask(anna, f"{server.url}/api/tournaments/{cup['id']}/start", {})
    faults, inspector = watch_faults(anna), Inspector(anna)
    for path in (f"/g/{group['id']}", f"/tournament/{cup['id']}"):
        for width, height in SIZES:
            anna.set_viewport_size({"width": width, "height": height})
            anna.goto(server.url + path)
            expect(anna.locator(".group-head h1")).to_be_visible()
            expect(anna.locator(".group-screen section").nth(1)).to_be_visible()
            assert anna.evaluate("document.documentElement.scrollWidth - innerWidth") == 0, (path, width)
            inspector.look(f"{path} {width}", dark=True)
    anna.goto(f"{server.url}/g/{group['id']}")
    anna.get_by_role("button", name="QR").click()
    expect(anna.locator("img.qr")).to_be_visible()
    inspector.look("the QR code of a group")
    assert inspector.faults == []
    assert faults == []
    for page in pages:
        page.context.close()
