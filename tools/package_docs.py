"""A page per package, of at most one screen, made from docstrings and from the import contracts."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import partial
from typing import TYPE_CHECKING, Any

from tools.architecture import PACKAGE, TOP, layers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FOLDER = TOP / "docs" / "reference" / "packages"
LINES = 40
"""Lines of a page at most: one screen."""
BEGIN = {
    "arena": ("game", "schedule", "standings", "entrants", "lines", "backends"),
    "bots": ("roster", "advice", "simple", "economist", "lookahead", "learned", "valuing", "levels"),
    "cli": ("play", "serve", "arena", "records", "simulate", "board", "errors"),
    "client": ("client", "seat", "bot_seat", "errors"),
    "coach": ("advise", "claims", "plan", "review", "judge", "check", "puzzles"),
    "editions": ("registry", "compose", "options", "policies", "board_file", "board_checks", "revisions"),
    "engine": ("rules", "state", "actions", "phases", "machine", "tasks", "policies", "knowledge", "check"),
    "envs": ("episode", "encoding", "observation", "grains", "kilowatt_v0", "single", "openspiel", "vector"),
    "host": ("room", "deciding", "rows", "game", "local", "thinking", "review_making", "making"),
    "kernel": ("batch", "machine", "record_layout", "supported", "transfer", "backend"),
    "learning": ("training", "selfplay", "fitting", "matches", "network"),
    "protocol": ("socket_messages", "game_messages", "table_messages", "views", "fields", "coding"),
    "server": ("app", "server", "http", "tables", "store", "thinking", "settings", "limits", "ops"),
    "statistics": (),
    "table": ("referee", "record", "dealer", "rulebook", "messages", "notation", "undo"),
}
"""Where to begin in each package: a few of its modules, in the order in which to read them."""


def module(*names: str) -> Path:
    """Return the file of a module or of a package."""
    place = TOP.joinpath("src", PACKAGE, *names)
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def docstring(*names: str) -> str:
    """Return what a module says of itself."""
    return ast.get_docstring(ast.parse(module(*names).read_text(encoding="utf-8"))) or ""


def contracts() -> list[dict[str, Any]]:
    """Return the import contracts of the project."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    return list(project["tool"]["importlinter"]["contracts"])


def own_contracts(name: str) -> list[str]:
    """Return what else the gate checks of a package's imports, in the words of its contracts."""
    own = f"{PACKAGE}.{name}"
    return [
        row["name"]
        for row in contracts()
        if any(
            place == own or place.startswith(f"{own}.")
            for place in [*row.get("source_modules", []), *row.get("containers", [])]
        )
    ]


def page(name: str) -> str:
    """Write the page of one package."""
    rows = layers()
    [at] = [place for place, names in enumerate(rows) if name in names]
    below = [f"[`{one}`]({one}.md)" for names in rows[at + 1 :] for one in names]
    above = [f"[`{one}`]({one}.md)" for names in rows[:at] for one in names]
    parts = [
        f"# {PACKAGE}.{name}",
        docstring(name),
        f"**May import:** {', '.join(below) or 'no other package of Kilowatt'}.",
        f"**May be imported by:** {', '.join(above) or 'no other package'}.",
        *[f"**Checked as well:** {contract}." for contract in own_contracts(name)],
    ]
    if BEGIN[name]:
        lines = [f"| `{one}` | {_sentence(docstring(name, one))} |" for one in BEGIN[name]]
        parts.append("\n".join(["| begin with | what it is |", "|---|---|", *lines]))
    folder = f"src/{PACKAGE}/{name}" if BEGIN[name] else f"src/{PACKAGE}/{name}.py"
    parts.append(f"The code is in `{folder}`. [The architecture](../../architecture.md) shows all packages.")
    return "\n\n".join(parts) + "\n"


def _sentence(text: str) -> str:
    """Return the first paragraph of a docstring as one line of a table."""
    return re.sub(r"\s+", " ", text.split("\n\n", maxsplit=1)[0]).replace("|", "\\|")


PAGES: dict[Path, Callable[[], str]] = {
    FOLDER / f"{name}.md": partial(page, name) for names in layers() for name in names
}
