"""The measurements behind `docs/lab/ladder.md`: which matches, how many games each, and how the page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import kilowatt
from kilowatt.arena.schedule import Plan
from kilowatt.arena.standings import rate
from kilowatt.editions.options import BadOption
from kilowatt.editions.registry import MEASURED_ON
from kilowatt.statistics import normal_interval

if TYPE_CHECKING:
    from kilowatt.arena.rows import Row
    from kilowatt.arena.standings import Line

RUNGS = (("simple", "random"), ("economist", "simple"), ("planner", "economist"), ("search", "planner"))
BEGIN = "<!-- measured: written by kilowatt arena --table docs -->"
END = "<!-- end of measured -->"

HEAD = (
    "| match | games | win share (95 %) | chance | order | mean rank | rounds | ms per move | ms per turn | unfinished "
    "| failed |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|"
)


class Match(msgspec.Struct, frozen=True):
    """A row of the page: under which heading, what it is called, and its games."""

    section: str
    title: str
    plan: Plan


GOALS = "Against three `simple`, Recharged Germany and USA"
BELOW = "Against three of the rung below, Recharged Germany and USA"
SEATS = "Other seat counts, Recharged Germany"
CARDS = "The card game"


def matches() -> list[Match]:
    """List the rows, those that matter most first, so that a run that is stopped has them."""
    rows: list[Match] = []
    for bot in ("random", "economist", "planner", "search"):
        deals = 25 if bot == "search" else 75
        rows.append(Match(GOALS, f"`{bot}`", Plan((bot,), MEASURED_ON, 4, deals, field="simple")))
    for bot, below in RUNGS:
        if (bot, below) != ("economist", "simple"):
            deals = 25 if bot == "search" else 75
            rows.append(Match(BELOW, f"`{bot}` against `{below}`", Plan((bot,), MEASURED_ON, 4, deals, field=below)))
    rulesets = [row for row in kilowatt.rulesets() if not row.chapter]
    for bot, below in RUNGS:
        rows += [_on(row.id, bot, below) for row in rulesets if not row.composed]
        for seats in (2, 3, 5, 6):
            deals = -(-(60 if bot == "search" else 200) // seats)
            title = f"{seats} seats: `{bot}` against {seats - 1} `{below}`"
            rows.append(Match(SEATS, title, Plan((bot,), ("recharged/germany",), seats, deals, field=below)))
    for bot, below in (("planner", "economist"), ("search", "planner")):
        for seats in (2, 3, 4, 5, 6):
            if seats != 4:  # noqa: PLR2004 - the rungs at four seats have rows already
                deals = -(-(60 if bot == "search" else 200) // seats)
                title = f"{seats} seats: `{bot}` against {seats - 1} `{below}`"
                rows.append(Match(CARDS, title, Plan((bot,), ("card-game",), seats, deals, field=below)))
    for bot, below in RUNGS:
        rows += [_on(row.id, bot, below) for row in rulesets if row.composed]
    return rows


def _on(ruleset: str, bot: str, below: str) -> Match:
    """Return the row of a rung on one ruleset."""
    deals = 15 if bot == "search" else 50
    plan = Plan((bot,), (ruleset,), 4, deals, field=below)
    return Match(f"On {ruleset}", f"`{bot}` against three `{below}`", plan)


def order_text(line: Line) -> str:
    """Return whether the interval lies above or below chance, or contains it."""
    if line.low > line.chance:
        return "above"
    return "below" if line.high < line.chance else "open"


def row_text(title: str, line: Line) -> str:
    """Write one row of the table in the docs."""
    share = f"{100 * line.share:.1f} % ({100 * line.low:.1f}-{100 * line.high:.1f})"
    return (
        f"| {title} | {line.games} | {share} | {100 * line.chance:.0f} % | {order_text(line)} | {line.rank:.2f} "
        f"| {line.rounds:.1f} | {line.ms_move:.2f} | {line.ms_turn:.1f} | {line.unfinished} | {line.failures} |"
    )


def page_text(measured: list[tuple[Match, list[Row], list[Line]]], code: str) -> str:
    """Write what was measured: a table under each heading, ratings, and how much has been played."""
    sections: dict[str, list[str]] = {}
    for match, _, lines in measured:
        rows = sections.setdefault(match.section, [])
        rows += [row_text(match.title, line) for line in lines] or [f"| {match.title} | 0 |" + " - |" * 9]
    text = [f"{_played(measured)} Code of the bots: `{code}`.", ""]
    for section, rows in sections.items():
        text += [f"**{section}**", "", HEAD, *rows, ""]
    text += ["**Ratings** (Plackett-Luce over all games at four seats on Recharged, `simple` = 1000)", ""]
    text += ["| bot | rating | 95 % |", "|---|---|---|"]
    rated = [row for match, rows, _ in measured if match.section in {GOALS, BELOW} for row in rows]
    for bot, (points, error) in sorted(rate(rated).items(), key=lambda item: -item[1][0]):
        low, high = normal_interval(points, error)
        text.append(f"| `{bot}` | {points:.0f} | {low:.0f}-{high:.0f} |")
    return "\n".join(text)


def _played(measured: list[tuple[Match, list[Row], list[Line]]]) -> str:
    """Return how many of the games have been played, and how long that took."""
    played = sum([len(rows) for _, rows, _ in measured])
    wanted = sum([match.plan.deals * match.plan.seats * len(match.plan.rulesets) for match, _, _ in measured])
    spent = sum([sum(row.seconds) for _, rows, _ in measured for row in rows]) / 60
    rest = "" if played == wanted else " Rows with fewer games than planned were stopped early."
    return f"{played} of {wanted} games, in which the bots thought for {spent:.0f} minutes of processor time.{rest}"


def into_page(page: str, text: str) -> str:
    """Put the measured part between its marks."""
    if BEGIN not in page or END not in page:
        raise BadOption("into", f"expected a page with {BEGIN} and {END}, to write between them")
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}"
