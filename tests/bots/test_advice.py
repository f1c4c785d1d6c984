"""Advice: deterministic, explained in every language, and made from what the state shows alone."""

from __future__ import annotations

import string

import pytest

import kilowatt
from kilowatt.bots import Budget, Reason, bot_names, make_bot, reason_text
from kilowatt.engine.state import State
from kilowatt.table.messages import LANGUAGES, catalogue
from tests import kit

WORK = Budget(work=400)


def walk(ruleset: str = "recharged/germany", seats: int = 3, seed: int = 4) -> list[State]:
    """Some states of a game between economists, one for each phase of a few rounds."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=seed)
    bot = make_bot("economist")
    found: dict[tuple[int, int], State] = {}
    while isinstance(table.actor, int) and table.state.round < 6:
        state = kilowatt.clone(table.state)
        found.setdefault((state.round, state.ask), state)
        table.play(bot.advise(kilowatt.clone(state), table.actor, WORK).action)
    return list(found.values())


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


def test_a_limit_is_kept_for_the_whole_lot() -> None:
    """Search looks at a lot once: asked again after a raise it bids on or passes by the same limit."""
    state = kit.situation(
        "recharged/germany",
        3,
        order=[1, 2, 0],
        market=["10", "12", "13", "15", "18", "20", "25", "26"],
        plants={0: ["8"], 1: ["7"], 2: ["9"]},
        money=60,
    )
    bot = make_bot("search", 1)
    state = kit.act(state, kilowatt.action({"type": "open", "seat": 1, "plant": "15", "bid": 15}))
    if state.actor == 2:
        state = kit.act(state, kilowatt.action({"type": "pass", "seat": 2}))
    state.bid = 22
    first = bot.advise(kilowatt.clone(state), 0, WORK)
    higher = kilowatt.clone(state)
    higher.bid = max(23, int(first.value))
    assert bot.advise(higher, 0, WORK).action == kilowatt.action({"type": "pass", "seat": 0})
    assert bot.advise(higher, 0, WORK).value == first.value
