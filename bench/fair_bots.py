"""Fair thinking: fifty tables of four `expert` bots at one address, and the bots of a player at another.

    python -m bench.fair_bots --tables 50 --moves 10

One thinking process, the worst case. Prints how long the player's bots waited for their turn to think, by the server's
own histogram, and how long the crowd's did.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import tempfile
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

from bench.driving import choose, free_port, open_socket, read, scrape, start, stop
from bench.flood import FLOODER, from_elsewhere

EXPERTS = {"ruleset": "recharged/germany", "seats": [{"kind": "bot", "level": "expert"}] * 4, "visibility": "public"}


async def make(url: str, token: str, address: str, body: dict[str, Any], path: str = "/api/tables") -> str:
    """Make a table from an address."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    headers = {"cookie": f"kilowatt_device={token}"}
    async with httpx.AsyncClient(base_url=url, transport=transport, headers=headers, timeout=60) as http:
        made = await http.post(path, json=body)
        made.raise_for_status()
        return str(made.json()["table"]["code"])


async def drain(socket: ClientConnection) -> None:
    """Read everything."""
    with contextlib.suppress(Exception):
        async for _ in socket:
            pass


async def play(socket: ClientConnection, moves: int) -> None:
    """Play a seat against bots."""
    chance = random.Random(1)
    async for raw in socket:
        message = read.decode(raw)
        if message.view is None or message.view.mine.menu is None:
            continue
        if moves == 0:
            return
        moves -= 1
        move = choose(message.view.mine.menu, chance)
        act = {"type": "act", "key": secrets.token_hex(8), "expect": message.view.seq, "action": move}
        await socket.send(json.dumps(act))


async def measure(asked: argparse.Namespace, folder: Path) -> None:
    """Measure and print."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {"KILOWATT_BOT_PROCESSES": "1", "KILOWATT_BOT_PAUSE": "0.0001", "KILOWATT_IDLE": "300"}
    server, _ = await start(f"sqlite:///{folder / 'bots.db'}", port, **settings)
    try:
        crowd = []
        for _ in range(asked.tables):
            token = secrets.token_urlsafe(16)
            socket = await from_elsewhere(url, await make(url, token, FLOODER, EXPERTS), token)
            await socket.send('{"type":"hello"}')
            crowd.append(asyncio.create_task(drain(socket)))
        await asyncio.sleep(3)
        token = secrets.token_urlsafe(16)
        code = await make(url, token, "127.0.0.1", {"level": "expert", "name": "Ann"}, "/api/quick")
        player = await open_socket(url, code, token)
        await player.send('{"type":"hello"}')
        async with asyncio.timeout(asked.seconds):
            await play(player, asked.moves)
        figures = await scrape(url)
        print(f"load {os.getloadavg()[0]:.1f}, {asked.tables} tables of four expert bots, one thinking process")
        for lane in ("player", "watcher"):
            name = f'kilowatt_thinking_wait_seconds_bucket{{lane="{lane}",le="'
            count = figures.get(f'kilowatt_thinking_wait_seconds_count{{lane="{lane}"}}', 0.0)
            total = figures.get(f'kilowatt_thinking_wait_seconds_sum{{lane="{lane}"}}', 0.0)
            below = {
                key.removeprefix(name).rstrip('"}'): value for key, value in figures.items() if key.startswith(name)
            }
            worst = next((most for most, value in below.items() if value >= count), "?")
            print(
                f"{lane:8} {count:6.0f} thoughts, waited {total / max(1, count):.2f} s on average, all within {worst} s"
            )
        for task in crowd:
            task.cancel()
    finally:
        await stop(server)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--moves", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=240.0, help="the most this may take")
    with tempfile.TemporaryDirectory(prefix="kilowatt-bots-", ignore_cleanup_errors=True) as folder:
        asyncio.run(measure(parser.parse_args(), Path(folder)))


if __name__ == "__main__":
    main()
