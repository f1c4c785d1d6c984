"""Moments of a game: its state after any entry, and its lines with what happened by them, from the nearest snapshot.

Pure, and made for threads: everything is given as bytes and text, nothing here is shared with a table in memory. A
snapshot is taken where a turn begins, so no undo of a played game goes back behind the last one; an imported record may
undo anything, and for those undos the states they go back to are kept as snapshots too.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import game
from kilowatt.engine.snapshot import BadSnapshot, restore, snapshot
from kilowatt.host.game.live import LiveGame, replaying
from kilowatt.host.game.stored import entry_line, header_of, stored_entries
from kilowatt.table.referee import is_decision
from kilowatt.table.undo import Standing, UndoTooFar, Window

if TYPE_CHECKING:
    from kilowatt.engine.events import Events
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.host.rows import Stretch, Written
    from kilowatt.table.record import Entry

EVERY = 64
"""Entries between two snapshots, at least: a game has one for each turn that begins so far after the last."""
PAGE = 64
"""Lines in a page of history."""


def pack(state: State) -> bytes:
    """Write a state as a snapshot of the store."""
    return zlib.compress(msgspec.json.encode(snapshot(state)), 1)


def unpack(rules: Rules, body: bytes) -> State:
    """Read a snapshot of the store; `BadSnapshot` when this version cannot."""
    try:
        return restore(rules, msgspec.json.decode(zlib.decompress(body)))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadSnapshot("snapshot", str(error)) from None


def far_targets(lines: list[str], start: int) -> set[int]:
    """List where undos in these lines go back to, if that is before entry `start`."""
    return {entry.undo for entry in stored_entries(lines) if entry.undo is not None and entry.undo < start}


# --- one moment -------------------------------------------------------------------------------------------------------


def game_at(header: str, stretch: Stretch, seed: str | None = None) -> LiveGame:
    """Return the game after the last line of a stretch; only entries that were not undone are played."""
    then = LiveGame(header_of(header), seed)
    standing = _standing(stretch)
    then.state = _state(then, stretch, standing.base)
    for entry in standing.entries:
        assert entry.action is not None  # noqa: S101 - only actions stand
        game.advance(then.state, entry.action, None)
    for entry in stored_entries(stretch.lines):
        then.end = entry.end if entry.end is not None else then.end
    then.seq = _first(stretch) + len(stretch.lines)
    then.window = Window(standing.last)
    return then


def resume(header: str, seed: str | None, stretch: Stretch) -> LiveGame:
    """Bring a game back from its last snapshot, with everything its players may undo."""
    live = LiveGame(header_of(header), seed)
    if stretch.snapshot is not None:
        live.state = unpack(live.rules, stretch.snapshot[1])
        live.seq = live.mark = stretch.snapshot[0]
        live.window = Window(live.mark)
    try:
        for entry in stored_entries(stretch.lines):
            live.read(entry, None)
    except UndoTooFar:
        # everybody agreed to it, or the record was imported
        mark = live.mark
        live = game_at(header, stretch, seed)
        live.mark = mark
    return live


def _first(stretch: Stretch) -> int:
    return stretch.snapshot[0] if stretch.snapshot is not None else 0


def _state(live: LiveGame, stretch: Stretch, base: int) -> State:
    if stretch.snapshot is not None and base == stretch.snapshot[0]:
        return unpack(live.rules, stretch.snapshot[1])
    if base in stretch.far:
        return unpack(live.rules, stretch.far[base])
    return game.new_game(live.rules)


def _standing(stretch: Stretch) -> Standing[Entry]:
    """Return the actions of a stretch that stand, based on the snapshot before them."""
    standing: Standing[Entry] = Standing(_first(stretch))
    for entry in stored_entries(stretch.lines):
        standing.read(entry)
    return standing


# --- a page of lines --------------------------------------------------------------------------------------------------


def page(header: str, stretch: Stretch, first: int) -> list[bytes]:
    """Return the lines of a stretch from entry `first` on, each with its effects."""
    entries = stored_entries(stretch.lines)
    start = _first(stretch)
    skipped = first - 1 - start
    before = stretch._replace(lines=stretch.lines[:skipped])
    standing = _standing(before)
    live = LiveGame(header_of(header), None)
    live.state = _state(live, stretch, standing.base)
    shown = entries[skipped:]
    targets = {entry.undo for entry in shown if entry.undo is not None}
    states: dict[int, State] = {standing.base: game.clone(live.state)} if standing.base in targets else {}
    for entry in standing.entries:
        assert entry.action is not None  # noqa: S101 - only actions stand
        game.advance(live.state, entry.action, None)
        if entry.seq in targets:
            states[entry.seq] = game.clone(live.state)
    written: list[bytes] = []
    for entry in shown:
        happened: Events = []
        if entry.undo is not None:
            known = states.get(entry.undo)
            live.state = game.clone(known) if known is not None else _state(live, stretch, entry.undo)
        elif entry.action is not None:
            game.advance(live.state, entry.action, happened)
            if entry.seq in targets:
                states[entry.seq] = game.clone(live.state)
        written.append(entry_line(entry, happened, live.rules))
    return written


# --- all snapshots of a record ----------------------------------------------------------------------------------------


def snapshots_of(header: str, seed: str | None, lines: list[str]) -> list[Written]:
    """Replay a whole record once and take its snapshots: for one that was imported, or stored before there were any."""
    live = LiveGame(header_of(header), seed)
    entries = stored_entries(lines)
    snapshots: dict[int, bytes] = {}
    last = 0
    upcoming = iter([*entries[1:], None])
    for entry in replaying(live, entries):
        if entry.undo is not None and entry.undo < last and entry.undo not in snapshots:
            snapshots[entry.undo] = pack(live.state)
        following = next(upcoming)
        if following is None or following.action is None or not is_decision(following.action):
            continue
        begins = not live.window.depth(following.action.seat)  # type: ignore[attr-defined]
        if begins and live.window.standing - last >= EVERY:
            last = live.window.standing
            snapshots[last] = pack(live.state)
    return sorted(snapshots.items())
