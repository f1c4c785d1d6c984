"""Plans of the coach: each step can be taken by the rules, at its price, and the sums are what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kilowatt import coach
from kilowatt.coach.case import Case
from kilowatt.coach.options import weighed
from kilowatt.coach.plan import plan_of
from kilowatt.engine.ids import AUCTION, BUILD, FUEL
from kilowatt.table.messages import LANGUAGES
from tests.coach.following import Following, Refused
from tests.coach.positions import game, positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.coach import Choice
    from kilowatt.engine.state import State

QUICK = 80
ALL = 2_000


def choices(state: State) -> Iterator[Choice]:
    """Return every choice of a position that begins a plan."""
    case = Case(state, state.actor)
    for option, _ in weighed(case):
        plan = plan_of(case, option)
        if plan is not None:
            yield coach.Choice(option.kind, option.actions, option.gain, option.limit, 0, 0, 0, (), plan)


def follow(state: State) -> int:
    """Carry out every plan of a position; return how many came true. A rival who had to act spoils a plan, no fault."""
    followed = 0
    for choice in choices(state):
        try:
            Following(state, choice).check()
        except Refused:
            continue
        followed += 1
        assert choice.plan is not None
        for language in LANGUAGES:
            for step in choice.plan.steps:
                assert coach.claim_text(step.what, language, state.rules)
                assert step.why is None or coach.claim_text(step.why, language, state.rules, capital=False)
            for claim in choice.plan.sums:
                assert coach.claim_text(claim, language, state.rules).endswith(".")
    return followed


def test_a_plan_comes_true_where_nobody_else_acts() -> None:
    """Played by the rules while the others pass, each step costs, builds and earns what the plan says."""
    assert sum(follow(state) for state in positions(QUICK, every=31)) > 1.5 * QUICK


@pytest.mark.soak
def test_plans_come_true_in_two_thousand_positions() -> None:
    """Every plan of 2,000 positions of bot games comes true where nobody else acts."""
    assert sum(follow(state) for state in positions(ALL)) > 1.5 * ALL


def test_a_plan_goes_on_to_the_end_of_the_round() -> None:
    """In the auction a plan has a plant, fuel, cities and a run; later only what is left to do."""
    seen: dict[int, set[str]] = {}
    for place, state in enumerate(game("recharged/germany", 3, 4)):
        every = {AUCTION: 9, FUEL: 4, BUILD: 1}.get(state.phase, 0)
        if state.round and every and place % every == 0:
            for choice in choices(state):
                assert choice.plan is not None
                seen.setdefault(state.phase, set()).update([step.phase for step in choice.plan.steps])
                assert choice.plan.steps[-1].phase in ("power", "over")
    assert seen[AUCTION] == {"auction", "fuel", "build", "power", "over"}
    assert seen[FUEL] == {"fuel", "build", "power", "over"}
    assert seen[BUILD] == {"build", "power", "over"}


def test_nothing_is_earned_in_the_round_that_ends_the_game() -> None:
    """Where a plan's cities end the game, its sentences say what is powered and no sentence speaks of pay."""
    ends = 0
    for state in game("recharged/germany", 3, 4):
        if state.phase != BUILD or state.round < 6:
            continue
        for choice in coach.advise(state, state.actor).choices:
            assert choice.plan is not None
            if choice.plan.steps[-1].what.code != "step_end":
                continue
            ends += 1
            assert choice.plan.steps[-1].money == 0
            said = [*choice.claims, *choice.plan.sums]
            assert not [claim for claim in said if "income" in claim.args]
    assert ends
