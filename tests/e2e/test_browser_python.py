"""Bots play the same moves in a browser: its Python has hashes of half the width and rounds sums otherwise.

Bots of every level are asked what the game without a server asks them, in the worker that it ships. Those that think by
the clock play whole games there with a budget of work instead, in the same Python.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kilowatt.bots.roster import ROSTER, RUNGS
from kilowatt.host.thinking import think
from tests.e2e.kit import visitor
from tests.e2e.site_kit import Files
from tests.host.kit import Device
from tools.same_moves import STORED, WORK, hashes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.timeout(900)]

ROOT = Path(__file__).parents[2]
RULESETS = ("recharged/germany", "card-game")
ASK = """async ({ worker, packs, questions }) => {
  const base = new URL('.', location.href).href;
  const bytes = async (name) => new Uint8Array(await (await fetch(`runtime/${name}`)).arrayBuffer());
  const unpacked = async (name) => {
    const stream = new Response(await bytes(`${name}.pack`)).body.pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  const machine = await WebAssembly.compile(await unpacked('machine'));
  const lock = new TextDecoder().decode(await bytes('lock.json'));
  const archives = await Promise.all(packs.map(unpacked));
  const thinker = new Worker(worker, { type: 'module' });
  return new Promise((done, fail) => {
    const answers = [];
    const next = () => thinker.postMessage({ type: 'ask', question: questions[answers.length] });
    thinker.onerror = (event) => fail(new Error(event.message));
    thinker.onmessage = ({ data }) => {
      if (data.type === 'failed') fail(new Error(data.detail));
      if (data.type === 'answer') answers.push(data.pair);
      if (answers.length === questions.length) done(answers);
      else next();
    };
    unpacked('library').then((library) => {
      thinker.postMessage({ type: 'start', base, machine, files: { library, lock, archives }, snapshot: null });
      thinker.postMessage({ type: 'place', archives: [] });
    });
  });
}"""
"""Starts the worker in which bots think, as the game does, and asks it one question after another."""

PLAY = """async (program) => {
  const { loadPyodide } = await import('./pyodide/pyodide.mjs');
  const python = await loadPyodide({ indexURL: new URL('pyodide/', location.href).href });
  for (const name of ['msgspec.whl', 'kilowatt.zip'])
    python.unpackArchive(await (await fetch(name)).arrayBuffer(), 'zip', { extractDir: '/kilowatt' });
  python.runPython("import sys; sys.path.insert(0, '/kilowatt')");
  return python.runPython(program);
}"""


def asked_of(ruleset: str, level: str) -> list[tuple[str, dict[str, Any]]]:
    """Play a game of a person against two bots on a device; return what it asks for the bots, and what they answer."""
    device = Device()
    code = device.ask("POST", "/api/quick", {"ruleset": ruleset, "seats": 3, "level": level})["table"]["code"]
    device.open(code)
    room = device.host.tables.find(code).room
    pairs: list[tuple[str, dict[str, Any]]] = []
    while room.row.state == "playing":
        question = device.host.question()
        if question is None:
            device.act(code)
            continue
        answer = think(question)
        pairs.append((question.decode(), json.loads(answer)["answer"]))
        device.host.answered(answer)
        device.store()
    return pairs


@pytest.mark.parametrize("levels", [pytest.param(("easy", "normal"), marks=pytest.mark.slow), ("hard", "expert")])
def test_every_level_answers_alike_in_a_browser(browser: Browser, site: Path, levels: tuple[str, ...]) -> None:
    """Of a whole game on a map and one of cards each answer is the same: move, chance, reason and alternatives."""
    pairs = [pair for level in levels for ruleset in RULESETS for pair in asked_of(ruleset, level)]
    files = Files(site)
    [worker] = [path.name for path in (site / "assets").glob("thinker-*.js")]
    context = visitor(browser)
    page = context.new_page()
    page.goto(f"{files.url}early.json")
    asked = {
        "worker": f"assets/{worker}",
        "packs": ["msgspec", "rules", "bots"],
        "questions": [question for question, _ in pairs],
    }
    answers = [json.loads(answer)["answer"] for answer in page.evaluate(ASK, asked)]
    context.close()
    files.stop()
    assert answers == [answer for _, answer in pairs]
    assert not [answer for answer in answers if answer.get("error") or answer.get("warning")]
    asked_by = [json.loads(question)["ask"]["bot"] for question, _ in pairs]
    assert all(asked_by.count(level) > 50 for level in levels)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with Python for the browser as it comes from its makers, and this repository's own code."""
    wheels = sorted((ROOT / "build" / "browser").glob("msgspec-*.whl"))
    runtime = ROOT / "web" / "node_modules" / "pyodide"
    if not wheels or not runtime.is_dir():
        pytest.skip("Python for the browser has not been fetched: make page")
    folder = tmp_path_factory.mktemp("python")
    (folder / "pyodide").symlink_to(runtime)
    shutil.copy(wheels[0], folder / "msgspec.whl")
    (folder / "index.html").write_text("<!doctype html><title>Python</title>")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for top, below in (("src/kilowatt", ROOT / "src"), ("tools", ROOT)):
            for path in sorted((ROOT / top).rglob("*")):
                name = path.relative_to(below).as_posix()
                if path.is_file() and not re.match(r"kilowatt/server/|.*__pycache__", name):
                    archive.write(path, name)
    (folder / "kilowatt.zip").write_bytes(packed.getvalue())
    return folder


AT_ONCE = ("random", "simple", "economist", "planner", "student")
GAMES: list[tuple[str, tuple[str, ...], bool]] = [
    ("recharged/germany", AT_ONCE, False),
    ("card-game", AT_ONCE, False),
    ("original/korea", AT_ONCE, True),
    ("recharged/germany", ("search",), True),
    ("card-game", ("search",), True),
    ("recharged/germany", ("learned", "values"), True),
    ("card-game", ("learned", "values"), True),
]
"""Which bots play on which ruleset, and whether that takes too long for every change."""


@pytest.mark.parametrize(
    ("ruleset", "bots"),
    [pytest.param(ruleset, bots, marks=pytest.mark.slow if long else ()) for ruleset, bots, long in GAMES],
)
def test_whole_games_are_the_same_in_a_browser(
    browser: Browser, python: Path, ruleset: str, bots: tuple[str, ...]
) -> None:
    """Bots of the ladder, those that think by the clock with a budget of work, play the same games as here.

    They are the stored ones; those of a bot without any are played here too.
    """
    files = Files(python, ours=False)
    context = visitor(browser)
    page = context.new_page()
    page.goto(f"{files.url}index.html")
    program = (
        "import json; from tools.same_moves import hashes; "
        f"json.dumps(hashes({[ruleset]!r}, {list(bots)!r}, 1, {WORK}))"
    )
    played = json.loads(page.evaluate(PLAY, program))
    context.close()
    files.stop()
    unpinned = [bot for bot in bots if not ROSTER[bot].pinned]
    known = {**json.loads(STORED.read_text(encoding="utf-8")), **hashes([ruleset], unpinned, 1, WORK)}
    assert played == {game: known[game] for game in played}
    assert {game.split()[1] for game in played} == set(bots)


def test_every_rung_is_compared_on_a_map_and_with_cards() -> None:
    """Each bot of the ladder plays in a browser on at least one board and the card game."""
    for bot in RUNGS:
        rulesets = {ruleset for ruleset, bots, _ in GAMES if bot in bots}
        assert "card-game" in rulesets, bot
        assert len(rulesets) > 1, bot
