"""The server names what it asks and what there is, so that a client guesses nothing from the choices it gets."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import kilowatt
from kilowatt.engine import asks, events
from kilowatt.protocol import AnyEvent, EntryView
from kilowatt.protocol.views import asked_of, board_view, entry_view, game_view
from kilowatt.table.messages import catalogue, variant
from kilowatt.table.record import Entry
from tests.tiers import some_quick

RULESETS = [row.id for row in kilowatt.rulesets()]


@pytest.mark.parametrize("ruleset", some_quick(RULESETS, 5))
def test_the_name_of_the_decision_is_an_action_on_offer_or_one_that_is_passed(ruleset: str) -> None:
    """Through a whole game `asked` names an action of the menu; also what is passed, and building by a jump."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, 3), seed=3)
    rng = Random(3)
    seen = set()
    while table.actor is not None:
        legal = table.legal_actions()
        asked = game_view(table.state, [])["asked"]
        seen.add(asked)
        types = {msgspec.to_builtins(action)["type"] for action in legal}
        assert asked in types or types == {"pass"} or (asked, types) == ("build", {"jump", "pass"}), (asked, types)
        table.play(rng.choice(legal))
    assert game_view(table.state, [])["asked"] == ""
    assert {"open", "run"} <= seen


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_phases_are_those_the_game_goes_through(ruleset: str) -> None:
    """The list of phases has every phase of a round, in the order in which they come."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, 3), seed=4)
    rng = Random(4)
    view = board_view(table.rules)
    before = -1
    seen = set()
    while table.actor is not None and game_view(table.state, [])["round"] < 3:
        shown = game_view(table.state, [])
        if shown["phase"] != "setup":
            at = view.phases.index(shown["phase"])
            assert at >= before or shown["phase"] == view.phases[0] or view.phases[0] == "order"
            before = at
            seen.add(shown["phase"])
        table.play(rng.choice(table.legal_actions()))
    assert seen <= set(view.phases)
    assert set(view.phases) - seen <= {"order"}


def test_kinds_of_games_and_markets() -> None:
    """The card game is of kind cards and has no market; a store is told from a track and has one price."""
    kinds = {row.id: board_view(kilowatt.ruleset(row.id, 3)) for row in kilowatt.rulesets()}
    assert {name for name, view in kinds.items() if view.kind == "cards"} == {"card-game"}
    assert [(row.name, row.kind) for row in kinds["card-game"].markets] == []
    assert [(row.name, row.kind) for row in kinds["original/korea"].markets] == [("north", "track"), ("south", "track")]
    usa = kinds["recharged/usa"].markets
    assert [(row.name, row.kind) for row in usa] == [("main", "track"), ("storage", "store")]
    assert usa[1].spaces == {"coal": [8]}
    assert usa[1].refill == {}


def test_each_event_comes_with_the_text_that_reports_it() -> None:
    """An entry names for each event a text of both catalogues; one type may have several."""
    rules = kilowatt.ruleset("recharged/usa", 3)
    happened: list[events.Event] = [
        events.OptedOut(seat=0, forced=True),
        events.OptedOut(seat=1, forced=False),
        events.FuelBought(seat=0, fuel="coal", market="storage", price=8),
        events.FuelBought(seat=0, fuel="coal", market="main", price=2),
        events.PlantRevealed(plant=rules.end_card, kept=True),
    ]
    entry = msgspec.json.decode(msgspec.json.encode(entry_view(Entry(7), happened, rules)), type=EntryView)
    assert entry.variants == [
        "opted_out_forced",
        "opted_out",
        "fuel_bought_elsewhere",
        "fuel_bought",
        "end_card_revealed",
    ]
    cards = kilowatt.ruleset("card-game", 3)
    assert variant(events.StepBegan(step=3), cards) == "all_plants_open"
    for language in ("en", "de"):
        texts = catalogue(language)["events"]
        assert set(entry.variants) <= set(texts)
        assert {kind.__struct_config__.tag for kind in AnyEvent.__args__} <= set(texts) | {"order_set"}


def test_every_decision_has_a_name() -> None:
    """The state after the deal asks for a decision that has a name."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
    assert asked_of(table.state) in asks.NAMES
    assert asked_of(table.state) != ""
