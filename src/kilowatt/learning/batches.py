"""What the network sees of noted positions: one seat that chose, or all seats of a position at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np

from kilowatt.bots.value_features import BEGINS, CHOSEN, SIZE, seen
from kilowatt.learning.network import sigmoid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kilowatt.learning.network import Array, Network
    from kilowatt.learning.notes import Data

    Numbers = NDArray[np.int64]


class Batch(NamedTuple):
    """Inputs for the network, and where their labels are."""

    inputs: Array
    rows: Numbers
    """The row of each input."""
    mine: NDArray[np.bool_]
    """Whether the input is of the seat that the view is of."""
    seats: int
    """More than 1: all seats of positions, position after position."""


@final
class Views:
    """The notes of many games, ready to be looked at."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.first: Numbers = np.cumsum(data["seats"], dtype=np.int64) - data["seats"]
        """The first row of each position."""

    def one(self, views: Numbers) -> Batch:
        """Return what the seats that chose see."""
        data = self.data
        inputs, places = [np.zeros((0, SIZE), np.float32)], [np.zeros(0, np.int64)]
        for seats, mask in self._by_seats(views):
            some = views[mask]
            at, who = data["at"][some], data["who"][some]
            inputs.append(seen(*self._positions(at, seats), who, data["made"][some].astype(np.float32)))
            places.append(self.first[at] + who)
        return Batch(np.concatenate(inputs), np.concatenate(places), np.ones(len(views), bool), 1)

    def whole(self, views: Numbers, choosing: NDArray[np.bool_]) -> Iterator[Batch]:
        """Return what all seats of the views' positions see, by number of seats; where `choosing`, one just chose."""
        data = self.data
        for seats, mask in self._by_seats(views):
            some = views[mask]
            made = data["made"][some].astype(np.float32) * choosing[mask][:, None]
            yield self._all(data["at"][some], seats, data["who"][some], made)

    def positions(self, chosen: Numbers) -> Iterator[Batch]:
        """Return what all seats of positions see, by number of seats; nobody just chose."""
        many = self.data["seats"][chosen]
        for seats in np.unique(many).tolist():
            at = chosen[many == seats]
            yield self._all(at, seats, np.zeros(len(at), np.int64), np.zeros((len(at), CHOSEN), np.float32))

    def _by_seats(self, views: Numbers) -> Iterator[tuple[int, NDArray[np.bool_]]]:
        many = self.data["seats"][self.data["at"][views]]
        for seats in np.unique(many).tolist():
            yield seats, many == seats

    def _positions(self, at: Numbers, seats: int) -> tuple[Array, Array]:
        rows = self.data["rows"][self.first[at][:, None] + np.arange(seats)]
        return rows.astype(np.float32), self.data["tables"][at].astype(np.float32)

    def _all(self, at: Numbers, seats: int, who: Numbers, made: Array) -> Batch:
        rows, tables = self._positions(at, seats)
        inputs = np.empty((len(at), seats, SIZE), np.float32)
        for seat in range(seats):
            choice = made * (who == seat)[:, None]
            inputs[:, seat] = seen(rows, tables, np.full(len(at), seat), choice)
        places = self.first[at][:, None] + np.arange(seats)
        mine = np.arange(seats) == who[:, None]
        return Batch(inputs.reshape(-1, SIZE), places.reshape(-1), mine.reshape(-1), seats)


def judged(logits: Array, batch: Batch) -> Array:
    """Return chances to win and scores; the chances of all seats of a position add up to 1."""
    both = logits + batch.inputs[:, BEGINS]
    result = sigmoid(both)
    if batch.seats > 1:
        result[:, 0] = shares(both[:, 0].reshape(-1, batch.seats)).reshape(-1)
    return result


def shares(logits: Array) -> Array:
    """Return chances that add up to 1 in each row."""
    raised = np.exp(logits - logits.max(1, keepdims=True))
    result: Array = raised / raised.sum(1, keepdims=True)
    return result


def thoughts(network: Network, views: Views, positions: Numbers) -> tuple[Numbers, Array]:
    """Return rows of positions, and what the network says of them."""
    rows, judgements = [np.zeros(0, np.int64)], [np.zeros((0, 2), np.float32)]
    for batch in views.positions(positions):
        rows.append(batch.rows)
        judgements.append(judged(network.forward(batch.inputs)[-1], batch))
    return np.concatenate(rows), np.concatenate(judgements)
