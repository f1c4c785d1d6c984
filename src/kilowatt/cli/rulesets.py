"""`kilowatt rules`: every ruleset against every switch and policy, or one ruleset in full."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

import kilowatt
from kilowatt.editions.compose import AXES, JOINTS, SWITCHES
from kilowatt.engine import tasks


def describe(ruleset: str, seats: int) -> dict[str, Any]:
    """Say what sets a ruleset apart: its numbers, switches, policies and task orders."""
    rules = kilowatt.ruleset(ruleset, seats)
    return {
        "ruleset": rules.id,
        "title": rules.title,
        "seats": seats,
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
        "tasks": {joint: [tasks.NAMES[t] for t in getattr(rules, field)] for joint, field in JOINTS.items()},
    }


def rules(
    ruleset: Annotated[str | None, typer.Argument(help="One ruleset in full; without it, all side by side")] = None,
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts")] = False,
) -> None:
    """Show how the rulesets differ: switches, policies, numbers and task orders."""
    names = [ruleset] if ruleset else [row.id for row in kilowatt.rulesets()]
    found = [describe(name, seats) for name in names]
    if as_json:
        print(json.dumps(found[0] if ruleset else found, indent=1))
    elif ruleset:
        _print_one(found[0])
    else:
        print(markdown(found))


def _print_one(row: dict[str, Any]) -> None:
    print(f"{row['title']} ({row['ruleset']}), {row['seats']} seats{', composed' if row['composed'] else ''}")
    for part in ("numbers", "switches", "policies"):
        print(f"\n{part}")
        for name, value in row[part].items():
            print(f"  {name:<32} {', '.join(map(str, value)) if isinstance(value, list) else value}")
    print("\ntasks")
    for joint, names in row["tasks"].items():
        print(f"  {joint:<18} {' > '.join(names)}")


def markdown(found: list[dict[str, Any]]) -> str:
    """Write the table of rulesets in Markdown; a dot is the default of the plain board game."""
    heads = [row["ruleset"] for row in found]
    lines = ["| | " + " | ".join(heads) + " |", "|:--" * (len(heads) + 1) + "|"]

    def add(part: str, name: str) -> None:
        values = [row[part][name] for row in found]
        texts = [_cell(value) for value in values]
        lines.append(f"| {name} | " + " | ".join(texts) + " |")

    for part in ("numbers", "switches", "policies"):
        lines.append(f"| **{part}** |" + " |" * len(heads))
        for name in found[0][part]:
            add(part, name)
    lines.append("| **tasks** |" + " |" * len(heads))
    for joint in found[0]["tasks"]:
        add("tasks", joint)
    return "\n".join(lines)


def _cell(value: Any) -> str:  # noqa: ANN401 - numbers, booleans, names and lists
    if isinstance(value, bool):
        return "yes" if value else "·"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "·"
    return str(value) or "·"
