"""What every route and message costs, against what it is charged.

    python -m bench.costs --times 40

Each is asked for so many times from one device, one after another, on a server with 100 open tables whose limits are on
but a thousand times as wide. The cost is the processor time of the whole server process, what uvicorn takes for a
request among it; the charge is what the client's address has lost of its budget. A charge below the cost by more than a
fifth is marked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import tempfile
from pathlib import Path

import httpx

from bench import every_route
from bench.driving import cpu, free_port, open_socket, scrape, start, stop

FACTOR = "1000"
ENOUGH = 0.8
"""The part of the cost that a charge must reach."""
CHARGED = "kilowatt_work_charged_ms"
TABLE = {"ruleset": "recharged/germany", "seats": [{"kind": "person", "name": name} for name in "AB"]}


async def measured(url: str, pid: int) -> tuple[float, float]:
    """Return the processor time that the server has used, and what it has charged, in milliseconds."""
    return cpu(pid) * 1000, (await scrape(url)).get(CHARGED, 0.0)


def row(name: str, times: int, before: tuple[float, float], after: tuple[float, float], status: str) -> str:
    """Write a row of the table."""
    cost, charge = ((now - then) / times for now, then in zip(after, before, strict=True))
    mark = "" if charge >= ENOUGH * cost else "**"
    return f"| `{name}` | {cost:.2f} | {mark}{charge:.2f}{mark} | {status} |"


async def routes(url: str, pid: int, http: httpx.AsyncClient, place: every_route.Place, times: int) -> None:
    """Measure every route."""
    for name, request in every_route.requests(place).items():
        seen: set[int] = set()
        before = await measured(url, pid)
        for _ in range(times):
            target = httpx.URL(url).join(request.url.raw_path.decode())
            again = http.build_request(request.method, target, content=request.content, headers=request.headers)
            again.headers["host"] = target.netloc.decode()
            seen.add((await http.send(again)).status_code)
        print(row(name, times, before, await measured(url, pid), ", ".join(map(str, sorted(seen)))), flush=True)


async def messages(url: str, pid: int, code: str, token: str, times: int) -> None:
    """Measure every message."""
    for kind, message in every_route.messages().items():
        one = await open_socket(url, code, token)
        await one.send('{"type":"hello","have":0}')
        count = min(times, 40) if kind == "nonsense" else times
        before = await measured(url, pid)
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
        print(row(f"message {kind}", count, before, await measured(url, pid), "with a ping each"), flush=True)
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
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, timeout=60) as http:
            place = await every_route.prepare(http, 100)
            print(f"load {os.getloadavg()[0]:.1f}, {asked.times} times each, milliseconds")
            print("| route or message | cost | charge | answers |")
            print("|:--|--:|--:|:--|", flush=True)
            await routes(url, server.pid, http, place, asked.times)
        # the flood of requests above may have signed the first device out
        token = secrets.token_urlsafe(16)
        headers = {"cookie": f"kilowatt_device={token}"}
        async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, timeout=60) as http:
            code = (await http.post("/api/tables", json=TABLE)).raise_for_status().json()["table"]["code"]
        await messages(url, server.pid, code, token, asked.times)
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
