"""The workshop: boards are checked, read and written as files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt import protocol as wire
from kilowatt.editions.board_checks import Checked, checked
from kilowatt.editions.board_file import board_of, board_of_text, plain
from kilowatt.editions.board_new import board_of_cities, copied
from kilowatt.editions.board_writing import board_text
from kilowatt.editions.options import BadOption
from kilowatt.editions.parts import BOARD, CUSTOM
from kilowatt.editions.schema import BadData
from kilowatt.host.errors import Denied
from kilowatt.host.seating import rules_of
from kilowatt.protocol.views import board_view
from kilowatt.table.board_texts import found_text, remedy_text

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardFile


def read(data: Any) -> BoardFile:  # noqa: ANN401 - whatever was sent
    """Read a board that was sent; `Denied` names the field that is wrong."""
    try:
        return board_of(BOARD, data)
    except BadData as error:
        raise Denied("bad_board", field=error.place or BOARD, reason=error.place_and_reason()) from None


def checked_board(data: dict[str, Any]) -> Checked:
    """Check a board that was sent."""
    return checked(read(data))


def check_view(checks: Checked, language: str) -> wire.BoardCheck:
    """Return what the checks found, with sentences in a language."""
    rows = [
        wire.FindingRow(
            one.code,
            one.level,
            one.field,
            found_text(one, language),
            remedy_text(one, language),
            one.cities,
            one.areas,
            one.links,
        )
        for one in checks.findings
    ]
    return wire.BoardCheck(rows, checks.seats, checks.starts, checks.per_length, checks.proposed)


def viewed(data: dict[str, Any], seats: int) -> wire.BoardView:
    """Return a board as so many players would play it."""
    return board_view(rules_of(CUSTOM, seats, {BOARD: data}))


def opened(data: wire.OpenFile) -> dict[str, Any]:
    """Read a board file, or make a board of a list of cities."""
    try:
        if data.kind == "csv":
            return plain(board_of_cities("cities.csv", data.text, data.title.strip() or "My board"))
        return plain(board_of_text("board.toml", data.text))
    except BadData as error:
        raise Denied("bad_board", field=error.place, reason=error.place_and_reason()) from None


def written(data: dict[str, Any]) -> wire.BoardText:
    """Write a board as a file."""
    board = read(data)
    return wire.BoardText(f"{board.id}.toml", board_text(board))


def plain_board(data: dict[str, Any]) -> dict[str, Any]:
    """Return a board that was sent as plain data."""
    return plain(read(data))


def copy_of(ruleset: str) -> wire.PlainBoard:
    """Return the board of a ruleset of ours as a board file."""
    try:
        return wire.PlainBoard(plain(copied(ruleset)))
    except BadOption:
        raise Denied("no_ruleset", ruleset=ruleset) from None
