"""Advice: deterministic, explained in every language, and made from what the state shows alone."""

from __future__ import annotations

import string
from random import Random

import pytest

import kilowatt
from kilowatt.bots import Budget, Reason, bot_names, make_bot, reason_text
from kilowatt.bots.advice import wide_hash
from kilowatt.bots.bot_memory import Limit
from kilowatt.engine.actions import Bid, Open, Pass
from kilowatt.engine.state import State
from kilowatt.table.messages import LANGUAGES, catalogue
from tests import kit

WORK = Budget(work=400)


def walk(ruleset: str = "recharged/germany", seats: int = 3, seed: int = 4) -> list[State]:
    """Some states of a game between economists, one for each phase of a few rounds."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=seed)
    bot = make_bot("economist")
    states: dict[tuple[int, int], State] = {}
    while isinstance(table.actor, int) and table.state.round < 6:
        state = kilowatt.clone(table.state)
        states.setdefault((state.round, state.ask), state)
        table.play(bot.advise(kilowatt.clone(state), table.actor, WORK).action)
    return list(states.values())


STATES = walk()


@pytest.mark.parametrize("name", bot_names())
def test_the_same_seed_gives_the_same_advice(name: str) -> None:
    """Two bots of one seed advise the same in every state, whatever they were asked before."""
    old = make_bot(name, 7)
    for state in STATES[:8]:
        first = old.advise(kilowatt.clone(state), state.actor, WORK)
        again = make_bot(name, 7).advise(kilowatt.clone(state), state.actor, WORK)
        assert first.action == again.action


@pytest.mark.parametrize("name", bot_names())
def test_advice_is_legal_and_explained(name: str) -> None:
    """Advice is a legal move with a sentence in every language."""
    for state in STATES[:8]:
        advice = make_bot(name).advise(kilowatt.clone(state), state.actor, WORK)
        assert kilowatt.refusal(state, advice.action) is None
        for language in LANGUAGES:
            assert reason_text(advice.reason, language).endswith((".", "!"))
        for other in advice.alternatives:
            assert kilowatt.refusal(state, other.action) is None


def test_reasons_are_alike_in_every_language() -> None:
    """Both catalogues have the same reasons with the same arguments."""

    def fields(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    english, german = catalogue("en")["reasons"], catalogue("de")["reasons"]
    assert english.keys() == german.keys()
    assert all(fields(english[code]) == fields(german[code]) for code in english)


def test_a_reason_speaks_english_by_itself() -> None:
    """`str` of a reason is its English sentence."""
    assert str(Reason("weakest_plant", {"plant": "3"})) == "Plant 3 adds least to the cities you can supply."


@pytest.mark.parametrize("name", ["economist", "planner", "search"])
def test_cards_to_come_change_nothing(name: str) -> None:
    """The same move when unseen cards are dealt otherwise: a state restored from its snapshot has no order of cards."""
    for state in STATES[:5]:
        copy = kilowatt.restore(state.rules, kilowatt.snapshot(state))
        mine = make_bot(name, 3).advise(kilowatt.clone(state), state.actor, WORK).action
        assert make_bot(name, 3).advise(copy, state.actor, WORK).action == mine


def lot(bid: int) -> State:
    """Seat 0 is asked whether it bids on for a plant that it needs."""
    state = kit.situation(
        "recharged/germany",
        3,
        order=[1, 2, 0],
        market=["11", "12", "14", "20", "37", "38", "39", "40"],
        plants={0: ["8"], 1: ["7"], 2: ["9"]},
        zone=["west", "south_west", "south"],
        cities={0: ["essen", "duisburg"], 1: ["koeln", "aachen"], 2: ["mainz", "trier"]},
        money=90,
    )
    return kit.act(state, Open(1, "20", 20), Pass(2), Bid(0, bid - 1), Bid(1, bid))


@pytest.mark.parametrize("name", [name for name in bot_names() if name != "random"])
def test_a_lot_left_for_lack_of_money_is_not_called_too_dear(name: str) -> None:
    """A seat that leaves a lot because it cannot pay a higher bid is told so, whatever the plant is worth."""
    state = lot(26)
    state.money[0] = 26
    advice = make_bot(name).advise(state, 0, WORK)
    assert (advice.action, advice.reason.code) == (Pass(0), "cannot_raise")


def test_a_limit_is_kept_for_the_whole_lot() -> None:
    """Search looks at a lot once: asked again after a raise it bids on or passes by the same limit."""
    bot = make_bot("search", 1)
    limit = bot.advise(lot(26), 0, WORK).reason.args["worth"]
    assert limit > 28
    for bid in range(28, limit + 1):
        again = bot.advise(lot(bid), 0, WORK)
        assert again.action == (Pass(0) if bid == limit else Bid(0, bid + 1))
        assert bid == limit or again.reason.args["worth"] == limit


@pytest.mark.parametrize("name", ["planner", "search", "learned"])
def test_values_are_chances_to_win(name: str) -> None:
    """A bot that looks ahead gives every move that it weighed a chance between 0 and 1, and says nothing otherwise."""
    told = 0
    for state in STATES:
        advice = make_bot(name).advise(kilowatt.clone(state), state.actor, WORK)
        values = [advice.value, *[other.value for other in advice.alternatives]]
        assert all(value is None or 0 <= value <= 1 for value in values)
        told += len(values) > 1 and None not in values
    assert told > 2


@pytest.mark.parametrize("name", ["random", "simple", "economist", "easy"])
def test_a_bot_that_imagines_nothing_knows_no_chance(name: str) -> None:
    """Bots without imagined games give no value: Elektro are no chance to win."""
    for state in STATES:
        advice = make_bot(name).advise(kilowatt.clone(state), state.actor, WORK)
        assert [advice.value, *[other.value for other in advice.alternatives]] == [None] * (
            1 + len(advice.alternatives)
        )


def test_a_dearer_plant_is_a_smaller_chance() -> None:
    """Within a lot the chance after a raise falls with the price, between those that were imagined on a line."""
    bot = make_bot("search", 1)
    first, second, third = [bot.advise(lot(bid), 0, WORK) for bid in (26, 27, 28)]
    assert first.value is not None
    assert second.value is not None
    assert third.value is not None
    assert first.value > second.value > third.value
    assert first.value - second.value == pytest.approx(second.value - third.value)
    assert first.alternatives == third.alternatives, "leaving is worth the same"


def test_a_limit_knows_chances_between_the_prices_it_weighed() -> None:
    """Prices outside those have no chance, and neither has a limit that nothing was imagined for."""
    limit = Limit(30, 0.4, [(20, 0.6), (30, 0.4)])
    assert [limit.chance_at(price) for price in (20, 25, 30, 31)] == [0.6, pytest.approx(0.5), 0.4, None]
    assert Limit(30).chance_at(20) is None


def test_a_position_has_the_same_number_where_hashes_are_half_as_wide() -> None:
    """What a browser's Python works out by itself is the hash that other machines give."""
    dice = Random(3)
    for _ in range(200):
        row = tuple([dice.choice((-1, 0, 1, dice.getrandbits(70), -dice.getrandbits(62))) for _ in range(4)])
        nested = (*row, row, (row, ()))
        assert wide_hash(nested) == hash(nested)
