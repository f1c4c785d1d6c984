"""Fields of the wire: texts and numbers with their limits, and what every request and problem is made of."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

NAME_LENGTH = 24
CHAT_LENGTH = 280
REPORT_LINES = 20
REPORT_LENGTH = 500
SEATS_MOST = 6
ID_LONGEST = 64
"""Characters of a name of a city, a card or a market in an action."""
ACTION_PARTS = 200
"""Values in one action: a run of many plants has the most."""
OPTION_PARTS = 500
"""Values in the options of a table."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=NAME_LENGTH)]
TableName = Annotated[str, msgspec.Meta(max_length=48)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=16)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, lt=SEATS_MOST)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Level = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Language = Literal["en", "de"]
Person = Annotated[str, msgspec.Meta(min_length=1, max_length=16, pattern="^(seat-[0-5]|[0-9a-f]{12})$")]
"""What a person is called at one table: by seat, or by a mark that means nothing at other tables."""
LineNumber = Annotated[int, msgspec.Meta(ge=1, le=2_147_483_647)]


class Wire(msgspec.Struct, forbid_unknown_fields=True):
    """Something a client sends: unknown fields are an error, so that a typing mistake is not silently ignored."""


class Problem(msgspec.Struct):
    """Why a REST request was not done. `rule` is a ledger id where a rule of the game stands behind it."""

    code: str
    text: str
    rule: str | None = None
    args: dict[str, Any] = {}
