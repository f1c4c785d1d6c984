"""A game in memory: its state now, how far its undo may go, its last lines. Pure: no database, no sockets, no clock.

Only the states an undo may return to are kept; for everything older see `moments.py`. A move is planned first and taken
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
from kilowatt.server.errors import Denied
from kilowatt.table.dealer import SeededDealer
from kilowatt.table.record import Entry, Header, check_known
from kilowatt.table.referee import is_decision

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.engine.actions import Action
    from kilowatt.engine.events import Events
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

TAIL = 16
"""Lines kept in memory for viewers who come back; older ones are read from the store."""
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

    __slots__ = ("end", "entries", "lines", "seat", "seq", "standing", "state", "undone", "window")

    def __init__(self, live: LiveGame) -> None:
        self.seq = live.seq
        self.standing = live.standing
        self.state: State = live.state
        self.seat = live.seat
        self.window = live.window
        self.undone = live.undone
        self.end = live.end
        self.entries: list[Entry] = []
        self.lines: list[bytes] = []

    def turn_start(self) -> tuple[int, State] | None:
        """Return the state that no undo goes back behind, and the entry it was reached by; None once it is all over."""
        if self.end is not None or self.state.actor == OVER:
            return None
        return self.window[0] if self.window else (self.standing, self.state)

    def rows(self) -> list[tuple[int, str]]:
        """Return the entries as the store keeps them."""
        return [(entry.seq, msgspec.json.encode(entry).decode()) for entry in self.entries]


class LiveGame:
    """One game that is being played or read."""

    __slots__ = (
        "dealer",
        "decided",
        "end",
        "header",
        "mark",
        "memories",
        "rules",
        "seat",
        "seed",
        "seq",
        "standing",
        "state",
        "tail",
        "undone",
        "window",
    )

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
        self.undone = 0
        """How many undos there were in the present turn."""
        self.mark = 0
        """The entry of the last snapshot."""
        self.end: str | None = None
        self.tail: deque[tuple[int, bytes]] = deque(maxlen=TAIL)
        self.decided: dict[int, int] = {}
        """The last standing entry before each seat's last decision, as far as that is known here."""
        self.memories: dict[int, tuple[str, str]] = {}
        """What bots keep, by seat: which bot, and its memory after the last decision of the seat."""

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
        plan.undone += 1
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
        decided = is_decision(move)
        # a state that the plan itself has made, and nobody may return to, is changed in place
        after = game.clone(before) if decided or before is self.state else before
        happened: Events = []
        game.advance(after, move, happened)
        if decided:
            seat: int = move.seat  # type: ignore[attr-defined]
            same = plan.seat == seat and before.actor == seat
            plan.window = (*(plan.window if same else ()), (plan.standing, before))
            plan.undone = plan.undone if same else 0
            plan.seat = seat
        else:
            plan.window = ()
            plan.undone = 0
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
        plan.lines.append(msgspec.json.encode(entry_view(entry, happened, plan.state.rules)))

    # --- taking -------------------------------------------------------------------------------------------------------

    def take(self, plan: Planned) -> None:
        """Make a planned move the truth."""
        for entry in plan.entries:
            self._note_decision(entry)
        self.seq = plan.seq
        self.standing = plan.standing
        self.state = plan.state
        self.window = plan.window
        self.seat = plan.seat
        self.undone = plan.undone
        self.end = plan.end
        for entry, line in zip(plan.entries, plan.lines, strict=True):
            self.tail.append((entry.seq, line))

    def follow(self, lines: list[str]) -> list[bytes]:
        """Take the next lines of the store, and return each with what happened by it."""
        shown: list[bytes] = []
        for entry in stored_entries(lines):
            happened: Events = []
            self.read(entry, happened)
            shown.append(entry_line(entry, happened, self.rules))
            self.tail.append((entry.seq, shown[-1]))
        return shown

    def read(self, entry: Entry, happened: Events | None) -> None:
        """Take an entry of the record as it is, without asking whether it is allowed."""
        self._note_decision(entry)
        if entry.undo is not None:
            self.state = self._state_at(entry.undo)
            self.window = tuple(row for row in self.window if row[0] < entry.undo)
            self.undone += 1
            self.standing = entry.undo
        elif entry.action is not None:
            before = self.state
            if is_decision(entry.action):
                seat: int = entry.action.seat  # type: ignore[attr-defined]
                same = self.seat == seat and before.actor == seat
                self.window = (*(self.window if same else ()), (self.standing, before))
                self.undone = self.undone if same else 0
                self.seat = seat
                self.state = game.clone(before)
            else:
                self.window = ()
                self.undone = 0
            game.advance(self.state, entry.action, happened)
            self.standing = entry.seq
        else:
            self.end = entry.end if entry.end is not None else self.end
            self.window = ()
        self.seq = entry.seq

    # --- what bots keep -----------------------------------------------------------------------------------------------

    def remember(self, seat: int, standing: int, bot: str, memory: str) -> None:
        """Keep the memory of a bot that was asked after an entry, if its seat's last decision was made there.

        What a bot keeps follows from the positions of its seat, so it does not matter whether this bot's move was made.
        """
        if self.decided.get(seat) == standing:
            self.memories[seat] = (bot, memory)

    def memory(self, seat: int, bot: str) -> str | None:
        """Return the memory of a seat's bot; None where there is none that knows all decisions of the seat."""
        who, found = self.memories.get(seat, ("", ""))
        return found if who == bot else None

    def _note_decision(self, entry: Entry) -> None:
        """Note where a seat decides, before the entry is taken; what a bot kept for it lacks this decision."""
        if entry.undo is not None:
            self.memories.pop(self.seat, None)
            self.decided.clear()
        elif entry.action is not None and is_decision(entry.action):
            seat: int = entry.action.seat  # type: ignore[attr-defined]
            self.memories.pop(seat, None)
            self.decided[seat] = self.standing

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
    """Read the first line of a record as the store has it; what comes from outside is checked by `record.parse`.

    A game of a newer server is refused, because replaying it by other rules would corrupt it.
    """
    header = _header.decode(line)
    try:
        check_known(header)
    except ValueError as error:
        raise Denied("unknown_rules", reason=str(error)) from None
    return header


def load(header: str, seed: str | None, lines: list[str]) -> LiveGame:
    """Bring a game back by replaying all of it."""
    live = LiveGame(header_of(header), seed)
    for _ in replaying(live, stored_entries(lines)):
        pass
    return live


def replaying(live: LiveGame, entries: list[Entry]) -> Iterator[Entry]:
    """Take entries one by one, giving each after it was taken."""
    # an imported record may take back anything, so every state it goes back to is kept on the way
    targets = {entry.undo for entry in entries if entry.undo is not None} if live.seed is None else set()
    far = bool(targets)
    states: dict[int, State] = {0: game.clone(live.state)} if far else {}
    for entry in entries:
        if far and entry.undo is not None:
            live.window = ((entry.undo, game.clone(states[entry.undo])),)
        live.read(entry, None)
        if entry.seq in targets:
            states[entry.seq] = game.clone(live.state)
        yield entry


def entry_line(entry: Entry, happened: Events, rules: Rules) -> bytes:
    """Write an entry with what happened by it."""
    return msgspec.json.encode(entry_view(entry, happened, rules))
