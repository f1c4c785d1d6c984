"""The rules of a game as sentences: all of them, in both languages, as they are played by, with rules behind them."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.compose import AXES, SWITCHES
from kilowatt.engine.rules import Rules
from kilowatt.server.http.rules_panel import panel
from kilowatt.table import rulebook
from kilowatt.table.messages import LANGUAGES, catalogue

RULESETS = [row.id for row in kilowatt.rulesets()]


def games(ruleset: str) -> list[Rules]:
    """A ruleset for two with all modules, and for four plain."""
    board = ruleset != "card-game"
    modules = {"trust": True, "contractor": True, "starting_cities": board}
    return [kilowatt.ruleset(ruleset, 2, modules), kilowatt.ruleset(ruleset, 4)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_live_rule_is_a_sentence(ruleset: str, language: str) -> None:
    """Each row says its value in words, and each rule named is one of the ledger."""
    known = registry.rules()
    for rules in games(ruleset):
        rows = [
            *rulebook.numbers(rules, language),
            *rulebook.tables(rules, language),
            *rulebook.switches(rules, language),
            *rulebook.policies(rules, language),
        ]
        for row in rows:
            assert row.text, row.key
            assert "{" not in row.text
            assert "_" not in row.text
            assert all(rule.text == known[rule.id].text for rule in row.rules)
        assert [row.key for row in rows if row.key in AXES and row.key != "trust"]


def test_every_switch_and_policy_has_its_sentences() -> None:
    """No switch and no policy that a ruleset uses is missing, and no sentence is left over."""
    names = {getattr(rules, axis).name() for ruleset in RULESETS for rules in games(ruleset) for axis in AXES}
    assert names - {"NoTrust"} == set(rulebook.WAYS)
    assert set(rulebook.TURNED) == SWITCHES | set(rulebook.CHOSEN)
    texts = set(catalogue("en")["rules"])
    both = {f"{name}_{way}" for name in rulebook.TURNED for way in ("on", "off")}
    assert texts == {*rulebook.NUMBERS, *rulebook.TABLES, *rulebook.WAYS, *both, *rulebook.TASKED}


def test_the_sentence_follows_the_value() -> None:
    """A number stands in its sentence, and a switch that is turned has the other one."""
    four, six = kilowatt.ruleset("recharged/germany", 4), kilowatt.ruleset("recharged/germany", 6)
    ends = [{row.key: row.text for row in rulebook.numbers(rules)}["end_at"] for rules in (four, six)]
    assert ("17" in ends[0], "14" in ends[1]) == (True, True)
    old = {row.key: row for row in rulebook.switches(kilowatt.ruleset("original/germany", 4))}
    new = {row.key: row for row in rulebook.switches(four)}
    assert old["discount_token"].text != new["discount_token"].text
    assert [rule.id for rule in new["discount_token"].rules] == ["R18-AUC-02"]
    assert [rule.id for rule in old["discount_token"].rules] == ["O-AUC-12"]
    assert "39" in {row.key: row.text for row in rulebook.policies(four)}["fuel_supply"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_panel_shows_the_rules_of_its_own_game_alone(ruleset: str) -> None:
    """The chapters come from the ledger of the edition and of the board; the Trust's where it plays."""
    for rules in games(ruleset):
        shown = {section.key: section for section in panel(rules).sections}
        own = rulebook.ledgers(rules)
        for topic in ("order", "auction", "fuel", "power", "end", "setup"):
            assert {row.key.split("-")[0] for row in shown[topic].rows} <= own, topic
        assert ("trust" in shown) == rules.trust_plays
        assert ("contractor" in shown) == bool(rules.contractor)
