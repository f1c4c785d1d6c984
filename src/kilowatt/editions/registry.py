"""Ids, revisions and titles: which data there is. Files are read when first asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from kilowatt.editions.schema import (
    BadData,
    BoardData,
    ContractorData,
    DeckData,
    EditionData,
    FuelData,
    RuleData,
    RulesetData,
    read_toml,
    shaped,
)

REVISION = 1
"""The revision of every ruleset. A behaviour that changes becomes a switch whose default depends on it."""

T = TypeVar("T")

_folders: list[Path] = [Path(__file__).parent / "data"]


class RulesetInfo(msgspec.Struct, frozen=True):
    """What a list of rulesets shows: id, title, seats, options with their defaults, and whether it is composed."""

    id: str
    title: str
    edition: str
    board: str
    seats: tuple[int, ...]
    options: dict[str, object]
    composed: bool
    revision: int = REVISION


def add_data(folder: str | Path) -> None:
    """Read boards, decks, fuel tables, editions and rulesets from another folder too, laid out like ours."""
    path = Path(folder)
    if not path.is_dir():
        raise BadData(str(folder), "", "", "no such folder")
    if path in _folders:
        return
    _folders.append(path)
    forget()
    try:
        for row in rulesets().values():
            fuel(row.fuel)
            edition(row.edition)
            if row.board:
                board(row.board)
    except BadData:
        _folders.remove(path)
        forget()
        raise


def forget() -> None:
    """Read every file anew when it is next asked for."""
    for cached in (rulesets, board, deck, fuel, edition, contractors, _find):
        cached.cache_clear()


@cache
def _find(kind: str, name: str) -> Path:
    for folder in reversed(_folders):
        path = folder / kind / f"{name}.toml"
        if path.exists():
            return path
    known = sorted({path.stem for folder in _folders for path in (folder / kind).glob("*.toml")})
    raise BadData(f"{kind}/{name}.toml", "", "", f"no such file; there are {', '.join(known)}")


@cache
def rulesets() -> dict[str, RulesetData]:
    """Read the list of rulesets."""
    found: dict[str, RulesetData] = {}
    for folder in _folders:
        path = folder / "rulesets.toml"
        if path.exists():
            rows = read_toml(path).get("ruleset")
            for row in shaped(path.name, rows, list[RulesetData], "ruleset"):
                found[row.id] = row
    return found


@cache
def board(name: str) -> BoardData:
    """Read a board."""
    path = _find("boards", name)
    return shaped(path.name, read_toml(path), BoardData)


@cache
def deck(name: str) -> DeckData:
    """Read a deck."""
    path = _find("decks", name)
    return shaped(path.name, read_toml(path), DeckData)


@cache
def fuel(name: str) -> FuelData:
    """Read the fuel tables of a game."""
    path = _find("fuel", name)
    return shaped(path.name, read_toml(path), FuelData)


@cache
def edition(name: str) -> EditionData:
    """Read an edition."""
    path = _find("editions", name)
    return shaped(path.name, read_toml(path), EditionData)


@cache
def contractors() -> dict[str, ContractorData]:
    """Read the contractor's cards."""
    path = _folders[0] / "contractor.toml"
    return shaped(path.name, read_toml(path), dict[str, ContractorData])


@cache
def rules() -> dict[str, RuleData]:
    """Read every rule of the ledger."""
    path = _folders[0] / "rules.toml"
    return shaped(path.name, read_toml(path), dict[str, RuleData])


@cache
def sources() -> dict[str, str]:
    """Read what the names of sources stand for."""
    path = _folders[0] / "sources.toml"
    return shaped(path.name, read_toml(path), dict[str, str])


def title(row: RulesetData) -> str:
    """Name a ruleset for people."""
    if row.title:
        return row.title
    name = edition(row.edition)
    return f"{board(row.board).title}, {name.title} {name.year}" if row.board else f"{name.title} {name.year}"
