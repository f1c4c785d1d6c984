"""Counters and times for `/metrics`, in Prometheus' text format. Knows no tables; others count here."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
LAST = len(BUCKETS)


class Metrics:
    """Numbers of one server process."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = defaultdict(int)
        self.gauges: dict[str, Callable[[], float]] = {}
        self._times: dict[str, list[float]] = {}
        """For each time measured: its buckets, then sum and count."""

    def count(self, name: str, by: int = 1) -> None:
        """Count something."""
        self.counts[name] += by

    def observe(self, name: str, seconds: float) -> None:
        """Measure something."""
        row = self._times.get(name)
        if row is None:
            row = self._times[name] = [0.0] * (LAST + 2)
        for place in range(bisect_left(BUCKETS, seconds), LAST):
            row[place] += 1
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
        for name, value in sorted(self.counts.items()):
            lines += [f"# TYPE kilowatt_{name}_total counter", f"kilowatt_{name}_total {value}"]
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE kilowatt_{name} gauge", f"kilowatt_{name} {read():g}"]
        for name, row in sorted(self._times.items()):
            lines.append(f"# TYPE kilowatt_{name} histogram")
            lines += [f'kilowatt_{name}_bucket{{le="{most:g}"}} {row[place]:g}' for place, most in enumerate(BUCKETS)]
            lines.append(f'kilowatt_{name}_bucket{{le="+Inf"}} {row[-1]:g}')
            lines += [f"kilowatt_{name}_sum {row[-2]:g}", f"kilowatt_{name}_count {row[-1]:g}"]
        return "\n".join(lines) + "\n"
