"""What every route and message costs, against what it is charged.

    python -m bench.costs --times 40

Each is asked for so many times from one device, one after another, on a server with 100 open tables whose limits are on
but a thousand times as wide. The cost is the processor time of the whole server process, what uvicorn takes for a
request among it, less what the server uses in the same time when nobody asks for anything; the charge is what the
client's address has lost of its budget. A charge below the cost by more than a fifth is marked. Routes after which
something is gone come last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import tempfile
import time
from pathlib import Path

import httpx

from bench import every_route
from bench.driving import cpu, free_port, open_socket, scrape, start, stop

FACTOR = "1000"
ENOUGH = 0.8
"""The part of the cost that a charge must reach."""
CHARGED = "kilowatt_work_charged_ms"
IDLE_SECONDS = 10.0
GONE = ("/leave", "/delete")
"""How routes end after which a table, a group or a profile is gone."""
TABLE = {"ruleset": "recharged/germany", "seats": [{"kind": "person", "name": name} for name in "AB"]}


class Costs:
    """Compares what the server process has used with what it has charged."""

    def __init__(self, url: str, pid: int) -> None:
        self.url = url
        self.pid = pid
        self.idle = 0.0
        """The part of a core that it uses when nobody asks for anything."""
        self.before = (0.0, 0.0, 0.0)

    async def rest(self) -> None:
        """Measure what the server uses by itself."""
        busy, began = cpu(self.pid), time.perf_counter()
        await asyncio.sleep(IDLE_SECONDS)
        self.idle = (cpu(self.pid) - busy) / (time.perf_counter() - began)

    async def _now(self) -> tuple[float, float, float]:
        return cpu(self.pid) * 1000, (await scrape(self.url)).get(CHARGED, 0.0), time.perf_counter() * 1000

    async def begin(self) -> None:
        """Begin to count."""
        self.before = await self._now()

    async def end(self, name: str, times: int, status: str) -> None:
        """Print a row of the table."""
        used, charged, took = (now - then for now, then in zip(await self._now(), self.before, strict=True))
        cost, charge = max(0.0, used - self.idle * took) / times, charged / times
        mark = "" if charge >= ENOUGH * cost else "**"
        print(f"| `{name}` | {cost:.2f} | {mark}{charge:.2f}{mark} | {status} |", flush=True)


def last_gone(name: str) -> int:
    """Return where a route belongs in the order: first those that leave everything as it was."""
    return name.endswith(GONE) + (name.endswith(GONE) and name.startswith("POST /api/profile"))


async def routes(costs: Costs, http: httpx.AsyncClient, place: every_route.Place, times: int) -> None:
    """Measure every route."""
    requests = every_route.requests(place)
    for name in sorted(requests, key=last_gone):
        request = requests[name]
        seen: set[str] = set()
        await costs.begin()
        for _ in range(times):
            target = httpx.URL(costs.url).join(request.url.raw_path.decode())
            again = http.build_request(request.method, target, content=request.content, headers=request.headers)
            again.headers["host"] = target.netloc.decode()
            try:
                seen.add(str((await http.send(again)).status_code))
            except httpx.TransportError as error:
                seen.add(type(error).__name__)
        await costs.end(name, times, ", ".join(sorted(seen)))


async def messages(costs: Costs, code: str, token: str, times: int) -> None:
    """Measure every message."""
    for kind, message in every_route.messages().items():
        one = await open_socket(costs.url, code, token)
        await one.send('{"type":"hello","have":0}')
        count = min(times, 40) if kind == "nonsense" else times
        await costs.begin()
        for number in range(count):
            named = {**message, "id": str(number), "key": str(number)}
            if kind not in ("quote", "history", "entries", "hint", "ping"):
                del named["id"]
            if kind not in ("act", "undo"):
                del named["key"]
            await one.send(json.dumps(named))
            await one.send(json.dumps({"type": "ping", "id": f"end{number}"}))
            while json.loads(await one.recv()).get("id") != f"end{number}":
                pass
        await costs.end(f"message {kind}", count, "with a ping each")
        await one.close()


async def measure(asked: argparse.Namespace, folder: Path) -> None:
    """Measure everything, and print a table."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    env = {"KILOWATT_LIMITS": FACTOR, "KILOWATT_IDLE": "300", "KILOWATT_URL": url, "KILOWATT_WEBHOOKS": "1"}
    server, _ = await start(f"sqlite:///{folder / 'costs.db'}", port, **env)
    token = secrets.token_urlsafe(16)
    try:
        headers = {"cookie": f"kilowatt_device={token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, timeout=300) as http:
            place = await every_route.prepare(http, 100)
            print(f"load {os.getloadavg()[0]:.1f}, {asked.times} times each, milliseconds")
            print("| route or message | cost | charge | answers |")
            print("|:--|--:|--:|:--|", flush=True)
            costs = Costs(url, server.pid)
            await costs.rest()
            await routes(costs, http, place, asked.times)
        # the flood of requests above may have signed the first device out
        token = secrets.token_urlsafe(16)
        headers = {"cookie": f"kilowatt_device={token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, timeout=60) as http:
            code = (await http.post("/api/tables", json=TABLE)).raise_for_status().json()["table"]["code"]
        await messages(costs, code, token, asked.times)
    finally:
        await stop(server)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=40)
    with tempfile.TemporaryDirectory(prefix="kilowatt-costs-", ignore_cleanup_errors=True) as folder:
        asyncio.run(measure(parser.parse_args(), Path(folder)))


if __name__ == "__main__":
    main()
