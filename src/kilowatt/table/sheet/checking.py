"""The sheet: lines that are played one after the other, with a mark for each that says whether it fits.

A line that the rules refuse stops the sheet: the lines after it wait. A line that is allowed but states another amount
than the rules is marked, and the sheet goes on. A building turn during which a card must be drawn stays open until the
line with that card has come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from kilowatt.engine import game
from kilowatt.engine.actions import OUTCOMES, Pass
from kilowatt.engine.ids import CHANCE
from kilowatt.engine.phases.decision import no
from kilowatt.engine.refusals import Refusal
from kilowatt.table.sheet.lines import CountLine, FuelLine, HousesLine, Line, PowerLine, StepLine, claim_of
from kilowatt.table.sheet.reading import next_action

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

Fit = Literal["fits", "open", "differs", "refused", "waits"]


class Mark(msgspec.Struct, frozen=True):
    """How a line fits: `open` until a card is drawn, `differs` in its amount, `refused`, or `waits` for one before."""

    fit: Fit
    amount: int | None = None
    """What the rules say it cost, earned or left."""
    refusal: Refusal | None = None


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change of one line: another in its place, a new one before it, or none."""

    at: int
    line: Line | None
    insert: bool = False


class Place(NamedTuple):
    """Where a sheet stands between two lines."""

    state: State
    played: int = 0
    open: int = -1
    """The line that waits for a card."""
    done: int = 0
    """Its actions so far."""
    money: int = 0
    """The money of its seat when it began."""


class Sheet:
    """What was written down, and the game that follows from it. A sheet is never changed: `changed` makes another."""

    def __init__(self, rules: Rules, lines: Iterable[Line] = (), after: tuple[Sheet, int] | None = None) -> None:
        self.rules = rules
        self.lines: list[Line] = []
        self.marks: list[Mark] = []
        self.played: list[tuple[int, Action]] = []
        """Every action with the number of its line."""
        self.stuck: int | None = None
        """The line that the rules refuse; those after it wait."""
        self.stopped_by = -1
        """The line at which that was noticed: a card within an open line may have come first."""
        self.places: list[Place] = []
        """Where the sheet stood before each line."""
        self.now = Place(game.new_game(rules)) if after is None else self._begin(*after)
        for line in lines:
            self._add(line)

    def _begin(self, other: Sheet, count: int) -> Place:
        """Take over the first lines of another sheet; positions are shared, since none of them changes."""
        now = other.places[count] if count < len(other.places) else other.now
        self.lines, self.marks = other.lines[:count], other.marks[:count]
        self.places, self.played = other.places[:count], other.played[: now.played]
        if other.stuck is not None and other.stopped_by < count:
            self.stuck, self.stopped_by = other.stuck, other.stopped_by
        elif now.open >= 0:
            self.marks[now.open] = Mark("open")
        return now

    @property
    def state(self) -> State:
        """The game after the lines that fit. Do not change it."""
        return self.now.state

    @property
    def misfits(self) -> list[int]:
        """The lines that need a look: refused, or with another amount than the rules."""
        return [place for place, mark in enumerate(self.marks) if mark.fit in ("differs", "refused")]

    def before(self, place: int) -> State:
        """Return the game before a line. Do not change it."""
        return self.places[place].state if place < len(self.places) else self.now.state

    def actions(self) -> list[Action]:
        """List the actions of the lines that fit, as a record has them."""
        return [action for _, action in self.played]

    def with_line(self, line: Line) -> Sheet:
        """Return the sheet with one more line."""
        return self.changed([Change(len(self.lines), line)])

    def changed(self, changes: Sequence[Change]) -> Sheet:
        """Return the sheet with changed lines; those after the first change are checked again.

        Places are those of the sheet as it is; a change at its end adds a line.
        """
        lines: list[Line | None] = [*self.lines]
        for change in sorted(changes, key=lambda change: -change.at):
            if not 0 <= change.at <= len(self.lines):
                raise ValueError(f"at: expected 0 to {len(self.lines)}, not {change.at}")
            lines[change.at : change.at + (0 if change.insert else 1)] = [change.line]
        first = min((change.at for change in changes), default=len(self.lines))
        return Sheet(self.rules, [line for line in lines[first:] if line is not None], (self, first))

    def upto(self, count: int) -> Sheet:
        """Return the sheet of the first lines."""
        return Sheet(self.rules, (), (self, count))

    # --- playing ------------------------------------------------------------------------------------------------------

    def _add(self, line: Line) -> None:
        place = len(self.lines)
        self.lines.append(line)
        self.places.append(self.now)
        if self.stuck is not None:
            self.marks.append(Mark("waits"))
            return
        self.marks.append(Mark("fits"))
        now = self.now
        state = game.clone(now.state)
        if isinstance(line, CountLine) and not 0 <= line.seat < self.rules.seats:
            self._refuse(place, no(state, "unknown_seat", seat=line.seat, seats=self.rules.seats))
        elif now.open < 0:
            self._go_on(Place(state, len(self.played), place, 0, _money(state, line)))
        elif isinstance(line, StepLine) and isinstance(line.action, OUTCOMES):
            reason = game.refusal(state, line.action)
            if reason is not None:
                self._refuse(place, reason)
                return
            self._play(state, place, line.action)
            self._go_on(now._replace(state=state, played=len(self.played)))
        else:
            first = next_action(state, line, 0)
            reason = game.refusal(state, first) if first is not None else None
            self._refuse(place, reason or no(state, "card_to_be_dealt"))

    def _play(self, state: State, place: int, action: Action) -> None:
        game.advance(state, action)
        self.played.append((place, action))

    def _go_on(self, now: Place) -> None:
        """Play the open line on until it is complete, a card must be drawn, or the rules refuse it."""
        place, state, done = now.open, now.state, now.done
        line = self.lines[place]
        amount = _amount(state, line, now.money) if isinstance(line, CountLine) else None
        while (action := next_action(state, line, done)) is not None:
            if done and state.actor == CHANCE:
                self.marks[place] = Mark("open")
                self.now = now._replace(played=len(self.played), done=done)
                return
            reason = game.refusal(state, action)
            if reason is not None:
                self._refuse(place, reason)
                return
            if isinstance(action, Pass):
                amount = _amount(state, line, now.money)
            self._play(state, place, action)
            done += 1
        if isinstance(line, FuelLine) and amount is None:  # a turn of one token, which no pass ends
            amount = _amount(state, line, now.money)
        if isinstance(line, PowerLine):
            amount = state.income[line.seat]
        claim = claim_of(line)
        self.marks[place] = Mark("fits" if claim is None or claim == amount else "differs", amount)
        self.now = Place(state, len(self.played))

    def _refuse(self, place: int, reason: Refusal) -> None:
        """Stop before a line; what was played of it, and of lines within it, does not stand."""
        self.stuck, self.stopped_by = place, len(self.lines) - 1
        self.now = self.places[place]
        del self.played[self.now.played :]
        self.marks[place] = Mark("refused", refusal=reason)
        for later in range(place + 1, len(self.lines)):
            self.marks[later] = Mark("waits")


def _money(state: State, line: Line) -> int:
    seat = getattr(line, "seat", -1)
    return state.money[seat] if 0 <= seat < state.rules.seats else 0


def _amount(state: State, line: Line, money: int) -> int | None:
    """Return what a turn has cost so far, or what a player has."""
    if isinstance(line, CountLine):
        return _money(state, line)
    return money - _money(state, line) if isinstance(line, FuelLine | HousesLine) else None
