"""Bots that keep something of a game: made again for every decision they play as one that lives through the game."""

from __future__ import annotations

import msgspec
import pytest

import kilowatt
from kilowatt.bots import Budget, Remembering, bot_names, make_bot, remembers
from kilowatt.bots.bot_memory import Memory
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.state import State
from tests.bots.test_learned import with_poor_rivals

BUDGET = Budget(work=300)


def new_bot(name: str) -> Remembering:
    """Make a bot that keeps something."""
    bot = make_bot(name, 5)
    assert isinstance(bot, Remembering)
    return bot


def auctions(**options: str) -> list[State]:
    """List the positions in which the first seat is to bid in a game of economists."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3, options), seed=3)
    bots = [make_bot("economist", seat) for seat in range(3)]
    states: list[State] = []
    while isinstance(table.actor, int):
        seat = table.actor
        if seat == 0 and table.state.ask == ASK_BID:
            states.append(kilowatt.clone(table.state))
        table.play(bots[seat].advise(kilowatt.clone(table.state), seat, Budget()).action)
    return states


def kept_of(states: list[State]) -> str:
    """Return what `learned` keeps after a look at some positions."""
    bot = new_bot("learned")
    for state in states:
        bot.look(kilowatt.clone(state), 0)
    return bot.memory()


def test_bots_that_keep_something_are_known_by_name() -> None:
    """The bots that look ahead keep something, levels of that kind too; no other bot does."""
    kept = {name for name in bot_names() if remembers(name)}
    assert {"planner", "learned", "hard", "expert"} <= kept
    assert not kept & {"random", "simple", "economist", "easy", "normal"}
    for name in bot_names():
        assert remembers(name) == isinstance(make_bot(name), Remembering)
    assert not remembers("nobody")


@pytest.mark.parametrize(("name", "ruleset"), [("learned", "recharged/germany"), ("planner", "card-game")])
def test_a_bot_made_anew_for_every_decision_plays_the_same_game(name: str, ruleset: str) -> None:
    """A new bot with the memory of the one before gives the same advice, over a whole game; its memory stays short."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, 3), seed=6)
    rivals = [make_bot("economist", seat) for seat in range(3)]
    bot, memory = new_bot(name), new_bot(name).memory()
    unlike = 0
    while isinstance(table.actor, int):
        seat = table.actor
        state = table.state
        if seat != 0:
            table.play(rivals[seat].advise(kilowatt.clone(state), seat, BUDGET).action)
            continue
        advice = bot.advise(kilowatt.clone(state), seat, BUDGET)
        anew = new_bot(name)
        unlike += anew.advise(kilowatt.clone(state), seat, BUDGET) != advice
        anew = new_bot(name)
        anew.recall(memory)
        assert anew.advise(kilowatt.clone(state), seat, BUDGET) == advice
        memory = anew.memory()
        assert memory == bot.memory()
        assert len(memory) < 1200
        table.play(advice.action)
    assert unlike, "a bot that knows the position alone plays otherwise: the test can fail"


def test_a_look_at_earlier_rounds_is_all_that_is_needed_of_them() -> None:
    """What is known of rivals after a look at every auction is what a bot knows that has bid in them."""
    states = auctions()
    bot = new_bot("learned")
    for state in states:
        bot.advise(kilowatt.clone(state), 0, BUDGET)
    looked, lived = (msgspec.json.decode(text, type=Memory) for text in (kept_of(states), bot.memory()))
    assert looked.evidence == lived.evidence
    assert sorted(looked.evidence.rows) == [1, 2]


def test_hidden_money_is_not_kept() -> None:
    """Where money is hidden, other amounts of it in rivals' hands leave the same memory; where it is open, another."""
    for options, same in (({"money": "hidden"}, True), ({}, False)):
        states = auctions(**options)
        assert (kept_of([with_poor_rivals(state) for state in states]) == kept_of(states)) is same
