"""Which switches and policies the kernel plays: those of the package. `machine.TABLE` has its decisions."""

from __future__ import annotations

from typing import Final

from kilowatt.editions import policies
from kilowatt.engine.policies import AXES, Policy
from kilowatt.engine.rules import Rules

PLAIN: Final = Rules()

POLICIES: Final[dict[str, tuple[type[Policy], ...]]] = {
    axis: (type(getattr(PLAIN, axis)), *[policy for policy in policies.POLICIES.values() if issubclass(policy, base)])
    for axis, base in AXES.items()
}
"""The policies, axis by axis, that of the plain game first."""
NOT_PLAYED: Final = ("composed", "fuel_cards_printed", "trust_refills_for_three")
"""What is true of rules and not read by play: where they come from, and a switch used up when they are composed."""
SWITCHES: Final = tuple(
    [name for name, value in vars(PLAIN).items() if isinstance(value, bool) and name not in NOT_PLAYED]
)
"""What else is true or false of rules."""
