"""The rules of a game as sentences: all of them, in both languages, as they are played by, with rules behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.compose import SWITCHES
from kilowatt.editions.policies import POLICIES
from kilowatt.engine.policies import AXES
from kilowatt.engine.rules import Rules
from kilowatt.host.rules_panel import panel
from kilowatt.table import rulebook
from kilowatt.table.messages import LANGUAGES, catalogue
from tests.rulesets import WITH_STARTS, WITH_TRUST

RULESETS = [row.id for row in kilowatt.rulesets()]


def games(ruleset: str) -> list[Rules]:
    """A ruleset for two with all modules, and for four plain."""
    modules = {"trust": ruleset in WITH_TRUST, "contractor": True, "starting_cities": ruleset in WITH_STARTS}
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
    used = [getattr(rules, axis) for ruleset in RULESETS for rules in games(ruleset) for axis in AXES]
    ways = {policy.name() for policy in used if policy.cites} | {policy.__name__ for policy in POLICIES.values()}
    assert {policy.name() for policy in used} - {"NoTrust"} <= ways
    turned = SWITCHES | set(rulebook.CHOSEN)
    assert set(rulebook.TURNED) <= turned
    texts = set(catalogue("en")["rules"])
    on = {f"{name}_on" for name in turned}
    off = {f"{name}_off" for name in turned} & texts
    assert texts == {
        *rulebook.NUMBERS,
        *rulebook.TABLES,
        *ways,
        *on,
        *off,
        *rulebook.TASKED,
        *rulebook.RECONSTRUCTED,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_reconstructed_cards_are_named(language: str) -> None:
    """In the card game all plants but 7, 8 and 12, fuel cards and contractor cards 2-5 are named. [AMB-15, AMB-16]"""
    rules = kilowatt.ruleset("card-game", 4, {"contractor": True})
    rows = {row.key: row for row in rulebook.reconstructed(rules, language)}
    assert set(rows) == set(rulebook.RECONSTRUCTED) - {"reconstructed_board", "reconstructed_numbers"}
    plants = rows["reconstructed_plants"].value
    assert len(plants) == 39
    assert not {"7", "8", "12"} & set(plants)
    assert rows["reconstructed_contractor"].value == [2, 3, 4, 5]
    assert all(row.text and "{" not in row.text and row.rules for row in rows.values())
    board = rulebook.reconstructed(kilowatt.ruleset("original/usa", 4, {"contractor": True}), language)
    assert [(row.key, row.value) for row in board] == [("reconstructed_contractor", [1, 2, 3, 4, 5, 6])]
    assert rulebook.reconstructed(kilowatt.ruleset("original/usa", 4), language) == []


def test_custom_cards_are_not_called_reconstructed() -> None:
    """A custom deck with fuel cards and custom contractor cards are taken for printed, unless they say otherwise."""
    deck = kilowatt.read_deck(Path(registry.__file__).parent / "data" / "decks" / "2016.toml")
    for plant in deck["plants"]:
        plant["printed"] = True
    deck["fuel_cards"] = [{"coal": [1] * 20}]
    cards = [{"first": 3, "others": 1}] * 5
    options = {"deck": deck, "contractor": True, "contractor_cards": cards}
    (row,) = rulebook.reconstructed(kilowatt.ruleset("card-game", 4, options))
    assert row.key == "reconstructed_fuel_cards"
    options["deck"] = {**deck, "extra_cards": [{"coal": [1]}, {"coal": [1]}]}
    assert rulebook.reconstructed(kilowatt.ruleset("card-game", 4, options)) == []


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_board_known_from_one_transcription_says_so(language: str) -> None:
    """Benelux is called reconstructed and names its doubt; the rules of its chapter are listed. [AT-ALL-01]"""
    rules = kilowatt.ruleset("recharged/benelux", 4)
    rows = {row.key: row for row in rulebook.reconstructed(rules, language)}
    assert rows["reconstructed_numbers"].value == ["Antwerpen–Brugge 9"]
    assert "Benelux" in rows["reconstructed_board"].text
    assert {"AT-ALL-04", "AT-BX-01", "AT-BX-07"} <= {row.key for row in rulebook.special(rules)}
    assert [rule.id for row in rulebook.policies(rules) for rule in row.rules if rule.id[:2] == "AT"] == [
        "AT-BX-01",
        "AT-BX-04",
    ]
    assert rulebook.special(kilowatt.ruleset("recharged/germany", 4)) == []
