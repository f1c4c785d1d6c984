"""Ids, revisions and titles: which data there is. Files are read when first asked for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from kilowatt.editions.list_shapes import ContractorData, RuleData, RulesetData
from kilowatt.editions.schema import (
    BadData,
    BoardData,
    DeckData,
    EditionData,
    FuelData,
    read_toml,
    shaped,
)

DEFAULT_RULESET = "recharged/germany"
"""What is played where nobody says what."""
MEASURED_ON = ("recharged/germany", "recharged/usa")
"""What bots are measured on, and most of their training is: figures of the documents compare with each other."""
REVISION = 3
"""The newest revision of every ruleset. `revisions` says what the older ones did otherwise."""

Named = TypeVar("Named", BoardData, DeckData, FuelData, EditionData)
KINDS = ("boards", "decks", "fuel", "editions")
"""Folders of files that are known by their names."""

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
    chapter: str = ""
    """The chapter of the ledger with the special rules of a board of the atlas, as in AT-BX."""


def add_data(folder: str | Path) -> None:
    """Read boards, decks, fuel tables, editions and rulesets from another folder too, laid out like ours.

    Nothing of ours or of an earlier folder can be replaced: a record says which ruleset it was played with.
    """
    path = Path(folder)
    if not path.is_dir():
        raise BadData(str(folder), "", "", "no such folder")
    if path in _folders:
        return
    _check_names(path)
    _folders.append(path)
    forget()
    try:
        for row in rulesets().values():
            _check_row(row)
    except BadData:
        _folders.remove(path)
        forget()
        raise


def added() -> list[Path]:
    """List the folders with custom data, for another process that must read them too."""
    return _folders[1:]


def _check_names(folder: Path) -> None:
    """Refuse a folder with a file of a name that is taken."""
    for kind in KINDS:
        for file in sorted((folder / kind).glob("*.toml")):
            if file.stem in _known(kind):
                raise BadData(f"{kind}/{file.name}", "", "id", f"{file.stem!r} is taken: choose another id")


def _check_row(row: RulesetData) -> None:
    """Refuse a ruleset that names what is not there, or whose files are wrong."""
    table = f"ruleset {row.id}"
    named = [("editions", "edition", row.edition), ("fuel", "fuel", row.fuel)]
    if row.board:
        named.append(("boards", "board", row.board))
    for kind, field, name in named:
        if name not in _known(kind):
            raise _unknown("rulesets.toml", table, field, kind, name)
    data = edition(row.edition)
    fuel(row.fuel)
    if row.board:
        board(row.board)
    if data.deck not in _known("decks"):
        raise _unknown(f"{data.id}.toml", "", "deck", "decks", data.deck)
    deck(data.deck)
    if data.contractor not in contractors():
        reason = f"there is no {data.contractor!r}; there are {', '.join(contractors())}"
        raise BadData(f"{data.id}.toml", "", "contractor", reason)


def read_all() -> None:
    """Read every file that a game may need: a server does so before anybody waits for it."""
    rules()
    for row in rulesets().values():
        _check_row(row)
        cites(row.edition)


def _unknown(file: str, table: str, field: str, kind: str, name: str) -> BadData:
    return BadData(file, table, field, f"there is no {kind}/{name}.toml; there are {', '.join(_known(kind))}")


def forget() -> None:
    """Read every file again when it is next asked for."""
    for cached in (rulesets, board, deck, fuel, edition, contractors):
        cached.cache_clear()


def _known(kind: str) -> list[str]:
    return sorted({path.stem for folder in _folders for path in (folder / kind).glob("*.toml")})


def _read(kind: str, name: str, shape: type[Named]) -> Named:
    """Read the file of this name; its id is its name."""
    for folder in _folders:
        path = folder / kind / f"{name}.toml"
        if path.exists():
            data = shaped(path.name, read_toml(path), shape)
            if data.id != name:
                raise BadData(path.name, "", "id", f"expected the file's name, {name!r}, not {data.id!r}")
            return data
    raise BadData(f"{kind}/{name}.toml", "", "", f"no such file; there are {', '.join(_known(kind))}")


@cache
def rulesets() -> dict[str, RulesetData]:
    """Read the list of rulesets."""
    listed: dict[str, RulesetData] = {}
    for folder in _folders:
        path = folder / "rulesets.toml"
        if path.exists():
            rows = read_toml(path).get("ruleset")
            for number, row in enumerate(shaped(path.name, rows, list[RulesetData], "ruleset")):
                if row.id in listed:
                    table = f"ruleset[{number}]"
                    raise BadData(path.name, table, "id", f"{row.id!r} is taken: choose another id")
                listed[row.id] = row
    return listed


@cache
def board(name: str) -> BoardData:
    """Read a board."""
    return _read("boards", name, BoardData)


@cache
def deck(name: str) -> DeckData:
    """Read a deck."""
    return _read("decks", name, DeckData)


@cache
def fuel(name: str) -> FuelData:
    """Read the fuel tables of a game."""
    return _read("fuel", name, FuelData)


def own_boards() -> list[BoardData]:
    """Read every board of ours; those of added folders are left out."""
    return [board(path.stem) for path in sorted((_folders[0] / "boards").glob("*.toml"))]


def board_editions() -> list[str]:
    """List the editions that are played on a board."""
    return [name for name in _known("editions") if edition(name).areas is not None]


def track_fuels() -> list[str]:
    """List the fuel tables whose fuel is sold as tokens."""
    return [name for name in _known("fuel") if fuel(name).market]


def fuel_names() -> list[str]:
    """List the fuels of all games."""
    return list(dict.fromkeys([name for table in _known("fuel") for name in fuel(table).fuels]))


@cache
def edition(name: str) -> EditionData:
    """Read an edition."""
    return _read("editions", name, EditionData)


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
def cites(edition: str) -> dict[str, str]:
    """Read the rule behind each refusal of an edition of ours."""
    path = _folders[0] / "cites.toml"
    rows = shaped(path.name, read_toml(path), dict[str, dict[str, str]])
    return {code: row[edition] for code, row in rows.items() if edition in row}


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
