"""Texts: every refusal and event can be said in both languages, and every refusal has a rule behind it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.engine import events
from kilowatt.table import notation
from kilowatt.table.messages import LANGUAGES, catalogue, event_sentence, numbered, sentence, text_of
from kilowatt.table.playout import playout
from tests.rulesets import WITH_TRUST

ENGINE = Path(kilowatt.__file__).parent


def codes() -> set[str]:
    """Every refusal code that the code names: the second argument of `no`, and what `closed` may answer."""
    kinds: set[object] = set()
    for path in [*(ENGINE / "engine").rglob("*.py"), *(ENGINE / "editions" / "policies").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "no":
                kinds |= {n.value for n in ast.walk(node.args[1]) if isinstance(n, ast.Constant)}
    closed = {"other_market", "storage_closed", "storage_waits", "fuel_in_storage", "fuel_sold_out"}
    closed |= {"fuel_not_sold_here", "fuel_above_ceiling"}
    return {code for code in kinds if isinstance(code, str)} | closed


def test_catalogues_have_the_same_texts_with_the_same_places() -> None:
    """Refusals, events and reasons exist in every language with the same names in braces."""
    english = catalogue("en")
    for language in LANGUAGES:
        other = catalogue(language)
        for section in set(english) - {"words"}:
            assert set(other[section]) == set(english[section]), (language, section)
            for code, text in english[section].items():
                places = [set(re.findall(r"\{(\w+)", t)) for t in (text, other[section][code])]
                assert places[0] == places[1], (language, code)


def test_a_text_chooses_by_number() -> None:
    """`{n|one|many}` takes the form of its number, and the forms may hold arguments."""
    text = "Build {count|1 city|{count} cities} for {cost}."
    assert numbered(text, {"count": 1, "cost": 1}).format(cost=1) == "Build 1 city for 1."
    assert numbered(text, {"count": 3, "cost": 1}).format(count=3, cost=1) == "Build 3 cities for 1."
    assert text_of("coach", "powers", {"plant": "3", "cities": 1}) == "It powers 1 city."
    assert text_of("coach", "powers", {"plant": "3", "cities": 2}, "de") == "Es versorgt 2 Städte."


def test_every_refusal_code_has_a_sentence_and_every_sentence_a_code() -> None:
    """The catalogue says exactly what the engine can refuse, and the codes that only quotes use stay out of it."""
    named = codes()
    assert named <= set(catalogue("en")["refusals"])
    spare = set(catalogue("en")["refusals"]) - named
    assert spare <= {"already_bought", "opted_out", "already_passed", "not_your_turn"}, spare


def codes_of_one() -> set[str]:
    """Codes that only one edition or board has: they stand in its own file, not in `cites.toml`."""
    rows = registry.rulesets().values()
    boards = [registry.board(row.board).rules for row in rows if row.board]
    own = {code for overlay in boards if overlay is not None for code in overlay.cites}
    own |= {code for row in rows for code in registry.edition(row.edition).cites}
    return own - {code for row in rows for code in registry.cites(row.edition)}


@pytest.mark.parametrize("ruleset", [row.id for row in kilowatt.rulesets()])
def test_every_refusal_of_a_ruleset_has_a_rule_behind_it(ruleset: str) -> None:
    """Each code a ruleset can refuse with cites a rule of the ledger."""
    rules = kilowatt.ruleset(ruleset, 4)
    known = registry.rules()
    board_only = {
        c
        for c in catalogue("en")["refusals"]
        if "city" in c or "area" in c or "market" in c or c in {"fuel_sold_out", "fuel_not_sold_here"}
    }
    board_only |= {"cannot_mark", "trust_not_adjacent", "storage_closed", "hybrid_blocked", "cannot_scrap_new_plant"}
    board_only |= {"fuel_above_ceiling", "fuel_in_storage", "storage_waits", "no_licence"}
    board_only |= {"no_first_house", "must_supply_most"}
    board_only |= {"first_round_houses", "jump_needs_network", "jump_used"}
    card_only = {"unknown_card", "unknown_column", "card_not_in_column", "last_round_no_excess"}
    needed = set(catalogue("en")["refusals"]) - codes_of_one()
    needed -= (board_only - {"plant_in_future_market", "plant_not_in_market"}) if ruleset == "card-game" else card_only
    assert needed <= set(rules.cites), needed - set(rules.cites)
    assert set(rules.cites.values()) <= set(known)


@pytest.mark.parametrize("ruleset", [row.id for row in kilowatt.rulesets()])
def test_every_event_can_be_told(ruleset: str) -> None:
    """Whole games can be told in both languages without a gap."""
    for seats, options in ((2, {"trust": ruleset in WITH_TRUST, "contractor": True}), (4, {"contractor": True})):
        rules = kilowatt.ruleset(ruleset, seats, options)
        _, _, record = playout(rules, Random(seats), logged=True)
        table = kilowatt.replay(record)
        for language in LANGUAGES:
            for event in table.log:
                line = event_sentence(event, rules, table.players, language)
                assert "{" not in line
                assert line[0] == line[0].upper()


def test_running_plants_is_told_without_cities_where_there_are_none() -> None:
    """In the card game plants earn; on a board they supply cities."""
    for ruleset, cities in (("card-game", False), ("recharged/germany", True)):
        rules = kilowatt.ruleset(ruleset, 3)
        line = event_sentence(events.PlantsRun(0, ("4",), {}, 1, 7), rules, ["Ann", "Bob", "Cy"])
        assert ("powers 1 city" in line) == cities
        assert line.endswith("earns 7.")


def test_refusals_name_places_and_people() -> None:
    """With rules and players at hand a refusal says München and Ann, not their ids; without them it says the ids."""
    rules = kilowatt.ruleset("recharged/germany", 2)
    far = kilowatt.Refusal("city_outside_zone", "R18-BLD-07", {"city": "muenchen"})
    assert sentence(far, "de", rules).startswith("München ")
    assert str(far).startswith("Muenchen ")
    turn = kilowatt.Refusal("not_your_turn", "R18-ORD-06", {"actor": 1, "seat": 0})
    assert "Bob must act" in sentence(turn, "en", rules, ["Ann", "Bob"])
    assert "seat 2 must act" in str(turn)
    area = kilowatt.Refusal("area_taken", "R18-SET-02", {"area": "north_west"})
    assert sentence(area, "en", rules).startswith("North-West ")


SPEAKS = re.compile(
    r"\b(you|your|scrap one|Name each|Leave|du|dir|dein\w*|biete|kaufe|Lass|Nenne)\b|[:;] (bid|buy|burn) ",
    re.IGNORECASE,
)
"""Words with which a sentence speaks to the player."""


def test_a_refusal_names_the_player_to_others() -> None:
    """Whatever speaks to a player has a second form for those who read it about somebody, and that one has the name."""
    turn = kilowatt.Refusal("bid_above_money", "R18-AUC-06", {"bid": 81, "money": 50})
    players = ["Ann", "Bob"]
    assert sentence(turn, "en", None, players) == "You cannot bid 81: you have 50 Elektro. [R18-AUC-06]"
    assert sentence(turn, "en", None, players, 1) == "Bob cannot bid 81: Bob has 50 Elektro. [R18-AUC-06]"
    assert sentence(turn, "de", None, players, 1) == "Bob kann nicht 81 bieten: Bob hat 50 Elektro. [R18-AUC-06]"
    for language in LANGUAGES:
        texts = catalogue(language)
        assert {code for code, text in texts["refusals"].items() if SPEAKS.search(text)} <= set(texts["named"])
        for code, text in texts["named"].items():
            assert not SPEAKS.search(text), code
            places = {*re.findall(r"\{(\w+)", text)}
            assert places - {"name"} <= {*re.findall(r"\{(\w+)", texts["refusals"][code])}, code
            assert "name" in places, code


def test_every_kind_of_event_has_a_text() -> None:
    """No event type is missing in the catalogue."""
    kinds = {cls.__struct_config__.tag for cls in events.Event.__subclasses__()}
    assert kinds <= set(catalogue("en")["events"])


@pytest.mark.parametrize("ruleset", ["recharged/germany", "original/korea", "card-game"])
def test_the_notation_of_every_action_reads_back(ruleset: str) -> None:
    """A decision written and read again is the same decision."""
    rules = kilowatt.ruleset(ruleset, 2, {"trust": True, "contractor": True})
    _, _, record = playout(rules, Random(1), logged=True)
    for move in record.actions():
        line = notation.write(move)
        assert line
        if hasattr(move, "seat"):
            assert notation.read(line, move.seat) == move


@pytest.mark.parametrize("line", ["", "fly", "open 13", "bid lots", "run 7:oil", "buy", "pass now", "card x coal-1"])
def test_bad_notation_says_how_it_is_written(line: str) -> None:
    """A line that is no move is refused with the way to write it."""
    with pytest.raises(notation.BadNotation, match=r"is no move|how"):
        notation.read(line, 0)


def test_an_unknown_language_is_named() -> None:
    """There are two catalogues, and no other."""
    with pytest.raises(ValueError, match="there are en, de"):
        catalogue("fr")
