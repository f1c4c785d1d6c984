"""The command line. `kilowatt --help` lists the commands.

Each command imports what it needs when it is called, so that `kilowatt --help` is quick.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kilowatt.cli.admin import app as admin_app
from kilowatt.cli.arena import arena
from kilowatt.cli.bench import bench
from kilowatt.cli.board import app as board_app
from kilowatt.cli.connect import connect
from kilowatt.cli.dataset import dataset
from kilowatt.cli.doctor import doctor
from kilowatt.cli.picture import picture
from kilowatt.cli.play import play
from kilowatt.cli.puzzles import puzzles
from kilowatt.cli.records import replay, verify
from kilowatt.cli.report import report
from kilowatt.cli.review import review
from kilowatt.cli.rulesets import rules
from kilowatt.cli.serve import serve
from kilowatt.cli.simulate import simulate
from kilowatt.cli.site import site
from kilowatt.cli.threads import one_thread_each
from kilowatt.cli.train import train

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Kilowatt plays the Power Grid family of board games. Unofficial; the games' names belong to their owners.",
)


def _version(asked: bool) -> None:
    if asked:
        from kilowatt import __version__

        print(f"kilowatt {__version__}")
        raise typer.Exit


@app.callback()
def begin(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    data: Annotated[
        Path | None,
        typer.Option(envvar="KILOWATT_DATA", help="Folder with your own boards, decks and rulesets"),
    ] = None,
) -> None:
    """Read user-supplied data before the command runs."""
    del version  # answered before
    one_thread_each()
    if data is not None:
        from kilowatt import add_data

        add_data(data)


COMMANDS = (
    *(play, serve, simulate, arena, replay, verify, rules, report, review, picture, puzzles),
    *(connect, dataset, train, bench, doctor, site),
)
for command in COMMANDS:
    app.command()(command)
app.command("rulesets", hidden=True)(rules)  # what many type first


app.add_typer(admin_app, name="admin")
app.add_typer(board_app, name="board")


def main() -> None:
    """Run the command line; a mistake in what was asked is one clear line and exit code 2."""
    from kilowatt.cli.errors import MISTAKES, report

    try:
        app()
    except MISTAKES as error:
        report(error)
        sys.exit(2)
