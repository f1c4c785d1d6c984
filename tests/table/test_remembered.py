"""What rules remember of plants and fuel: never more than a limit, however many games are played by them."""

from __future__ import annotations

from random import Random

import pytest

import kilowatt
from kilowatt.engine import storage
from kilowatt.engine.game import advance, new_game, options, outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.table.dealer import SeededDealer


def test_rules_remember_no_more_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game leaves more plants and fuel behind than the limit allows; the same game with less memory ends the same."""
    ends = []
    for kept in (storage.KEPT, 5):
        monkeypatch.setattr(storage, "KEPT", kept)
        rules = kilowatt.ruleset("recharged/germany", 3)
        rules.capacity, rules.burned, rules.runs = {}, {}, {}
        state, dealer, dice = new_game(rules), SeededDealer("remembered"), Random(1)
        most = 0
        while state.actor != OVER:
            if state.actor == CHANCE:
                advance(state, dealer.deal(state, outcomes(state)))
            else:
                choices = [row for rows in options(state).choices.values() for row in rows]
                row = dice.choice(choices)
                advance(state, row.at(dice.randrange(len(row))))
            most = max(most, len(rules.capacity), len(rules.burned), len(rules.runs))
        ends.append((kilowatt.snapshot(state), most))
    assert ends[0][0] == ends[1][0]
    assert ends[0][1] > 5
    assert ends[1][1] == 5
