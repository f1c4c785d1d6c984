"""Requests to addresses that players have given: only to public ones, over TLS, bounded, without redirects.

A host name is resolved once and the connection goes to the address that was checked, so that a name which changes its
address in between reaches nothing inside the host's network.
"""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx

SECONDS = 10.0
ANSWER_MOST = 4096
"""Bytes of an answer that are read."""
URL_MOST = 1024
HTTPS = 443


class BadTarget(ValueError):
    """An address that nothing is sent to; the text says why."""


class Unreached(Exception):
    """No answer, for now."""


class Answer:
    """What the other side said."""

    def __init__(self, status: int, retry_after: float | None) -> None:
        self.status = status
        self.retry_after = retry_after


def check_url(url: str, *, private: bool) -> None:
    """Check the form of an address; `BadTarget` says what is wrong."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadTarget("expected a URL") from None
    schemes = ("https", "http") if private else ("https",)
    if len(url) > URL_MOST or parts.scheme not in schemes or not parts.hostname:
        raise BadTarget(f"expected a URL of at most {URL_MOST} characters that begins with https://")
    if parts.username or parts.password or parts.fragment:
        raise BadTarget("expected a URL without user name and fragment")
    if not private and port not in (None, HTTPS):
        raise BadTarget("expected a URL without a port")
    if not url.isascii() or any(letter.isspace() for letter in url):
        raise BadTarget("expected a URL without spaces")


async def resolve(host: str, port: int, *, private: bool) -> str:
    """Return an address of a host; `BadTarget` if any of its addresses is not public."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreached(host) from error
    addresses = [str(row[4][0]).partition("%")[0] for row in found]
    if not addresses:
        raise Unreached(host)
    if not private and not all(_public(address) for address in addresses):
        raise BadTarget("expected a host with a public address")
    return addresses[0]


def _public(address: str) -> bool:
    found = ip_address(address)
    mapped = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    return found.is_global and not found.is_multicast and (mapped is None or mapped.is_global)


async def send(
    method: str, url: str, body: bytes, headers: dict[str, str], *, private: bool, verify: bool = True
) -> Answer:
    """Send a request to the address that a URL names, and return the answer's status."""
    check_url(url, private=private)
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (HTTPS if parts.scheme == "https" else 80)
    address = await resolve(host, port, private=private)
    shown = f"[{address}]" if ":" in address else address
    target = httpx.URL(url).copy_with(host=shown.strip("[]"), port=port)
    named = {**headers, "host": parts.netloc, "user-agent": "kilowatt"}
    try:
        async with (
            asyncio.timeout(SECONDS),
            httpx.AsyncClient(trust_env=False, follow_redirects=False, timeout=SECONDS, verify=verify) as http,
            http.stream(method, target, content=body, headers=named, extensions={"sni_hostname": host}) as answer,
        ):
            seen = 0
            async for part in answer.aiter_raw():
                seen += len(part)
                if seen > ANSWER_MOST:
                    break
            return Answer(answer.status_code, _seconds(answer.headers.get("retry-after", "")))
    except (httpx.HTTPError, TimeoutError, OSError) as error:
        raise Unreached(type(error).__name__) from error


def _seconds(text: str) -> float | None:
    return float(text) if text.isdecimal() and len(text) < 8 else None  # noqa: PLR2004 - below four months
