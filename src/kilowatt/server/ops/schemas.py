"""The protocol's schemas, generated: OpenAPI of the REST API and JSON Schema of the socket. `python -m` writes them.

The page's types are made from these files; a test checks that they are current.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from kilowatt import protocol as wire
from kilowatt.server.app import DESCRIPTION, make_litestar

FOLDER = Path(__file__).parents[1] / "schema"


def socket_schema() -> dict[str, Any]:
    """Describe what goes over the socket, and every other Struct of the wire."""
    structs = [kind for kind in vars(wire).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    others = [kind for kind in structs if kind.__module__.startswith(wire.__name__) and kind is not wire.Wire]
    kinds = [wire.ClientMessage, wire.ServerMessage, *others]
    (client, server, *_), components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    components["ClientMessage"] = client
    components["ServerMessage"] = server
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Kilowatt socket",
        "description": "Messages of /api/tables/{code}/socket: what a client sends and what the server sends.",
        "$defs": dict(sorted(components.items())),
    }


def openapi_schema() -> dict[str, Any]:
    """Describe the REST API."""
    schema: dict[str, Any] = make_litestar(None, DESCRIPTION).openapi_schema.to_schema()
    return schema


def written(schema: dict[str, Any]) -> str:
    """Write a schema as its file holds it."""
    return msgspec.json.format(msgspec.json.encode(schema, order="sorted"), indent=2).decode() + "\n"


FILES = {"socket.json": socket_schema, "openapi.json": openapi_schema}


def main() -> None:
    """Write both files."""
    FOLDER.mkdir(exist_ok=True)
    for name, make in FILES.items():
        (FOLDER / name).write_text(written(make()), encoding="utf-8")


if __name__ == "__main__":
    main()
