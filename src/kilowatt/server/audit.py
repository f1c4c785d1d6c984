"""The check before an upgrade: replay every unfinished game under this version and name those that would not go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.server.metrics import Metrics
from kilowatt.server.store.store import Store, make_engine
from kilowatt.table.record import BadRecord, parse, replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.server.settings import Settings


async def check_games(settings: Settings, say: Callable[[str], None]) -> int:
    """Replay every unfinished game, every move checked; say which would not go on, and give 1 if any."""
    engine = make_engine(settings.database_url)
    store = Store(engine, Metrics())
    bad = 0
    try:
        games = await store.unfinished()
        for row in games:
            problem = await _problem(store, row.code, row.header)
            if problem is not None:
                bad += 1
                say(f"{row.code}: {problem}")
    finally:
        await engine.dispose()
    say(f"{len(games)} unfinished games, {bad} would not go on")
    return 1 if bad else 0


async def _problem(store: Store, code: str, header: str | None) -> str | None:
    try:
        replay(parse([header or "", *await store.entries(code)]))
    except BadRecord as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - a rule that breaks on an old game is what is looked for
        return f"{type(error).__name__}: {error}"
    return None
