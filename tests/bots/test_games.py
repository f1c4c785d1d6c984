"""Every bot plays every game to its end with legal moves only."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.bots import LADDER, Budget, bot_names, economist, make_bot, remembers
from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.ids import CHANCE
from kilowatt.engine.rules import Rules
from kilowatt.engine.state import State
from kilowatt.table.dealer import SeededDealer
from tests.tiers import some_quick

RULESETS = [row.id for row in kilowatt.rulesets() if not row.composed]
QUICK = ("random", "simple", "economist", "easy")
LITTLE = Budget(work=150)


def play(rules: Rules, names: list[str], seed: int) -> State:
    """Play a whole game, every move checked."""
    state = kilowatt.new_game(rules)
    dealer = SeededDealer(seed)
    bots = [make_bot(name, seat) for seat, name in enumerate(names)]
    moves = 0
    while (actor := kilowatt.actor(state)) is not None:
        moves += 1
        assert moves < 10_000, "this game does not end"
        if actor == "chance":
            action = dealer.deal(state, kilowatt.outcomes(state))
        else:
            assert isinstance(actor, int)
            action = bots[actor].advise(kilowatt.clone(state), actor, LITTLE).action
        assert kilowatt.refusal(state, action) is None
        kilowatt.advance(state, action)
    return state


@pytest.mark.parametrize("game", some_quick([(name, seats) for name in RULESETS for seats in range(2, 7)], 4, 3))
def test_quick_bots_finish_every_game(game: tuple[str, int]) -> None:
    """The quick rungs together play every ruleset at every number of seats to a result."""
    ruleset, seats = game
    names = [QUICK[(seat + seats) % len(QUICK)] for seat in range(seats)]
    state = play(kilowatt.ruleset(ruleset, seats), names, seed=seats)
    assert kilowatt.result(state) is not None


@pytest.mark.parametrize(
    "game", some_quick([(name, bot) for name in RULESETS for bot in ("simple", "economist", "easy")], 4)
)
def test_a_table_of_one_bot_finishes(game: tuple[str, str]) -> None:
    """A table at which all play alike ends too: somebody builds beyond what it supplies if need be."""
    ruleset, name = game
    state = play(kilowatt.ruleset(ruleset, 3), [name] * 3, seed=1)
    assert kilowatt.result(state) is not None


@pytest.mark.parametrize("name", ["planner", "search"])
@pytest.mark.parametrize("ruleset", ["recharged/germany", "original/china", "card-game"])
def test_bots_that_think_finish(ruleset: str, name: str) -> None:
    """The bots that imagine games finish theirs, with a small budget too."""
    state = play(kilowatt.ruleset(ruleset, 3), [name, "simple", "economist"], seed=2)
    assert kilowatt.result(state) is not None


@pytest.mark.parametrize("name", [name for name in LADDER if remembers(name)])
def test_a_long_game_is_ended_by_cities_that_nothing_supplies(name: str) -> None:
    """From round 16 on a bot that can pay for the end builds it, though its plants supply far fewer cities."""
    state = kilowatt.new_game(kilowatt.ruleset("recharged/germany", 2))
    dealer = SeededDealer("long")
    while state.ask != ASK_BUILD or state.step != 3:
        taken = dealer.deal(state, kilowatt.outcomes(state)) if state.actor == CHANCE else economist.decide(state)
        kilowatt.advance(state, taken)
    seat = state.actor
    state.round, state.money[seat] = economist.PATIENCE, 2_000
    state.plants[seat] = state.plants[seat][:1]
    bot = make_bot(name, seat)
    while state.actor == seat and state.ask == ASK_BUILD:
        kilowatt.advance(state, bot.advise(kilowatt.clone(state), seat, LITTLE).action)
    assert state.count(seat) == state.rules.end_at


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        ("recharged/usa", 2, {"trust": False}),
        ("recharged/germany", 2, {"starting_cities": True}),
        ("recharged/germany", 4, {"contractor": True, "zone": "draft"}),
        ("deluxe/europe", 3, {"starting_cities": True, "contractor": True}),
        ("card-game", 4, {"contractor": True}),
    ],
)
def test_options_are_played_too(ruleset: str, seats: int, options: dict[str, object]) -> None:
    """Drafted zones, marked starts, contractor cards and the Trust stop no bot."""
    names = ["economist", "simple", "random", "easy"][:seats]
    state = play(kilowatt.ruleset(ruleset, seats, options), names, seed=3)
    assert kilowatt.result(state) is not None


def test_every_name_makes_a_bot() -> None:
    """The ladder and the levels can all be made, and an unknown name says what there is."""
    for name in bot_names():
        assert callable(make_bot(name).advise)
    with pytest.raises(ValueError, match="there is no bot 'deep-blue'; there are random"):
        make_bot("deep-blue")
