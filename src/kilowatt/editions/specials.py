"""Special rules that a maker of a board may choose: the policies of our boards with what belongs to them, and switches.

Everything but the list of switches is read from our boards, so a special rule of a new board is offered without a line
here. A policy names its special rule, with what is switched on in it; a number is named by its key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.board_rules import UNSOLD

if TYPE_CHECKING:
    from kilowatt.editions.overlays import Overlay
    from kilowatt.editions.schema import BoardData

SWITCHES = {
    "discount_token": True,
    "end_card_begins_step2": True,
    "fuel_goes_round": True,
    "must_supply_most": True,
    "obsolete_plants_leave": False,
    "step2_replaces_plant": False,
    "step2_when_all_built": True,
    "zone_limits_end": True,
}
"""Switches that a maker may set, and the value that changes something."""


NUMBERS = ("current_size", "extra_need", "unsold_leave")
"""Numbers of a board that a maker may set, as one of our boards has them."""
PLACES = {"areas", "city", "starts"}
"""What a policy that is made for one board names of it; such a policy is not offered."""


class Special(msgspec.Struct, frozen=True):
    """A special rule: the part of `[rules]` that makes it, and the fuel tables that it needs, if it needs any."""

    id: str
    rules: dict[str, Any]
    fuel: str | None = None


def specials() -> list[Special]:
    """List the special rules that a board may have."""
    rules: dict[str, Special] = {}
    for board in registry.own_boards():
        for overlay in [board.rules, *board.rules.editions.values()] if board.rules is not None else ():
            for axis, policy in overlay.policies.items():
                if PLACES & policy.keys():
                    continue
                parts = _parts(overlay) if len(overlay.policies) == 1 else {"policies": {axis: policy}}
                name = "_".join([policy["name"], *[key for key, value in policy.items() if value is True]])
                special = Special(name, parts, _fuel(board))
                known = rules.setdefault(special.id, special)
                if len(special.rules) < len(known.rules):  # less comes with it: the board has nothing else of its own
                    rules[special.id] = special
    return [
        *rules.values(),
        *_numbers(),
        *(Special(name, {"switches": {name: value}}) for name, value in SWITCHES.items()),
    ]


def _numbers() -> list[Special]:
    """List the numbers of our boards, with what else they need in any edition."""
    overlays = [board.rules for board in registry.own_boards() if board.rules is not None]
    ending = next(
        overlay.tasks["auction_end"]
        for overlay in overlays
        if {UNSOLD, "first_order"} <= {*overlay.tasks.get("auction_end", ())}
    )
    needs = {"unsold_leave": {"switches": {"discount_token": False}, "tasks": {"auction_end": ending}}}
    values = {key: next(filter(None, [getattr(overlay, key) for overlay in overlays])) for key in NUMBERS}
    return [Special(key, {key: value, **needs.get(key, {})}) for key, value in values.items()]


def _parts(overlay: Overlay) -> dict[str, Any]:
    """Return the tables of an overlay that say something."""
    rules: dict[str, Any] = {
        key: value for key, value in msgspec.to_builtins(overlay).items() if value and key != "editions"
    }
    if "stack" in rules:
        rules["stack"] = {key: value for key, value in rules["stack"].items() if value not in (None, "", 0, [])}
        if rules["stack"].keys() == {"out"}:  # a board that leaves a plant out does so apart from its policy
            del rules["stack"]
    return rules


def _fuel(board: BoardData) -> str | None:
    """Return the fuel tables of a board with more than one market; with one, those of any edition do."""
    names = [row.fuel for row in registry.rulesets().values() if row.board == board.id]
    return next((name for name in names if len(registry.fuel(name).market) > 1), None)
