"""Requests to addresses that players have given: which are refused, and what is sent where."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from kilowatt.server.notifications import delivery
from kilowatt.server.notifications.delivery import BadTarget, Unreached
from tests.server.kit import run
from tests.server.sinks import http_sink

PUBLIC = (
    *("1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255"),
    *("128.0.0.1", "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.1", "172.15.255.255", "172.32.0.1"),
    *("192.0.1.1", "192.0.3.1", "192.88.98.1", "192.88.100.1", "192.167.255.255", "192.169.0.1", "198.17.255.255"),
    *("198.20.0.1", "198.51.99.1", "198.51.101.1", "203.0.112.1", "203.0.114.1", "223.255.255.255"),
    *("2000::1", "2001:200::1", "2001:db7:ffff::1", "2001:db9::1", "2003::1", "2606:4700:4700::1111"),
    *("3ffe:ffff::1", "3fff:1000::1"),
    *("::ffff:8.8.8.8", "64:ff9b::808:808"),
)
INSIDE = (
    # this machine and this network, however they are written
    *("127.0.0.1", "127.255.255.254", "127.1", "0177.0.0.1", "0x7f.1", "2130706433", "017700000001", "0.0.0.0", "0"),
    *("0.1.2.3", "::", "::1"),
    # private and link-local networks
    *("10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.255.255", "167772161"),
    *("fc00::1", "fd00::1", "fe80::1", "fe80::1%lo", "febf::1", "fec0::1", "feff::1"),
    # behind a provider
    *("100.64.0.1", "100.127.255.255", "100.100.100.200"),
    # what clouds tell their own machines
    *("169.254.169.254", "2852039166", "192.0.0.192", "168.63.129.16", "fd00:ec2::254"),
    # protocols, examples, measurements, relays
    *("192.0.0.1", "192.0.0.255", "192.0.2.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1"),
    *("192.88.99.1", "2001:1::1", "2001:db8::1", "2001:db8:ffff::1", "3fff::1", "3fff:fff::1", "5f00::1", "100::1"),
    # multicast, reserved, broadcast
    *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "ff02::1", "4000::1", "1fff::1"),
    # IPv4 inside IPv6: mapped, compatible, translated, NAT64 (also of a network's own), 6to4, Teredo
    *("::ffff:10.0.0.1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::8.8.8.8"),
    *("::ffff:0:127.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b::10.0.0.1", "64:ff9b::127.0.0.1"),
    *("64:ff9b:1::10.0.0.1", "64:ff9b:1::8.8.8.8", "64:ff9b:0:0:0:1::1"),
    *("2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1", "2001:0:7f00:1::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
)


class Names:
    """Answers of a name service: the next one for each question."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: list[str] | Exception) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Any, ...]] = []
        monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", self._answer)

    async def _answer(self, host: str, port: int, **kinds: Any) -> list[Any]:
        self.asked.append((host, port, kinds))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answer]


class Wire(httpx.AsyncBaseTransport):
    """Keeps the requests that would leave the machine, and answers them."""

    def __init__(self, status: int = 201, headers: dict[str, str] | None = None, parts: int = 1) -> None:
        self.requests: list[httpx.Request] = []
        self.status, self.headers, self.parts = status, headers or {}, parts
        self.read = 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Keep a request and answer it."""
        self.requests.append(request)
        return httpx.Response(self.status, headers=self.headers, stream=_Body(self))


class _Body(httpx.AsyncByteStream):
    def __init__(self, wire: Wire) -> None:
        self.wire = wire

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for _ in range(self.wire.parts):
            self.wire.read += 1024
            yield b"x" * 1024


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_reached(address: str) -> None:
    """An address on the public Internet is resolved to itself, the last one before and the first after each block."""
    assert run(delivery.resolve(address, 443, private=False)) == address


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    """An address inside a network is refused however it is written, and named only where the host allows it."""
    try:
        written = run(delivery.resolve(address, 443, private=True))
    except Unreached:
        # a link that this machine does not have
        assert "%" in address
        return
    assert written
    with pytest.raises(BadTarget, match=r"^expected a host with a public address$"):
        run(delivery.resolve(address, 443, private=False))


@pytest.mark.parametrize("address", ["127.0.0.1", "64:ff9b::169.254.169.254", "fe80::1"])
def test_nothing_is_sent_to_an_address_inside_a_network(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """A URL whose host has an address inside a network is refused before anything is sent."""
    Names(monkeypatch, [address])
    wire = Wire()
    with pytest.raises(BadTarget):
        run(delivery.send("POST", "https://hooks.example.org/x", b"", {}, private=False, transport=wire))
    assert not wire.requests


@pytest.mark.parametrize(
    "addresses",
    [["8.8.8.8", "10.0.0.1"], ["10.0.0.1", "8.8.8.8"], ["2606:4700::1", "8.8.8.8", "::1"], ["fe80::1%eth0"]],
)
def test_one_address_inside_a_network_is_enough(monkeypatch: pytest.MonkeyPatch, addresses: list[str]) -> None:
    """A name of which any address is not public is refused, in whatever order they come."""
    Names(monkeypatch, addresses)
    with pytest.raises(BadTarget):
        run(delivery.resolve("hooks.example.org", 443, private=False))


def test_a_name_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The request goes to the address that was checked, under the host's name, though the name now leads elsewhere."""
    names = Names(monkeypatch, ["203.0.114.7", "203.0.114.8"], ["127.0.0.1"])
    wire = Wire(headers={"retry-after": "17"})
    url = "https://hooks.example.org/path?key=1"
    answer = run(delivery.send("PUT", url, b"body", {"ttl": "60"}, private=False, transport=wire))
    assert names.asked == [("hooks.example.org", 443, {"type": socket.SOCK_STREAM})]
    [request] = wire.requests
    assert (request.method, str(request.url)) == ("PUT", "https://203.0.114.7/path?key=1")
    assert request.url.host == "203.0.114.7"
    assert request.extensions["sni_hostname"] == "hooks.example.org"
    assert request.extensions["timeout"] == dict.fromkeys(("connect", "read", "write", "pool"), 5.0)
    assert request.headers["host"] == "hooks.example.org"
    assert request.headers["user-agent"] == "kilowatt"
    assert request.headers["ttl"] == "60"
    assert request.content == b"body"
    assert (answer.status, answer.retry_after) == (201, 17.0)


def test_an_address_of_ipv6_is_written_into_the_url(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that has an address of IPv6 is reached there."""
    Names(monkeypatch, ["2606:4700::1111"])
    wire = Wire()
    run(delivery.send("POST", "https://hooks.example.org/", b"", {}, private=False, transport=wire))
    assert str(wire.requests[0].url) == "https://[2606:4700::1111]/"


@pytest.mark.parametrize(
    ("url", "port", "host"),
    [
        ("http://push.example.org/x", 80, "push.example.org"),
        ("http://push.example.org:8080/x", 8080, "push.example.org:8080"),
        ("https://push.example.org/x", 443, "push.example.org"),
        ("https://push.example.org:8443/x", 8443, "push.example.org:8443"),
    ],
)
def test_ports_are_those_of_the_url(monkeypatch: pytest.MonkeyPatch, url: str, port: int, host: str) -> None:
    """Where the host allows private targets, the port is the URL's, or that of its scheme."""
    names = Names(monkeypatch, ["10.0.0.1"])
    wire = Wire()
    run(delivery.send("POST", url, b"", {}, private=True, transport=wire))
    assert names.asked[0][1] == port
    assert wire.requests[0].headers["host"] == host
    assert (wire.requests[0].url.port or {"http": 80, "https": 443}[wire.requests[0].url.scheme]) == port


@pytest.mark.parametrize("answer", [OSError("no such name"), UnicodeError("label too long"), []])
def test_a_name_without_address_is_tried_again_later(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    """A name that has no address for now is not refused for good."""
    Names(monkeypatch, answer)
    with pytest.raises(Unreached, match=r"^hooks\.example\.org$"):
        run(delivery.resolve("hooks.example.org", 443, private=False))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int) -> None:
    """An answer that leads elsewhere is the answer; nothing is sent to where it leads."""

    async def check() -> None:
        async with http_sink() as sink, http_sink() as other:
            sink.answers, sink.location = [status], f"{other.url}/inside"
            answer = await delivery.send("POST", sink.url, b"{}", {}, private=True)
            assert answer.status == status
            assert len(sink.got) == 1
            assert not other.got

    run(check())


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0", 0.0), ("9999999", 9_999_999.0), ("10000000", None), ("-1", None), ("soon", None), ("", None), ("1.5", None)],
)
def test_a_wait_is_a_number_of_seconds(monkeypatch: pytest.MonkeyPatch, text: str, seconds: float | None) -> None:
    """How long to wait is read from the answer where it is a plain number below four months."""
    Names(monkeypatch, ["8.8.8.8"])
    wire = Wire(429, {"retry-after": text} if text else {})
    answer = run(delivery.send("POST", "https://hooks.example.org/", b"", {}, private=False, transport=wire))
    assert (answer.status, answer.retry_after) == (429, seconds)


def test_an_endless_answer_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an answer's body only the first kilobytes are read, and its status counts; a short one is read whole."""
    Names(monkeypatch, ["8.8.8.8"], ["8.8.8.8"])
    endless, short = Wire(parts=1_000_000), Wire(parts=4)
    for wire in (endless, short):
        answer = run(delivery.send("POST", "https://hooks.example.org/", b"", {}, private=False, transport=wire))
        assert answer.status == 201
    assert delivery.ANSWER_MOST == 4096
    assert endless.read == 4096 + 1024
    assert short.read == 4096


def test_a_silent_receiver_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A receiver that takes the connection and answers nothing, or drip by drip, is tried again later."""
    monkeypatch.setattr(delivery, "SECONDS", 0.05)

    class Dripping(Wire):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            await asyncio.Event().wait()
            raise AssertionError

    async def check() -> None:
        async with http_sink() as sink:
            sink.pause = 3600.0
            with pytest.raises(Unreached, match="Timeout"):
                await delivery.send("POST", sink.url, b"{}", {}, private=True)
            with pytest.raises(Unreached, match="TimeoutError"):
                await delivery.send("POST", sink.url, b"{}", {}, private=True, transport=Dripping())

    run(check())


@pytest.mark.parametrize("error", [httpx.ConnectError("refused"), httpx.ReadError("cut"), OSError("no route")])
def test_a_broken_connection_is_tried_again_later(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Whatever goes wrong on the way to a receiver is named by its kind, and the target stays."""
    Names(monkeypatch, ["8.8.8.8"])

    def broken(_: httpx.Request) -> httpx.Response:
        raise error

    with pytest.raises(Unreached, match=f"^{type(error).__name__}$"):
        run(
            delivery.send(
                "POST", "https://h.example.org/", b"", {}, private=False, transport=httpx.MockTransport(broken)
            )
        )


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy named in the environment would resolve the name once more: the request goes past it."""

    async def check() -> None:
        async with http_sink() as sink, http_sink() as proxy:
            monkeypatch.setenv("HTTP_PROXY", proxy.url)
            monkeypatch.setenv("ALL_PROXY", proxy.url)
            monkeypatch.setenv("NO_PROXY", "")
            await delivery.send("POST", f"{sink.url}/x", b"{}", {}, private=True)
            assert [got.path for got in sink.got] == ["/x"]
            assert not proxy.got

    run(check())


PRINTABLE = "^expected a URL of printable ASCII characters, without spaces$"
BEGINS = "^expected a URL of at most 1024 characters that begins with https://$"
LONG = "https://a.example.org/" + "x" * (delivery.URL_MOST - len("https://a.example.org/"))


@pytest.mark.parametrize(
    "url",
    [
        *(
            "https://a.example.org",
            "https://a.example.org/x?y=z",
            "https://a.example.org:443/",
            "HTTPS://A.example.org/",
        ),
        *("https://[2606:4700::1111]/", "https://1.2.3.4/", LONG),
    ],
)
def test_a_url_over_tls_is_accepted(url: str) -> None:
    """A URL of a host over TLS, of up to the longest length, is one that requests may go to."""
    delivery.check_url(url, private=False)
    delivery.check_url(url, private=True)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", BEGINS),
        ("x", BEGINS),
        ("http://a.example.org/", BEGINS),
        ("ftp://a.example.org/", BEGINS),
        ("file:///etc/passwd", BEGINS),
        ("https://", BEGINS),
        ("https:///x", BEGINS),
        (LONG + "x", BEGINS),
        ("https://u@a.example.org/", "^expected a URL without user name and fragment$"),
        ("https://u:p@a.example.org/", "^expected a URL without user name and fragment$"),
        ("https://:p@a.example.org/", "^expected a URL without user name and fragment$"),
        ("https://@a.example.org/", "^expected a URL without user name and fragment$"),
        ("https://a.example.org/#x", "^expected a URL without user name and fragment$"),
        ("https://a.example.org:80/", "^expected a URL without a port$"),
        ("https://a.example.org:22/", "^expected a URL without a port$"),
        ("https://a.example.org:0/", "^expected a URL without a port$"),
        ("https://a.example.org:x/", "^expected a URL$"),
        ("https://a.example.org:99999/", "^expected a URL$"),
        ("https://[::1/", "^expected a URL$"),
        ("https://a.example.org/ x", PRINTABLE),
        ("https://a.example.org/\tx", PRINTABLE),
        ("https://a.example.org/\x00", PRINTABLE),
        ("https://a.example.org/\x7f", PRINTABLE),
        ("https://bücher.example.org/", PRINTABLE),
        ("https://300.1.1.1/", "^expected a URL; Invalid IPv4 address"),
    ],
)
def test_any_other_url_is_refused(url: str, reason: str) -> None:
    """What is no plain URL over TLS is refused with the reason, before a name is resolved."""
    with pytest.raises(BadTarget, match=reason):
        delivery.check_url(url, private=False)
    with pytest.raises(BadTarget, match=reason):
        run(delivery.send("POST", url, b"", {}, private=False, transport=Wire()))


@pytest.mark.parametrize("url", ["http://a.example.org/", "http://a.example.org:8080/", "https://a.example.org:8443/"])
def test_a_host_may_allow_plain_http_and_ports(url: str) -> None:
    """Where the host allows private targets, plain HTTP and other ports are accepted; other schemes are not."""
    delivery.check_url(url, private=True)
    with pytest.raises(BadTarget):
        delivery.check_url(url.replace("http", "ftp", 1), private=True)
