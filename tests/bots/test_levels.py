"""The lower levels for people: the mistakes of `easy`, the players that beat it, and what `normal` does not know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.bots import Budget, make_bot, simple
from kilowatt.bots.levels import DETOUR, MAP
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.roster import LEVELS, RUNGS
from kilowatt.bots.turns import ECONOMIST, take_turn
from kilowatt.engine import asks
from kilowatt.engine.actions import Build, Open, Pass
from kilowatt.engine.ids import CHANCE
from kilowatt.table.dealer import SeededDealer
from tests import kit
from tests.bots.test_imagining import lot
from tools.first_timer import HELD_OUT, after_lesson, fresh, mean

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

MANY = 200


def answers(state: State) -> list[Action]:
    """List what easy bots of many seeds do."""
    return [make_bot("easy", seed).advise(kilowatt.clone(state), state.actor, Budget()).action for seed in range(MANY)]


def first(ask: int) -> State:
    """Return the first position of a game of economists, from the second round on, that asks for this."""
    state = kit.fresh("recharged/germany", 3, 4)
    dealer = SeededDealer("levels")
    while state.ask != ask or state.round < 2:
        if state.actor == CHANCE:
            kilowatt.advance(state, dealer.deal(state, kilowatt.outcomes(state)))
        else:
            take_turn(state, (ECONOMIST,) * 3)
    return state


def test_easy_opens_any_plant_that_is_nearly_as_good() -> None:
    """It opens more than one plant, and none whose score is much below that of the yardstick's choice."""
    state = first(asks.ASK_OPEN)
    tables = tables_of(state)
    best = simple.opening(state, state.actor, tables)
    assert isinstance(best, Open)
    opened = {action.plant for action in answers(state) if isinstance(action, Open)}
    assert len(opened) > 1
    least = simple.score(tables, state.rules.plant_ids[best.plant]) - MAP.nearly
    assert min(simple.score(tables, state.rules.plant_ids[plant]) for plant in opened) >= least


def test_easy_bids_about_what_the_yardstick_does() -> None:
    """At the yardstick's limit some easy bots have left and others bid on; at twice the limit nobody does."""
    state = lot(17)
    state.bid = simple.limit_of(state, state.actor, tables_of(state), state.lot)
    assert 0 < answers(state).count(Pass(state.actor)) < MANY
    state.bid *= 2
    assert set(answers(state)) == {Pass(state.actor)}


def test_easy_forgets_fuel_now_and_then_and_says_no_more() -> None:
    """In about one round of seven it buys nothing where the yardstick buys, and its reason claims nothing else."""
    state = first(asks.ASK_FUEL)
    assert simple.decide(state) != Pass(state.actor)
    forgot = answers(state).count(Pass(state.actor))
    assert 0.6 * MAP.forgets < forgot / MANY < 1.4 * MAP.forgets
    told = [make_bot("easy", seed).advise(state, state.actor, Budget()) for seed in range(MANY)]
    assert {advice.reason.code for advice in told if isinstance(advice.action, Pass)} == {"no_fuel"}


def test_easy_takes_a_detour() -> None:
    """It builds more than one city, all of them at most a little dearer than the cheapest."""
    state = first(asks.ASK_BUILD)
    built = {action for action in answers(state) if isinstance(action, Build)}
    assert len(built) > 1
    costs = []
    for action in built:
        after, _ = kilowatt.play(kilowatt.clone(state), action)
        costs.append(state.money[action.seat] - after.money[action.seat])
    assert max(costs) <= min(costs) + DETOUR


@pytest.mark.thorough
@pytest.mark.parametrize("lesson", ["first", "cards"])
def test_a_player_who_followed_the_lesson_wins_its_game(lesson: str) -> None:
    """Played on by somebody who knows what it says, its game of three is won more often than one time in three."""
    assert mean(after_lesson(lesson, 200, start=HELD_OUT)) > 1.1 / 3


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [3, *[pytest.param(seats, marks=pytest.mark.slow) for seats in (2, 4)]])
@pytest.mark.parametrize("ruleset", ["recharged/germany", "card-game"])
def test_a_player_who_followed_the_lesson_beats_easy(ruleset: str, seats: int) -> None:
    """In the fresh games of docs/lab/ladder.md too they win more than their share against a table of `easy`."""
    assert mean(fresh(ruleset, seats, 240 // seats, start=HELD_OUT)) > 1.1 / seats


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_has_a_name_and_a_line_for_every_bot(language: str) -> None:
    """Whoever chooses a bot in the page reads its name and what it is like, not its code."""
    file = Path(__file__).parents[2] / "web" / "src" / "text" / f"{language}.json"
    texts = json.loads(file.read_text(encoding="utf-8"))
    for name in {**RUNGS, **LEVELS}:
        assert texts[f"levelname.{name}"]
        assert texts[f"character.{name}"]
