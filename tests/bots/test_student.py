"""`student`: it imagines no games, tells the truth about that, and lends its estimates to `learned`."""

from __future__ import annotations

from importlib import resources

import numpy as np
import pytest

import kilowatt
from kilowatt.bots import Budget, make_bot, reason_text
from kilowatt.bots import search as searching
from kilowatt.bots.beliefs import Beliefs
from kilowatt.bots.choice_features import CHOICE_FIELDS, ENCODING, SIZE
from kilowatt.bots.economist import judge_of
from kilowatt.bots.estimates import FILE, estimated, outcomes_of, shipped
from kilowatt.bots.learned import LearnedBot
from kilowatt.bots.lookahead import Choice, by_action
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.student import StudentBot
from kilowatt.bots.turns import ECONOMIST, SHADING, limit_of
from kilowatt.bots.weights import BadWeights, unpack
from kilowatt.engine.actions import Open, Pass
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.state import State
from kilowatt.table.dealer import SeededDealer
from tests import kit
from tests.bots.test_imagining import lot
from tests.bots.test_learned import moments


def never(*_: object, **__: object) -> None:
    """Stand where no game may be imagined."""
    raise AssertionError("a game was imagined")


@pytest.mark.parametrize("ruleset", ["recharged/germany", "original/korea", "card-game"])
def test_a_whole_game_without_an_imagined_one(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays to the end, every move is legal, and no game is imagined for it."""
    monkeypatch.setattr(searching, "compare", never)
    state = kit.fresh(ruleset, 3, 1)
    dealer = SeededDealer("student")
    bots = [make_bot("student", seat) for seat in range(3)]
    while state.actor != OVER:
        if state.actor == CHANCE:
            kilowatt.advance(state, dealer.deal(state, kilowatt.outcomes(state)))
        else:
            kilowatt.advance(state, bots[state.actor].advise(kilowatt.clone(state), state.actor, Budget()).action)
    assert state.result is not None


def test_learned_does_imagine_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in the way of the student stands in the way of `learned`: the test above can fail."""
    monkeypatch.setattr(searching, "compare", never)
    state = lot(20)
    with pytest.raises(AssertionError, match="a game was imagined"):
        make_bot("learned").advise(state, state.actor, Budget(work=100))


def test_hard_is_student() -> None:
    """The level below the strongest is the network alone."""
    assert type(make_bot("hard")) is StudentBot


def test_reasons_tell_how_a_choice_was_made() -> None:
    """The student speaks of its estimate, `learned` of that and of games; each of a choice that came out best."""
    codes: dict[str, set[str]] = {}
    for name in ("student", "learned"):
        for state in moments(12):
            reason = make_bot(name, 1).advise(kilowatt.clone(state), state.actor, Budget(work=300)).reason
            codes.setdefault(name, set()).add(reason.code)
            if reason.code in {"estimate", "weighed"}:
                assert reason.args["share"] >= reason.args["rival"]
            if reason.code == "weighed":
                assert reason.args["games"] > 0
                assert "taken together" in reason_text(reason)
    assert "estimate" in codes["student"]
    assert "weighed" in codes["learned"]
    assert not codes["student"] & {"weighed", "playouts"}
    assert not codes["learned"] & {"estimate", "playouts"}


def test_the_network_sees_the_position_after_each_choice() -> None:
    """Rows have a number for every field; choices differ in them, and only the first is marked as the prior."""
    state = kit.fresh("recharged/germany", 3, 4)
    cards = [state.rules.card_names[card] for card in state.market[:3]]
    choices = [Choice(card, by_action(Open(state.actor, card, int(card)))) for card in cards]
    outcomes = outcomes_of(state, state.actor, choices, (SHADING,) * 3)
    rows = [row.numbers for row in outcomes if row.numbers is not None]
    assert len(rows) == len(choices)
    assert {len(row) for row in rows} == {SIZE}
    prior = SIZE - len(CHOICE_FIELDS) + CHOICE_FIELDS.index("the prior")
    assert [row[prior] for row in rows] == [1.0] + [0.0] * (len(rows) - 1)
    assert not np.array_equal(rows[0], rows[1])
    assert all(0 < score < 1 for score in estimated(outcomes))


def test_learned_counts_an_estimate_as_some_games() -> None:
    """Scores begin with the estimate, as often as it counts; chances are of imagined games alone."""
    seen: set[tuple[int, int]] = set()

    class Seen(LearnedBot):
        def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
            super()._compare(s, seat, choices, budget)
            seen.update((len(row.scores) - len(row.chances), len(set(row.scores[: self.counts]))) for row in choices)

    for state in moments(6):
        Seen(1).advise(state, state.actor, Budget(work=300))
    assert seen == {(LearnedBot.counts, 1)}


def test_the_likeliest_bidder_of_each_rival() -> None:
    """One's own seat is as told; a rival far above its shaded worth is an economist, an unknown one shades."""
    beliefs = Beliefs()
    assert beliefs.likeliest(lot(20), 0, ECONOMIST) == (ECONOMIST, SHADING, SHADING)
    state = lot(20)
    worth = limit_of(state, 1, ECONOMIST, judge_of(state, tables_of(state)), state.lot, closing=False)
    beliefs.watch(lot(worth - 1), 0)
    assert beliefs.likeliest(state, 0, SHADING)[1] == ECONOMIST


def test_weights_of_another_encoding_are_refused() -> None:
    """The card tells what was learned from how much; the file of win chances is no file of estimates."""
    card = shipped().card
    assert card["encoding"] == ENCODING
    assert card["decisions"] > 100_000
    data = resources.files("kilowatt.bots") / "chances.weights"
    with pytest.raises(BadWeights, match=f"fitted to encoding .* this is {ENCODING}"):
        unpack(data.read_bytes(), FILE, encoding=ENCODING, inputs=SIZE)


def test_in_the_last_round_it_plays_what_the_economist_calculates() -> None:
    """Nothing is estimated once the round is the last: the moves are the economist's."""
    for state in moments(9):
        state.last_round = True
        if state.ask != ASK_BID:
            own = make_bot("student").advise(kilowatt.clone(state), state.actor, Budget()).action
            assert own == make_bot("economist").advise(kilowatt.clone(state), state.actor, Budget()).action


def test_a_lot_that_is_left_below_its_worth_is_not_called_too_dear() -> None:
    """A bid above the worth is too dear; one below it that is not raised leaves too little gain."""
    codes = {bid: make_bot("student").advise(lot(bid), 0, Budget()) for bid in (29, 31, 45)}
    for bid, advice in codes.items():
        if advice.action == Pass(0):
            assert advice.reason.code == ("little_gain" if bid < 30 else "too_dear")
    assert codes[45].action == Pass(0)
