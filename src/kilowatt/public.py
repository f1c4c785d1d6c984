"""Every public name of `kilowatt`, once. `kilowatt/__init__.py` loads this module when a name is first asked for."""

from __future__ import annotations

from typing import Any

from kilowatt.editions.board_file import read_board
from kilowatt.editions.compose import compose
from kilowatt.editions.compose import infos as rulesets
from kilowatt.editions.options import BadOption
from kilowatt.editions.own_cards import read_contractor_cards, read_deck
from kilowatt.editions.registry import REVISION, RulesetInfo, add_data
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
from kilowatt.engine.quotes import Carried, Quote, carry_out, quote
from kilowatt.engine.refusals import IllegalAction, Refusal
from kilowatt.engine.results import Result
from kilowatt.engine.rules import Rules
from kilowatt.engine.snapshot import BadSnapshot, restore, snapshot
from kilowatt.engine.state import State
from kilowatt.table import notation
from kilowatt.table.record import BadRecord, Record
from kilowatt.table.referee import Table
from kilowatt.table.replay import read_record, replay

__all__ = [
    "BadAction",
    "BadData",
    "BadOption",
    "BadRecord",
    "BadSnapshot",
    "Carried",
    "IllegalAction",
    "Quote",
    "Record",
    "Refusal",
    "Result",
    "Rules",
    "RulesetInfo",
    "State",
    "Table",
    "action",
    "actor",
    "add_data",
    "advance",
    "carry_out",
    "chances",
    "check",
    "clone",
    "legal_actions",
    "new_game",
    "notation",
    "options",
    "outcomes",
    "play",
    "quote",
    "reach",
    "read_board",
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


def ruleset(
    id: str,  # noqa: A002 - the outside word
    seats: int,
    options: dict[str, Any] | None = None,
    revision: int = REVISION,
) -> Rules:
    """Make the rules of one game, of the newest revision unless another is named; `BadOption` names what is wrong."""
    return compose(id, seats, options, revision)


def chances(state: State) -> list[float]:
    """Return each seat's chance to win, adding up to 1; `docs/bots.md` says how well they are calibrated."""
    from kilowatt.bots.values import chances as valued

    return valued(state)
