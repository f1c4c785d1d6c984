"""Write requirements/server.txt: what a server installs, at the pinned versions, with the hashes of their files.

`python -m tools.hashes`, as a part of `make pins`. Versions come from requirements/constraints.txt, hashes from the
package index that pip is set up to use.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from pip._internal.models.index import PyPI
from pip._vendor.packaging.requirements import Requirement
from pip._vendor.packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)

FOLDER = Path(__file__).parents[1] / "requirements"
WANTED = ("kilowatt[serve,postgres]", "hatchling")
"""What a server runs on, and what builds it."""
OLDEST = 11
"""Wheels for older Python 3 are left out."""
HEAD = """\
# What a server installs and is built with, each file by its hash: make pins. Installed with --require-hashes.
"""
LINK = re.compile(r'href="[^"]*/([^"/#]+)#sha256=([0-9a-f]{64})"')


def pinned() -> dict[str, str]:
    """Read the pinned versions."""
    lines = (FOLDER / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.split("==") for line in lines if "==" in line and not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pairs}


def closure(pins: dict[str, str]) -> list[str]:
    """List every package that is wanted, and those they need on any system, as far as they are pinned."""
    packages: set[str] = set()
    waiting = [Requirement(text) for text in WANTED]
    done: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        asked = waiting.pop()
        name = canonicalize_name(asked.name)
        key = (name, frozenset(asked.extras))
        if key in done:
            continue
        done.add(key)
        if name in pins:
            packages.add(name)
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:
            continue
        for text in needs:
            need = Requirement(text)
            if _applies(need, ("", *asked.extras)):
                waiting.append(need)
    return sorted(packages)


def _applies(need: Requirement, extras: tuple[str, ...]) -> bool:
    """Return whether a requirement may hold somewhere: markers name systems, and the file serves all of them."""
    text = str(need.marker or "")
    if need.marker is not None and "extra" in text:
        return any(need.marker.evaluate({"extra": extra}) for extra in extras)
    older = f'python_version < "3.{OLDEST}"'
    return text != older


def index_url() -> str:
    """Return the package index that pip uses."""
    asked = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    configured = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    return (os.environ.get("PIP_INDEX_URL") or configured or PyPI.simple_url).rstrip("/")


def hashes(index: str, name: str, version: str) -> list[str]:
    """Read the hashes of all files of a version that a supported Python installs."""
    request = urllib.request.Request(f"{index}/{name}/", headers={"Accept": "text/html"})  # noqa: S310 - pip's own index
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - as above
        page = answer.read().decode()
    digests = {digest for file, digest in LINK.findall(page) if _serves(file, version)}
    if not digests:
        raise SystemExit(f"{name}=={version}: the index lists no file")
    return sorted(digests)


def _serves(file: str, version: str) -> bool:
    try:
        if not file.endswith(".whl"):
            return str(parse_sdist_filename(file)[1]) == version
        _, made, _, tags = parse_wheel_filename(file)
    except (InvalidSdistFilename, InvalidWheelFilename):
        return False
    return str(made) == version and any(_recent(tag.interpreter, tag.abi) for tag in tags)


def _recent(interpreter: str, abi: str) -> bool:
    number = re.fullmatch(r"(?:cp|py)3(\d*)", interpreter)
    if number is None:
        return False
    return abi in ("abi3", "none") or int(number[1] or OLDEST) >= OLDEST


def main() -> None:
    """Write the file."""
    pins = pinned()
    index = index_url()
    lines = [HEAD]
    for name in closure(pins):
        rows = [f"    --hash=sha256:{digest}" for digest in hashes(index, name, pins[name])]
        lines.append(" \\\n".join([f"{name}=={pins[name]}", *rows]) + "\n")
    (FOLDER / "server.txt").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
