"""The game as a folder of files: what is written, where it works, and what is left alone."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest

from kilowatt.server.site import folder, packing

PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <link rel="icon" href="/icon.svg" />
    <script type="module" src="/assets/index.js"></script>
  </head>
</html>
"""


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that stands for the built page."""
    page = tmp_path / "page"
    (page / "runtime").mkdir(parents=True)
    (page / "assets").mkdir()
    (page / "index.html").write_text(PAGE, encoding="utf-8")
    (page / "assets" / "index.js").write_text("x" * 3000, encoding="utf-8")
    (page / "assets" / "index.js.br").write_bytes(b"compressed")
    (page / "index.html.br").write_bytes(b"of the server's page")
    (page / "runtime" / "machine.pack").write_bytes(b"machine")
    manifest = {"id": "/", "start_url": "/", "scope": "/", "icons": [{"src": "/icon.svg"}], "shortcuts": []}
    (page / "manifest.webmanifest").write_text(json.dumps(manifest), encoding="utf-8")
    (page / "icon.svg").write_text("<svg/>", encoding="utf-8")
    monkeypatch.setattr(folder, "PAGE", page)
    monkeypatch.setattr(folder, "own_packs", lambda _: {"rules": b"rules", "bots": b"bots", "puzzles": b"puzzles"})
    monkeypatch.setattr(folder, "early_answers", lambda: {"/api/levels": ["easy"]})
    return page


@pytest.mark.usefixtures("built")
def test_the_index_lists_every_file_by_its_hash_and_the_worker_knows_its_version(tmp_path: Path) -> None:
    """Every file that the page may ask for stands in the index with its hash and size."""
    out = tmp_path / "out" / "site"
    folder.write_site(out)
    index = json.loads((out / "files.json").read_text(encoding="utf-8"))
    listed = {row["path"] for row in index["files"]}
    files = [path for path in out.rglob("*") if path.is_file() and path.suffix not in (".gz", ".br")]
    there = {path.relative_to(out).as_posix() for path in files}
    assert there - listed == {"files.json", "sw.js"}
    for row in index["files"]:
        body = (out / row["path"]).read_bytes()
        assert (hashlib.sha256(body).hexdigest(), len(body)) == (row["sha256"], row["size"]), row["path"]
    assert index["version"] in (out / "sw.js").read_text(encoding="utf-8")
    assert (out / "assets" / "index.js.gz").is_file()
    assert (out / "assets" / "index.js.br").read_bytes() == b"compressed"
    assert not (out / "index.html.br").exists()


@pytest.mark.usefixtures("built")
def test_nothing_in_the_page_begins_at_the_top_of_the_host(tmp_path: Path) -> None:
    """Addresses are relative to the folder, so it works below any path; the policy allows nothing but the folder."""
    out = tmp_path / "site"
    folder.write_site(out, server="https://games.example.org")
    page = (out / "index.html").read_text(encoding="utf-8")
    assert 'href="icon.svg"' in page
    assert 'src="assets/index.js"' in page
    assert '<meta name="kilowatt-server" content="https://games.example.org" />' in page
    assert "'unsafe-eval'" not in page
    assert "'unsafe-inline'" not in page
    assert page.index("Content-Security-Policy") < page.index("<script")
    manifest = json.loads((out / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["scope"], manifest["icons"][0]["src"]) == ("./", "./", "icon.svg")


@pytest.mark.usefixtures("built")
def test_a_folder_with_something_else_is_left_alone_and_an_older_site_is_replaced(tmp_path: Path) -> None:
    """Nothing is deleted that this command did not write."""
    other = tmp_path / "photos"
    other.mkdir()
    (other / "cat.png").write_bytes(b"cat")
    with pytest.raises(folder.NoPage, match="nothing was changed"):
        folder.write_site(other)
    assert (other / "cat.png").read_bytes() == b"cat"
    out = tmp_path / "site"
    folder.write_site(out)
    (out / "left over.txt").write_text("old", encoding="utf-8")
    folder.write_site(out)
    assert not (out / "left over.txt").exists()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".site-")]


def test_without_the_page_it_says_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation without the page names the command that builds it."""
    monkeypatch.setattr(folder, "PAGE", tmp_path / "nothing")
    with pytest.raises(folder.NoPage, match="make page"):
        folder.write_site(tmp_path / "site")


def test_what_is_packed_is_the_same_every_time_and_leaves_the_server_out(tmp_path: Path) -> None:
    """Equal sources make equal packs, so that a visitor fetches only what changed."""
    first = packing.own_packs(tmp_path)
    assert first == packing.own_packs(tmp_path)
    assert set(first) == {"rules", "bots", "puzzles"}
    names = [packing.part_of(name) for name in ("kilowatt/bots/student.weights", "kilowatt/coach/data/puzzles.json.xz")]
    assert names == ["bots", "puzzles"]
    assert "server" not in packing.PACKAGES


def test_a_module_is_sent_as_bytecode_of_its_own_source_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that has changed since the page was built is sent as its source: old bytecode never runs."""
    monkeypatch.setattr(packing, "own_files", lambda: {"kilowatt/a.py": b"A = 1", "kilowatt/b.py": b"B = 2"})
    made = {
        packing.bytecode_key("kilowatt/a.py", b"A = 1"): b"bytecode of a",
        packing.bytecode_key("kilowatt/b.py", b"B = 1"): b"bytecode of an older b",
    }
    (tmp_path / "runtime").mkdir()
    (tmp_path / "runtime" / packing.COMPILED).write_bytes(packing.packed(packing.zipped(made)))
    rules = packing.own_packs(tmp_path)["rules"]
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(rules))) as archive:
        sent = {name: archive.read(name) for name in archive.namelist()}
    assert sent == {"kilowatt/a.pyc": b"bytecode of a", "kilowatt/b.py": b"B = 2"}
