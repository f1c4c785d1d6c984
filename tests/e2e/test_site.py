"""The game from a folder of files: no server behind it, and after the first visit no network either."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from kilowatt.server.site.folder import write_site
from tests.e2e.kit import PHONE, choose_in_menu
from tests.e2e.player import Player, mark
from tests.e2e.site_kit import STARTED, Files, begin, ready, window

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.e2e.kit import Server

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.timeout(900)]


STORED = """async () => {
  const { files } = await (await fetch('files.json')).json();
  const { sha256 } = files.find(({ path }) => path === 'runtime/rules.pack');
  const kept = await (await caches.open('kilowatt-files')).match(new URL(`kept/${sha256}`, location.href));
  return (await kept.arrayBuffer()).byteLength;
}"""
"""How many bytes the browser keeps of a file."""
HALVE = """async wanted => {
  const { files } = await (await fetch('files.json')).json();
  const { sha256 } = files.find(({ path }) => new RegExp(wanted).test(path));
  const cache = await caches.open('kilowatt-files');
  const at = new URL(`kept/${sha256}`, location.href);
  const body = await (await cache.match(at)).arrayBuffer();
  await cache.put(at, new Response(body.slice(0, body.byteLength / 2)));
  return body.byteLength;
}"""
"""Leaves half of a stored file; returns how long it was."""


def ends_in_terminal(path: Path) -> list[str]:
    """Verify a record with the command, replay it, and return the names of the end, the winner first."""
    said = ""
    for command in ("verify", "replay"):
        run = [sys.executable, "-m", "kilowatt", command, str(path)]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        said = done.stdout
    return re.findall(r"\((.+?)\)", said[said.index("the end: ") :])


def ends_on(server: Server, path: Path) -> list[str]:
    """Send a record to a server and return the names of the end there, the winner first."""
    body = json.dumps({"record": path.read_text(encoding="utf-8")}).encode()
    asked = urllib.request.Request(f"{server.url}/api/import", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        table = json.load(answer)["table"]
    return [table["seats"][seat]["name"] for group in table["result"]["ranking"] for seat in group]


def test_a_whole_game_without_a_network_survives_a_restart_and_ends_alike_elsewhere(
    browser: Browser, site: Path, server: Server, tmp_path: Path
) -> None:
    """With the host gone after the first visit, a game is begun, the browser opened anew, and the game ended.

    Its record comes to the same end on a server and in the terminal.
    """
    files = Files(site)
    asked: list[str] = []
    with window(browser, tmp_path / "profile", **PHONE) as page:
        page.context.on("request", lambda request: asked.append(request.url))
        page.goto(files.url)
        ready(page)
        files.stop()
        page.reload()
        ready(page)
        # Python went on from the snapshot of its memory that the first visit kept
        assert page.evaluate("performance.getEntriesByName('kilowatt restored').length") == 1
        code = begin(page, "recharged/germany", "easy")
        player = Player(page, 5)
        for _ in range(4):
            player.decide()
        player.play_until("buy_fuel")
        reached = int(mark(page))
    with window(browser, tmp_path / "profile", **PHONE) as page:
        page.context.on("request", lambda request: asked.append(request.url))
        page.goto(f"{files.url}#/t/{code}")
        page.locator("#console").wait_for(timeout=STARTED)
        assert int(mark(page)) >= reached
        Player(page, 5).play_on()
        shown = page.locator("dialog.end .standing .end-name").all_inner_texts()
        page.locator("dialog.end").get_by_role("button", name="Close", exact=True).first.click()
        with page.expect_download() as download:
            choose_in_menu(page, "Save the game")
        path = tmp_path / "game.jsonl"
        download.value.save_as(path)
    ended = ends_in_terminal(path)
    assert len(ended) == 3
    assert ended == ends_on(server, path)
    # what the page shows has a tag behind the own name
    assert all(text.startswith(name) for text, name in zip(shown, ended, strict=True))
    assert not [url for url in asked if not url.startswith(files.url)]


def test_a_damaged_download_is_named_refused_and_repaired(browser: Browser, site: Path, tmp_path: Path) -> None:
    """A file that does not match its hash is never used; once it comes whole, the game starts.

    The same where the browser itself keeps half of a file.
    """
    files = Files(site)
    files.damaged.add("runtime/rules.pack")
    with window(browser, tmp_path / "profile") as page:
        page.goto(files.url)
        expect(page.get_by_text("came damaged")).to_be_visible(timeout=STARTED)
        files.damaged.clear()
        page.get_by_role("button", name="Try again").click()
        ready(page)
        # half of a file is stored: it is fetched again
        whole = page.evaluate(HALVE, "runtime/rules.pack")
        page.reload()
        ready(page)
        assert page.evaluate(STORED) == whole
        begin(page, "recharged/germany", "easy")
    files.stop()


def test_half_a_page_that_is_stored_is_said_in_words_and_fetched_again(
    browser: Browser, site: Path, tmp_path: Path
) -> None:
    """Half of the page's script in the browser's store is never run: words without a network, the game with one."""
    files = Files(site)
    with window(browser, tmp_path / "profile", **PHONE) as page:
        page.goto(files.url)
        ready(page)
        page.evaluate(HALVE, r"^assets/index-.*\.js$")
        page.context.set_offline(True)
        page.reload()
        expect(page.get_by_text("missing or damaged")).to_be_visible()
        page.context.set_offline(False)
        page.reload()
        ready(page)
        page.evaluate(HALVE, r"^index\.html$")
        page.reload()
        ready(page)
        # whole again: the host is not needed any more
        files.stop()
        page.reload()
        ready(page)
        begin(page, "recharged/germany", "easy")


def test_a_new_version_waits_for_the_end_of_the_visit_to_a_game(browser: Browser, site: Path, tmp_path: Path) -> None:
    """A version that is put up in mid-game is fetched whole and starts outside the game; the game goes on in it."""
    served = tmp_path / "served"
    shutil.copytree(site, served)
    files = Files(served)
    marked = "() => document.querySelector('meta[name=kilowatt-server]') !== null"
    with window(browser, tmp_path / "profile") as page:
        page.goto(files.url)
        ready(page)
        code = begin(page, "recharged/germany", "easy")
        Player(page).decide()
        reached = int(mark(page))
        write_site(served, server="https://games.example.org")
        page.reload()
        page.locator("#console").wait_for(timeout=STARTED)
        assert not page.evaluate(marked)
        page.wait_for_function(
            "async () => (await navigator.serviceWorker.getRegistration())?.waiting != null", timeout=STARTED
        )
        assert not page.evaluate(marked)
        # between two games the new version takes over by itself
        page.get_by_role("button", name="Menu", exact=True).click()
        expect(page.get_by_text("New version with the next game")).to_be_visible()
        page.get_by_role("button", name="Back to the lobby").click()
        page.wait_for_function(marked, timeout=STARTED)
        files.stop()
        page.goto(f"{files.url}#/t/{code}")
        page.locator("#console").wait_for(timeout=STARTED)
        assert page.evaluate(marked)
        assert int(mark(page)) >= reached
