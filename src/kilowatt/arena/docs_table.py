"""The measurements behind `docs/bots.md`: which matches, how many games each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import kilowatt
from kilowatt.arena.schedule import Plan

if TYPE_CHECKING:
    from kilowatt.arena.statistics import Line

BOTH = ("recharged/germany", "recharged/usa")
RUNGS = (("random", "simple"), ("economist", "simple"), ("planner", "economist"), ("search", "planner"))


def _plans() -> list[tuple[str, Plan]]:
    found: list[tuple[str, Plan]] = []
    for bot in ("random", "economist", "planner", "search", "easy"):
        deals = 25 if bot == "search" else 75
        found.append((f"{bot} against three simple", Plan((bot,), BOTH, 4, deals, field="simple")))
    for bot, below in (("planner", "economist"), ("search", "planner")):
        deals = 25 if bot == "search" else 75
        found.append((f"{bot} against three {below}", Plan((bot,), BOTH, 4, deals, field=below)))
    for ruleset in [row.id for row in kilowatt.rulesets() if not row.composed]:
        for bot, below in RUNGS:
            deals = 15 if bot == "search" else 50
            found.append((f"{bot} against three {below} on {ruleset}", Plan((bot,), (ruleset,), 4, deals, field=below)))
    for seats in (2, 3, 5, 6):
        for bot, below in RUNGS:
            deals = (60 if bot == "search" else 200) // seats
            title = f"{bot} against {seats - 1} {below}, {seats} seats"
            found.append((title, Plan((bot,), ("recharged/germany",), seats, deals, field=below)))
    return found


PLANS = _plans()


def row_text(title: str, line: Line) -> str:
    """Write one row of the table in the docs."""
    share = f"{100 * line.share:.1f} % ({100 * line.low:.1f}-{100 * line.high:.1f})"
    return (
        f"| {title} | {line.games} | {share} | {100 * line.chance:.0f} % | {line.rank:.2f} | {line.rounds:.1f} "
        f"| {line.ms_move:.2f} | {line.ms_turn:.1f} | {line.unfinished} |"
    )
