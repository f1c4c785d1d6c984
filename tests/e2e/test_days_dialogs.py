"""What games over days have of their own on the page: dialogs, cards, chat, season; axe and both languages."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from kilowatt.client import Client
from tests.e2e.kit import COARSE, PHONE, ask, beside, server_in, token_of, visitor, watch_faults
from tests.e2e.test_axe import Inspector
from tests.server.kit import eager_move

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
TEXT = Path(__file__).parents[2] / "web" / "src" / "text"
ENV = {
    "KILOWATT_URL": "http://127.0.0.1",
    "KILOWATT_PUSH": "mailto:host@example.org",
    "KILOWATT_SMTP": "smtp://127.0.0.1:9",
    "KILOWATT_MAIL_FROM": "games@example.org",
    "KILOWATT_WEBHOOKS": "1",
    "KILOWATT_PRIVATE_TARGETS": "1",
    "KILOWATT_NOTIFY_EVERY": "3600",
}
"""A server that offers every way of notification, and sends nothing."""
UPRIGHT = {"viewport": {"width": 390, "height": 844}}
"""The phone of `LOOK.md`: high enough for what happened above the orders."""
DEVICES: dict[str, dict[str, Any]] = {"desktop": COARSE, "phone": {**PHONE, **COARSE, **UPRIGHT}}


class Reader:
    """Somebody at the page in one language, on one device: shows a screen, and looks at it."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.texts: dict[str, str] = json.loads((TEXT / f"{language}.json").read_text(encoding="utf-8"))
        self.faults = watch_faults(page)
        self.inspector = Inspector(page)

    def look(self, screen: str, place: str, *names: str) -> None:
        """Look at a screen in the light and in the dark; it fits, and it has these texts in this language."""
        part = self.page.locator(place).first
        expect(part).to_be_visible()
        for name in names:
            expect(part).to_contain_text(self.texts[name])
        assert self.page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0, screen
        assert part.evaluate("part => part.scrollWidth - part.clientWidth") <= 0, screen
        self.inspector.look(screen, dark=True)

    def press(self, name: str) -> None:
        """Press a button by its text."""
        self.page.get_by_role("button", name=self.texts[name], exact=True).click()

    def tab(self, name: str) -> None:
        """Choose a panel where the panels are tabs."""
        tab = self.page.locator(f".tab-bar [data-tab={name}]")
        if tab.is_visible():
            tab.click()


async def plays_and_writes(url: str, token: str, code: str) -> None:
    """Let the player whose turn it is make one decision and write two lines."""
    async with Client(url, token) as ben, ben.sit(code) as seat:
        assert await seat.turn(20)
        done = await seat.act(eager_move(seat, random.Random(1)))
        await seat.seen(done.seq)
        await seat.chat("good luck")
        await seat.chat("I shall be away on Sunday")
        await seat.ping()


def days_table(anna: Page, others: list[Page], url: str) -> str:
    """Begin a game over days in which Ben moves first, then Cleo, then Anna."""
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}, {"kind": "open"}]
    options = {"order": [1, 2, 0], "zone": "random"}
    clock = {"kind": "days", "days": 1}
    wish = {"ruleset": "recharged/germany", "seats": seats, "options": options, "clock": clock, "name": "Night train"}
    code = str(ask(anna, f"{url}/api/tables", wish)["table"]["code"])
    for page, name in zip(others, ("Ben", "Cleo"), strict=True):
        ask(page, f"{url}/api/tables/{code}/join", {"name": name})
    return code


def notifications(reader: Reader, url: str, code: str) -> None:
    """Look at the dialog with every way of notification, and at a webhook before and after it is set."""
    page = reader.page
    reader.press("menu")
    form = page.locator("form.hook")
    page.get_by_text(reader.texts["hook"], exact=True).click()
    form.scroll_into_view_if_needed()
    reader.look("webhook", "dialog.settings", "hook", "hook.events", "hook.event.turn", "hook.set")
    hook = {"kind": "matrix", "url": "http://127.0.0.1:9/hook", "mentions": {"1": "@ben:example.org"}}
    ask(page, f"{url}/api/tables/{code}/hook", hook)
    page.reload()
    reader.press("menu")
    page.get_by_text(reader.texts["hook"], exact=True).click()
    form.scroll_into_view_if_needed()
    reader.look("webhook that is set", "form.hook", "hook.save", "hook.test", "hook.stop")
    page.locator("dialog.settings").get_by_role("button", name=reader.texts["notify"], exact=True).click()
    expect(page.locator("dialog.notify fieldset")).not_to_have_count(0)
    page.locator("dialog.notify input[type=email]").fill("anna@example.org")
    reader.look("notifications", "dialog.notify", "notify.push", "notify.mail", "notify.events", "notify.quiet")
    page.locator("dialog.notify input[type=email]").press("Enter")
    # nobody answers for the mails of this server: the person learns of it
    expect(page.locator("dialog.notify [role=alert]").first).to_be_visible()
    reader.look("notifications that fail", "dialog.notify", "notify.mail.again", "notify.event.talk")
    page.keyboard.press("Escape")


def at_the_table(reader: Reader, others: list[Page], server: Server, code: str) -> None:
    """Look at what happened meanwhile, at the chat with lines that are new, and then at the dialogs."""
    page = reader.page
    page.goto(f"{server.url}/t/{code}")
    page.locator(".order-sums li").first.wait_for(state="attached")
    page.goto(f"{server.url}/privacy")
    beside(plays_and_writes(server.url, token_of(others[0]), code))
    page.goto(f"{server.url}/t/{code}")
    page.locator(".order-sums li").first.wait_for(state="attached")
    reader.tab("orders")
    reader.look("since you looked", ".since-looked", "looked", "recap.replay", "looked.nothing")
    expect(page.locator(".since-looked li").first).to_contain_text("Ben")
    new = reader.texts["chat.new"].split("|")[2].removesuffix("}").replace("{n}", "2")
    tab = page.locator(".tab-bar [data-tab=chat]")
    chat = tab if tab.is_visible() else page.locator(".log-parts button").nth(1)
    expect(chat).to_contain_text(new)
    reader.inspector.look("a chat with unread lines, closed")
    chat.click()
    expect(page.get_by_role("separator")).to_have_accessible_name(new)
    since = reader.texts["chat.new.since"].removeprefix("{n} ").removesuffix(" {when}")
    expect(page.get_by_role("separator")).to_contain_text(f"2 {since} ")
    expect(page.get_by_placeholder(reader.texts["chat.placeholder"])).to_be_visible()
    reader.look("chat with unread lines", "#log")
    notifications(reader, server.url, code)


def season(reader: Reader, url: str) -> None:
    """Look at the page of a season of a group."""
    page = reader.page
    group = ask(page, f"{url}/api/groups", {"name": "Friday", "member": "Anna"})
    ask(page, f"{url}/api/groups/{group['id']}/season", {"name": "Autumn", "days": 7, "rounds": 10})
    page.goto(f"{url}/g/{group['id']}?season=1")
    how = page.locator("main .note").last
    expect(how).to_contain_text(reader.texts["league.how"].split("{")[0])
    expect(page.locator("#h-season")).to_have_text(reader.texts["league.title"].replace("{season}", "Autumn"))
    reader.look("season", "main", "league.back")


CASES = [
    ("de", "phone"),
    pytest.param("en", "desktop", marks=pytest.mark.slow),
    pytest.param("de", "desktop", marks=pytest.mark.slow),
    pytest.param("en", "phone", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("language", "device"), CASES)
def test_the_pages_of_days_pass_axe(browser: Browser, tmp_path: Path, language: str, device: str) -> None:
    """Since you looked, unread lines, webhook, notifications and a season are clean, fit, and are in the language."""
    with server_in(tmp_path, env=ENV) as server:
        locale = {"de": "de-DE", "en": "en-GB"}[language]
        own = visitor(browser, **DEVICES[device], locale=locale, color_scheme="light", bypass_csp=True)
        others = [visitor(browser).new_page() for _ in range(2)]
        reader = Reader(own.new_page(), language)
        for page in (reader.page, *others):
            page.goto(server.url)
        at_the_table(reader, others, server, days_table(reader.page, others, server.url))
        season(reader, server.url)
        assert reader.inspector.faults == []
        assert len(reader.inspector.screens) == 8
        assert [fault for fault in reader.faults if "502" not in fault] == []
        for context in (own, *(page.context for page in others)):
            context.close()
