"""Running the application under uvicorn, with the settings that the protocol needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import uvicorn

from kilowatt.server.app import make_app
from kilowatt.server.http.connections import HttpConnection, SocketConnection
from kilowatt.server.monitoring import logs, memory

if TYPE_CHECKING:
    from litestar import Litestar

    from kilowatt.server.settings import Settings

FRAME_BYTES = 65536
"""Frames up to here are read and, if too long, answered; longer ones close the socket."""
BACKLOG = 2048
"""Connections that may wait to be accepted."""


def config(settings: Settings, host: str, port: int, inner: Litestar | None = None) -> uvicorn.Config:
    """Make uvicorn's configuration."""
    return uvicorn.Config(
        make_app(settings, inner),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        # uvicorn would believe forwarded headers from loopback; only KILOWATT_PROXIED decides, in the gate
        proxy_headers=False,
        server_header=False,
        # an installed uvloop would be taken otherwise: its transports read as much as has come, without our limit
        loop="asyncio",
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=40.0,
        backlog=BACKLOG,
        timeout_graceful_shutdown=5,
    )


def run(settings: Settings, host: str, port: int) -> None:
    """Serve until told to stop."""
    memory.one_pool()
    logs.install(settings.log_level)
    uvicorn.Server(config(settings, host, port)).run()
