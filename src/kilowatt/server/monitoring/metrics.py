"""Counters and times for `/metrics`, in Prometheus' text format. Knows no tables; others count here."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable
from itertools import accumulate

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LAST = len(BUCKETS)


class Metrics:
    """Numbers of one server process. A name may carry labels, as Prometheus writes them."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = defaultdict(int)
        self.gauges: dict[str, Callable[[], float]] = {}
        self._times: dict[str, list[float]] = {}
        """For each time measured: how many fell into each bucket, then sum and count."""

    def count(self, name: str, by: int = 1, **labels: str) -> None:
        """Count something."""
        self.counts[labelled(name, **labels) if labels else name] += by

    def observe(self, name: str, seconds: float) -> None:
        """Measure something; it is called several times per move, so labels are in the name: see `labelled`."""
        row = self._times.get(name)
        if row is None:
            row = self._times[name] = [0.0] * (LAST + 3)
        row[bisect_left(BUCKETS, seconds)] += 1
        row[-2] += seconds
        row[-1] += 1

    def observe_commit(self, seconds: float, moves: int) -> None:
        """Measure a commit and how many moves shared it."""
        self.observe("commit_seconds", seconds)
        self.count("commits")
        self.count("moves_stored", moves)

    def text(self) -> str:
        """Write everything for Prometheus."""
        lines: list[str] = []
        seen = ""
        for name, value in sorted(self.counts.items()):
            base, labels = _split(name)
            if base != seen:
                lines.append(f"# TYPE kilowatt_{base}_total counter")
                seen = base
            lines.append(f"kilowatt_{base}_total{_braced(labels)} {value}")
        for name, read in sorted(self.gauges.items()):
            base, labels = _split(name)
            if base != seen:
                lines.append(f"# TYPE kilowatt_{base} gauge")
                seen = base
            lines.append(f"kilowatt_{base}{_braced(labels)} {read():g}")
        for name, row in sorted(self._times.items()):
            base, labels = _split(name)
            if base != seen:
                lines.append(f"# TYPE kilowatt_{base} histogram")
                seen = base
            before = f"{labels}," if labels else ""
            bounds = zip([f"{most:g}" for most in BUCKETS], accumulate(row[:LAST]), strict=True)
            lines += [
                f'kilowatt_{base}_bucket{{{before}le="{most}"}} {n:g}' for most, n in [*bounds, ("+Inf", row[-1])]
            ]
            lines += [f"kilowatt_{base}_sum{_braced(labels)} {row[-2]:g}"]
            lines += [f"kilowatt_{base}_count{_braced(labels)} {row[-1]:g}"]
        return "\n".join(lines) + "\n"


def labelled(name: str, **labels: str) -> str:
    """Return a name with labels, as Prometheus writes them."""
    return name + "{" + ",".join(f'{key}="{value}"' for key, value in labels.items()) + "}"


def _split(name: str) -> tuple[str, str]:
    base, _, labels = name.partition("{")
    return base, labels.rstrip("}")


def _braced(labels: str) -> str:
    return f"{{{labels}}}" if labels else ""
