"""Tables of fields for the reference, from the code's own Structs: what goes over the wire, and a record's lines."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

import kilowatt.protocol  # noqa: F401 - its classes are looked up by name
from kilowatt.table.record import Entry, Header
from tools.server_docs import between
from tools.shapes import Schema, default, fields, shape

TOP = Path(__file__).parents[1]
REFERENCE = TOP / "docs" / "reference"
SCHEMA = TOP / "src" / "kilowatt" / "server" / "schema" / "socket.json"
SCHEMAS_PAGE = REFERENCE / "schemas.md"
RECORD_PAGE = REFERENCE / "record.md"
HEAD = """\
# Messages and bodies

Written by `make docs` from the schemas that a server publishes at `/api/schema/`. [The protocol](protocol.md) explains
how messages follow each other; [the routes](http.md) link their bodies and answers here. A field without `?` must be
there. New fields may come in what a server sends: ignore what you do not know.
"""
GROUPS = {
    "What a client sends over the socket": "ClientMessage",
    "What the server sends over the socket": "ServerMessage",
}
REST = "Bodies, answers, and the parts of both"


def attribute_notes(kind: type) -> dict[str, str]:
    """Return what stands below each field of a class, its bases included."""
    notes: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        if not base.__module__.startswith("kilowatt"):
            continue
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        body = tree.body if isinstance(tree, ast.ClassDef) else []
        for row, after in pairwise(body):
            text = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else None
            if isinstance(text, str) and isinstance(row, ast.AnnAssign) and isinstance(row.target, ast.Name):
                notes[row.target.id] = " ".join(text.split())
    return notes


def structs(kind: type = msgspec.Struct) -> Iterable[type]:
    """Return every Struct of Kilowatt that is loaded."""
    subclasses: list[type] = kind.__subclasses__()
    for below in subclasses:
        if below.__module__.startswith("kilowatt"):
            yield below
        yield from structs(below)


def classes(schemas: dict[str, Schema]) -> dict[str, type]:
    """Return the class behind each schema: the one of its name with its fields."""
    rows: dict[str, type] = {}
    for kind in structs():
        schema = schemas.get(kind.__name__, {})
        own = set(kind.__struct_encode_fields__)  # type: ignore[attr-defined]
        if own and own == set(schema.get("properties", ())) - {"type"}:
            rows[kind.__name__] = kind
    return rows


def field_table(schema: Schema, notes: dict[str, str], known: Iterable[str]) -> list[str]:
    """Return a table of the fields of an object."""
    rows = ["| field | what | default | |", "|---|---|---|---|"]
    for (name, what), part in zip(fields(schema).items(), schema["properties"].values(), strict=True):
        held = default(part)
        note = notes.get(name.removesuffix("?"), "")
        rows.append(f"| `{name}` | {linked(what, known)} | {f'`{held}`' if held else ''} | {cell(note)} |")
    return rows


def linked(what: str, known: Iterable[str], page: str = "") -> str:
    """Return the words of a shape with a link for each name of a schema."""
    names = set(known)
    words = (f"[{word}]({page}#{word.lower()})" if word in names else word for word in _words(cell(what)))
    return "".join(words)


def _words(text: str) -> list[str]:
    parts = [""]
    for letter in text:
        if letter.isalnum() != (parts[-1][-1:].isalnum()):
            parts.append("")
        parts[-1] += letter
    return parts


def cell(text: str) -> str:
    """Return a text as a cell of a table holds it, on one line."""
    return " ".join(text.split()).replace("|", "\\|")


def _section(name: str, schema: Schema, kinds: dict[str, type], known: Iterable[str]) -> list[str]:
    about = cell(str(schema.get("description", ""))).replace("\\|", "|")
    rows = [f"### {name}", "", *([about, ""] if about else [])]
    if schema.get("properties"):
        notes = attribute_notes(kinds[name]) if name in kinds else {}
        return [*rows, *field_table(schema, notes, known), ""]
    return [*rows, f"{linked(shape(schema), known)}.", ""]


def schemas_page() -> str:
    """Write every message, body and answer with its fields."""
    schemas: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))["$defs"]
    kinds = classes(schemas)
    left = dict(schemas)
    lines = [HEAD]
    for title, union in GROUPS.items():
        names = sorted(ref.rpartition("/")[2] for ref in schemas[union]["discriminator"]["mapping"].values())
        lines += [f"## {title}", ""]
        for name in names:
            lines += _section(name, left.pop(name), kinds, schemas)
        left.pop(union)
    lines += [f"## {REST}", ""]
    for name, schema in left.items():
        lines += _section(name, schema, kinds, schemas)
    return "\n".join(lines).rstrip() + "\n"


def record_page() -> str:
    """Return the page on records with the fields of a header, an entry, and every action."""
    _, schemas = msgspec.json.schema_components([Header, Entry], ref_template="#/{name}")
    kinds = classes(schemas)
    rows: list[str] = []
    for name in ["Header", "Fork", "Entry", *sorted(set(schemas) - {"Header", "Fork", "Entry"})]:
        rows += _section(name, schemas[name], kinds, schemas)
    return between(RECORD_PAGE, "fields", rows)


PAGES = {SCHEMAS_PAGE: schemas_page, RECORD_PAGE: record_page}
