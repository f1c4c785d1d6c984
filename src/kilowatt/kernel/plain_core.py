"""Games by numbers without the compiled kernel: the engine plays them.

The compiled kernel has a class of the same name with the same methods; `Batch` uses either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import game as engine
from kilowatt.engine.houses import in_areas
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.engine.menu import ScrapChoice
from kilowatt.engine.refusals import NothingAllowed
from kilowatt.kernel import chance, menus
from kilowatt.kernel.numbers import Numbers
from kilowatt.kernel.record_layout import Menu, Tables
from kilowatt.kernel.transfer import read_state, write_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.menu import Choice
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

COMPILED: Final = False


class Core:
    """Games under the same rules, by number, each with a stream of chance; nothing here checks an argument."""

    def __init__(self, tables: Tables | Core, size: int) -> None:
        self.tables: Tables = tables.tables if isinstance(tables, Core) else tables
        rules: Rules = self.tables.rules
        self.rules = rules
        self.numbers = Numbers(rules)
        self.zones = {rules.board.zone(areas): number for number, areas in enumerate(rules.zone_list)}
        self.games: list[State] = [engine.new_game(rules) for _ in range(size)]
        self.faults = [0] * size
        self.streams = [0] * size
        self.played = [0] * size

    def seed(self, game: int, stream: int) -> None:
        """Set the stream of chance of a game, to be used from its beginning."""
        self.streams[game] = stream
        self.played[game] = 0

    def new(self, first: int, last: int) -> None:
        """Lay out new games from first to before last."""
        for game in range(first, last):
            self.games[game] = engine.new_game(self.rules)
            self.played[game] = self.faults[game] = 0

    def load(self, game: int, values: Sequence[int]) -> None:
        """Fill a game from the numbers of a record."""
        self.games[game] = read_state(self.rules, values)
        self.faults[game] = 0

    def values(self, game: int) -> Sequence[int]:
        """Return the numbers of a record."""
        return write_state(self.games[game], self.zones.get(in_areas(self.games[game]), 0))

    def fill(self, source: int, first: int, last: int) -> None:
        """Copy one game onto all from first to before last; their streams stay."""
        for target in range(first, last):
            if target != source:
                self.games[target] = engine.clone(self.games[source])
                self.faults[target] = self.faults[source]

    def actor(self, game: int) -> int:
        """Return the seat that decides, or CHANCE, or OVER."""
        return self.games[game].actor

    def plants(self, game: int, chair: int) -> list[int]:
        """Return a chair's plants, the oldest first."""
        return list(self.games[game].plants[chair])

    def draw_key(self, game: int) -> int:
        """Name the draw that is awaited: deck, shuffles so far, cards drawn since, in one number."""
        return chance.draw_key(self.games[game])  # type: ignore[arg-type]  # the names that it reads are the same

    def faulty(self, first: int, last: int) -> int:
        """Return the first fault of the games from first to before last, 0 if none has one."""
        return next((fault for fault in self.faults[first:last] if fault), 0)

    def ranks(self, game: int) -> list[int]:
        """Return for each seat how many stand above it at the end."""
        ranks, above = [0] * self.rules.seats, 0
        result = self.games[game].result
        for group in result.ranking if result is not None else ():
            for seat in group:
                ranks[seat] = above
            above += len(group)
        return ranks

    def wins(self, seat: int, first: int, last: int) -> int:
        """Count the finished games from first to before last in which no seat stands above this one."""
        results = [state.result for state in self.games[first:last]]
        return sum(1 for result in results if result is not None and seat in result.winners)

    def rows(self, game: int) -> list[tuple[int, int]]:
        """List the rows of the menu: the first action, and how many it stands for or, of a draw, its weight."""
        return [row for kind in self._kinds(game) for row in kind]

    def _kinds(self, game: int) -> list[list[tuple[int, int]]]:
        """List the rows kind by kind; an empty menu is a fault of the game."""
        state = self.games[game]
        if state.actor == OVER:
            return []
        plants = self._plants(game)
        try:
            if state.actor == CHANCE:
                outcomes = engine.outcomes(state)
                return [[(self.numbers.number(outcome, plants), weight) for outcome, weight in outcomes]]
            choices = engine.options(state).choices
        except NothingAllowed:
            self.faults[game] = menus.EMPTY_MENU
            return []
        return [[row for choice in rows for row in self._row(choice, plants)] for rows in choices.values()]

    def _row(self, choice: Choice, plants: Sequence[int]) -> list[tuple[int, int]]:
        """Return a row as numbers: what may be scrapped has several, since its numbers do not follow one another."""
        if not isinstance(choice, ScrapChoice):
            return [(self.numbers.number(choice.at(0), plants), len(choice))]
        numbers = [self.numbers.number(action, plants) for action in choice.all()]
        many = next((place for place, number in enumerate(numbers) if number != numbers[0] + place), len(numbers))
        return [(numbers[0], many), *[(number, 1) for number in numbers[many:]]]

    def _plants(self, game: int) -> Sequence[int]:
        """Return the acting seat's plants in ascending order."""
        state = self.games[game]
        return sorted(state.plants[state.actor]) if state.actor >= 0 else ()

    def legal(self, game: int) -> list[int]:
        """List the actions that may be played or dealt now."""
        drawn = self.games[game].actor == CHANCE
        return [first + place for first, size in self.rows(game) for place in range(1 if drawn else size)]

    def is_legal(self, game: int, action: int) -> bool:
        """Return whether an action may be played or dealt now."""
        drawn = self.games[game].actor == CHANCE
        return any(first <= action < first + (1 if drawn else size) for first, size in self.rows(game))

    def step(self, game: int, action: int) -> None:
        """Apply an action that is known to be right."""
        state = self.games[game]
        engine.advance(state, self.numbers.action(action, state.actor, self._plants(game)))
        self.played[game] += 1

    def _menu(self, game: int) -> Menu:
        """Return the menu as a record."""
        menu = Menu()
        for kind in self._kinds(game):
            menu.kind_rows[menu.kinds] = len(kind)
            menu.kinds += 1
            for first, size in kind:
                menu.first[menu.rows], menu.size[menu.rows] = first, size
                menu.rows += 1
        return menu

    def choose(self, game: int) -> int:
        """Return the action that random play would take or deal now."""
        if self.games[game].actor != CHANCE:
            number = chance.number_at(self.streams[game], chance.DECISIONS + self.played[game])
            return chance.chosen(self._menu(game), number)
        number = chance.number_at(self.streams[game], self.draw_key(game))
        rows = self.rows(game)
        return _at(rows, chance.share(number, sum(size for _, size in rows))) if rows else menus.PASS

    def deal(self, first: int, last: int) -> int:
        """Deal in games from first to before last until a seat must decide; return how many draws there were."""
        total = 0
        for game in range(first, last):
            while self.games[game].actor == CHANCE and not self.faults[game]:
                total += self._go(game)
        return total

    def _go(self, game: int) -> int:
        """Play what random play takes or deals; return whether there was anything."""
        action = self.choose(game)
        if not self.faults[game]:
            self.step(game, action)
        return int(not self.faults[game])

    def play_on(self, first: int, last: int, limit: int) -> int:
        """Play games from first to before last at random to their end; return how many actions were played."""
        total = 0
        for game in range(first, last):
            many = 0
            while self.games[game].actor != OVER and many < limit and not self.faults[game]:
                many += self._go(game)
            total += many
        return total

    def play_by(self, game: int, shares: Sequence[float], limit: int) -> tuple[list[int], int]:
        """Play on by numbers from outside; return the actions, and how many numbers they took."""
        used, log = [0], list[int]()
        while self.games[game].actor != OVER and len(log) < limit and used[0] + chance.MOST_SHARES <= len(shares):
            state = self.games[game]
            if state.actor == CHANCE:
                rows = self.rows(game)
                action = _at(rows, int(shares[used[0]] * sum(size for _, size in rows))) if rows else menus.PASS
                used[0] += 1
            else:
                menu = self._menu(game)
                action = chance.chosen_by(menu, state.ask, shares, used) if menu.rows else menus.PASS
            if self.faults[game]:
                break
            self.step(game, action)
            log.append(action)
        return log, used[0]


def _at(rows: list[tuple[int, int]], place: int) -> int:
    """Return what lies at a place of all the weight."""
    for first, weight in rows:
        place -= weight
        if place < 0:
            return first
    return rows[0][0]
