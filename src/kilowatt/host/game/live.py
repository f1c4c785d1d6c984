"""A game in memory: its state now, how far its undo may go, its last lines. Pure: no database, no sockets, no clock.

Only the states an undo may return to are kept; for everything older see `moments.py`. A move is planned first and taken
only when the store has it.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import game
from kilowatt.engine.ids import CHANCE, OVER, PHASE_NAMES
from kilowatt.host.game.stored import entry_line, header_of, rules_for, stored_entries
from kilowatt.table.dealer import SeededDealer
from kilowatt.table.record import Entry, Header
from kilowatt.table.referee import is_decision
from kilowatt.table.undo import Window

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.events import Events
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

TAIL = 16
"""Lines kept in memory for viewers who come back; older ones are read from the store."""


class Planned:
    """What a move will do: its entries with what happens by them, and the game after it."""

    __slots__ = ("end", "entries", "lines", "seq", "sheet", "state", "window")

    def __init__(self, live: LiveGame) -> None:
        self.seq = live.seq
        self.state: State = live.state
        self.window = live.window
        self.end = live.end
        self.entries: list[Entry] = []
        self.lines: list[bytes] = []
        self.sheet: str | None = None
        """At a real table: what is written down after it, where that changes."""

    def turn_start(self) -> tuple[int, State] | None:
        """Return the state that no undo goes back behind, and the entry it was reached by; None once it is all over."""
        if self.end is not None or self.state.actor == OVER:
            return None
        return self.window.turn_start(self.state)

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
        "seed",
        "seq",
        "state",
        "tail",
        "window",
    )

    def __init__(self, header: Header, seed: str | None) -> None:
        self.header = header
        self.seed = seed
        self.dealer = SeededDealer(bytes.fromhex(seed)) if seed is not None else None
        self.rules: Rules = rules_for(header.ruleset, header.seats, header.options, header.revision)
        self.state: State = game.new_game(self.rules)
        self.seq = 0
        self.window = Window()
        """The last entry that stands, and how far an undo may go back."""
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
        return self.window.depth(seat) if self.actor == seat else 0

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
        to, _ = self.window.places[-1]
        plan.window, plan.state = self.window.back(to, self.state)
        self._note(plan, Entry(plan.seq + 1, undo=to, at=at), [])
        return plan

    def plan_back(self, to: int, state: State, at: str | None = None) -> Planned:
        """Plan to go back to after an entry, whose state is given, however far that is."""
        plan = Planned(self)
        plan.window, plan.state = Window(to, undone=self.window.undone + 1), state
        self._note(plan, Entry(plan.seq + 1, undo=to, at=at), [])
        return plan

    def plan_rewrite(
        self, to: int | None, state: State, moves: Sequence[Action], at: str | None = None, by: str | None = None
    ) -> Planned:
        """Plan to go back to after entry `to`, however far, where the game stood at `state`, and to play on from there.

        With None it goes on from where it is. The moves are known to be allowed; the state is the plan's to change.
        """
        plan = Planned(self)
        if to is not None:
            plan.state, plan.window = state, Window(to)
            self._note(plan, Entry(plan.seq + 1, undo=to, at=at), [])
        for move in moves:
            self._advance(plan, Entry(plan.seq + 1, move, at=at, by=by))
        plan.window = Window(plan.window.standing)
        return plan

    def plan_end(self, why: str, at: str | None = None) -> Planned:
        """Plan to end the game early."""
        plan = Planned(self)
        self.end_with(plan, why, at)
        return plan

    def end_with(self, plan: Planned, why: str, at: str | None = None) -> None:
        """Let a plan end the game early."""
        plan.end = why
        plan.window = plan.window.closed()
        self._note(plan, Entry(plan.seq + 1, end=why, at=at), [])
        self._close(plan, at)

    def _advance(self, plan: Planned, entry: Entry) -> None:
        move = entry.action
        assert move is not None  # noqa: S101 - callers give actions
        before = plan.state
        decided = is_decision(move)
        # a state that the plan itself has made, and nobody may return to, is changed in place
        after = game.clone(before) if decided or before is self.state else before
        happened: Events = []
        game.advance(after, move, happened)
        plan.window = _after(plan.window, entry.seq, move, before)
        plan.state = after
        self._note(plan, entry, happened)

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
        plan.lines.append(entry_line(entry, happened, plan.state.rules))

    # --- applying -----------------------------------------------------------------------------------------------------

    def take(self, plan: Planned) -> None:
        """Make a planned move the truth."""
        for entry in plan.entries:
            self._note_decision(entry)
        self.seq = plan.seq
        self.state = plan.state
        self.window = plan.window
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
            self.window, self.state = self.window.back(entry.undo, self.state)
        elif entry.action is not None:
            before = self.state
            if is_decision(entry.action):
                self.state = game.clone(before)
            self.window = _after(self.window, entry.seq, entry.action, before)
            game.advance(self.state, entry.action, happened)
        else:
            self.end = entry.end if entry.end is not None else self.end
            self.window = self.window.closed()
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
        name, memory = self.memories.get(seat, ("", ""))
        return memory if name == bot else None

    def _note_decision(self, entry: Entry) -> None:
        """Note where a seat decides, before the entry is taken; what a bot kept for it lacks this decision."""
        if entry.undo is not None:
            if self.window.reaches(entry.undo):
                self.memories.pop(self.window.seat, None)
            else:
                self.memories.clear()
            self.decided.clear()
        elif entry.action is not None and is_decision(entry.action):
            seat: int = entry.action.seat  # type: ignore[attr-defined]
            self.memories.pop(seat, None)
            self.decided[seat] = self.window.standing


def _after(window: Window, seq: int, move: Action, before: State) -> Window:
    """Return how far an undo may go back after a move."""
    return window.decided(seq, move.seat, before) if is_decision(move) else window.dealt(seq)  # type: ignore[attr-defined]


def load(header: str, seed: str | None, lines: list[str]) -> LiveGame:
    """Bring a game back by replaying all of it."""
    live = LiveGame(header_of(header), seed)
    for _ in replaying(live, stored_entries(lines)):
        pass
    return live


def replaying(live: LiveGame, entries: list[Entry]) -> Iterator[Entry]:
    """Apply entries one by one, and yield each after it."""
    # an imported record may take back anything, and so may everybody together: states to go back to are kept
    targets = {entry.undo for entry in entries if entry.undo is not None}
    far = bool(targets)
    states: dict[int, State] = {0: game.clone(live.state)} if far else {}
    for entry in entries:
        if entry.undo is not None and not live.window.reaches(entry.undo):
            live.window = live.window._replace(places=((entry.undo, game.clone(states[entry.undo])),))
        live.read(entry, None)
        if entry.seq in targets:
            states[entry.seq] = game.clone(live.state)
        yield entry
