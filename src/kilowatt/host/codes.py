"""Codes of tables and seeds of deals."""

from __future__ import annotations

import secrets

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Nothing that looks like something else."""
CODE_LENGTH = 8
LINK_LENGTH = 12
"""Letters of the code by which people join a group: about 59 random bits, and wrong ones are counted."""


def new_code() -> str:
    """Make a table's code, short enough to type."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def new_link() -> str:
    """Make the code at the end of a group's link, which can still be typed."""
    return "".join(secrets.choice(LETTERS) for _ in range(LINK_LENGTH))


def clean_code(code: str) -> str:
    """Read a table's code as somebody typed it."""
    return "".join(letter for letter in code.upper() if letter in LETTERS)[: CODE_LENGTH * 2]


def new_seed() -> str:
    """Make a dealer's seed: 256 random bits, written as records write them."""
    return secrets.token_hex(32)
