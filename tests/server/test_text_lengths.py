"""Lengths: every text that a client or a record brings along has a limit, and what exceeds it is named."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect

import kilowatt
from kilowatt import BadRecord, read_record
from kilowatt import protocol as wire
from kilowatt.client import Client
from kilowatt.protocol import SeatPlan, coding, fields
from tests.server.kit import run, serving, sqlite
from tests.server.seats import refused

PEOPLE = [SeatPlan("person", name=name) for name in "AB"]
LONG = "x" * 1_900_000
CHECKED = ("action", "actions", "credential", "options", "board", "plants", "run")
"""Fields whose texts are bounded by what they belong to, which the tests below and those of the workshop send."""


def unbounded(kind: inspect.Type, path: str) -> Iterator[str]:
    """List the texts below a type that have no limit."""
    if isinstance(kind, inspect.StrType) and kind.max_length is None:
        yield path
    elif isinstance(kind, inspect.StructType):
        for field in kind.fields:
            if field.name not in CHECKED:
                yield from unbounded(field.type, f"{path}.{field.name}")
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from unbounded(one, path)
    elif isinstance(kind, inspect.DictType):
        yield from unbounded(kind.key_type, path)
        yield from unbounded(kind.value_type, path)
    elif isinstance(kind, inspect.CollectionType):
        if kind.max_length is None:
            yield f"{path}[]"
        yield from unbounded(kind.item_type, path)
    elif isinstance(kind, inspect.AnyType):
        yield path


def test_every_text_of_every_message_and_body_has_a_limit() -> None:
    """Whatever Struct a client sends, each of its texts and lists states how long it may be."""
    structs = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, fields.Wire)]
    assert len(structs) > 15
    assert [path for kind in structs for path in unbounded(inspect.type_info(kind), kind.__name__)] == []


@pytest.mark.parametrize(
    "action",
    [
        {"type": "build", "seat": 0, "city": "x" * 65},
        {"type": "run", "seat": 0, "plants": [{"plant": "3", "burn": {"x" * 65: 1}}]},
        {"type": "run", "seat": 0, "plants": [{"plant": "3", "burn": {}}] * 100},
    ],
)
def test_texts_of_actions_are_bounded(action: dict[str, Any]) -> None:
    """An action with a giant in it is no message, and the answer says where."""
    raw = json.dumps({"type": "act", "key": "k", "expect": 0, "action": action})
    with pytest.raises(coding.BadMessage) as caught:
        coding.read(raw)
    assert "expected at most" in caught.value.refused.text
    assert caught.value.refused.key == "k"


@pytest.mark.parametrize(
    "options", [{"zone": ["x" * 2_001]}, {"x" * 2_001: 1}, {"zone": [[[[[[[[["a"]]]]]]]]]}, {"zone": ["a"] * 600}]
)
def test_options_are_bounded(tmp_path: Path, options: dict[str, Any]) -> None:
    """Options of a table may be neither long, nor deep, nor many."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            for path, body in (("/api/tables", {"seats": PEOPLE}), ("/api/quick", {})):
                error = await refused(
                    ann.request("POST", path, {"ruleset": "recharged/germany", "options": options, **body})
                )
                assert error.code == "bad_request"
                assert "options" in error.text
                assert len(error.text) < 500

    run(check())


def lines(**header: Any) -> list[str]:
    """Write a short record, with changes of its header."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 2), seed=3)
    table.play(table.legal_actions()[0])
    first, *rest = table.record().lines()
    return [json.dumps({**json.loads(first), **header}), *rest]


@pytest.mark.parametrize("field", ["at", "by", "end", "seed"])
def test_texts_of_entries_are_bounded(field: str) -> None:
    """A record with a giant among its entries' texts is refused, and line and field are named."""
    record = lines()
    entry = json.loads(record[-1])
    if field in ("end", "seed"):
        del entry["action"]
    record[-1] = json.dumps({**entry, field: "00" * 1_000_000})
    with pytest.raises(BadRecord, match=f"line {len(record)}: {field}: expected at most"):
        read_record(record)


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ({"players": ["A", LONG]}, "players"),
        ({"deal": LONG}, "deal"),
        ({"ruleset": LONG}, "ruleset"),
        ({"options": {"zone": [LONG]}}, "options"),
    ],
)
def test_texts_of_headers_are_bounded(header: dict[str, Any], field: str) -> None:
    """A record with a giant in its header is refused by the field's name, and the giant is not quoted."""
    with pytest.raises(BadRecord, match=f"line 1: {field}") as caught:
        read_record(lines(**header))
    assert len(str(caught.value)) < 500


def test_an_imported_giant_is_refused_and_not_echoed(tmp_path: Path) -> None:
    """A name of 1.9 MB in an imported record is refused with a short answer."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            error = await refused(ann.import_record("\n".join(lines(players=["A", LONG]))))
            assert error.code == "bad_record"
            assert len(error.text) < 500

    run(check())
