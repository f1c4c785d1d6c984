"""The gate: everything passes here first. Knows which device sends a request, refuses other sites, floods and giants.

An ASGI application around the others. Nothing here knows tables.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.host.errors import BAD, Denied
from kilowatt.server import identity
from kilowatt.server.admission import let_in
from kilowatt.server.http.connections import ABORT
from kilowatt.server.http.headers import OFFLINE, headers_of
from kilowatt.server.http.hosts import host_name, is_host
from kilowatt.server.http.request_turns import RequestTurns
from kilowatt.server.limits import GET_COST, POST_COST
from kilowatt.server.monitoring.logs import begin_request
from kilowatt.server.monitoring.meter import Meter, Metered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kilowatt.server.http.connections import Connections
    from kilowatt.server.limits import Limits
    from kilowatt.server.monitoring.metrics import Metrics
    from kilowatt.server.settings import Settings

    Message = dict[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    Asgi = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

log = logging.getLogger("kilowatt.gate")

BODY_BYTES = 64 * 1024
BODY_SECONDS = 30.0
"""How long a body may take to arrive."""
SEND_SECONDS = 30.0
"""How long a part of an answer may take to be sent."""
REFUSED_SECONDS = 0.5
"""How long a request waits for its answer that there were too many."""
IMPORT_BYTES = 3 * 1024 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
PROBES = ("/healthz", "/readyz", "/metrics")
"""Paths that a monitor on the same machine asks by any host name."""
JSON = "application/json"
UNSUBSCRIBE = "/api/notifications/unsubscribe/"
"""Where mail programs send a form: whoever has the key in the path may end the mails, and no cookie counts."""
GROUP = "/g/"  # where a group's link leads: whoever knows its end may join
METERED = "kilowatt.meter"
"""Where the gate leaves a request's meter in the scope."""
WHO = "kilowatt.who"
"""Where the gate leaves a request's client in the scope."""


class Who(msgspec.Struct):
    """The client of a request: the hash of the device's token ("" for none), the address, the language."""

    device: str
    address: str
    language: str
    new: bool = False
    """The device has shown no token of its own."""
    own: str = ""
    """The hash of this very device's token; `device` is the main one of its person, where that has several."""
    token: str | None = None
    """A token to set as a cookie: made just now, or moved to the cookie's secure name."""


class Gate:
    """Lets requests through to the pages and the API, and sockets to the tables."""

    def __init__(self, inner: Asgi, sockets: Asgi, settings: Settings, limits: Limits, metrics: Metrics) -> None:
        self.inner = inner
        self.sockets = sockets
        self.settings = settings
        self.limits = limits
        self.metrics = metrics
        self.turns = RequestTurns(unlimited=settings.limits <= 0)
        self.main: Callable[[str], str] = lambda device: device
        """Set by whoever serves: the main device of a device's person."""
        self.admits: Callable[[str, str], Awaitable[bool]] | None = None
        """Set by whoever serves a closed server."""
        self.connections: Connections
        """Set by whoever serves: the connections that requests come by."""

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Take one connection."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.inner(scope, receive, send)

    async def _http(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        request = begin_request()
        if "//" in scope["path"]:  # several are one to the router, and so they must be to whoever judges a path
            scope = {**scope, "path": "/" + "/".join(filter(None, scope["path"].split("/")))}
        headers = _headers(scope)
        who = self._who(scope, headers)
        scope[WHO] = who
        secure = self._scheme(scope, headers) == "https"
        status = 0
        started = False

        async def answer(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                started = True
                status = message["status"]
                own = [(b"x-request-id", request.encode()), *self._extra(scope, who, secure=secure)]
                message["headers"] = [*message.get("headers", []), *own]
            try:
                async with asyncio.timeout(SEND_SECONDS):
                    await send(message)
            except TimeoutError:
                self.metrics.count("requests_cut")
                scope["state"].get(ABORT, _nothing)()

        try:
            meter = scope[METERED] = Meter(who.address, self._check(scope, headers, who))
            scope = await let_in(self.admits, scope, who.own)
            try:
                async with self.turns.turn(who.address, complete=scope["method"] in SAFE) as turn:
                    body = turn.taken_with(_bounded(receive, _most(scope["path"])))
                    await Metered(meter, self.inner(_as_get(scope), body, turn.ended_by(answer)))  # type: ignore[arg-type]
            finally:
                self.limits.worked(who.device or who.address, who.address, meter.owed)
        except Denied as error:
            if error.code == "too_many":
                # a flood is answered slowly: what is refused costs something too
                await asyncio.sleep(REFUSED_SECONDS)
            if not started:
                await _deny(error, who.language, answer)
        except Exception:
            log.exception("a request failed", extra={"fields": {"path": logged_path(scope["path"])}})
            if not started:
                await _deny(Denied("failed"), who.language, answer)
        self.metrics.count("requests")
        self.metrics.observe("request_seconds", time.perf_counter() - began)
        log.debug(
            "request",
            extra={
                "fields": {
                    "method": scope["method"],
                    "path": logged_path(scope["path"]),
                    "status": status,
                    "ms": round((time.perf_counter() - began) * 1000, 1),
                }
            },
        )

    async def _socket(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        begin_request()
        headers = _headers(scope)
        who = self._who(scope, headers)
        scope[WHO] = who
        try:
            self._own_host(scope, headers)
            self._own_origin(scope, headers)
            self._limit("socket", who)
            await let_in(self.admits, scope, who.own)
        except Denied as error:
            self.metrics.count("sockets_denied")
            log.info("socket denied", extra={"fields": {"why": error.code, "path": scope["path"]}})
            await receive()
            await send({"type": "websocket.close", "code": 4429 if error.code == "too_many" else 4403})
            return
        # a socket may stay for days: of its request nothing is kept
        headers.clear()
        scope["headers"] = []
        await self.sockets(scope, receive, send)

    # --- checks -------------------------------------------------------------------------------------------------------

    def _check(self, scope: dict[str, Any], headers: dict[bytes, str], who: Who) -> float:
        """Check a request and take what it costs at least; return that."""
        self._own_host(scope, headers)
        self._limit("address", who)
        if who.device and not who.new and not scope["path"].startswith(OFFLINE):
            self._limit("request", who)
        cost = GET_COST if scope["method"] in SAFE else POST_COST
        if not self.limits.take("work_address", who.address, cost):
            raise Denied("too_many")
        if scope["method"] not in SAFE:
            self._own_origin(scope, headers)
            if headers.get(b"sec-fetch-site") == "cross-site":
                raise Denied("foreign_origin")
            if not scope["path"].startswith(UNSUBSCRIBE):
                _json_only(headers)
        if b"transfer-encoding" in headers and b"content-length" in headers:
            # two servers may disagree where such a body ends, and take its rest for a request
            raise Denied("bad_request", field="Content-Length", reason="expected none beside Transfer-Encoding")
        most = _most(scope["path"])
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > most:
            raise Denied("too_long", most=most)
        return cost

    def _limit(self, kind: str, who: Who) -> None:
        if not self.limits.spend(kind, who.device, who.address):
            raise Denied("too_many")

    def _own_host(self, scope: dict[str, Any], headers: dict[bytes, str]) -> None:
        """Refuse a request for what is no host, or for a host name that the settings do not list."""
        if scope["path"] in PROBES:
            return
        hosts, host = self.settings.hosts, headers.get(b"host", "")
        if not is_host(host) or (hosts and host_name(host) not in hosts):
            raise Denied("unknown_host")

    def _own_origin(self, scope: dict[str, Any], headers: dict[bytes, str]) -> None:
        """Refuse what another site's page sends. Programs send no Origin, and no cookie of somebody else's either."""
        origin = headers.get(b"origin")
        if origin is None:
            return
        own = f"{self._scheme(scope, headers)}://{headers.get(b'host', '')}"
        if origin != own and origin not in self.settings.origins:
            raise Denied("foreign_origin")

    def _scheme(self, scope: dict[str, Any], headers: dict[bytes, str]) -> str:
        scheme: str = scope["scheme"]
        if self.settings.proxied:
            scheme = headers.get(b"x-forwarded-proto", scheme).split(",")[-1].strip()
        return {"ws": "http", "wss": "https"}.get(scheme, scheme)

    def _who(self, scope: dict[str, Any], headers: dict[bytes, str]) -> Who:
        address = scope["client"][0] if scope.get("client") else ""
        if self.settings.proxied and headers.get(b"x-forwarded-for"):
            # the last one is what our own proxy saw; those before it are the client's claim
            address = headers[b"x-forwarded-for"].split(",")[-1].strip()
        address = identity.neighbourhood(address)
        language = "de" if headers.get(b"accept-language", "").lower().startswith("de") else "en"
        secure = self._scheme(scope, headers) == "https"
        token, renamed = _token(headers.get(b"cookie", ""), secure=secure)
        if token is not None:
            own = identity.token_hash(token)
            return Who(self.main(own), address, language, own=own, token=token if renamed else None)
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            made = identity.new_token()
            own = identity.token_hash(made)
            return Who(own, address, language, new=True, own=own, token=made)
        return Who("", address, language)

    def _extra(self, scope: dict[str, Any], who: Who, *, secure: bool) -> list[tuple[bytes, bytes]]:
        extra = headers_of(scope["path"])
        if scope["path"].startswith("/api/"):
            extra.append((b"cache-control", b"no-store"))
        if secure:
            extra.append((b"strict-transport-security", b"max-age=31536000"))
        if who.token is not None:
            name = identity.SECURE_COOKIE if secure else identity.COOKIE
            cookie = f"{name}={who.token}; Path=/; Max-Age={identity.COOKIE_AGE}; HttpOnly; SameSite=Lax"
            extra.append((b"set-cookie", (cookie + ("; Secure" if secure else "")).encode()))
        return extra


def logged_path(path: str) -> str:
    """Return a path as logs show it: without the key of a mail, and without the code by which people join a group."""
    return next((f"{secret}..." for secret in (UNSUBSCRIBE, GROUP) if path.startswith(secret)), path)


def _as_get(scope: dict[str, Any]) -> dict[str, Any]:
    """Return a request for the head of something as one for the whole: the server below sends the head alone."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def _nothing() -> None:
    """Cut nothing: the server below has no connections of ours."""


def _headers(scope: dict[str, Any]) -> dict[bytes, str]:
    return {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _json_only(headers: dict[bytes, str]) -> None:
    """Refuse a body that does not say it is JSON: a form of another site can send any kind but that one."""
    kind = headers.get(b"content-type")
    if kind is None:
        if headers.get(b"content-length", "0") == "0" and b"transfer-encoding" not in headers:
            return
    elif kind.partition(";")[0].strip().lower() == JSON:
        return
    raise Denied("not_json", kind=kind or "")


def _token(header: str, *, secure: bool) -> tuple[str | None, bool]:
    """Return the device's token and whether it must move to the cookie's secure name.

    A browser that has played here over plain HTTP, or before the secure name existed, still has the plain cookie.
    """
    if secure:
        token = _cookie(header, identity.SECURE_COOKIE)
        if token is not None:
            return token, False
    token = _cookie(header)
    return token, secure and token is not None


def _cookie(header: str, wanted: str = identity.COOKIE) -> str | None:
    """Return the value of our own cookie; those of other programs on the same host may hold anything."""
    for part in header.split(";"):
        name, _, value = part.partition("=")
        if name.strip() == wanted and identity.is_token(value.strip()):
            return value.strip()
    return None


def _most(path: str) -> int:
    return IMPORT_BYTES if path in ("/api/import", "/api/unpack") else BODY_BYTES


def _bounded(receive: Receive, most: int) -> Receive:
    """Stop reading a body that grows beyond its limit, whatever its header said."""
    seen = 0
    until = asyncio.get_running_loop().time() + BODY_SECONDS

    async def read() -> Message:
        nonlocal seen
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            raise Denied("too_slow", seconds=int(BODY_SECONDS)) from None
        seen += len(message.get("body", b""))
        if seen > most:
            raise Denied("too_long", most=most)
        return message

    return read


async def _deny(error: Denied, language: str, send: Send) -> None:
    body = msgspec.json.encode(error.problem(language))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if error.code == "too_many":
        headers.append((b"retry-after", b"2"))
    if error.status == BAD:
        # nothing that follows on this connection is read
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
