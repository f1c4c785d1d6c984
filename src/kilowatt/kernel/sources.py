"""Which text the compiled kernel was made from: the hash of every file that has rules or their records."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).parents[1]
FOLDERS: Final = ("engine", "engine/phases", "editions/policies", "kernel", "kernel/environment", "kernel/phases")
SUFFIXES: Final = (".py", ".pyx")


def hashes(package: Path = PACKAGE) -> dict[str, str]:
    """Return the hash of each file, by its path inside the package."""
    files = [file for folder in FOLDERS for file in (package / folder).iterdir() if file.suffix in SUFFIXES]
    return {file.relative_to(package).as_posix(): sha256(file.read_bytes()).hexdigest() for file in sorted(files)}


def difference(made_from: dict[str, str], package: Path = PACKAGE) -> str:
    """Return the first file that is another one now, "" if there is none; a file that is not there is not compared."""
    here = hashes(package)
    changed = [name for name in sorted(here) if made_from.get(name) != here[name]]
    return changed[0] if changed else ""
