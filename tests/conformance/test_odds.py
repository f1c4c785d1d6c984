"""Exact odds: what the engine says may come next, against every way the cards can physically lie on a small deck."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.engine import tasks
from kilowatt.engine.asks import NO_ASK
from kilowatt.engine.ids import POWER
from kilowatt.engine.layers import seq
from kilowatt.engine.machine import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kilowatt.engine.state import State

SMALL = ["3", "4", "5", "6"]
BIG = ["20", "25", "30"]
Line = tuple[str, ...]
"""What a table sees: backs and cards in the order they appear."""


def tiny_deck(ids: list[str]) -> str:
    """Write a deck of these plants; up to 15 they have the first back."""
    rows = "\n".join(
        f'  {{ id = "{i}", number = {i}, fuel = "coal", need = 1, cities = 1, '
        f'back = "{"plug" if int(i) <= 15 else "socket"}" }},'
        for i in ids
    )
    head = 'id = "tiny"\ntitle = "Tiny"\nend_card = "step3"\nbacks = ["plug", "socket"]\nsource = "test"'
    return f"{head}\nplants = [\n{rows}\n]\n"


def tiny_edition(name: str, stack: str, removed: str) -> str:
    """Write an edition that differs from a published one only in deck and preparation."""
    text = (Path(registry.__file__).parent / "data" / "editions" / "recharged.toml").read_text()
    text = text.replace('id = "recharged"', f'id = "{name}"').replace('deck = "2004"', 'deck = "tiny"')
    before, _, rest = text.partition("[stack]")
    _, _, after = rest.partition("[trust]")
    cells = "\n".join(f"{key} = {removed}" for key in ("2-trust", "2", "3", "4", "5", "6"))
    cites = "\n".join(f'{code} = "{rule}"' for code, rule in registry.cites("recharged").items())
    return f'{before}[stack]\n{stack}\n\n[removed]\nsource = "test"\n{cells}\n\n[trust]{after}\n\n[cites]\n{cites}\n'


PREPARATIONS = {
    "reserved": ('kind = "two_backs"\nopening = 2\nreserved = true\nbacks_public = true', "[1, 1]"),
    "unreserved": ('kind = "two_backs"\nopening = 2\nreserved = false\nbacks_public = true', "[1, 1]"),
    "hidden": ('kind = "two_backs"\nopening = 2\nreserved = true\nbacks_public = false', "[1, 1]"),
    "fixed": ('kind = "fixed_opening"\nopening = ["3", "4"]\ntop = "6"', "[2]"),
}


@pytest.fixture
def tiny(tmp_path: Path) -> Iterator[Callable[[str], kilowatt.State]]:
    """A game on a tiny deck, prepared in a given way, before anything is dealt."""
    folders = list(registry._folders)
    for name in ("decks", "editions"):
        (tmp_path / name).mkdir()
    (tmp_path / "decks" / "tiny.toml").write_text(tiny_deck(SMALL + BIG))
    rows = ""
    for name, (stack, removed) in PREPARATIONS.items():
        (tmp_path / "editions" / f"{name}.toml").write_text(tiny_edition(name, stack, removed))
        rows += f'[[ruleset]]\nid = "{name}"\nedition = "{name}"\nboard = "usa_classic"\nfuel = "standard-2018"\n\n'
    (tmp_path / "rulesets.toml").write_text(rows)
    kilowatt.add_data(tmp_path)
    order = {"order": [0, 1, 2], "zone": ["northwest", "southwest", "midwest"]}
    yield lambda name: kilowatt.new_game(kilowatt.ruleset(name, 3, order))
    registry._folders[:] = folders
    registry.forget()


def seen_by_engine(state: State, draws: int) -> dict[Line, Fraction]:
    """Follow every outcome through the preparation and so many draws, multiplying the engine's weights."""
    odds: dict[Line, Fraction] = {}

    def walk(s: State, line: Line, share: Fraction, *, drawing: bool) -> None:
        if kilowatt.actor(s) != "chance":
            if drawing:
                odds[line] = odds.get(line, Fraction(0)) + share
                return
            s = kilowatt.clone(s)
            s.phase = POWER
            s.agenda = [tasks.AUCTION, *[tasks.DRAW] * draws]
            s.ask = NO_ASK
            settle(s)
            walk(s, line, share, drawing=True)
            return
        outcomes = kilowatt.outcomes(s)
        total = sum(weight for _, weight in outcomes)
        for outcome, weight in outcomes:
            after = kilowatt.clone(s)
            kilowatt.advance(after, outcome)
            what = getattr(outcome, "plant", None) or getattr(outcome, "back", None)
            walk(after, (*line, str(what)), share * Fraction(weight, total), drawing=drawing)

    walk(state, (), Fraction(1), drawing=False)
    return odds


def shares(lines: Counter[Line]) -> dict[Line, Fraction]:
    """Turn counts into shares."""
    total = sum(lines.values())
    return {line: Fraction(count, total) for line, count in lines.items()}


def back(card: str) -> str:
    """The back of a card."""
    return "plug" if int(card) <= 15 else "socket"


def physical_two_backs(draws: int, *, reserved: bool, public: bool) -> dict[Line, Fraction]:
    """Shuffle, lay out, put aside, remove unseen, shuffle and stack, in every possible way."""
    lines: Counter[Line] = Counter()
    for plugs in permutations(SMALL):
        opening, rest = plugs[:2], list(plugs[2:])
        top = [rest.pop(0)] if reserved else []
        for gone_plug in rest:
            for gone_socket in BIG:
                left = [c for c in rest if c != gone_plug] + [c for c in BIG if c != gone_socket]
                for order in permutations(left):
                    stack = [*top, *order]
                    line: list[str] = list(opening)
                    for number, card in enumerate(stack[:draws]):
                        if public and not (number == 0 and reserved):
                            line.append(back(card))
                        line.append(card)
                    if public and len(stack) > draws:
                        line.append(back(stack[draws]))
                    lines[tuple(line)] += 1
    return shares(lines)


@pytest.mark.parametrize(
    ("name", "reserved", "public"), [("reserved", True, True), ("unreserved", False, True), ("hidden", True, False)]
)
def test_two_backs(tiny: Callable[[str], State], name: str, reserved: bool, public: bool) -> None:
    """Opening, reserved card, cards removed unseen and public backs come with the odds of the real procedure.

    [R18-SET-12, R18-SET-13, R18-SET-14, R18-SET-15, R18-SET-17]
    """
    assert seen_by_engine(tiny(name), 2) == physical_two_backs(2, reserved=reserved, public=public)


def test_fixed_opening(tiny: Callable[[str], State]) -> None:
    """With a fixed opening the given card comes first and the others are equally likely. [O-SET-08, O-SET-09]"""
    lines: Counter[Line] = Counter()
    rest = [card for card in SMALL + BIG if card not in ("3", "4", "6")]
    for kept in combinations(rest, 2):
        for order in permutations(kept):
            lines[("6", *order)] += 1
    assert seen_by_engine(tiny("fixed"), 3) == shares(lines)


def test_the_middle_of_the_planned_stack() -> None:
    """The end card is equally likely at each place among 31, 32, 34 and 35; what lies below keeps below.

    [Ch-SET-02, Ch-SET-03]
    """
    state = kilowatt.new_game(kilowatt.ruleset("original/china", 3, {"order": [0, 1, 2]}))
    layers = state.rules.stack
    state.deck = layers[1:]
    state.agenda = [tasks.AUCTION, *[tasks.DRAW] * 2]
    state.phase = POWER
    state.ask = NO_ASK
    settle(state)
    names = state.rules.card_names
    first = kilowatt.outcomes(state)
    assert sorted((a.plant, w) for a, w in first) == [("31", 1), ("32", 1), ("34", 1), ("35", 1), ("step3", 1)]  # type: ignore[attr-defined]
    assert {names[c] for c in range(43) if layers[2].groups[0][1] >> c & 1} == {
        "36",
        "37",
        "38",
        "39",
        "40",
        "42",
        "44",
        "50",
    }


def test_the_shuffle_when_the_end_card_appears(tiny: Callable[[str], State]) -> None:
    """All cards still to come are equally likely after the shuffle, those put under the stack included.

    [R18-STP-07, R18-STP-11]
    """
    state = tiny("reserved")
    while kilowatt.actor(state) == "chance":
        state, _ = kilowatt.play(state, kilowatt.outcomes(state)[0][0])
    s = kilowatt.clone(state)
    end = len(s.rules.plants)
    s.removed |= sum(
        1 << s.rules.plant_ids[card] for card in ("5", "20", "25", "30", "6") if s.rules.plant_ids[card] not in s.market
    )
    s.deck = (seq(end, s.rules.plant_ids["30"], s.rules.plant_ids["6"]),)
    s.phase = POWER
    s.step2_done = True
    s.agenda = [tasks.AUCTION, tasks.DRAW, tasks.DRAW]
    s.ask = NO_ASK
    settle(s)
    s, _ = kilowatt.play(s, kilowatt.outcomes(s)[0][0])
    backs = kilowatt.outcomes(s)
    assert sorted((a.back, w) for a, w in backs) == [("plug", 1), ("socket", 1)]  # type: ignore[attr-defined]


def test_fuel_cards() -> None:
    """Each fuel card of the draw stack is equally likely, so a kind weighs as many as there are.

    [C-SET-10, C-SET-11]
    """
    state = kilowatt.new_game(kilowatt.ruleset("card-game", 3, {"order": [0, 1, 2]}))
    while not (kilowatt.actor(state) == "chance" and hasattr(kilowatt.outcomes(state)[0][0], "card")):
        state, _ = kilowatt.play(state, kilowatt.outcomes(state)[0][0])
    rows = registry.fuel("card-game").cards
    assert rows is not None
    cards = Counter(f"{fuel}-{units}" for fuel in ("coal", "gas", "oil", "uranium") for units in rows.set[0][fuel])
    for _ in range(12):
        outcomes = kilowatt.outcomes(state)
        assert {a.card: w for a, w in outcomes} == {name: count for name, count in cards.items() if count}  # type: ignore[attr-defined]
        drawn = outcomes[-1][0]
        cards[drawn.card] -= 1  # type: ignore[attr-defined]
        state, _ = kilowatt.play(state, drawn)
    assert kilowatt.snapshot(state)["columns"]["4"] != []
