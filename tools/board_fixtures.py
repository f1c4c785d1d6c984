"""Boards for the page's tests: what the server says of them, and how Python draws them (see `page_fixtures`).

The editor draws boards in TypeScript, `kilowatt board draw` and the checks in Python. `web/test/geometry.test.ts`
compares the two on every board here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.board_checks import checked, per_length
from kilowatt.editions.board_file import board_of, plain, read_board
from kilowatt.editions.drawing.labels import labels_of
from kilowatt.editions.drawing.places import sheet_of
from kilowatt.editions.drawing.svg import areas_of
from kilowatt.host.seating import rules_of
from kilowatt.host.workshop import check_view
from kilowatt.host.workshop_info import workshop_info
from kilowatt.protocol import BoardCheck
from kilowatt.protocol.views import board_view
from kilowatt.server.http.ruleset_routes import list_rulesets
from tools.drawn_boards import with_layout

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardFile

TOP = Path(__file__).parent.parent
EXAMPLES = TOP / "examples" / "boards"
SEATS = 3


def boards() -> dict[str, BoardFile]:
    """Return every shipped board with its drawn layout, and the example boards."""
    ours: dict[str, BoardFile] = {}
    for row in registry.rulesets().values():
        if row.board and row.board not in ours:
            ours[row.board] = with_layout(row.id)
    return ours | {path.stem: board_of(path.name, read_board(path)) for path in sorted(EXAMPLES.glob("*.toml"))}


def geometry(board: BoardFile) -> dict[str, Any]:
    """Return how Python draws a board: its areas, the boxes of its labels, and what a unit of length costs."""
    sheet = sheet_of(board)
    return {
        "board": plain(board),
        "areas": areas_of(board, sheet),
        "labels": {city: label.box for city, label in labels_of(board, sheet).items()},
        "per_length": per_length(board),
    }


def answers(board: BoardFile) -> dict[str, Any]:
    """Return what the server answers to the forms that make a table with a board, and to its editor."""
    check: BoardCheck = check_view(checked(board), "en")
    return {
        "board": plain(board),
        "check": check,
        "view": board_view(rules_of("custom", SEATS, {"board": plain(board)})),
        "info": workshop_info("open"),
        "rulesets": list_rulesets.fn(),
    }


def write(folder: Path) -> int:
    """Write the fixtures; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("geometry-*.json"):  # of a board that is gone
        old.unlink()
    fixtures = boards()
    for name, board in fixtures.items():
        (folder / f"geometry-{name}.json").write_bytes(msgspec.json.encode(geometry(board)))
    (folder / "answers.json").write_bytes(msgspec.json.encode(answers(fixtures["the_ring"])))
    return len(fixtures) + 1
