"""Sentences of the coach as facts: a code and arguments, each of which can be recomputed from the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.table.messages import text_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kilowatt.engine.rules import Rules


class Claim(msgspec.Struct, frozen=True):
    """One fact of a position: a code of the catalogue's section `coach` and its arguments."""

    code: str
    args: dict[str, Any] = {}


def claim_text(
    claim: Claim,
    language: str = "en",
    rules: Rules | None = None,
    players: Sequence[str] = (),
    *,
    capital: bool = True,
    own: Collection[int] = (),
) -> str:
    """Return a claim as one sentence of a language, or as a part of a line where it has no capital letter.

    What one of the reader's own seats did is said to the reader: "You build nothing."
    """
    kind, _, what = claim.code.partition("_")
    code = f"you_{what}" if kind == "did" and claim.args.get("seat") in own else claim.code
    return text_of("coach", code, claim.args, language, rules, players, capital=capital)
