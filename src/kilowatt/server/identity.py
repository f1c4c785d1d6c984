"""Identities: tokens of devices, restore codes of seats. Only hashes of secrets are stored."""

from __future__ import annotations

import hashlib
import secrets
from ipaddress import AddressValueError, IPv6Address

from kilowatt.host.codes import LETTERS

COOKIE = "kilowatt_device"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""The cookie's name over TLS: browsers accept this prefix only from the host itself, so no subdomain can plant one."""
COOKIE_AGE = 400 * 86400
"""The longest a browser keeps a cookie."""

RESTORE_LENGTH = 27
"""30 ** 27 is more than 2 ** 128."""

BOT_PREFIX = "kwb_"


def new_token() -> str:
    """Make a device's token: 128 random bits."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(b"kilowatt device/" + token.encode()).hexdigest()


def neighbourhood(address: str) -> str:
    """Return what counts as one address: with IPv6 one customer has a whole /64 to choose from."""
    try:
        network = IPv6Address(address.partition("%")[0])
    except AddressValueError:
        return address
    return str(network.ipv4_mapped or IPv6Address(int(network) >> 64 << 64))


def address_hash(key: bytes, address: str) -> str:
    """Return what is kept of an address: a hash with the database's own key, so that it means nothing elsewhere."""
    return hashlib.blake2b(address.encode(), key=key, digest_size=16, person=b"kilowatt addr").hexdigest()


def person_mark(code: str, person: str) -> str:
    """Return what a person without a seat is called at one table; it cannot be linked to other tables."""
    return hashlib.sha256(f"kilowatt person/{code}/{person}".encode()).hexdigest()[:12]


def is_token(token: str) -> bool:
    """Return whether this has the form of a token."""
    return len(token) == len(new_token()) and token.isascii() and token.replace("-", "a").replace("_", "a").isalnum()


def new_restore() -> str:
    """Make a seat's restore code: at least 128 random bits, in groups for reading aloud."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(RESTORE_LENGTH))
    return "-".join(letters[start : start + 9] for start in range(0, RESTORE_LENGTH, 9))


def restore_hash(code: str) -> str:
    """Return what is stored of a restore code; dashes, spaces and lower case do not matter."""
    plain = "".join(letter for letter in code.upper() if letter in LETTERS)
    return hashlib.sha256(b"kilowatt seat/" + plain.encode()).hexdigest()


def new_bot_token() -> str:
    """Make a bot's token: 256 random bits, with a beginning by which leaked ones can be found."""
    return f"{BOT_PREFIX}{secrets.token_urlsafe(32)}"


def bot_token_hash(token: str) -> str:
    """Return what is stored of a bot's token."""
    return hashlib.sha256(b"kilowatt bot/" + token.encode()).hexdigest()
