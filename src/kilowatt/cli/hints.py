"""Hints in the terminal: the coach's plan as numbered lines, its reasons, and the other choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt import coach
from kilowatt.table.messages import catalogue
from kilowatt.table.notation import write

if TYPE_CHECKING:
    from kilowatt.coach import Choice, Claim, Plan
    from kilowatt.table.referee import Table

WIDE = 62
"""Columns before a step's price."""


def hint_lines(table: Table, seat: int, language: str) -> list[str]:
    """Return what the coach advises a seat: the move, why, the plan for the round, and what else it weighed."""
    texts = catalogue(language)["terminal"]
    advice = coach.advise(table.state, seat)
    best = advice.best

    def sentences(claims: tuple[Claim, ...]) -> str:
        return " ".join([coach.claim_text(claim, language, table.rules, table.players) for claim in claims])

    lines = [texts["hint"].format(move=f"{_moves(best)} ({_value(best, texts)})", reason=sentences(best.claims))]
    if best.plan is not None and len(best.plan.steps) > 1:
        lines += [texts["plan"], *_steps(table, best.plan, language), sentences(best.plan.sums)]
    others = [f"{_moves(other)} ({_value(other, texts)})" for other in advice.choices[1:]]
    if others:
        lines.append(texts["weighed"].format(moves="; ".join(others)))
    if advice.alike:
        lines.append(coach.claim_text(coach.Claim("alike"), language))
    return lines


def _moves(choice: Choice) -> str:
    return ", ".join([write(action) for action in choice.actions])


def _value(choice: Choice, texts: dict[str, str]) -> str:
    """Return the chance to win with a choice."""
    return texts["value_chance"].format(chance=round(100 * choice.chance))


def _steps(table: Table, plan: Plan, language: str) -> list[str]:
    """Return a plan's steps, numbered, each with its price at the end of the line."""
    lines: list[str] = []
    for number, step in enumerate(plan.steps, 1):
        text = coach.claim_text(step.what, language, table.rules)
        if step.why is not None:
            text += f" ({coach.claim_text(step.why, language, table.rules, capital=False)})"
        price = f"+{step.money}" if step.money > 0 else str(-step.money)
        lines.append(f"  {number}. {text:<{WIDE}} {price:>4}")
    return lines
