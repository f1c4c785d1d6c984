"""`kilowatt rules`: the rulesets, one of them in full, or the sentence of one rule."""

from __future__ import annotations

import json
import string
import textwrap
from typing import Annotated, Any

import msgspec
import typer

import kilowatt
from kilowatt import BadData, BadOption
from kilowatt.editions import registry
from kilowatt.editions.compose import JOINTS, SWITCHES
from kilowatt.editions.schema import SEATS
from kilowatt.engine import tasks
from kilowatt.engine.policies import AXES
from kilowatt.engine.rules import Rules
from kilowatt.table import rulebook
from kilowatt.table.messages import catalogue

WIDTH = 80
"""Columns of a paragraph."""
LETTERS = string.ascii_uppercase
DEFAULTS = {axis: getattr(Rules(), axis).name() for axis in AXES}
"""The policy of the plain board game on each axis."""
KINDS = {
    "E": "stated in the rule document",
    "D": "follows from the rule document",
    "X": "an example",
    "A": "settled by us",
    "S": "two sources agree",
    "C": "one source",
}


def describe(ruleset: str, seats: int) -> dict[str, Any]:
    """Describe what sets a ruleset apart: its numbers, switches, policies and task orders."""
    rules = kilowatt.ruleset(ruleset, seats)
    return {
        "ruleset": rules.id,
        "title": rules.title,
        "seats": seats,
        "revision": rules.revision,
        "composed": rules.composed,
        "numbers": {
            "start_money": rules.start_money,
            "plants": len(rules.plants),
            "plant_limit": rules.plant_limit,
            "areas": rules.area_count,
            "cities": len(rules.board.cities),
            "step2_cities": rules.step2_at,
            "end_cities": rules.end_at,
            "opening_plants": len(rules.opening) + rules.opening_draws,
            "fuels": list(rules.fuels),
            "markets": list(rules.markets),
        },
        "switches": {name: getattr(rules, name) for name in sorted(SWITCHES)},
        "policies": {axis: getattr(rules, axis).name() for axis in AXES},
        "special": [row.key for row in rulebook.special(rules)],
        "reconstructed": reconstructed(ruleset, seats),
        "tasks": {joint: [tasks.NAMES[t] for t in getattr(rules, field)] for joint, field in JOINTS.items()},
    }


def reconstructed(ruleset: str, seats: int) -> list[str]:
    """List which cards have reconstructed values, the contractor's included."""
    return [row.text for row in rulebook.reconstructed(kilowatt.ruleset(ruleset, seats, {"contractor": True}))]


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]", help="Id of a ruleset, or of a rule as refusals cite it; without it, all rulesets"
        ),
    ] = None,
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts")] = False,
) -> None:
    """List the rulesets with what sets them apart, show one in full, or show one rule's sentence."""
    if name and name in registry.rules():
        _print_rule(name, as_json=as_json)
        return
    known = {row.id: row for row in kilowatt.rulesets()}
    if name is not None and name not in known:
        raise BadOption("id", f"there is no {name!r}; rulesets are {', '.join(known)}; a rule is written R18-SET-02")
    if as_json:
        print(json.dumps(describe(name, seats) if name else [_described(each, seats) for each in known], indent=1))
    elif name:
        _print_one(describe(name, seats))
    else:
        rows = [_described(each, seats) for each, info in known.items() if not info.chapter]
        counts = {each: info.seats for each, info in known.items()}
        print("\n".join([*_listed(rows, counts), "", *matrix(rows), "", *_atlas([*known.values()])]))
        print(f"\nAt {seats} seats; --seats asks for others. What all have in common is left out.")
        print("`kilowatt rules recharged/usa` shows one of them,\n`kilowatt rules O-SET-07` the rule of that name.")


def _described(ruleset: str, seats: int) -> dict[str, Any]:
    """Describe a ruleset at these seats, or at the next number its own data has numbers for."""
    for count in (seats, *[other for other in SEATS if other != seats]):
        try:
            return describe(ruleset, count)
        except BadData:
            continue
    return describe(ruleset, seats)


def _listed(rows: list[dict[str, Any]], counts: dict[str, tuple[int, ...]]) -> list[str]:
    """List the rulesets with the letters of their columns, what is special and the seats; composed ones are marked."""
    words = catalogue("en")["special_games"]
    lines = []
    for i, row in enumerate(rows):
        composed = " (composed)" if row["composed"] else ""
        lines.append(f"{LETTERS[i % len(LETTERS)]} {row['ruleset']:<24} {row['title']}{composed}")
        special = words.get(_word(row["ruleset"]))
        lines.append(f"    {f'{special}; ' if special else ''}{_seats(counts[row['ruleset']])}")
    return lines


def _seats(counts: tuple[int, ...]) -> str:
    """Write for how many seats a ruleset is played."""
    return f"{min(counts)}-{max(counts)} seats" if len(counts) > 1 else f"{counts[0]} seats"


def _word(ruleset: str) -> str:
    """Return an id as the catalogues write it."""
    return ruleset.replace("/", "_").replace("-", "_")


def _atlas(infos: list[registry.RulesetInfo]) -> list[str]:
    """List the boards of the atlas with their rulesets, the seats, and what is special; composed ones are marked."""
    words = catalogue("en")["special"]
    boards = dict.fromkeys([info.board for info in infos if info.chapter])
    lines = ["The atlas: boards known from one transcription; * is composed"]
    for board in boards:
        rows = [info for info in infos if info.board == board]
        ids = ", ".join([f"{info.id}{'*' if info.composed else ''}" for info in rows])
        lines += [f"{registry.board(board).title}: {words[board]}", f"    {ids}; {_seats(rows[0].seats)}"]
    return lines if boards else []


def matrix(rows: list[dict[str, Any]]) -> list[str]:
    """Write switches and policies against the rulesets, a narrow column each, for terminals of 80 columns.

    Only what differs has a row. A switch is `x` where it is set; a policy is the default where there is a dot, else a
    number that the lines below the row explain.
    """
    letters = " ".join(LETTERS[i % len(LETTERS)] for i in range(len(rows)))
    lines = [f"{'switch':<32} {letters}"]
    for name in rows[0]["switches"]:
        values = [row["switches"][name] for row in rows]
        if len(set(values)) > 1:
            lines.append(f"{name:<32} {' '.join('x' if value else '.' for value in values)}")
    lines += ["", f"{'policy':<32} {letters}"]
    for axis in rows[0]["policies"]:
        values = [row["policies"][axis] for row in rows]
        if len(set(values)) > 1:
            plain = DEFAULTS[axis]
            others = sorted({value for value in values if value != plain})
            cells = ["." if value == plain else str(others.index(value) + 1) for value in values]
            lines.append(f"{axis:<32} {' '.join(cells)}")
            lines.append(f"    {', '.join([f'. {plain}', *[f'{i} {name}' for i, name in enumerate(others, 1)]])}")
    return lines


def _print_rule(name: str, *, as_json: bool) -> None:
    rule = registry.rules()[name]
    if as_json:
        print(json.dumps({"id": name, **msgspec.to_builtins(rule)}, indent=1))
    else:
        print(f"{name}: {rule.text}\n({KINDS[rule.kind]}: {rule.source})")


def _print_one(row: dict[str, Any]) -> None:
    composed = ", composed" if row["composed"] else ""
    print(f"{row['title']} ({row['ruleset']}), {row['seats']} seats, revision {row['revision']}{composed}")
    for part in ("numbers", "switches", "policies"):
        print(f"\n{part}")
        for name, value in row[part].items():
            print(f"  {name:<32} {', '.join(map(str, value)) if isinstance(value, list) else value}")
    if row["special"]:
        print("\nspecial rules")
    for rule in row["special"]:
        print(
            textwrap.fill(f"{rule}: {registry.rules()[rule].text}", WIDTH, initial_indent="  ", subsequent_indent="  ")
        )
    if row["reconstructed"]:
        print("\nreconstructed")
    for text in row["reconstructed"]:
        print(textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  "))
    print("\ntasks")
    for joint, names in row["tasks"].items():
        print(f"  {joint:<18} {' > '.join(names)}")


def markdown(rows: list[dict[str, Any]]) -> str:
    """Write the table of rulesets in Markdown; a dot is the default of the plain board game."""
    heads = [row["ruleset"] for row in rows]
    lines = ["| | " + " | ".join(heads) + " |", "|:--" * (len(heads) + 1) + "|"]

    def add(part: str, name: str) -> None:
        values = [row[part][name] for row in rows]
        texts = [_cell(value) for value in values]
        lines.append(f"| {name} | " + " | ".join(texts) + " |")

    for part in ("numbers", "switches", "policies"):
        lines.append(f"| **{part}** |" + " |" * len(heads))
        for name in rows[0][part]:
            add(part, name)
    lines.append("| **tasks** |" + " |" * len(heads))
    for joint in rows[0]["tasks"]:
        add("tasks", joint)
    return "\n".join(lines)


def _cell(value: Any) -> str:  # noqa: ANN401 - numbers, booleans, names and lists
    if isinstance(value, bool):
        return "yes" if value else "·"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "·"
    return str(value) or "·"
