"""One space for the facts and ids of all games of a run, so that decisions of different rulesets make one batch.

A fact has the place of its name, a city the place of its number on the board, an id that of its name or its city.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor

from kilowatt.envs.compact import Unpacker
from kilowatt.learning.names import (
    CITY_FACTS,
    HOUSES,
    MOST,
    MOST_OF_CITY,
    NO_ROW,
    city_names,
    city_places,
    constant_names,
    fact_names,
    id_names,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.observation_layout import Layout


class Seen(NamedTuple):
    """What the network sees, one decision per row."""

    facts: Tensor
    cities: Tensor
    """The facts of every city, one after another; 0 where a board has fewer."""
    board: Tensor
    seats: Tensor


class Names:
    """The rows of all games that a network knows, in the order they were first met."""

    def __init__(self, facts: Sequence[str] = (), ids: Sequence[str] = (), cities: Sequence[str] = ()) -> None:
        self.facts = {name: row for row, name in enumerate(facts)}
        self.ids = {name: row for row, name in enumerate(ids or (NO_ROW,))}
        self.cities = {name: row for row, name in enumerate(cities or (NO_ROW,))}
        self.boards: dict[str, list[str]] = {}
        """The cities of each board, and those of one with as many cities and no names."""

    def add(self, rules: Rules, layout: Layout, encoding: Encoding) -> None:
        """Make rows for what is new in these rules."""
        for named in (True, False):
            for name in [*fact_names(rules, layout, named=named).values(), *constant_names(rules, named=named)]:
                self.facts.setdefault(name, len(self.facts))
            for name in id_names(rules, encoding, named=named):
                self.ids.setdefault(name, len(self.ids))
            cities = city_names(rules, named=named)
            for name in cities:
                self.cities.setdefault(name, len(self.cities))
            self.boards.setdefault(_board(rules, named=named), cities)

    @property
    def most_cities(self) -> int:
        """The cities of the largest board, at least 1."""
        return max([1, *[len(cities) for cities in self.boards.values()]])

    @property
    def size(self) -> int:
        """How many places ids have: one per name, then houses by city and number, the Trust's houses, marks."""
        return len(self.ids) + self.most_cities * (HOUSES + 2)


class Places:
    """Where the facts and ids of one ruleset and number of seats lie; `KeyError` names one that there is not.

    Not `named`, cities, areas and the ruleset are not told from those of any other board.
    """

    def __init__(
        self,
        names: Names,
        rules: Rules,
        layout: Layout,
        encoding: Encoding,
        device: torch.device,
        *,
        named: bool = True,
    ) -> None:
        def numbers(row: list[int]) -> Tensor:
            return torch.tensor(row, dtype=torch.int64, device=device)

        facts = fact_names(rules, layout, named=named)
        self.unpack = Unpacker(layout)
        self.facts = numbers(list(facts))
        self.rows = numbers([names.facts[name] for name in facts.values()])
        self.constants = numbers([names.facts[name] for name in constant_names(rules, named=named)])
        self.cities = numbers([place for row in city_places(rules, layout) for place in row])
        self.board = list(names.boards).index(_board(rules, named=named))
        self.seats = rules.seats
        self.ids = numbers(_positions(names, rules, encoding, named=named))
        """By id: its place."""
        self.local = torch.zeros(names.size, dtype=torch.int64, device=device)
        """By place: the id."""
        self.local[self.ids] = torch.arange(len(self.ids), device=device)

    def put(self, seen: Tensor, facts: Tensor, cities: Tensor) -> None:
        """Write compact observations into rows of zeros."""
        flat = self.unpack(seen).clamp_(max=MOST)
        facts.index_copy_(1, self.rows, flat[:, self.facts].to(facts.dtype))
        facts[:, self.constants] = 1
        if len(self.cities):
            flat = torch.cat([flat, flat.new_zeros(len(flat), 1)], 1)
            cities[:, : len(self.cities)] = flat[:, self.cities].clamp_(max=MOST_OF_CITY)


def _board(rules: Rules, *, named: bool) -> str:
    """Return the key of a board; all boards without names and with as many cities are one."""
    return rules.board.id if named else f"{len(rules.board.cities)} cities"


def _positions(names: Names, rules: Rules, encoding: Encoding, *, named: bool) -> list[int]:
    """Return the place of every id of an encoding."""
    rows = [names.ids[name] for name in id_names(rules, encoding, named=named)]
    many = len(rules.board.cities)
    at = len(names.ids)
    most = names.most_cities
    for family, each in (("build", HOUSES), ("place_trust", 1), ("mark_start", 1)):
        first = encoding.vocabulary.first[family]
        rows[first : first + many * each] = range(at, at + many * each)
        at += most * each
    return rows


def empty(names: Names, rows: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Make rows of zeros for facts and for cities; half precision holds them well enough."""
    kind = torch.float16 if device.type == "cuda" else torch.float32
    facts = torch.zeros(rows, len(names.facts), dtype=kind, device=device)
    return facts, torch.zeros(rows, names.most_cities * CITY_FACTS, dtype=kind, device=device)
