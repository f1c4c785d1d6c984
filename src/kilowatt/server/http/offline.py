"""The game without a server, offered by a server: the folder of files that `kilowatt site` writes, below `/offline/`.

A page that was opened there installs itself, and so does the ordinary page for whoever wants to play on without a
network. The files are made once per process, when somebody first asks for one, and stay in memory.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from kilowatt.host.errors import Denied
from kilowatt.server.http.headers import OFFLINE
from kilowatt.server.http.requests import Asked
from kilowatt.server.http.static import Page
from kilowatt.server.site.folder import NoPage, write_site

MOVED = 308
HOME = "/"
"""The server, as these pages name it: the one that they came from."""


class Offline:
    """The files, made when they are first asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._making: asyncio.Task[Page] | None = None

    async def files(self) -> Page:
        """Return the files; `Denied` where the page was built without Python for the browser."""
        task = self._making
        if task is None or (not task.done() and task.get_loop() is not asyncio.get_running_loop()):
            task = self._making = asyncio.create_task(asyncio.to_thread(self._make))
        try:
            # the work goes on even if the first caller leaves
            return await asyncio.shield(task)
        except NoPage:
            raise Denied("not_found") from None
        except OSError:
            # no room for the folder: the next caller tries again
            self._making = None
            raise

    def _make(self) -> Page:
        with tempfile.TemporaryDirectory(prefix="kilowatt-offline-") as folder:
            target = Path(folder) / "site"
            write_site(target, HOME, self.page.root)
            return Page(str(target))


def offline_routes(offline: Offline) -> list[HTTPRouteHandler]:
    """Make the handlers for these files."""

    @get(["/offline", "/offline/{path:path}"], include_in_schema=False)
    async def show_offline(request: Asked) -> Response[bytes]:
        """Return a file of the game without a server."""
        asked, path = request.headers, request.url.path
        # the router drops a slash at the end of a path
        if request.scope["raw_path"] == OFFLINE.rstrip("/").encode():
            # the addresses in the page are relative to the folder
            return Response(b"", status_code=MOVED, headers={"location": OFFLINE})
        files = await offline.files()
        name = path[len(OFFLINE) - 1 :]
        return files.send(name or "/index.html", asked.get("if-none-match", ""), asked.get("accept-encoding", ""))

    return [show_offline]
