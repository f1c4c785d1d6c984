"""What a server installs: pinned like everything else, and each file by its hash."""

import re
from pathlib import Path

from tools.hashes import closure, pinned

ROOT = Path(__file__).parents[2]


def test_every_package_of_a_server_is_pinned_by_hash() -> None:
    """requirements/server.txt has all a server needs, at the versions of the constraints, with hashes only."""
    text = (ROOT / "requirements" / "server.txt").read_text(encoding="utf-8")
    blocks = re.findall(r"^(\S+)==(\S+)((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", text, re.MULTILINE)
    pins = pinned()
    assert {name: version for name, version, _ in blocks} == {name: pins[name] for name in closure(pins)}
    rest = [
        line
        for line in text.splitlines()
        if not re.match(r"#|\S+==\S+ \\$|    --hash=sha256:[0-9a-f]{64}( \\)?$", line)
    ]
    assert rest == []


def test_images_are_built_without_databases_and_secrets() -> None:
    """What playing leaves behind is not copied into an image, and its packages are installed by hash."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {".git", "**/*.db", "**/*.db-*", "**/.env", ".venv"} <= set(ignored)
    assert "--require-hashes" in (ROOT / "Containerfile").read_text(encoding="utf-8")
