"""Scrapping in the kernel: situations that random games reach rarely, played as by the reference."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Scrap
from kilowatt.kernel import Batch
from tests.kernel.lockstep import assert_same
from tests.rules.test_rulings_scrapping import GERMANY, bought


@pytest.mark.parametrize("revision", [1, 2, 3])
@pytest.mark.parametrize("plants", [["3", "4", "5"], ["4", "5", "12"], ["3", "5", "12"]])
@pytest.mark.parametrize("fuel", [{"coal": 4, "oil": 8}, {"coal": 5, "oil": 4}, {"coal": 8}])
def test_fuel_goes_as_by_the_reference(revision: int, plants: list[str], fuel: dict[str, int]) -> None:
    """Each plant scrapped with each amount of fuel leaves both with the same state and the same choices. [AMB-74]"""
    rules = kilowatt.ruleset(GERMANY, 3, {"order": [0, 1, 2]}, revision=revision)
    s = bought(plants, fuel, rules=rules)
    batch = Batch(rules)
    for move in kilowatt.legal_actions(s):
        assert isinstance(move, Scrap)
        batch.load(0, s)
        batch.play(0, batch.number(0, move))
        after, _ = kilowatt.play(s, move)
        assert_same(after, batch.state(0))
        assert [batch.action(0, number) for number in batch.legal(0)] == list(kilowatt.legal_actions(after))
