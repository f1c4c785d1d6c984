"""The kernel's interface for search and analysis: many positions of one game, played and copied in place."""

from __future__ import annotations

from array import array
from copy import copy
from typing import TYPE_CHECKING, Final

from kilowatt.engine import game as reference
from kilowatt.engine.houses import in_areas
from kilowatt.engine.ids import OVER
from kilowatt.engine.refusals import IllegalAction, NothingAllowed
from kilowatt.kernel import menus
from kilowatt.kernel.backend import COMPILED, Core
from kilowatt.kernel.chance import WORD, mix
from kilowatt.kernel.flat_record import Unsupported
from kilowatt.kernel.numbers import Numbers
from kilowatt.kernel.rule_tables import make_tables
from kilowatt.kernel.transfer import read_state, write_state

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from kilowatt.engine.actions import Action
    from kilowatt.engine.results import Result
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.kernel import plain_core as plain

__all__ = ["COMPILED", "LIMIT", "MOST_GAMES", "Batch", "compiled_batch"]

LIMIT: Final = 100_000
"""No game of random play comes near this many actions; the loop ends there."""
MOST_GAMES: Final = 1 << 20
"""Games of one batch: about 3 GB."""
SHARES: Final = 2048
"""Numbers read ahead from a generator: enough for most games."""

FAULTS: Final = {
    menus.TOO_MANY_TASKS: "tasks of the agenda",
    menus.TOO_MANY_ROWS: "rows of a menu",
    menus.TOO_MANY_CARDS: "cards of a market, a stack or a hand",
    menus.UNKNOWN_ZONE: "zones",
}


class Batch:
    """Some positions of games under the same rules, numbered from 0; each is a new game at first.

    An action is a number; `legal` lists them in the order of `kilowatt.legal_actions`. Game g deals as
    `CounterDealer(seed + g)` does. `Unsupported` names the limit that the rules pass; the reference plays those.
    """

    def __init__(self, rules: Rules, size: int = 1, *, seed: int = 0) -> None:
        if type(size) is not int or not 1 <= size <= MOST_GAMES:
            raise ValueError(f"size: expected 1 to {MOST_GAMES} games, not {size!r}")
        self.rules = rules
        self.size = size
        self._numbers = Numbers(rules)
        self.core = Core(make_tables(rules), size)
        self._zones = {rules.board.zone(areas): number for number, areas in enumerate(rules.zone_list)}
        self.seed(seed)
        self.new()

    def around(self, core: plain.Core) -> Batch:
        """Return a batch of the same rules around games that are already there."""
        other = copy(self)
        other.core, other.size = core, 1
        return other

    def __len__(self) -> int:
        """Count the positions."""
        return self.size

    def seed(self, seed: int, first: int = 0, last: int | None = None) -> None:
        """Give games from first to before last the seeds `seed`, `seed + 1`, ..."""
        begin, end = self._range(first, last)
        for game in range(begin, end):
            self.core.seed(game, mix(seed + game - begin & WORD))

    def new(self, first: int = 0, last: int | None = None) -> None:
        """Lay out new games."""
        self.core.new(*self._range(first, last))

    def load(self, game: int, state: State) -> None:
        """Put a state into a game; it must have been played under the rules of this batch."""
        ours, theirs = self.rules, state.rules
        if theirs is not ours and (theirs.id, theirs.seats, theirs.revision, theirs.options) != (
            ours.id,
            ours.seats,
            ours.revision,
            ours.options,
        ):
            raise ValueError(f"state: expected one of {ours!r} with the options of this batch, not of {theirs!r}")
        zone = in_areas(state)
        if zone and zone not in self._zones:
            raise Unsupported("zones", "the areas of this state do not form one piece")
        self.core.load(self._at(game), write_state(state, self._zones.get(zone, 0)))

    def state(self, game: int) -> State:
        """Return the position of a game as a state of the reference."""
        return read_state(self.rules, self.core.values(self._at(game)))

    def copy(self, source: int, target: int) -> None:
        """Copy a position onto another game, whose seed stays."""
        self.core.fill(self._at(source), self._at(target), target + 1)

    def fill(self, source: int, first: int = 0, last: int | None = None) -> None:
        """Copy a position onto all games from first to before last, whose seeds stay."""
        self.core.fill(self._at(source), *self._range(first, last))

    def actor(self, game: int) -> int:
        """Return the seat that decides, `CHANCE` if a card is to be dealt, `OVER` at the end."""
        return self.core.actor(self._at(game))

    def legal(self, game: int) -> list[int]:
        """List the actions that may be played or dealt now, in the order of the reference."""
        at = self._at(game)
        numbers = self.core.legal(at)
        self.check(at, at + 1)
        return numbers

    def menu(self, game: int) -> list[tuple[int, int]]:
        """List the legal actions in rows: the first, and how many follow by 1 (of a draw: its weight)."""
        at = self._at(game)
        rows = self.core.rows(at)
        self.check(at, at + 1)
        return rows

    def action(self, game: int, number: int) -> Action:
        """Make the action of a number for the seat that acts."""
        return self._numbers.action(number, self.actor(game), self._plants(game))

    def number(self, game: int, action: Action) -> int:
        """Return the number of an action of the seat that acts."""
        try:
            return self._numbers.number(action, self._plants(game))
        except (KeyError, ValueError):
            raise self._refused(game, action) from None

    def play(self, game: int, number: int) -> None:
        """Play or deal an action; `IllegalAction` says why one is not allowed now."""
        at = self._at(game)
        if not self.core.is_legal(at, number):
            self.check(at, at + 1)
            raise self._illegal(game, number)
        self.core.step(at, number)
        self.check(at, at + 1)

    def choose(self, game: int) -> int:
        """Return the number that random play would take, or that would be dealt, now."""
        if self.actor(game) == OVER:
            raise ValueError(f"game {game} is over")
        number = self.core.choose(game)
        self.check(game, game + 1)
        return number

    def deal(self, first: int = 0, last: int | None = None) -> int:
        """Deal by the seeds until a seat must decide or the game is over; return how many draws there were."""
        begin, end = self._range(first, last)
        many = self.core.deal(begin, end)
        self.check(begin, end)
        return many

    def play_out(self, first: int = 0, last: int | None = None, *, limit: int = LIMIT) -> int:
        """Play at random to the end, at most `limit` actions per game; return how many actions were played.

        Other threads run meanwhile: several may play different games of one batch at the same time.
        """
        if type(limit) is not int or not 0 <= limit <= LIMIT:
            raise ValueError(f"limit: expected 0 to {LIMIT} actions, not {limit!r}")
        begin, end = self._range(first, last)
        many = self.core.play_on(begin, end, limit) if limit else 0
        self.check(begin, end)
        return many

    def play_by(self, game: int, rng: Random, *, limit: int = LIMIT) -> list[int]:
        """Play at random to the end by a generator, as `kilowatt simulate` plays; return the numbers of the actions.

        The generator is read ahead: it may have given more numbers than the game took.
        """
        at, chance = self._at(game), rng.random
        actions: list[int] = []
        shares = array("d")
        while self.core.actor(at) != OVER and len(actions) < limit:
            shares.extend([chance() for _ in range(SHARES - len(shares))])
            played, used = self.core.play_by(at, shares, limit - len(actions))
            self.check(at, at + 1)
            del shares[:used]
            actions += played
        return actions

    def result(self, game: int) -> Result | None:
        """Return the standing of a finished game."""
        return self.state(game).result

    def ranks(self, game: int) -> list[int] | None:
        """Return for each seat how many stand above it, once the game is over."""
        return self.core.ranks(game) if self.actor(game) == OVER else None

    def wins(self, seat: int, first: int = 0, last: int | None = None) -> int:
        """Count the finished games in which no seat stands above this one."""
        if type(seat) is not int or not 0 <= seat < self.rules.seats:
            raise ValueError(f"seat: expected 0 to {self.rules.seats - 1}, not {seat!r}")
        return self.core.wins(seat, *self._range(first, last))

    def _at(self, game: int) -> int:
        if type(game) is not int or not 0 <= game < self.size:
            raise IndexError(f"game: expected 0 to {self.size - 1}, not {game!r}")
        return game

    def _range(self, first: int, last: int | None) -> tuple[int, int]:
        end = self.size if last is None else last
        if type(first) is not int or type(end) is not int or not 0 <= first <= end <= self.size:
            raise IndexError(f"games: expected a range within 0 to {self.size}, not {first!r} to {end!r}")
        return first, end

    def _plants(self, game: int) -> Sequence[int]:
        """Return the acting seat's plants in ascending order."""
        seat = self.actor(game)
        return sorted(self.core.plants(game, seat)) if seat >= 0 else ()

    def check(self, first: int = 0, last: int | None = None) -> None:
        """Raise `Unsupported` if a game has passed a limit of the kernel, `NothingAllowed` if it cannot go on."""
        fault = self.core.faulty(*self._range(first, last))
        if fault == menus.EMPTY_MENU:
            raise NothingAllowed("kernel")
        if fault:
            raise Unsupported(FAULTS[fault], "a game has passed what the kernel has room for")

    def _illegal(self, game: int, number: int) -> Exception:
        try:
            action = self.action(game, number)
        except (KeyError, IndexError):
            return ValueError(f"number: {number!r} is no action of this game")
        return self._refused(game, action)

    def _refused(self, game: int, action: Action) -> Exception:
        refusal = reference.refusal(self.state(game), action)
        return IllegalAction(refusal) if refusal is not None else ValueError(f"action: {action!r} cannot be played now")


def compiled_batch(rules: Rules, size: int = 1) -> Batch | None:
    """Return a batch where the compiled kernel is here and can play these rules; None where the reference plays."""
    if not COMPILED:
        return None
    try:
        return Batch(rules, size)
    except Unsupported:
        return None
