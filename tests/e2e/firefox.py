"""An ordinary Firefox for tests, driven by WebDriver BiDi: as much of it as these tests need."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import shutil
import subprocess
import threading
import time
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from websockets.sync.client import ClientConnection

PLACE = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
LONGEST = 180.0
"""Seconds for anything on a busy machine."""


def firefox_path() -> str | None:
    """Return the Firefox of this machine."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """One window of a running Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **params: object) -> Any:
        """Send a command and wait for its answer."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.recv(timeout=LONGEST))
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def size(self, width: int, height: int) -> None:
        """Give the window a size."""
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def open(self, url: str) -> None:
        """Go to an address."""
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def reload(self) -> None:
        """Load the page anew."""
        self.send("browsingContext.reload", context=self.context, wait="complete")

    def ask(self, code: str) -> Any:
        """Return what an expression is in the page, which may be a promise of it."""
        wrapped = f"(async () => JSON.stringify((await ({code})) ?? null))()"
        target = {"context": self.context}
        told = self.send("script.evaluate", expression=wrapped, target=target, awaitPromise=True)
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def until(self, code: str) -> Any:
        """Wait until an expression is true in the page, and return it."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            if value := self.ask(code):
                return value
            time.sleep(0.1)
        raise AssertionError(f"{code} did not come true; the page says {self.ask('document.body.innerText')}")

    def press(self, selector: str) -> None:
        """Press the first element of a selector once it can be pressed."""
        place = json.dumps(f"{selector}:not([disabled], [aria-disabled=true])")
        self.until(f"(one => {{ one?.click(); return one !== null; }})(document.querySelector({place}))")


@contextlib.contextmanager
def firefox(path: str, profile: Path) -> Iterator[Firefox]:
    """Run a Firefox with a profile folder until the end of the block."""
    profile.mkdir(exist_ok=True)
    apart = ["--headless", "--no-remote", "--profile", str(profile)]
    words = [path, *apart, "--remote-debugging-port", "0", "about:blank"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            found = next((match for line in process.stderr if (match := PLACE.search(line))), None)
            assert found is not None, f"{path} ended without saying where it listens"
            # what it says further is read away: a full pipe would stop it
            threading.Thread(target=process.stderr.read, daemon=True).start()
            with connect(f"{found[1]}/session", max_size=None, proxy=None) as socket:
                yield Firefox(socket)
        finally:
            process.kill()
