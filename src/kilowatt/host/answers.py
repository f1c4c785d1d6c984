"""Answers to the messages of a viewer that both homes of a table give: written here, sent by whoever has the line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine import knowledge
from kilowatt.engine.knowledge import known_to
from kilowatt.engine.snapshot import snapshot
from kilowatt.host.errors import Denied
from kilowatt.host.game import moments
from kilowatt.host.room import shown_game
from kilowatt.protocol import SeatState, coding
from kilowatt.protocol.planning import quoted

if TYPE_CHECKING:
    from kilowatt.engine.state import State
    from kilowatt.host.room import Room
    from kilowatt.host.rows import Stretch
    from kilowatt.host.viewers import Viewer
    from kilowatt.protocol import AskQuote, AskState, ChatMessage


def key_of(message: object) -> str | None:
    """Return what a message is answered by."""
    return getattr(message, "key", None) or getattr(message, "id", None)


def acting_seat(room: Room, viewer: Viewer, seat: int | None) -> int | None:
    """Take the acting seat where a viewer with several has not said which."""
    if seat is None and room.game is not None and isinstance(room.game.actor, int) and room.game.actor in viewer.seats:
        return room.game.actor
    return seat


def welcome(room: Room, viewer: Viewer, have: int, lines: list[bytes], said: list[ChatMessage], read: int) -> bytes:
    """Write the answer to `hello`, with the last page of entries."""
    now = room.game.seq if room.game is not None else 0
    return coding.write(
        {
            "type": "welcome",
            "table": room.table_view(viewer.device),
            "entries": raw(lines),
            "chat": said,
            "hidden": sorted(viewer.hidden),
            "read": read,
            "view": room.view(viewer),
            "earlier": len(lines) < now - have,
        }
    )


def quote(state: State, seat: int, asked: AskQuote, language: str, players: list[str]) -> bytes:
    """Price a plan; `Denied` names what is wrong with it."""
    try:
        return coding.write(quoted(state, seat, asked, language, players))
    except ValueError as error:
        raise Denied("bad_option", option="quote", reason=str(error)) from None


def entries(name: str, lines: list[bytes], *, earlier: bool) -> bytes:
    """Write a page of entries."""
    return coding.write({"type": "entries", "id": name, "entries": raw(lines), "earlier": earlier})


def missing(room: Room, have: int) -> tuple[int, int]:
    """Return the first and the last of the entries after one, at most a page of them; first after last: none."""
    last = room.game.seq if room.game is not None else 0
    return max(have + 1, last - moments.PAGE + 1), last


def page_before(room: Room, before: int) -> tuple[int, int]:
    """Return the first and the last entry of the page before one."""
    if room.game is None:
        raise Denied("waiting")
    last = min(before - 1, room.game.seq)
    return max(1, last - moments.PAGE + 1), last


def check_moment(room: Room, upto: int) -> None:
    """Check that a game has come so far."""
    if room.game is None:
        raise Denied("waiting")
    if upto > room.game.seq:
        raise Denied("no_moment", seq=upto, last=room.game.seq)


def open_book(room: Room) -> bool:
    """Return whether all money may be shown: it is open, or the game is over."""
    assert room.game is not None  # noqa: S101 - callers have a game
    return room.game.over or not knowledge.hides_money(room.game.state)


def shown_seats(room: Room, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats whose money the holder of these may see."""
    return tuple(range(len(room.seats))) if open_book(room) else seats


def moment(header: str, stretch: Stretch, seats: tuple[int, ...], name: str, upto: int) -> bytes:
    """Write the table as it was after an entry."""
    shown = shown_game(moments.game_at(header, stretch), seats)
    return coding.write({"type": "history", "id": name, "seq": upto, "game": shown})


def seat_state(room: Room, seat: int, asked: AskState, seconds: float | None = None) -> SeatState:
    """Return what a seat knows; `seconds` is how long a bot from outside has for its move."""
    live = room.game
    if live is None:
        raise Denied("waiting")
    header = live.header
    return SeatState(
        id=asked.id,
        seat=seat,
        seq=live.seq,
        ruleset=header.ruleset,
        seats=header.seats,
        revision=header.revision,
        options=header.options if asked.rules else None,
        state=snapshot(known_to(live.state, seat)),
        seconds=seconds,
    )


def raw(lines: list[bytes]) -> list[Any]:
    """Take lines that are written already."""
    return [msgspec.Raw(line) for line in lines]
