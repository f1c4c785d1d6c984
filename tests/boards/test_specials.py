"""Special rules that a maker of a board may choose: all of our boards' policies, alone and together."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.specials import PLACES, Special, specials
from kilowatt.table.playout import playout, random_action
from tests.boards.board_kit import small
from tests.conformance.vocabulary import vocabulary
from tests.kernel.lockstep import play_in_step

SERVER = Path(kilowatt.__file__).parent / "server"
ALL = {special.id: special for special in specials()}
POLICIES = [special for special in ALL.values() if "policies" in special.rules]
PAIRS = [pair for pair in combinations(POLICIES, 2) if not {*pair[0].rules["policies"]} & {*pair[1].rules["policies"]}]


NUMBERS = [special for special in ALL.values() if {*special.rules} & {"current_size", "extra_need", "unsold_leave"}]


def rules_with(*chosen: Special, **more: Any) -> kilowatt.Rules:
    """Compose a game for three on the small board with special rules, as the page joins them."""
    joined: dict[str, Any] = {}
    for special in chosen:
        for part, rows in special.rules.items():
            joined[part] = {**joined.get(part, {}), **rows} if isinstance(rows, dict) else rows
    fuel = next((special.fuel for special in chosen if special.fuel), "standard-2018")
    return kilowatt.ruleset("custom", 3, {"board": small(rules=joined, **{"fuel": fuel, **more})})


def test_every_policy_of_our_boards_is_offered() -> None:
    """What one of our boards has, a maker can choose; the two markets bring the fuel tables that they need."""
    overlays = [board.rules for board in registry.own_boards() if board.rules]
    rows = [row for overlay in overlays for row in overlay.policies.values() if not PLACES & row.keys()]
    assert {row["name"] for row in rows} <= ALL.keys()
    assert {"coal_storage", "coal_storage_beside"} <= ALL.keys()
    assert [special.id for special in NUMBERS] == ["current_size", "extra_need", "unsold_leave"]
    assert {name: special.fuel for name, special in ALL.items() if special.fuel} == {
        "export_market": "australia",
        "twin_markets": "korea",
    }


@pytest.mark.parametrize("special", list(ALL.values()), ids=list(ALL))
def test_a_special_rule_is_playable(special: Special) -> None:
    """A game with it keeps every invariant to its end."""
    state, _, _ = playout(rules_with(special), Random(2), checked=True)
    assert kilowatt.result(state) is not None


@pytest.mark.parametrize("special", list(ALL.values()), ids=list(ALL))
def test_what_a_special_rule_forbids_cites_its_rule(special: Special) -> None:
    """Whatever is tried in a game on a drawn board is answered with a rule, also where only this rule forbids it."""
    assert_answered(rules_with(special))


def test_a_drawn_board_may_forbid_first_houses() -> None:
    """A first house in such a city is refused by its rule on a maker's board too. [AT-ZA-03]"""
    board = small()
    city = board["area"][0]["cities"][0]["id"]
    codes = assert_answered(kilowatt.ruleset("custom", 3, {"board": {**board, "no_start": [city]}}))
    assert "no_first_house" in codes


def assert_answered(rules: kilowatt.Rules) -> set[str]:
    """Try every kind of action at moments of a random game; return the codes of the refusals."""
    state, rng, codes = kilowatt.new_game(rules), Random(3), set[str]()
    for _ in range(700):
        if kilowatt.actor(state) is None:
            break
        if state.actor >= 0 and rng.random() < 0.2:
            refused = [kilowatt.refusal(state, action) for action in vocabulary(state, state.actor)]
            codes |= {refusal.code for refusal in refused if refusal is not None}
        kilowatt.advance(state, random_action(state, rng))
    return codes


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: "+".join(one.id for one in pair))
def test_special_rules_of_different_parts_go_together(pair: tuple[Special, Special]) -> None:
    """A planned market with each fuel rule keeps every invariant, and the kernel plays it as the reference does."""
    rules = rules_with(*pair)
    state, _, _ = playout(rules, Random(3), checked=True)
    assert kilowatt.result(state) is not None
    assert play_in_step(rules, 4, "builder", limit=400)


@pytest.mark.parametrize("number", NUMBERS, ids=lambda one: one.id)
@pytest.mark.parametrize("edition", ["original", "recharged"])
def test_a_number_goes_with_every_policy_or_is_refused_by_name(number: Special, edition: str) -> None:
    """A game with both is played as the kernel plays it; only a planned market refuses two of the numbers, by name."""
    fuel = {"original": "standard-2004", "recharged": "standard-2018"}[edition]
    for policy in POLICIES:
        if policy.id == "planned_market" and number.id != "extra_need":
            with pytest.raises(kilowatt.BadOption, match=r"rules\.(current_size|unsold_leave|auction_end)"):
                rules_with(policy, number, edition=edition)
            continue
        rules = rules_with(policy, number, edition=edition, fuel=policy.fuel or fuel)
        state, _, _ = playout(rules, Random(6), checked=True)
        assert kilowatt.result(state) is not None
        assert play_in_step(rules, 3, "builder", limit=150)


def test_every_special_rule_has_words_and_a_picture() -> None:
    """The workshop has a title and a sentence in both languages and two glyphs for each rule, and for no other."""
    workshop = Path(__file__).parents[2] / "web" / "src" / "workshop"
    pictures = re.findall(
        r"^  (\w+): '[\w-]+ [\w-]+',$", (workshop / "SpecialPicture.tsx").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(pictures) == sorted([*ALL, "metropolis", "houses", "flat_connection", "passing", "apart"])
    for language in ("en", "de"):
        words = json.loads((workshop / "text" / f"{language}.json").read_text(encoding="utf-8"))
        titles = {key.removeprefix("special.") for key in words if key.startswith("special.")}
        assert {name for one in [*ALL, "metropolis"] for name in (one, f"{one}.why")} == titles - {"part"}


def test_a_number_changes_the_game() -> None:
    """Three plants are on offer, garbage plants burn one more, and two plants leave when nobody bought."""
    rows = {special.id: rules_with(special) for special in NUMBERS}
    plain = rules_with()
    assert [rows["current_size"].current_size, plain.current_size] == [3, 4]
    assert [rows["unsold_leave"].unsold_leave, plain.unsold_leave] == [2, 1]
    burnt = [rules.plants[rules.plant_ids["30"]].need for rules in (rows["extra_need"], plain)]
    assert burnt == [4, 3]


CITIES = [city["id"] for area in small()["area"] for city in area["cities"]]
BUILDING: dict[str, dict[str, Any]] = {
    "houses": {"house_costs": {"source": "set in the workshop", "values": [8, 14, 20]}},
    "flat": {"flat_connection": 20},
    "apart": {"flat_connection": 20, "areas_apart": True},
    "passing": {"passing": 5},
    "entries": {"entries": {city: 3 + place for place, city in enumerate(CITIES)}},
    "no_start": {"no_start": CITIES[:2]},
    "islands": {"rules": {"policies": {"starts": {"name": "islands", "cost": 20}}}},
}
"""What the workshop sets of building, as it writes it into a board."""


@pytest.mark.parametrize("pair", list(combinations(BUILDING, 2)), ids="+".join)
def test_rules_of_building_go_together(pair: tuple[str, str]) -> None:
    """Any two of them keep every invariant to the end of a game, and the kernel plays them as the reference does."""
    rules = kilowatt.ruleset("custom", 3, {"board": small(**{**BUILDING[pair[0]], **BUILDING[pair[1]]})})
    state, _, _ = playout(rules, Random(4), checked=True)
    assert kilowatt.result(state) is not None
    assert play_in_step(rules, 5, "builder", limit=200)


@pytest.mark.parametrize(
    ("broken", "name"),
    [
        ({"areas_apart": True}, "areas_apart: expected a flat_connection too"),
        ({"entries": {CITIES[0]: 3}}, f"entries.{CITIES[1]}: missing: where one city costs something"),
        ({"entries": {"nowhere": 3}}, "entries.nowhere: there is no such city"),
        ({"no_start": CITIES}, "no_start: a zone may have no city that is open for a first house"),
        ({"house_costs": {"source": "x", "values": [18, 14, 20]}}, "house_costs: expected 3 costs of 0 to 100 in asc"),
        ({"flat_connection": 100_000}, "flat_connection: expected 0 to"),
        ({"passing": -1}, "passing: expected 0 to"),
        ({"rules": {"unsold_leave": 2}}, "rules.unsold_leave: nothing leaves for that here"),
        ({"rules": {"unsold_leave": 3}}, "rules.unsold_leave: expected a number that one of our boards has: 2"),
        ({"rules": {"current_size": 5}}, "rules.current_size: expected a number that one of our boards has: 3"),
        ({"rules": {"extra_need": {"garbage": 2}}}, "rules.extra_need: expected none, or that of one of our boards"),
        (
            {"rules": {"extra_need": {"garbage": 1}}, "edition": "deluxe", "fuel": "deluxe-europe"},
            "rules.extra_need.garbage: no plant of this edition burns it",
        ),
        (
            {"rules": {"policies": {"starts": {"name": "free_jump", "starts": CITIES[:3]}}}},
            "rules.policies.starts: exp",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_played_is_refused_by_name(broken: dict[str, Any], name: str) -> None:
    """The refusal begins with the key of the board file that is wrong, or that does not go with another."""
    with pytest.raises(kilowatt.BadOption, match=re.escape(name)):
        kilowatt.ruleset("custom", 3, {"board": small(**broken)})


def test_the_server_names_no_board() -> None:
    """Which boards have which rules is known in the editions' data alone."""
    names = "|".join(board.id for board in registry.own_boards())
    faults = [
        (file.name, hit[0])
        for file in sorted(SERVER.rglob("*.py"))
        for hit in re.finditer(rf"\"({names})\"", file.read_text(encoding="utf-8"))
    ]
    assert faults == []
