"""`make dev`: the page with hot reload and a server that starts again when its code changes.

`python -m tools.dev [--port 5173] [--server-port 8000] [--folder build/dev]`. The page comes from Vite; what it asks of
the server goes through Vite's proxy. Games are kept in the folder, so a restart loses nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "kilowatt"
BUILT = SOURCES / "server" / "page"
LOOK_EVERY = 0.5


def changes() -> dict[Path, int]:
    """Return when each file that the server runs from was last written."""
    files = (path for kind in ("*.py", "*.toml", "*.json") for path in SOURCES.rglob(kind))
    return {path: path.stat().st_mtime_ns for path in files if BUILT not in path.parents}


def start_server(port: int, folder: Path, page: str) -> subprocess.Popen[bytes]:
    """Start the server on a database of its own; it takes requests of the page that Vite serves."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "kilowatt", "serve", "--host", "127.0.0.1", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder.resolve() / 'games.db'}"]
    return subprocess.Popen(command, env={**os.environ, "KILOWATT_ORIGINS": page})


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a process and wait until it has."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def main() -> int:
    """Run both until one ends or somebody presses Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=5173, help="where the page is")
    parser.add_argument("--server-port", type=int, default=8000, help="where the server is")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "dev", help="where games are kept")
    chosen = parser.parse_args()
    npm = shutil.which("npm")
    if npm is None:
        print("There is no npm here; install Node 20 or later.", file=sys.stderr)
        return 1
    address, server_port = f"http://127.0.0.1:{chosen.port}", chosen.server_port
    where = ["--host", "127.0.0.1", "--port", str(chosen.port), "--strictPort"]
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ended by a program, both end too
    known = {**os.environ, "KILOWATT_DEV_SERVER": f"http://127.0.0.1:{server_port}"}
    page = subprocess.Popen([npm, "exec", "--", "vite", *where], cwd=ROOT / "web", env=known)
    server = start_server(server_port, chosen.folder, address)
    seen = changes()
    try:
        while page.poll() is None:
            time.sleep(LOOK_EVERY)
            if (now := changes()) != seen:
                seen = now
                print("The code has changed: the server starts again.", flush=True)
                stop(server)
                server = start_server(server_port, chosen.folder, address)
    except KeyboardInterrupt:
        return 0
    finally:
        stop(server)
        stop(page)
    return 1


if __name__ == "__main__":
    sys.exit(main())
