"""A plan for a turn, and the chance to win with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kilowatt.engine.actions import Action, BuyFuel, Jump

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules


class Option(msgspec.Struct, frozen=True):
    """One plan for a turn: its actions in order, and what is known of its gain in Elektro."""

    kind: str
    """`open`, `bid`, `leave`, `opt_out`, `fuel`, `cards`, `build`, `run`, `scrap`, `discard` or `prepare`."""
    actions: tuple[Action, ...]
    """What the seat does: in an auction the next move, else the whole turn."""
    gain: tuple[int, int] = (0, 0)
    """Least and most Elektro it gains over doing nothing, as far as that can be counted."""
    limit: int = 0
    """The highest bid of a plan for an auction."""
    fuel: tuple[int, ...] = ()
    """Units of each fuel it buys."""
    cities: tuple[int, ...] = ()

    def units(self, rules: Rules) -> dict[str, int]:
        """Return the fuel that it buys, by name."""
        return units_of(rules, self.fuel)

    def market(self, rules: Rules) -> str | None:
        """Return the market that it buys fuel on, where all fuel of a round must come from one."""
        first = self.actions[0]
        return first.market if rules.fuel_supply.one_market and isinstance(first, BuyFuel) else None

    def jump(self) -> str | None:
        """Return the city that it jumps to, "" if it builds and keeps the jump; None where it does not build."""
        jumps = [action.city for action in self.actions if isinstance(action, Jump)]
        return jumps[0] if jumps else "" if self.kind == "build" else None


def units_of(rules: Rules, plan: tuple[int, ...]) -> dict[str, int]:
    """Return units of each fuel by its name, without those of which there are none."""
    return {rules.fuels[fuel]: count for fuel, count in enumerate(plan) if count}


class Weighed(NamedTuple):
    """An option and the seat's chance to win with it."""

    option: Option
    chance: float
