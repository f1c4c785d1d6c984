"""Bots that connect from outside: tokens that a person makes for a table or a group, seats taken by them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from kilowatt.protocol.fields import Code, Key, Name, SeatNumber, Secret, Wire

TOKEN_DAYS_MOST = 90


class MakeBotToken(Wire):
    """Make a token for a bot of yours: for a table that you own, or for all tables of a group you are a member of."""

    name: Name
    """What the bot is called at the table."""
    table: Code | None = None
    group: Code | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=TOKEN_DAYS_MOST)] = 30
    """How long it is valid."""


class BotSeat(msgspec.Struct):
    """A seat that a bot has taken."""

    code: str
    seat: int


class BotTokenView(msgspec.Struct):
    """A token as its maker sees it; the secret itself is shown once."""

    id: str
    name: str
    table: str | None
    group: str | None
    made: str
    until: str
    seats: list[BotSeat]
    """Where it plays now."""


class BotTokenList(msgspec.Struct):
    """Your tokens, newest first."""

    tokens: list[BotTokenView]


class MadeBotToken(msgspec.Struct):
    """A new token; only its hash is stored."""

    token: str
    made: BotTokenView


class ConnectBot(Wire):
    """Take an open seat for the bot of a token, or the seat that it has at this table already."""

    token: Secret
    name: Name | None = None
    """Another name than that of the token."""
    seat: SeatNumber | None = None


class AskState(Wire, tag="state", tag_field="type"):
    """Ask for the state as one of your seats knows it; answered by `state` with the same id."""

    id: Key
    seat: SeatNumber | None = None
    rules: bool = False
    """Send the options along too, which may contain a whole board: needed once per game."""


class SeatState(msgspec.Struct, tag="state", tag_field="type"):
    """The answer to `state`: the snapshot of what the seat knows.

    Where the table hides money, that of the rivals is a guess: what the seat has itself, or the bid that a rival leads.
    """

    id: str
    seat: int
    seq: int
    ruleset: str
    seats: int
    revision: int
    options: dict[str, Any] | None
    state: dict[str, Any]
    seconds: float | None
    """For a bot from outside that is to move: how long it has left before a bot of the server stands in."""
