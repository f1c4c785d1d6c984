"""`make release`: everything that a release consists of, checked in clean environments.

`make release` has built the wheels into `dist`, the game without a server into `build/site` and the handbook into
`build/handbook`. `python -m tools.release [--out dist]` adds the source distribution and the two folders as archives,
installs each wheel into an empty environment of every Python from 3.11 on that is here, and the source distribution
into one, plays and serves with it, and writes notes from the changelog, a list of what is in it and installed with it
(CycloneDX) and checksums. It stops at the first failure, and where the changelog has no section for this version.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import kilowatt
from tools.release_bill import bill, in_the_browser, in_the_page, installed

ROOT = Path(__file__).parent.parent
SMOKE = Path(__file__).parent / "smoke.py"
COMPILER = ROOT / ".venv-compiled" / "bin" / "python"
"""The environment of `make compiled`, which has Cython."""
OLDEST, NEWEST = 11, 20
FOLDERS = {"site": ROOT / "build" / "site", "handbook": ROOT / "build" / "handbook"}
"""What becomes an archive beside the wheels."""
LISTED = """
import importlib.metadata as m, json
print(json.dumps([[d.name, d.version, d.metadata.get("License-Expression") or d.metadata.get("License") or ""]
  for d in m.distributions() if d.name not in ("pip", "setuptools")]))
"""


class Unready(Exception):
    """A release that cannot be made, and why."""


def notes(changelog: str, version: str) -> str:
    """Return the changelog's section of a version: the release's description, in which no link is relative."""
    found = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog, re.DOTALL | re.MULTILINE)
    if found is None or not found[1].strip():
        raise Unready(f"CHANGELOG.md has no section for {version}")
    return re.sub(r"\[([^]]+)\]\((?!https?:)[^)]+\)", r"\1", found[1].strip()) + "\n"


def pythons() -> list[str]:
    """Return every Python from 3.11 on that starts here, on the path or kept by pyenv, one per minor version."""
    found = []
    for minor in range(OLDEST, NEWEST):
        kept = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python3.{minor}")
        for path in filter(None, [shutil.which(f"python3.{minor}"), *map(str, kept)]):
            asked = subprocess.run([path, "-c", "import ensurepip, ssl, sqlite3"], check=False, capture_output=True)
            if asked.returncode == 0:
                found.append(path)
                break
    return found


def fits(wheel: Path, python: str) -> bool:
    """Return whether a wheel is for a Python: a pure one and the source for every one, a compiled one for its own."""
    minor = subprocess.run(
        [python, "-c", "import sys; print(f'cp{sys.version_info[0]}{sys.version_info[1]}')"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    return "-py3-none-any" in wheel.name or wheel.suffix == ".gz" or f"-{minor}-" in wheel.name


def checked(wheel: Path, python: str, folder: Path) -> set[tuple[str, str, str]]:
    """Install a wheel into an empty environment, play and serve with it, and return what is installed there."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / "bin" / "python"
    quiet = ["--quiet", "--disable-pip-version-check", "--prefer-binary"]
    subprocess.run([own, "-m", "pip", "install", *quiet, f"{wheel}[serve]"], check=True)
    subprocess.run([own, "-I", SMOKE, kilowatt.__version__], check=True, cwd=folder)
    listed = json.loads(subprocess.run([own, "-c", LISTED], check=True, capture_output=True).stdout)
    return {(name, version, licence) for name, version, licence in listed}


def built(out: Path) -> list[Path]:
    """Return the wheels of this version in a folder."""
    wheels = sorted(out.glob(f"kilowatt-{kilowatt.__version__}-*.whl"))
    if not wheels:
        raise Unready(f"{out} has no wheel of {kilowatt.__version__}: run `make wheels`")
    return wheels


def archive(out: Path, name: str, folder: Path) -> Path:
    """Pack a folder of files into an archive of this version that unpacks into one folder."""
    if not (folder / "index.html").is_file():
        raise Unready(f"{folder} has no index.html: run `make site site-docs`")
    top = f"kilowatt-{kilowatt.__version__}-{name}"
    path = out / f"{top}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            packed.write(file, f"{top}/{file.relative_to(folder).as_posix()}")
    return path


def damaged(site: Path) -> list[str]:
    """Return the files of a packed site that its own index lists and that are missing or have another hash."""
    with zipfile.ZipFile(site) as packed:
        names = set(packed.namelist())
        [index] = [name for name in names if name.endswith("/files.json") and name.count("/") == 1]
        top = index.removesuffix("files.json")
        rows = json.loads(packed.read(index))["files"]
        return [
            row["path"]
            for row in rows
            if top + row["path"] not in names
            or hashlib.sha256(packed.read(top + row["path"])).hexdigest() != row["sha256"]
        ]


def write_source(out: Path, *, compiled: bool) -> None:
    """Write the source distribution; where there is a compiled wheel, with the C of the rules in it."""
    python, hook = (COMPILER, {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true"}) if compiled else (sys.executable, {})
    asked = [python, "-m", "hatchling", "build", "-t", "sdist", "-d", out]
    subprocess.run(asked, check=True, cwd=ROOT, env={**os.environ, **hook})


def checksums(out: Path) -> str:
    """Return the lines of a SHA256SUMS file for everything in a folder."""
    files = sorted(path for path in out.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def main() -> int:
    """Build, check and describe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--out", type=Path, default=ROOT / "dist", help="the folder with the two wheels of `make wheels`"
    )
    out: Path = parser.parse_args().out
    try:
        text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), kilowatt.__version__)
        wheels = built(out)
        archives = {name: archive(out, name, folder) for name, folder in FOLDERS.items()}
    except Unready as why:
        print(why, file=sys.stderr)
        return 1
    if lost := damaged(archives["site"]):
        print(f"{archives['site']} is not whole: {', '.join(lost[:5])}", file=sys.stderr)
        return 1
    write_source(out, compiled=any("-py3-none-any" not in wheel.name for wheel in wheels))
    rows: set[tuple[str, str, str]] = set()
    source = out / f"kilowatt-{kilowatt.__version__}.tar.gz"
    for wheel in [*wheels, source]:
        for python in pythons():
            if fits(wheel, python) and (wheel != source or python == pythons()[-1]):
                print(f"{wheel.name} with {Path(python).name}", flush=True)
                with tempfile.TemporaryDirectory() as folder:
                    rows |= checked(wheel, python, Path(folder) / "clean")
    (out / "NOTES.md").write_text(text, encoding="utf-8")
    parts = [*installed(rows), *in_the_page(ROOT), *in_the_browser(ROOT)]
    listed = bill(parts, kilowatt.__version__, datetime.now(UTC))
    (out / "sbom.cdx.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    (out / "SHA256SUMS").write_text(checksums(out), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
