"""The kernel as plain Python: slow, for machines without the compiled wheel, for coverage and for mutants.

The compiled kernel has a class of the same name with the same methods; `Batch` uses either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine.ids import CHANCE
from kilowatt.kernel import chance, machine
from kilowatt.kernel.layout import Game, Menu, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

COMPILED: Final = False


class Core:
    """A row of games under the same tables, by number; nothing here checks a number or an action."""

    def __init__(self, tables: Tables, size: int) -> None:
        self.tables = tables
        self.games = [Game() for _ in range(size)]
        self.menu = Menu()

    def new(self, game: int) -> None:
        """Lay out a new game."""
        self.games[game] = Game()
        machine.new_game(self.games[game], self.tables, self.menu)

    def load(self, game: int, values: Sequence[int]) -> None:
        """Fill a record from its numbers."""
        self.games[game].load(list(values))

    def values(self, game: int) -> Sequence[int]:
        """Return the numbers of a record."""
        return self.games[game].values()

    def copy(self, source: int, target: int) -> None:
        """Copy one record onto another."""
        self.games[target].load(self.games[source].values())

    def fill(self, source: int, first: int, last: int) -> None:
        """Copy one record onto all from first to before last."""
        for target in range(first, last):
            if target != source:
                self.copy(source, target)

    def actor(self, game: int) -> int:
        """Return the seat that decides, or CHANCE, or OVER."""
        return self.games[game].actor

    def fault(self, game: int) -> int:
        """Return the limit of the layout that was passed, 0 if none was."""
        return self.games[game].fault

    def rank(self, game: int, seat: int) -> int:
        """Return how many seats stand above this one at the end."""
        return self.games[game].ranks[seat]

    def legal(self, game: int) -> list[int]:
        """List the actions that may be played or dealt now."""
        return [
            first + place
            for first, size in self.rows(game)
            for place in range(1 if self.actor(game) == CHANCE else size)
        ]

    def rows(self, game: int) -> list[tuple[int, int]]:
        """List the rows of the menu: the first action, and how many it stands for or its weight."""
        menu = self.menu
        machine.legal(self.games[game], self.tables, menu)
        return [(menu.first[row], menu.size[row]) for row in range(menu.rows)]

    def is_legal(self, game: int, action: int) -> bool:
        """Return whether an action may be played or dealt now."""
        return bool(machine.is_legal(self.games[game], self.tables, self.menu, action))

    def step(self, game: int, action: int) -> None:
        """Apply an action that is known to be right."""
        machine.step(self.games[game], self.tables, self.menu, action)

    def deal(self, game: int, stream: int) -> int:
        """Deal until a seat must decide or the game is over; return how many draws there were."""
        return chance.deal_on(self.games[game], self.tables, self.menu, stream)

    def choose(self, game: int, stream: int, played: int) -> int:
        """Return the action that random play would take or deal now."""
        return chance.pick(self.games[game], self.tables, self.menu, stream, played)

    def play_on(self, first: int, last: int, streams: Sequence[int], played: int, limit: int) -> int:
        """Play games from first to before last at random to their end; return how many actions were played."""
        total = 0
        for game in range(first, last):
            stream = streams[game - first]
            total += chance.play_on(self.games[game], self.tables, self.menu, stream, played, limit)
        return total
