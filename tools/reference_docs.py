"""The pages of the reference that are made from the code: the command line, and the routes of the server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import typer

from kilowatt.cli import app
from tools.schema_docs import linked
from tools.shapes import shape

TOP = Path(__file__).parents[1]
REFERENCE = TOP / "docs" / "reference"
SCHEMA = TOP / "src" / "kilowatt" / "server" / "schema" / "openapi.json"
HTTP_HEAD = """\
# HTTP routes

Written by `make docs` from the schema that a server publishes at `/api/schema/openapi.json`. A body and an answer link
[their fields](schemas.md); answers are JSON where nothing else is said, with status 200 or the one that is named. What
is refused is answered with a [`Problem`](schemas.md#problem) and a status of 400 or more:
[the protocol](protocol.md#rest) lists them, and says what one sentence cannot. Who may call each route, how large and
how often: [the table of routes](limits.md#routes-and-messages).
"""
MARKUP = re.compile(r"\[/?[a-z ]+\]")


def command_line() -> str:
    """Write every command with its arguments and options."""
    group = typer.main.get_command(app)
    parts = [
        "# The command line",
        "",
        "Written by `make docs` from the commands themselves; `kilowatt COMMAND --help` prints the same.",
        "",
        *_commands(group, "kilowatt"),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _commands(command: Any, name: str) -> list[str]:  # noqa: ANN401 - typer has its own copy of click's classes
    inner = getattr(command, "commands", {})
    parts = [f"## `{name}`", "", _text(command.help), "", *_parameters(command)]
    for key in sorted(key for key, one in inner.items() if not one.hidden):
        parts += _commands(inner[key], f"{name} {key}")
    return parts


def _parameters(command: Any) -> list[str]:  # noqa: ANN401 - as above
    rows = [_parameter(one) for one in command.params if one.name != "help"]
    return ["| argument or option | meaning |", "|---|---|", *rows, ""] if rows else []


def _parameter(one: Any) -> str:  # noqa: ANN401 - as above
    if one.param_type_name == "argument":
        names = f"`{one.name.upper()}`"
    else:
        names = ", ".join(f"`{name}`" for name in [*one.opts, *one.secondary_opts])
    default = one.default
    plain = isinstance(default, str | int | float) and not isinstance(default, bool) and default != ""
    shown = f" Default: `{default}`." if plain else ""
    meaning = _text(getattr(one, "help", "") or "").rstrip(".")
    return f"| {names} | {meaning}.{shown} |" if meaning else f"| {names} |{shown} |"


def _text(text: str | None) -> str:
    return MARKUP.sub("", " ".join((text or "").split())).replace("|", "\\|")


def http_routes() -> str:
    """Write every route with what it does, takes and answers, from the schema that the server publishes."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    groups: dict[str, list[str]] = {}
    for path, methods in sorted(schema["paths"].items()):
        parts = path.split("/")
        rows = groups.setdefault(f"/{parts[1]}/{parts[2]}" if parts[1] == "api" else "Outside `/api`", [])
        rows += [
            _route(f"{method.upper()} {path}", row, schema["components"]["schemas"]) for method, row in methods.items()
        ]
    head = ["| route | takes | answers | what it does |", "|---|---|---|---|"]
    tables = [line for name, rows in groups.items() for line in ["", f"## {_title(name)}", "", *head, *rows]]
    return HTTP_HEAD + "\n".join(tables) + "\n"


def _title(name: str) -> str:
    return f"`{name}`" if name.startswith("/") else name


def _route(name: str, row: dict[str, Any], schemas: dict[str, Any]) -> str:
    takes = [
        f"`{one['name']}{'' if one.get('required') else '?'}`: {_limited(one, schemas)}"
        for one in row.get("parameters", ())
    ]
    body = row.get("requestBody", {})
    if body:
        takes.append(("" if body.get("required") else "or nothing: ") + _content(body, schemas))
    answers = [
        " ".join(filter(None, [code if code != "200" else "", _content(answer, schemas)]))
        for code, answer in row["responses"].items()
        if code < "400"
    ]
    about = " ".join(str(row.get("description") or row.get("summary")).split())
    return f"| `{name}` | {'<br>'.join(takes)} | {'<br>'.join(answers)} | {about} |"


def _limited(one: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return what a parameter is, with its sentence."""
    about = " ".join(str(one.get("description", "")).split())
    return " ".join(filter(None, [linked(shape(one["schema"]), schemas, "schemas.md") + ".", about]))


def _content(part: dict[str, Any], schemas: dict[str, Any]) -> str:
    """Return the body of a request or an answer, with a link to its fields."""
    return " or ".join(
        linked(shape(one["schema"]), schemas, "schemas.md") + ("" if kind == "application/json" else f" (`{kind}`)")
        for kind, one in part.get("content", {}).items()
    )


PAGES = {REFERENCE / "command-line.md": command_line, REFERENCE / "http.md": http_routes}
