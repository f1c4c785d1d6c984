"""The pages of games over days in a real browser: waiting room, chat, clock, a closed server; axe, both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, ask, server_in, visitor, watch_faults
from tests.e2e.test_axe import Inspector

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
TEXTS = {
    "en": ("Write a message", "Send", "Change the game", "Hours per turn", "1 new message", "Come in"),
    "de": ("Nachricht schreiben", "Senden", "Spiel ändern", "Stunden pro Zug", "1 neue Nachricht", "Hinein"),
}


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.slow)])
def test_friends_meet_on_a_closed_server(browser: Browser, tmp_path: Path, language: str) -> None:
    """An invitation opens a closed server; friends write before the game, and its owner changes what is played."""
    write, send, change, hours, new, enter = TEXTS[language]
    env = {"KILOWATT_CLOSED": "1", "KILOWATT_INVITATION": "amber volt"}
    with server_in(tmp_path, env=env) as server:
        options = {**COARSE, "locale": "de-DE" if language == "de" else "en-GB", "bypass_csp": True}
        anna, ben = visitor(browser, **options).new_page(), visitor(browser, **options).new_page()
        faults, inspector = watch_faults(anna), Inspector(anna)
        ben.goto(server.url)
        expect(ben.get_by_role("button", name=enter)).to_be_visible()
        Inspector(ben).look("closed")
        ben.goto(f"{server.url}/?again#invitation=amber%20volt")
        ben.locator(".tile .tiny-city").first.wait_for()
        assert "invitation" not in ben.url
        anna.goto(f"{server.url}/#invitation=amber%20volt")
        anna.locator(".tile .tiny-city").first.wait_for()
        seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
        clock = {"kind": "days", "days": 1, "hours": 12}
        wish = {"ruleset": "recharged/germany", "seats": seats, "clock": clock, "name": "Night train"}
        code = ask(anna, f"{server.url}/api/tables", wish)["table"]["code"]
        anna.goto(f"{server.url}/t/{code}")
        anna.get_by_label(write).fill("good luck")
        anna.get_by_role("button", name=send, exact=True).click()
        expect(anna.locator(".said time")).to_have_count(1)
        inspector.look("waiting room with chat", dark=True)
        anna.get_by_role("link", name=change).click()
        expect(anna.get_by_label(hours)).to_have_value("36")
        inspector.look("form to change a table")
        anna.get_by_label(hours).fill("48")
        anna.locator("form.form button[type=submit]").click()
        anna.locator(".room .seats").wait_for()
        assert (
            ask(ben, f"{server.url}/api/tables/{code}/join", {"name": "Ben"})["table"]["clock"]["left"][0] == 48 * 3600
        )
        anna.locator(".log-parts").wait_for(state="attached")
        ben.goto(f"{server.url}/t/{code}")
        tab = ben.locator(".tab-bar [data-tab=log]")
        ben.locator(".log-parts").wait_for(state="attached")
        if tab.is_visible():
            # while Ben waits, his orders stand beside the board, and the other panels are tabs
            expect(tab.locator(".dot-news")).to_be_visible()
            tab.click()
        chat = ben.locator(".log-parts button").nth(1)
        expect(chat).to_contain_text(new)
        chat.click()
        expect(ben.get_by_role("separator")).to_have_accessible_name(new)
        second = Inspector(ben)
        second.look("chat at the table", dark=True)
        expect(ben.locator(".log-parts .count")).to_have_count(0)
        assert inspector.faults == []
        assert second.faults == []
        assert faults == []
        anna.context.close()
        ben.context.close()
