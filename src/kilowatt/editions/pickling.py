"""Rules and states between processes: how `pickle` takes them apart, and how they are made again elsewhere.

Told to `copyreg` and not by methods of the classes: only here is it known how rules are composed, and a compiled class
has no other way.
"""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING, Any

from kilowatt.engine.restoring import read_state
from kilowatt.engine.rules import Rules
from kilowatt.engine.snapshot import snapshot
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from collections.abc import Callable


def rules_again(ruleset: str, seats: int, options: dict[str, Any]) -> Rules:
    """Compose the rules of a pickle; a ruleset of one's own needs `add_data` in this process too."""
    from kilowatt.editions.compose import compose

    return compose(ruleset, seats, options)


def _rules(rules: Rules) -> tuple[Callable[..., Rules], tuple[str, int, dict[str, Any]]]:
    return rules_again, (rules.id, rules.seats, rules.options)


def _state(state: State) -> tuple[Callable[..., State], tuple[Rules, dict[str, Any]]]:
    return read_state, (state.rules, snapshot(state))


def register() -> None:
    """Tell `pickle`; the composer does so before it makes any rules."""
    copyreg.pickle(Rules, _rules)
    copyreg.pickle(State, _state)
