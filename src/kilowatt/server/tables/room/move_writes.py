"""What a move writes beside its entries: a snapshot now and then, and what lists of tables are sorted by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host.game import moments

if TYPE_CHECKING:
    from kilowatt.host.game.live import LiveGame, Planned
    from kilowatt.host.rows import Live, TableRow

TOUCH_SECONDS = 60.0
"""How old the stored time of a table's last change may become while nothing but moves changes it."""


def touches_lists(row: TableRow, live: Live, wake: float | None, state: str, now: float) -> bool:
    """Return whether a move writes more of its table's row than where the game stands.

    Lists are sorted by the time of the last change. To write that into their index takes about a third of the
    database's time for a move, so moves that follow each other quickly do it once per minute.
    """
    return (
        state != row.state
        or wake != row.wake
        or row.archived
        or live.clock != row.live.clock
        or not 0 <= now - row.touched < TOUCH_SECONDS  # also where the machine's clock was set back
    )


def due_snapshot(game: LiveGame | None, plan: Planned) -> tuple[int, bytes] | None:
    """Take a snapshot of where the present turn began, when the last one is long ago, or of where everybody goes back.

    What stands after such an undo begins there, and earlier snapshots may be of what no longer stands.
    """
    if game is None:
        return None
    back = plan.entries[0].undo if plan.entries else None
    if back is not None and not game.window.reaches(back):
        return back, moments.pack(plan.state)
    start = plan.turn_start()
    if start is None or start[0] - game.mark < moments.EVERY:
        return None
    return start[0], moments.pack(start[1])
