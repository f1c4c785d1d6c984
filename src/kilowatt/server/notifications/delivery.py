"""Requests to addresses that players have given: only to public ones, over TLS, bounded, without redirects.

A host name is resolved once and the connection goes to the address that was checked, so that a name which changes its
address in between reaches nothing inside the host's network.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

import httpx

SECONDS = 5.0
"""For a whole request: a chat service answers within one."""
ANSWER_MOST = 4096
"""Bytes of an answer that are read."""
URL_MOST = 1024
HTTPS = 443
NOT_PUBLIC_4 = [
    ip_network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by the customers of a provider
        "127.0.0.0/8",  # this machine
        "168.63.129.16/32",  # services of a cloud (Azure) for its own machines
        "169.254.0.0/16",  # link-local, and services of clouds for their own machines
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocols, and services of a cloud (Oracle) for its own machines
        "192.0.2.0/24",  # examples
        "192.88.99.0/24",  # relays of 6to4, which are no more
        "192.168.0.0/16",  # private
        "198.18.0.0/15",  # measurements
        "198.51.100.0/24",  # examples
        "203.0.113.0/24",  # examples
        "224.0.0.0/3",  # multicast, reserved, broadcast
    )
]
"""Blocks of IPv4 that are not public, as IANA registers them. Python's own list changes with its versions."""
PUBLIC_6 = ip_network("2000::/3")
"""The part of IPv6 that is given out for public use: what lies outside is local, reserved or a way to write IPv4."""
NOT_PUBLIC_6 = [
    ip_network(block)
    for block in (
        "2001::/23",  # protocols; Teredo among them, which holds IPv4 addresses
        "2001:db8::/32",  # examples
        "2002::/16",  # 6to4, which holds IPv4 addresses
        "3fff::/20",  # examples
    )
]
NAT64 = ip_network("64:ff9b::/96")
"""How a network without IPv4 writes the IPv4 addresses of hosts outside it: public if those are."""


class BadTarget(ValueError):
    """An address that nothing is sent to; the text says why."""


class Unreached(Exception):
    """No answer, for now."""


class Answer:
    """What the other side answered."""

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
    if "@" in parts.netloc or parts.fragment:
        raise BadTarget("expected a URL without user name and fragment")
    if not private and port not in (None, HTTPS):
        raise BadTarget("expected a URL without a port")
    if not url.isascii() or not url.isprintable() or " " in url:
        raise BadTarget("expected a URL of printable ASCII characters, without spaces")
    try:
        httpx.URL(url)
    except httpx.InvalidURL as error:
        raise BadTarget(f"expected a URL; {error}") from None


async def resolve(host: str, port: int, *, private: bool) -> str:
    """Return an address of a host; `BadTarget` if any of its addresses is not public."""
    try:
        rows = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreached(host) from error
    addresses = [str(row[4][0]).partition("%")[0] for row in rows]
    if not addresses:
        raise Unreached(host)
    if not private and not all(_public(address) for address in addresses):
        raise BadTarget("expected a host with a public address")
    return addresses[0]


def _public(text: str) -> bool:
    """Return whether an address is a host's on the public Internet, whatever way it is written in."""
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or (IPv4Address(int(address) & 0xFFFFFFFF) if address in NAT64 else None)
        if inner is None:
            return address in PUBLIC_6 and not any(address in block for block in NOT_PUBLIC_6)
        address = inner
    return not any(address in block for block in NOT_PUBLIC_4)


@cache
def _trusted() -> ssl.SSLContext:
    """Read the certificates that are trusted, once: it takes longer than a request."""
    return httpx.create_ssl_context(trust_env=False)


async def send(
    method: str,
    url: str,
    body: bytes,
    headers: dict[str, str],
    *,
    private: bool,
    transport: httpx.AsyncBaseTransport | None = None,
) -> Answer:
    """Send a request to the address that a URL names, and return the answer's status; a test gives a transport."""
    for library in ("httpx", "httpcore"):  # at info level they log every URL, and a browser's is a secret
        logging.getLogger(library).setLevel(logging.WARNING)
    check_url(url, private=private)
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (HTTPS if parts.scheme == "https" else 80)
    address = await resolve(host, port, private=private)
    target = httpx.URL(url).copy_with(host=address, port=port)
    named = {**headers, "host": parts.netloc, "user-agent": "kilowatt"}
    try:
        async with (
            asyncio.timeout(SECONDS),
            httpx.AsyncClient(
                trust_env=False, follow_redirects=False, timeout=SECONDS, transport=transport, verify=_trusted()
            ) as http,
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
