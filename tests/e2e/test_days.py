"""Games that last days in a real browser: a notification brings a player back, an installed page, a lost server."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from kilowatt.client import Client
from tests.e2e.kit import COARSE, Server, ask, await_turn, beside, server_in, token_of, visitor, watch_faults
from tests.e2e.player import Player, until
from tests.e2e.sink import push_service
from tests.server.kit import eager_move
from tests.server.sinks import Browser as Keys

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
PAGE = Path(__file__).parents[2] / "src" / "kilowatt" / "server" / "page"
DAYS = {"kind": "days", "days": 1}
SUBSCRIBE = "PushManager.prototype.subscribe = async () => ({ toJSON: () => (%s) })"
"""The browser's own push needs its maker's service: everything after it is ours and runs."""

KEPT = """(code) => new Promise((tell) => {
  const open = indexedDB.open('kilowatt', 1);
  open.onupgradeneeded = () => open.result.createObjectStore('last');
  open.onsuccess = () => {
    const asked = open.result.transaction('last').objectStore('last').get('last');
    asked.onsuccess = () => { open.result.close(); tell(asked.result?.code === code); };
  };
})"""
"""Whether the last table that this browser keeps is the one with this code."""


async def play_anna(url: str, token: str, code: str) -> None:
    """Let Anna move until it is Ben's turn, once the server knows that Ben has left; else he might have seen it."""
    async with Client(url, token) as anna, anna.sit(code) as seat:
        while (await anna.table(code)).seats[1].present:  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0.05)
        while seat.my_turn:
            done = await seat.act(eager_move(seat, random.Random(1)))
            await seat.seen(done.seq)


def days_table(anna: Page, url: str) -> str:
    """Let Anna make a table with a day clock where whoever comes moves first."""
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
    options = {"order": [1, 0], "zone": "random"}
    wish = {"ruleset": "recharged/germany", "seats": seats, "options": options, "clock": DAYS, "name": "Night train"}
    return str(ask(anna, f"{url}/api/tables", wish)["table"]["code"])


def test_a_player_is_called_and_comes_back_by_the_link(browser: Browser, tmp_path: Path) -> None:
    """The page offers notifications only after the first move, subscribes, and the pushed link leads to the turn."""
    keys = Keys()
    with push_service() as (endpoint, got):
        env = {"KILOWATT_PUSH": "mailto:host@example.org", "KILOWATT_PRIVATE_TARGETS": "1"}
        env |= {"KILOWATT_NOTIFY_AFTER": "0.5", "KILOWATT_NOTIFY_EVERY": "0.2", "KILOWATT_URL": "http://127.0.0.1"}
        with server_in(tmp_path, env=env) as server:
            others, own = visitor(browser), visitor(browser, **COARSE)
            own.grant_permissions(["notifications"], origin=server.url)
            wish = keys.wish(endpoint)
            made = {"endpoint": endpoint, "keys": {"p256dh": wish["p256dh"], "auth": wish["auth"]}}
            own.add_init_script(SUBSCRIBE % json.dumps(made))
            anna, ben = others.new_page(), own.new_page()
            faults = watch_faults(ben)
            code = days_table(anna, server.url)
            ben.goto(f"{server.url}/t/{code}")
            ben.get_by_label("Your name").fill("Ben")
            ben.get_by_role("button", name="Sit here").click()
            player = Player(ben)
            await_turn(ben)
            expect(ben.locator(".ask-notify")).to_have_count(0)
            player.decide()
            ben.locator(".ask-notify").get_by_role("button", name="Notify me").click()
            expect(ben.locator(".ask-notify")).to_have_count(0)
            ben.close()
            beside(play_anna(server.url, token_of(anna), code))
            shown = keys.read(got.get(timeout=30))
            assert shown["title"] == "Your turn: Night train"
            assert shown["url"] == f"http://127.0.0.1/t/{code}"
            again = own.new_page()
            again.goto(shown["url"].replace("http://127.0.0.1", server.url))
            assert await_turn(again) != ""
            own.close()
            others.close()
            assert faults == []


def controlled(page: Page, url: str) -> None:
    """Open the page and wait until its service worker has taken over."""
    page.goto(url)
    until(page, "() => navigator.serviceWorker.controller !== null")


def test_the_page_can_be_installed(page: Page, server: Server) -> None:
    """A browser finds nothing that keeps the page from being installed, apart from the test's own private window."""
    controlled(page, server.url)
    driver = page.context.new_cdp_session(page)
    manifest = driver.send("Page.getAppManifest")
    assert manifest["errors"] == []
    errors = driver.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    for icon in json.loads(manifest["data"])["icons"]:
        assert page.request.get(server.url + icon["src"]).ok
    assert page.evaluate("fetch('/sw.js').then((answer) => answer.headers.get('cache-control'))") == "no-cache"


def test_a_table_can_be_read_while_the_server_is_away(browser: Browser, tmp_path: Path) -> None:
    """Without a server the last table opens at once, to read only; then it goes on, and a newer page loses nothing."""
    folder = tmp_path / "page"
    shutil.copytree(PAGE, folder)
    with server_in(tmp_path, env={"KILOWATT_PAGE": str(folder)}) as server:
        context = visitor(browser, **COARSE)
        page = context.new_page()
        controlled(page, server.url)
        code = ask(page, f"{server.url}/api/quick", {"seats": 2, "level": "simple", "name": "You"})["table"]["code"]
        page.goto(f"{server.url}/t/{code}")
        await_turn(page)
        for _ in range(100):
            if page.evaluate(KEPT, code):
                break
            page.wait_for_timeout(100)
        server.stop()
        page.reload()
        expect(page.locator(".lost")).to_be_visible()
        expect(page.locator(".player:has(.tag-you)").first).to_be_visible()
        expect(page.locator("#console [data-primary]")).to_have_count(0)
        index = folder / "index.html"
        index.write_text(
            index.read_text(encoding="utf-8").replace("</body>", "<!-- newer --></body>"), encoding="utf-8"
        )
        server.start()
        Player(page).play_until("open")
        page.locator("#console .plants-quick button").nth(1).click()
        before = page.evaluate("sessionStorage.length")
        page.reload()
        newer = page.get_by_role("button", name="Reload")
        newer.click()
        await_turn(page)
        assert page.evaluate("document.documentElement.outerHTML").count("<!-- newer -->") == 1
        assert page.evaluate("sessionStorage.length") == before == 1
        context.close()
