"""The built page: its files, and `index.html` for every address that is a place in it. Read once, at the start."""

from __future__ import annotations

import hashlib
import mimetypes
from pathlib import Path

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from kilowatt.server.errors import Denied

MISSING = (
    "<!doctype html><html lang='en'><title>Kilowatt</title><h1>Kilowatt</h1>"
    "<p>The server runs, but the page has not been built. Run <code>make page</code>.</p></html>"
)
YEAR = "public, max-age=31536000, immutable"


class Page:
    """Files of the page in memory, by path; to a text's kind Litestar adds that it is UTF-8."""

    def __init__(self, folder: str) -> None:
        root = Path(folder) if folder else Path(__file__).parents[1] / "page"
        self.files: dict[str, tuple[bytes, str, str]] = {}
        for path in sorted(root.rglob("*")) if root.is_dir() else []:
            if path.is_file():
                body = path.read_bytes()
                kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
                if path.suffix in (".js", ".mjs"):
                    kind = "text/javascript"
                if path.suffix == ".webmanifest":
                    kind = "application/manifest+json"
                name = "/" + path.relative_to(root).as_posix()
                self.files[name] = (body, kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"')
        if "/index.html" not in self.files:
            self.files["/index.html"] = (MISSING.encode(), "text/html", '"missing"')

    def answer(self, path: str, have: str) -> Response[bytes]:
        """Return a file, the page itself for one of its own addresses, or nothing."""
        name = path if path in self.files else "/index.html"
        if name == "/index.html" and "." in path.rsplit("/", 1)[-1] and path != "/index.html":
            raise Denied("not_found")
        if path.startswith("/api/"):
            raise Denied("not_found")
        body, kind, tag = self.files[name]
        cache = YEAR if name.startswith("/assets/") else "no-cache"
        headers = {"etag": tag, "cache-control": cache}
        if have == tag:
            return Response(b"", status_code=304, headers=headers, media_type=kind)
        return Response(body, headers=headers, media_type=kind)


def page_routes(page: Page) -> list[HTTPRouteHandler]:
    """Make the handlers for everything that is not the API."""

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def show_page(request: Request[object, object, State]) -> Response[bytes]:
        """Return the page."""
        return page.answer(request.url.path, request.headers.get("if-none-match", ""))

    return [show_page]
