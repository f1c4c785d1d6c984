"""A table's head: what lists and everybody at the table see of it, whether it is in memory or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.host import timekeeping
from kilowatt.host.game import clocks
from kilowatt.host.timekeeping import iso
from kilowatt.protocol import PauseView, SeatView, TableView, TakeBackView
from kilowatt.protocol.views import shown_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kilowatt.host.game.clocks import Rest
    from kilowatt.host.rows import Pause, SeatRow, TableRow


def table_view(
    row: TableRow,
    seats: list[SeatRow],
    holders: dict[int, set[str]],
    device: str,
    present: set[int],
    watchers: int,
    off: Mapping[int, list[Rest]] | None = None,
) -> TableView:
    """Return a table's head as a device sees it, whether it is in memory or not."""
    plan, live, now, off = row.plan, row.live, timekeeping.now(), (off or {}) if row.plan.clock.kind == "days" else {}
    running = live.clock.running
    own = [seat for seat in range(len(seats)) if device and device in holders.get(seat, ())]
    if own and plan.real:
        own = [*range(len(seats))]
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
                level=seat.level if seat.token is None or seat.away is not None else None,
                present=seat.seat in present,
                vacant=seat.away is not None,
                resigned=seat.away == "resigned",
                agreed=seat.agreed,
                outside=seat.token is not None,
                off_until=_off_until(off.get(seat.seat, ()), now),
            )
            for seat in seats
        ],
        visibility=row.visibility,  # type: ignore[arg-type]
        hints=plan.hints,
        clock=clocks.view(plan.clock, live.clock, len(seats), now, off.get(-1 if running is None else running, ())),
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
        again=live.again,
        early=[seat for seat in live.early if seat in own],
        fork_of=(row.fork_code, row.fork_seq or 0) if row.fork_code is not None else None,
        deal=deal_of(row),
        muted=plan.moderation.muted,
        watchers_muted=plan.moderation.watchers_muted,
        removed=[removed.who for removed in plan.moderation.removed] if device and row.owner == device else [],
        lesson=plan.lesson,
        challenge=plan.challenge,
        rated=plan.rated,
        pause=_pause(live.pause, now),
        back=TakeBackView(live.back.by, live.back.to, live.back.cards, live.back.agreed) if live.back else None,
        real=plan.real,
    )


def _pause(pause: Pause | None, now: float) -> PauseView | None:
    """Show a pause; one whose end has come is over."""
    if pause is None or (pause.until is not None and pause.until <= now):
        return None
    until = iso(pause.until) if pause.until is not None else None
    return PauseView(pause.by, until, pause.agreed, pause.since is not None)


def _off_until(off: Iterable[Rest], now: float) -> str | None:
    """Return the end of the days off that contain this moment."""
    for start, end in clocks.joined(off):
        if end is not None and start <= now < end:
            return iso(end)
    return None


def deal_of(row: TableRow) -> str | None:
    """Return the hash that commits to the dealer's seed."""
    if row.header is None:
        return None
    deal: str | None = msgspec.json.decode(row.header).get("deal")
    return deal
