"""Orders in advance, requests and days off in a real browser, in both languages, wide and on a phone; axe is clean."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, PHONE, ask, server_in, visitor, watch_faults
from tests.e2e.test_axe import Inspector

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
TEXT = Path(__file__).parents[2] / "web" / "src" / "text"
ONE = {"en": ("Save 1 order", "1 order"), "de": ("1 Auftrag speichern", "1 Auftrag")}
CASES = [
    ("de", True),
    pytest.param("en", False, marks=pytest.mark.slow),
    pytest.param("de", False, marks=pytest.mark.slow),
    pytest.param("en", True, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("language", "phone"), CASES)
def test_orders_are_given_and_a_pause_is_answered(
    browser: Browser, tmp_path: Path, language: str, *, phone: bool
) -> None:
    """A player who waits leaves a limit for a plant, answers a request, and opens the days off."""
    texts: dict[str, str] = json.loads((TEXT / f"{language}.json").read_text(encoding="utf-8"))
    save, ready = ONE[language]
    days = texts["days"]
    with server_in(tmp_path) as server:
        options = {**COARSE, "locale": "de-DE" if language == "de" else "en-GB", "bypass_csp": True}
        anna, ben = visitor(browser, **options).new_page(), visitor(browser, **{**options, **(PHONE if phone else {})}).new_page()  # fmt: skip # noqa: E501
        faults, inspector = watch_faults(ben), Inspector(ben)
        for page in (anna, ben):
            page.goto(server.url)
        wish = {
            "ruleset": "recharged/germany",
            "seats": [{"kind": "person", "name": "Anna"}, {"kind": "open"}],
            "clock": {"kind": "days", "days": 1},
            "options": {"order": [0, 1], "trust": False},
        }
        code = ask(anna, f"{server.url}/api/tables", wish)["table"]["code"]
        ask(ben, f"{server.url}/api/tables/{code}/join", {"name": "Ben"})
        ben.goto(f"{server.url}/t/{code}")
        if phone:
            ben.get_by_role("button", name=texts["orders"]).click()
        form = ben.get_by_role("dialog") if phone else ben.locator(".orders-panel")
        if not phone:
            tops = [ben.locator(part).bounding_box() or {"y": 0.0} for part in (".orders-panel", ".plants-box")]
            assert 0 <= tops[1]["y"] - tops[0]["y"] < 30, "nothing lies above the plants while nothing is asked"
        form.get_by_label(texts["orders.addplant"]).select_option(index=2)
        expect(form.locator(".order-rows li")).to_have_count(1)
        inspector.look("orders", dark=True)
        ben.screenshot(path=str(tmp_path / f"orders-{language}.png"))
        (form if phone else ben.locator("#console")).get_by_role("button", name=save).click()
        expect(ben.locator(".to-orders")).to_contain_text(ready)
        if not phone:
            ben.get_by_role("button", name=texts["orders.try"]).click()
            planner = ben.get_by_role("dialog", name=texts["planner"])
            expect(planner.locator(".plan-sum")).to_be_visible()
            inspector.look("orders, tried out", dark=True)
            planner.get_by_role("button", name=texts["close"]).click()
        else:
            ben.locator(".tab-bar [data-tab=orders]").click()
            expect(ben.locator(".order-sums li").first).to_be_visible()
            inspector.look("the tab of orders", dark=True)
        ask(anna, f"{server.url}/api/tables/{code}/pause", {"do": "ask"})
        expect(ben.locator(".day-request:visible")).to_contain_text(
            texts["days.pause.asked"].removeprefix("{name} ").removesuffix(".")
        )
        inspector.look("a pause is asked for", dark=True)
        ben.screenshot(path=str(tmp_path / f"pause-{language}.png"))
        ben.locator(".day-request:visible .primary").click()
        expect(ben.locator(".day-request:visible .primary")).to_have_count(0)
        inspector.look("paused")
        ben.get_by_role("button", name=texts["menu"], exact=True).click()
        ben.get_by_role("button", name=days).click()
        ben.locator(".days .day-range").first.wait_for()
        inspector.look("days off", dark=True)
        ben.screenshot(path=str(tmp_path / f"days-{language}.png"))
        assert inspector.faults == []
        assert faults == []
        anna.context.close()
        ben.context.close()
