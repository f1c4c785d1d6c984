"""What a device keeps without a server: everything to one file and from it, and a clear word where there is no room."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from kilowatt.server.site.folder import PAGE, write_site
from tests.e2e.player import Player, mark
from tests.e2e.site_kit import PATIENCE, Files, begin, ready, window

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.timeout(900)]


PARTS = ("kilowatt", "kilowatt.puzzles", "kilowatt.boards")
"""Settings, answered puzzles and drawn boards."""


def kept(page: Page) -> list[Any]:
    """Return what the page keeps of each part."""
    return [json.loads(page.evaluate("part => localStorage.getItem(part)", part)) for part in PARTS]


def without_times(parts: list[Any]) -> list[Any]:
    """Return the same without when each board was stored last: the workshop does that once more as it is left."""
    settings, puzzles, boards = parts
    return [settings, puzzles, [{key: row[key] for key in row if key != "at"} for row in boards]]


def test_everything_on_a_device_goes_to_a_new_one_in_one_file(browser: Browser, site: Path, tmp_path: Path) -> None:
    """A game in its middle, a drawn board, answered puzzles and settings are on the other device after one file."""
    files = Files(site)
    with window(browser, tmp_path / "old") as page:
        page.goto(files.url)
        ready(page)
        page.get_by_role("button", name="Settings").first.click()
        page.locator("dialog").get_by_role("button", name="Dark", exact=True).click()
        page.keyboard.press("Escape")
        code = begin(page, "recharged/germany", "easy")
        for _ in range(3):
            Player(page, 5).decide()
        reached = int(mark(page))
        page.goto(f"{files.url}#/puzzles")
        page.locator("#console").wait_for()
        page.locator(".puzzle-more select").select_option("scrap")
        page.locator("#console button.plant").first.click()
        page.locator(".puzzle-result").wait_for()
        page.goto(f"{files.url}#/workshop")
        page.get_by_role("button", name="Germany, Recharged 2018").click()
        page.wait_for_function("() => localStorage.getItem('kilowatt.boards') !== null")
        page.goto(f"{files.url}#/")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save all to a file").click()
        path = tmp_path / "everything.json"
        download.value.save_as(path)
        before = kept(page)
    settings, puzzles, boards = before
    assert settings["theme"] == "dark"
    assert len(puzzles["tries"]) == len(boards) == 1
    with window(browser, tmp_path / "new") as page:
        page.goto(files.url)
        ready(page)
        # a device on which nothing was chosen yet
        page.evaluate("localStorage.clear()")
        page.locator("section[aria-labelledby=h-saved] input[type=file]").set_input_files(path)
        expect(page.get_by_text("1 games taken over.")).to_be_visible(timeout=PATIENCE)
        assert kept(page) == before
        page.reload()
        ready(page)
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        page.goto(f"{files.url}#/t/{code}")
        page.locator("#console").wait_for(timeout=PATIENCE)
        assert int(mark(page)) >= reached
        page.goto(f"{files.url}#/workshop")
        expect(page.locator(".ws-mine")).to_be_visible()
        now = without_times(kept(page))
    # a browser that empties its local storage alone: the next visit has it all again
    with window(browser, tmp_path / "new", prepared=False) as page:
        page.goto(f"{files.url}early.json")
        page.evaluate("localStorage.clear()")
        page.goto(files.url)
        page.wait_for_function("() => localStorage.getItem('kilowatt.boards') !== null")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        assert without_times(kept(page)) == now
    files.stop()


FULL = """
let full = false;
new BroadcastChannel('room').onmessage = ({ data }) => { full = data; };
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  if (full) throw new DOMException('no room', 'QuotaExceededError');
  return put.apply(this, given);
};
"""
"""Lets the database of the worker that keeps games run out of room, as the browser would say it."""


def room(page: Page, *, full: bool) -> None:
    """Let there be room for games, or none."""
    page.evaluate("full => { new BroadcastChannel('room').postMessage(full); }", full)


def test_a_device_without_room_says_so_until_there_is_room(browser: Browser, tmp_path: Path) -> None:
    """A move that the browser has no room for is played, with a clear word; once there is room, the game is kept."""
    shutil.copytree(PAGE, tmp_path / "page")
    [worker] = (tmp_path / "page" / "assets").glob("host-*.js")
    worker.write_text(FULL + worker.read_text(encoding="utf-8"), encoding="utf-8")
    write_site(tmp_path / "site", page=tmp_path / "page")
    files = Files(tmp_path / "site")
    with window(browser, tmp_path / "profile") as page:
        page.goto(files.url)
        ready(page)
        code = begin(page, "recharged/germany", "easy")
        player = Player(page, 5)
        room(page, full=True)
        player.decide()
        lost = page.get_by_role("alert").filter(has_text="This browser does not store this game: there is no room")
        expect(lost).to_be_visible(timeout=PATIENCE)
        player.decide()
        room(page, full=False)
        player.decide()
        expect(lost).to_have_count(0, timeout=PATIENCE)
        reached = int(mark(page))
    with window(browser, tmp_path / "profile") as page:
        page.goto(f"{files.url}#/t/{code}")
        page.locator("#console").wait_for(timeout=PATIENCE)
        assert int(mark(page)) >= reached
    files.stop()
