"""What a game is made of: edition, board and fuel tables, by the name of a ruleset or from a board file.

The ruleset `custom` has no row in a data file: its option `board` holds a whole board file, so that a record of the
game needs nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kilowatt.editions import registry
from kilowatt.editions.board_file import board_of, plain
from kilowatt.editions.board_network import network_faults
from kilowatt.editions.options import BadOption
from kilowatt.editions.schema import SEATS, BadData

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardData, BoardFile, EditionData, FuelData

CUSTOM = "custom"
"""The ruleset whose board comes with the options."""
BOARD = "board"


class Parts(NamedTuple):
    """The parts of a game. `options` are those of the request but the board; `embedded` is the board as kept."""

    id: str
    title: str
    edition: EditionData
    board: BoardData | None
    fuel: FuelData
    composed: bool
    options: Any
    embedded: dict[str, Any]


def parts_of(ruleset: str, options: Any, *, strict: bool = True) -> Parts:  # noqa: ANN401 - whatever was asked
    """Find the parts of a game; `BadOption` names what is wrong with the request; `strict` as for `board_of`."""
    if ruleset == CUSTOM:
        return _custom(options, strict=strict)
    row = registry.rulesets().get(ruleset)
    if row is None:
        raise BadOption("ruleset", f"there is no {ruleset!r}; there are {', '.join((*registry.rulesets(), CUSTOM))}")
    return Parts(
        row.id,
        registry.title(row),
        registry.edition(row.edition),
        registry.board(row.board) if row.board else None,
        registry.fuel(row.fuel),
        row.composed,
        options,
        {},
    )


def _custom(options: Any, *, strict: bool) -> Parts:  # noqa: ANN401 - whatever was asked
    if not isinstance(options, dict) or BOARD not in options:
        raise BadOption(BOARD, "missing: the ruleset custom needs a board file's data; read one with read_board")
    try:
        board = board_of(BOARD, options[BOARD], strict=strict)
    except BadData as error:
        raise BadOption(BOARD, error.place_and_reason(), error) from None
    for fault in network_faults(board):
        if fault.level == "fix":
            shown = ", ".join(f"{value}" for value in fault.args.values())
            raise BadOption(BOARD, f"{fault.field}: {fault.code.replace('_', ' ')}{f': {shown}' if shown else ''}")
    rest = {name: value for name, value in options.items() if name != BOARD}
    edition = registry.edition(board.edition)
    title = f"{board.title}, {edition.title} {edition.year}"
    # published by nobody: as composed as a ruleset can be
    return Parts(CUSTOM, title, edition, board, fuel_of(board), True, rest, {BOARD: plain(board)})  # noqa: FBT003


def fuel_of(board: BoardFile) -> FuelData:
    """Return the fuel tables of a board file: its own, or those it names."""
    return registry.fuel(board.fuel) if isinstance(board.fuel, str) else board.fuel


def playable(edition: EditionData, board: BoardData) -> tuple[int, ...]:
    """Return the numbers of players that every table of the board's own has a value for."""
    tables = [table for table in (board.areas, board.step2_cities, board.end_cities) if table]
    trust = {2: "2-trust"} if edition.trust.default and board.trust else {}
    return tuple(seats for seats in SEATS if all(trust.get(seats, str(seats)) in table for table in tables))
