"""Board files: read, written, and refused by name of field. Nothing from outside gets through unbounded."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kilowatt import BadData, read_board
from kilowatt.editions import registry
from kilowatt.editions.board_file import BYTES_MOST, board_of, board_of_text, plain
from kilowatt.editions.board_writing import board_text
from tests.boards.board_kit import OURS, drawn, small


@pytest.mark.parametrize("ruleset", OURS)
def test_our_boards_round_trip_unchanged(ruleset: str) -> None:
    """A board of ours with its layout, written and read again, is equal; its data are those of our own file.

    Rules by edition become those of one edition: that these are right is tested by playing them.
    """
    board = drawn(ruleset)
    again = board_of_text("copy", board_text(board))
    assert again == board
    assert board_of("embedded", plain(again)) == board
    ours = registry.board(board.id)
    data = msgspec.to_builtins(replace(ours, chapter="", doubts=[]))
    kept = msgspec.to_builtins(again)
    if ours.rules is not None and ours.rules.editions:
        del data["rules"]
    assert {key: kept[key] for key in data if key in kept} == {key: data[key] for key in data if key in kept}
    usual = {("trust", True), ("starting_cities", True)}  # left out of a file where they are so
    assert {key for key, value in data.items() if value and not (value is True and (key, value) in usual)} <= {*kept}


def test_own_fuel_tables_are_written_and_read(tmp_path: Path) -> None:
    """A file with its own market and refill tables keeps them."""
    fuel = msgspec.to_builtins(registry.fuel("korea"))
    raw = small(fuel={key: value for key, value in fuel.items() if value is not None})
    raw["rules"] = {"policies": {"fuel_supply": {"name": "twin_markets"}}}
    path = tmp_path / "small.toml"
    path.write_text(board_text(board_of("small", raw)), encoding="utf-8")
    assert read_board(path)["fuel"]["market"][0]["name"] == "north"
    assert board_of("again", read_board(path)) == board_of("small", raw)


def nested(depth: int) -> Any:
    """Return tables in tables."""
    raw: Any = 1
    for _ in range(depth):
        raw = {"deeper": raw}
    return raw


def cyclic() -> dict[str, Any]:
    """Return a table that holds itself."""
    raw: dict[str, Any] = {"name": "twin_markets"}
    raw["again"] = raw
    return raw


def with_city(**fields: Any) -> dict[str, Any]:
    """Return the small board with a first city that has these fields."""
    raw = small()
    raw["area"][0]["cities"][0] |= fields
    return raw


MANY = [{"id": f"c{n}", "name": f"C {n}", "lat": 1.0, "lon": 1.0} for n in range(10_000)]
HOSTILE: list[tuple[str, dict[str, Any], str]] = [
    ("no version", {**small(), "format": None}, "format: expected 1"),
    ("newer version", small(format=2), "format: 2 is newer"),
    ("version true", small(format=True), "format: expected 1"),
    ("unknown field", small(script="alert(1)"), "script: .*unknown field"),
    ("missing title", {k: v for k, v in small().items() if k != "title"}, "title: .*missing"),
    ("10,000 cities", small(area=[{"id": "a", "name": "A", "cities": MANY}]), "board: expected at most 4500 parts"),
    ("129 cities", small(area=[{"id": "a", "name": "A", "cities": MANY[:129]}]), "area.cities: expected at most 128"),
    ("11 areas", small(area=[{"id": "a", "name": "A", "cities": []}] * 11), "area: expected at most 10"),
    ("500 links", small(connections=[["a1", "a2", 1]] * 500), "connections: expected at most 400"),
    ("script in a name", with_city(name="<script>alert(1)</script>"), r"area\[0\].cities\[0\].name: the character '<'"),
    ("script in the title", small(title="<img onerror=x>"), "title: the character '<'"),
    ("invisible letters", with_city(name="Ber\u202elin"), r"cities\[0\].name: the character"),
    ("long name", with_city(name="x" * 33), r"cities\[0\].name: expected 1 to 32"),
    ("empty name", with_city(name="  "), r"cities\[0\].name: expected 1 to 32"),
    ("script in a label", small(area=[{**small()["area"][0], "label": "<b>"}]), r"area\[0\].label: the character '<'"),
    ("long label", small(area=[{**small()["area"][0], "label": "x" * 65}]), r"area\[0\].label: expected 1 to 64"),
    ("odd id", with_city(id="../etc"), r"area\[0\].cities\[0\].id: expected up to 32"),
    ("NaN cost", small(connections=[["a1", "a2", math.nan]]), r"connections\[0\]\[2\]: expected a finite number"),
    ("negative cost", small(connections=[["a1", "a2", -1]]), r"connections.0 \(a1 - a2\): expected a cost of 0 to 99"),
    ("huge cost", small(connections=[["a1", "a2", 10**30]]), r"connections.0 \(a1 - a2\)"),
    ("NaN latitude", with_city(lat=math.nan), r"area\[0\].cities\[0\].lat"),
    ("beyond the pole", with_city(lat=91.0), r"area\[0\].cities\[0\].lat"),
    ("deep", small(rules={"policies": nested(50)}), "board: nested more than 8 deep"),
    ("cyclic", small(rules={"policies": {"fuel_supply": cyclic()}}), "board: nested more than 8 deep"),
    ("foreign edition", small(edition="card-game"), "edition: expected one of deluxe, original, recharged"),
    ("foreign fuel", small(fuel="card-game"), "fuel: expected one of"),
    ("unknown switch", small(rules={"switches": {"may_give_up_fuel": True}}), "rules.switches.may_give_up_fuel"),
    ("own task order", small(rules={"tasks": {"round": []}}), "rules.tasks.round: expected one as our boards"),
    ("own policy", small(rules={"policies": {"fuel_supply": {"name": "coal_storage"}}}), "rules.policies.fuel_supply"),
    ("half a planned market", small(rules={"stack": {"kind": "planned"}}), "rules.stack: expected the stack of one"),
    ("two markets of one", small(rules={"policies": {"fuel_supply": {"name": "twin_markets"}}}), "fuel: two markets"),
    ("long source", small(source="x" * 2001), "board.source: expected at most 2000"),
    ("layout of others", small(layout={"cities": {"zz": [1.0, 1.0, "e"]}}), "layout.cities.a1: missing"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "message"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_a_hostile_file_is_refused_by_name_of_field(raw: dict[str, Any], message: str) -> None:
    """Each mistake is refused, and the refusal names the field."""
    with pytest.raises(BadData, match=message):
        board_of("hostile", raw)


LAYOUTS: list[tuple[str, dict[str, Any], str]] = [
    ("place NaN", {"cities": {"a1": [math.nan, 0.0, "e"]}}, r"layout.cities.a1\[0\]: expected a finite number"),
    ("place far", {"cities": {"a1": [1e9, 0.0, "e"]}}, "layout.cities.a1: expected x and y"),
    ("side", {"cities": {"a1": [0.0, 0.0, "up"]}}, "layout.cities.a1: expected a side"),
    ("scale", {"scale": 100.0}, "layout.scale: expected"),
    ("stranger", {"cities": {"zz": [0.0, 0.0, "e"]}}, "layout.cities.zz: there is no such city"),
    ("label", {"names": {"a1": "<b>"}}, "layout.names.a1: the character"),
    ("tint", {"areas": {"a": {"tint": "url(x)"}}}, "layout.areas.a.tint: expected one of"),
    ("no area", {"areas": {"zz": {}}}, "layout.areas.zz: there is no such area"),
]


@pytest.mark.parametrize(("change", "message"), [row[1:] for row in LAYOUTS], ids=[row[0] for row in LAYOUTS])
def test_a_hostile_layout_is_refused_by_name_of_field(change: dict[str, Any], message: str) -> None:
    """Each mistake in a layout is refused, and the refusal names the field."""
    cities = {city["id"]: [0.0, 0.0, "e"] for area in small()["area"] for city in area["cities"]}
    layout = {"cities": {**cities, **change.get("cities", {})}, **{k: v for k, v in change.items() if k != "cities"}}
    with pytest.raises(BadData, match=message):
        board_of("hostile", small(layout=layout))


def test_a_text_that_is_no_board_is_refused() -> None:
    """Too many bytes, deep nesting, broken TOML and other encodings are refused before anything is read."""
    for text, message in (
        (b"a" * (BYTES_MOST + 1), "expected at most 200000 bytes"),
        (b"a = " + b"[" * 90_000, "not TOML"),
        (b"a = {", "not TOML"),
        (b"\xff\xfe", "not a text file in UTF-8"),
        (b"n = " + b"9" * 10_000, "not TOML|format"),
    ):
        with pytest.raises(BadData, match=message):
            board_of_text("hostile", text)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(key=st.sampled_from([*small(), "layout", "rules", "notes", "printing"]), value=PLAIN)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_value_of_a_field_is_read_or_refused(key: str, value: Any) -> None:
    """Whatever stands in a field, the file is read or `BadData` says why not; nothing else happens."""
    try:
        board = board_of("fuzz", small(**{key: value}))
    except BadData as error:
        reason = error.reason
    else:
        assert board_of("again", plain(board)) == board
        return
    assert reason


@given(text=st.text(max_size=300) | st.binary(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    """Whatever stands in a file, it is read or `BadData` says why not."""
    with pytest.raises(BadData):
        board_of_text("fuzz", text)
