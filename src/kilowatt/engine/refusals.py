"""Why an action is not allowed: a code, the rule behind it and arguments. Sentences live in the text catalogues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """One no. `rule` is the ledger id of the ruleset in play; `args` are what the sentence needs."""

    code: str
    rule: str
    args: dict[str, Any] = {}

    def __str__(self) -> str:
        """Render the English sentence."""
        return _render[0](self)


class NothingAllowed(RuntimeError):
    """A seat must decide or a card must be dealt, but nothing is possible: these rules cannot be played."""

    def __init__(self, ask: str) -> None:
        super().__init__(f"{ask}: nothing is allowed here; these rules cannot be played")
        self.ask = ask


class IllegalAction(ValueError):
    """Raised by `play`; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def _bare(refusal: Refusal) -> str:
    """Show the code and arguments when no catalogue has been installed."""
    return f"{refusal.code} [{refusal.rule}] {refusal.args}"


_render: list[Callable[[Refusal], str]] = [_bare]


def render_with(sentence: Callable[[Refusal], str]) -> None:
    """Install the catalogue that `str(refusal)` uses."""
    _render[0] = sentence
