"""`kilowatt board`: make, check and draw a board file, and try it with bots."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kilowatt.cli.asked import check_place

if TYPE_CHECKING:
    from kilowatt.bots.trial_report import Share, TrialReport
    from kilowatt.editions.schema import BoardFile
    from kilowatt.engine.rules import Rules

app = typer.Typer(no_args_is_help=True, help="Make, check, draw and try a board of your own.")

File = Annotated[Path, typer.Argument(help="A board file")]
MOST_SEATS = 4
MARKS = {"fix": "fix ", "look": "look", "fine": "ok  "}


def _read(file: Path) -> BoardFile:
    from kilowatt.editions.board_file import board_of, read_board

    return board_of(file.name, read_board(file))


@app.command()
def check(file: File) -> None:
    """Check a board file. The exit code is 1 if something must be fixed before it can be played."""
    from kilowatt.editions.board_checks import checked
    from kilowatt.table.board_texts import found_text, remedy_text

    report = checked(_read(file))
    for finding in report.findings:
        print(f"{MARKS[finding.level]}  {finding.field}: {found_text(finding)}. {remedy_text(finding)}".rstrip())
    print(f"Playable with {', '.join(map(str, report.seats)) or 'no number of'} players.")
    if report.faults:
        sys.exit(1)


@app.command()
def draw(
    file: File,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Picture to write, .svg or .png")] = None,
) -> None:
    """Draw a board file as a picture."""
    from kilowatt.editions.drawing.svg import board_svg

    target = out or file.with_suffix(".svg")
    check_place(target, "out")
    picture = board_svg(_read(file))
    if target.suffix == ".png":
        target.write_bytes(_png(picture))
    else:
        target.write_text(picture, encoding="utf-8")
    print(f"Written: {target}")


def _png(picture: str) -> bytes:
    from kilowatt.editions.options import BadOption

    try:
        import resvg_py
    except ImportError:
        reason = "PNG needs the extra `serve`: pip install 'kilowatt[serve]'; SVG does not"
        raise BadOption("out", reason) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=1600))


@app.command()
def new(
    file: Annotated[Path, typer.Argument(help="Board file to write")],
    source: Annotated[str, typer.Option("--from", help="Copy the board of this ruleset, as in recharged/usa")] = "",
    cities: Annotated[Path | None, typer.Option("--csv", help="List of cities: name, lat, lon, area")] = None,
    title: Annotated[str, typer.Option(help="Title of the board")] = "",
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists")] = False,
) -> None:
    """Write a new board file: a copy of one of ours, or a list of cities with proposed links and costs."""
    from kilowatt.editions.board_new import board_of_cities, copied
    from kilowatt.editions.board_writing import board_text
    from kilowatt.editions.options import BadOption

    check_place(file, "file")
    if file.exists() and not force:
        raise BadOption("new", f"{file} exists; --force overwrites it")
    if bool(source) == (cities is not None):
        raise BadOption("new", "expected one of --from RULESET and --csv FILE")
    if cities is not None:
        text = cities.read_text(encoding="utf-8")
        board = board_of_cities(cities.name, text, title or file.stem.replace("_", " ").title())
    else:
        board = copied(source)
    file.write_text(board_text(board), encoding="utf-8")
    print(f"Written: {file}")


@app.command("try")
def try_it(
    file: File,
    seats: Annotated[int, typer.Option(help="Players; 0: the most the board takes, up to 4")] = 0,
    games: Annotated[int, typer.Option(min=1, max=10_000, help="Games to play")] = 200,
    bot: Annotated[str, typer.Option(help="The bot that plays every seat")] = "simple",
) -> None:
    """Let bots play a board, and report its length, why games end, and how often each seat and area wins."""
    import kilowatt
    from kilowatt.bots import bot_names
    from kilowatt.bots.trial import trial_game
    from kilowatt.bots.trial_report import report_of
    from kilowatt.editions.board_checks import checked
    from kilowatt.editions.board_file import plain
    from kilowatt.editions.options import BadOption

    if bot not in bot_names():
        raise BadOption("bot", f"expected one of {', '.join(bot_names())}, not {bot!r}")
    board = _read(file)
    playable = checked(board).seats
    count = seats or max((n for n in playable if n <= MOST_SEATS), default=MOST_SEATS)
    rules = kilowatt.ruleset("custom", count, {"board": plain(board)})
    with typer.progressbar(range(games), label="Games", file=sys.stderr) as numbers:
        played = [trial_game(rules, number, bot) for number in numbers]
    for line in report_lines(report_of(rules, played, bot), rules):
        print(line)


def report_lines(report: TrialReport, rules: Rules) -> list[str]:
    """Write a report as lines."""
    areas = {area.id: area.name for area in rules.board.areas}
    cities = {city.id: city.name for city in rules.board.cities}
    short, usual, long = report.rounds
    return [
        f"{report.games} games of {report.seats} bots ({report.bot}).",
        f"Rounds: {usual} in the middle, {short} to {long}.",
        f"Ended by: {', '.join(f'{reason} {count}' for reason, count in report.reasons.items())}.",
        f"A fair share of wins is {100 / report.seats:.0f} %.",
        *(_line(f"Seat {int(share.name) + 1}", share) for share in report.seat_wins),
        *(_line(areas[share.name], share) for share in report.area_wins),
        f"Cities nobody builds: {', '.join(cities[city] for city in report.never_built) or 'none'}.",
    ]


def _line(name: str, share: Share) -> str:
    if not share.games:
        return f"{name}: nobody starts here."
    low, high = 100 * share.low, 100 * share.high
    return (
        f"{name}: {share.wins} of {share.games} won, {100 * share.wins / share.games:.0f} % ({low:.0f} to {high:.0f})."
    )
