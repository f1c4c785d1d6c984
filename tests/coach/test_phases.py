"""A whole auction phase has one pair of numbers per plant, what moves them is named, and a last round is for places."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt import coach
from kilowatt.bots import Budget, make_bot
from kilowatt.bots.values import next_round
from kilowatt.coach.case import Case
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import AUCTION, BUILD
from tests.coach.positions import game

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State


@pytest.mark.parametrize(("ruleset", "seats"), [("recharged/germany", 3), ("original/korea", 2)])
def test_two_numbers_stay_for_a_whole_auction_phase(ruleset: str, seats: int) -> None:
    """From lot to lot a plant keeps its worth and its limit for a seat until somebody buys, leaves or a card comes."""
    kept: dict[object, tuple[int, int]] = {}
    lots: dict[object, set[int]] = {}
    for state in game(ruleset, seats, 4):
        if state.phase != AUCTION or state.round > 2:
            continue
        case = Case(state, state.actor)
        for plant in state.market[: state.rules.plant_market.current(state)]:
            others = state.bidders | 1 << state.actor if plant == state.lot else None
            happened = tuple(state.plants), tuple(state.money), state.out, state.bought, tuple(state.market), others
            key = state.round, state.actor, plant, happened
            numbers = case.worth(plant), case.stop(plant)
            assert kept.setdefault(key, numbers) == numbers
            lots.setdefault(key, set()).add(state.lot)
    assert sum(len(some) > 1 for some in lots.values()) > 2  # also while another plant is up


def test_what_moved_a_limit_is_named() -> None:
    """Where a limit of a phase has changed, what was bought, turned up or passed since is named with both limits."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=4)
    bots = [make_bot("economist", seat) for seat in range(3)]
    last: dict[int, tuple[coach.Advice, int]] = {}
    codes: set[str] = set()
    while isinstance(table.actor, int) and table.state.round <= 4:
        state, seat = table.state, table.actor
        if state.phase == AUCTION:
            advice = coach.advise(state, seat)
            before, events = last.get(seat, (advice, 0))
            for plant, row in advice.worths.items():
                claim = coach.moved(before, advice, plant, table.log[events:])
                old = before.worths.get(plant, row).stop if before.round == advice.round else row.stop
                opened = getattr(before.best.actions[0], "plant", "")  # shown at least at its lowest bid
                assert (claim is None) == (old == row.stop) or plant == opened
                if claim is not None:
                    assert (claim.args["stop"], claim.args["old"]) == (row.stop, old)
                    assert str(row.stop) in coach.claim_text(claim, "en", table.rules, table.players)
                    codes.add(claim.code)
            last[seat] = advice, len(table.log)
        table.play(bots[seat].advise(clone(state), seat, Budget()).action)
    assert {"moved_bought", "moved_passed"} <= codes


def test_where_the_win_is_lost_the_place_counts() -> None:
    """In the last building phase, whoever wins with no choice is advised the one with the best place."""
    lost = better = 0
    for seed in range(16):
        for state in game("recharged/germany", 5, seed):
            if state.phase != BUILD or state.most_cities() < state.rules.end_at:
                continue
            advice = coach.advise(state, state.actor)
            places = [place_after(state, choice.actions) for choice in advice.choices]
            if min(places) == 0:
                continue
            assert places[0] == min(places), (seed, state.round, places)
            lost += 1
            better += places[0] < max(places)
    assert lost
    assert better


def place_after(state: State, actions: Iterable[Action]) -> int:
    """The place of the acting seat when the game ends after some moves, everybody else building as an economist."""
    end = clone(state)
    for action in actions:
        advance(end, action)
    result = next_round(end).result
    assert result is not None
    return next(place for place, group in enumerate(result.ranking) if state.actor in group)
