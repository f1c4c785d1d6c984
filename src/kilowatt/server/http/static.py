"""The built page: its files, and `index.html` for every address that is a place in it. Read once, at the start."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from kilowatt.host.errors import Denied
from kilowatt.server.http.requests import Asked

MISSING = (
    "<!doctype html><html lang='en'><title>Kilowatt</title><h1>Kilowatt</h1>"
    "<p>The server runs, but the page has not been built. Run <code>make page</code>.</p></html>"
)
YEAR = "public, max-age=31536000, immutable"
ENDINGS = {"br": "br", "gz": "gzip"}
"""Endings of compressed files, which the page's build writes beside the others, and what HTTP calls them."""
ENCODINGS = ("br", "gzip")
"""The same, the smallest first."""


class File(NamedTuple):
    """A file of the page: its bytes, its kind, its tag, and its compressed forms by their names in HTTP."""

    body: bytes
    kind: str
    tag: str
    encoded: dict[str, bytes]

    def best(self, accepted: str) -> tuple[bytes, str]:
        """Return the smallest form that a client takes, and the form's name; "" for the file as it is."""
        names = [part.partition(";") for part in accepted.replace(" ", "").lower().split(",")]
        taken = {name for name, _, quality in names if quality.removeprefix("q=").strip("0.") or not quality}
        for name in ENCODINGS:
            if name in taken and name in self.encoded:
                return self.encoded[name], name
        return self.body, ""


class Page:
    """Files of the page in memory, by path; to a text's kind Litestar adds that it is UTF-8."""

    def __init__(self, folder: str) -> None:
        self.root = root = Path(folder) if folder else Path(__file__).parents[1] / "page"
        paths = [path for path in sorted(root.rglob("*")) if path.is_file()] if root.is_dir() else []
        bodies = {"/" + path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
        self.files: dict[str, File] = {}
        for name, body in bodies.items():
            base, _, ending = name.rpartition(".")
            if ending in ENDINGS and base in bodies:
                continue  # the compressed form of another file
            forms = {ENDINGS[end]: bodies[f"{name}.{end}"] for end in ENDINGS if f"{name}.{end}" in bodies}
            if "gzip" in forms and gzip.decompress(forms["gzip"]) != body:
                forms = {}  # the file was changed after the build
            self.files[name] = File(body, _kind(name), _tag(body), forms)
        if "/index.html" not in self.files:
            self.files["/index.html"] = File(MISSING.encode(), "text/html", '"missing"', {})

    def answer(self, path: str, have: str, accepted: str) -> Response[bytes]:
        """Return a file, the page itself for one of its own addresses, or nothing."""
        name = path if path in self.files else "/index.html"
        if name == "/index.html" and "." in path.rsplit("/", 1)[-1] and path != "/index.html":
            raise Denied("not_found")
        if path.startswith("/api/"):
            raise Denied("not_found")
        return self.send(name, have, accepted)

    def send(self, name: str, have: str, accepted: str) -> Response[bytes]:
        """Return a file by its name, as the client takes it, or that the client has it."""
        if name not in self.files:
            raise Denied("not_found")
        file = self.files[name]
        body, encoding = file.best(accepted)
        tag = f'"{file.tag[1:-1]}-{encoding}"' if encoding else file.tag
        headers = {"etag": tag, "cache-control": YEAR if name.startswith("/assets/") else "no-cache"}
        if file.encoded:
            headers["vary"] = "Accept-Encoding"
        if has(have, tag):
            return Response(b"", status_code=304, headers=headers, media_type=file.kind)
        if encoding:
            headers["content-encoding"] = encoding
        return Response(body, headers=headers, media_type=file.kind)


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:24]}"'


def has(have: str, tag: str) -> bool:
    """Return whether `If-None-Match` names a tag; a proxy that compresses puts `W/` before ours."""
    return tag in [one.strip().removeprefix("W/") for one in have.split(",")] or have.strip() == "*"


def tagged(request: Asked, html: str) -> Response[bytes]:
    """Return HTML that was made for this request with its tag, or 304 to a client that has it already."""
    body = html.encode()
    headers = {"etag": _tag(body), "cache-control": "no-cache"}
    if has(request.headers.get("if-none-match", ""), headers["etag"]):
        return Response(b"", status_code=304, headers=headers, media_type="text/html")
    return Response(body, headers=headers, media_type="text/html")


def _kind(name: str) -> str:
    if name.endswith((".js", ".mjs")):
        return "text/javascript"
    if name.endswith(".webmanifest"):
        return "application/manifest+json"
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def page_routes(page: Page) -> list[HTTPRouteHandler]:
    """Make the handlers for everything that is not the API."""

    @get("/{path:path}", include_in_schema=False, sync_to_thread=False)
    def show_page(request: Asked) -> Response[bytes]:
        """Return the page."""
        asked = request.headers
        return page.answer(request.url.path, asked.get("if-none-match", ""), asked.get("accept-encoding", ""))

    return [show_page]
