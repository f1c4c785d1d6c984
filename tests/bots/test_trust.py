"""The Trust sits in the turn order, but it is no rival: it has no money and no network of its own."""

from __future__ import annotations

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.bots.plans import blocking
from kilowatt.engine.asks import ASK_BUILD


def test_no_city_is_blocked_against_the_trust() -> None:
    """A city is taken from a rival who lacks it; where only the Trust builds later, nothing is there to block."""
    rules = kilowatt.ruleset("recharged/germany", 2)
    counts: dict[bool, int] = {True: 0, False: 0}
    for seed in range(6):
        table = kilowatt.Table(rules, seed=seed)
        bots = [make_bot("economist"), make_bot("economist")]
        while isinstance(table.actor, int):
            seat, state = table.actor, table.state
            before = set(state.order[: state.order.index(seat)])
            if state.ask == ASK_BUILD and rules.trust_chair in before:
                blocked = blocking(state, seat, (0,), 0)
                counts[1 - seat in before] += len(blocked)
            table.play(bots[seat].advise(kilowatt.clone(state), seat, Budget()).action)
    assert counts[False] == 0
    assert counts[True] > 0
