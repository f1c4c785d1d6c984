"""What the kernel does not know it refuses by name; what it says it knows, its machine has."""

from __future__ import annotations

import pytest

from kilowatt.editions.compose import compose
from kilowatt.engine.actions import OUTCOMES, Build, ChooseArea, DiscardFuel, Jump, MarkStart, PlaceTrust
from kilowatt.engine.asks import ASK_BUILD, ASK_CARD, FIRST_DRAW
from kilowatt.engine.machine import DECISIONS, DRAWS
from kilowatt.envs.grains import others
from kilowatt.envs.kernel_ids import can_play
from kilowatt.kernel import Batch, Unsupported, rule_tables
from kilowatt.kernel.machine import TABLE
from kilowatt.kernel.rule_tables import check_limits
from kilowatt.kernel.supported import SWITCHES


def test_a_switch_the_kernel_does_not_know_is_refused_where_it_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules with a switch that the kernel does not read are refused where it is on, and played where it is off."""
    monkeypatch.setattr(rule_tables, "SWITCHES", [name for name in SWITCHES if name != "discount_token"])
    Batch(compose("original/germany", 4))
    rules = compose("recharged/germany", 4)
    with pytest.raises(Unsupported, match="discount_token: the kernel does not know this switch"):
        Batch(rules)
    assert not can_play(rules)


def test_an_action_the_kernel_does_not_know_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that takes an action which the kernel lacks is refused with the action's name."""
    row = TABLE[ASK_BUILD]
    plays = {kind: play for kind, play in row.plays.items() if kind is not Jump}
    monkeypatch.setitem(TABLE, ASK_BUILD, row._replace(plays=plays))
    with pytest.raises(Unsupported, match="build: the kernel does not know the action jump"):
        check_limits(compose("recharged/germany", 4))


def test_a_decision_the_kernel_does_not_know_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision that the kernel lacks is refused with its name."""
    monkeypatch.delitem(TABLE, ASK_CARD)
    with pytest.raises(Unsupported, match="buy_card: the kernel does not know this decision"):
        check_limits(compose("recharged/germany", 4))


def test_the_table_has_every_decision_and_draw_with_all_their_actions() -> None:
    """Each decision of the engine has a row with exactly the kinds of action it takes, and each draw has one."""
    assert {ask: {*row.plays} for ask, row in TABLE.items() if ask < FIRST_DRAW} == {
        decision.ask: {*decision.takes} for decision in DECISIONS if decision.takes
    }
    assert {ask for ask in TABLE if ask >= FIRST_DRAW} == {draw.ask for draw in DRAWS if draw.deck}
    assert {kind for ask, row in TABLE.items() if ask >= FIRST_DRAW for kind in row.plays} == {*OUTCOMES}


def test_an_action_without_a_family_of_its_own_gets_one_id_for_each_argument() -> None:
    """Kinds with one argument need no line in the grains: their families follow from the table."""
    rules = compose("recharged/germany", 4)
    made = {family.kind: family.members for family in others(rules, [])}
    assert set(made) == {Build, ChooseArea, PlaceTrust, MarkStart, DiscardFuel}
    assert made[DiscardFuel] == [*rules.fuels]
    assert made[MarkStart] == rules.city_names
