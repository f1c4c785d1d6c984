"""Cards of one's own on a server: only those its owner has installed, by name. No request brings cards along."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from kilowatt.editions.own_cards import read_contractor_cards, read_deck
from kilowatt.editions.registry import contractors
from kilowatt.editions.schema import BadData
from kilowatt.server.errors import Denied

NAME = re.compile(r"[a-z0-9-]{1,40}")
READ = {"deck": read_deck, "contractor_cards": read_contractor_cards}
"""The options that hold cards, and how a file of them is read."""


def with_installed(folder: str, options: dict[str, Any]) -> dict[str, Any]:
    """Put the installed cards in the place of their names; `Denied` says which names there are."""
    found = dict(options)
    for option in READ:
        name = options.get(option)
        if name is None:
            continue
        cards = installed(folder, option)
        if not isinstance(name, str) or name not in cards:
            names = ", ".join(sorted(cards)) or "none"
            raise Denied("bad_option", option=option, reason=f"expected the name of installed cards: {names}")
        found[option] = cards[name]
    return found


def check_installed(folder: str, options: dict[str, Any]) -> None:
    """Refuse a record whose cards are not among the installed ones."""
    for option in READ:
        cards = options.get(option)
        if cards is not None and cards not in [printed(options), *installed(folder, option).values()]:
            raise Denied("bad_option", option=option, reason="the cards of this record are not installed here")


def printed(options: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Give contractor cards that every game has: the package's own, for five and for six of them."""
    count = len(options.get("contractor_cards") or [])
    for own in contractors().values():
        if len(own.cards) == count:
            plain: list[dict[str, Any]] = msgspec.to_builtins(own.cards)
            return plain
    return None


@cache
def installed(folder: str, option: str) -> dict[str, Any]:
    """Read the owner's files, `NAME.deck.toml` and `NAME.contractor_cards.toml`; broken ones are left out."""
    found: dict[str, Any] = {}
    for path in sorted(Path(folder).glob(f"*.{option}.toml")) if folder else []:
        name = path.name.removesuffix(f".{option}.toml")
        try:
            if NAME.fullmatch(name):
                found[name] = READ[option](path)
        except BadData:
            continue
    return found
