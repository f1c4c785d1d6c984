"""A running game moves from a server to the device and back, from the game's menu, in the real browser."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from kilowatt.table.record import parse, read_lines
from kilowatt.table.verify import verify_record
from tests.e2e.kit import choose_in_menu, server_in, table_code
from tests.e2e.player import Player, await_turn, mark
from tests.e2e.site_kit import STARTED, window

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.timeout(900)]


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Server]:
    """Yield a server with the limits of a public one."""
    with server_in(tmp_path, env={"KILOWATT_LIMITS": "1"}) as running:
        yield running


def saved(page: Page) -> list[str]:
    """Save the game from its menu and return the lines of the record."""
    page.get_by_role("button", name="Menu", exact=True).click()
    with page.expect_download() as download:
        # a link to the server, or a button on the device
        page.locator("dialog.settings").get_by_text("Save the game", exact=True).click()
    page.keyboard.press("Escape")
    return download.value.path().read_text(encoding="utf-8").splitlines()


def seats(page: Page) -> set[tuple[str, str]]:
    """Return who sits where, as the table shows it."""
    shown = page.locator(".players .player").all()
    return {(row.get_attribute("data-seat") or "", row.locator(".player-name").inner_text()) for row in shown}


@pytest.mark.slow
def test_a_game_moves_to_the_device_and_back_to_the_server(browser: Browser, limited: Server, tmp_path: Path) -> None:
    """Begun on a server it goes on without it, and on the server again: one record from first to last line."""
    with window(browser, tmp_path / "profile", viewport={"width": 1280, "height": 900}) as page:
        page.goto(limited.url)
        page.get_by_role("button", name="Settings").first.click()
        page.get_by_role("button", name="Keep the game on this device").click()
        expect(page.get_by_role("link", name="Open it")).to_be_visible(timeout=STARTED)
        page.locator("dialog").get_by_role("button", name="Close").first.click()
        page.locator(".hero .primary").click()
        page.locator("#console").wait_for()
        there = table_code(page)
        player = Player(page, 5)
        for _ in range(3):
            player.decide()
        await_turn(page)
        sat, begun = seats(page), saved(page)
        choose_in_menu(page, "Go on without the server")
        expect(page).to_have_url(re.compile(r"/offline/#/t/\w+$"), timeout=STARTED)
        page.locator("#console").wait_for(timeout=STARTED)
        # the very game: its record, its seats, and the server has it no more
        assert saved(page) == begun
        assert seats(page) == sat
        status = page.evaluate("code => fetch(`/api/tables/${code}`).then(answer => answer.status)", there)
        assert status == 404
        limited.stop()
        player = Player(page, 5)
        for _ in range(3):
            player.decide()
        await_turn(page)
        further = saved(page)
        assert further[: len(begun)] == begun
        assert len(further) > len(begun)
        reached = int(mark(page))
        # while the server is away the game stays, and the menu says why
        choose_in_menu(page, "Move to the server")
        expect(page.get_by_role("status").filter(has_text="cannot be reached").first).to_be_visible()
        page.keyboard.press("Escape")
        limited.start()
        choose_in_menu(page, "Move to the server")
        expect(page).to_have_url(re.compile(rf"^{re.escape(limited.url)}/t/\w+$"), timeout=STARTED)
        page.locator("#console").wait_for()
        assert int(mark(page)) == reached
        assert saved(page) == further
        assert seats(page) == sat
        # the device has it no more, and it is played to its end where it is now
        Player(page, 5).play_on()
        with urllib.request.urlopen(f"{limited.url}/api/tables/{table_code(page)}/record") as answer:
            ended = answer.read().decode().splitlines()
        assert ended[: len(further)] == further
        path = tmp_path / "ended.jsonl"
        path.write_text("\n".join(ended) + "\n", encoding="utf-8")
        assert verify_record(parse(read_lines(path))).good
        page.goto(f"{limited.url}/offline/")
        page.locator(".hero .primary").wait_for(timeout=STARTED)
        expect(page.locator(".tables li")).to_have_count(0)


def test_a_game_moves_as_a_file(browser: Browser, limited: Server, tmp_path: Path) -> None:
    """Where no copy of the game is kept, the menu gives a file; opened in another browser the game goes on."""
    with window(browser, tmp_path / "one") as page:
        page.goto(limited.url)
        page.locator(".hero .primary").click()
        page.locator("#console").wait_for()
        Player(page, 5).decide()
        await_turn(page)
        before = saved(page)
        with page.expect_download() as download:
            choose_in_menu(page, "Save to go on elsewhere")
        path = tmp_path / "game.kilowatt.json"
        download.value.save_as(path)
        assert json.loads(path.read_text(encoding="utf-8"))["kilowatt"] == "game"
    with window(browser, tmp_path / "two") as page:
        page.goto(limited.url)
        page.locator("input[type=file]").first.set_input_files(path)
        page.locator("#console").wait_for()
        assert saved(page) == before
        player = Player(page, 5)
        player.decide()
        await_turn(page)
        assert saved(page)[: len(before)] == before
