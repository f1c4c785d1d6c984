"""What a release consists of beside our own code, as CycloneDX: packages installed with it, and those within it.

Within it are the npm packages of the page, and the Python that runs in a browser.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

Part = dict[str, Any]
OURS = "kilowatt"


def part(kind: str, name: str, version: str, licence: str, **more: str) -> Part:
    """Return a component by the name and version of its index, with its licence where it is known."""
    address = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    licences = {"licenses": [{"license": {"name": licence.splitlines()[0][:100]}}]} if licence else {}
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
        **licences,
        **more,
    }


def installed(rows: Iterable[tuple[str, str, str]]) -> list[Part]:
    """Return the Python packages that the checked environments held, each version once."""
    return [
        {**part("pypi", re.sub(r"[-_.]+", "-", name).lower(), version, licence), "name": name}
        for name, version, licence in sorted(set(rows), key=lambda row: (row[0].lower(), row[1]))
        if name.lower() != OURS
    ]


def in_the_page(root: Path) -> list[Part]:
    """Return the npm packages that the built page contains: those that are not for development only."""
    packages = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return [
        part("npm", path.rpartition("node_modules/")[2], row["version"], row.get("license", ""))
        for path, row in sorted(packages.items())
        if path and not row.get("dev")
    ]


def in_the_browser(root: Path) -> list[Part]:
    """Return what the game without a server runs on: Pyodide, the CPython in it, and wheels that are built for it."""
    packages = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    pyodide = packages["node_modules/pyodide"]
    info = json.loads((root / "web" / "node_modules" / "pyodide" / "pyodide-lock.json").read_text(encoding="utf-8"))
    python = info["info"]["python"]
    wheels = re.findall(
        r"^([\w.-]+)==([\w.]+)", (root / "requirements" / "browser.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    return [
        part("npm", "pyodide", pyodide["version"], pyodide.get("license", "MPL-2.0")),
        {**part("generic", "cpython", python, "PSF-2.0"), "type": "platform"},
        *(part("pypi", name, version, "", description="built for the browser") for name, version in wheels),
    ]


def bill(parts: Iterable[Part], version: str, now: datetime) -> dict[str, Any]:
    """Return the list of all parts, each once."""
    address = f"pkg:pypi/{OURS}@{version}"
    about = {"type": "application", "bom-ref": address, "name": OURS, "version": version, "purl": address}
    once = {row["bom-ref"]: row for row in parts}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {"timestamp": now.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": about},
        "components": list(once.values()),
        "dependencies": [{"ref": address, "dependsOn": list(once)}],
    }
