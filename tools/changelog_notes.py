"""Whether CHANGELOG.md names everything public that has changed since the last release.

tests/architecture/released_face.json holds a short hash per public name, as it was at that release.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import kilowatt

TOP = Path(__file__).parents[1]
CHANGELOG = TOP / "CHANGELOG.md"
CITATION = TOP / "CITATION.cff"
RELEASED = TOP / "tests" / "architecture" / "released_face.json"

Face = dict[str, Any]


def released_face(face: Face) -> Face:
    """Return the public face of a release in short: by kind and name a hash of everything it promises."""
    hashes = {
        kind: {name: _hash(names[name] if isinstance(names, dict) else "") for name in names}
        for kind, names in face.items()
    }
    return {"version": kilowatt.__version__, "names": hashes}


def _hash(part: object) -> str:
    return hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()[:8]


def changed(released: Face, now: Face) -> list[tuple[str, str]]:
    """List kind and name of everything that was added, removed or changed since."""
    old, new = released["names"], now["names"]
    return [
        (kind, name)
        for kind in sorted({*old, *new})
        for name in sorted({*old.get(kind, {}), *new.get(kind, {})})
        if old.get(kind, {}).get(name) != new.get(kind, {}).get(name)
    ]


def cited(citation: str, changelog: str, version: str) -> str:
    """Return CITATION.cff with this version, and the date that its section of the changelog has."""
    date = re.search(rf"^## \[{re.escape(version)}\] - (\d{{4}}-\d\d-\d\d)$", changelog, re.MULTILINE)
    if date is None:
        raise ValueError(f"CHANGELOG.md has no dated section for {version}")
    rest = re.sub(r"^(?:version|date-released):.*\n", "", citation, flags=re.MULTILINE)
    return rest.replace("type: software\n", f'type: software\nversion: "{version}"\ndate-released: "{date[1]}"\n', 1)


def news(changelog: str, version: str) -> str:
    """Return the sections of a changelog that are newer than a version."""
    return changelog.partition(f"\n## [{version}]")[0]


def named(kind: str, name: str, text: str) -> bool:
    """Return whether a text names something as its readers know it.

    A ruleset by the words of its board; anything else as code: a route by its path, or by `/api/part/...`.
    """
    if kind == "rulesets":
        return name.rpartition("/")[2].replace("_", " ").replace("-", " ") in text.lower().replace("-", " ")
    word = name.partition(" ")[2] if kind == "routes" else name
    codes = re.findall(r"`([^`]+)`", text)
    if any(re.search(rf"(?<![\w/-]){re.escape(word)}(?![\w/-])", code) for code in codes):
        return True
    stems = [code.rpartition(" ")[2].removesuffix("...") for code in codes if code.endswith("/...")]
    return kind == "routes" and any(f"{word}/".startswith(stem) for stem in stems)


def not_noted(released: Face, now: Face, changelog: str) -> list[str]:
    """List what has changed since a release without a word in the newer sections of the changelog."""
    text = news(changelog, released["version"])
    return [f"{kind}: {name}" for kind, name in changed(released, now) if not named(kind, name, text)]
