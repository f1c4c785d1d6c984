"""Plans of the coach: each step can be taken by the rules, at its price, and the sums are what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kilowatt import coach
from kilowatt.coach.case import Case
from kilowatt.coach.options import weighed
from kilowatt.coach.plan import plan_of
from kilowatt.engine.actions import Open, Scrap
from kilowatt.engine.game import advance, clone, sell_lot
from kilowatt.engine.ids import AUCTION, BUILD, FUEL
from kilowatt.table.messages import LANGUAGES
from tests import kit
from tests.coach.following import Following, Refused
from tests.coach.positions import game, positions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.coach import Choice
    from kilowatt.engine.state import State

QUICK = 98
"""Two positions of every ruleset."""
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
    assert sum(follow(state) for state in positions(QUICK)) > 1.5 * QUICK


def test_a_second_network_is_named_and_paid_in_a_plan() -> None:
    """On UK & Ireland a plan that begins in Ireland names the 20 besides the house, and comes true. [AT-UK-02]"""
    state = kit.situation(
        "recharged/uk-ireland",
        3,
        phase="build",
        zone=["wales", "northern_ireland", "ireland"],
        market=["10", "12", "13", "14", "15", "16", "20", "21"],
        stack=["30", "31"],
        plants={2: ["25"]},
        fuel={2: {"coal": 2}},
        tokens={"coal": 10},
        cities={2: ["cardiff", "newport", "swansea"], 1: ["haverfordwest", "aberystwyth"]},
        money=31,
    )
    assert follow(state) > 0
    steps = [step for choice in choices(state) if choice.plan for step in choice.plan.steps]
    reasons = [step.why for step in steps if step.why is not None and step.why.code == "step_city_network"]
    assert reasons
    assert all(why.args == {"house": 10, "connection": 20} for why in reasons)


def test_a_free_jump_is_named_and_paid_in_a_plan() -> None:
    """On Japan a plan that jumps says so, pays the house alone, and comes true. [AT-JP-02]"""
    state = kit.situation(
        "recharged/japan",
        3,
        phase="build",
        zone=["north", "kanto", "centre"],
        market=["10", "12", "13", "14", "15", "16", "20", "21"],
        stack=["30", "31"],
        plants={2: ["25"]},
        fuel={2: {"coal": 2}},
        tokens={"coal": 10},
        cities={2: ["sapporo"]},
        money=31,
    )
    assert follow(state) > 0
    steps = [step for choice in choices(state) if choice.plan for step in choice.plan.steps]
    reasons = [step.why for step in steps if step.why is not None and step.why.code == "step_city_jump"]
    assert reasons
    assert all(why.args == {"house": 10} for why in reasons)


@pytest.mark.soak
def test_plans_come_true_in_two_thousand_positions() -> None:
    """Every plan of 2,000 positions of bot games comes true where nobody else acts."""
    assert sum(follow(state) for state in positions(ALL)) > 1.5 * ALL


def test_the_plant_that_a_plan_replaces_is_the_one_that_is_scrapped() -> None:
    """Bought at any price up to the limit, the plant named as replaced is the one that the adviser then scraps."""
    compared = 0
    for place, state in enumerate(game("recharged/germany", 4, 2)):
        if place % 11 or state.phase != AUCTION or len(state.plants[state.actor]) < state.rules.plant_limit:
            continue
        for choice in coach.advise(state, state.actor).choices:
            named = [claim.args["plant"] for claim in choice.claims if claim.code == "replaces"]
            if choice.kind in ("open", "bid") and named:
                for price in {_first_price(state, choice), choice.limit}:
                    compared += 1
                    assert _scrapped(state, choice, price) == named[0]
    assert compared > 10


def _first_price(state: State, choice: Choice) -> int:
    """Return the lowest price at which a choice may get its plant."""
    first = choice.actions[0]
    return first.bid if isinstance(first, Open) else state.bid + 1


def _scrapped(state: State, choice: Choice, price: int) -> str:
    """Return the plant that the adviser scraps once the plant of a choice was bought at a price."""
    after, first = clone(state), choice.actions[0]
    if isinstance(first, Open):
        advance(after, first)
    sell_lot(after, state.actor, price)
    scrap = coach.advise(after, state.actor).best.actions[0]
    assert isinstance(scrap, Scrap)
    return scrap.plant


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
