"""`learned`: it shades its bids, repeats itself, and knows nothing that is hidden from its seat."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.bots import LADDER, Advice, Budget, economist, make_bot
from kilowatt.bots.beliefs import PRIOR, Beliefs
from kilowatt.bots.learned import LearnedBot, judged
from kilowatt.bots.lookahead import FIRST_LOOK
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.shading import shaded
from kilowatt.bots.turns import ECONOMIST, SHADING, limit_of, take_turn
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.state import State
from kilowatt.table.dealer import SeededDealer
from tests import kit
from tests.bots.test_imagining import lot
from tools.evaluate import Job, change, line, play, rating

BUDGET = Budget(work=400)


def moments(count: int, **options: str) -> list[State]:
    """List some positions of a game between economists, one of every seventh turn."""
    state = kit.fresh("recharged/germany", 3, 4, **options)
    dealer = SeededDealer("moments")
    states: list[State] = []
    turns = 0
    while len(states) < count:
        if state.actor == CHANCE:
            kilowatt.advance(state, dealer.deal(state, kilowatt.outcomes(state)))
            continue
        if turns % 7 == 0:
            states.append(kilowatt.clone(state))
        take_turn(state, (ECONOMIST,) * 3)
        turns += 1
    return states


def asked(state: State) -> Advice:
    """Return what a new bot says: its move, its value and what else it weighed."""
    return make_bot("learned", 3).advise(kilowatt.clone(state), state.actor, BUDGET)


def with_poor_rivals(state: State) -> State:
    """Return the position with hardly any money in the hands of all seats but the one that is asked."""
    other = kilowatt.clone(state)
    for seat in range(3):
        if seat != state.actor:
            other.money[seat] = state.bid + seat
    return other


def test_a_state_knows_no_order_of_the_stack() -> None:
    """Stacks in another order are the same state to a bot: it holds the unseen cards, not what comes next."""
    first, second = (kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=seed).state for seed in (1, 2))
    assert [layer.seq for layer in first.deck] == [layer.seq for layer in second.deck]
    assert all(not layer.seq or len(layer.seq) == 1 for layer in first.deck), "only the Step 3 card has a known place"


def test_the_same_question_has_the_same_answer() -> None:
    """A position, a seed and a budget give the same move, with the same value."""
    for state in moments(5):
        answers = [make_bot("learned", 8).advise(kilowatt.clone(state), state.actor, BUDGET) for _ in range(2)]
        assert answers[0] == answers[1]


def test_asking_changes_nothing() -> None:
    """The state that a bot is given is as before, with hidden money too."""
    for state in moments(4, money="hidden"):
        before = kilowatt.snapshot(state)
        make_bot("learned").advise(state, state.actor, BUDGET)
        assert kilowatt.snapshot(state) == before


def test_expert_is_the_strongest_rung() -> None:
    """The strongest level for people is the strongest rung, and the one before it is `learned`."""
    assert type(make_bot("expert")) is type(make_bot(LADDER[-1]))
    assert type(make_bot(LADDER[-2])) is LearnedBot


@pytest.mark.thorough
def test_the_evaluation_plays_every_deal_once_per_seat() -> None:
    """Game number n is deal n / seats with the bot in seat n % seats, and repeats itself."""
    jobs = [Job("economist", "simple", "recharged/germany", 2, number, "x", ()) for number in (0, 1, 2, 0)]
    rows = [play(job) for job in jobs]
    assert [row["deal"] for row in rows] == [0, 0, 1, 0]
    assert rows[0]["won"] == rows[3]["won"]
    assert line("all", rows).startswith("| all | 4 |")


def test_the_evaluation_changes_numbers_of_the_bot_alone() -> None:
    """A number of a bot is changed in its own kind, and one that it does not have is named."""
    bot = change(make_bot("search", 1), (("first_look", 80.0), ("trifle", 0.5)))
    assert [repr(getattr(bot, name)) for name in ("first_look", "trifle")] == ["80", "0.5"]
    assert getattr(make_bot("search", 1), "first_look") == FIRST_LOOK  # noqa: B009 - a number that not every bot has
    with pytest.raises(SystemExit, match="--set last_look: SearchBot has no such number"):
        change(bot, (("last_look", 1.0),))


@pytest.mark.parametrize("closing", [False, True])
def test_a_shaded_bid_leaves_a_gain(closing: bool) -> None:
    """A plant is bid for below its worth, but for a good part of it."""
    state = lot(20)
    assert 20 < shaded(tables_of(state), 100, closing=closing) < 80


def test_a_seat_imagined_to_shade_bids_less_than_an_economist() -> None:
    """The limit of a shading seat is its worth, shaded; that of an economist is its worth."""
    state = lot(20)
    judge = economist.judge_of(state, tables_of(state))
    worth = limit_of(state, 0, ECONOMIST, judge, state.lot, closing=False)
    assert worth == economist.worth_of(state, 0, judge, state.lot, closing=False)
    assert limit_of(state, 0, SHADING, judge, state.lot, closing=False) == shaded(judge.tables, worth, closing=False)


def believed(bid: int) -> dict[int, float]:
    """Return what is believed of the leader of the lot at a price."""
    beliefs = Beliefs()
    beliefs.watch(lot(bid), 0)
    return beliefs.shares(1)


def test_a_rival_that_bids_beyond_a_shaded_worth_is_believed_to_bid_the_whole() -> None:
    """A leader far above its shaded worth is hardly taken for a shading bidder; at a low price it may well be one."""
    state = lot(20)
    judge = economist.judge_of(state, tables_of(state))
    worth = limit_of(state, 1, ECONOMIST, judge, state.lot, closing=False)
    assert believed(worth - 1)[SHADING] < 0.2 < PRIOR[SHADING]
    assert believed(worth - 1)[ECONOMIST] > 0.6 > PRIOR[ECONOMIST]
    assert believed(17)[SHADING] > 0.3
    assert sum(believed(20).values()) == pytest.approx(1)


def test_rivals_are_imagined_as_often_as_is_believed() -> None:
    """Of many samples each rival has its shares, the bot's own seat is as given, and a bid is counted once."""
    beliefs = Beliefs()
    for _ in range(3):
        beliefs.watch(lot(20), 0)
    assert beliefs.shares(1) == believed(20)
    cast = [beliefs.cast(lot(20), 0, sample, SHADING) for sample in range(400)]
    assert {row[0] for row in cast} == {SHADING}
    for rival in (1, 2):
        for role, share in beliefs.shares(rival).items():
            assert sum(row[rival] == role for row in cast) / 400 == pytest.approx(share, abs=0.02)


def test_the_network_judges_where_an_imagined_game_stops() -> None:
    """A seat with more money has a better score and a better chance; a finished game is judged by its result."""
    state = moments(6)[-1]
    richer = kilowatt.clone(state)
    richer.money[1] += 60
    assert all(after > before for after, before in zip(judged(richer, 1), judged(state, 1), strict=True))
    while state.actor != OVER:
        if state.actor == CHANCE:
            kilowatt.advance(state, SeededDealer("end").deal(state, kilowatt.outcomes(state)))
        else:
            take_turn(state, (ECONOMIST,) * 3)
    assert state.result is not None
    assert [judged(state, seat)[1] for seat in range(3)] == [float(seat in state.result.winners) for seat in range(3)]


def test_the_evaluation_tells_the_points() -> None:
    """Shares of wins become points of the field's rating; all wins, or two numbers of seats, do not."""
    rows = [{"game": "x:4", "deal": deal, "won": float(seat == deal % 4)} for deal in range(8) for seat in range(4)]
    assert rating(rows, 2158).startswith("rating: 2158 (2158-2158)")
    assert "needs" in rating([*rows, {"game": "x:3", "deal": 0, "won": 0.5}], 2158)
    assert "needs" in rating([{"game": "x:4", "deal": 0, "won": 1.0}], 2158)
