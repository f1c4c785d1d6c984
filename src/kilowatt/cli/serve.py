"""`kilowatt serve` and `kilowatt play`: run the server for a group, or on this machine alone with the page opened."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kilowatt.editions.options import BadOption

if TYPE_CHECKING:
    from kilowatt.server.settings import Settings

LOOPBACK = "127.0.0.1"
NEEDS = "The server needs the extra `serve`: pip install 'kilowatt[serve]'."
OPEN_AFTER = 20.0
"""Seconds to wait for the server before the browser is left alone."""


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for every interface.")] = "0.0.0.0",  # noqa: S104
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
    database: Annotated[
        str, typer.Option(help="Database URL; default: KILOWATT_DATABASE_URL, else a file in your data folder.")
    ] = "",
    check_games: Annotated[
        bool,
        typer.Option(
            "--check-games", help="Replay every unfinished game, list those that cannot be replayed, and exit."
        ),
    ] = False,
    check_cards: Annotated[
        bool, typer.Option("--check-cards", help="Check the cards in the folder KILOWATT_CARDS, and exit.")
    ] = False,
) -> None:
    """Run the server for a group."""
    settings = settings_for(database)
    if check_cards:
        raise typer.Exit(_check_cards(settings))
    if check_games:
        raise typer.Exit(asyncio.run(_check(settings)))
    _run(settings, host, port, f"Kilowatt listens on {host}:{port} (end with Ctrl+C)")


def play_in_browser(
    port: int = 0,
    database: str = "",
    browser: bool = True,
) -> None:
    """Run the server for this machine alone and open the page; port 0 is any free one."""
    settings = settings_for(database)
    if not os.environ.get("KILOWATT_LOG_LEVEL"):
        settings.log_level = "WARNING"
    # on this machine alone: another site must not reach the server by a name of its own that points here
    settings.hosts = settings.hosts or (LOOPBACK, "localhost")
    chosen = port or _free_port()
    address = f"http://{LOOPBACK}:{chosen}/"
    if browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    _run(settings, LOOPBACK, chosen, f"Kilowatt is at {address} (end with Ctrl+C)")


def settings_for(database: str) -> Settings:
    """Read the settings of the environment, with another database if one is named."""
    try:
        from kilowatt.server.settings import driver_url, from_environment
    except ImportError:
        print(NEEDS, file=sys.stderr)
        raise typer.Exit(2) from None
    settings = from_environment()
    if database:
        settings.database_url = driver_url(database, "--database")
    return settings


def _run(settings: Settings, host: str, port: int, said: str) -> None:
    try:
        from kilowatt.server.ops.run import run
        from kilowatt.server.settings import database_file
        from kilowatt.server.store.file_lock import check_free
    except ImportError:
        print(NEEDS, file=sys.stderr)
        raise typer.Exit(2) from None
    _check_port(host, port)
    check_free(database_file(settings.database_url))
    print(said, flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        run(settings, host, port)


async def _check(settings: Settings) -> int:
    try:
        from kilowatt.server.ops.audit import check_games
    except ImportError:
        print(NEEDS, file=sys.stderr)
        raise typer.Exit(2) from None

    def say(line: str) -> None:
        print(line)

    return await check_games(settings, say)


def _check_cards(settings: Settings) -> int:
    from kilowatt.server.game.card_check import check_cards

    def report(line: str) -> None:
        print(line)

    return check_cards(settings.cards, report)


def _check_port(host: str, port: int) -> None:
    """Refuse an address that is in use in one line, before anything is started."""
    try:
        socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except (OSError, UnicodeError) as error:
        option = "host" if isinstance(error, socket.gaierror | UnicodeError) else "port"
        reason = str(getattr(error, "strerror", error)).partition(" (while")[0]
        raise BadOption(option, f"cannot listen on {host}:{port}: {reason}; choose another") from None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: Any = probe.getsockname()[1]
        return int(port)


def _open_when_ready(address: str) -> None:
    until = time.monotonic() + OPEN_AFTER
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < until:
        try:
            with opener.open(address + "healthz", timeout=1):
                webbrowser.open(address)
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
