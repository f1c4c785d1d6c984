"""The gate: who a request comes from, which hosts and bodies are accepted, and what every answer carries."""

import json
from pathlib import Path

import httpx
import pytest

from tests.server.kit import run, serving, sqlite

JSON = {"content-type": "application/json"}


def test_a_forwarded_address_counts_only_behind_a_proxy(tmp_path: Path) -> None:
    """Without the setting `X-Forwarded-For` is ignored, also from loopback: its sender keeps one limit."""

    async def check() -> None:
        for proxied in (False, True):
            async with (
                serving(sqlite(tmp_path), limits=0.005, proxied=proxied) as server,
                httpx.AsyncClient(base_url=server.url, trust_env=False) as http,
            ):
                statuses = set()
                for number in range(12):
                    http.cookies.clear()
                    answer = await http.get("/api/levels", headers={"x-forwarded-for": f"198.51.100.{number}"})
                    statuses.add(answer.status_code)
                assert statuses == ({200} if proxied else {200, 429})

    run(check())


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/quick", b'{"options":' + b"[" * 20_000 + b"]" * 20_000 + b"}"),
        ("/api/quick", b"[" * 30_000),
        ("/api/import", json.dumps({"record": "[" * 100_000}).encode()),
    ],
)
def test_deeply_nested_json_is_a_bad_request(tmp_path: Path, path: str, body: bytes) -> None:
    """A body nested deeper than the parser goes is refused by name, not answered as a fault of the server."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            httpx.AsyncClient(base_url=server.url, trust_env=False) as http,
        ):
            answer = await http.post(path, content=body, headers=JSON)
            assert answer.status_code == 400
            assert "nested too deeply" in answer.json()["text"]

    run(check())
