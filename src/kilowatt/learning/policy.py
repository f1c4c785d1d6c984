"""A trained network as it ships: read from one file and run by NumPy alone, the same on every machine.

Weights, facts and what lies between are whole numbers, held as floats of 64 bits. Every sum stays below 2**53 and is
exact, in whatever order a machine adds. Knows observations and ids; no torch.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kilowatt.bots.weights import BadWeights, opened
from kilowatt.envs.observation_layout import VERSION as FACTS_VERSION
from kilowatt.envs.vocabulary import VERSION as IDS_VERSION
from kilowatt.learning.names import (
    CITY_FACTS,
    MOST,
    MOST_OF_CITY,
    city_names,
    city_places,
    constant_names,
    fact_names,
    id_names,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.observation_layout import Layout

    Array = NDArray[np.float64]

MAGIC = b"kilowatt policy 2\n"
UNIT = 4096.0
"""Facts, and everything between the layers, are rounded to this part of one."""
MOST_BETWEEN = 256.0
"""What lies between the layers is cut off here, so that sums stay exact."""
FAMILIES = ("build", "place_trust", "mark_start")
VERSIONS = [FACTS_VERSION, IDS_VERSION]
"""Of what facts and ids mean, whatever their names."""


class Game(NamedTuple):
    """Where the rows of one ruleset and number of seats lie."""

    facts: NDArray[np.int64]
    """Places of the plain facts in the flat observation."""
    rows: NDArray[np.int64]
    constants: NDArray[np.int64]
    cities: NDArray[np.int64]
    """By city: the places of its facts, one more than there are where it has none."""
    city_rows: NDArray[np.int64]
    ids: NDArray[np.int64]
    spans: tuple[tuple[int, int, int], ...]
    """By family: its first id, the one after its last, and how many it has per city."""
    seats: int


def game_hash(layout: Layout, encoding: Encoding) -> str:
    """Return the hash of what facts and ids mean in one kind of game."""
    return sha256(f"{layout.hash} {encoding.hash}".encode()).hexdigest()[:16]


def scales_of(layout: Layout) -> dict[str, float]:
    """Return what every block of facts is divided by."""
    return {block.name: float(block.scale) for _, block in layout.documented() if block.members}


class Policy:
    """The network of a file, and the card that says how it was made."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self.card, self.parts = _read(data, name)
        names = self.card["names"]
        self.facts = {fact: row for row, fact in enumerate(names["facts"])}
        self.ids = {number: row for row, number in enumerate(names["ids"])}
        self.cities = {city: row for row, city in enumerate(names["cities"])}

    def game(self, rules: Rules, layout: Layout, encoding: Encoding) -> Game:
        """Return where the rows of these rules lie; `BadWeights` says why it cannot play them.

        A game that it was not trained on is played without the names of its board, if the network was trained for that
        too and knows every fact and every id of it.
        """
        kind = f"{rules.id} {rules.seats}"
        trained = self.card["games"].get(kind)
        mine = game_hash(layout, encoding)
        if trained is None:
            self._check_unknown(rules, layout)
        elif trained != mine:
            raise BadWeights(f"{self.name}: trained on encoding {trained} of {kind}, this is {mine}; train it again")
        named = trained is not None
        facts = fact_names(rules, layout, named=named)
        many = len(rules.board.cities)
        sizes = {family: len(members) for family, members in encoding.vocabulary.families}
        first = encoding.vocabulary.first
        spans = [(first[name], first[name] + sizes[name], sizes[name] // many) for name in FAMILIES] if many else []
        return Game(
            np.array(list(facts), np.int64),
            self._rows("fact", self.facts, facts.values(), rules),
            self._rows("fact", self.facts, constant_names(rules, named=named), rules),
            np.array(city_places(rules, layout), np.int64).reshape(-1, CITY_FACTS),
            self._rows("city", self.cities, city_names(rules, named=named), rules),
            self._rows("id", self.ids, id_names(rules, encoding, named=named), rules),
            tuple(spans),
            rules.seats,
        )

    def _check_unknown(self, rules: Rules, layout: Layout) -> None:
        """Refuse a game that was not trained on if facts may mean something else now, or names were always known."""
        refused = f"{self.name}: it was not trained on {rules.id} with {rules.seats} seats"
        if not self.card["config"].get("nameless"):
            raise BadWeights(f"{refused}, nor on boards without names (nameless in its configuration is 0)")
        if self.card["versions"] != VERSIONS:
            raise BadWeights(f"{refused}, and on versions {self.card['versions']} of facts and ids, not {VERSIONS}")
        for name, scale in scales_of(layout).items():
            known = self.card["blocks"].get(name)
            if known != scale:
                raise BadWeights(
                    f"{refused}, and its facts {name!r} are divided by {scale:g}, those trained by {known}"
                )

    def _rows(self, what: str, known: dict[str, int], names: Iterable[str], rules: Rules) -> NDArray[np.int64]:
        """Return the rows of some names; `BadWeights` names the first that has none."""
        found: list[int] = []
        for name in names:
            if name not in known:
                raise BadWeights(
                    f"{self.name}: it was not trained on {rules.id} with {rules.seats} seats, and has no row for the "
                    f"{what} {name!r}"
                )
            found.append(known[name])
        return np.array(found, np.int64)

    def run(self, seen: NDArray[np.float32], game: Game, legal: list[int]) -> tuple[Array, Array, Array]:
        """Return the scores of some ids, and two of every seat from the observer's on.

        Softmax makes chances of ids and win chances of seats; the logistic function makes of the last ones how far
        behind the first place a seat will end, from 0 to 1 for the last.
        """
        parts = self.parts
        facts = np.floor(np.minimum(seen.astype(np.float64), MOST) * UNIT + 0.5)
        plain = facts[game.facts]
        there = np.flatnonzero(plain)
        hidden = plain[there] @ parts["fact_rows"][game.rows[there]]
        hidden += UNIT * parts["fact_rows"][game.constants].sum(0)
        hidden /= parts.unit("fact_rows")
        keys: Array | None = None
        if len(game.cities):
            keys = self._keys(facts, game)
            pooled = np.concatenate([np.floor(keys.mean(0)), keys.max(0)])
            hidden += self._plain("city_join", pooled)
        hidden = _rectified(hidden)
        for layer in range(int(self.card["layers"])):
            hidden = _rectified(self._plain(f"layers.{layer}", hidden))
        numbers = np.array(legal, np.int64)
        rows = game.ids[numbers]
        scores = (parts["id_rows"][rows] @ hidden) / (UNIT * parts.unit("id_rows"))
        scores += parts["id_bias"][rows] / parts.unit("id_bias")
        if keys is not None:
            for place, (first, last, each) in enumerate(game.spans):
                here = (numbers >= first) & (numbers < last)
                if here.any():
                    query = np.floor(self._plain(f"queries.{place}", hidden) + 0.5)
                    scores[here] += (keys[(numbers[here] - first) // each] @ query) / (UNIT * UNIT)
        chances, ranks = (self._plain(head, hidden)[: game.seats] / UNIT for head in ("chances", "ranks"))
        return scores, chances, ranks

    def _keys(self, facts: Array, game: Game) -> Array:
        """Return what the small layers make of every city; 0 for those out of play."""
        rows = np.append(facts, 0.0)[game.cities]
        rows = np.minimum(rows, MOST_OF_CITY * UNIT)
        parts = self.parts
        found = rows @ parts["city_in.weight"].T / (UNIT * parts.unit("city_in.weight"))
        found += parts["city_in.bias"] / parts.unit("city_in.bias")
        found += parts["city_rows"][game.city_rows] / parts.unit("city_rows")
        found = _rectified(found * UNIT)
        made: Array = _rectified(self._plain("city_out", found)) * (rows[:, :1] > 0)
        return made

    def _plain(self, name: str, row: Array) -> Array:
        """Return what a plain layer adds up to, in units."""
        parts = self.parts
        found: Array = row @ parts[f"{name}.weight"].T / parts.unit(f"{name}.weight")
        bias = f"{name}.bias"
        return found + parts[bias] * (UNIT / parts.unit(bias)) if bias in parts.arrays else found


class Parts:
    """The arrays of a network by name, whole numbers each, with the unit that each was multiplied by."""

    def __init__(self, arrays: dict[str, Array], units: dict[str, float]) -> None:
        self.arrays = arrays
        self._units = units

    def __getitem__(self, name: str) -> Array:
        """Return an array."""
        return self.arrays[name]

    def unit(self, name: str) -> float:
        """Return the unit of an array, a power of two."""
        return self._units[name]


def _rectified(row: Array) -> Array:
    """Cut off what is below 0, and round to units."""
    found: Array = np.floor(np.clip(row, 0.0, MOST_BETWEEN * UNIT) + 0.5)
    return found


def _read(data: bytes, name: str) -> tuple[dict[str, Any], Parts]:
    """Read a file; `BadWeights` says what is wrong with it."""
    card, body = opened(data, name, MAGIC)
    try:
        arrays = [(str(row["name"]), [int(n) for n in row["shape"]], float(row["unit"])) for row in card["arrays"]]
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights(f"{name}: its card cannot be read: {error}") from None
    sizes = [2 * int(np.prod(shape)) for _, shape, _ in arrays]
    if len(body) != sum(sizes):
        raise BadWeights(f"{name}: {len(body)} bytes of weights, its card says {sum(sizes)}; copy the file again")
    found: dict[str, Array] = {}
    units: dict[str, float] = {}
    at = 0
    for (part, shape, unit), size in zip(arrays, sizes, strict=True):
        found[part] = np.frombuffer(body, "<i2", size // 2, at).astype(np.float64).reshape(shape)
        units[part] = unit
        at += size
    return card, Parts(found, units)
