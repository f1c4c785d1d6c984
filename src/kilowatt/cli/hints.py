"""Hints in the terminal: the coach's plan as numbered lines, its reasons, and the other choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kilowatt import coach
from kilowatt.engine.actions import Open
from kilowatt.table.messages import catalogue
from kilowatt.table.notation import write

if TYPE_CHECKING:
    from kilowatt.coach import Advice, Choice, Claim, Plan
    from kilowatt.engine.state import State
    from kilowatt.table.referee import Table

WIDE = 62
"""Columns before a step's price."""


class Given(NamedTuple):
    """The advice that was given last, and how many events there were then."""

    advice: Advice
    events: int


def hint_lines(table: Table, seat: int, language: str, last: Given | None = None) -> tuple[list[str], Given]:
    """Return what the coach advises a seat: the move, why, the plan for the round, and what else it weighed.

    The reasons begin with what moved the limit since the advice that was given last.
    """
    texts = catalogue(language)["terminal"]
    advice = coach.advise(table.state, seat, earlier_in_turn(table))
    best = advice.best
    first = best.actions[0]
    plant = first.plant if isinstance(first, Open) else table.rules.card_names[table.state.lot]
    cause = None if last is None else coach.moved(last.advice, advice, plant, table.log[last.events :])
    claims = best.claims if cause is None else (cause, *best.claims)

    def sentences(claims: tuple[Claim, ...]) -> str:
        return " ".join([coach.claim_text(claim, language, table.rules, table.players) for claim in claims])

    lines = [texts["hint"].format(move=f"{_moves(best)} ({_value(best, texts)})", reason=sentences(claims))]
    if best.plan is not None and len(best.plan.steps) > 1:
        lines += [texts["plan"], *_steps(table, best.plan, language), sentences(best.plan.sums)]
    others = [f"{_moves(other)} ({_value(other, texts)})" for other in advice.choices[1:]]
    if others:
        lines.append(texts["weighed"].format(moves="; ".join(others)))
    if advice.alike:
        lines.append(coach.claim_text(coach.Claim("alike"), language))
    return lines, Given(advice, len(table.log))


def earlier_in_turn(table: Table) -> list[State]:
    """List the positions in which the acting seat has decided since its turn began, the first one first."""
    earlier: list[State] = []
    now = table.state
    for entry in reversed(table.record().standing()):
        then = table.state_at(entry.seq - 1)
        if (then.actor, then.ask, then.round) != (now.actor, now.ask, now.round):
            break
        earlier.insert(0, then)
    return earlier


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
