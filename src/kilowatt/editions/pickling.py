"""Rules and states between processes: how `pickle` takes them apart, and how they are made again elsewhere.

Registered with `copyreg`, not by methods of the classes: the engine does not know how rules are composed.
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


def _state(state: State) -> tuple[Callable[..., State], tuple[Rules, dict[str, Any]]]:
    return read_state, (state.rules, snapshot(state))


def register(compose: Callable[[str, int, dict[str, Any], int], Rules]) -> None:
    """Register with `pickle` how rules and states are made again; the composer does so before it makes any rules.

    A ruleset from another folder needs `add_data` in the other process too.
    """
    copyreg.pickle(Rules, lambda rules: (compose, (rules.id, rules.seats, rules.options, rules.revision)))
    copyreg.pickle(State, _state)
