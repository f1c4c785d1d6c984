"""The network: facts in, a score for every id and the win chance of every seat out; one network for all rulesets.

The first and the last layer hold one row per name (`kilowatt.learning.names`); a ruleset gathers the rows of its facts
and ids. Between them are plain layers, so that NumPy alone can play from the weights.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import embedding

from kilowatt.learning.names import fact_names, id_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.layout import Layout

MOST_SEATS = 6
NO_ROW = ""


class Places(NamedTuple):
    """Where the rows of one ruleset and number of seats lie: facts with constants last, and two rows for each id."""

    facts: Tensor
    ids: Tensor
    more: Tensor
    seats: int


class Names:
    """The rows of all games that a network knows, in the order they were first met."""

    def __init__(self, facts: Sequence[str] = (), ids: Sequence[str] = ()) -> None:
        self.facts = {name: row for row, name in enumerate(facts)}
        self.ids = {name: row for row, name in enumerate(ids or (NO_ROW,))}

    def add(self, rules: Rules, layout: Layout, encoding: Encoding) -> None:
        """Make rows for what is new in these rules."""
        for name in fact_names(rules, layout):
            self.facts.setdefault(name, len(self.facts))
        for pair in id_names(rules, encoding):
            for name in pair:
                self.ids.setdefault(name, len(self.ids))

    def places(self, rules: Rules, layout: Layout, encoding: Encoding, device: torch.device) -> Places:
        """Return where the rows of these rules lie; `KeyError` names one that the network has not."""
        pairs = id_names(rules, encoding)
        return Places(
            torch.tensor([self.facts[name] for name in fact_names(rules, layout)], device=device),
            torch.tensor([self.ids[first] for first, _ in pairs], device=device),
            torch.tensor([self.ids[second] for _, second in pairs], device=device),
            rules.seats,
        )


class Network(nn.Module):  # type: ignore[misc] # torch ships no types where it is not installed
    """Rows of facts, plain layers, rows of ids, and win chances."""

    def __init__(self, facts: int, ids: int, widths: Sequence[int]) -> None:
        super().__init__()
        self.widths = list(widths)
        self.fact_rows = nn.Parameter(torch.randn(facts, widths[0]) * 0.06)
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in pairwise(widths))
        self.id_rows = nn.Parameter(torch.randn(ids, widths[-1]) * 0.001)
        with torch.no_grad():
            self.id_rows[0] = 0  # the row of ids that have no second one
        self.id_bias = nn.Parameter(torch.zeros(ids))
        self.chances = nn.Linear(widths[-1], MOST_SEATS)
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        nn.init.normal_(self.chances.weight, std=0.001)
        nn.init.zeros_(self.chances.bias)

    def forward(self, facts: Tensor, places: Places) -> tuple[Tensor, Tensor]:
        """Return a score for every id, and for every seat from the observer's on; softmax makes chances of either."""
        rows = self.fact_rows[places.facts]
        hidden = torch.relu(torch.addmm(rows[-1] + rows[-2], facts, rows[:-2]))
        for layer in self.layers:
            hidden = torch.relu(layer(hidden))
        answers = self.id_rows[places.ids] + embedding(places.more, self.id_rows, padding_idx=0)
        bias = self.id_bias[places.ids]
        seats = self.chances(hidden)[:, : places.seats]
        return torch.addmm(bias, hidden, answers.T), seats
