"""How the server is: for monitors and for Prometheus."""

from __future__ import annotations

from litestar import MediaType, Response, get

from kilowatt.server.http.requests import Asked, server_of


@get("/healthz", media_type=MediaType.TEXT, sync_to_thread=False)
def healthy() -> str:
    """Answer that the process is alive."""
    return "ok\n"


@get("/readyz", media_type=MediaType.TEXT)
async def ready(request: Asked) -> Response[str]:
    """Return whether the database answers, takes writes and is at this version's revision."""
    reason = await server_of(request).not_ready()
    return Response(
        "ok\n" if reason is None else f"{reason}\n",
        status_code=200 if reason is None else 503,
        media_type=MediaType.TEXT,
    )


@get("/metrics", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics(request: Asked) -> str:
    """Return the metrics of this process for Prometheus."""
    return server_of(request).metrics.text()
