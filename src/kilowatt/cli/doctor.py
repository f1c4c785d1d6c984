"""`kilowatt doctor`: looks at everything a server needs, and says what to do about what is wrong."""

from __future__ import annotations

from typing import Annotated

import typer

MARKS = {"ok": "ok  ", "warn": "warn", "bad": "BAD "}


def doctor(
    database: Annotated[
        str, typer.Option(help="Database URL; default: KILOWATT_DATABASE_URL, else this user's file.")
    ] = "",
) -> None:
    """Check settings, database, disk, mail, push, proxy and clock of a server; nothing is changed, no mail is sent."""
    try:
        from kilowatt.server.ops.doctor import examine
    except ImportError:
        from kilowatt.cli.serve import NEEDS

        typer.echo(NEEDS, err=True)
        raise typer.Exit(2) from None
    findings = examine(database)
    for finding in findings:
        print(f"{MARKS[finding.verdict]}  {finding.what:9} {finding.text}")
        if finding.remedy and finding.verdict != "ok":
            print(f"      {'':9} -> {finding.remedy}")
    if any(finding.verdict == "bad" for finding in findings):
        raise typer.Exit(1)
