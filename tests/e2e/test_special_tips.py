"""Tips on the special rules of a board: shown at their decision, without moving or covering anything, and read once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, start, visitor, watch_faults
from tests.e2e.test_fits import WIDE_LETTERS, look
from tests.e2e.test_steady import moved_by

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
SIZES = ((390, 844), (844, 390), (1280, 720))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "asked", "title", "rule"),
    [
        ("original/japan", "build", "Sechs Startstädte", "AT-JP-01"),
        ("recharged/bremen", "build", "Stadtteile kosten", "AT-HB-01"),
        ("recharged/middle-east", "buy_fuel", "Öl", "AT-ME-02"),
        ("original/baden-wuerttemberg", "open", "Erst die Auktionen", "AT-BW-01"),
    ],
)
def test_a_special_rule_has_a_tip_that_fits(
    browser: Browser, server: Server, game: str, asked: str, title: str, rule: str
) -> None:
    """In German, at three sizes, the tip and its text fit and move nothing; it leads to its rule and comes once."""
    context = visitor(browser, **COARSE, locale="de-DE")
    page = context.new_page()
    faults = watch_faults(page)
    start(page, server.url, game).play_until(asked)
    head = f"Besonders auf diesem Plan: {title}"
    tip = page.locator(f".tip-button[aria-label='Tipp: {head}']:visible")
    dialog = page.get_by_role("dialog", name=head)
    for size in SIZES:
        assert look(page, (size,), (WIDE_LETTERS,)) == []
        assert moved_by(page, ".tip-button") == []
        expect(tip).to_have_count(1)
        tip.click()
        expect(dialog).to_be_visible()
        assert look(page, (size,), (WIDE_LETTERS,)) == []
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    tip.click()
    dialog.get_by_role("button", name=f"Regel {rule}").click()
    expect(page.locator(".rules .found").first).to_contain_text(rule)
    expect(page.locator(".rules .found").first).to_be_in_viewport()
    page.keyboard.press("Escape")
    tip.click()
    dialog.get_by_role("button", name="Verstanden").click()
    expect(tip).to_have_count(0)
    page.reload()
    # another tip, or none: the page has drawn its console either way
    page.locator(f"#console[data-asked={asked}]").wait_for()
    expect(tip).to_have_count(0)
    assert faults == []
    context.close()
