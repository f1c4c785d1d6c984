"""Special rules that a maker of a board may choose: the policies of our boards with what belongs to them, and switches.

Everything but the list of switches is read from our boards, so a special rule of a new board is offered without a line
here. A policy names its special rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardData, Overlay

SWITCHES = {
    "discount_token": True,
    "obsolete_plants_leave": False,
    "step2_replaces_plant": False,
}
"""Switches that a maker may set, and the value that changes something."""


class Special(msgspec.Struct, frozen=True):
    """A special rule: the part of `[rules]` that makes it, and the fuel tables that it needs, if it needs any."""

    id: str
    rules: dict[str, Any]
    fuel: str | None = None


def specials() -> list[Special]:
    """List the special rules that a board may have."""
    rules: dict[str, Special] = {}
    for board in registry.own_boards():
        if board.rules is not None:
            for policy in board.rules.policies.values():
                rules.setdefault(policy["name"], Special(policy["name"], _parts(board.rules), _fuel(board)))
    return [*rules.values(), *(Special(name, {"switches": {name: value}}) for name, value in SWITCHES.items())]


def _parts(overlay: Overlay) -> dict[str, Any]:
    """Return the tables of an overlay that say something."""
    rules: dict[str, Any] = {key: value for key, value in msgspec.to_builtins(overlay).items() if value}
    if "stack" in rules:
        rules["stack"] = {key: value for key, value in rules["stack"].items() if value not in (None, "", 0)}
    return rules


def _fuel(board: BoardData) -> str | None:
    """Return the fuel tables of a board with more than one market; with one, those of any edition do."""
    names = [row.fuel for row in registry.rulesets().values() if row.board == board.id]
    return next((name for name in names if len(registry.fuel(name).market) > 1), None)
