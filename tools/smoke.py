"""What an installed Kilowatt must do: say its version, play a game with bots, write the site, serve page and table.

`python -I smoke.py [VERSION]`, with the Python of an environment in which a wheel with the extra `serve` is installed.
It needs nothing else of the repository.
"""

from __future__ import annotations

import asyncio
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

SECONDS = 120
MOVES = 8


def said(*words: str) -> str:
    """Run a command of the installed program and return what it prints."""
    return subprocess.run([sys.executable, "-m", "kilowatt", *words], check=True, capture_output=True, text=True).stdout


def need(true: bool, fault: str) -> None:  # noqa: FBT001 - reads like an assertion
    """Stop with a fault unless something is true."""
    if not true:
        sys.exit(fault)


def got(url: str) -> str:
    """Ask until the server answers."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:  # noqa: S310 - our own server
                return str(answer.read(), "utf-8")
        except (urllib.error.URLError, OSError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


async def played(url: str) -> None:
    """Sit down at a table against a bot and make some moves through the socket; its record has them."""
    import kilowatt
    from kilowatt.client import Client
    from kilowatt.protocol import QuickTable

    chance = random.Random(1)
    async with asyncio.timeout(SECONDS), Client(url) as client:
        code = (await client.quick(QuickTable(seats=2, level="easy"))).table.code
        last = 0
        async with client.sit(code) as seat:
            for _ in range(MOVES):
                await seat.turn()
                menu = seat.view.mine.menu if seat.view else None
                if menu is None:
                    sys.exit("a table of the server cannot be played")
                row = chance.choice(menu.choices[chance.choice(sorted(menu.choices))])
                last = (await seat.act(row.at(0))).seq  # type: ignore[arg-type]
        record = kilowatt.read_record((await client.record(code)).splitlines())
        need(len(record.entries) >= last, "the record of a table lacks moves")


def main() -> int:
    """Try all of it."""
    need((*sys.argv, "")[1] in said("--version"), "--version names another version")
    said("simulate", "--ruleset", "recharged/germany", "--seats", "3", "--games", "2", "--check")
    said("arena", "--bots", "hard,simple", "--deals", "1", "--ruleset", "original/usa", "--seats", "2")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        said("site", str(Path(folder) / "site"))
        need((Path(folder) / "site" / "index.html").is_file(), "the game without a server is not in the wheel")
        database = f"sqlite:///{Path(folder) / 'games.db'}"
        command = [sys.executable, "-m", "kilowatt", "serve", "--host", "127.0.0.1", "--port", str(port)]
        with subprocess.Popen([*command, "--database", database], stderr=subprocess.DEVNULL) as server:
            try:
                got(f"http://127.0.0.1:{port}/readyz")
                need("<title>" in got(f"http://127.0.0.1:{port}/"), "the page is not in the wheel")
                need("recharged/germany" in got(f"http://127.0.0.1:{port}/api/rulesets"), "no games are listed")
                asyncio.run(played(f"http://127.0.0.1:{port}"))
            finally:
                server.terminate()
    print("plays and serves")
    return 0


if __name__ == "__main__":
    sys.exit(main())
