"""The kernel as plain Python: slow, for machines without the compiled wheel, for coverage and for mutants.

The compiled kernel has a class of the same name with the same methods; `Batch` uses either.
"""

from __future__ import annotations

from threading import local
from typing import TYPE_CHECKING, Final

from kilowatt.engine.ids import CHANCE
from kilowatt.kernel import chance, machine
from kilowatt.kernel.record_layout import Game, Menu, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPILED: Final = False


class Core:
    """Games under the same tables, by number, each with a stream of chance; nothing here checks an argument."""

    def __init__(self, tables: Tables | Core, size: int) -> None:
        self.tables: Tables = tables.tables if isinstance(tables, Core) else tables
        self.games = [Game() for _ in range(size)]
        self.streams = [0] * size
        self.played = [0] * size
        self._own = local()

    @property
    def menu(self) -> Menu:
        """The menu of this thread: several may play different games at the same time."""
        if not hasattr(self._own, "menu"):
            self._own.menu = Menu()
        menu: Menu = self._own.menu
        return menu

    def seed(self, game: int, stream: int) -> None:
        """Set the stream of chance of a game, to be used from its beginning."""
        self.streams[game] = stream
        self.played[game] = 0

    def new(self, first: int, last: int) -> None:
        """Lay out new games from first to before last."""
        for game in range(first, last):
            self.games[game] = Game()
            self.played[game] = 0
            machine.new_game(self.games[game], self.tables, self.menu)

    def load(self, game: int, values: Sequence[int]) -> None:
        """Fill a record from its numbers."""
        self.games[game].load(list(values))

    def values(self, game: int) -> Sequence[int]:
        """Return the numbers of a record."""
        return self.games[game].values()

    def fill(self, source: int, first: int, last: int) -> None:
        """Copy one record onto all from first to before last; their streams stay."""
        for target in range(first, last):
            if target != source:
                self.games[target].load(self.games[source].values())

    def actor(self, game: int) -> int:
        """Return the seat that decides, or CHANCE, or OVER."""
        return self.games[game].actor

    def plants(self, game: int, chair: int) -> list[int]:
        """Return a chair's plants, the oldest first."""
        s = self.games[game]
        return s.plants[chair][: s.plant_count[chair]]

    def draw_key(self, game: int) -> int:
        """Name the draw that is awaited: deck, shuffles so far, cards drawn since, in one number."""
        return chance.draw_key(self.games[game])

    def faulty(self, first: int, last: int) -> int:
        """Return the first limit of the layout that a game from first to before last has passed, 0 if none has."""
        return next((self.games[game].fault for game in range(first, last) if self.games[game].fault), 0)

    def ranks(self, game: int) -> list[int]:
        """Return for each seat how many stand above it at the end."""
        return self.games[game].ranks[: self.tables.seats]

    def wins(self, seat: int, first: int, last: int) -> int:
        """Count the finished games from first to before last in which no seat stands above this one."""
        return sum(1 for game in self.games[first:last] if game.over and game.ranks[seat] == 0)

    def rows(self, game: int) -> list[tuple[int, int]]:
        """List the rows of the menu: the first action, and how many it stands for or, of a draw, its weight."""
        menu = self.menu
        machine.legal(self.games[game], self.tables, menu)
        return [(menu.first[row], menu.size[row]) for row in range(menu.rows)]

    def legal(self, game: int) -> list[int]:
        """List the actions that may be played or dealt now."""
        drawn = self.games[game].actor == CHANCE
        return [first + place for first, size in self.rows(game) for place in range(1 if drawn else size)]

    def is_legal(self, game: int, action: int) -> bool:
        """Return whether an action may be played or dealt now."""
        return bool(machine.is_legal(self.games[game], self.tables, self.menu, action))

    def step(self, game: int, action: int) -> None:
        """Apply an action that is known to be right."""
        machine.step(self.games[game], self.tables, self.menu, action)
        self.played[game] += 1

    def choose(self, game: int) -> int:
        """Return the action that random play would take or deal now."""
        return chance.pick(self.games[game], self.tables, self.menu, self.streams[game], self.played[game])

    def deal(self, first: int, last: int) -> int:
        """Deal in games from first to before last until a seat must decide; return how many draws there were."""
        total = 0
        for game in range(first, last):
            many = chance.deal_on(self.games[game], self.tables, self.menu, self.streams[game])
            self.played[game] += many
            total += many
        return total

    def play_on(self, first: int, last: int, limit: int) -> int:
        """Play games from first to before last at random to their end; return how many actions were played."""
        total = 0
        for game in range(first, last):
            s = self.games[game]
            many = chance.play_on(s, self.tables, self.menu, self.streams[game], self.played[game], limit)
            self.played[game] += many
            total += many
        return total

    def play_by(self, game: int, shares: Sequence[float], limit: int) -> tuple[list[int], int]:
        """Play on by numbers from outside; return the actions, and how many numbers they took."""
        used, log = [0], [0] * len(shares)
        many = chance.play_by(
            self.games[game], self.tables, self.menu, shares, len(shares), used, log, min(limit, len(shares))
        )
        self.played[game] += many
        return log[:many], used[0]
