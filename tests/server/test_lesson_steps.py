"""The lessons as data: their steps are played through the engine, and what they say is compared with the game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kilowatt
from kilowatt.host.game.lessons import lesson
from kilowatt.protocol.views import board_view

PAGE = Path(__file__).parents[2] / "web" / "src"
LEARN = PAGE / "learn"
FILES = {"en": LEARN / "en.json", "de": PAGE / "text" / "learn.de.json"}
NAMES = ["first", "cards"]
TEXTS = {code: json.loads(path.read_text(encoding="utf-8")) for code, path in FILES.items()}
GIVEN = {"tap", "end", "step2", "money", "name", "offered", "least", "earns", "fuel", "button"}
"""Arguments that the page takes from the position itself."""

Step = dict[str, Any]


def steps_of(name: str) -> list[Step]:
    """Read the steps of a lesson."""
    return list(json.loads((LEARN / "lessons" / f"{name}.json").read_text(encoding="utf-8"))["steps"])


def own(move: Any) -> bool:
    """Return whether the lesson's player does this."""
    return getattr(move, "seat", None) == 0


def deed(move: Any) -> dict[str, Any]:
    """Write an action as the lessons do: without its seat."""
    row = json.loads(msgspec.json.encode(kilowatt.to_dict(move)))
    return {key: value for key, value in row.items() if key != "seat"}


def positions(name: str) -> list[tuple[Step, kilowatt.State]]:
    """Pair each step with the position in which its bubble is shown."""
    moves = lesson(name).record.actions()
    state = kilowatt.new_game(lesson(name).record.rules_of())
    at, steps = 0, []
    for step in steps_of(name):
        while at < len(moves) and not (own(moves[at]) and kilowatt.actor(state) == 0):
            kilowatt.advance(state, moves[at])
            at += 1
        steps.append((step, kilowatt.clone(state)))
        for _ in step.get("act", []):
            kilowatt.advance(state, moves[at])
            at += 1
    return steps


@pytest.mark.parametrize("name", NAMES)
def test_the_steps_are_the_moves_of_the_record(name: str) -> None:
    """One after another, what the bubbles ask for is what the record's player does, and each of it is allowed."""
    wanted = [deed(move) for move in lesson(name).record.actions() if own(move)]
    assert [act for step in steps_of(name) for act in step.get("act", [])] == wanted
    for step, state in positions(name):
        if step.get("act"):
            first = kilowatt.action({**step["act"][0], "seat": 0})
            assert kilowatt.refusal(state, first) is None, step["key"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_prepared_is_what_is_then_done(name: str) -> None:
    """A step that has something prepared is followed by the deed that uses all of it."""
    steps = steps_of(name)
    for index, step in enumerate(steps):
        wish = step.get("prepare", {})
        acts: list[Step] = next((later["act"] for later in steps[index:] if later.get("act")), [])
        if "plant" in wish:
            assert acts[0]["plant"] == wish["plant"]
        for key, count in wish.get("basket", {}).items():
            market, fuel = key.split("/")
            assert acts == [{"type": "buy_fuel", "fuel": fuel, "market": market}] * count
        for key, count in wish.get("cards", {}).items():
            column, card = key.split("/")
            assert acts == [{"type": "buy_card", "column": int(column), "card": card}] * count
        assert set(wish.get("cities", [])) <= {act.get("city") for act in acts} | {None}
        assert len([kind for kind in ("read", "prepare", "act") if step.get(kind)]) == 1, step["key"]


@pytest.mark.parametrize("name", NAMES)
def test_lessons_are_numbered_without_a_gap(name: str) -> None:
    """The numbers shown run from 1 to the count, and the last step is the end."""
    data = json.loads((LEARN / "lessons" / f"{name}.json").read_text(encoding="utf-8"))
    numbers = [step["lesson"] for step in data["steps"]]
    assert numbers == sorted(numbers)
    assert sorted(set(numbers)) == list(range(1, data["count"] + 1))
    assert data["steps"][-1]["read"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("code", ["en", "de"])
def test_every_step_has_its_texts(name: str, code: str) -> None:
    """Title, text and task are there, every figure in them has a value, and a text has at most three sentences."""
    for step in steps_of(name):
        for part in ("title", "text", "do"):
            said = TEXTS[code][f"{step['key']}.{part}"]
            assert set(re.findall(r"\{(\w+)", said)) <= GIVEN | set(step.get("args", {})), (step["key"], part)
        assert TEXTS[code][f"{step['key']}.text"].count(". ") <= 2


@pytest.mark.parametrize("name", NAMES)
def test_every_anchor_with_an_id_is_a_thing_of_the_position(name: str) -> None:
    """A plant, fuel, city or card that a bubble points at or lights is on the table when it does."""
    named = 0
    for step, state in positions(name):
        shot = kilowatt.snapshot(state)
        there = {
            "plant": {*shot["plants"]["current"], *shot["plants"]["future"]},
            "fuel": {fuel for market in shot["fuel"].values() for fuel in market},
            "city": {city.id for city in board_view(state.rules).cities if city.area in shot["areas"]},
            "card": {f"{column}/{card}" for column, cards in shot["columns"].items() for card in cards},
        }
        for anchor in [step["anchor"], *step.get("lit", [])]:
            kind, _, thing = anchor.partition(":")
            if thing:
                assert thing in there[kind], (step["key"], anchor)
                named += 1
    assert named > 1


def facts(state: kilowatt.State, step: Step) -> dict[str, Any]:
    """Work out the figures of a step's text from the position."""
    shot = kilowatt.snapshot(state)
    board = board_view(state.rules)
    plants = {plant.id: plant for plant in board.plants}
    seat, args = shot["seats"][0], step["args"]
    planned = step.get("prepare", {}).get("cities") or [act["city"] for act in step.get("act", []) if "city" in act]
    plan = kilowatt.quote(state, seat=0, cities=planned)
    names = {city.id: city.name for city in board.cities}
    last = plan.houses[-1] if plan.houses else None
    burned = step.get("picture") or (seat["plants"][0] if seat["plants"] else None)
    known = {
        "house": last.house if last else None,
        "line": last.connection if last else None,
        "city": names[planned[-1]] if planned else None,
        "cost": plan.house_cost if last else None,
        "left": plan.money_left,
        "cities": len(seat["cities"]) if len({len(row["cities"]) for row in shot["seats"]}) == 1 else None,
        "bid": int(step["act"][0]["bid"]) if step.get("act") and "bid" in step["act"][0] else None,
        "n": plants[burned].need if burned else None,
        "income": next((act.income for act in menu_runs(state)), None) if step.get("act") else None,
    }
    known["plant"] = args.get("plant")
    held = {plants[one].number for one in [*seat["plants"], *shot["plants"]["current"]]}
    assert args.get("plant") is None or args["plant"] in held
    return known


def choices(state: kilowatt.State, kind: str) -> list[Any]:
    """List what may be chosen of one kind."""
    return list(kilowatt.options(state).choices.get(kind, []))


def menu_runs(state: kilowatt.State) -> list[Any]:
    """List the ways to run plants, the best first."""
    return sorted(choices(state, "run"), key=lambda row: -row.income)


@pytest.mark.parametrize(("name", "least"), [("first", 25), ("cards", 7)])
def test_the_figures_of_a_lesson_are_those_of_the_game(name: str, least: int) -> None:
    """Houses, lines, costs, fuel, incomes and turn order are what the engine works out in that position."""
    checked = 0
    for step, state in positions(name):
        known = facts(state, {"args": {}, **step})
        for arg, value in step.get("args", {}).items():
            if arg in known:
                assert known[arg] == value, (step["key"], arg)
                checked += 1
    assert checked >= least


def test_what_the_first_lesson_claims_is_true() -> None:
    """The plants compared, the coal's price, the third line, the leader and the cities powered are as it says."""
    at = {step["key"]: (step, state) for step, state in positions("first")}
    rows = {plant.id: plant for plant in board_view(at["plant"][1].rules).plants}
    args = at["plant"][0]["args"]
    market = kilowatt.snapshot(at["plant"][1])["plants"]["current"]
    powers = {one: rows[one].cities for one in market}
    assert powers.pop(str(args["plant"])) == 2
    assert list(powers.values()) == [1, 1, 1]
    prices = kilowatt.snapshot(at["fuel"][1])["fuel"]["main"]["coal"]["prices"]
    assert prices[: at["fuel"][0]["args"]["n"]] == [at["fuel"][0]["args"]["price"]] * 2
    dearer = kilowatt.snapshot(at["refuel"][1])["fuel"]["main"]["coal"]["prices"]
    assert sum(dearer[:2]) > sum(prices[:2])
    shot = kilowatt.snapshot(at["order"][1])
    assert shot["round"] == 2
    assert shot["order"][0] == 0
    assert {len(row["cities"]) for row in shot["seats"]} == {2}
    assert max(int(one) for row in shot["seats"] for one in row["plants"]) == at["order"][0]["args"]["plant"]
    token, position = at["token"]
    assert kilowatt.snapshot(position)["plants"]["discount"] == token["anchor"].removeprefix("plant:")
    assert token["args"]["plant"] == rows[kilowatt.snapshot(position)["plants"]["discount"]].number
    last, position = at["end"]
    assert last["args"]["own"] == len(kilowatt.snapshot(position)["seats"][0]["cities"])
    assert last["args"]["paid"] == at["power3"][0]["args"]["income"]
    assert rows["13"].need == 0
    both = rows["10"].cities + rows["13"].cities
    assert [at[key][0]["args"]["powers"] for key in ("second", "third", "power3")] == [both] * 3
    third = kilowatt.quote(at["third"][1], seat=0, cities=["duisburg"])
    assert (third.houses[0].connection, third.supplied) == (at["third"][0]["args"]["line"], 3)
    assert kilowatt.snapshot(at["end"][1])["round"] == 3


def test_what_the_card_lesson_claims_is_true() -> None:
    """The card's units and price are those of its column, and the leader is whoever earned the most."""
    at = {step["key"]: (step, state) for step, state in positions("cards")}
    args = at["ccard"][0]["args"]
    rows = choices(at["ccard"][1], "buy_card")
    (row,) = [row for row in rows if (row.column, row.card) == (2, "coal-3")]
    assert (row.price, f"coal-{args['units']}") == (args["price"], row.card)
    shot = kilowatt.snapshot(at["corder"][1])
    incomes = [shot["seats"][seat]["income"] for seat in shot["order"]]
    assert shot["round"] == 2
    assert incomes == sorted(incomes, reverse=True)
