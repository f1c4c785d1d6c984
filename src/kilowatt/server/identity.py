"""Identities: tokens of devices, restore codes of seats, codes of tables. Only hashes of secrets are stored."""

from __future__ import annotations

import hashlib
import secrets
from ipaddress import AddressValueError, IPv6Address

COOKIE = "kilowatt_device"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""The cookie's name over TLS: browsers accept this prefix only from the host itself, so no subdomain can plant one."""
COOKIE_AGE = 400 * 86400
"""The longest a browser keeps a cookie."""

_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Nothing that looks like something else."""
CODE_LENGTH = 8
RESTORE_LENGTH = 27
"""30 ** 27 is more than 2 ** 128."""


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
    letters = "".join(secrets.choice(_LETTERS) for _ in range(RESTORE_LENGTH))
    return "-".join(letters[start : start + 9] for start in range(0, RESTORE_LENGTH, 9))


def restore_hash(code: str) -> str:
    """Return what is stored of a restore code; dashes, spaces and lower case do not matter."""
    plain = "".join(letter for letter in code.upper() if letter in _LETTERS)
    return hashlib.sha256(b"kilowatt seat/" + plain.encode()).hexdigest()


def new_code() -> str:
    """Make a table's code, short enough to type."""
    return "".join(secrets.choice(_LETTERS) for _ in range(CODE_LENGTH))


def clean_code(code: str) -> str:
    """Read a table's code as somebody typed it."""
    return "".join(letter for letter in code.upper() if letter in _LETTERS)[: CODE_LENGTH * 2]


def new_seed() -> str:
    """Make a dealer's seed: 256 random bits, written as records write them."""
    return secrets.token_hex(32)
