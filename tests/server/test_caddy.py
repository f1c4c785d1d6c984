"""The Caddyfile that hosts deploy with, run by a real Caddy: TLS, compression and sockets before a real server."""

import asyncio
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from kilowatt.client import Client, client
from kilowatt.protocol import CreateTable
from kilowatt.server.ops import doctor
from tests.server.kit import free_port, run, serving, until
from tests.server.postgres import Cluster
from tests.server.seats import TWO

CADDYFILE = Path(__file__).parents[2] / "docs" / "deploy" / "Caddyfile"
CADDY = shutil.which("caddy")
pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(CADDY is None and "CI" not in os.environ, reason="needs Caddy"),
]
PAGE = "<!doctype html><title>Kilowatt</title>" + "<p>plants and cities</p>" * 400
OURS = """{
\tadmin off
\thttp_port %d
\thttps_port %d
\tskip_install_trust
\tstorage file_system %s
}
import %s
"""
"""What a test needs around the shipped file: ports of its own, and an authority that nobody else trusts."""


def answers(port: int) -> bool:
    """Return whether something listens on a port of this machine."""
    with socket.socket() as line:
        line.settimeout(1)
        return line.connect_ex(("127.0.0.1", port)) == 0


@asynccontextmanager
async def caddy(folder: Path, upstream: str) -> AsyncIterator[tuple[int, int, Path]]:
    """Run Caddy with the shipped file; give its ports for HTTP and HTTPS, and the certificate of its authority."""
    plain, secure = free_port(), free_port()
    file = folder / "Caddyfile"
    file.write_text(OURS % (plain, secure, folder / "storage", CADDYFILE), encoding="utf-8")
    env = {**os.environ, "PUBLIC_HOST": "localhost", "UPSTREAM": upstream.removeprefix("http://"), "HOME": str(folder)}
    words = ["--config", str(file), "--adapter", "caddyfile"]
    checked = await asyncio.to_thread(
        subprocess.run, [str(CADDY), "validate", *words], env=env, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    log = (folder / "caddy.log").open("wb")
    running = await asyncio.create_subprocess_exec(str(CADDY), "run", *words, env=env, stdout=log, stderr=log)
    root = folder / "storage" / "pki" / "authorities" / "local" / "root.crt"
    try:
        # the authority is there from the check on: Caddy serves once it listens
        await until(lambda: root.exists() and answers(secure), 30)
        yield plain, secure, root
    finally:
        running.terminate()
        await running.wait()
        log.close()


def test_the_shipped_caddyfile_serves_players(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over TLS players get compressed pages, secure cookies and sockets; the rest of the world no figures."""

    async def check() -> None:
        database, pages = postgres.database(), tmp_path / "page"
        pages.mkdir()
        (pages / "index.html").write_text(PAGE, encoding="utf-8")
        async with (
            serving(database, proxied=True, hosts=("localhost",), page=str(pages)) as server,
            caddy(tmp_path, server.url) as (plain, secure, root),
        ):
            url = f"https://localhost:{secure}"
            monkeypatch.setenv("SSL_CERT_FILE", str(root))
            client._tls.cache_clear()
            trusted = ssl.create_default_context(cafile=root)
            async with httpx.AsyncClient(verify=trusted, trust_env=False, timeout=30) as browser:
                answer = await browser.get(f"{url}/readyz")
                assert answer.status_code == 200
                for way in ("zstd", "gzip"):
                    async with browser.stream("GET", f"{url}/", headers={"accept-encoding": way}) as packed:
                        body = b"".join([part async for part in packed.aiter_raw()])
                        assert packed.headers["content-encoding"] == way
                        assert len(body) < len(PAGE) / 4
                assert (await browser.get(f"{url}/metrics")).status_code == 404
                sent = await browser.get(f"http://localhost:{plain}/t/ABC")
                assert sent.status_code in (301, 308)
                assert sent.headers["location"].startswith("https://localhost")
                foreign = {"origin": "https://evil.example.org"}
                refused = await browser.post(f"{url}/api/tables", json={}, headers=foreign)
                assert refused.status_code == 403
            async with Client(url) as ann, Client(url) as bob:
                code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
                await bob.join(code, "Bob")
                assert ann._http.cookies.get(client.SECURE_COOKIE) is not None
                async with ann.sit(code) as one, bob.sit(code) as two:
                    await one.chat("good luck")
                    await two.until(lambda: [line.text for line in two.said] == ["good luck"])
                    assert two.table is not None
                    assert two.table.yours == [1], "the socket knows the device"
            monkeypatch.setenv("KILOWATT_DATABASE_URL", database)
            for name, value in (("URL", url), ("PROXIED", "1"), ("HOSTS", "localhost")):
                monkeypatch.setenv(f"KILOWATT_{name}", value)
            findings = await asyncio.to_thread(doctor.examine)
            assert [(row.what, row.text) for row in findings if row.verdict != "ok"] == []
            assert {"address", "headers"} <= {row.what for row in findings}

    try:
        run(check())
    finally:
        client._tls.cache_clear()
