"""`kilowatt review`: a record looked at by the coach."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

import kilowatt
from kilowatt.cli.asked import check_place
from kilowatt.cli.errors import reading
from kilowatt.editions.options import BadOption

if TYPE_CHECKING:
    from kilowatt.coach.review import Review, Row

WIDTH = 30
ROW_BEGINS = b'{"first":'
"""How each line of a file of `--resume` begins."""


def review(
    file: Annotated[Path, typer.Argument(help="A game record")],
    out: Annotated[Path | None, typer.Option("-o", "--out", help="File to write a page to")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON")] = False,
    resume: Annotated[Path | None, typer.Option(help="File that keeps finished turns, to stop and continue")] = None,
    check: Annotated[
        list[int] | None,
        typer.Option(min=1, help="Seat, from 1, whose mistakes are played on before they count; can be repeated"),
    ] = None,
) -> None:
    """Review a game: everybody's chances, what each decision cost, the biggest mistakes, and what was better."""
    for place, name in ((out, "out"), (resume, "resume")):
        if place is not None:
            check_place(place, name)
    with reading(file):
        record = kilowatt.read_record(file)
    seats = [number - 1 for number in check or ()]
    if any(seat >= record.header.seats for seat in seats):
        raise BadOption("check", f"expected a seat from 1 to {record.header.seats}")
    looked = _looked_at(record, resume, seats)
    if as_json:
        print(msgspec.json.encode(looked).decode())
    else:
        print("\n".join(lines_of(looked, record.rules_of())))
    if out is not None:
        out.write_text(page_of(looked, record.rules_of()), encoding="utf-8")
        print(f"Written: {out}", file=sys.stderr)


def _looked_at(record: kilowatt.Record, resume: Path | None, seats: list[int]) -> Review:
    """Review a record, with what was kept of it; then play on the mistakes of some seats."""
    from kilowatt.coach.check import THOROUGH, checked_rows
    from kilowatt.coach.review import review as look_at
    from kilowatt.coach.review import summed

    done = _kept(resume)
    shown = sys.stderr.isatty()

    def show(text: str) -> None:
        if shown:
            print(f"\r{text:<{2 * WIDTH}}", end="", file=sys.stderr, flush=True)

    with resume.open("a", encoding="utf-8") if resume is not None else nullcontext() as kept:

        def on_row(row: Row, place: int, total: int) -> None:
            if kept is not None:
                kept.write(msgspec.json.encode(row).decode() + "\n")
                kept.flush()
            show(f"[{'#' * (WIDTH * (place + 1) // total):<{WIDTH}}] round {row.round}")

        looked = look_at(record, done=done, on_row=on_row)
        if seats:
            rows = checked_rows(
                record,
                looked.rows,
                seats,
                lambda number, many: show(f"playing on mistake {number + 1} of {many}"),
                fewest=THOROUGH,
            )
            looked = summed(record, rows, looked.start)
    if shown:
        print(file=sys.stderr)
    return looked


def _kept(resume: Path | None) -> list[Row]:
    """Read the rows of an earlier run; `BadOption` names a line that is none, and then the file stays as it is."""
    from kilowatt.coach.review import Row

    if resume is None or not resume.exists():
        return []
    *lines, rest = resume.read_bytes().split(b"\n")
    rows: list[Row] = []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(msgspec.json.decode(line, type=Row))
        except msgspec.MsgspecError:
            reason = f"line {number} of {resume} is no turn of a review: name a new file, or one that --resume wrote"
            raise BadOption("resume", reason) from None
    if not (rest.startswith(ROW_BEGINS) or ROW_BEGINS.startswith(rest)):
        raise BadOption("resume", f"{resume} was not written by --resume: name a new file")
    if rest:  # the run was stopped while it wrote this line
        resume.write_bytes(b"".join([line + b"\n" for line in lines]))
    return rows


def swing_text(review: Review, rules: kilowatt.Rules, seat: int, place: int) -> str:
    """Write a mistake in one line: what it cost, what was done, what was better."""
    from kilowatt.coach import claim_text

    swing = review.reports[seat].swings[place]
    row = review.rows[swing.row]
    text = claim_text(swing.claim, "en", rules, review.players)
    line = f"round {row.round}, entry {row.first}: {100 * swing.change:+.0f} %  {text}"
    if row.verdict is not None:
        better = " ".join([claim_text(claim, "en", rules, review.players) for claim in row.verdict.claims[:2]])
        line += f" Better ({100 * row.verdict.best:.0f} % instead of {100 * row.verdict.chance:.0f} %): {better}"
        if row.verdict.checked:
            line += f" Checked by {row.verdict.checked} games."
    return line


def lines_of(review: Review, rules: kilowatt.Rules) -> list[str]:
    """Write a review as lines of text."""
    lines = [f"{rules.title}, {len(review.rows)} turns"]
    for seat, report in enumerate(review.reports):
        phases = ", ".join([f"{name} {value:.0f}" for name, value in report.phases.items()])
        lines.append(
            f"{review.players[seat]}: accuracy {report.accuracy:.0f} % ({phases}), {report.mistakes} mistakes, "
            f"decisions {100 * report.decisions:+.0f} %, luck {100 * report.luck:+.0f} %, "
            f"rivals {100 * report.rivals:+.0f} %"
        )
        lines += [f"  {swing_text(review, rules, seat, place)}" for place in range(len(report.swings))]
    return lines


def page_of(review: Review, rules: kilowatt.Rules) -> str:
    """Write a review as one self-contained page."""
    from kilowatt.arena.plot import curves

    ends = {row.round: row.chances for row in review.rows if row.round}
    rows = {name: [100 * ends[number][seat] for number in sorted(ends)] for seat, name in enumerate(review.players)}
    parts = [curves("Chance to win at the end of each round, in percent", rows)]
    for seat, report in enumerate(review.reports):
        phases = ", ".join([f"{name} {value:.0f} %" for name, value in report.phases.items()])
        parts.append(f"<h2>{escape(review.players[seat])}</h2>")
        parts.append(
            f"<p>Accuracy <b>{report.accuracy:.0f} %</b> ({phases}). {report.mistakes} mistakes. "
            f"Luck of the draw {100 * report.luck:+.0f} %.</p><ol>"
        )
        parts += [f"<li>{escape(swing_text(review, rules, seat, place))}</li>" for place in range(len(report.swings))]
        parts.append("</ol>")
    body = "\n".join(parts)
    title = escape(f"Review: {rules.title}")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        "<style>body{font:16px sans-serif;max-width:50em;margin:2em auto;padding:0 1em}li{margin:.4em 0}</style>"
        f"<h1>{title}</h1>\n{body}\n</html>\n"
    )
