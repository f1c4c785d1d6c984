"""Kilowatt: the Power Grid family of board games as a library. Unofficial; the games' names belong to their owners.

Everything a bot writer or a researcher needs is a name of this module: see `docs/library.md`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kilowatt.engine.refusals import Refusal, render_with

if TYPE_CHECKING:
    from kilowatt.editions.options import BadOption
    from kilowatt.editions.own_cards import read_contractor_cards, read_deck
    from kilowatt.editions.registry import RulesetInfo, add_data
    from kilowatt.editions.schema import BadData
    from kilowatt.engine.actions import BadAction, action, to_dict
    from kilowatt.engine.check import check
    from kilowatt.engine.game import (
        actor,
        advance,
        clone,
        legal_actions,
        new_game,
        options,
        outcomes,
        play,
        reach,
        refusal,
        result,
        why_not,
    )
    from kilowatt.engine.quotes import Quote, quote
    from kilowatt.engine.refusals import IllegalAction
    from kilowatt.engine.results import Result
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.snapshot import BadSnapshot, restore, snapshot
    from kilowatt.engine.state import State
    from kilowatt.table.record import BadRecord, Record, read_record, replay
    from kilowatt.table.referee import Table

__version__ = "0.1.0"

__all__ = [
    "BadAction",
    "BadData",
    "BadOption",
    "BadRecord",
    "BadSnapshot",
    "IllegalAction",
    "Quote",
    "Record",
    "Refusal",
    "Result",
    "State",
    "Table",
    "action",
    "actor",
    "add_data",
    "advance",
    "check",
    "clone",
    "legal_actions",
    "new_game",
    "options",
    "outcomes",
    "play",
    "quote",
    "reach",
    "read_contractor_cards",
    "read_deck",
    "read_record",
    "refusal",
    "replay",
    "restore",
    "result",
    "ruleset",
    "rulesets",
    "snapshot",
    "to_dict",
    "why_not",
]

_HOMES = {
    "editions.options": ("BadOption",),
    "editions.own_cards": ("read_contractor_cards", "read_deck"),
    "editions.registry": ("add_data",),
    "editions.schema": ("BadData",),
    "engine.actions": ("BadAction", "action", "to_dict"),
    "engine.check": ("check",),
    "engine.game": (
        *("actor", "advance", "clone", "legal_actions", "new_game", "options", "outcomes"),
        *("play", "reach", "refusal", "result", "why_not"),
    ),
    "engine.quotes": ("Quote", "quote"),
    "engine.refusals": ("IllegalAction",),
    "engine.results": ("Result",),
    "engine.snapshot": ("BadSnapshot", "restore", "snapshot"),
    "engine.state": ("State",),
    "table.record": ("BadRecord", "Record", "read_record", "replay"),
    "table.referee": ("Table",),
}
"""Where each name lives. A module is loaded when one of its names is first asked for, so importing is quick."""
_HOME = {name: f"kilowatt.{module}" for module, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # a type checker reads the imports above, and would believe any name of a module with this

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
        """Load a name when it is first asked for."""
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOME[name]), name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _sentence(refusal: Refusal) -> str:
    """Load the text catalogues for the first refusal that is shown; they render all later ones themselves."""
    from kilowatt.table.messages import install

    install()
    return str(refusal)


render_with(_sentence)


def ruleset(
    id: str,  # noqa: A002 - the outside word
    seats: int,
    options: dict[str, Any] | None = None,
    revision: int | None = None,
) -> Rules:
    """Make the rules of one game, of the newest revision unless another is named; `BadOption` names what is wrong."""
    from kilowatt.editions.compose import compose
    from kilowatt.editions.registry import REVISION

    return compose(id, seats, options, REVISION if revision is None else revision)


def rulesets() -> list[RulesetInfo]:
    """List every ruleset with its title, seats and options."""
    from kilowatt.editions.compose import infos

    return infos()
