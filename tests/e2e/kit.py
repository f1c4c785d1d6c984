"""What the browser tests share: a real server process, a real Chromium, devices of their own, and the way to a table.

The players are in `player.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kilowatt
from tests.e2e.player import SHORT, Player, asked, await_turn, mark, over, primary, settle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

__all__ = [
    "Player",
    "Server",
    "asked",
    "await_turn",
    "launch",
    "mark",
    "open_table",
    "over",
    "primary",
    "quick",
    "server_in",
    "settle",
    "table_code",
    "two_people",
    "visitor",
    "watch_faults",
]
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""Two frames have been drawn: what was put up stands."""
STILL = """() => document.getAnimations().every(
  one => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)"""
"""Nothing fades or slides any more."""
COARSE: dict[str, Any] = {"device_scale_factor": 0.25}
"""Draw each pixel for sixteen: nobody looks, the layout is the same, and drawing is half of what a game costs."""
SMALL: dict[str, Any] = {**COARSE, "viewport": {"width": 1024, "height": 700}}
AT_ONCE = """try {
  if (!localStorage.getItem('kilowatt')) localStorage.setItem('kilowatt', JSON.stringify({ pace: 'instant' }));
} catch { /* a page without storage */ }"""
"""Show bots' moves at once: nobody watches them."""
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
)


def chromium_path() -> str | None:
    """Find the machine's Chromium, best the build without windows: a test costs it half the processor time."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


def launch(playwright: Playwright) -> Browser:
    """Start Chromium."""
    path = chromium_path()
    assert path is not None, "there is no Chromium on this machine"
    return playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_FLAGS))


def free_port() -> int:
    """Find a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_ready(url: str) -> None:
    """Wait until a server that was started answers."""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{url}/readyz", timeout=5):
            return
        time.sleep(0.05)
    raise AssertionError("the server did not start")


DEAL = "0b" * 32
"""The seed of every deal: what fails in the browser fails again. `make soak` also plays deals nobody has seen."""


class Server:
    """A server in a process of its own, which a test may stop and start again on the same data."""

    def __init__(
        self,
        folder: Path,
        bot_pause: float = 0.001,
        deal: str | None = DEAL,
        data: Path | None = None,
        env: dict[str, str] | None = None,
    ) -> None:
        self.env = env or {}
        self.bot_pause = bot_pause
        self.data = data
        self.deal = deal
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'game.db'}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        lines = [
            "from kilowatt.cli.serve import serve",
            f"import kilowatt; kilowatt.add_data({str(self.data)!r})" if self.data else "",
            "from kilowatt.host import codes",
            f"codes.new_seed = lambda: {self.deal!r}" if self.deal else "",
            f"serve('127.0.0.1', {self.port}, {self.database!r}, False)",
        ]
        env = {
            **os.environ,
            "KILOWATT_LIMITS": "0",
            "KILOWATT_CLOCK_GRACE": "0",
            "KILOWATT_STAND_IN": "0",
            "KILOWATT_BOT_PAUSE": str(self.bot_pause),
            "KILOWATT_BOT_PROCESSES": "1",
            "KILOWATT_LOG_LEVEL": "WARNING",
            **self.env,
        }
        self.process = subprocess.Popen([sys.executable, "-c", "\n".join(lines)], env=env, stdout=subprocess.DEVNULL)
        await_ready(self.url)

    def stop(self) -> None:
        """Stop it, as a restart of the machine would."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.terminate()
        try:
            process.wait(30)
        finally:
            process.kill()  # does nothing to one that has ended; a test leaves no server behind


@contextlib.contextmanager
def server_in(
    folder: Path,
    bot_pause: float = 0.001,
    deal: str | None = DEAL,
    data: Path | None = None,
    env: dict[str, str] | None = None,
) -> Iterator[Server]:
    """Run a server until the end of the block; without a deal it draws its own, as for its players."""
    server = Server(folder, bot_pause, deal, data, env)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def visitor(browser: Browser, **options: Any) -> BrowserContext:
    """Open a device of its own: other cookies, no stored settings."""
    wide = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce"}
    context = browser.new_context(**{**wide, **options})
    context.set_default_timeout(SHORT * 1000)
    context.add_init_script(AT_ONCE)
    return context


def watch_faults(page: Page) -> list[str]:
    """Collect what the page does wrong: errors, blocked content, requests to another host."""
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))

    def console(message: Any) -> None:
        # a lost connection is reported by the browser itself; some tests cut it on purpose
        if message.type == "error" and "ERR_CONNECTION" not in message.text and "WebSocket" not in message.text:
            faults.append(message.text)

    page.on("console", console)
    page.on(
        "request",
        lambda request: (
            None if "//127.0.0.1:" in request.url or request.url.startswith("data:") else faults.append(request.url)
        ),
    )
    return faults


def table_code(page: Page) -> str:
    """Read the table's code from the address."""
    match = re.search(r"/t/([^/?#]+)", page.url)
    assert match, page.url
    return match[1]


def quick(page: Page, url: str, ruleset: str = "recharged/germany", seats: int = 3, level: str = "simple") -> Player:
    """Start a game against bots from the lobby with one click, and sit down."""
    page.goto(url)
    page.locator(".tile .tiny-city").first.wait_for()
    fields = page.locator(".quick-form select")
    fields.nth(0).select_option(ruleset)
    fields.nth(1).select_option(str(seats))
    choice = page.locator(f'.level input[value="{level}"]')
    if not choice.is_visible():
        page.locator(".more-bots summary").click()
    choice.check()
    page.locator(".hero .primary").click()
    page.locator("#console").wait_for()
    return Player(page)


def start(page: Page, url: str, ruleset: str = "recharged/germany", seats: int = 3, level: str = "simple") -> Player:
    """Start a game against bots as `quick` does, without the way through the lobby."""
    wish = {"ruleset": ruleset, "seats": seats, "level": level, "name": "You"}
    page.goto(f"{url}/t/{ask(page, f'{url}/api/quick', wish)['table']['code']}")
    page.locator("#console").wait_for()
    return Player(page)


def open_table(
    page: Page,
    url: str,
    seats: list[str],
    zone: str = "Random",
    name: str = "Anna",
    ruleset: str = "recharged/germany",
    switches: tuple[str, ...] = (),
    clock: str = "none",
) -> str:
    """Open a table with the form; each seat is `person`, `open` or `bot:LEVEL`. Return its code.

    A game without a map has no zone; `switches` are turned over by their labels.
    """
    page.goto(f"{url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    page.get_by_role("combobox", name="Game", exact=True).select_option(ruleset)
    page.get_by_label("Your name").fill(name)
    page.locator("form.form .choice button", has_text=re.compile(f"^{len(seats)}$")).click()
    for index, kind in enumerate(seats):
        page.get_by_label(f"Seat {index + 1}", exact=True).select_option(kind)
    if ruleset != "card-game":
        page.get_by_role("button", name=zone, exact=True).click()
    for label in switches:
        page.get_by_role("switch", name=label, exact=True).click()
    page.get_by_role("combobox", name="Clock", exact=True).select_option(clock)
    page.locator("form.form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    return table_code(page)


@contextlib.contextmanager
def two_people(browser: Browser, url: str, seats: tuple[str, ...] = ("person", "open")) -> Iterator[tuple[Page, Page]]:
    """Let Anna open a table and Ben come by its link, each on a device of their own; no page may do anything wrong."""
    contexts = (visitor(browser, **SMALL), visitor(browser, **SMALL))
    anna, ben = (context.new_page() for context in contexts)
    faults = (watch_faults(anna), watch_faults(ben))
    code = open_table(anna, url, list(seats))
    ben.goto(f"{url}/t/{code}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    for page in (anna, ben):
        page.locator("#console").wait_for()
    yield anna, ben
    for context in contexts:
        context.close()
    assert faults == ([], [])


def choose_in_menu(page: Page, name: str) -> None:
    """Open the table's menu and press one of its buttons."""
    page.get_by_role("button", name="Menu", exact=True).click()
    page.locator("dialog.settings").get_by_role("button", name=name, exact=True).click()


def golden_path(golden: str) -> Path:
    """Return the file of a golden game."""
    return Path(__file__).parents[1] / "golden" / f"{golden}.jsonl"


def bring(page: Page, url: str, golden: str) -> None:
    """Open one of the golden games from the lobby, as a person opens a record."""
    page.goto(url)
    page.locator(".tile .tiny-city").first.wait_for()
    page.get_by_label("Open a saved game").set_input_files(golden_path(golden))
    page.locator(".game:not([data-earlier]) .replay").wait_for()


def ask(page: Page, url: str, wish: dict[str, Any]) -> Any:
    """Send the server a wish from this page's device."""
    answer = page.request.post(url, data=wish)
    assert answer.ok, answer.text()
    return answer.json()


@functools.cache
def moment(golden: str, number: int, phase: str, *, bid: bool) -> int:
    """Find the first entry after which a golden game's first seat decides in this round and phase."""
    record = kilowatt.read_record(golden_path(golden))
    state = kilowatt.replay(record, upto=0).state
    for entry in record.entries:
        assert entry.action is not None, "golden games have no undo"
        kilowatt.advance(state, entry.action)
        if kilowatt.actor(state) == 0:
            shot = kilowatt.snapshot(state)
            if (shot["round"], shot["phase"], shot["auction"] is not None) == (number, phase, bid):
                return int(entry.seq)
    raise AssertionError(f"{golden} has no such moment")


def sit_down(page: Page, url: str, golden: str, number: int, phase: str, *, bid: bool = False) -> Player:
    """Play on from the first moment of a golden game where its first seat decides in this round and phase."""
    seq = moment(golden, number, phase, bid=bid)
    # straight to the server: test_history.py opens records and forks them by hand
    record = golden_path(golden).read_text(encoding="utf-8")
    code = ask(page, f"{url}/api/import", {"record": record})["table"]["code"]
    fork = ask(page, f"{url}/api/tables/{code}/fork", {"seq": seq})["table"]["code"]
    page.goto(f"{url}/t/{fork}")
    await_turn(page)
    return Player(page)


def beside(work: Any) -> None:
    """Run a coroutine in a thread of its own: the browser's driver has the loop of this one."""
    thread = threading.Thread(target=asyncio.run, args=(work,))
    thread.start()
    thread.join(60)
    assert not thread.is_alive()


def token_of(page: Page) -> str:
    """Read a device's token from its cookies."""
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "kilowatt_device")
