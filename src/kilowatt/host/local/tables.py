"""The tables of one device: kept in memory with their records, and changed as a server would change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import codes, deciding, making, moving, timekeeping
from kilowatt.host.errors import Denied
from kilowatt.host.forking import fork_seats, forked
from kilowatt.host.game import lessons, moments
from kilowatt.host.importing import checked, imported, lines_of
from kilowatt.host.local.kept import DEVICE, Kept
from kilowatt.host.room import STOOD_IN, Room
from kilowatt.host.rows import SeatRow, Stretch
from kilowatt.host.seating import bot_name, new_row, renumbered
from kilowatt.host.starting import begin
from kilowatt.host.timekeeping import iso
from kilowatt.host.workshop import plain_board
from kilowatt.protocol import Done, ImportRecord, Seated

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from kilowatt.engine.actions import Action
    from kilowatt.host.game.live import LiveGame, Planned
    from kilowatt.host.making import Draft
    from kilowatt.host.request import Asked
    from kilowatt.host.rows import Orders
    from kilowatt.protocol import CreateTable, ForkTable, MovedGame, QuickTable

STAND_IN = "normal"
"""The bot that plays for a person who has left or resigned."""


class Tables:
    """All tables of the device."""

    def __init__(self) -> None:
        self.kept: dict[str, Kept] = {}
        self.changed: dict[str, None] = {}
        """Codes of tables that are not stored as they are now, in order."""
        self.damaged: dict[str, str] = {}
        """Tables that could not be replayed, by code with what is wrong: they are no longer here."""

    def find(self, code: str) -> Kept:
        """Return a table, awake; `Denied` if there is none."""
        kept = self.kept.get(codes.clean_code(code))
        if kept is None:
            raise Denied("no_table", code=code)
        self.wake(kept)
        return kept

    def wake(self, kept: Kept) -> None:
        """Replay the record of a table that is asleep; one that is damaged is taken out, and `Denied` says so."""
        try:
            kept.wake()
        except ValueError as error:
            del self.kept[kept.room.code]
            self.damaged[kept.room.code] = str(error)
            raise Denied("damaged", reason=str(error)) from None

    def take_stored(self, kept: Kept) -> bool:
        """Take a table from elsewhere; return whether it brought anything new."""
        here = self.kept.get(kept.room.code)
        if here is not None:
            same = here.header == kept.header
            if same and here.lines[: len(kept.lines)] == kept.lines and len(here.rows) >= len(kept.rows):
                return False
            if not same or kept.lines[: len(here.lines)] != here.lines:
                if any(kept.header == other.header and kept.lines == other.lines for other in self.kept.values()):
                    return False
                kept.room.row.code = self._free_code(kept.room.code)
        self.kept[kept.room.code] = kept
        self.changed[kept.room.code] = None
        return True

    def _free_code(self, code: str) -> str:
        while code in self.kept:
            code = codes.new_code()
        return code

    # --- making -------------------------------------------------------------------------------------------------------

    def create(self, asked: CreateTable) -> Seated:
        """Make a table; alone, every seat is a person's at this device or a bot's."""
        if (
            asked.clock.kind != "none"
            or asked.rated
            or asked.visibility == "public"
            or any(seat.kind == "open" for seat in asked.seats)
        ):
            raise Denied("needs_server")
        draft = making.created(asked, with_board(asked.options), DEVICE)
        return self._make(draft)

    def quick(self, asked: QuickTable) -> Seated:
        """Make a table against bots, of a lesson or of a challenge, and start it."""
        if asked.lesson is not None:
            return self._make(making.taught(asked.lesson, asked.name, DEVICE))
        if asked.challenge is not None:
            draft = making.challenged(asked.challenge, asked.name, DEVICE)
            return self._go_on(draft, making.begun(draft))
        return self.create(making.quick_plan(asked))

    def fork(self, kept: Kept, asked: ForkTable) -> Seated:
        """Play on from any moment of a table on a new one."""
        seats = fork_seats(kept.room, asked, DEVICE)
        if any(seat.kind == "open" for seat in seats):
            raise Denied("needs_server")
        stored = kept.lines[: asked.seq]
        lines, _ = renumbered(stored)
        draft = forked(kept.room, asked, DEVICE, seats, stored, [body for _, body in lines])
        game = moments.resume(draft.row.header or "", draft.row.seed, Stretch(None, draft.lines, {}))
        return self._go_on(draft, game)

    def take_in(self, asked: ImportRecord) -> Seated:
        """Make a table for reading and forking of a record; every move is checked."""
        taken = checked(lines_of(asked))
        draft = imported(asked, taken, DEVICE)
        return self._put(Kept(Room(draft.row, draft.seats, {}, {}, taken.game), draft.lines))

    def pack(self, kept: Kept) -> MovedGame:
        """Return all of a game, to go on with it on a server."""
        moving.check_movable(kept.room, DEVICE)
        return moving.packed(kept.room, kept.lines)

    def unpack(self, asked: MovedGame) -> Seated:
        """Go on with a game that was played on a server."""
        taken = moving.arrived(asked, DEVICE)
        return self._go_on(taken.draft, taken.game)

    def rematch(self, kept: Kept) -> Seated:
        """Play again with the same players."""
        room = kept.room
        if not room.has_person(DEVICE):
            raise Denied("no_seat")
        if room.row.rematch is not None and room.row.rematch in self.kept:
            return Seated(self.kept[room.row.rematch].room.table_view(DEVICE))
        if room.row.state != "over":
            raise Denied("not_begun" if room.game is None else "begun")
        seats = again(room)
        plan = making.plan_again(room)
        made = self._make(making.Draft(new_row(plan, room.row.visibility, DEVICE), seats, []))
        room.row.rematch = made.table.code
        self.touch(kept)
        room.send_table()
        return made

    def _make(self, draft: Draft) -> Seated:
        holders = {seat.seat: {DEVICE} for seat in draft.seats if seat.kind == "person"}
        room = Room(draft.row, draft.seats, holders, {}, None)
        planned, room.game = begin(room)
        return self._put(Kept(room, [body for _, body in planned.rows()]))

    def _go_on(self, draft: Draft, game: LiveGame) -> Seated:
        room = Room(draft.row, draft.seats, {}, {}, game)
        dealt = making.go_on(room, DEVICE)
        return self._put(Kept(room, [*draft.lines, *(body for _, body in dealt)]))

    def _put(self, kept: Kept) -> Seated:
        row = kept.room.row
        row.code = self._free_code(row.code)
        self.kept[row.code] = kept
        self.touch(kept)
        return Seated(kept.room.table_view(DEVICE))

    def touch(self, kept: Kept) -> None:
        """Note that a table has changed."""
        kept.room.row.touched = timekeeping.now()
        self.changed[kept.room.code] = None

    def delete(self, kept: Kept) -> None:
        """Delete a table with its record."""
        del self.kept[kept.room.code]
        self.changed[kept.room.code] = None

    # --- playing ------------------------------------------------------------------------------------------------------

    def act(self, kept: Kept, asked: Asked, expect: int, move: Action) -> None:
        """Play a decision of a person's seat; `Denied` says why not."""
        deciding.check_decision(move)
        room = kept.room
        if repeated(room, asked):
            return
        seat: int = move.seat  # type: ignore[attr-defined]
        deciding.check_turn(room, DEVICE, seat, expect)
        if room.seats[seat].away in STOOD_IN:
            self.give_back(kept, seat)
        deciding.check_rules(room, move)
        self.play(kept, deciding.planned(room, move, iso(timekeeping.now()), "player"), asked)

    def undo(self, kept: Kept, asked: Asked, expect: int, seat: int | None) -> None:
        """Take back the last decision of a person's own turn."""
        room = kept.room
        if repeated(room, asked):
            return
        chosen = deciding.undoing_seat(room, DEVICE, seat, expect)
        silenced = deciding.silenced(room, chosen)
        if silenced is not None:
            self.put_orders(kept, chosen, silenced)
        self.play(kept, deciding.going(room).plan_undo(iso(timekeeping.now())), asked)

    def play(self, kept: Kept, plan: Planned, asked: Asked | None = None, spent: Collection[int] = ()) -> None:
        """Keep a planned move and send it to every viewer; then let orders act."""
        room = kept.room
        key = (asked.full, asked.digest) if asked is not None else None
        room.take(plan, room.live_after(plan, timekeeping.now()), key, spent)
        kept.lines += [body for _, body in plan.rows()]
        self.touch(kept)
        room.send_move(plan, asked)

    def play_for(self, kept: Kept, move: Action, by: str, spent: Collection[int] = ()) -> None:
        """Play what a bot or an order decided; the move is known to be allowed."""
        self.play(kept, deciding.planned(kept.room, move, iso(timekeeping.now()), by), spent=spent)

    def put_orders(self, kept: Kept, seat: int, orders: Orders) -> None:
        """Keep the orders of a seat."""
        kept.room.orders[seat] = orders
        self.touch(kept)

    def follow_orders(self, kept: Kept) -> None:
        """Do what orders and the record of a lesson say, until somebody has to think."""
        room = kept.room
        while room.row.state == "playing" and room.game is not None and isinstance(room.game.actor, int):
            seat = room.game.actor
            if room.played_by_bot(seat):
                lesson = room.row.plan.lesson
                move = None if lesson is None else lessons.next_move(lesson, room.game.state)
                if move is None:
                    return
                self.play_for(kept, move, f"bot:{room.seats[seat].level or STAND_IN}")
                continue
            step = deciding.order_step(room, seat)
            if step.orders is not None:
                self.put_orders(kept, seat, step.orders)
            if step.move is None:
                if step.orders is not None:
                    room.send_view()
                return
            self.play_for(kept, step.move, "player", [seat] if step.spent else [])

    # --- seats --------------------------------------------------------------------------------------------------------

    def give_back(self, kept: Kept, seat: int) -> None:
        """Let a seat's player decide again after a bot has played for them."""
        kept.room.seated(seat, timekeeping.now())
        self._seats_changed(kept)

    def hand_to_bot(self, kept: Kept, seat: int, why: str) -> None:
        """Let a bot play a seat whose player `left` or has `resigned`."""
        row = kept.room.seats[seat]
        row.away, row.away_since, row.agreed = why, timekeeping.now(), False
        row.level = row.level or STAND_IN
        self._seats_changed(kept)

    def leave(self, kept: Kept, seat: int | None) -> None:
        """Get up: a bot plays the seat until its player is back."""
        room = kept.room
        deciding.check_played_here(room)
        own = room.own_seat(DEVICE, seat)
        if room.row.state == "playing" and room.seats[own].away != "resigned":
            self.hand_to_bot(kept, own, "left")

    def resign(self, kept: Kept, seat: int | None) -> None:
        """Hand a seat to a bot for good; the game ends when no person is left, or all who are left agree to end."""
        room = kept.room
        own = room.persons_seat(DEVICE, seat)
        deciding.going(room)
        deciding.check_played_here(room)
        self.hand_to_bot(kept, own, "resigned")
        persons = room.persons()
        if not persons or all(row.agreed for row in persons):
            self.end(kept, "agreed" if persons else "resigned")

    def agree(self, kept: Kept, seat: int | None, *, agree: bool) -> None:
        """Agree to end the game, or withdraw that; it ends when all people agree."""
        room = kept.room
        own = room.persons_seat(DEVICE, seat)
        deciding.going(room)
        room.seats[own].agreed = agree
        self._seats_changed(kept)
        if all(row.agreed for row in room.persons()):
            self.end(kept, "agreed")

    def end(self, kept: Kept, why: str) -> None:
        """End a game early, with an entry that gives the reason."""
        self.play(kept, deciding.going(kept.room).plan_end(why, iso(timekeeping.now())))

    def _seats_changed(self, kept: Kept) -> None:
        room = kept.room
        if room.row.state == "playing":
            room.row.live = room.live_with_clock(timekeeping.now())
        self.touch(kept)
        room.send_table()


def repeated(room: Room, asked: Asked) -> bool:
    """Answer a move that was already played with what became of it."""
    known = room.recent.get(asked.full)
    if known is None:
        return False
    if known[1] != asked.digest:
        raise Denied("key_reused")
    asked.viewer.send_message(Done(asked.key, known[0], repeated=True))
    return True


def again(room: Room) -> list[SeatRow]:
    """Return the seats of a rematch: people who resigned are bots there."""
    return [
        SeatRow(old.seat, "person", old.name)
        if old.kind == "person" and old.away != "resigned"
        else SeatRow(old.seat, "bot", old.name or bot_name(old.seat, room.players), old.level or STAND_IN)
        for old in room.seats
    ]


def with_board(options: dict[str, Any]) -> dict[str, Any]:
    """Return options with a board that was checked, where one is among them."""
    own = options.get("board")
    if own is None:
        return options
    if isinstance(own, str):
        raise Denied("no_board")
    return {**options, "board": plain_board(own)}
