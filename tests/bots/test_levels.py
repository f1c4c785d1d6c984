"""The lower levels for people: what `normal` does otherwise than an economist."""

from __future__ import annotations

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.bots.economist import judge_of
from kilowatt.bots.tables import tables_of
from kilowatt.bots.turns import ECONOMIST, SHADING, limit_of
from kilowatt.engine.actions import Bid, Pass
from tests.bots.test_imagining import lot
from tests.bots.test_learned import moments, with_poor_rivals


def test_normal_leaves_a_lot_below_its_worth_and_says_so() -> None:
    """Between the shaded worth and the worth `normal` leaves where an economist stays; below both stay."""
    state = lot(20)
    seat, judge = state.actor, judge_of(state, tables_of(state))
    limits = [limit_of(state, seat, role, judge, state.lot, closing=False) for role in (SHADING, ECONOMIST)]
    assert limits == [17, 30]
    for bid in (17, 29):
        advice = make_bot("normal").advise(lot(bid), seat, Budget())
        assert (advice.action, advice.reason.code) == (Pass(seat), "little_gain")
        assert make_bot("economist").advise(lot(bid), seat, Budget()).action == Bid(seat, bid + 1)
    cheap = lot(17)
    cheap.bid = 16
    assert make_bot("normal").advise(cheap, seat, Budget()).action == Bid(seat, 17)


def test_no_level_reads_hidden_money() -> None:
    """Where money is hidden, other amounts of it in rivals' hands change no advice of any level."""
    for level in ("easy", "normal", "hard"):
        for state in moments(6, money="hidden"):
            first, second = (
                make_bot(level, 3).advise(kilowatt.clone(shown), state.actor, Budget(work=200))
                for shown in (state, with_poor_rivals(state))
            )
            assert first == second
