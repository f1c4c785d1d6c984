"""The type of an action in advice and reviews, which are also read back from JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.actions import Action, AnyAction

if TYPE_CHECKING:
    Move = Action
else:
    Move = AnyAction  # the list of all kinds, from which msgspec reads one
