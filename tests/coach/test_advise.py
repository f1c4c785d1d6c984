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
from kilowatt.coach.gaps import gap_claims
from kilowatt.engine.actions import Bid, Open
from kilowatt.engine.asks import ASK_BID, ASK_BUILD, ASK_OPEN
from kilowatt.engine.game import advance, clone
from kilowatt.engine.ids import AUCTION, BUILD, FUEL, FUELS, POWER
from kilowatt.engine.knowledge import hides_money, known_to
from kilowatt.engine.phases.auction import offered
from kilowatt.table.messages import LANGUAGES, catalogue
from tests.coach.facts import Facts
from tests.coach.last_rounds import won_by_building
from tests.coach.positions import game, positions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kilowatt.engine.state import State

NO_FACT = ("experts", "as_good")
"""What is said where no fact favours the recommended choice: nothing follows it."""
PRICED = ("worth", "lone")
FACTS = {
    "bid": PRICED,
    "leave": ("above", "not_worth", "no_help", "bid_unpayable"),
    "opt_out": ("plants_unpayable", "nothing_worth", "none_helps"),
}
"""Facts that favour a choice of an auction over the other one."""
ALWAYS = ("no_win", "rivals_power")
GAP = 2
"""Elektro between worth and limit from which on a reason is looked for."""
QUICK = 49
"""One position of every ruleset."""
ALL = 2_000
ENOUGH = 20
"""Bids after the first for a lot."""


def favoured(best: coach.Choice, second: coach.Choice) -> bool:
    """Return whether a fact favours a choice over the next best, or the last sentence says that none does."""
    codes = [claim.code for claim in best.claims]
    if set(codes) & set(NO_FACT):
        return codes[-1] in NO_FACT and len(set(codes) & set(NO_FACT)) == 1
    plants = PRICED if best.kind == "open" != second.kind else ()
    facts = {*FACTS.get(best.kind, ()), *plants, *ALWAYS}
    return any(code in facts or (code.startswith("more_") and best.kind not in FACTS) for code in codes)


def speaks_against(advice: coach.Advice) -> list[str]:
    """List the sentences of the recommended choice that would rather have another."""
    best = advice.best
    more = [
        claim for claim in best.claims if claim.code == "capacity" and claim.args["capacity"] > claim.args["cities"]
    ]
    if best.kind == "build" and more:
        return ["capacity"]
    against = {
        "open": {"not_worth", "must_buy", "above", "no_help", "none_helps", "nothing_worth", "lets_go"},
        "bid": {"not_worth", "above", "no_help", "lets_go", "bid_unpayable"},
        "leave": {"worth", "must_buy", "lets_go", "rivals_below"},
        "opt_out": {"worth", "must_buy"},
    }
    if len(advice.choices) > 1 and not favoured(best, advice.choices[1]):
        return ["nothing speaks for it, or something follows where no fact does"]
    others = [claim for choice in advice.choices[1:] if choice.kind == "opt_out" for claim in choice.claims]
    if best.kind == "open" and any(claim.code in ("nothing_worth", "none_helps") for claim in others):
        return ["no plant is worth it"]
    return [claim.code for claim in best.claims if claim.code in against.get(best.kind, set())]


def check(state: State) -> None:
    """Every claim of an advice holds, every plan can be played, every sentence reads in both languages."""
    seat = state.actor
    advice = coach.advise(state, seat)
    auction = state.phase == AUCTION
    plants = coach.plant_worths(state, seat) if auction else {}
    opened = getattr(advice.best.actions[0], "plant", "") if advice.best.kind == "open" else ""
    assert {name: row for name, row in advice.worths.items() if name != opened} == {
        name: row for name, row in plants.items() if name != opened
    }
    assert not opened or advice.worths[opened].worth >= advice.worths[opened].stop >= advice.worths[opened].least
    for name, row in plants.items():
        up = state.rules.card_names[state.lot] == name if state.lot >= 0 else False
        first = state.bid + (state.leader != seat) if up else row.least
        keenest = max([limit for _, limit in row.rivals], default=0)
        assert hides_money(state) or row.price == max(first, min(state.money[seat], keenest + 1))
        assert all(limit <= state.money[rival] for rival, limit in row.rivals)
    for choice in advice.choices:
        trial = clone(state)
        for action in choice.actions:
            assert kilowatt.refusal(trial, action) is None, (choice.kind, action)
            advance(trial, action)
        facts = Facts(state, choice, plants, advice.choices)
        for claim in choice.claims:
            assert facts.holds(claim), (state.rules.id, state.round, choice, claim)
            for language in LANGUAGES:
                assert coach.claim_text(claim, language, state.rules).endswith(".")
        assert 0 <= choice.low <= choice.chance <= choice.high <= 1
        assert choice.chance <= advice.best.chance
    assert not speaks_against(advice)
    assert advice.best.claims
    assert advice.best.chance == round(coach.chances(known_to(state, seat))[seat], 4)


def test_every_claim_of_every_choice_is_true() -> None:
    """Each claim in each advice is recomputed from the position and holds, in positions of all rulesets."""
    for state in positions(QUICK):
        check(state)


@pytest.mark.soak
def test_every_claim_is_true_in_two_thousand_positions() -> None:
    """Each claim in each advice holds in 2,000 positions of bot games."""
    for state in positions(ALL):
        check(state)


def gaps(states: Iterable[State]) -> Iterator[tuple[State, str, list[coach.Claim]]]:
    """Return every plant that can be bid for up to clearly less than it is worth, and the reason that is given."""
    for state in states:
        if state.ask not in (ASK_OPEN, ASK_BID):
            continue
        case, names = Case(state, state.actor), state.rules.card_names
        for plant in [state.lot] if state.lot >= 0 else offered(state, state.actor)[:2]:
            if 0 < case.stop(plant) < case.worth(plant) - GAP:
                yield state, names[plant], gap_claims(case, plant)


def test_nearly_every_gap_between_worth_and_limit_has_a_true_reason() -> None:
    """Where a plant is worth more than to bid for it, nine of ten times a fact of the position says why."""
    said = 0
    without: list[tuple[str, int, str]] = []
    for state, plant, claims in gaps(positions(2 * QUICK, seed=3)):
        bid = Bid(state.actor, 0) if state.lot >= 0 else Open(state.actor, plant, 0)
        choice = coach.Choice("open", (bid,), (0, 0), 0, 0, 0, 0, ())
        facts = Facts(state, choice, coach.plant_worths(state, state.actor))
        assert all(facts.holds(claim) for claim in claims), (state.rules.id, state.round, plant, claims)
        said += len(claims)
        without += [] if claims else [(state.rules.id, state.round, plant)]
    assert said > ENOUGH // 2
    assert 10 * len(without) <= said, without


def test_the_last_building_phase_is_judged_as_it_ends() -> None:
    """Whoever is told that winning is out of reach cannot win by any way to build that is tried, and has no chance."""
    told = open_still = 0
    for seed in range(8):
        for state in game("recharged/germany", 4, seed):
            if state.phase != BUILD or state.most_cities() < state.rules.end_at:
                continue
            advice = coach.advise(state, state.actor)
            assert advice.best.chance == round(coach.chances(state)[state.actor], 4)
            said = [claim for claim in advice.best.claims if claim.code == "no_win"]
            won = won_by_building(state, tries=20)
            assert not (said and won)
            assert not said or advice.best.chance == 0
            assert not won or advice.best.chance > 0
            told += len(said)
            open_still += won
    assert told
    assert open_still


def test_rivals_are_a_reason_to_end_the_game_only_where_they_power_no_more() -> None:
    """Whoever ends it with 17 cities powered is not told that no rival powers more than 19."""
    said = 0
    for state in game("recharged/germany", 3, 5):
        if state.ask != ASK_BUILD or state.most_cities() < state.rules.end_at - 4:
            continue
        for choice in coach.advise(state, state.actor).choices:
            facts = {claim.code: claim.args for claim in choice.claims}
            if "rivals_power" in facts:
                own = facts.get("enough_end") or facts["some_end"]
                assert facts["rivals_power"]["most"] <= own["supplied"]
                said += 1
    assert said


@pytest.mark.parametrize(("ruleset", "seats"), [("recharged/germany", 4), ("card-game", 3), ("original/korea", 2)])
def test_a_plant_has_two_numbers_for_a_lot(ruleset: str, seats: int) -> None:
    """Whatever is bid for a plant, its worth and the limit stay as they are until somebody leaves or buys."""
    kept: dict[object, tuple[int, int]] = {}
    again = 0
    for state in game(ruleset, seats, 4):
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
    for state in positions(QUICK, seed=29):
        move = make_bot("expert").advise(clone(state), state.actor, Budget()).action
        assert coach.advise(state, state.actor).best.actions[0] == move


def test_the_same_position_gives_the_same_advice() -> None:
    """Asked twice, and after a trip through a snapshot, the coach says the same."""
    for state in positions(12, seed=37):
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
    assert all(Facts(state, advice.best, {}).holds(claim) for claim in claims)


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
    for state in positions(6, seed=41):
        before = kilowatt.snapshot(state)
        coach.advise(state, state.actor)
        assert kilowatt.snapshot(state) == before


def test_chances_are_shares() -> None:
    """Chances of all seats together are 1, before and after the end."""
    for state in positions(5, seed=53):
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


def test_chances_do_not_jump_while_a_lot_is_up() -> None:
    """Bids change nobody's chance, and the adviser's chance for what it recommends is that of the position."""
    checked, before = 0, [0.0]
    for state in game("recharged/germany", 4, 8):
        if state.phase != AUCTION:
            continue
        now = coach.chances(state)
        if state.ask == ASK_BID:
            checked += 1
            assert now == before
        if state.ask == ASK_BID and checked % 10 == 0:
            assert coach.advise(state, state.actor).best.chance == round(now[state.actor], 4)
        before = now
    assert checked > ENOUGH


def test_no_plant_is_weighed_that_the_seat_may_not_buy() -> None:
    """Where a licence is needed, every choice of an opening is a move that the rules allow. [AT-CE-01]"""
    missing = 0
    for place, state in enumerate(game("recharged/central-europe", 4, 22)):
        if state.ask != ASK_OPEN or state.round not in (6, 7):
            continue
        shown = state.market[: state.rules.plant_market.current(state)]
        missing += len(offered(state, state.actor)) < len(shown)
        for choice in coach.advise(state, state.actor).choices:
            assert kilowatt.refusal(state, choice.actions[0]) is None, (place, choice)
    assert missing
