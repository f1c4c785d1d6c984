"""Custom cards on a server: only those its owner has installed, by name. No request brings cards along."""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from kilowatt.editions.own_cards import read_contractor_cards, read_deck
from kilowatt.editions.registry import contractors
from kilowatt.editions.schema import BadData
from kilowatt.host.errors import Denied

log = logging.getLogger("kilowatt.cards")
FILES_KEPT = 256
NAME = re.compile(r"[a-z0-9-]{1,40}")
READ = {"deck": read_deck, "contractor_cards": read_contractor_cards}
"""The options that hold cards, and how a file of them is read."""


def with_installed(folder: str, options: dict[str, Any]) -> dict[str, Any]:
    """Put the installed cards in the place of their names; `Denied` says which names there are."""
    chosen = dict(options)
    for option in READ:
        name = options.get(option)
        if name is None:
            continue
        cards = installed(folder, option)
        if not isinstance(name, str) or name not in cards:
            names = ", ".join(sorted(cards)) or "none"
            raise Denied("bad_option", option=option, reason=f"expected the name of installed cards: {names}")
        chosen[option] = cards[name]
    return chosen


def check_installed(folder: str, options: dict[str, Any]) -> None:
    """Refuse a record whose cards are not among the installed ones."""
    for option in READ:
        cards = options.get(option)
        if cards is not None and cards not in [printed(options), *installed(folder, option).values()]:
            raise Denied("bad_option", option=option, reason="the cards of this record are not installed here")


def printed(options: dict[str, Any]) -> list[dict[str, Any]] | None:
    """Return contractor cards that every game has: the package's own, for five and for six of them."""
    count = len(options.get("contractor_cards") or [])
    for own in contractors().values():
        if len(own.cards) == count:
            plain: list[dict[str, Any]] = msgspec.to_builtins(own.cards)
            return plain
    return None


def installed(folder: str, option: str) -> dict[str, Any]:
    """Read the owner's files, `NAME.deck.toml` and `NAME.contractor_cards.toml`; refused ones are logged and left out.

    A file is read again when it has changed, so a corrected one is played without a restart.
    """
    by_name: dict[str, Any] = {}
    for path in files(folder):
        if option_of(path) == option:
            cards, problem = _read_again(path)
            if not problem:
                by_name[name_of(path)] = cards
    return by_name


def files(folder: str) -> list[Path]:
    """List the files of the owner's folder that could hold cards."""
    return sorted(Path(folder).glob("*.toml")) if folder else []


def option_of(path: Path) -> str:
    """Return the option whose cards a file holds by its name, "" for none."""
    return next((option for option in READ if path.name.endswith(f".{option}.toml")), "")


def name_of(path: Path) -> str:
    """Return the name by which a table asks for the cards of a file."""
    return path.name.removesuffix(f".{option_of(path)}.toml")


def problem_of(path: Path) -> str:
    """Return what is wrong with a file, "" if its cards can be asked for."""
    return _read_again(path)[1]


def _read_again(path: Path) -> tuple[Any, str]:
    try:
        stat = path.stat()
    except OSError as error:
        return None, f"{path.name}: cannot be read: {error.strerror}"
    return _read(path, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=FILES_KEPT)
def _read(path: Path, changed: int, size: int) -> tuple[Any, str]:
    """Read a file once for each time it was changed; a refused one is logged."""
    try:
        return _read_named(path), ""
    except BadData as error:
        log.warning("cards refused", extra={"fields": {"why": str(error), "changed": changed, "bytes": size}})
        return None, str(error)


def _read_named(path: Path) -> Any:  # noqa: ANN401 - a deck or contractor cards
    option = option_of(path)
    if not option:
        raise BadData(path.name, "", "", "expected a name like NAME.deck.toml or NAME.contractor_cards.toml")
    if not NAME.fullmatch(name_of(path)):
        raise BadData(path.name, "", "", "expected a name of up to 40 small letters, digits and hyphens")
    return READ[option](path)
