"""Writing at a real table, without a store: who may, what is refused, and what is sent of its sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import knowledge
from kilowatt.engine.ids import OVER
from kilowatt.host.deciding import ENTRIES_MOST, UNDOS_MOST
from kilowatt.host.errors import Denied
from kilowatt.host.game.real_table import sheet_view
from kilowatt.table.sheet import proposals

if TYPE_CHECKING:
    from kilowatt.engine.state import State
    from kilowatt.host.game.live import LiveGame, Planned
    from kilowatt.host.game.real_table import Kept
    from kilowatt.host.room import Room
    from kilowatt.host.viewers import Viewer
    from kilowatt.protocol import AskProposals, SheetView
    from kilowatt.table.sheet.checking import Sheet


def check_writer(room: Room, device: str) -> None:
    """Check that this is a real table, and that whoever writes sits at it."""
    if not room.row.plan.real:
        raise Denied("not_real")
    if not room.seats_of(device):
        raise Denied("no_seat")


def check_plan(room: Room, plan: Planned, judged: Sheet, *, final: bool) -> None:
    """Refuse a change that ends the game without the last figures, or a game without end."""
    if judged.state.actor == OVER and not final:
        raise Denied("sheet_ends")
    if plan.seq > ENTRIES_MOST or room.row.live.undos >= UNDOS_MOST:
        raise Denied("game_too_long", most=ENTRIES_MOST)


def send_sheet(room: Room, kept: Kept, seq: int, first: int) -> None:
    """Send everybody who may see it the lines of a sheet from one on."""
    live = room.game
    shown: dict[str, SheetView] = {}
    for viewer in list(room.viewers):
        if viewer.ready and live is not None and not hidden_from(live, viewer):
            if viewer.lang not in shown:
                shown[viewer.lang] = sheet_view(kept, seq, first, viewer.lang, list(room.players))
            viewer.send_message(shown[viewer.lang])


def hidden_from(live: LiveGame, viewer: Viewer) -> bool:
    """Return whether the sheet would show a watcher money that the table hides."""
    return not viewer.seats and knowledge.hides_money(live.state)


def first_changed(before: Kept, after: Kept, first: int) -> int:
    """Return the first line whose mark has changed: one that waited for a card may be complete now."""
    marks = zip(before.sheet.marks[:first], after.sheet.marks[:first], strict=True)
    return next((place for place, (old, new) in enumerate(marks) if old != new), first)


def writer(room: Room, viewer: Viewer) -> str:
    """Name the player whose device writes; a device of several players is the table's."""
    held = [seat for seat in room.seats if viewer.device in room.holders.get(seat.seat, ())]
    return held[0].name if len(held) == 1 else ""


def proposed(state: State, asked: AskProposals) -> list[object]:
    """Return what a sum may have been spent on."""
    if asked.seat >= state.rules.seats:
        return []
    if asked.what == "houses":
        return [*proposals.of_houses(state, asked.seat, asked.count, asked.total)]
    if asked.what == "fuel":
        return [*proposals.of_fuel(state, asked.seat, asked.total)]
    return [*proposals.of_power(state, asked.seat, cities=asked.total)]
