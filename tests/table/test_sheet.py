"""The sheet of a real table: games written down by what can be seen, and lines that do not fit."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kilowatt
from kilowatt.editions.compose import compose
from kilowatt.engine.actions import Pass, Reveal
from kilowatt.engine.asks import ASK_BUILD, ASK_FUEL, ASK_RUN
from kilowatt.engine.snapshot import snapshot
from kilowatt.table.playout import playout
from kilowatt.table.sheet import proposals
from kilowatt.table.sheet.checking import Change, Sheet
from kilowatt.table.sheet.lines import CountLine, FuelLine, HousesLine, PowerLine, SaleLine, StepLine, TokenLot
from kilowatt.table.sheet.slips import slips
from tests.tiers import some_quick
from tools.sheet_games import Writer
from tools.sheet_slips import measure

RULESETS = [row.id for row in kilowatt.rulesets()]


def written(ruleset: str, seats: int, options: dict[str, Any], seed: int, **ways: bool) -> tuple[Sheet, Any, Any]:
    """Play a random game, write it down, and enter what was written."""
    rules = compose(ruleset, seats, options)
    end, _, record = playout(rules, random.Random(seed), logged=True)
    return Sheet(rules, Writer(rules, **ways).write(record.actions())), end, record


@pytest.mark.parametrize("ruleset", some_quick(RULESETS, 3))
def test_bid_by_bid_gives_the_same_record(ruleset: str) -> None:
    """A game entered bid by bid gives the very actions of its record, tokens of a turn grouped by fuel."""
    sheet, end, record = written(ruleset, 4, {}, 7, results=False)
    assert snapshot(sheet.state) == snapshot(end)
    key = [(type(move).kind, getattr(move, "seat", None)) for move in record.actions()]
    assert [(type(move).kind, getattr(move, "seat", None)) for move in sheet.actions()] == key


def test_most_slips_of_the_pen_are_explained_rightly() -> None:
    """With money counted each round every wrong price is found, and the right correction is mostly offered."""
    counts = measure(1, 3, seed=11)
    for kind in ("sale", "fuel", "houses", "power"):
        assert counts[kind, "all"] > 30
        assert counts[kind, "found"] == counts[kind, "all"]
        assert counts[kind, "right"] >= 0.9 * counts[kind, "all"]


# --- one game in detail -----------------------------------------------------------------------------------------------


@pytest.fixture
def game() -> Sheet:
    """A game of three, original Germany, whose order, areas and plants are entered by hand."""
    rules = compose("original/germany", 3, {})
    sheet = Sheet(rules)
    while kilowatt.actor(sheet.state) == "chance":
        sheet = sheet.with_line(StepLine(kilowatt.outcomes(sheet.state)[0][0]))
    return sheet


def until(sheet: Sheet, ask: int) -> Sheet:
    """Enter the first allowed thing until the game asks for something."""
    for _ in range(100):
        if sheet.state.ask == ask:
            return sheet
        state = sheet.state
        if kilowatt.actor(state) == "chance":
            sheet = sheet.with_line(StepLine(kilowatt.outcomes(state)[0][0]))
        elif state.ask == ASK_FUEL:
            sheet = sheet.with_line(FuelLine(state.actor))
        elif state.ask == ASK_BUILD:
            sheet = sheet.with_line(HousesLine(state.actor))
        elif state.ask == ASK_RUN:
            sheet = sheet.with_line(PowerLine(state.actor))
        else:
            plant = state.rules.card_names[state.market[0]]
            sheet = sheet.with_line(SaleLine(state.actor, plant, int(plant)))
    raise AssertionError(ask)


def test_a_sale_by_its_result_lets_the_opener_bid_the_least(game: Sheet) -> None:
    """Where another player opened the auction, the fewest bids that lead to the result are written."""
    opener = game.state.actor
    buyer = (opener + 1) % 3
    after = game.with_line(SaleLine(buyer, "4", 9))
    assert after.marks[-1].fit == "fits"
    kinds = [type(move).kind for line, move in after.played if line == len(game.lines)]
    assert kinds == ["open", "bid", "pass", "pass"]
    assert after.state.money[buyer] == 41


def test_what_is_forbidden_cites_its_rule_and_leaves_the_game_as_it_was(game: Sheet) -> None:
    """A price above a player's money is refused with its rule; likely prices are offered, and the line adds nothing."""
    seat = game.state.actor
    wrong = game.with_line(SaleLine(seat, "4", 71))
    refusal = wrong.marks[-1].refusal
    assert wrong.stuck == len(game.lines)
    assert refusal is not None
    assert refusal.code == "bid_above_money"
    assert refusal.rule
    assert wrong.actions() == game.actions()
    offered = slips(wrong, len(game.lines))
    assert [slip.kind for slip in offered] == ["amount", "amount"]
    assert SaleLine(seat, "4", 17) in [slip.changes[0].line for slip in offered]
    for slip in offered:
        assert wrong.changed(slip.changes).misfits == []


def test_counted_money_leads_to_the_price_that_was_wrong(game: Sheet) -> None:
    """Money that differs from the bank's is explained by the price of the plant, or by counting again."""
    seat = game.state.actor
    sheet = until(game.with_line(SaleLine(seat, "4", 12)), ASK_FUEL)
    wrong = sheet.with_line(CountLine(seat, 50 - 21))
    assert wrong.marks[-1].fit == "differs"
    assert wrong.marks[-1].amount == 38
    price, count = slips(wrong, len(sheet.lines))
    assert price.changes == (Change(len(game.lines), SaleLine(seat, "4", 21)),)
    assert count.changes == (Change(len(sheet.lines), CountLine(seat, 38)),)
    assert wrong.changed(price.changes).misfits == []


def test_a_changed_line_checks_those_after_it_again(game: Sheet) -> None:
    """After a change, lines that state another amount are marked and lines that the rules refuse stop the sheet."""
    sheet = until(game, ASK_FUEL)
    first = game.state.actor
    sale = len(game.lines)
    counted = sheet.with_line(CountLine(first, sheet.state.money[first])).with_line(FuelLine(sheet.state.actor))
    plant = sheet.lines[sale].plant  # type: ignore[attr-defined]
    dearer = counted.changed([Change(sale, SaleLine(first, plant, int(plant) + 5))])
    assert [mark.fit for mark in dearer.marks[-2:]] == ["differs", "fits"]
    assert dearer.marks[-2].amount == sheet.state.money[first] - 5
    other = counted.changed([Change(sale, None)])
    assert other.stuck is not None
    assert {mark.fit for mark in other.marks[other.stuck + 1 :]} <= {"waits"}
    assert other.changed([Change(sale, sheet.lines[sale], insert=True)]).marks == counted.marks
    assert counted.marks[-2].fit == "fits", "a sheet is never changed"


def test_a_missing_line_is_offered(game: Sheet) -> None:
    """Somebody whose turn was not written down is offered as a line that is missing."""
    sheet = until(game, ASK_FUEL)
    second = sheet.with_line(FuelLine(sheet.state.actor)).state.actor
    wrong = sheet.with_line(FuelLine(second))
    assert wrong.marks[-1].refusal.code == "not_your_turn"  # type: ignore[union-attr]
    offered = slips(wrong, len(sheet.lines))
    assert {slip.kind for slip in offered} == {"seat", "missing"}
    missing = next(slip for slip in offered if slip.kind == "missing")
    assert missing.changes == (Change(len(sheet.lines), FuelLine(sheet.state.actor), insert=True),)


def test_a_card_that_cannot_come_is_refused(game: Sheet) -> None:
    """A plant that lies in the market cannot be drawn again, and cards that can come are offered."""
    seat = game.state.actor
    sheet = game.with_line(SaleLine(seat, "4", 4))
    assert kilowatt.actor(sheet.state) == "chance"
    wrong = sheet.with_line(StepLine(Reveal("10")))
    assert wrong.marks[-1].refusal.code == "impossible_deal"  # type: ignore[union-attr]
    offered = slips(wrong, len(sheet.lines))
    assert [slip.changes[0].line for slip in offered] == [StepLine(Reveal("13"))], (
        "the first card of this stack is known"
    )
    early = sheet.with_line(StepLine(Pass(seat)))
    assert early.marks[-1].refusal.code == "card_to_be_dealt"  # type: ignore[union-attr]


def test_two_houses_for_a_sum_are_proposed(game: Sheet) -> None:
    """A number of houses and a sum give cities that cost exactly that, or else the cheapest ones with their cost."""
    sheet = until(game, ASK_BUILD)
    seat = sheet.state.actor
    cheapest = proposals.of_houses(sheet.state, seat, 2, 0)
    assert len(cheapest) == 1
    least = cheapest[0].paid or 0
    for total in range(least, least + 12):
        for line in proposals.of_houses(sheet.state, seat, 2, total):
            after = sheet.with_line(line)
            assert after.marks[-1].fit in ("fits", "open")
            assert after.marks[-1].amount in (line.paid, None)
            assert line.paid == total or total < 33
    assert proposals.of_houses(sheet.state, (seat + 1) % 3, 2, 33) == []


BOARDS = [row.id for row in kilowatt.rulesets() if row.board]


@pytest.mark.parametrize("ruleset", some_quick(BOARDS, 4))
def test_houses_and_a_sum_are_enough_in_every_game(ruleset: str) -> None:
    """For building turns of a game on any board, cities that cost the sum are proposed, and the rules accept them."""
    sheet, _, _ = written(ruleset, 4, {}, 3, results=True)
    turns = [place for place, line in enumerate(sheet.lines) if isinstance(line, HousesLine) and line.cities]
    assert len(turns) > 20
    for place in turns[::3]:
        line = sheet.lines[place]
        paid = sheet.marks[place].amount
        before = sheet.upto(place)
        assert isinstance(line, HousesLine)
        assert paid is not None
        offered = proposals.of_houses(before.state, line.seat, len(line.cities), paid)
        assert offered, (place, line)
        for proposal in offered:
            assert proposal.paid == paid
            after = before.with_line(proposal)
            assert after.marks[place].fit in ("fits", "open"), (place, after.marks[place].refusal)


def test_a_wrong_sum_is_corrected_by_the_rules_or_by_other_cities(game: Sheet) -> None:
    """A building turn with a wrong sum is offered with the right sum, and with cities that cost what was written."""
    sheet = until(game, ASK_BUILD)
    seat = sheet.state.actor
    cheapest = proposals.of_houses(sheet.state, seat, 2, 0)[0]
    wrong = sheet.with_line(HousesLine(seat, cheapest.cities, (cheapest.paid or 0) + 1))
    place = len(sheet.lines)
    assert wrong.marks[place].fit == "differs"
    offered = slips(wrong, place)
    assert offered[0].changes[0].line == cheapest
    assert all(wrong.changed(slip.changes).marks[place].fit in ("fits", "open") for slip in offered)


def test_fuel_and_power_are_proposed_by_their_sum(game: Sheet) -> None:
    """Tokens that cost a sum are proposed, and plants that supply a number of cities."""
    sheet = until(game, ASK_FUEL)
    seat = sheet.state.actor
    rows = [row for total in range(1, 8) for row in proposals.of_fuel(sheet.state, seat, total)]
    assert rows
    for row in rows:
        assert sheet.with_line(row).marks[-1].fit == "fits"
    assert proposals.of_fuel(sheet.state, seat, 999) == []
    bought = sheet.with_line(rows[0])
    power = until(bought, ASK_RUN)
    assert proposals.of_power(power.state, power.state.actor, 0)[0].plants == ()


def test_an_unknown_fuel_or_seat_is_refused(game: Sheet) -> None:
    """Names and seats that the game does not have are refused like any other slip."""
    sheet = until(game, ASK_FUEL)
    seat = sheet.state.actor
    for line in (
        FuelLine(seat, (TokenLot("plutonium", "main", 1),)),
        FuelLine(9),
        HousesLine(seat, ("atlantis",)),
        PowerLine(-1),
        CountLine(9, 50),
        SaleLine(7, "4", 4),
        SaleLine(seat, "nonsense", 4),
    ):
        wrong = sheet.with_line(line)
        assert wrong.marks[-1].fit == "refused", line
        slips(wrong, len(sheet.lines))
