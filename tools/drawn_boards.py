"""Our boards with the layouts that the page shows; needs no server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from kilowatt.editions.board_file import board_of
from kilowatt.editions.board_new import copied

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardFile

LAYOUTS = Path(__file__).parents[1] / "src" / "kilowatt" / "server" / "pictures" / "boards"


def with_layout(ruleset: str) -> BoardFile:
    """Return a board of ours with the layout that the page shows, as the editor opens it."""
    board = copied(ruleset)
    page = json.loads((LAYOUTS / f"{board.id}.json").read_text(encoding="utf-8"))
    raw = {key: value for key, value in msgspec.to_builtins(board).items() if value is not None}
    raw["layout"] = {
        "scale": page["scale"],
        "cities": {city: [x, y, side or ""] for city, (x, y, side) in page["cities"].items()},
        "names": page["names"],
        "areas": {
            area: {"tint": row["tint"], "de": row["name"]["de"], "at": row["at"]} for area, row in page["areas"].items()
        },
    }
    return board_of(board.id, raw)
