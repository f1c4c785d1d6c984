"""Means with their 95 % intervals, for every figure that is published or shown: imports nothing else of Kilowatt.

Games of one deal, or positions of one game, are not independent: they form a cluster, and a cluster counts once.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Interval = tuple[float, float]
    """The ends of a 95 % interval."""

Z = 1.96
"""A normal variable lies within so many standard deviations of its mean in 95 % of all cases."""
SAMPLES = 2000
"""How often a bootstrap draws."""
TAIL = 0.025
"""What a 95 % interval leaves out on either side."""
SEED = "bootstrap"


def total(values: Iterable[float]) -> float:
    """Return the sum of some values, added one after another: `sum` has rounded otherwise since Python 3.12.

    What decides a bot's move adds with this, so that the move is the same on every Python.
    """
    added: float = 0
    for value in values:
        added += value
    return added


def mean(values: Collection[float]) -> float:
    """Return the mean of some values."""
    return total(values) / len(values)


def standard_error(values: Collection[float]) -> float:
    """Return the standard error of the mean of independent values; 0 for one value, which shows no spread."""
    middle = mean(values)
    spread = total([(value - middle) ** 2 for value in values]) / max(1, len(values) - 1)
    return sqrt(spread / len(values))


def cluster_error(clusters: Collection[Collection[float]]) -> float:
    """Return the standard error of the mean of all values, where only values of different clusters are independent."""
    values = [value for cluster in clusters for value in cluster]
    middle = mean(values)
    return sqrt(total([total([value - middle for value in cluster]) ** 2 for cluster in clusters])) / len(values)


def normal_interval(middle: float, error: float) -> Interval:
    """Return the interval of a figure from its standard error."""
    return middle - Z * error, middle + Z * error


def wilson(wins: float, games: int) -> Interval:
    """Return the interval of a share of independent games by Wilson's score; everything is possible without games."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + Z * Z / (2 * games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def clusters_of(values: Iterable[tuple[Hashable, float]]) -> list[list[float]]:
    """Group values by the name of their cluster, as games by their deal."""
    clusters: dict[Hashable, list[float]] = {}
    for name, value in values:
        clusters.setdefault(name, []).append(value)
    return list(clusters.values())


def bootstrap(clusters: Sequence[Collection[float]]) -> Interval:
    """Return the interval of the mean of all values by drawing whole clusters: the middle 95 % of the means drawn.

    The draws are the same every time, so that equal games give equal figures.
    """
    import numpy as np  # here, because most callers of this module need only a formula

    times = _draws(len(clusters))
    sums = times @ np.array([sum(cluster) for cluster in clusters], dtype=float)
    sizes = times @ np.array([len(cluster) for cluster in clusters], dtype=float)
    means = np.sort(sums / sizes)
    return float(means[int(TAIL * SAMPLES)]), float(means[int((1 - TAIL) * SAMPLES) - 1])


@lru_cache(maxsize=8)
def _draws(size: int) -> NDArray[np.float64]:
    """Return how often each of so many clusters is drawn in each sample."""
    import numpy as np

    dice = Random(SEED)  # noqa: S311 - draws of a bootstrap are no secret
    return np.array([np.bincount(dice.choices(range(size), k=size), minlength=size) for _ in range(SAMPLES)], float)


def percentile(values: Iterable[float], share: float) -> float:
    """Return the value that this share, 0 to 1, of all values is below; 0 without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
