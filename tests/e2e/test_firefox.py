"""The game without a server in Firefox, where there is one: begun, advised, cut off, gone on with, and verified."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.e2e.firefox import firefox, firefox_path
from tests.e2e.site_kit import Files

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]
MINE = "#console[data-asked]"
ADVISED = "#console :is(.advised-do, .plan-do, [data-primary])"
SEQ = "Number(document.querySelector('.game')?.dataset.seq ?? 0)"
RECORD = """(async () => {
  const code = location.hash.match(/t\\/(\\w+)/)[1];
  const done = asked => new Promise(go => { asked.onsuccess = () => go(asked.result); });
  const shelf = await done(indexedDB.open('kilowatt-device'));
  return done(shelf.transaction('games').objectStore('games').get(code));
})()"""


def test_a_game_is_played_without_a_server_in_firefox(site: Path, tmp_path: Path) -> None:
    """A game against the strongest bot is begun, advised and played, and goes on after a reload without the host."""
    path = firefox_path()
    if path is None:
        pytest.skip("there is no Firefox on this machine")
    files = Files(site)
    with firefox(path, tmp_path / "profile") as page:
        page.size(390, 844)
        page.open(files.url)
        page.until("document.body.innerText.includes('Works offline from now on')")
        page.press('.level input[value="expert"]')
        page.press(".hero .primary")
        page.until(f"document.querySelector('{MINE}') !== null")
        files.stop()
        page.ask("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }))")
        for _ in range(8):
            before = page.ask(SEQ)
            page.press(ADVISED)
            page.until(f"{SEQ} > {before} && document.querySelector('{MINE}') !== null")
        reached = page.ask(SEQ)
        assert reached > 12
        page.reload()
        page.until(f"document.querySelector('{MINE}') !== null")
        assert page.ask(SEQ) >= reached
        lines = json.loads(page.ask(RECORD))["record"]
    kept = tmp_path / "game.jsonl"
    kept.write_text("\n".join(lines) + "\n", encoding="utf-8")
    verified = subprocess.run(
        [sys.executable, "-m", "kilowatt", "verify", str(kept)], capture_output=True, text=True, check=False
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
