"""Writing at a real table on this device: the same as at a server's, with nobody else to wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import game
from kilowatt.host import timekeeping
from kilowatt.host.deciding import check_seen, going
from kilowatt.host.errors import Denied
from kilowatt.host.game.real_table import judged, kept_of, rewritten, sheet_view
from kilowatt.host.game.stored import stored_entries
from kilowatt.host.local.tables import repeated
from kilowatt.host.request import ask
from kilowatt.host.timekeeping import iso
from kilowatt.host.writing import check_plan, check_writer, first_changed, proposed, send_sheet, writer
from kilowatt.protocol import AskProposals, Done, Proposals, WriteLines
from kilowatt.table.undo import Standing

if TYPE_CHECKING:
    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.game.real_table import Kept as KeptSheet
    from kilowatt.host.local.kept import Kept
    from kilowatt.host.local.tables import Tables
    from kilowatt.host.viewers import Viewer
    from kilowatt.table.record import Entry


class Sheets:
    """The sheets of real tables; the one that was used last stays in memory."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._last: tuple[str, KeptSheet] | None = None

    def write(self, kept: Kept, viewer: Viewer, message: WriteLines) -> None:
        """Write lines; `Denied` says which rule they break, and offers corrections."""
        room = kept.room
        check_writer(room, viewer.device)
        asked = ask(viewer, message.key, msgspec.json.encode(message.changes))
        if repeated(room, asked):
            return
        live = going(room)
        check_seen(live, message.expect)
        before = self._open(kept, live)
        if message.lines != len(before.sheet.lines):
            raise Denied("stale", seq=live.seq, expect=message.expect)
        judgement = judged(before.sheet, message.changes, list(room.players))
        plan, after = rewritten(live, before, judgement, writer(room, viewer), iso(timekeeping.now()))
        check_plan(room, plan, judgement[0], final=message.final)
        if plan.entries:
            self.tables.play(kept, plan, asked)
        else:
            # money that was counted is no entry of the record
            room.row.live = msgspec.structs.replace(room.row.live, sheet=after.text)
            self.tables.touch(kept)
            viewer.send_message(Done(message.key, live.seq))
        self._last = (room.code, after)
        send_sheet(room, after, live.seq, first_changed(before, after, min([change.at for change in message.changes])))

    def show(self, kept: Kept, viewer: Viewer) -> None:
        """Send the whole sheet, if the table has one."""
        live = kept.room.game
        if kept.room.row.plan.real and live is not None:
            viewer.send_message(sheet_view(self._open(kept, live), live.seq, 0, viewer.lang, list(kept.room.players)))

    def propose(self, kept: Kept, viewer: Viewer, message: AskProposals) -> None:
        """Answer what a sum may have been spent on."""
        check_writer(kept.room, viewer.device)
        lines = proposed(game.clone(going(kept.room).state), message)
        viewer.send_message(Proposals(message.id, lines))  # type: ignore[arg-type]

    def _open(self, kept: Kept, live: LiveGame) -> KeptSheet:
        code, text = kept.room.code, kept.room.row.live.sheet
        if self._last is None or self._last[0] != code or self._last[1].text != text:
            standing: Standing[Entry] = Standing()
            for entry in stored_entries(kept.lines):
                standing.read(entry)
            self._last = (code, kept_of(live.rules, text, standing))
        return self._last[1]
