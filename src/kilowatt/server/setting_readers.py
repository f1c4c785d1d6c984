"""Readers of settings: each reads the text of one variable of the environment, and says what it expected."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kilowatt.editions.options import BadOption

YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")

Read = Callable[[str, str], Any]
"""Reads the text of the variable with a name; `BadOption` says what was expected."""


def number(expected: str) -> Read:
    """Make a reader of a number of 0 or more, by the name of what it counts."""

    def read(name: str, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value < math.inf:
            raise BadOption(name, f"expected {expected}, 0 or more, not {text!r}")
        return value

    return read


def whole(name: str, text: str) -> int:
    """Read a whole number of at least 1."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise BadOption(name, f"expected a whole number of at least 1, not {text!r}")
    return value


def switch(name: str, text: str) -> bool:
    """Read whether something is on."""
    word = text.strip().lower()
    if word not in (*YES, *NO):
        raise BadOption(name, f"expected 1 or 0, not {word!r}")
    return word in YES


def one_of(*words: str) -> Read:
    """Make a reader of one of these words, in capitals or not."""

    def read(name: str, text: str) -> str:
        matches = [word for word in words if word.lower() == text.lower()]
        if not matches:
            raise BadOption(name, f"expected one of {', '.join(words)}, not {text!r}")
        return matches[0]

    return read


def plain(_: str, text: str) -> str:
    """Take a text as it is."""
    return text


def words(_: str, text: str) -> tuple[str, ...]:
    """Read texts separated by commas."""
    return tuple(word for part in text.split(",") if (word := part.strip()))


def host_names(name: str, text: str) -> tuple[str, ...]:
    """Read host names separated by commas."""
    return tuple(word.lower() for word in words(name, text))


def url(name: str, text: str) -> str:
    """Read the address of a server."""
    if not text.startswith(("https://", "http://")):
        raise BadOption(name, f"expected https://HOST, not {text!r}")
    return text.rstrip("/")


def contact(name: str, text: str) -> str:
    """Read how somebody is reached."""
    if not text.startswith(("mailto:", "https://")):
        raise BadOption(name, f"expected mailto:ADDRESS or https://PAGE, not {text!r}")
    return text


def mail_server(name: str, text: str) -> str:
    """Read the address of a mail server."""
    if not text.startswith(("smtp://", "smtps://")):
        # the URL may contain a password: it is not quoted
        raise BadOption(name, "expected smtp://USER:PASSWORD@HOST:PORT or smtps://...")
    return text
