"""A table's head: what lists and everybody at the table see of it, whether it is in memory or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.protocol import SeatView, TableView
from kilowatt.protocol.views import shown_options
from kilowatt.server import timekeeping
from kilowatt.server.game import clocks
from kilowatt.server.timekeeping import iso

if TYPE_CHECKING:
    from kilowatt.server.store.rows import SeatRow, TableRow


def table_view(
    row: TableRow,
    seats: list[SeatRow],
    holders: dict[int, set[str]],
    device: str,
    present: set[int],
    watchers: int,
) -> TableView:
    """Return a table's head as a device sees it, whether it is in memory or not."""
    plan = row.plan
    own = [seat for seat in range(len(seats)) if device and device in holders.get(seat, ())]
    return TableView(
        code=row.code,
        name=plan.name,
        ruleset=plan.ruleset,
        title=plan.title,
        options=shown_options(plan.options),
        state=row.state,  # type: ignore[arg-type]
        seats=[
            SeatView(
                seat=seat.seat,
                kind=seat.kind,  # type: ignore[arg-type]
                name=seat.name,
                level=seat.level,
                present=seat.seat in present,
                vacant=seat.away is not None,
                resigned=seat.away == "resigned",
                agreed=seat.agreed,
            )
            for seat in seats
        ],
        visibility=row.visibility,  # type: ignore[arg-type]
        hints=plan.hints,
        clock=clocks.view(plan.clock, row.live.clock, len(seats), timekeeping.now()),
        seq=row.seq,
        round=row.live.round,
        phase=row.live.phase,
        actor=row.live.actor,
        result=row.live.result,
        end=row.live.end,
        yours=own,
        owner=bool(device) and row.owner == device,
        watchers=watchers,
        created=iso(row.created),
        touched=iso(row.touched),
        archived=row.archived,
        rematch=row.rematch,
        fork_of=(row.fork_code, row.fork_seq or 0) if row.fork_code is not None else None,
        deal=deal_of(row),
        muted=plan.moderation.muted,
        watchers_muted=plan.moderation.watchers_muted,
        removed=[removed.who for removed in plan.moderation.removed] if device and row.owner == device else [],
        lesson=plan.lesson,
        challenge=plan.challenge,
        rated=plan.rated,
    )


def deal_of(row: TableRow) -> str | None:
    """Return the hash that commits to the dealer's seed."""
    if row.header is None:
        return None
    deal: str | None = msgspec.json.decode(row.header).get("deal")
    return deal
