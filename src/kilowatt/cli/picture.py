"""`kilowatt picture`: a moment of a record as a picture."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

import kilowatt
from kilowatt.cli.asked import check_place
from kilowatt.cli.errors import reading


def picture(
    record: Annotated[Path, typer.Argument(help="A game record")],
    at: Annotated[
        int | None, typer.Option(min=0, help="Number of the entry after which to draw; the last by default")
    ] = None,
    out: Annotated[Path, typer.Option("-o", "--out", help="PNG or SVG file to write")] = Path("board.png"),
) -> None:
    """Draw the board and the players after an entry of a record, as everybody at the table sees it."""
    if find_spec("resvg_py") is None:
        raise kilowatt.BadOption("picture", "pictures need the extra `serve`: pip install 'kilowatt[serve]'")
    from kilowatt.server.pictures import drawing

    check_place(out, "out")
    with reading(record):
        game = kilowatt.read_record(record)
    last = game.entries[-1].seq if game.entries else 0
    if at is not None and at > last:
        raise kilowatt.BadOption("at", f"expected an entry of the record, 0 to {last}, not {at}")
    table = kilowatt.replay(game, upto=at)
    rules = table.state.rules
    names = [name or f"Seat {seat + 1}" for seat, name in enumerate(game.header.players or [""] * rules.seats)]
    drawn = drawing.svg(table.state, names, rules.title)
    if out.suffix.lower() == ".svg":
        out.write_text(drawn, encoding="utf-8")
    else:
        out.write_bytes(drawing.png(drawn))
    print(f"Written: {out}")
