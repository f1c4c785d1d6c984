"""Requests over TLS: a receiver whose certificate is not trusted gets nothing."""

from __future__ import annotations

import datetime as dt
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from kilowatt.server.notifications import delivery
from kilowatt.server.notifications.delivery import Unreached
from tests.server.kit import run
from tests.server.listening import listening
from tests.server.sinks import HttpSink

HOST = "hooks.example.org"


def certificate(folder: Path) -> Path:
    """Write the key and the certificate of a host that vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = dt.datetime.now(dt.UTC)
    day = dt.timedelta(days=1)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - day, now + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file = folder / "host.pem"
    file.write_bytes(key.private_bytes(*form) + signed.public_bytes(serialization.Encoding.PEM))
    return file


def test_a_certificate_is_checked_against_those_that_are_trusted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The same receiver gets nothing while its certificate is unknown, and the request once it is trusted."""
    file = certificate(tmp_path)
    asked = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    asked.load_cert_chain(file)

    async def here(*_: object, **__: object) -> str:
        return "127.0.0.1"

    async def check() -> None:
        sink = HttpSink()
        async with listening(sink.serve, asked) as port:
            with pytest.raises(Unreached, match=r"^ConnectError$"):
                await delivery.send("POST", f"https://{HOST}:{port}/x", b"{}", {}, private=True)
            assert sink.got == []
            trusting = ssl.create_default_context(cafile=str(file))
            monkeypatch.setattr(delivery, "_trusted", lambda: trusting)
            answer = await delivery.send("POST", f"https://{HOST}:{port}/x", b"{}", {}, private=True)
        assert (answer.status, [got.path for got in sink.got]) == (201, ["/x"])

    monkeypatch.setattr(delivery, "resolve", here)
    run(check())
