"""The network: facts in, a score for every id, win chance and place of every seat out; one network for all rulesets.

Facts and ids have one row of weights per name (`kilowatt.learning.names`). All cities go through the same two small
layers: their mean and maximum join the facts, and each one's answer scores the ids that name it. Between facts and ids
are plain layers, so that NumPy alone can play from the weights.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, log2
from random import Random
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from kilowatt.learning.names import CITY_FACTS, HOUSES, NO_ROW
from kilowatt.learning.space import Names, Seen

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_SEATS = 6
FAMILIES = 3
"""Kinds of ids that name a city: houses, the Trust's, marks."""
NOBODY = -1e4
"""The score of a seat that nobody sits in."""


class Network(nn.Module):  # type: ignore[misc] # torch ships no types where it is not installed
    """Rows of facts and cities, plain layers, rows of ids, win chances and places."""

    def __init__(self, names: Names, widths: Sequence[int], cities: int) -> None:
        super().__init__()
        self.widths = list(widths)
        self.most = names.most_cities
        self.fact_rows = nn.Parameter(torch.randn(len(names.facts), widths[0]) * 0.06)
        self.city_rows = nn.Parameter(torch.randn(len(names.cities), cities) * 0.1)
        self.city_in = nn.Linear(CITY_FACTS, cities)
        self.city_out = nn.Linear(cities, cities)
        self.city_join = nn.Linear(2 * cities, widths[0], bias=False)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(widths))
        self.queries = nn.ModuleList(nn.Linear(widths[-1], cities) for _ in range(FAMILIES))
        self.id_rows = nn.Parameter(torch.randn(len(names.ids), widths[-1]) * 0.001)
        self.id_bias = nn.Parameter(torch.zeros(len(names.ids)))
        self.chances = nn.Linear(widths[-1], MOST_SEATS)
        self.ranks = nn.Linear(widths[-1], MOST_SEATS)
        for layer in (*self.layers, self.city_in, self.city_out):
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        for layer in (self.chances, self.ranks, *self.queries):
            nn.init.normal_(layer.weight, std=0.001)
            nn.init.zeros_(layer.bias)
        with torch.no_grad():
            _smooth(self.id_rows, names.ids)
        none = names.cities[NO_ROW]
        boards = [[names.cities[name] for name in row] for row in names.boards.values()]
        counts = [1 / len(row) if row else 0.0 for row in boards]
        places = torch.tensor([row + [none] * (self.most - len(row)) for row in boards], dtype=torch.int64)
        houses = torch.tensor([names.ids.get(f"houses:{n + 1}", none) for n in range(HOUSES)])
        self.register_buffer("boards", places, persistent=False)
        self.register_buffer("shares", torch.tensor(counts), persistent=False)
        self.register_buffer("houses", houses, persistent=False)
        self.no_row = names.ids[NO_ROW]

    def forward(self, seen: Seen) -> tuple[Tensor, Tensor, Tensor]:
        """Return a score for every place of an id, and two for every seat from the observer's on.

        Softmax makes win chances of the first of these; the logistic function makes of the second how far behind the
        first place the seat will end, from 0 for the first to 1 for the last.
        """
        many = len(seen.facts)
        keys = self._cities(seen)
        mean = keys.sum(1) * self.shares[seen.board][:, None]
        hidden = seen.facts.float() @ self.fact_rows + self.city_join(torch.cat([mean, keys.amax(1)], 1))
        hidden = torch.relu(hidden)
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        plain = torch.addmm(self.id_bias, hidden, self.id_rows.T)
        asked = torch.stack([query(hidden) for query in self.queries], 2)
        found = torch.bmm(keys, asked)
        build = found[:, :, :1] + plain[:, self.houses][:, None, :]
        rest = found[:, :, 1:] + plain[:, self.no_row, None, None]
        scores = torch.cat([plain, build.reshape(many, -1), rest[:, :, 0], rest[:, :, 1]], 1)
        nobody = torch.arange(MOST_SEATS, device=scores.device)[None, :] >= seen.seats[:, None]
        return scores, self.chances(hidden).masked_fill(nobody, NOBODY), self.ranks(hidden)

    def _cities(self, seen: Seen) -> Tensor:
        """Return what the small layers make of every city; 0 for those out of play."""
        rows = seen.cities.float().reshape(len(seen.facts), self.most, CITY_FACTS)
        board = nn.functional.one_hot(seen.board, len(self.boards)).float()
        own = (board @ self.city_rows[self.boards].flatten(1)).reshape(len(rows), self.most, -1)
        found = torch.relu(self.city_in(rows) + own)
        return torch.relu(self.city_out(found)) * rows[:, :, :1]


def _smooth(rows: Tensor, ids: dict[str, int]) -> None:
    """Begin with similar rows for similar prices, so that what is learned of one price holds for its neighbours too."""
    dice = Random(1)  # noqa: S311 - weights to begin with
    waves = [(dice.gauss(0, 1.5), dice.uniform(0, 6.3)) for _ in range(rows.shape[1])]
    for name, row in ids.items():
        family, _, amount = name.partition(":")
        if family == "reserve" and amount.isdigit():
            place = log2(1 + int(amount))
            rows[row] = torch.tensor([0.02 * cos(speed * place + phase) for speed, phase in waves], device=rows.device)
    rows[ids[NO_ROW]] = 0
