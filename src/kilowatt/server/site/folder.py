"""Writes the folder: the page, Python for the browser, Kilowatt's own files, an index of hashes, a service worker."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from kilowatt import __version__
from kilowatt.server.site.early import early_answers
from kilowatt.server.site.packing import COMPILED, own_packs
from kilowatt.server.site.policy import POLICY

PAGE = Path(__file__).parents[1] / "page"
TEXTS = (".js", ".css", ".html", ".svg", ".json", ".webmanifest")
COMPRESS_FROM = 1000
"""Bytes: below this a compressed file spares nothing."""
NOT_INDEXED = ("sw.js", "files.json", "NOTICE")
"""What the index leaves out: itself, what reads it, and what nobody fetches."""


class NoPage(Exception):
    """The page or Python for the browser has not been built."""


def write_site(target: Path, server: str = "", page: Path | None = None) -> dict[str, int]:
    """Write the folder and return the number of its files and of their bytes on a first visit.

    It is made beside its place and moved there whole; an older one is replaced, anything else is left alone. `page` is
    the built page; this package's own where none is named.
    """
    page = page or PAGE
    if not (page / "index.html").is_file() or not (page / "runtime" / "machine.pack").is_file():
        raise NoPage("The page has not been built with Python for the browser. Run `make page`.")
    if target.exists() and not _is_ours(target):
        raise NoPage(f"{target} exists and is no folder that `kilowatt site` wrote: nothing was changed.")
    target.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        _fill(made, server, page)
        sums = _index(made)
        made.chmod(0o755)
        if target.exists():
            shutil.rmtree(target)
        made.replace(target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return sums


def _is_ours(target: Path) -> bool:
    return target.is_dir() and ((target / "files.json").is_file() or not any(target.iterdir()))


def _fill(made: Path, server: str, built: Path) -> None:
    changed = ("index.html.br", "sw.js.br", "manifest.webmanifest.br")
    left_out = shutil.ignore_patterns(*changed, "*.gz", "embed.css", "embed.css.br", "preview.png", COMPILED)
    shutil.copytree(built, made, dirs_exist_ok=True, ignore=left_out)
    for part, body in own_packs(built).items():
        (made / "runtime" / f"{part}.pack").write_bytes(body)
    (made / "early.json").write_text(json.dumps(early_answers(), separators=(",", ":")), encoding="utf-8")
    manifest = json.loads((made / "manifest.webmanifest").read_text(encoding="utf-8"))
    (made / "manifest.webmanifest").write_text(json.dumps(_relative(manifest)), encoding="utf-8")
    page = (made / "index.html").read_text(encoding="utf-8")
    (made / "index.html").write_text(site_page(page, server), encoding="utf-8")


def site_page(page: str, server: str) -> str:
    """Return the page for a folder of files: addresses relative to it, its policy, the mark that says where it is."""
    page = re.sub(r'((?:src|href)=")/', r"\1", page)
    marks = [f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />']
    marks.append(f'<meta name="kilowatt-site" content="{__version__}" />')
    if server:
        marks.append(f'<meta name="kilowatt-server" content="{server}" />')
    return page.replace('<meta charset="utf-8" />', '<meta charset="utf-8" />\n    ' + "\n    ".join(marks), 1)


def _relative(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest with addresses relative to the folder."""
    for icon in manifest["icons"]:
        icon["src"] = icon["src"].removeprefix("/")
    manifest.pop("shortcuts", None)
    return manifest | {"id": "./", "start_url": "./", "scope": "./"}


def _index(made: Path) -> dict[str, int]:
    rows: list[dict[str, Any]] = []
    for path in sorted(made.rglob("*")):
        place = path.relative_to(made).as_posix()
        if path.is_file() and path.name not in NOT_INDEXED and path.suffix != ".br":
            body = path.read_bytes()
            digest = hashlib.sha256(body).hexdigest()
            moved = _compress(path, body)
            rows.append({"path": place, "sha256": digest, "size": len(body), "moved": moved, "part": _part(place)})
    version = hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:12]
    name = f"{__version__}-{version}"
    index = {"version": name, "files": rows}
    (made / "files.json").write_text(json.dumps(index, separators=(",", ":")), encoding="utf-8")
    worker = Path(__file__).with_name("sw.js").read_text(encoding="utf-8")
    (made / "sw.js").write_text(worker.replace("VERSION_OF_THE_SITE", name), encoding="utf-8")
    moved = sum(row["moved"] for row in rows)
    moved += sum(_compress(made / extra, (made / extra).read_bytes()) for extra in ("files.json", "sw.js"))
    return {"files": len(rows), "bytes": sum(row["size"] for row in rows), "transfer": moved}


def _part(name: str) -> str:
    if name.startswith("runtime/"):
        return {"bots": "bots", "puzzles": "puzzles"}.get(name.split("/")[1].removesuffix(".pack"), "rules")
    return "pages"


def _compress(path: Path, body: bytes) -> int:
    """Write a text compressed beside it, for hosts that send such a file; returns the bytes of the smaller one."""
    if path.suffix not in TEXTS or len(body) < COMPRESS_FROM:
        return len(body)
    small = gzip.compress(body, 9, mtime=0)
    path.with_name(path.name + ".gz").write_bytes(small)
    return len(small)
