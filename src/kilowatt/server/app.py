"""The application: routes, sockets and page behind the gate. `make_app` is what uvicorn and the tests run."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.app import AppConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig

import kilowatt
from kilowatt.engine.faults import full_path
from kilowatt.host.errors import Denied
from kilowatt.protocol import Problem
from kilowatt.server.http import (
    atlas_routes,
    bot_routes,
    coach_routes,
    days_off_routes,
    group_chat_routes,
    group_routes,
    group_wish_routes,
    health_routes,
    invitation_routes,
    moderation_routes,
    notification_routes,
    played_routes,
    player_routes,
    profile_routes,
    rating_routes,
    ruleset_routes,
    schema_routes,
    share_routes,
    table_routes,
    tournament_routes,
    workshop_routes,
)
from kilowatt.server.http.connections import Connections
from kilowatt.server.http.gate import IMPORT_BYTES, WHO, Gate, Who, logged_path
from kilowatt.server.http.offline import Offline, offline_routes
from kilowatt.server.http.route_table import check_routes
from kilowatt.server.http.sockets import Sockets
from kilowatt.server.http.static import Page, page_routes
from kilowatt.server.server import Server
from kilowatt.server.settings import Settings
from kilowatt.server.store.writer import StoreDown

log = logging.getLogger("kilowatt.app")
ROUTES: list[HTTPRouteHandler] = [
    handler
    for module in (
        atlas_routes,
        bot_routes,
        coach_routes,
        group_chat_routes,
        group_wish_routes,
        group_routes,
        health_routes,
        invitation_routes,
        moderation_routes,
        notification_routes,
        played_routes,
        days_off_routes,
        player_routes,
        profile_routes,
        rating_routes,
        ruleset_routes,
        schema_routes,
        share_routes,
        table_routes,
        tournament_routes,
        workshop_routes,
    )
    for handler in vars(module).values()
    if isinstance(handler, HTTPRouteHandler)
]
"""The REST API: every handler that one of these modules defines."""
Asked = Request[Any, Any, State]
BODY = "data"
"""What Litestar calls a request's body."""


def _answer(request: Asked, error: Denied) -> Response[Problem]:
    who: Who | None = request.scope.get(WHO)  # type: ignore[assignment]
    headers = {"retry-after": "2"} if error.code in ("too_many", "store_unavailable") else {}
    return Response(
        error.problem(who.language if who is not None else "en"),
        status_code=error.status,
        headers=headers,
        media_type="application/json",
    )


def _denied(request: Asked, error: Denied) -> Response[Problem]:
    return _answer(request, error)


def _store_down(request: Asked, _: StoreDown) -> Response[Problem]:
    return _answer(request, Denied("store_unavailable"))


def _http(request: Asked, error: HTTPException) -> Response[Problem]:
    if isinstance(error, NotFoundException):
        return _answer(request, Denied("not_found"))
    if isinstance(error, MethodNotAllowedException):
        answer = _answer(request, Denied("not_allowed"))
        answer.headers.update(error.headers or {})
        return answer
    field, reason = "", error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        field, reason = str(first.get("key", "")), str(first.get("message", reason))
        if field == BODY:
            # the body itself, by the name that handlers give it; an empty one is found missing under that name
            field, reason = "", "expected a JSON object" if reason == repr(BODY) else reason
        field = full_path(field, reason)
    # the client knows which request it sent; the text names only what was wrong
    reason = re.sub(r"^Validation failed for \w+ \S+$", "not valid", reason)
    return _answer(request, Denied("bad_request", field=field or "body", reason=reason))


def _too_deep(request: Asked, _: RecursionError) -> Response[Problem]:
    return _answer(request, Denied("bad_request", field="body", reason="nested too deeply"))


def _failed(request: Asked, error: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=error, extra={"fields": {"path": logged_path(request.url.path)}})
    return _answer(request, Denied("failed"))


@asynccontextmanager
async def _running(app: Litestar) -> AsyncIterator[None]:
    server: Server = app.state.server
    await server.start()
    try:
        yield
    finally:
        await server.stop()


DESCRIPTION = OpenAPIConfig(
    title="Kilowatt",
    version=kilowatt.__version__,
    description="Tables of the Power Grid family. Sockets: see socket.json beside this file.",
    use_handler_docstrings=True,
    # the file that is made of it is served, by `schema_routes`
    render_plugins=[],
)


def make_litestar(files: Page | None, description: OpenAPIConfig | None = None) -> Litestar:
    """Make the inner application, API and page, for its description too; `make_app` gives it its server."""

    def quiet(config: AppConfig) -> AppConfig:
        config.logging_config = None
        return config

    page = (
        [
            *page_routes(files),
            *offline_routes(Offline(files)),
            share_routes.home_page(files),
            share_routes.table_page(files),
            *atlas_routes.board_pages(files),
            player_routes.player_page(files),
        ]
        if files
        else []
    )
    made = Litestar(
        [*ROUTES, *page],
        lifespan=[_running],
        openapi_config=description,
        exception_handlers={
            Denied: _denied,
            StoreDown: _store_down,
            HTTPException: _http,
            RecursionError: _too_deep,
            Exception: _failed,
        },
        request_max_body_size=IMPORT_BYTES,
        on_app_init=[quiet],
        debug=False,
    )
    if description is None:
        # a description brings routes of its own
        check_routes((method, route.path) for route in made.routes for method in getattr(route, "methods", ()))
    return made


def make_app(settings: Settings, inner: Litestar | None = None) -> Gate:
    """Make the whole application; an inner one, which takes its time to make, may be used again for the next server."""
    server = Server(settings)
    sockets = Sockets(server.registry, server.tables, server.presence, server.limits)
    inner = inner or make_litestar(Page(settings.page))
    inner.state.server = server
    gate = Gate(inner, sockets, settings, server.limits, server.metrics)  # type: ignore[arg-type]
    gate.main = server.known.main
    gate.admits = server.admission.admits if settings.closed else None
    gate.connections = Connections(server.metrics, proxied=settings.proxied, unlimited=settings.limits <= 0)
    return gate
