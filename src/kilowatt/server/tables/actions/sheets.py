"""Writing at a real table: lines go through the rules and become entries of the record."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import game
from kilowatt.host import timekeeping
from kilowatt.host.deciding import check_seen, going
from kilowatt.host.errors import Denied
from kilowatt.host.game.real_table import Kept, judged, kept_of, rewritten, sheet_view
from kilowatt.host.game.stored import stored_entries
from kilowatt.host.request import ask
from kilowatt.host.timekeeping import iso
from kilowatt.host.writing import check_plan, check_writer, first_changed, hidden_from, proposed, send_sheet, writer
from kilowatt.protocol import AskProposals, Done, Proposals, WriteLines
from kilowatt.server.tables.actions.retrying import retry_on_conflict
from kilowatt.table.undo import Standing

if TYPE_CHECKING:
    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.request import Asked
    from kilowatt.host.viewers import Viewer
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.table.record import Entry

KEPT_MOST = 16
"""Sheets in memory: each holds a position per line, about a megabyte for a whole game."""


class Sheets:
    """The sheets of real tables."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    async def write(self, room: Room, viewer: Viewer, message: WriteLines) -> None:
        """Write lines; `Denied` says which rule they break, and offers corrections."""
        asked = ask(viewer, message.key, msgspec.json.encode(message.changes))
        await retry_on_conflict(lambda: self._write(room, asked, message))

    async def _write(self, room: Room, asked: Asked, message: WriteLines) -> None:
        viewer = asked.viewer
        async with self.registry.changing(room):
            check_writer(room, viewer.device)
            if await self.steps.repeated(room, asked, message.expect):
                return
            live = going(room)
            with self.steps.counting():
                check_seen(live, message.expect)
            kept = await self._open(room, live, viewer.address)
            if message.lines != len(kept.sheet.lines):
                raise Denied("stale", seq=live.seq, expect=message.expect)
            judgement = await self.registry.workers.do(
                viewer.address, judged, kept.sheet, message.changes, list(room.players)
            )
            now = timekeeping.now()
            plan, after = rewritten(live, kept, judgement, writer(room, viewer), iso(now))
            check_plan(room, plan, judgement[0], final=message.final)
            if plan.entries:
                await self.steps.play(room, plan, now, asked)
            else:
                # money that was counted is no entry of the record
                room.row.live = msgspec.structs.replace(room.row.live, sheet=after.text)
                await self.steps.save(room)
                viewer.send_message(Done(message.key, live.seq))
            self._keep(room.code, after)
            first = min([change.at for change in message.changes])
            send_sheet(room, after, live.seq, first_changed(kept, after, first))

    async def show(self, room: Room, viewer: Viewer) -> None:
        """Send a viewer the whole sheet, if the table has one and the viewer may see it."""
        async with room.lock:
            live = room.game
            if not room.row.plan.real or live is None or hidden_from(live, viewer):
                return
            kept = await self._open(room, live, viewer.address)
            viewer.send_message(sheet_view(kept, live.seq, 0, viewer.lang, list(room.players)))

    async def propose(self, room: Room, viewer: Viewer, message: AskProposals) -> None:
        """Answer what a sum may have been spent on."""
        check_writer(room, viewer.device)
        live = going(room)
        state = game.clone(live.state)
        lines = await self.registry.workers.do(viewer.address, proposed, state, message)
        viewer.send_message(Proposals(message.id, lines))  # type: ignore[arg-type]

    # --- memory -------------------------------------------------------------------------------------------------------

    async def _open(self, room: Room, live: LiveGame, address: str) -> Kept:
        """Return a table's sheet, from memory or checked again."""
        kept = self._kept.get(room.code)
        text = room.row.live.sheet
        if kept is None or kept.text != text:
            standing: Standing[Entry] = Standing()
            for entry in stored_entries(await self.registry.store.entries(room.code)):
                standing.read(entry)
            kept = await self.registry.workers.do(address, kept_of, live.rules, text, standing)
        self._keep(room.code, kept)
        return kept

    def _keep(self, code: str, kept: Kept) -> None:
        self._kept[code] = kept
        self._kept.move_to_end(code)
        while len(self._kept) > KEPT_MOST:
            self._kept.popitem(last=False)
