"""The page's own worker answers as the host does here, and so as a server: test_conformance.py compares those two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.e2e.kit import visitor
from tests.e2e.site_kit import STARTED, Files
from tests.host.kit import Device
from tests.host.test_conformance import REQUESTS, conversation, less, local, named, real_conversation

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.timeout(900)]

START = """worker => new Promise((done, fail) => {
  const host = new Worker(worker, { type: 'module' });
  const waiting = new Map();
  const heard = [];
  let wake = () => {};
  let count = 0;
  let seq = 0;
  window.home = {
    request: (method, path, body) => new Promise((answered) => {
      waiting.set(count += 1, answered);
      host.postMessage({ type: 'request', id: count, method, path, body, language: 'en' });
    }),
    open: (line, code) => host.postMessage({ type: 'open', line, code }),
    send: (line, text) => host.postMessage({ type: 'send', line, text }),
    // the next message of these types
    hear: async (wanted) => {
      for (;;) {
        while (heard.length > 0) {
          const message = heard.shift();
          seq = message.view?.seq ?? seq;
          if (wanted.includes(message.type)) return message;
        }
        await new Promise((go) => { wake = go; });
      }
    },
    until: async (wanted) => { while (seq < wanted) await window.home.hear(['update', 'welcome']); },
  };
  host.onerror = (event) => fail(new Error(event.message));
  host.onmessage = ({ data }) => {
    if (data.type === 'fault') fail(new Error(data.detail));
    if (data.type === 'complete') done();
    if (data.type === 'answer') waiting.get(data.id)(data);
    if (data.type === 'message') { heard.push(JSON.parse(data.text)); wake(); }
  };
  host.postMessage({ type: 'start', base: new URL('.', location.href).href });
})"""
"""Starts the worker that keeps the games, as the page does, and speaks with it."""


class Worker:
    """The worker of a site in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.line = 0

    def ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """Send a request."""
        text = None if body is None else msgspec.json.encode(body).decode()
        got = self.page.evaluate("row => home.request(...row)", [method, path, text])
        return got["status"], msgspec.json.decode(got["body"]) if got["body"] else None

    def open(self, code: str) -> None:
        """Open a table and say hello."""
        self.line += 1
        self.page.evaluate("row => home.open(...row)", [self.line, code])
        self.send({"type": "hello"})
        self.hear({"welcome"})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message to the table that was opened last."""
        self.page.evaluate("row => home.send(...row)", [self.line, msgspec.json.encode(message).decode()])

    def hear(self, wanted: set[str]) -> Any:
        """Return the next message of these types."""
        return self.page.evaluate("wanted => home.hear(wanted)", sorted(wanted))

    def until(self, seq: int) -> None:
        """Wait for an entry."""
        self.page.evaluate("seq => home.until(seq)", seq)


@pytest.fixture(scope="module")
def worker(browser: Browser, site: Path) -> Iterator[Worker]:
    """Yield the worker of a site that has got everything."""
    files = Files(site)
    [name] = [path.name for path in (site / "assets").glob("host-*.js")]
    context = visitor(browser)
    context.set_default_timeout(STARTED)
    page = context.new_page()
    page.goto(f"{files.url}early.json")
    page.evaluate(START, f"assets/{name}")
    yield Worker(page)
    context.close()
    files.stop()


def is_random(body: Any) -> bool:
    """Return whether a request begins a game whose zone the home draws by chance."""
    return isinstance(body, dict) and body.get("ruleset") == "custom"


def test_requests_are_answered_alike(worker: Worker) -> None:
    """Rules, boards, puzzles, the workshop, sentences and refusals are those of the host here."""
    device = Device()
    for method, path, body in REQUESTS:
        if not is_random(body):
            assert less(worker.ask(method, path, body)) == less(local(device, method, path, body)), path


@pytest.mark.parametrize("ruleset", ["recharged/germany", "card-game"])
def test_a_conversation_at_a_table_is_the_same(worker: Worker, ruleset: str) -> None:
    """A game that was moved there goes on by the same deal: moves, undo, quotes, hints, refusals, views and records."""
    table = {"ruleset": ruleset, "seats": 3, "level": "simple", "name": "Ann"}
    begun, device = Device(), Device()
    code = begun.ask("POST", "/api/quick", table)["table"]["code"]
    begun.open(code)
    begun.think()
    moved = begun.ask("POST", f"/api/tables/{code}/pack")
    ours, theirs = local(device, "POST", "/api/unpack", moved), worker.ask("POST", "/api/unpack", moved)
    assert less(ours) == less(theirs)
    code, there = ours[1]["table"]["code"], theirs[1]["table"]["code"]
    device.open(code)
    device.think()
    room = device.host.tables.find(code).room
    worker.open(there)
    worker.until(room.row.seq)
    for message, expected, seq in conversation(device, code):
        worker.send(message)
        if expected is None:
            continue
        got = worker.hear({expected["type"], "refused"})
        assert less(got) == less(expected), message
        worker.until(seq)
    for path in ("", "/board", "/rules", "/curves", "/review"):
        mine, (status, answer) = (
            local(device, "GET", f"/api/tables/{code}{path}", None),
            worker.ask("GET", f"/api/tables/{there}{path}", None),
        )
        assert less(mine) == less((status, named(answer, there, code))), path


def test_a_game_on_a_real_board_is_written_alike(worker: Worker) -> None:
    """Lines that are written, taken back and refused are answered as here."""
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben", "Cleo")]
    table = {"ruleset": "original/germany", "seats": seats, "real": True}
    device = Device()
    ours, theirs = local(device, "POST", "/api/tables", table), worker.ask("POST", "/api/tables", table)
    assert less(ours) == less(theirs)
    code = ours[1]["table"]["code"]
    device.open(code)
    room = device.host.tables.find(code).room
    worker.open(theirs[1]["table"]["code"])
    for message in real_conversation():
        message["expect"] = room.row.seq
        expected = device.say(message)[0]
        worker.send(message)
        assert less(worker.hear({expected["type"], "refused"})) == less(expected), message
        worker.until(room.row.seq)
