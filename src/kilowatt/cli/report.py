"""`kilowatt report`: a record as one self-contained page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import kilowatt


def report(
    record: Annotated[Path, typer.Argument(help="A record, as kilowatt writes them")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Where the page goes")] = Path("game.html"),
) -> None:
    """Write a game as one page: curves, auctions against what the bots would have paid, the final standing."""
    from kilowatt.arena.report import page, tell

    out.write_text(page(tell(kilowatt.read_record(record))), encoding="utf-8")
    print(f"Written: {out}")
