"""Advice of the coach: legal, the same each time, true sentence by sentence, and made from what may be seen."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt import coach
from kilowatt.bots import Budget, make_bot
from kilowatt.bots.fuelling import best_run
from kilowatt.coach.case import Case
from kilowatt.coach.worth import worths
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import AUCTION, FUEL, FUELS, POWER
from kilowatt.engine.knowledge import known_to
from kilowatt.table.messages import LANGUAGES, catalogue
from tests.coach.facts import Facts
from tests.coach.positions import game, positions

if TYPE_CHECKING:
    from kilowatt.engine.state import State

QUICK = 40
ALL = 2_000
ENOUGH = 20
"""Bids after the first for a lot."""


def appraised(state: State, seat: int) -> dict[str, int]:
    """Return what the plants of the market add to a seat's income and cities."""
    plants = [plant for plant in state.market if plant < len(state.rules.plants)]
    names = state.rules.card_names
    return {names[plant]: worth for plant, worth in worths(known_to(state, state.actor), seat, tuple(plants)).items()}


def speaks_against(advice: coach.Advice) -> list[str]:
    """List the sentences of the recommended choice that would rather have another."""
    against = {
        "open": {"not_worth", "above", "no_help", "none_helps", "nothing_worth", "lets_go"},
        "bid": {"not_worth", "above", "no_help", "lets_go", "bid_unpayable"},
        "leave": {"worth", "must_buy", "lets_go"},
        "opt_out": {"worth", "must_buy"},
    }
    return [claim.code for claim in advice.best.claims if claim.code in against.get(advice.best.kind, set())]


def check(state: State) -> None:
    """Every claim of an advice holds, every plan can be played, every sentence reads in both languages."""
    seat = state.actor
    advice = coach.advise(state, seat)
    auction = state.phase == AUCTION
    plants = coach.plant_worths(state, seat) if auction else {}
    rivals = [appraised(state, other) for other in range(state.rules.seats)] if auction else []
    assert advice.worths == plants
    for choice in advice.choices:
        trial = clone(state)
        for action in choice.actions:
            assert kilowatt.refusal(trial, action) is None, (choice.kind, action)
            advance(trial, action)
        facts = Facts(state, choice, plants, rivals, advice.choices)
        for claim in choice.claims:
            assert facts.holds(claim), (state.rules.id, state.round, choice, claim)
            for language in LANGUAGES:
                assert coach.claim_text(claim, language, state.rules).endswith(".")
        assert 0 <= choice.low <= choice.chance <= choice.high <= 1
        assert choice.chance <= advice.best.chance
    assert not speaks_against(advice)
    assert advice.best.claims


def test_every_claim_of_every_choice_is_true() -> None:
    """Each claim in each advice is recomputed from the position and holds, in positions of all rulesets."""
    for state in positions(QUICK, every=31):
        check(state)


@pytest.mark.soak
def test_every_claim_is_true_in_two_thousand_positions() -> None:
    """Each claim in each advice holds in 2,000 positions of bot games."""
    for state in positions(ALL):
        check(state)


@pytest.mark.parametrize(("ruleset", "seats"), [("recharged/germany", 4), ("card-game", 3), ("original/korea", 2)])
def test_a_plant_has_two_numbers_for_a_lot(ruleset: str, seats: int) -> None:
    """Whatever is bid for a plant, its worth and the limit stay as they are until somebody leaves or buys."""
    kept: dict[object, tuple[int, int]] = {}
    again = 0
    for state in game(ruleset, seats, 3):
        if state.lot >= 0 and state.ask == ASK_BID:
            case = Case(state, state.actor)
            numbers = case.worth(state.lot), case.stop(state.lot)
            key = (state.round, state.lot, state.bidders, state.actor, tuple(state.money))
            again += key in kept
            assert kept.setdefault(key, numbers) == numbers
            assert numbers[1] <= min(numbers[0], state.money[state.actor])
            if again == ENOUGH:
                break
    assert again == ENOUGH


def test_an_auction_is_never_contradicted() -> None:
    """In a whole game, a plant the coach would bid for up to a limit is bid for at every price up to there."""
    for place, state in enumerate(game("recharged/usa", 3, 5)):
        if place % 3 == 0 and state.ask == ASK_BID:
            advice = coach.advise(state, state.actor)
            plant = state.rules.card_names[state.lot]
            assert (advice.best.kind == "bid") == (state.bid + 1 <= advice.worths[plant].stop)


def test_the_adviser_recommends_what_the_strongest_bot_does() -> None:
    """In positions of all rulesets the first move of the advice is the move of the bot."""
    for state in positions(QUICK, every=29):
        move = make_bot("expert").advise(clone(state), state.actor, Budget()).action
        assert coach.advise(state, state.actor).best.actions[0] == move


def test_the_same_position_gives_the_same_advice() -> None:
    """Asked twice, and after a trip through a snapshot, the coach says the same."""
    for state in positions(12, every=37):
        first = coach.advise(state, state.actor)
        copy = kilowatt.restore(state.rules, kilowatt.snapshot(state))
        assert coach.advise(copy, state.actor) == first


def test_a_seat_without_cities_is_told_so() -> None:
    """Where no city can be paid after the fuel, the advice speaks of no cities instead of "0 of your 0 cities"."""
    state = next(one for one in game("recharged/germany", 3, 1) if one.phase == FUEL)
    state.money[state.actor] = 9
    advice = coach.advise(state, state.actor)
    claims = [claim for choice in advice.choices for claim in choice.claims if claim.code == "no_cities"]
    assert claims
    assert all(Facts(state, advice.best, {}, []).holds(claim) for claim in claims)


def test_hidden_money_is_never_used() -> None:
    """Where money is hidden, rivals' real money changes nothing in the advice, and no rival's limit is named."""
    for place, state in enumerate(game("recharged/germany", 3, 2, money="hidden")):
        if place % 23:
            continue
        first = coach.advise(state, state.actor)
        richer = clone(state)
        for rival in range(3):
            if rival != state.actor:
                richer.money[rival] += 17
        assert coach.advise(richer, state.actor) == first
        codes = {claim.code for choice in first.choices for claim in choice.claims}
        assert not codes & {"rival", "rivals_below", "gap_rival"}


def test_advice_leaves_the_position_alone() -> None:
    """The state that was given is not changed."""
    for state in positions(6, every=41):
        before = kilowatt.snapshot(state)
        coach.advise(state, state.actor)
        assert kilowatt.snapshot(state) == before


def test_chances_are_shares() -> None:
    """Chances of all seats together are 1, before and after the end."""
    for state in positions(5, every=53):
        assert sum(coach.chances(state)) == pytest.approx(1, abs=1e-4)


def test_the_coach_says_the_same_in_both_languages() -> None:
    """Both catalogues have the same claims with the same arguments."""

    def fields(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)", text))

    english, german = catalogue("en")["coach"], catalogue("de")["coach"]
    assert english.keys() == german.keys()
    assert all(fields(english[code]) == fields(german[code]) for code in english)


def test_a_wrong_question_is_answered_by_its_field() -> None:
    """A seat that is not to act is refused by name."""
    state = next(positions(1))
    with pytest.raises(ValueError, match="seat: expected the seat that is to act"):
        coach.advise(state, (state.actor + 1) % state.rules.seats)
    with pytest.raises(ValueError, match="seat: expected 0 to"):
        coach.advise(state, 9)


def test_the_example_in_the_docs_runs() -> None:
    """The example of docs/coach.md runs and prints what it says."""
    page = (Path(__file__).parents[2] / "docs" / "coach.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```\n```\n(.*?)```", page, re.DOTALL)
    assert example is not None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(example[1], "coach.md", "exec"), {})
    assert out.getvalue() == example[2]


def test_chances_do_not_jump_while_plants_run() -> None:
    """In a power phase everybody's chance stays as it is while plants run as they pay best."""
    checked = 0
    for state in game("recharged/germany", 4, 8):
        if state.phase == POWER:
            after = clone(state)
            advance(after, best_run(state, state.actor, [0.01] * FUELS)[0])
            if after.phase == POWER:
                checked += 1
                assert coach.chances(after) == coach.chances(state)
    assert checked > 20
