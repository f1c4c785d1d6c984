"""The network: facts in, a score for every id and the win chance of every seat out; one network for all rulesets.

Facts and ids have one row of weights per name (`kilowatt.learning.names`); a ruleset gathers the rows it needs. All
cities go through the same two small layers: their mean and maximum join the facts, and each one's answer scores the
ids that name it. Between facts and ids are plain layers, so that NumPy alone can play from the weights.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, log2
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor, nn

from kilowatt.learning.names import CITY_FACTS, NO_ROW, city_names, city_places, constant_names, fact_names, id_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.layout import Layout

MOST_SEATS = 6
FAMILIES = ("build", "place_trust", "mark_start")
"""Ids that name a city."""
FAR = 2.0
"""No fact of a city counts for more: 100 Elektro for a connection."""


class Places(NamedTuple):
    """Where the rows of one ruleset and number of seats lie."""

    facts: Tensor
    """Places of the plain facts in the flat observation."""
    rows: Tensor
    constants: Tensor
    cities: Tensor
    """By city: the places of its facts, one more than there are where it has none."""
    city_rows: Tensor
    ids: Tensor
    spans: tuple[tuple[int, int], ...]
    """By family: its first id, and how many ids it has per city."""
    seats: int


class Names:
    """The rows of all games that a network knows, in the order they were first met."""

    def __init__(self, facts: Sequence[str] = (), ids: Sequence[str] = (), cities: Sequence[str] = ()) -> None:
        self.facts = {name: row for row, name in enumerate(facts)}
        self.ids = {name: row for row, name in enumerate(ids or (NO_ROW,))}
        self.cities = {name: row for row, name in enumerate(cities or (NO_ROW,))}

    def sizes(self) -> tuple[int, int, int]:
        """Count the rows of facts, ids and cities."""
        return len(self.facts), len(self.ids), len(self.cities)

    def add(self, rules: Rules, layout: Layout, encoding: Encoding) -> None:
        """Make rows for what is new in these rules."""
        for name in [*fact_names(rules, layout).values(), *constant_names(rules)]:
            self.facts.setdefault(name, len(self.facts))
        for name in id_names(rules, encoding):
            self.ids.setdefault(name, len(self.ids))
        for name in city_names(rules):
            self.cities.setdefault(name, len(self.cities))

    def places(self, rules: Rules, layout: Layout, encoding: Encoding, device: torch.device) -> Places:
        """Return where the rows of these rules lie; `KeyError` names one that the network has not."""
        facts = fact_names(rules, layout)
        numbers = {
            "facts": list(facts),
            "rows": [self.facts[name] for name in facts.values()],
            "constants": [self.facts[name] for name in constant_names(rules)],
            "city_rows": [self.cities[name] for name in city_names(rules)],
            "ids": [self.ids[name] for name in id_names(rules, encoding)],
        }
        found = {name: torch.tensor(row, dtype=torch.int64, device=device) for name, row in numbers.items()}
        cities = torch.tensor(city_places(rules, layout), dtype=torch.int64, device=device).reshape(-1, CITY_FACTS)
        many = len(numbers["city_rows"])
        sizes = {family: len(members) for family, members in encoding.vocabulary.families}
        spans = [(encoding.vocabulary.first[name], sizes[name] // many) for name in FAMILIES] if many else []
        return Places(cities=cities, spans=tuple(spans), seats=rules.seats, **found)


class Network(nn.Module):  # type: ignore[misc] # torch ships no types where it is not installed
    """Rows of facts and cities, plain layers, rows of ids, and win chances."""

    def __init__(self, names: Names, widths: Sequence[int], cities: int) -> None:
        super().__init__()
        facts, ids, places = names.sizes()
        self.widths = list(widths)
        self.fact_rows = nn.Parameter(torch.randn(facts, widths[0]) * 0.06)
        self.city_rows = nn.Parameter(torch.randn(places, cities) * 0.1)
        self.city_in = nn.Linear(CITY_FACTS, cities)
        self.city_out = nn.Linear(cities, cities)
        self.city_join = nn.Linear(2 * cities, widths[0], bias=False)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(widths))
        self.queries = nn.ModuleList(nn.Linear(widths[-1], cities) for _ in FAMILIES)
        self.id_rows = nn.Parameter(torch.randn(ids, widths[-1]) * 0.001)
        self.id_bias = nn.Parameter(torch.zeros(ids))
        self.chances = nn.Linear(widths[-1], MOST_SEATS)
        for layer in (*self.layers, self.city_in, self.city_out):
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        for layer in (self.chances, *self.queries):
            nn.init.normal_(layer.weight, std=0.001)
            nn.init.zeros_(layer.bias)
        with torch.no_grad():
            _smooth(self.id_rows, names.ids)

    def forward(self, facts: Tensor, places: Places) -> tuple[Tensor, Tensor]:
        """Return a score for every id, and for every seat from the observer's on; softmax makes chances of either."""
        constants = self.fact_rows[places.constants].sum(0)
        hidden = torch.addmm(constants, facts[:, places.facts], self.fact_rows[places.rows])
        keys = None
        if len(places.cities):
            keys = self._cities(facts, places)
            pooled = torch.cat([keys.mean(1), keys.amax(1)], 1)
            hidden = hidden + self.city_join(pooled)
        hidden = torch.relu(hidden)
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        scores = torch.addmm(self.id_bias[places.ids], hidden, self.id_rows[places.ids].T)
        if keys is not None:
            many = len(places.cities)
            for query, (first, each) in zip(self.queries, places.spans, strict=True):
                found = torch.bmm(keys, query(hidden)[:, :, None])
                scores[:, first : first + each * many] += found.expand(-1, -1, each).reshape(len(scores), -1)
        return scores, self.chances(hidden)[:, : places.seats]

    def _cities(self, facts: Tensor, places: Places) -> Tensor:
        """Return what the small layers make of every city; 0 for those out of play."""
        rows = torch.cat([facts, facts.new_zeros(len(facts), 1)], 1)[:, places.cities.flatten()]
        rows = rows.clamp(max=FAR).reshape(len(facts), *places.cities.shape)
        found = torch.relu(self.city_in(rows) + self.city_rows[places.city_rows])
        found = torch.relu(self.city_out(found))
        return found * rows[:, :, :1]


def _smooth(rows: Tensor, ids: dict[str, int]) -> None:
    """Begin with similar rows for similar prices, so that what is learned of one price holds for its neighbours too."""
    dice = Random(1)  # noqa: S311 - weights to begin with
    waves = [(dice.gauss(0, 1.5), dice.uniform(0, 6.3)) for _ in range(rows.shape[1])]
    for name, row in ids.items():
        family, _, amount = name.partition(":")
        if family == "reserve" and amount.isdigit():
            place = log2(1 + int(amount))
            rows[row] = torch.tensor([0.02 * cos(speed * place + phase) for speed, phase in waves], device=rows.device)
    rows[ids[NO_ROW]] = 0  # what ids without a row of their own add
