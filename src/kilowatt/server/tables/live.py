"""A game in memory: its state now, how far its undo may go, its last lines. Pure: no database, no sockets, no clock.

Only the states an undo may return to are kept; everything older comes back by replay. A move is planned first and taken
only when the store has it.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions.compose import compose
from kilowatt.editions.registry import REVISION
from kilowatt.engine import game
from kilowatt.engine.ids import CHANCE, OVER, PHASE_NAMES
from kilowatt.protocol.views import entry_view
from kilowatt.table.dealer import SeededDealer
from kilowatt.table.record import Entry, Header
from kilowatt.table.referee import is_decision

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.engine.actions import Action
    from kilowatt.engine.events import Events
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

TAIL = 32
RULES_KEPT = 64

_rules: OrderedDict[tuple[str, int, bytes, int], Rules] = OrderedDict()


def rules_for(ruleset: str, seats: int, options: dict[str, Any], revision: int = REVISION) -> Rules:
    """Compose rules, or take those another table of the same kind plays by."""
    key = (ruleset, seats, msgspec.json.encode(options, order="deterministic"), revision)
    found = _rules.get(key)
    if found is None:
        found = compose(ruleset, seats, options, revision)
        _rules[key] = found
        if len(_rules) > RULES_KEPT:
            _rules.popitem(last=False)
    else:
        _rules.move_to_end(key)
    return found


class Planned:
    """What a move will do: its entries with what happens by them, and the game after it."""

    __slots__ = ("at", "end", "entries", "lines", "seat", "seq", "standing", "state", "window")

    def __init__(self, live: LiveGame) -> None:
        self.seq = live.seq
        self.standing = live.standing
        self.state: State = live.state
        self.seat = live.seat
        self.window = live.window
        self.end = live.end
        self.entries: list[Entry] = []
        self.lines: list[bytes] = []

    def rows(self) -> list[tuple[int, str]]:
        """Give the entries as the store keeps them."""
        return [(entry.seq, msgspec.json.encode(entry).decode()) for entry in self.entries]


class LiveGame:
    """One game that is being played or read."""

    __slots__ = ("dealer", "end", "header", "rules", "seat", "seed", "seq", "standing", "state", "tail", "window")

    def __init__(self, header: Header, seed: str | None) -> None:
        self.header = header
        self.seed = seed
        self.dealer = SeededDealer(bytes.fromhex(seed)) if seed is not None else None
        self.rules: Rules = rules_for(header.ruleset, header.seats, header.options, header.revision)
        self.state: State = game.new_game(self.rules)
        self.seq = 0
        self.standing = 0
        """The last entry that has not been taken back."""
        self.window: tuple[tuple[int, State], ...] = ()
        """Where an undo may go back to: the last standing entry before each decision of the present turn."""
        self.seat = -1
        """Whose decisions these are."""
        self.end: str | None = None
        self.tail: deque[tuple[int, bytes]] = deque(maxlen=TAIL)

    @property
    def actor(self) -> int | str | None:
        """The seat to act, "chance", or None when the game is over or was ended."""
        return None if self.end is not None else game.actor(self.state)

    @property
    def over(self) -> bool:
        """Whether nothing more can be played."""
        return self.end is not None or self.state.actor == OVER

    @property
    def phase(self) -> str:
        """The phase by name."""
        return "over" if self.over else PHASE_NAMES[self.state.phase]

    def undo_depth(self, seat: int) -> int:
        """Count the decisions this seat may take back: its own, in its own turn, none behind a card or another seat."""
        return len(self.window) if self.seat == seat and self.state.actor == seat and self.end is None else 0

    # --- planning -----------------------------------------------------------------------------------------------------

    def plan(self, move: Action, at: str | None = None, by: str | None = None) -> Planned:
        """Plan an action that is known to be allowed, with the cards it turns up, and the seed if it ends the game."""
        plan = Planned(self)
        self._advance(plan, Entry(plan.seq + 1, move, at=at, by=by))
        self._deal(plan, at)
        if plan.state.actor == OVER:
            self._close(plan, at)
        return plan

    def plan_start(self, at: str | None = None) -> Planned:
        """Plan the cards that are dealt before the first decision."""
        plan = Planned(self)
        self._deal(plan, at)
        return plan

    def plan_undo(self, at: str | None = None) -> Planned:
        """Plan to take back the last decision of the window."""
        plan = Planned(self)
        to, state = self.window[-1]
        plan.window = self.window[:-1]
        plan.state = state
        plan.standing = to
        self._note(plan, Entry(plan.seq + 1, undo=to, at=at), [])
        return plan

    def plan_end(self, why: str, at: str | None = None) -> Planned:
        """Plan to end the game early."""
        plan = Planned(self)
        plan.end = why
        plan.window = ()
        self._note(plan, Entry(plan.seq + 1, end=why, at=at), [])
        self._close(plan, at)
        return plan

    def _advance(self, plan: Planned, entry: Entry) -> None:
        move = entry.action
        assert move is not None  # noqa: S101 - callers give actions
        before = plan.state
        after = game.clone(before)
        happened: Events = []
        game.advance(after, move, happened)
        if is_decision(move):
            seat: int = move.seat  # type: ignore[attr-defined]
            kept = plan.window if plan.seat == seat and before.actor == seat else ()
            plan.window = (*kept, (plan.standing, before))
            plan.seat = seat
        else:
            plan.window = ()
        plan.state = after
        self._note(plan, entry, happened)
        plan.standing = entry.seq

    def _deal(self, plan: Planned, at: str | None) -> None:
        while self.dealer is not None and plan.state.actor == CHANCE:
            dealt = self.dealer.deal(plan.state, game.outcomes(plan.state))
            self._advance(plan, Entry(plan.seq + 1, dealt, at=at))

    def _close(self, plan: Planned, at: str | None) -> None:
        """Show the seed, so that anybody can check the deal."""
        if self.seed is not None and self.header.deal is not None:
            self._note(plan, Entry(plan.seq + 1, seed=self.seed, at=at), [])

    def _note(self, plan: Planned, entry: Entry, happened: Events) -> None:
        plan.seq = entry.seq
        plan.entries.append(entry)
        plan.lines.append(msgspec.json.encode(entry_view(entry, happened)))

    # --- taking -------------------------------------------------------------------------------------------------------

    def take(self, plan: Planned) -> None:
        """Make a planned move the truth."""
        self.seq = plan.seq
        self.standing = plan.standing
        self.state = plan.state
        self.window = plan.window
        self.seat = plan.seat
        self.end = plan.end
        for entry, line in zip(plan.entries, plan.lines, strict=True):
            self.tail.append((entry.seq, line))

    def read(self, entry: Entry, happened: Events | None) -> None:
        """Take an entry of the record as it is, without asking whether it is allowed."""
        if entry.undo is not None:
            self.state = self._state_at(entry.undo)
            self.window = tuple(row for row in self.window if row[0] < entry.undo)
            self.standing = entry.undo
        elif entry.action is not None:
            before = self.state
            if is_decision(entry.action):
                seat: int = entry.action.seat  # type: ignore[attr-defined]
                kept = self.window if self.seat == seat and before.actor == seat else ()
                self.window = (*kept, (self.standing, before))
                self.seat = seat
                self.state = game.clone(before)
            else:
                self.window = ()
            game.advance(self.state, entry.action, happened)
            self.standing = entry.seq
        else:
            self.end = entry.end if entry.end is not None else self.end
            self.window = ()
        self.seq = entry.seq

    def _state_at(self, standing: int) -> State:
        for number, state in self.window:
            if number == standing:
                return state
        if standing == self.standing:
            return self.state
        raise UndoTooFar(standing)


_stored = msgspec.json.Decoder(list[Entry])
_header = msgspec.json.Decoder(Header)


class UndoTooFar(Exception):
    """A record takes back more than a server allows; only an imported one can."""

    def __init__(self, to: int) -> None:
        super().__init__(to)
        self.to = to


def stored_entries(lines: list[str]) -> list[Entry]:
    """Read lines of the store."""
    return _stored.decode("[" + ",".join(lines) + "]")


def header_of(line: str) -> Header:
    """Read the first line of a record as the store has it; what comes from outside is checked by `record.parse`."""
    return _header.decode(line)


def load(header: str, seed: str | None, lines: list[str], upto: int | None = None) -> LiveGame:
    """Bring a game back by replay; the last lines with it."""
    return _replay(header, seed, lines, upto, TAIL)[0]


def load_with_lines(header: str, seed: str | None, lines: list[str]) -> tuple[LiveGame, list[bytes]]:
    """Bring a game back by replay, and give every line with what happened by it."""
    return _replay(header, seed, lines, None, len(lines))


def _replay(
    header: str, seed: str | None, lines: list[str], upto: int | None, shown: int
) -> tuple[LiveGame, list[bytes]]:
    entries = stored_entries(lines if upto is None else lines[:upto])
    live = LiveGame(header_of(header), seed)
    written: list[bytes] = []
    first = max(0, len(entries) - shown)
    happened: Events = []
    for entry in replaying(live, entries, happened, first):
        if entry.seq > first:
            written.append(msgspec.json.encode(entry_view(entry, happened)))
            live.tail.append((entry.seq, written[-1]))
        happened.clear()
    return live, written


def replaying(live: LiveGame, entries: list[Entry], happened: Events | None = None, quiet: int = 0) -> Iterator[Entry]:
    """Take entries one by one, giving each after it was taken; what happens by those after `quiet` is listed."""
    # an imported record may take back anything, so every state it goes back to is kept on the way
    targets = {entry.undo for entry in entries if entry.undo is not None} if live.seed is None else set()
    far = bool(targets)
    states: dict[int, State] = {0: game.clone(live.state)} if far else {}
    for entry in entries:
        if far and entry.undo is not None:
            live.window = ((entry.undo, game.clone(states[entry.undo])),)
        live.read(entry, happened if entry.seq > quiet else None)
        if entry.seq in targets:
            states[entry.seq] = game.clone(live.state)
        yield entry
