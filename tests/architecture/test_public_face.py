"""What others build on changes only on purpose: names, commands, messages, routes, settings, records, board files."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tools.changelog_notes import CHANGELOG, RELEASED, changed, not_noted, released_face
from tools.public_face import SCHEMAS, STORED, differences, face
from tools.public_names import described
from tools.shapes import fields, shape


@cache
def now() -> dict[str, Any]:
    """Return the public face of the code, as its file would hold it."""
    return dict(json.loads(json.dumps(face())))


def test_nothing_public_has_changed_without_a_note() -> None:
    """The public face is the stored one: after a change on purpose, note it in CHANGELOG.md and write it again."""
    rows = differences(json.loads(STORED.read_text(encoding="utf-8")), now())
    assert not rows, "\n".join(["note it in CHANGELOG.md, then: python -m tools.public_face --write", *rows])


def test_the_changelog_names_what_has_changed_since_the_release() -> None:
    """Each public name that was added, removed or changed since the last release is in a newer section."""
    released = json.loads(RELEASED.read_text(encoding="utf-8"))
    missing = not_noted(released, released_face(now()), CHANGELOG.read_text(encoding="utf-8"))
    what = "name each, as code, under [Unreleased] of CHANGELOG.md (For programs: `Name`, ...):"
    assert not missing, "\n".join([what, *missing])


def test_each_kind_of_change_is_named() -> None:
    """A name that is gone, new or different is listed with its place."""
    old = {"python": {"a": "(x)", "b": "(y)"}, "routes": ["GET /one", "GET /two"]}
    new = {"python": {"a": "(x, z)", "c": "()"}, "routes": ["GET /two", "GET /three"]}
    assert differences(old, new) == [
        "changed: python a: (x) is now (x, z)",
        "removed: python b",
        "added: python c",
        "removed: routes GET /one",
        "added: routes GET /three",
    ]


@pytest.mark.parametrize(
    ("place", "part"),
    [
        (("python", "Table", "fork"), "(self, upto: 'int', seed: 'int | str | bytes') -> 'Table'"),
        (("python", "Table", "log"), "property 'list[Event]'"),
        (("python", "State", "money"), "value"),
        (("python", "notation", "read"), "(line: 'str', seat: 'int') -> 'Action'"),
        (("python", "Quote", "total"), "int"),
        (("python kilowatt.envs", "Encoding", "name"), "(self, number: 'int') -> 'str'"),
        (("python kilowatt.bots", "Budget", "work"), "int | None"),
        (("commands", "kilowatt arena", "--deals?"), "int min 1 = 25"),
        (("routes", "POST /api/tables", "body"), "CreateTable"),
        (("routes", "POST /api/tables", "answer 201"), "Seated"),
        (("messages and bodies", "CreateTable", "seats"), "list of SeatPlan, 2 to 6"),
        (("messages and bodies", "CreateTable", "visibility?"), '"private" or "public" = "private"'),
        (("records", "Entry", "undo?"), "whole number or null"),
        (("board files", "CityData", "lat"), "number from -90 to 90"),
        (("board files", "SpacesData", "costs"), "list of whole number"),
        (("own cards", "PlantData", "printed?"), "true or false = true"),
        (("snapshot", "seats.bought"), "true or false"),
    ],
)
def test_parts_of_public_things_are_held(place: tuple[str, ...], part: str) -> None:
    """Methods, properties, types, limits and required marks are part of the face: a change of one would be seen."""
    value: Any = now()
    for name in place:
        value = value[name]
    assert value == part


def test_bodies_over_http_are_the_stored_ones() -> None:
    """Every body and answer of a route has the fields that the face holds under its name."""
    held = now()["messages and bodies"]
    schemas = json.loads((SCHEMAS / "openapi.json").read_text(encoding="utf-8"))["components"]["schemas"]
    assert {name: sorted(fields(row)) for name, row in schemas.items()} == {
        name: sorted(held[name]) for name in schemas
    }


def test_changes_are_named_by_the_changelog() -> None:
    """A changed name needs its line above the section of the release; a word in prose or below it is not enough."""
    old = {"python": {"Table": {"play": "(x)"}, "gone": "()"}, "routes": {"GET /api/a/{b}": {}}, "settings": ["A"]}
    new = {"python": {"Table": {"play": "(y)"}}, "routes": {"POST /api/a/{b}": {}}, "settings": ["A", "KILO_B"]}
    before, after = released_face(old), released_face(new)
    before["version"] = "1.0.0"
    rows = [
        "python: Table",
        "python: gone",
        "routes: GET /api/a/{b}",
        "routes: POST /api/a/{b}",
        "settings: KILO_B",
    ]
    assert [f"{kind}: {name}" for kind, name in changed(before, after)] == rows
    released = "\n## [1.0.0] - 2026-11-18\n- `Table`, `gone`, `/api/a/{b}`, `KILO_B`.\n"
    assert not_noted(before, after, f"- A Table is gone, and `Tables`.{released}") == rows
    assert not_noted(before, after, f"- `Table.play(y)`; `gone` has left; `KILO_B`.{released}") == rows[2:4]
    assert not_noted(before, after, f"- `Table`, `gone`, `KILO_B`, `POST /api/a/...`.{released}") == []


def test_boards_are_named_by_their_words() -> None:
    """A new ruleset is noted by the name of its board."""
    before, after = released_face({"rulesets": []}), released_face({"rulesets": ["original/south_africa"]})
    assert not_noted(before, after, "- The atlas: India.\n") == ["rulesets: original/south_africa"]
    assert not_noted(before, after, "- The atlas: South Africa, in both editions.\n") == []


def test_schemas_are_put_into_words() -> None:
    """Types, limits, choices and references of a schema become words, and an unknown limit is an error."""
    assert shape({"type": "string", "minLength": 1, "maxLength": 64}) == "text of 1 to 64 characters"
    assert shape({"anyOf": [{"$ref": "#/$defs/Name"}, {"type": "null"}]}) == "Name or null"
    assert shape({"enum": ["a", None]}) == '"a" or null'
    assert shape({"type": "array", "items": {"type": "integer", "minimum": 0}, "maxItems": 3}) == (
        "list of whole number from 0, at most 3"
    )
    assert shape({"type": "object", "additionalProperties": {"type": "boolean"}, "maxProperties": 2}) == (
        "map of text to true or false, at most 2 names"
    )
    assert fields({"properties": {"a": {"type": "null"}, "b": {}}, "required": ["a"]}) == {
        "a": "null",
        "b?": "anything",
    }
    with pytest.raises(ValueError, match="multipleOf"):
        shape({"type": "integer", "multipleOf": 2})


class Shown:
    """A class with everything that others may use."""

    field: int

    def __init__(self, one: int) -> None:
        self._hidden = one

    @property
    def whole(self) -> str:
        """A property."""
        return ""

    @classmethod
    def make(cls) -> Shown:
        """Another way to make one."""
        return cls(1)

    def method(self, two: int = 2) -> int:
        """A method."""
        return two

    def _inner(self) -> None: ...


def test_a_class_is_held_with_its_parts() -> None:
    """Fields, properties and methods of a class are in the face; what begins with an underscore is not."""
    assert described(Shown) == {
        "(made with)": "(one: 'int') -> 'None'",
        "field": "int",
        "make": "classmethod (cls) -> 'Shown'",
        "method": "(self, two: 'int' = 2) -> 'int'",
        "whole": "property 'str'",
    }
