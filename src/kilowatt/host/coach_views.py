"""What the coach says of a choice, as clients get it: pure writing, in the words of a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.coach import claim_text
from kilowatt.protocol import ChoiceView, ClaimView, PlanView, StepView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.coach import Choice, Claim, Step
    from kilowatt.engine.rules import Rules


def choice_view(choice: Choice, language: str, rules: Rules, players: Sequence[str]) -> ChoiceView:
    """Write a choice with its claims and its plan."""

    def claim_views(claims: tuple[Claim, ...]) -> list[ClaimView]:
        return [ClaimView(one.code, one.args, claim_text(one, language, rules, players)) for one in claims]

    plan = None
    if choice.plan is not None:
        steps = [step_view(step, language, rules) for step in choice.plan.steps]
        plan = PlanView(steps, choice.plan.cost, choice.plan.left, claim_views(choice.plan.sums))
    return ChoiceView(
        choice.kind,
        list(choice.actions),  # type: ignore[arg-type]
        choice.gain,
        choice.limit,
        choice.chance,
        choice.low,
        choice.high,
        claim_views(choice.claims),
        plan,
    )


def step_view(step: Step, language: str, rules: Rules) -> StepView:
    """Write a step of a plan, with the city or the fuel that the page draws."""
    return StepView(
        step.phase,
        step.what.code,
        claim_text(step.what, language, rules),
        claim_text(step.why, language, rules, capital=False) if step.why else "",
        step.money,
        step.what.args.get("city"),
        step.what.args.get("units", {}),
    )
