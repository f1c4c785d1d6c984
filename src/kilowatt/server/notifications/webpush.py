"""Web Push: the encryption of a message (RFC 8291) and the server's signature (VAPID, RFC 8292). Pure; sends nothing.

Built on `cryptography`; the record format is one record, as messages here are short.
"""

from __future__ import annotations

import base64
import os
from typing import Annotated

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
KEY_BYTES = 32
AUTH_BYTES = 16
RECORD = 4096
PAYLOAD_MOST = 2000
"""Bytes of a message; push services take 4096 with everything around it."""
TOKEN_SECONDS = 12 * 3600
"""For how long a signature is valid; services accept up to a day."""
LAST_RECORD = b"\x02"

Base64 = Annotated[str, msgspec.Meta(max_length=128, pattern="^[A-Za-z0-9_-]+={0,2}$")]


class Subscription(msgspec.Struct):
    """A browser's push subscription: where to send, and the browser's keys."""

    endpoint: str
    p256dh: Base64
    auth: Base64


class BadSubscription(ValueError):
    """The keys of a subscription are no keys."""


def b64(raw: bytes) -> str:
    """Write bytes as the web does."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    """Read bytes as the web writes them."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Write a public key as 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def new_key() -> str:
    """Make the server's own private key, as it is stored."""
    return b64(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(KEY_BYTES, "big"))


def read_key(stored: str) -> ec.EllipticCurvePrivateKey:
    """Read a stored private key."""
    return ec.derive_private_key(int.from_bytes(unb64(stored), "big"), CURVE)


def check(subscription: Subscription) -> None:
    """Check the keys of a subscription; `BadSubscription` if they are none."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(subscription.p256dh))
    except ValueError as error:
        raise BadSubscription("p256dh") from error
    if len(unb64(subscription.auth)) != AUTH_BYTES:
        raise BadSubscription("auth")


def encrypt(
    message: bytes,
    subscription: Subscription,
    salt: bytes | None = None,
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Encrypt a message so that only the subscribed browser can read it; salt and key are given by tests alone."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(AUTH_BYTES)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(subscription.p256dh))
    info = b"WebPush: info\x00" + point(theirs) + point(own.public_key())
    secret = _derived(own.exchange(ec.ECDH(), theirs), unb64(subscription.auth), info, KEY_BYTES)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\x00", 12)
    sender = point(own.public_key())
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def authorization(key: ec.EllipticCurvePrivateKey, origin: str, contact: str, now: float) -> str:
    """Write the header that shows a push service which server is sending."""
    claims = {"aud": origin, "exp": int(now) + TOKEN_SECONDS, "sub": contact}
    parts = [b64(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(parts)
    first, second = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = first.to_bytes(KEY_BYTES, "big") + second.to_bytes(KEY_BYTES, "big")
    return f"vapid t={signed}.{b64(signature)}, k={b64(point(key.public_key()))}"
