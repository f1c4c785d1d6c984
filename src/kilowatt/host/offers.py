"""What there is to play, and the sentences of a language."""

from __future__ import annotations

from typing import Any

import kilowatt
from kilowatt.host.errors import Denied, texts
from kilowatt.protocol import RulesetRow
from kilowatt.table.messages import LANGUAGES, catalogue


def rulesets() -> list[RulesetRow]:
    """List every ruleset with its options."""
    return [
        RulesetRow(
            row.id,
            row.title,
            row.edition,
            row.board,
            list(row.seats),
            dict(row.options),
            row.composed,
            row.revision,
        )
        for row in kilowatt.rulesets()
    ]


def sentences(language: str) -> dict[str, dict[str, Any]]:
    """Return the sentences of a language by section and code; `server` are refusals that are not the rules' own."""
    if language not in LANGUAGES:
        raise Denied("no_language", language=language)
    shown = {name: section for name, section in catalogue(language).items() if name != "terminal"}
    return {**shown, "server": texts(language)}
