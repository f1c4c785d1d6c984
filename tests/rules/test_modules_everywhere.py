"""The modules that may be added to every game do their work on every board."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Pass, Scrap
from tests import kit
from tests.rulesets import WITH_STARTS

BOARDS = [row.id for row in kilowatt.rulesets() if row.board]


@pytest.mark.parametrize("ruleset", BOARDS)
def test_the_contractor_pays_and_advances_on_every_board(ruleset: str) -> None:
    """The first scrapper is paid, and the next card lies on top when the phase is over. [DC-GEN-04, DC-GEN-08]"""
    s = kit.situation(
        ruleset,
        3,
        contractor=True,
        plants={0: ["20", "21", "29"], 1: ["23"], 2: ["24"]},
        market=["25", "26"] if "china" in ruleset else None,
        stack=["36", "37", "38", "39", "40"],
        money=100,
    )
    before = kit.view(s)["contractor"]
    plant = kit.view(s)["plants"]["current"][-1]
    s = kit.buy(s, plant)
    money = kit.view(s)["seats"][0]["money"]
    s = kit.act(s, Scrap(0, "20"))
    assert kit.view(s)["seats"][0]["money"] == money + before["first"]
    s = kit.opt_out_all(s)
    assert kit.view(s)["contractor"]["card"] == before["card"] + 1


@pytest.mark.parametrize("ruleset", [row.id for row in kilowatt.rulesets() if row.board and "trust" in row.options])
def test_the_trust_builds_and_takes_on_every_board(ruleset: str) -> None:
    """The Trust answers a house in an empty city on the 15-space, and a purchase by a plant. [AMB-100, R18-TR-16]"""
    rules = kilowatt.ruleset(ruleset, 2, {"trust": True, "order": [0, 1]})
    s = kit.situation(ruleset, 2, phase="build", rules=rules, plants={0: ["20"], 1: ["21"]}, stack=["36"], money=100)
    city = next(name for name in kilowatt.reach(s, 1) if not kit.view(s)["houses"].get(name))
    s = kit.act(s, Build(1, city))
    assert kit.view(s)["houses"][city] == [1, "trust", None]
    assert kit.view(s)["trust"]["houses"] == 9
    s = kit.situation(ruleset, 2, rules=rules, plants={0: ["20"], 1: ["21"]}, stack=["36", "37", "38"], money=100)
    s = kit.buy(s, kit.view(s)["plants"]["current"][1])
    assert len(kit.view(s)["trust"]["plants"]) == 1
    if isinstance(kilowatt.actor(s), int):
        assert kit.allowed(s, Pass(s.actor))


def test_a_hybrid_of_gas_and_oil_burns_only_what_lies_on_it() -> None:
    """Six gas fill hybrid 08, so it runs on gas but not on the oil that lies on plant 06. [AMB-89, D-RES-03]"""
    s = kit.situation(
        "deluxe/europe", 3, phase="power", plants={0: ["6", "8"]}, fuel={0: {"oil": 2, "gas": 6}}, stack=["36"]
    )
    assert kit.refused(s, kit.run(0, p8={"gas": 1, "oil": 2})).code == "hybrid_blocked"
    assert kit.allowed(s, kit.run(0, p8={"gas": 3}))


@pytest.mark.parametrize("ruleset", WITH_STARTS)
def test_starting_cities_are_marked_on_every_board(ruleset: str) -> None:
    """With the option each seat marks one city, and a first house stands on a mark. [R18-DSC-01, R18-DSC-02]"""
    s = kit.fresh(ruleset, 3, starting_cities=True)
    while kilowatt.options(s).choices.keys() == {"mark_start"}:
        s = kit.act(s, kilowatt.legal_actions(s)[0])
    marks = kit.view(s)["marks"]
    assert len(marks) == 3
    assert set(kilowatt.reach(s, 0)) == set(marks)
