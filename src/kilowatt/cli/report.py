"""`kilowatt report`: a record as one self-contained page."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import kilowatt
from kilowatt.cli.asked import check_place
from kilowatt.cli.errors import reading


def report(
    record: Annotated[Path, typer.Argument(help="A game record")],
    out: Annotated[Path, typer.Option("-o", "--out", help="File to write the page to")] = Path("game.html"),
) -> None:
    """Write a game as one page: curves, auctions against what the bots would have paid, the final standing.

    Of a damaged record the page shows what is good, and says so; the exit code is then 1.
    """
    from kilowatt.arena.report import page, story_of

    check_place(out, "out")
    note = ""
    try:
        with reading(record):
            game = kilowatt.read_record(record)
    except kilowatt.BadRecord as error:
        if error.prefix is None:
            raise
        game = error.prefix
        note = f"The record is damaged at {error}; this is what comes before."
    out.write_text(page(story_of(game), note), encoding="utf-8")
    print(f"Written: {out}")
    if note:
        print(f"kilowatt: {record}: {note}", file=sys.stderr)
        sys.exit(1)
