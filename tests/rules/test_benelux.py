"""The Benelux board: a fifth plant on offer, and a market that loses its smallest and its largest plant every round."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Open, Pass
from tests import kit

OFFER = ["3", "4", "5", "6"]
MIXED = ["10", "11", "12", "13", "15", "16", "20", "21"]


def lay(phase: str = "auction", edition: str = "original", **more: object) -> kilowatt.State:
    """Benelux for three."""
    return kit.situation(f"{edition}/benelux", 3, phase=phase, **{"money": 100, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(("future", "opens"), [(["13", "14", "15", "16"], True), (["12", "13", "14", "15"], False)])
@pytest.mark.parametrize("step", [1, 2])
def test_an_ecological_plant_is_on_offer_early(future: list[str], opens: bool, step: int) -> None:
    """13 can be opened as the first plant of the future market, not as the second. [AT-BX-01]"""
    s = lay(market=[*OFFER, *future], stack=["30", "31"], step=step)
    assert kit.allowed(s, Open(0, "13", 13)) == opens
    assert kit.view(s)["plants"]["current"] == ([*OFFER, "13"] if opens else OFFER)
    if not opens:
        reason = kit.refused(s, Open(0, "13", 13))
        assert (reason.code, reason.rule) == ("plant_in_future_market", "AT-BX-01")


def test_the_opening_market_offers_it_too() -> None:
    """In round 1 plant 13 can be opened too if it is the fifth. [AT-BX-01]"""
    s = lay(market=[*OFFER, "13", "14", "15", "16"], stack=["30", "31"], round=1)
    assert kit.allowed(s, Open(0, "13", 13))


def test_only_one_plant_moves_up() -> None:
    """With 18 and 22 at the front of the future market only 18 can be opened. [AT-BX-02]"""
    s = lay(market=[*OFFER, "18", "22", "24", "25"], stack=["30", "31"])
    assert kit.allowed(s, Open(0, "18", 18))
    assert not kit.allowed(s, Open(0, "22", 22))


def test_fusion_counts_as_ecological() -> None:
    """In a market of five plants 50 can be opened as the fifth. [AT-BX-03]"""
    s = lay(market=[*OFFER, "50"], stack=[])
    assert kit.allowed(s, Open(0, "50", 50))


@pytest.mark.parametrize("draws", [["40", "18"], ["18", "40"]])
def test_smallest_and_largest_leave_at_once(draws: list[str]) -> None:
    """10 leaves and 21 goes under before 40 and 18 come, in either order. [AT-BX-04]"""
    s = lay("plant_update", market=MIXED, stack=[*draws, "30"])
    assert kit.market(s) == ["11", "12", "13", "15", "16", "18", "20", "40"]
    assert kit.view(s)["plants"]["top"] == ["30", "step3", "21"]
    assert s.removed >> s.rules.plant_ids["10"] & 1


def test_in_step_3_only_the_smallest_leaves() -> None:
    """In Step 3 the smallest of six leaves and one card is drawn. [AT-BX-04]"""
    s = lay("plant_update", market=MIXED[2:], stack=["30"], step=3)
    assert kit.market(s) == ["13", "15", "16", "20", "21", "30"]


def test_an_unsold_discount_spares_the_smallest() -> None:
    """Recharged: nobody buys 10 with the token, so it leaves; at the end of the round only 30 goes under. [AT-BX-05]"""
    s = lay(edition="recharged", market=MIXED, stack=["30", "31", "32", "33"], plants={0: ["25"], 1: ["26"], 2: ["27"]})
    s = kit.opt_out_all(s)
    assert kit.market(s) == ["11", "12", "13", "15", "16", "20", "21", "30"]
    for phase in ("fuel", "build", "power"):
        s = kit.end_turns(s, phase)
    assert kit.market(s) == ["11", "12", "13", "15", "16", "20", "21", "31"]


def test_a_sold_discount_spares_nothing() -> None:
    """Recharged: 10 is sold, 30 comes; at the end of the round 11 leaves and 30 goes under. [AT-BX-05]"""
    s = lay(edition="recharged", market=MIXED, stack=["30", "31", "32", "33"], plants={0: ["25"], 1: ["26"], 2: ["27"]})
    s = kit.opt_out_all(kit.buy(s, "10"))
    for phase in ("fuel", "build", "power"):
        s = kit.end_turns(s, phase)
    assert kit.market(s) == ["12", "13", "15", "16", "20", "21", "31", "32"]
    assert kit.view(s)["plants"]["top"][-1] == "30"


def test_a_discount_lost_to_a_small_draw_spares_nothing() -> None:
    """Recharged: the token goes with the small draw 5, so the smallest leaves at the end of the round. [AT-BX-05]"""
    s = lay(edition="recharged", market=MIXED, stack=["5", "30", "31", "32"], plants={0: ["25"], 1: ["26"], 2: ["27"]})
    s = kit.opt_out_all(kit.buy(s, "11"))
    assert kit.market(s) == ["10", "12", "13", "15", "16", "20", "21", "30"]
    for phase in ("fuel", "build", "power"):
        s = kit.end_turns(s, phase)
    assert kit.market(s) == ["12", "13", "15", "16", "20", "21", "31", "32"]


@pytest.mark.parametrize("stack", [["step3", "30"], ["30", "step3"]])
def test_the_step_3_card_among_the_two(stack: list[str]) -> None:
    """Six plants remain whether the card comes first or second. [AT-BX-06]"""
    s = lay("plant_update", market=MIXED, stack=stack, step=2)
    while s.actor == -2:
        s = kit.act(s, kilowatt.legal_actions(s)[0])
    assert len(kit.market(s)) == 6
    assert kit.view(s)["step"] == 3


def test_areas_of_the_benelux() -> None:
    """Luxembourg lies in the area of Liège, Maastricht in that of Eindhoven. [AT-BX-07]"""
    area = {city.id: city.area for city in kilowatt.ruleset("original/benelux", 3).board.cities}
    assert area["luxembourg"] == area["liege"]
    assert area["maastricht"] == area["eindhoven"]
    s = lay(market=[*OFFER, "13"], stack=[])
    assert kit.allowed(s, Pass(0))
