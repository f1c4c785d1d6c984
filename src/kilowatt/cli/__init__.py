"""The command line: `kilowatt play | serve | simulate | arena | replay | verify | rules | report | bench`.

Each command imports what it needs when it is called, so that `kilowatt --help` is quick.
"""

from __future__ import annotations

import sys

import typer

from kilowatt.cli.records import replay, verify
from kilowatt.cli.rulesets import rules
from kilowatt.cli.simulate import simulate

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Kilowatt plays the Power Grid family of board games. Unofficial; the games' names belong to their owners.",
)
app.command()(simulate)
app.command()(replay)
app.command()(verify)
app.command()(rules)


def main() -> None:
    """Run the command line; a mistake in what was asked is one clear line and exit code 2."""
    from kilowatt.cli.errors import MISTAKES, report

    try:
        app()
    except MISTAKES as error:
        report(error)
        sys.exit(2)
