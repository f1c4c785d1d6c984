"""Receivers of notifications, run by the tests: a push service and webhooks over HTTP, and a mail server."""

from __future__ import annotations

import asyncio
import email
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from email.message import EmailMessage
from email.policy import default
from typing import Any

import msgspec
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from kilowatt.server.notifications import webpush
from tests.server.kit import free_port
from tests.server.listening import listening


class Got:
    """A request that a sink has received."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body


class HttpSink:
    """Keeps every request and answers with a status."""

    def __init__(self) -> None:
        self.url = ""
        self.got: list[Got] = []
        self.answers: list[int] = []
        """The next answers; then 201."""
        self.location = ""
        self.pause = 0.0
        """Seconds until an answer."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Keep the one request of a connection and answer it."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.got.append(Got(head[0].split()[1], headers, body))
        await asyncio.sleep(self.pause)
        status = self.answers.pop(0) if self.answers else 201
        extra = f"location: {self.location}\r\n" if self.location else ""
        writer.write(f"HTTP/1.1 {status} x\r\n{extra}content-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()


@asynccontextmanager
async def http_sink() -> AsyncIterator[HttpSink]:
    """Run an HTTP sink on this machine."""
    sink = HttpSink()
    async with listening(sink.serve) as port:
        sink.url = f"http://127.0.0.1:{port}"
        yield sink


class MailSink:
    """Keeps every mail."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []
        """The same mails as they came."""
        self.refusal = ""
        """What the next recipients are answered, in place of yes."""

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802 - its name in aiosmtpd
        """Take a recipient."""
        if self.refusal:
            return self.refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - its name in aiosmtpd
        """Take a mail."""
        mail = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        self.raw.append(envelope.content)
        return "250 OK"


@contextmanager
def mail_sink() -> Iterator[MailSink]:
    """Run a mail server on this machine."""
    port = free_port()
    sink = MailSink(f"smtp://127.0.0.1:{port}")
    controller = Controller(sink, "127.0.0.1", port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()


class Browser:
    """The keys of a subscribed browser, which reads what is pushed to it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(webpush.CURVE)
        self.auth = b"0123456789abcdef"

    def wish(self, endpoint: str) -> dict[str, str]:
        """Write the subscription as the page sends it."""
        p256dh = webpush.b64(webpush.point(self.key.public_key()))
        return {"endpoint": endpoint, "p256dh": p256dh, "auth": webpush.b64(self.auth)}

    def read(self, body: bytes) -> dict[str, str]:
        """Decrypt a message (RFC 8291, from the receiver's side)."""
        salt, length = body[:16], body[20]
        sender = ec.EllipticCurvePublicKey.from_encoded_point(webpush.CURVE, body[21 : 21 + length])
        info = b"WebPush: info\x00" + webpush.point(self.key.public_key()) + webpush.point(sender)
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(self.key.exchange(ec.ECDH(), sender))
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        plain = AESGCM(key).decrypt(nonce, body[21 + length :], None)
        message: dict[str, str] = msgspec.json.decode(plain.rstrip(b"\x00").removesuffix(b"\x02"))
        return message
