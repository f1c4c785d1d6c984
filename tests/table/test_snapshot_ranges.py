"""The numbers of a snapshot have ends: the last value that is read and the first that is refused, field by field."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Bid
from kilowatt.engine.reading import BadSnapshot, Part
from kilowatt.engine.restoring import read_state
from kilowatt.table.playout import random_action

MOST = 10**9
RULES = kilowatt.ruleset("recharged/germany", 2, {"trust": True, "contractor": True})
CARDS = kilowatt.ruleset("card-game", 3)


def auction() -> dict[str, Any]:
    """A snapshot in the middle of an auction of a game for two with Trust and contractor."""
    rng = Random(2)
    state = kilowatt.new_game(RULES)
    while not any(isinstance(action, Bid) for action in kilowatt.legal_actions(state)):
        kilowatt.advance(state, random_action(state, rng))
    return kilowatt.snapshot(state)


def with_cards() -> dict[str, Any]:
    """A snapshot of the card game in which seat 0 holds a card."""
    rng = Random(2)
    state = kilowatt.new_game(CARDS)
    while not state.hands[0]:
        kilowatt.advance(state, random_action(state, rng))
    return kilowatt.snapshot(state)


def changed(taken: dict[str, Any], path: tuple[str | int, ...], value: object) -> dict[str, Any]:
    """Return a copy with another value at this path."""
    root = copy.deepcopy(taken)
    part: Any = root
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    return root


def field_of(path: tuple[str | int, ...]) -> str:
    """Return the name of a field as errors have it."""
    name = ""
    for step in path:
        name += f"[{step}]" if isinstance(step, int) else f".{step}" if name else step
    return name


def refused(rules: kilowatt.Rules, taken: dict[str, Any], path: tuple[str | int, ...], value: object) -> bool:
    """Return whether reading a snapshot fails at exactly this field."""
    try:
        read_state(rules, changed(taken, path, value))
    except BadSnapshot as error:
        return error.field == field_of(path)
    return False


RANGES: list[tuple[tuple[str | int, ...], int, int]] = [
    (("step",), 1, 3),
    (("round",), 1, MOST),
    (("actor",), 0, 1),
    (("contractor", "card"), 1, len(RULES.contractor)),
    (("trust", "houses"), 0, RULES.trust_house_count),
    (("seats", 1, "money"), 0, MOST),
    (("seats", 0, "income"), 0, MOST),
    (("seats", 0, "fuel", "coal"), 0, MOST),
    (("supply", "uranium"), 0, MOST),
    (("auction", "bid"), 0, MOST),
    (("auction", "seat"), 0, 1),
    (("auction", "opener"), 0, 1),
    (("auction", "bidders", 0), 0, 1),
    (("more", "end_card"), 0, 2),
    (("more", "newest"), -1, len(RULES.plants) - 1),
    (("more", "leader"), -1, 1),
    (("more", "bid"), 0, MOST),
    (("more", "slots", 0), 0, MOST),
    *[
        (("more", name), 0, MOST)
        for name in ("fuel_drawn", "fuel_shuffles", "drawn", "shuffles", "sold", "paid_scraps")
    ],
]


@pytest.mark.parametrize(("path", "least", "most"), RANGES, ids=str)
def test_a_number_outside_its_range_is_refused(path: tuple[str | int, ...], least: int, most: int) -> None:
    """The least and the greatest value are read, the next ones beyond are refused by the name of their field."""
    taken = auction()
    assert [refused(RULES, taken, path, value) for value in (least - 1, least, most, most + 1)] == [
        True,
        False,
        False,
        True,
    ]


def test_the_stack_holds_cards_of_the_game_only() -> None:
    """A card, a back and a group of the stack have numbers up to the end card's, and no more cards than the group."""
    taken = auction()
    end, backs = len(RULES.plants), len(RULES.backs)
    every = (1 << (end + 1)) - 1
    layer = ("more", "deck", 0)
    taken["more"]["deck"] = [[[0], [[0, 3, 1]]]]
    group = (*layer, 1, 0)
    assert [refused(RULES, taken, (*layer, 0, 0), card) for card in (-1, 0, end, end + 1)] == [True, False, False, True]
    assert [refused(RULES, taken, (*group, 0), back) for back in (-1, 0, backs, backs + 1)] == [
        True,
        False,
        False,
        True,
    ]
    assert [refused(RULES, taken, (*group, 1), mask) for mask in (-1, 1, every, every + 1)] == [
        True,
        False,
        False,
        True,
    ]
    assert [refused(RULES, taken, (*group, 2), left) for left in (-1, 0, 2, 3)] == [True, False, False, True]
    assert refused(RULES, taken, group, [0, 3])
    assert refused(RULES, taken, layer, [[0]])


def test_a_card_in_hand_has_a_unit_left() -> None:
    """A fuel card shows 1 or more; an empty one lies on the discard pile. [C-RES-04]"""
    taken = with_cards()
    path = ("seats", 0, "cards", 0, 1)
    assert [refused(CARDS, taken, path, left) for left in (0, 1)] == [True, False]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("ruleset",), "original/germany"),
        (("revision",), 0),
        (("order",), [0, 1]),
        (("order",), [0, 1, "trust", "trust"]),
        (("seats",), []),
        (("trust",), None),
        (("contractor",), None),
        (("areas",), []),
        (("auction",), None),
        (("auction", "plant"), "50"),
        (("more", "ask"), "build_house"),
        (("more", "ask"), "reveal"),
        (("more", "agenda", 0), "round:x"),
        (("more", "agenda", 0), "round:12345"),
        (("more", "slots"), []),
        (("fuel", "main", "coal", "prices", 0), 1.0),
        (("fuel", "main", "coal", "prices", 0), True),
        (("plants", "discount"), "zz"),
        (("plants", "top_back"), "zz"),
        (("plants", "removed"), ["zz"]),
        (("marks",), ["zz"]),
    ],
    ids=str,
)
def test_a_part_that_does_not_fit_the_rules_is_refused(path: tuple[str | int, ...], value: object) -> None:
    """Another version, other rules or options, places that are missing or twice, and unknown names are refused."""
    with pytest.raises(BadSnapshot) as caught:
        read_state(RULES, changed(auction(), path, value))
    assert caught.value.field.startswith(field_of(path))


def test_a_task_has_an_argument_of_four_digits_at_most() -> None:
    """`round:9999` is read and `round:12345` is not."""
    taken = auction()
    taken["more"]["agenda"].append("build_more:9999")
    read_state(RULES, taken)


def test_an_error_repeats_sixty_characters() -> None:
    """A long value is cut off after 60 characters, and one of 60 is shown whole."""
    assert str(Part("x" * 58, "field").wrong("less")) == f"snapshot: field: expected less, not {'x' * 58!r}"
    assert str(Part("x" * 59, "field").wrong("less")) == f"snapshot: field: expected less, not '{'x' * 59}..."
    assert str(Part(1, "").wrong("2")) == "snapshot: expected 2, not 1"


def test_a_list_of_names_is_cut_off() -> None:
    """What could stand in a field is listed, 60 names at most; without any there is nothing to be."""
    many = {f"n{number}": number for number in range(61)}
    with pytest.raises(BadSnapshot, match=r"expected one of n0, n1, .*, n59, not 'x'$"):
        Part("x", "field").one_of(many)
    with pytest.raises(BadSnapshot, match=r"expected nothing here, not 'x'$"):
        Part("x", "field").one_of({})


@pytest.mark.parametrize(("ruleset", "public"), [("recharged/germany", True), ("original/germany", False)])
def test_unseen_cards_are_grouped_by_their_backs_where_backs_are_public(ruleset: str, public: bool) -> None:
    """A snapshot lists the unseen cards under the backs that players see, or together. [R18-SET-15, O-SET-09]"""
    rules = kilowatt.ruleset(ruleset, 3)
    state = kilowatt.Table(rules, seed=1).state
    groups = [group for layer in state.deck for group in layer.groups]
    names = {rules.backs[back] if public and back < len(rules.backs) else "any" for back, _, _ in groups}
    unseen = kilowatt.snapshot(state)["plants"]["unseen"]
    assert set(unseen) == names
    assert names <= {*rules.backs, "any"}
    assert sum(row["left"] for row in unseen.values()) == sum(left for _, _, left in groups)


def test_an_auction_that_is_missing_says_what_is_expected() -> None:
    """A seat that is asked for a bid needs a plant to bid for."""
    with pytest.raises(BadSnapshot, match=r"^snapshot: auction: expected what a seat may bid for, not None$"):
        read_state(RULES, changed(auction(), ("auction",), None))
    with pytest.raises(BadSnapshot, match=r"^snapshot: step: expected a whole number from 1 to 3, not 4$"):
        read_state(RULES, changed(auction(), ("step",), 4))
