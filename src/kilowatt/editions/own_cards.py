"""Cards of one's own from a file: a deck of plants or the contractor's cards, as data for the options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from kilowatt.editions.schema import BadData, ContractorCard, DeckData, read_toml, shaped


def read_deck(path: str | Path) -> dict[str, Any]:
    """Read a deck of plants (the shape of our own deck files) as data for the option `deck`."""
    file = Path(path)
    plain: dict[str, Any] = msgspec.to_builtins(shaped(file.name, read_toml(file), DeckData))
    return plain


def read_contractor_cards(path: str | Path) -> list[dict[str, Any]]:
    """Read contractor cards (a list `cards` of first and others) as data for the option `contractor_cards`."""
    file = Path(path)
    raw = read_toml(file)
    if "cards" not in raw:
        raise BadData(file.name, "", "cards", "missing: expected a list of cards with first and others")
    plain: list[dict[str, Any]] = msgspec.to_builtins(shaped(file.name, raw["cards"], list[ContractorCard], "cards"))
    return plain
