"""Compiles Python for the browser: its runtime starts in half the time when it need not compile every module itself."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from kilowatt.server.site.packing import bytecode_key, zipped

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "web" / "bytecode.mjs"
KEPT = ROOT / "build" / "bytecode"
"""Bytecode of earlier runs, by key: only what has changed is compiled."""


def compiled(sources: dict[str, bytes]) -> dict[str, bytes]:
    """Return the bytecode of modules, by their paths."""
    runtime = ROOT / "web" / "node_modules" / "pyodide" / "package.json"
    made_by = hashlib.sha256(SCRIPT.read_bytes() + runtime.read_bytes()).hexdigest()[:16]
    kept = KEPT / made_by
    kept.mkdir(parents=True, exist_ok=True)
    keys = {path: bytecode_key(path, source) for path, source in sources.items()}
    missing = {path: key for path, key in keys.items() if not (kept / f"{key}.pyc").is_file()}
    if missing:
        _compile({f"{key}/{path}": sources[path] for path, key in missing.items()}, kept)
    return {path: (kept / f"{key}.pyc").read_bytes() for path, key in keys.items()}


def _compile(entries: dict[str, bytes], kept: Path) -> None:
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if node is None:
        raise SystemExit("node was not found: make page")
    archive, out = kept / "sources.zip", kept / "made.zip"
    archive.write_bytes(zipped(entries))
    subprocess.run([node, str(SCRIPT), str(archive), str(out)], check=True, cwd=SCRIPT.parent)
    with zipfile.ZipFile(out) as made:
        made.extractall(kept)
    archive.unlink()
    out.unlink()
