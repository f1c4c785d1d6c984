"""What the browser tests share: a real server process, a real Chromium, and a player who only uses the page.

The player clicks and types like a person; it knows no rule and reads nothing but what the page shows.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SHORT = 15_000
"""Milliseconds for one thing to appear."""


def chromium_path() -> str | None:
    """Find the machine's Chromium."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        found = shutil.which(name)
        if found:
            return found
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


class Server:
    """A server in a process of its own, which a test may stop and start again on the same data."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'game.db'}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = f"from kilowatt.cli.serve import serve; serve('127.0.0.1', {self.port}, {self.database!r}, False)"
        env = {
            **os.environ,
            "KILOWATT_LIMITS": "0",
            "KILOWATT_BOT_PAUSE": "0.001",
            "KILOWATT_BOT_PROCESSES": "1",
            "KILOWATT_LOG_LEVEL": "WARNING",
        }
        self.process = subprocess.Popen([sys.executable, "-c", command], env=env, stdout=subprocess.DEVNULL)
        for _ in range(400):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/readyz", timeout=1):
                return
            time.sleep(0.05)
        raise AssertionError("the server did not start")

    def stop(self) -> None:
        """Stop it, as a restart of the machine would."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)
            self.process = None


@contextlib.contextmanager
def server_in(folder: Path) -> Iterator[Server]:
    """Run a server until the end of the block."""
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def visitor(browser: Browser, **options: Any) -> BrowserContext:
    """Open a device of its own: other cookies, no stored settings."""
    wide = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB", "reduced_motion": "reduce"}
    context = browser.new_context(**{**wide, **options})
    context.set_default_timeout(SHORT)
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
    found = re.search(r"/t/([^/?#]+)", page.url)
    assert found, page.url
    return found[1]


def asked(page: Page) -> str:
    """Say which decision the console asks for; empty when it is not one's turn."""
    return page.locator("#console").get_attribute("data-asked") or ""


def over(page: Page) -> bool:
    """Tell whether the end screen is there."""
    return page.locator("dialog.end").count() > 0


def await_turn(page: Page, seconds: float = 90.0) -> str:
    """Wait until a decision is asked or the game is over."""
    page.wait_for_function(
        "() => document.querySelector('dialog.end') || (document.querySelector('#console')?.dataset.asked && "
        "!document.querySelector('[aria-busy=true]'))",
        timeout=seconds * 1000,
    )
    return "over" if over(page) else asked(page)


def settle(page: Page, before: str) -> None:
    """Wait until the page has drawn a state later than the one with this mark."""
    page.wait_for_function(
        "before => document.querySelector('.game')?.dataset.seq !== before || document.querySelector('dialog.end')",
        arg=before,
    )


def mark(page: Page) -> str:
    """Read which state is drawn."""
    return page.locator(".game").get_attribute("data-seq") or ""


def primary(page: Page) -> None:
    """Press the console's large button and wait for what it does."""
    before = mark(page)
    page.locator("#console [data-primary]").first.click()
    settle(page, before)


def end_turn(page: Page) -> None:
    """End the turn, and say yes to a question that comes up."""
    before = mark(page)
    page.locator("#console .end").click()
    question = page.locator("dialog.question .answers button").first
    if question.count() > 0:
        question.click()
    settle(page, before)


class Player:
    """Somebody who plays by using the page, plainly: cheapest plant, fuel for one run, cheapest cities."""

    def __init__(self, page: Page, cities_a_turn: int = 3) -> None:
        self.page = page
        self.cities_a_turn = cities_a_turn
        self.seen: set[str] = set()

    def decide(self) -> str:
        """Wait for one's turn and decide once; gives what was asked, or "over"."""
        kind = await_turn(self.page)
        if kind == "over":
            return kind
        self.seen.add(kind)
        getattr(self, f"do_{kind}")()
        return kind

    def play_on(self, most: int = 2000) -> None:
        """Play until the end screen."""
        for _ in range(most):
            if self.decide() == "over":
                return
        raise AssertionError(f"the game is not over after {most} decisions")

    def play_until(self, kind: str, most: int = 600) -> None:
        """Play until this decision is asked."""
        for _ in range(most):
            found = await_turn(self.page)
            if found == kind:
                return
            assert found != "over", f"the game ended before {kind}"
            self.decide()
        raise AssertionError(f"{kind} was not asked")

    def _first(self, selector: str) -> None:
        before = mark(self.page)
        self.page.locator(selector).first.click()
        settle(self.page, before)

    def do_area(self) -> None:
        """Choose the first area offered."""
        self._first("#console .quick button")

    def _city(self) -> None:
        before = mark(self.page)
        choice = self.page.locator("#console select")
        value = choice.locator("option").nth(1).get_attribute("value")
        choice.select_option(value)
        settle(self.page, before)

    do_trust = _city
    do_start = _city

    def do_open(self) -> None:
        """Open the cheapest plant while there are fewer than three and one can be had, else opt out."""
        page = self.page
        out = page.locator("#console .buttons button", has_text=re.compile("Opt out|Aussteigen"))
        own = page.locator(".player:has(.tag-you) .mini").count()
        offered = page.locator("#console .plants-quick button").count() > 0
        if (own >= 3 or not offered) and out.get_attribute("aria-disabled") != "true":
            before = mark(page)
            out.click()
            question = page.locator("dialog.question .answers button").first
            if question.count() > 0:
                question.click()
            settle(page, before)
            return
        page.locator("#console .plants-quick button").first.click()
        primary(page)

    def do_bid(self) -> None:
        """Leave the auction."""
        self._first("#console .pass")

    def do_scrap(self) -> None:
        """Give up the first plant offered."""
        self._first("#console .scrap .plant")

    def do_discard(self) -> None:
        """Give up the first fuel offered."""
        self._first("#console .quick button")

    def do_fuel(self) -> None:
        """Buy what one run needs, then end the turn."""
        page = self.page
        run = page.locator("#console .quick button").first
        if run.count() > 0 and not (run.text_content() or "").endswith(" 0"):
            run.click()
            buy = page.locator("#console [data-primary]")
            if "end" not in (buy.get_attribute("class") or "") and buy.get_attribute("aria-disabled") != "true":
                before = mark(page)
                buy.click()
                settle(page, before)
                if await_turn(page) != "fuel":
                    return
        end_turn(page)

    def do_cards(self) -> None:
        """Buy the first card that can be had, then end the turn."""
        page = self.page
        card = page.locator(".fuel-card:not([aria-disabled]):not(.empty-card)").first
        if card.count() > 0:
            card.click()
            if page.locator("#console [data-primary]").get_attribute("aria-disabled") != "true":
                primary(page)
                if await_turn(page) != "cards":
                    return
        end_turn(page)

    def do_build(self) -> None:
        """Build in the cheapest cities one can pay for, then end the turn."""
        page = self.page
        for _ in range(self.cities_a_turn):
            costs = page.eval_on_selector_all(
                ".city.light-open",
                "all => all.map(c => [Number(c.querySelector('.cost')?.textContent ?? 99), c.dataset.city])",
            )
            if not costs:
                break
            page.locator(f'[data-city="{min(costs)[1]}"]').dispatch_event("click")
            page.wait_for_function(
                "() => /\\d$/.test(document.querySelector('#console [data-primary]')?.textContent ?? '')"
            )
            primary(page)
            if await_turn(page) != "build":
                return
        end_turn(page)

    def do_run(self) -> None:
        """Power what is preselected."""
        primary(page=self.page)


def quick(page: Page, url: str, ruleset: str = "recharged/germany", seats: int = 3, level: str = "simple") -> Player:
    """Start a game against bots from the lobby with one click, and sit down."""
    page.goto(url)
    page.locator(".tile").first.wait_for()
    fields = page.locator(".quick-form select")
    fields.nth(0).select_option(ruleset)
    fields.nth(1).select_option(str(seats))
    fields.nth(2).select_option(level)
    page.locator(".hero .primary").click()
    page.locator("#console").wait_for()
    return Player(page)


def open_table(page: Page, url: str, seats: list[str], zone: str = "Random", name: str = "Anna") -> str:
    """Open a table with the form; each seat is `person`, `open` or `bot:LEVEL`. Gives its code."""
    page.goto(f"{url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    page.get_by_label("Your name").fill(name)
    page.locator("form.form .choice button", has_text=re.compile(f"^{len(seats)}$")).click()
    for index, kind in enumerate(seats):
        page.get_by_label(f"Seat {index + 1}", exact=True).select_option(kind)
    page.get_by_role("button", name=zone, exact=True).click()
    page.locator("form.form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    return table_code(page)
