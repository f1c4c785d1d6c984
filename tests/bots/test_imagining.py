"""Imagined games are games: whole turns break no rule, rivals are read from their bids, clear comparisons are short."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.bots import Budget, economist, simple
from kilowatt.bots.advice import Purse
from kilowatt.bots.building import chain, chain_cost, cheapest
from kilowatt.bots.lookahead import FIRST_LOOK, Choice, appraised, compare, deal, score
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.rivals import Reader
from kilowatt.bots.turns import ECONOMIST, SHADING, SIMPLE, take_turn
from kilowatt.engine.actions import Bid, Open, Pass
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.state import State
from tests import kit
from tests.bots.positions_independent import near_city_first

PUBLISHED = [row.id for row in kilowatt.rulesets() if not row.composed]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("ruleset", PUBLISHED)
def test_imagined_turns_break_no_rule(ruleset: str, seats: int) -> None:
    """A game of whole turns, every second seat as `simple`, is sound after each of them and comes to its end."""
    state = kit.fresh(ruleset, seats, 3)
    cast = tuple([SIMPLE if seat % 2 else ECONOMIST for seat in range(seats)])
    turns = 0
    while state.actor != OVER:
        if state.actor == CHANCE:
            kilowatt.advance(state, deal(state, "test"))
            continue
        take_turn(state, cast)
        turns += 1
        assert kilowatt.check(state) == []
        assert turns < 2000
    assert sum([score(state, seat) for seat in range(seats)]) > 0


def lot(bid: int) -> State:
    """Seat 1 leads for plant 15 at a price, seat 2 has left the lot, seat 0 is asked."""
    state = kit.situation(
        "recharged/germany",
        3,
        order=[1, 2, 0],
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        plants={0: ["8"], 1: ["7"], 2: ["9"]},
        zone=["west", "south_west", "south"],
        cities={0: ["essen", "duisburg"], 1: ["koeln", "aachen"], 2: ["mainz", "trier"]},
        money=60,
    )
    state = kit.act(state, Open(1, "15", 15), Pass(2), Bid(0, bid - 1), Bid(1, bid))
    assert state.actor == 0
    return state


def test_a_bid_that_only_one_of_two_would_make_tells_who_it_was() -> None:
    """A bid above what `simple` pays and below what `economist` pays is an economist's, in every deal from then on."""
    state = lot(20)
    tables = tables_of(state)
    most = simple.limit_of(state, 1, tables, state.lot)
    worth = economist.worth_of(state, 1, economist.judge_of(state, tables), state.lot, closing=False)
    assert most < worth, "the lot must tell them apart"
    reader = Reader()
    assert {reader.cast(state, 0, sample, ECONOMIST)[1] for sample in range(2)} == {SIMPLE, ECONOMIST}
    reader.watch(lot(most + 1), 0)
    assert {reader.cast(state, 0, sample, ECONOMIST)[1] for sample in range(4)} == {ECONOMIST}
    assert reader.cast(state, 0, 0, SHADING)[0] == SHADING, "oneself is imagined as told"


def test_a_lot_that_is_left_too_early_tells_the_other() -> None:
    """A rival that leaves a lot an economist would stay in, at the most a `simple` would pay, is a `simple`."""
    state = lot(25)
    tables = tables_of(state)
    worth = economist.worth_of(state, 2, economist.judge_of(state, tables), state.lot, closing=False)
    assert simple.limit_of(state, 2, tables, state.lot) <= state.bid < worth, "the lot must tell them apart"
    reader = Reader()
    reader.watch(state, 0)
    assert {reader.cast(state, 0, sample, ECONOMIST)[2] for sample in range(4)} == {SIMPLE}


def test_the_cheapest_cities_are_not_always_the_cheapest_each_time() -> None:
    """Where 52 Elektro pay for Las Vegas and then Los Angeles, beginning with the nearer Phoenix pays for one only."""
    state = near_city_first()
    tables = tables_of(state)
    assert len(chain(state, 0, tables, 2, 52)) == 1
    row = cheapest(state, 0, tables, 2, 52)
    assert [state.rules.board.cities[city].id for city, _ in row] == ["las_vegas", "los_angeles"]
    assert chain_cost(row) == 52
    assert cheapest(state, 0, tables, 2, 51) == []


@pytest.mark.parametrize("first_look", [FIRST_LOOK, 12])
def test_what_makes_no_difference_is_not_looked_at_for_long(first_look: int) -> None:
    """Of two ways into the same game one is given up after the first look, not before, however much may be spent."""
    state = kit.fresh("recharged/germany", 3, 2)
    seat = state.actor
    choices = [Choice(name, lambda s: take_turn(s, (ECONOMIST,) * 3)) for name in ("one", "other")]
    purse = Purse(Budget(work=100_000), 0)
    casts = [(ECONOMIST,) * 3] * 50
    compare(
        state,
        seat,
        choices,
        purse,
        samples=50,
        first_look=first_look,
        seed="s",
        horizons=(1,),
        casts=casts.__getitem__,
        leaf=appraised,
    )
    assert [len(choice.scores) for choice in choices] == [first_look, first_look]
    assert choices[0].scores == choices[1].scores
