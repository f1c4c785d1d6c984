"""Archives for Python in the browser: what of Kilowatt runs there, packed the same way every time."""

from __future__ import annotations

import gzip
import hashlib
import io
import zipfile
from pathlib import Path

PACKAGE = Path(__file__).parents[2]
PACKAGES = ("engine", "editions", "table", "protocol", "bots", "coach", "host")
"""What a host of games is made of; the rest serves, trains, draws or is the rules in C."""
MODULES = ("__init__.py", "public.py", "statistics.py")
COMPILED = "compiled.zip"
"""Bytecode of Kilowatt's own modules beside the built page, each under the key of its source."""
OLDEST = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that equal files make equal archives."""


def zipped(files: dict[str, bytes]) -> bytes:
    """Return an archive of the files; not compressed inside, for `packed` does that better."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, OLDEST), files[name])
    return whole.getvalue()


def packed(body: bytes) -> bytes:
    """Return bytes compressed, the same for the same bytes."""
    return gzip.compress(body, 9, mtime=0)


def part_of(name: str) -> str:
    """Return the part of the game that a file of the package belongs to, as the page names them."""
    if name.endswith(".weights"):
        return "bots"
    return "puzzles" if name.startswith("kilowatt/coach/data/") else "rules"


def own_files() -> dict[str, bytes]:
    """Return Kilowatt's own files that a host of games is made of, by their paths in an archive."""
    paths = [PACKAGE / name for name in MODULES]
    for package in PACKAGES:
        paths += [path for path in (PACKAGE / package).rglob("*") if path.is_file()]
    return {
        f"kilowatt/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in paths
        if "__pycache__" not in path.parts and path.suffix not in (".pyc", ".so", ".pyd", ".pyx", ".c")
    }


def bytecode_key(name: str, source: bytes) -> str:
    """Return what the bytecode of a module is kept under: another source has another key."""
    return hashlib.sha256(name.encode() + b"\0" + source).hexdigest()


def own_bytecode(page: Path) -> dict[str, bytes]:
    """Return the bytecode that was made with the page, by key; none from a page that was built without."""
    path = page / "runtime" / COMPILED
    if not path.is_file():
        return {}
    with zipfile.ZipFile(io.BytesIO(gzip.decompress(path.read_bytes()))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def own_packs(page: Path) -> dict[str, bytes]:
    """Return Kilowatt's own files in packs, by part: rules, bots, puzzles.

    A module is its bytecode, or its source where that has changed since the page was built.
    """
    bytecode = own_bytecode(page)
    parts: dict[str, dict[str, bytes]] = {"rules": {}, "bots": {}, "puzzles": {}}
    for name, body in own_files().items():
        made = bytecode.get(bytecode_key(name, body)) if name.endswith(".py") else None
        parts[part_of(name)][name if made is None else f"{name}c"] = body if made is None else made
    return {part: packed(zipped(files)) for part, files in parts.items()}
