"""The game without a server, as an ordinary server offers it: whole, cached, with a policy of its own."""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path

import pytest

from kilowatt.server.http import offline
from kilowatt.server.site import folder
from tests.server.kit import plain_http, run, serving, sqlite

PAGE = """<!doctype html><html><head>
    <meta charset="utf-8" />
    <link rel="icon" href="/icon.svg" /></head><body><p>the page</p></body></html>
"""
FILES = 140
"""More than one browser may ask for at once of anything else."""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a page with something that stands for Python; Kilowatt's own files are few."""
    made = tmp_path / "page"
    (made / "assets").mkdir(parents=True)
    (made / "runtime").mkdir()
    (made / "index.html").write_text(PAGE, encoding="utf-8")
    (made / "icon.svg").write_text("<svg/>", encoding="utf-8")
    (made / "sw.js").write_text("// of the server", encoding="utf-8")
    (made / "manifest.webmanifest").write_text(json.dumps({"icons": [{"src": "/icon.svg"}]}), encoding="utf-8")
    (made / "runtime" / "machine.pack").write_bytes(b"machine")
    for number in range(FILES):
        (made / "assets" / f"{number}.js").write_text(f"export const n = {number};\n" * 200, encoding="utf-8")
    monkeypatch.setattr(folder, "own_packs", lambda _: {"rules": b"rules"})
    monkeypatch.setattr(folder, "early_answers", lambda: {"/api/levels": ["easy"]})
    return made


def test_every_file_of_the_index_comes_whole_at_once(tmp_path: Path, page: Path) -> None:
    """One device with a cookie fetches all files at a stretch, under the limits of a public server."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), page=str(page), limits=1.0) as server, plain_http(server.url) as http:
            assert (await http.get("/api/levels")).status_code == 200
            index = (await http.get("/offline/files.json")).json()
            assert len(index["files"]) > FILES
            for row in index["files"]:
                answer = await http.get(f"/offline/{row['path']}")
                assert answer.status_code == 200, row["path"]
                assert hashlib.sha256(answer.content).hexdigest() == row["sha256"]
            # what the device asks of the game is not held up by it
            assert (await http.get("/api/levels")).status_code == 200

    run(check())


def test_pages_headers_and_caches(tmp_path: Path, page: Path) -> None:
    """Only here WebAssembly may run; nobody may frame it; names with a hash are kept for good, and all have tags."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), page=str(page)) as server, plain_http(server.url) as http:
            moved = await http.get("/offline")
            assert (moved.status_code, moved.headers["location"]) == (308, "/offline/")
            home = await http.get("/offline/")
            assert 'name="kilowatt-server" content="/"' in home.text
            assert 'href="icon.svg"' in home.text
            for path in ("/offline/", "/offline/assets/1.js", "/offline/sw.js"):
                answer = await http.get(path)
                policy = answer.headers["content-security-policy"]
                assert "script-src 'self' 'wasm-unsafe-eval';" in policy
                assert "'unsafe-eval'" not in policy
                assert "frame-ancestors 'none'" in policy
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["x-frame-options"] == "DENY"
                again = await http.get(path, headers={"if-none-match": answer.headers["etag"]})
                assert (again.status_code, again.content) == (304, b"")
            assert "wasm" not in (await http.get("/")).headers["content-security-policy"]
            assert "wasm" not in (await http.get("/api/levels")).headers["content-security-policy"]
            kept = await http.get("/offline/assets/1.js", headers={"accept-encoding": "gzip"})
            assert "immutable" in kept.headers["cache-control"]
            assert kept.headers["content-encoding"] == "gzip"
            worker = await http.get("/offline/sw.js")
            assert worker.headers["cache-control"] == "no-cache"
            assert "VERSION_OF_THE_SITE" not in worker.text
            assert "set-cookie" not in worker.headers

    run(check())


def test_strange_addresses_find_nothing(tmp_path: Path, page: Path) -> None:
    """Nothing but the files of the folder has an address there, and nothing outside it."""
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")

    async def check() -> None:
        async with serving(sqlite(tmp_path), page=str(page)) as server, plain_http(server.url) as http:
            for path in (
                *("/offline/%2e%2e/secret.txt", "/offline/..%2fsecret.txt", "/offline/%2fetc/passwd"),
                *("/offline/index.html.gz", "/offline/assets/1.js.gz", "/offline/assets/", "/offline/t/ABCDEFGH"),
                *("/offline/api/levels", "/offline/" + "x" * 5000, "/offline/%00"),
            ):
                answer = await http.get(path)
                assert answer.status_code in {400, 404}, path
                assert "secret" not in answer.text
            for method in ("POST", "PUT", "DELETE"):
                assert (await http.request(method, "/offline/", json={})).status_code in {404, 405}
            assert (await http.get("/offline//files.json")).status_code == 200
            assert (await http.get("/offlineX/")).headers["content-security-policy"].count("wasm") == 0

    run(check())


def test_the_files_are_made_once(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask at the same time, the folder is written once; a failure for want of room is tried again."""
    made: list[Path] = []
    write = folder.write_site

    def counted(target: Path, server: str, built: Path) -> dict[str, int]:
        made.append(target)
        if len(made) == 1:
            raise OSError(28, "No space left on device")
        return write(target, server, built)

    monkeypatch.setattr(offline, "write_site", counted)

    async def check() -> None:
        async with serving(sqlite(tmp_path), page=str(page)) as server, plain_http(server.url) as http:
            assert (await http.get("/offline/")).status_code == 500
            answers = await asyncio.gather(*(http.get("/offline/files.json") for _ in range(8)))
            assert {answer.status_code for answer in answers} == {200}
            assert len(made) == 2
            assert not made[-1].parent.exists()

    run(check())


def test_a_page_without_python_offers_nothing(tmp_path: Path, page: Path) -> None:
    """Where the page was built without Python for the browser, there is no such folder, and the page itself works."""
    (page / "runtime" / "machine.pack").unlink()

    async def check() -> None:
        async with serving(sqlite(tmp_path), page=str(page)) as server, plain_http(server.url) as http:
            for _ in range(2):
                assert (await http.get("/offline/")).status_code == 404
            assert (await http.get("/")).status_code == 200

    run(check())


def test_a_closed_server_lets_strangers_have_the_game_alone(tmp_path: Path, page: Path) -> None:
    """The files hold nothing of the server: a device without an invitation may have them, and nothing else."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), page=str(page), closed=True, invitation="amber-volt") as server,
            plain_http(server.url) as http,
        ):
            assert (await http.get("/api/levels")).status_code == 403
            assert (await http.get("/offline/files.json")).status_code == 200

    run(check())
