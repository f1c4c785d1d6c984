"""Where income is printed on the plants, a bid leaves money for fuel, and no plant is worth more than it adds."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.arena.backends import run
from kilowatt.arena.schedule import Plan, games
from kilowatt.arena.standings import table
from kilowatt.bots import card_worth
from kilowatt.bots.economist import judge_of, plain_buys, worth_of
from kilowatt.bots.plant_tables import tables_of
from kilowatt.engine.ids import FUELS
from kilowatt.engine.state import State
from tests.kit import lay_column


def opening(*market: str) -> State:
    """The first auction of four seats, with these plants in the market and much coal and oil, but no gas."""
    s = kilowatt.clone(kilowatt.Table(kilowatt.ruleset("card-game", 4), seed=1).state)
    s.market = tuple([s.rules.plant_ids[name] for name in market])
    s.discount = -1
    kinds = s.rules.kind_ids
    for column, cards in enumerate(((), [kinds["coal-2"]] * 3, [kinds["oil-2"]] * 3, ()), start=1):
        lay_column(s, column, cards)
    return s


def worth(s: State, plant: str) -> int:
    """What the economist would bid at most for a plant."""
    return worth_of(s, s.actor, judge_of(s, tables_of(s)), s.rules.plant_ids[plant], closing=False)


def test_a_bid_leaves_money_for_fuel() -> None:
    """After the highest bid the money left and the least income pay for a production in the next round."""
    s = opening("12", "27", "30", "34", "35", "36", "37", "33")
    judge = judge_of(s, tables_of(s))
    fuel = judge.fuel_of(s.rules.plant_ids["12"])
    assert fuel > s.rules.least_income
    assert s.money[s.actor] - worth(s, "12") + s.rules.least_income >= fuel


def test_units_left_on_a_card_count() -> None:
    """With a card of three units for 4 Elektro at hand, a plant that earns 5 and needs one unit is run."""
    s = opening("4a", "27", "30", "34", "35", "36", "37", "33")
    seat = s.actor
    s.plants[seat] = (s.rules.plant_ids["4a"],)
    for column, cards in enumerate(((), (), (), [s.rules.kind_ids["coal-3"]]), start=1):
        lay_column(s, column, cards)
    assert plain_buys(s, seat, tables_of(s))[0][s.rules.fuel_ids["coal"]] == 1


def test_a_plant_without_fuel_is_worth_less() -> None:
    """Of two plants that differ in their fuel only, the one whose fuel nobody can buy is worth less."""
    s = opening("3a", "3c", "9", "10", "16", "21", "26", "31")
    plants = s.rules.plants
    coal, gas = plants[s.rules.plant_ids["3a"]], plants[s.rules.plant_ids["3c"]]
    assert (coal.need, coal.income) == (gas.need, gas.income)
    assert worth(s, "3a") > worth(s, "3c")


def test_nothing_is_overpaid_while_as_good_a_plant_is_left() -> None:
    """Where rivals leave as good a plant at its least bid, no more than that is bid for the first."""
    s = opening("3a", "3b", "30", "34", "35", "36", "37", "33")
    judge = judge_of(s, tables_of(s))
    first, second = s.market[:2]
    assert card_worth.gains(s, s.actor, judge)[0][1] in (first, second)
    assert worth(s, "3a") == worth(s, "3b") == s.rules.numbers[first]


def test_scarce_fuel_is_dear() -> None:
    """A unit of a fuel that the columns lack is expected to cost more than one that lies there cheaply."""
    s = opening("3a", "3c", "9", "10", "16", "21", "26", "31")
    prices = judge_of(s, tables_of(s)).prices
    assert len(prices) == FUELS
    assert prices[s.rules.fuel_ids["gas"]] > 2 * prices[s.rules.fuel_ids["coal"]]


@pytest.mark.thorough
@pytest.mark.parametrize("seats", [4, pytest.param(6, marks=pytest.mark.slow)])
def test_normal_beats_easy(seats: int) -> None:
    """One `normal` at a table of `easy` wins clearly more than its share."""
    rows = list(run(games(Plan(("normal",), ("card-game",), seats, 8, seed="levels", field="easy"))))
    assert table(rows)[0].share > 1.25 / seats
