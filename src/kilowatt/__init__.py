"""Kilowatt: the Power Grid family of board games as a library. Unofficial; the games' names belong to their owners.

Everything a bot writer or a researcher needs is a name of this module: see `docs/library.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.editions.options import BadOption
from kilowatt.editions.own_cards import read_contractor_cards, read_deck
from kilowatt.editions.registry import add_data
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
from kilowatt.engine.refusals import IllegalAction, Refusal
from kilowatt.engine.results import Result
from kilowatt.engine.snapshot import BadSnapshot, restore, snapshot
from kilowatt.engine.state import State
from kilowatt.table.messages import install as _install
from kilowatt.table.record import BadRecord, Record, read_record, replay
from kilowatt.table.referee import Table

if TYPE_CHECKING:
    from kilowatt.editions.registry import RulesetInfo
    from kilowatt.engine.rules import Rules

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

_install()


def ruleset(id: str, seats: int, options: dict[str, Any] | None = None) -> Rules:  # noqa: A002 - the outside word
    """Make the rules of one game; `BadOption` names what is wrong."""
    from kilowatt.editions.compose import compose

    return compose(id, seats, options)


def rulesets() -> list[RulesetInfo]:
    """List every ruleset with its title, seats and options."""
    from kilowatt.editions.compose import infos

    return infos()
