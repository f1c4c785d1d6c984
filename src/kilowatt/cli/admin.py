"""`kilowatt admin`: what a server's host does about tables, people and stored data."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from kilowatt.editions.options import BadOption

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from kilowatt.server.ops.admin import Admin

T = TypeVar("T")
STATES = ("waiting", "playing", "over", "review")
Database = Annotated[str, typer.Option(help="Database URL; default: KILOWATT_DATABASE_URL, else this user's file.")]
Code = Annotated[str, typer.Argument(help="The table's code.")]
Seat = Annotated[int | None, typer.Option(min=1, max=6, help="The person's seat at the table, counted from 1.")]
Owner = Annotated[bool, typer.Option("--owner", help="The person who made the table.")]

app = typer.Typer(no_args_is_help=True, help="Look after a server: tables, people and stored data.")


def _do(database: str, work: Callable[[Admin], Awaitable[T]]) -> T:
    from kilowatt.cli.serve import settings_for

    settings = settings_for(database)

    async def run() -> T:
        from kilowatt.server.ops.admin import opened

        async with opened(settings) as admin:
            return await work(admin)

    return asyncio.run(run())


def _write(rows: Any) -> None:  # noqa: ANN401 - plain data
    json.dump(rows, sys.stdout, ensure_ascii=False, indent=2, default=str)
    print()


@app.command("list")
def list_tables(
    state: Annotated[str, typer.Option(help="Only tables that are waiting, playing, over or review.")] = "",
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Number of tables to list.")] = 100,
    database: Database = "",
) -> None:
    """List tables, last used first."""
    if state and state not in STATES:
        raise BadOption("--state", f"expected one of {', '.join(STATES)}, not {state!r}")
    for row in _do(database, lambda admin: admin.list_tables(state or None, most)):
        names = ", ".join(f"{number} {name}" for number, name in enumerate(row["seats"], start=1))
        print(f"{row['code']}  {row['state']:8} {row['touched']}  {row['entries']:6}  {row['ruleset']}  {names}")


@app.command()
def close(
    code: Code,
    delete: Annotated[bool, typer.Option("--delete", help="Delete the table with everything in it.")] = False,
    database: Database = "",
) -> None:
    """End a game; a table that has not begun is deleted."""
    if delete:
        _do(database, lambda admin: admin.delete_table(code))
        print("deleted")
    else:
        print(_do(database, lambda admin: admin.close(code)))


@app.command()
def mute(
    address: Annotated[str, typer.Argument(help="IP address, as in the proxy's log; leave out with --report.")] = "",
    report: Annotated[int, typer.Option(min=0, help="Mute the addresses that a report's lines came from.")] = 0,
    days: Annotated[float, typer.Option(min=0, help="Days; 0 for good.")] = 7.0,
    database: Database = "",
) -> None:
    """Keep an address from chatting at any table."""
    if bool(address) == bool(report):
        raise BadOption("ADDRESS", "expected an address or --report, one of them")

    async def work(admin: Admin) -> int:
        marks = await admin.reported(report) if report else [admin.mark(address)]
        if marks:
            await admin.mute(marks, days or None)
        return len(marks)

    print(f"muted {_do(database, work)} addresses")


@app.command()
def unmute(address: Annotated[str, typer.Argument(help="IP address.")], database: Database = "") -> None:
    """Let an address chat again."""
    print("unmuted" if _do(database, lambda admin: admin.unmute(address)) else "it was not muted")


@app.command()
def reports(
    all_of_them: Annotated[bool, typer.Option("--all", help="Closed reports too.")] = False,
    close_one: Annotated[int, typer.Option("--close", min=0, help="Mark this report as dealt with.")] = 0,
    database: Database = "",
) -> None:
    """List reports with the chat lines or the shared board they mean, or close one."""
    from kilowatt.server.store import reports as stored

    if close_one:
        if not _do(database, lambda admin: stored.close(admin.store, close_one)):
            raise BadOption("--close", f"there is no report {close_one}")
        print("closed")
        return
    listed = _do(database, lambda admin: stored.listed(admin.store, closed=all_of_them))
    for row in listed:
        print(f"{row.id}  {f'board {row.board}' if row.board else f'table {row.code}'}  {row.reason}")
        for line in row.lines:
            author = line.name or line.who or "?"
            print(f"    {author}: {line.text}")


@app.command()
def boards(
    waiting: Annotated[bool, typer.Option("--waiting", help="Only boards that wait for approval.")] = False,
    approve: Annotated[str, typer.Option(help="Let everybody see the board with this address.")] = "",
    delete: Annotated[str, typer.Option(help="Delete the board with this address.")] = "",
    database: Database = "",
) -> None:
    """List the boards people have shared, newest first, or approve or delete one."""
    from kilowatt.server.store import boards as stored

    for option, address, work in (("--approve", approve, stored.approve), ("--delete", delete, stored.remove)):
        if address:
            if not _do(database, lambda admin: work(admin.store, address)):  # noqa: B023 - called at once
                raise BadOption(option, f"there is no board {address}")
            print("done")
            return
    for row in _do(database, lambda admin: stored.listed(admin.store, approved=False if waiting else None)):
        print(f"{row.id}  {'approved' if row.approved else 'waiting '}  {row.title}")


@app.command()
def season(
    start: Annotated[str, typer.Option(help="Start a season with this name: ratings begin again.")] = "",
    database: Database = "",
) -> None:
    """List the seasons of ratings, the present one first, or start one; ratings of earlier ones stay readable."""
    from kilowatt.host import timekeeping
    from kilowatt.server.ratings import seasons

    if start:
        name = " ".join(start.split())[: seasons.NAME_LONGEST]
        made = _do(database, lambda admin: seasons.start(admin.store, name, timekeeping.now()))
        print(f"season {made.number} has begun: {made.name}")
        return
    for row in _do(database, lambda admin: admin.seasons()):
        print(f"{row['number']:3}  {row['began']:20}  {row['ratings']:5} ratings  {row['name']}")


@app.command()
def groups(
    delete: Annotated[str, typer.Option(help="Delete the group with this id.")] = "",
    database: Database = "",
) -> None:
    """List the groups people have made, newest first, or delete one; its tables stay."""
    from kilowatt.server.store import memberships

    if delete:
        if not _do(database, lambda admin: memberships.delete_one(admin.store, delete)):
            raise BadOption("--delete", f"there is no group {delete}")
        print("deleted")
        return
    for row in _do(database, lambda admin: memberships.listed(admin.store)):
        print(f"{row.id}  {row.members:3} members  {row.name}")


@app.command()
def tournament(
    make: Annotated[str, typer.Option(help="Make a tournament with this name that anyone can enter.")] = "",
    game: Annotated[str, typer.Option(help="With --make: what is played.")] = "recharged/germany",
    system: Annotated[str, typer.Option(help="With --make: swiss or round_robin.")] = "swiss",
    seats: Annotated[int, typer.Option(min=2, max=6, help="With --make: players at a table.")] = 4,
    rounds: Annotated[int, typer.Option(min=0, max=40, help="With --make: rounds; 0: 4, or a whole round robin.")] = 0,
    days: Annotated[int, typer.Option(min=0, max=60, help="With --make: days per turn, 1 to 60.")] = 2,
    rated: Annotated[bool, typer.Option("--rated", help="With --make: for people who agree to be rated.")] = False,
    start: Annotated[str, typer.Option(metavar="ID", help="Begin the first round.")] = "",
    abandon: Annotated[str, typer.Option(metavar="ID/ROUND/TABLE", help="Count a table as abandoned.")] = "",
    csv: Annotated[str, typer.Option(metavar="ID", help="Write the standing as CSV.")] = "",
    delete: Annotated[str, typer.Option(metavar="ID", help="Delete a tournament; its tables stay.")] = "",
    database: Database = "",
) -> None:
    """List the host's tournaments, newest first, or make, start, read or delete one; its page is /tournament/ID."""
    from kilowatt.protocol import ClockPlan, MakeTournament
    from kilowatt.server.ops import host_tournaments as host

    if make:
        if system not in ("swiss", "round_robin"):
            raise BadOption("--system", f"expected swiss or round_robin, not {system!r}")
        if not days:
            raise BadOption("--days", "expected 1 to 60: without a clock over days no second round would begin")
        clock = ClockPlan("days", days=days)
        plan = MakeTournament(make[:40], game, system, seats, rounds, clock=clock, rated=rated)  # type: ignore[arg-type]
        number = _do(database, lambda admin: host.make(admin.store, plan))
        print(f"{number}  players enter at /tournament/{number}")
        return
    if csv:
        print(_do(database, lambda admin: host.csv(admin.store, csv)), end="")
        return
    for argument, work in ((start, host.start), (abandon, host.abandon), (delete, host.delete)):
        if argument:
            _do(database, lambda admin: work(admin.store, argument))  # noqa: B023 - called at once
            print("done")
            return
    for line in _do(database, lambda admin: host.listed(admin.store)):
        print(line)


@app.command()
def profiles(
    delete: Annotated[str, typer.Option(help="Delete the profile with this name.")] = "",
    most: Annotated[int, typer.Option(min=1, max=100_000, help="Number of profiles to list.")] = 100,
    database: Database = "",
) -> None:
    """List the profiles people have made, newest first, or delete one; its seats stay with its first device."""
    from kilowatt.host.names import skeleton
    from kilowatt.host.timekeeping import iso
    from kilowatt.server.store import reserved_names

    if delete:
        if not _do(database, lambda admin: reserved_names.delete_one(admin.store, skeleton(delete))):
            raise BadOption("--delete", f"there is no profile {delete}")
        print("deleted")
        return
    for row in _do(database, lambda admin: reserved_names.listed(admin.store, most)):
        rated = "  rated" if row.rated else ""
        print(f"{iso(row.made)}  {row.seats:4} seats  {row.devices:3} further devices  {row.name}{rated}")


def _seat(seat: int | None, *, owner: bool) -> int | None:
    if (seat is None) != owner:
        raise BadOption("--seat", "expected --seat or --owner, one of them")
    return None if seat is None else seat - 1


@app.command()
def export(code: Code, seat: Seat = None, owner: Owner = False, database: Database = "") -> None:
    """Write everything stored about a person, found by a seat or as a table's owner, as JSON."""
    from kilowatt.server.store import person

    place = _seat(seat, owner=owner)

    async def work(admin: Admin) -> dict[str, Any]:
        return await person.export(admin.store, await admin.devices(code, place))

    _write(_do(database, work))


@app.command("delete-person")
def delete_person(
    code: Code,
    seat: Seat = None,
    owner: Owner = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = "",
) -> None:
    """Delete everything stored about a person, after asking; their games go on with bots in their seats."""
    from kilowatt.server.store import person

    place = _seat(seat, owner=owner)
    print(_do(database, lambda admin: admin.describe(code, place)))
    if not yes:
        typer.confirm("Delete everything stored about this person?", abort=True)

    async def work(admin: Admin) -> int:
        return await person.forget(admin.store, await admin.devices(code, place))

    print(f"deleted; {_do(database, work)} seats are played by bots now")


@app.command()
def backup(
    file: Annotated[Path | None, typer.Argument(help="Where to; default: `backups` beside the database.")] = None,
    database: Database = "",
) -> None:
    """Write a backup of the database, also while the server runs, and check it; readable by its owner alone."""
    from kilowatt.cli.serve import settings_for

    settings = settings_for(database)
    from kilowatt.server.ops import backup as backups

    print(backups.backup(settings, file))


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup; - reads it from the standard input, with --yes.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = "",
) -> None:
    """Put a checked backup in the place of the database, while no server runs; an SQLite file is kept aside."""
    from kilowatt.cli.serve import settings_for

    settings = settings_for(database)
    from kilowatt.server.ops import backup as backups

    given = str(file) == "-"
    if given and not yes:
        raise BadOption("FILE", "where the backup is the standard input, nobody can be asked: add --yes")
    if not yes:
        typer.confirm(f"Replace the server's database by {file}?", abort=True)
    print(backups.restore_from(settings, sys.stdin.buffer) if given else backups.restore(settings, file))


@app.command()
def retention(database: Database = "") -> None:
    """Pack and delete what nobody has visited, as the server does by itself every hour."""
    done = _do(database, lambda admin: admin.retention())
    gone = f"{done.deleted} packed tables deleted, {done.reports} reports deleted, {done.groups} groups deleted"
    print(f"{done.packed} tables packed, {gone}, {done.names} unused names freed")
