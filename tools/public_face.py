"""What others build on, as plain data: Python names, commands, messages, routes, settings, records and board files.

`python -m tools.public_face` compares it with tests/architecture/public_face.json; `--write` stores it, together with a
note in CHANGELOG.md. `--release` notes that this version is released: from then on each change needs its line in the
changelog, and CITATION.cff has its version and date. docs/stability.md says what each part promises.
"""

from __future__ import annotations

import json
import re
import sys
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import typer

import kilowatt
from kilowatt import bots, client, envs, public
from kilowatt.cli import app
from kilowatt.editions.list_shapes import ContractorCard
from kilowatt.editions.schema import BoardFile, DeckData
from kilowatt.server.settings import OTHERS, declared
from kilowatt.table.record import Entry, Header
from tools.changelog_notes import CHANGELOG, CITATION, RELEASED, cited, released_face
from tools.public_names import described
from tools.shapes import Schema, default, fields, shape

TOP = Path(__file__).parents[1]
STORED = TOP / "tests" / "architecture" / "public_face.json"
SNAPSHOT = TOP / "docs" / "reference" / "snapshot.md"
SCHEMAS = TOP / "src" / "kilowatt" / "server" / "schema"


def face() -> dict[str, Any]:
    """Return everything that is promised."""
    openapi = json.loads((SCHEMAS / "openapi.json").read_text(encoding="utf-8"))
    socket = json.loads((SCHEMAS / "socket.json").read_text(encoding="utf-8"))
    return {
        "python": {name: described(getattr(kilowatt, name)) for name in sorted(public.__all__)},
        **{
            f"python {module.__name__}": {name: described(getattr(module, name)) for name in sorted(module.__all__)}
            for module in (bots, client, envs)
        },
        "commands": dict(sorted(_commands(typer.main.get_command(app), "kilowatt").items())),
        "routes": dict(sorted(_routes(openapi["paths"]))),
        "messages and bodies": {name: _struct(row) for name, row in sorted(socket["$defs"].items())},
        "settings": sorted([row.variable for row in declared()] + [name for name, text in OTHERS.items() if text]),
        "records": _components(Header, Entry),
        "board files": _components(BoardFile),
        "own cards": _components(DeckData, ContractorCard),
        "snapshot": _snapshot(),
        "rulesets": sorted(row.id for row in kilowatt.rulesets()),
    }


def differences(old: Any, new: Any, where: str = "") -> list[str]:  # noqa: ANN401 - plain data
    """List what was added, removed or changed, each with its place."""
    if isinstance(old, dict) and isinstance(new, dict):
        rows = [line for key in sorted({*old, *new}) for line in _at(old, new, key, where)]
    elif isinstance(old, list) and isinstance(new, list):
        rows = [f"removed: {where} {one}" for one in old if one not in new]
        rows += [f"added: {where} {one}" for one in new if one not in old]
    else:
        rows = [] if old == new else [f"changed: {where}: {old} is now {new}"]
    return rows


def _at(old: dict[str, Any], new: dict[str, Any], key: str, where: str) -> list[str]:
    place = f"{where} {key}".strip()
    if key not in new:
        return [f"removed: {place}"]
    return differences(old[key], new[key], place) if key in old else [f"added: {place}"]


def _struct(schema: Schema) -> dict[str, str] | str:
    if "properties" not in schema:
        return shape(schema)
    parts = schema["properties"].values()
    return {
        name: f"{text} = {held}" if (held := default(part)) else text
        for part, (name, text) in zip(parts, fields(schema).items(), strict=True)
    }


def _snapshot() -> dict[str, str]:
    """Return the keys of the snapshot, which tests/table/test_snapshot.py compares with real ones."""
    parts: dict[str, str] = {}
    section = ""
    for line in SNAPSHOT.read_text(encoding="utf-8").splitlines():
        section = f"{line.split('`')[1]}." if line.startswith("## `") else section
        if row := re.match(r"\| `([^`]+)` \| ([^|]+) \|", line):
            parts[f"{section}{row[1]}"] = row[2]
    return parts


def _components(*kinds: type) -> dict[str, Any]:
    """Return the fields of kinds of files, and of everything in them."""
    _, components = msgspec.json.schema_components(kinds, ref_template="{name}")
    return {name: _struct(row) for name, row in sorted(components.items())}


def _routes(paths: dict[str, Any]) -> list[tuple[str, Any]]:
    return [
        (f"{method.upper()} {path}", _route(row)) for path, methods in paths.items() for method, row in methods.items()
    ]


def _route(row: dict[str, Any]) -> dict[str, Any]:
    """Return what a route takes and answers; refusals are alike on all routes, so they are not among its answers."""
    takes = {
        f"{one['in']} {one['name']}{'' if one.get('required') else '?'}": shape(one["schema"])
        for one in row.get("parameters", ())
    }
    if "requestBody" in row:
        body = row["requestBody"]
        takes[f"body{'' if body.get('required') else '?'}"] = _content(body)
    answers = {code: _content(one) for code, one in row["responses"].items() if code < "400"}
    return {**takes, **{f"answer {code}": content for code, content in answers.items()}}


def _content(part: dict[str, Any]) -> str:
    kinds = part.get("content", {})
    return "; ".join(
        shape(one["schema"]) if kind == "application/json" else f"{kind}: {shape(one['schema'])}"
        for kind, one in kinds.items()
    )


def _commands(command: Any, name: str) -> dict[str, dict[str, str]]:  # noqa: ANN401 - typer's copy of click's classes
    rows = {name: {_written(one): _value(one) for one in command.params if one.name != "help"}}
    for key, inner in getattr(command, "commands", {}).items():
        rows |= _commands(inner, f"{name} {key}")
    return rows


def _written(one: Any) -> str:  # noqa: ANN401 - as above
    written = " ".join(sorted([*one.opts, *one.secondary_opts])) if one.param_type_name == "option" else one.name
    return f"{written}{'' if one.required else '?'}"


def _value(one: Any) -> str:  # noqa: ANN401 - as above
    kind = one.type_descriptor.annotation
    name = " or ".join(map(str, kind)) if isinstance(kind, type) and issubclass(kind, Enum) else _name(kind)
    limits = [f"{word} {value}" for word in ("min", "max") if (value := getattr(one, word, None)) is not None]
    plain = isinstance(one.default, str | int | float) and one.default not in ("", False)
    return " ".join([name, *limits, *(["several"] if one.multiple else []), *([f"= {one.default}"] if plain else [])])


def _name(kind: Any) -> str:  # noqa: ANN401 - a type or an annotation
    return kind.__name__ if type(kind) is type else str(kind)


def main() -> None:
    """Compare, or write."""
    if "--write" in sys.argv:
        STORED.write_text(json.dumps(face(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return
    if "--release" in sys.argv:
        RELEASED.write_text(json.dumps(released_face(face()), indent=0) + "\n", encoding="utf-8")
        citation, changelog = [path.read_text(encoding="utf-8") for path in (CITATION, CHANGELOG)]
        CITATION.write_text(cited(citation, changelog, kilowatt.__version__), encoding="utf-8")
        return
    rows = differences(json.loads(STORED.read_text(encoding="utf-8")), face())
    print("\n".join(rows) or "nothing has changed")


if __name__ == "__main__":
    main()
