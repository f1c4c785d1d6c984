"""`kilowatt site OUT`: the game as a folder of files, to be served by anything."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def site(
    out: Annotated[Path, typer.Argument(help="Folder to write; one that this command wrote before is replaced.")],
    server: Annotated[
        str, typer.Option(help="Address of a game server to name to people who want to play together.")
    ] = "",
) -> None:
    """Write the game as a folder of files: played in the browser, without a server."""
    from kilowatt.server.site.folder import NoPage, write_site

    try:
        sums = write_site(out, server)
    except NoPage as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    size = f"{sums['transfer'] / 1e6:.1f} MB"
    typer.echo(f"{out}: {sums['files']} files, {size} at the first visit where texts are sent compressed.")
    typer.echo(f"Serve this folder at any path, for example: python -m http.server --directory {out}")
