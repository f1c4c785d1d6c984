"""The referee: a game at a table. Deals, checks, logs and takes back; the log of entries is the only truth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.engine import actions, game
from kilowatt.engine.actions import Action
from kilowatt.engine.ids import CHANCE
from kilowatt.engine.menu import LegalActions
from kilowatt.engine.refusals import IllegalAction
from kilowatt.table.dealer import Dealer, SeededDealer, commitment
from kilowatt.table.record import Entry, Fork, Header, Record, lines_hash
from kilowatt.table.states import States

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.events import Event
    from kilowatt.engine.menu import Menu
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.results import Result
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


class Table:
    """One game: `play` takes a decision and the dealer turns up what it uncovers.

    With neither seed nor dealer nothing is dealt: chance actions are then played like decisions.
    """

    def __init__(
        self,
        rules: Rules,
        seed: int | str | bytes | None = None,
        *,
        dealer: Dealer | None = None,
        players: Sequence[str] = (),
        deal: str | None = None,
    ) -> None:
        if seed is not None and dealer is not None:
            raise ValueError("give a seed or a dealer, not both")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | str | bytes)):
            raise TypeError(f"seed: expected a whole number, a text or bytes, not {seed!r}")
        self.rules = rules
        self.dealer: Dealer | None = SeededDealer(seed) if seed is not None else dealer
        self.players = list(players) or [f"Seat {seat + 1}" for seat in range(rules.seats)]
        self.deal = deal
        self.forked: Fork | None = None
        """Where this table was forked off another, if it was."""
        self.entries: list[Entry] = []
        opening: list[Event] = []
        self._states = States(game.new_game(rules, opening), opening)
        self._offered: Sequence[Action] | None = None
        """The legal actions of the current position, once a caller has asked for them."""
        self.deal_cards()

    @property
    def state(self) -> State:
        """The state now. Do not change it: play. It stays as it is when the game goes on."""
        return self._states.share()

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.entries)

    @property
    def actor(self) -> int | str | None:
        """The seat that decides, "chance", or None when the game is over."""
        return game.actor(self._states.now)

    @property
    def log(self) -> list[Event]:
        """What happened, undone things left out."""
        return self._states.events_since(0)

    @property
    def result(self) -> Result | None:
        """The standing once the game is over."""
        return self._states.now.result

    def legal_actions(self) -> Sequence[Action]:
        """Return every action that may be played now."""
        if self._offered is None:
            self._offered = game.legal_actions(self._states.now)
        return self._offered

    def options(self) -> Menu:
        """Return the menu of the acting seat."""
        return game.options(self._states.now)

    def refusal(self, action: Action | dict[str, Any] | str) -> Refusal | None:
        """Return why a move is not allowed now, or None."""
        return game.refusal(self._states.now, actions.action(action))

    def play(
        self, action: Action | dict[str, Any] | str, *, at: str | None = None, by: str | None = None
    ) -> list[Event]:
        """Play a decision and deal what follows; a move that is refused leaves the table as it was.

        Every move is checked, a hand-made action too: its fields must be of the right types. The one exception is the
        action that `legal_actions()` made last for this very position.
        """
        offered = self._offered
        if isinstance(offered, LegalActions) and action is offered.latest:
            chosen = offered.latest
        else:
            chosen = actions.action(action)
            reason = game.refusal(self._states.now, chosen)
            if reason is not None:
                raise IllegalAction(reason)
        states = self._states
        before = len(states.rows)
        self.take(Entry(len(self.entries) + 1, chosen, at=at, by=by))
        if states.now.actor == CHANCE:
            self.deal_cards(at=at)
        return states.events_since(before)

    def deal_cards(self, *, at: str | None = None) -> None:
        """Let the dealer deal until a seat decides or the game is over."""
        if self.dealer is None:
            return
        states = self._states
        ours = type(self.dealer) is SeededDealer
        while states.now.actor == CHANCE:
            state = states.now if ours else states.share()  # another dealer may keep what it sees
            outcomes = game.outcomes(state)
            dealt = self.dealer.deal(state, outcomes)
            if not any([dealt is outcome for outcome, _ in outcomes]):  # noqa: C419 - quicker than a generator
                dealt = actions.action(dealt)  # a dealer from outside may return a dict
                reason = game.refusal(state, dealt)
                if reason is not None:
                    raise IllegalAction(reason)
            self.take(Entry(len(self.entries) + 1, dealt, at=at))

    def take(self, entry: Entry) -> None:
        """Add an entry that is known to be right: an action, an undo, a seed or an end."""
        if entry.action is not None:
            self._states.play(entry.seq, entry.action)
            self._offered = None
        elif entry.undo is not None:
            self._states.back_to(entry.undo)
            self._offered = None
        self.entries.append(entry)

    def undo(self, to: int | None = None) -> None:
        """Take back to after entry `to`, by default to before the last decision; what was dealt then comes again.

        A logged entry like any other. How far an undo is fair is the server's question, not the library's.
        """
        if to is None:
            to = self.before(lambda move: True)  # noqa: ARG005 - any decision
            if to is None:
                raise ValueError("there is nothing to take back")
        if not self._states.stands(to):
            raise ValueError(f"entry {to} is not one the game can go back to")
        self.take(Entry(self.seq + 1, undo=to))
        self.deal_cards()

    def before(self, meant: Callable[[Action], bool]) -> int | None:
        """Return the entry an undo of the last decision of a certain kind goes back to, None if there is none."""
        rows = self._states.rows
        for place in range(len(rows) - 1, 0, -1):
            action = rows[place][1]
            if action is not None and is_decision(action) and meant(action):
                return rows[place - 1][0]
        return None

    def record(self) -> Record:
        """Return the game so far as a record."""
        header = Header(
            self.rules.id,
            self.rules.seats,
            self.rules.options,
            self.players,
            self.rules.revision,
            deal=self.deal,
            fork=self.forked,
        )
        return Record(header, self.entries)

    def state_at(self, seq: int) -> State:
        """Return the state after entry `seq`, for looking back; undone entries are not kept."""
        self._check_entry(seq)
        return self._states.at(seq)

    def fork(self, upto: int, seed: int | str | bytes) -> Table:
        """Start a new table from the state after entry `upto`, dealt by a seed of its own."""
        self._check_entry(upto)
        record = self.record()
        table = Table(self.rules, players=self.players, deal=commitment(seed))
        for entry in record.standing(upto):
            if entry.action is not None:
                table.take(Entry(table.seq + 1, entry.action, entry.undo, entry.at, entry.by))
        table.forked = Fork(upto, lines_hash(record.lines(), upto), table.seq)
        table.dealer = SeededDealer(seed)
        table.deal_cards()
        return table

    def _check_entry(self, seq: object) -> None:
        """Refuse what is not the number of an entry, 0 before the first."""
        if type(seq) is not int or not 0 <= seq <= self.seq:
            raise ValueError(f"entry: expected 0 to {self.seq}, not {seq!r}")


def is_decision(move: Action) -> bool:
    """Return whether an action is a decision and not an outcome of chance."""
    return hasattr(move, "seat")
