"""What is written down at a real table, and the record that follows from it. Pure: no store, no sockets."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kilowatt.engine import game
from kilowatt.engine.asks import ASK_ORDER
from kilowatt.engine.ids import CHANCE
from kilowatt.host.errors import Denied, from_engine, texts
from kilowatt.protocol import ChangeView, LineChange, SheetLine, SheetView, SlipView
from kilowatt.table.messages import sentence
from kilowatt.table.sheet.checking import Change, Sheet
from kilowatt.table.sheet.lines import AnyLine, CountLine, Line, StepLine, claim_of
from kilowatt.table.sheet.slips import Slip, slips
from kilowatt.table.undo import Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.host.game.live import LiveGame, Planned
    from kilowatt.table.record import Entry

LINES_MOST = 2_000
"""Lines of one sheet: a game of six has about 700."""
DRAWS_MOST = 100


class Written(msgspec.Struct, omit_defaults=True):
    """A sheet as the store keeps it."""

    lines: list[AnyLine] = []
    by: str = ""


class Kept(NamedTuple):
    """A sheet in memory: its text in the store, its lines checked, and the entry of each action."""

    text: str
    sheet: Sheet
    entries: list[int]
    by: str
    slips: list[Slip]
    """Corrections for the first line that does not fit."""


def kept_of(rules: Rules, text: str, standing: Standing[Entry]) -> Kept:
    """Check a stored sheet line by line."""
    written = msgspec.json.decode(text, type=Written) if text else Written()
    sheet = Sheet(rules, written.lines)
    return Kept(text, sheet, [entry.seq for entry in standing.entries], written.by, _offered(sheet))


def _offered(sheet: Sheet) -> list[Slip]:
    misfits = sheet.misfits
    return slips(sheet, misfits[0]) if misfits else []


def judged(old: Sheet, changes: Sequence[LineChange], players: list[str]) -> tuple[Sheet, list[Slip]]:
    """Return the sheet with changes, and corrections where other lines do not fit any more.

    `Denied` says why a line that is written does not fit, and offers corrections.
    """
    try:
        new = old.changed([Change(change.at, change.line, change.insert) for change in changes])
    except ValueError as error:
        raise Denied("bad_request", field="changes", reason=str(error)) from None
    if len(new.lines) > LINES_MOST:
        raise Denied("sheet_full", most=LINES_MOST)
    moved = 0
    for change in sorted(changes, key=lambda change: change.at):
        place = change.at + moved
        moved += change.insert - (change.line is None)
        if change.line is not None and new.marks[place].fit in ("refused", "differs"):
            raise _misfit(new, place, players)
        if change.at == len(old.lines) and new.stuck is not None:
            raise Denied("sheet_stuck")
    return new, _offered(new)


def _misfit(sheet: Sheet, place: int, players: list[str]) -> Denied:
    """Say why a line does not fit, with the corrections that are likeliest."""
    mark, line = sheet.marks[place], sheet.lines[place]
    if mark.refusal is not None:
        denied = from_engine(mark.refusal, sheet.rules, players, _seat_of(line))
    elif isinstance(line, CountLine):
        denied = Denied("sheet_counts", name=players[line.seat], amount=mark.amount, claimed=claim_of(line))
    else:
        denied = Denied("sheet_differs", amount=mark.amount, claimed=claim_of(line))
    denied.more = {"place": place, "slips": [msgspec.to_builtins(slip_view(slip)) for slip in slips(sheet, place)]}
    return denied


def _seat_of(line: AnyLine | Line) -> int | None:
    """Return the seat that a line is about: everybody at the board reads why it does not fit."""
    seat: int | None = getattr(line.action if isinstance(line, StepLine) else line, "seat", None)
    return seat


def rewritten(
    live: LiveGame, kept: Kept, judgement: tuple[Sheet, list[Slip]], by: str, at: str
) -> tuple[Planned, Kept]:
    """Plan what the record gains by a changed sheet: back to where both agree, and on from there."""
    new, offered = judgement
    old, actions = kept.sheet.actions(), new.actions()
    same = next((i for i, (a, b) in enumerate(zip(old, actions, strict=False)) if a != b), min(len(old), len(actions)))
    back = None
    if same < len(old):
        back = kept.entries[same - 1] if same else 0
    state = state_after(new, same) if back is not None else live.state
    plan = live.plan_rewrite(back, state, actions[same:], at, "player")
    entries = [*kept.entries[:same], *[entry.seq for entry in plan.entries if entry.action is not None]]
    plan.sheet = msgspec.json.encode(Written(new.lines, by)).decode()  # type: ignore[arg-type]
    return plan, Kept(plan.sheet, new, entries, by, offered)


def state_after(sheet: Sheet, count: int) -> State:
    """Return the game after so many of the sheet's actions, for the caller to change."""
    place = bisect_right(sheet.places, count, key=attrgetter("played")) - 1
    near = sheet.now if sheet.now.played <= count else sheet.places[place]
    state = game.clone(near.state)
    for _, action in sheet.played[near.played : count]:
        game.advance(state, action)
    return state


# --- what is shown ----------------------------------------------------------------------------------------------------


def slip_view(slip: Slip) -> SlipView:
    """Return a correction as it is sent."""
    return SlipView(slip.kind, [ChangeView(row.at, row.line, row.insert) for row in slip.changes])  # type: ignore[arg-type]


def sheet_view(kept: Kept, seq: int, first: int, lang: str, players: list[str]) -> SheetView:
    """Return a sheet from a line on, in a language."""
    sheet = kept.sheet
    lines = [_line_view(sheet, place, lang, players) for place in range(first, len(sheet.lines))]
    offered = [slip_view(slip) for slip in kept.slips]
    state = sheet.state
    draws = [move for move, _ in game.outcomes(state)] if state.actor == CHANCE and state.ask != ASK_ORDER else []
    return SheetView(seq, first, lines, offered, draws[:DRAWS_MOST], kept.by)  # type: ignore[arg-type]


def _line_view(sheet: Sheet, place: int, lang: str, players: list[str]) -> SheetLine:
    line, mark = sheet.lines[place], sheet.marks[place]
    shown = SheetLine(line, mark.fit, mark.amount)  # type: ignore[arg-type]
    if mark.refusal is not None:
        shown.text = sentence(mark.refusal, lang, sheet.rules, players, _seat_of(line))
        shown.rule = mark.refusal.rule
    elif mark.fit == "differs":
        shown.text = texts(lang)["sheet_differs"].format(amount=mark.amount, claimed=claim_of(line))
    return shown
