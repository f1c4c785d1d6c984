"""Moving a running game between homes: from a server to a device without one, or back, for its only player.

All of it moves: the record as it is, who plays the seats, and the secret seed, so that the cards that come are those
that its first line promises. The seed shows these cards: nobody else may sit down at a game that has moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kilowatt.host import deciding
from kilowatt.host.deciding import UNDOS_MOST
from kilowatt.host.errors import Denied
from kilowatt.host.importing import LINES_MOST
from kilowatt.host.making import Draft
from kilowatt.host.names import clean
from kilowatt.host.rows import Live, Plan
from kilowatt.host.seating import checked_record, new_row, seat_rows
from kilowatt.protocol import ClockPlan, MovedGame, SeatPlan
from kilowatt.table.dealer import SeededDealer, commitment

if TYPE_CHECKING:
    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.room import Room
    from kilowatt.host.rows import Written


class Arrived(NamedTuple):
    """A game from another home, checked: its new table, the game after its last entry, and its snapshots."""

    draft: Draft
    game: LiveGame
    states: list[Written]


def check_movable(room: Room, device: str) -> None:
    """Check that a game goes on and is a device's alone; `Denied` says what keeps it here."""
    deciding.going(room)
    plan = room.row.plan
    if not room.has_person(device):
        raise Denied("no_seat")
    if room.row.seed is None or plan.lesson is not None or plan.challenge is not None:
        raise Denied("stays_here")
    own = room.seats_of(device)
    others = [seat for seat in room.seats if seat.kind != "bot" and (seat.kind == "open" or seat.seat not in own)]
    outside = any(seat.token is not None for seat in room.seats)
    if others or outside or plan.rated or room.row.group_id is not None:
        raise Denied("not_alone")


def packed(room: Room, lines: list[str]) -> MovedGame:
    """Return all of a game that another home needs; `lines` are its entries."""
    seats = [
        SeatPlan("person", None, seat.name)
        if seat.kind == "person" and seat.away != "resigned"
        else SeatPlan("bot", seat.level, seat.name)
        for seat in room.seats
    ]
    plan = room.row.plan
    record = "\n".join([room.row.header or "", *lines])
    return MovedGame("game", 1, record, room.row.seed or "", seats, plan.name, plan.hints)


def arrived(asked: MovedGame, device: str) -> Arrived:
    """Make the table on which a game from another home goes on; every move of it is checked."""
    text = asked.record.split("\n")
    if len(text) > LINES_MOST:
        raise Denied("too_many_lines", most=LINES_MOST)
    record, game, states = checked_record(text, UNDOS_MOST)
    header, seed = record.header, bytes.fromhex(asked.seed)
    if header.deal != commitment(seed):
        raise Denied("bad_record", entry=1, reason="its seed is not the one whose hash it gives")
    if game.over:
        raise Denied("over")
    kinds = {seat.kind for seat in asked.seats}
    if header.seats != len(asked.seats) or "person" not in kinds or "open" in kinds:
        raise Denied("bad_request", field="seats", reason=f"expected {header.seats} seats of people and bots")
    game.seed, game.dealer = asked.seed, SeededDealer(seed)
    name, title = clean(asked.name), game.rules.title
    plan = Plan(header.ruleset, header.seats, header.options, ClockPlan(), asked.hints, name, title, alone=True)
    row = new_row(plan, "private", device)
    lines = record.lines()
    row.header, row.seed = lines[0], asked.seed
    row.live = Live(undos=sum(entry.undo is not None for entry in record.entries))
    return Arrived(Draft(row, seat_rows(asked.seats), lines[1:]), game, states)
