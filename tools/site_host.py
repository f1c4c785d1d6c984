"""A host of files that counts what it sends and may be as slow as 4G, and a browser that runs a part of the time."""

from __future__ import annotations

import contextlib
import http.server
import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
PIECE = 16_384
SLICE = 0.010
"""Seconds that a slowed browser runs at a time."""


class SlowHost:
    """Sends a folder, compressed where it holds a compressed file; all answers share so many bytes per second."""

    def __init__(self, folder: Path, rate: float = 0, delay: float = 0) -> None:
        self.sent = 0
        host, lock = self, threading.Lock()
        free = [0.0]

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                path = folder / (self.path.split("?")[0].lstrip("/") or "index.html")
                small = path.with_name(path.name + ".gz")
                time.sleep(delay)
                if not path.is_file():
                    self.send_error(404)
                    return
                packed = small.is_file() and "gzip" in self.headers.get("accept-encoding", "")
                body = (small if packed else path).read_bytes()
                tag = f'"{len(body)}-{int(path.stat().st_mtime)}"'
                if self.headers.get("if-none-match") == tag:
                    self.send_response(304)
                    self.send_header("ETag", tag)
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("ETag", tag)
                self.send_header("Last-Modified", self.date_time_string(int(path.stat().st_mtime)))
                self.send_header("Content-Type", KINDS.get(path.suffix, "application/octet-stream"))
                self.send_header("Content-Length", str(len(body)))
                if packed:
                    self.send_header("Content-Encoding", "gzip")
                self.end_headers()
                for at in range(0, len(body), PIECE):
                    piece = body[at : at + PIECE]
                    try:
                        self.wfile.write(piece)
                    except OSError:  # the browser was closed
                        return
                    with lock:
                        host.sent += len(piece)
                        if rate:
                            free[0] = max(free[0], time.monotonic()) + len(piece) / rate
                    if rate:
                        time.sleep(max(0.0, free[0] - time.monotonic()))

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Cut it off."""
        self.server.shutdown()
        self.server.server_close()


def browsers_below(parent: int) -> list[int]:
    """Return the processes of browsers that a process has started."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError, ValueError):
                name, _, rest = (entry / "stat").read_text(encoding="utf-8").partition(") ")
                names[int(entry.name)] = name.partition("(")[2]
                parents[int(entry.name)] = int(rest.split()[1])

    def below(pid: int) -> bool:
        while pid in parents and pid != parent:
            pid = parents[pid]
        return pid == parent

    return [pid for pid, name in names.items() if name.startswith(("chrom", "headless")) and below(pid)]


def page_memory(parent: int) -> int:
    """Return the bytes of the processes that run pages, of what they share with others their part."""
    total = 0
    for pid in browsers_below(parent):
        with contextlib.suppress(OSError):
            if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
                rows = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
                total += next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) * 1024
    return total


def processor_seconds(parent: int) -> float:
    """Return the processor time of the browsers that a process has started."""
    ticks = 0
    for pid in browsers_below(parent):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").partition(") ")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def slowed(times: float, parent: int) -> Iterator[None]:
    """Let the browsers that a process has started run a part of the time, in slices."""
    if times <= 1:
        yield
        return
    over = threading.Event()

    def send(what: signal.Signals) -> None:
        for pid in browsers_below(parent):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)

    def run() -> None:
        while not over.is_set():
            send(signal.SIGSTOP)
            time.sleep(SLICE * (times - 1))
            send(signal.SIGCONT)
            time.sleep(SLICE)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        send(signal.SIGCONT)
