"""`kilowatt bench`: how quick everything is, the engine and the kernel side by side, and against earlier figures."""

from __future__ import annotations

import json
import platform
import shutil
import statistics
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any

import typer

import kilowatt
from kilowatt import BadData, BadOption
from kilowatt.cli.asked import check_place
from kilowatt.editions.registry import DEFAULT_RULESET

RUNS = 5
LOSS = 0.7
"""A ratio below this share of the earlier one is flagged."""
BESIDE = Path(".venv-compiled") / "bin" / "python"
"""Where `make compiled` puts the environment of the compiled wheel."""
ENGINE = "interpreted"
KERNEL = "kernel"
"""The second kind, where a build has the rules in C."""


def one_run(python: str, ruleset: str, seats: int, run: int, kind: str) -> dict[str, Any]:
    """Measure the engine or the kernel once with an interpreter of its own."""
    asked = [python, "-P", "-m", "kilowatt.cli.measures", ruleset, str(seats), str(run), kind]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603 - an interpreter of the user's
    if done.returncode:
        raise BadData(python, "", "compiled", (done.stderr.strip().splitlines() or ["it said nothing"])[-1])
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def measure(ruleset: str, seats: int, runs: int, compiled: Path | None) -> dict[str, Any]:
    """Measure the engine here and the compiled build's kernel by turns; return medians, spread, ratios and the gain."""
    pythons = {ENGINE: sys.executable, KERNEL: str(compiled or sys.executable)}
    measured: dict[str, list[dict[str, Any]]] = {ENGINE: [], KERNEL: []}
    for run in range(runs):
        for kind, python in pythons.items():
            rows = one_run(python, ruleset, seats, run, kind)
            if rows:
                measured[kind].append(rows)
            elif compiled is not None:
                raise BadData(str(compiled), "", "compiled", "this Python has no rules in C")
    kinds = {kind: _rows(rows) for kind, rows in measured.items() if rows}
    figures = {
        "ruleset": ruleset,
        "seats": seats,
        "runs": runs,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "kinds": kinds,
    }
    figures["gain"] = {
        f"{quick} against {plain}": {
            name: round(kinds[quick][name]["ratio"] / kinds[plain][name]["ratio"], 2)
            for name in kinds[plain]
            if name in kinds[quick]
        }
        for plain, quick in combinations(kinds, 2)
    }
    return figures


def _rows(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Sum up the runs of one build: median and spread of the speed, median of the ratio to the yardstick."""
    rows: dict[str, Any] = {}
    for name in runs[0]:
        speeds = [run[name]["speed"] for run in runs]
        ratios = [run[name]["ratio"] for run in runs]
        rows[name] = {
            "unit": runs[0][name]["unit"],
            "median": round(statistics.median(speeds)),
            "low": round(min(speeds)),
            "high": round(max(speeds)),
            "ratio": round(statistics.median(ratios), 2),
            "ratio_low": round(min(ratios), 2),
            "ratio_high": round(max(ratios), 2),
        }
    return rows


def read_figures(path: Path) -> dict[str, dict[str, float]]:
    """Read the ratios of figures that --json printed, by build and measure."""
    try:
        kinds = json.loads(path.read_text(encoding="utf-8"))["kinds"]
        return {kind: {name: float(row["ratio"]) for name, row in rows.items()} for kind, rows in kinds.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadData(path.name, "", "kinds", "expected the figures that --json prints") from None


def losses(figures: dict[str, Any], before: dict[str, dict[str, float]]) -> list[str]:
    """Return which ratios fell by more than 30 %."""
    lost: list[str] = []
    for kind, rows in figures["kinds"].items():
        for name, row in rows.items():
            was = before.get(kind, {}).get(name)
            if was is not None and row["ratio"] < LOSS * was:
                lost.append(f"{name}, {kind}: {row['ratio']:,} times the yardstick, was {was:,}")
    return lost


def report(figures: dict[str, Any], before: dict[str, dict[str, float]]) -> None:
    """Print the figures for people."""
    print(f"{figures['ruleset']}, {figures['seats']} seats, Python {figures['python']}, {figures['machine']}")
    print(f"medians of {figures['runs']} runs in processor time, lowest to highest; times the fixed piece of Python")
    for kind, rows in figures["kinds"].items():
        print(kind)
        for name, row in rows.items():
            spread = f"{row['low']:,} to {row['high']:,}"
            was = before.get(kind, {}).get(name)
            then = f", was {was:,}" if was is not None else ""
            print(f"  {name:<24} {row['median']:>10,} {row['unit']:<10} {spread:<24} {row['ratio']:>10,}{then}")
    for title, gains in figures["gain"].items():
        print(title)
        for name, gain in gains.items():
            print(f"  {name:<24} {gain:>10} times")


def bench(
    ruleset: Annotated[str, typer.Option()] = DEFAULT_RULESET,
    seats: Annotated[int, typer.Option(min=2, max=6)] = 4,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts")] = False,
    compare: Annotated[Path | None, typer.Option(help="Figures to compare with, made by --json")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the figures into this SVG file")] = None,
    compiled: Annotated[
        Path | None, typer.Option(help="Python of a compiled build; .venv-compiled/bin/python if there is one")
    ] = None,
    runs: Annotated[int, typer.Option(min=1, help="Runs of each measure")] = RUNS,
) -> None:
    """Measure speed; with --compare, exit code 1 if a ratio fell by more than 30 %."""
    kilowatt.ruleset(ruleset, seats)  # a wrong name is reported here, not by another process
    before = read_figures(compare) if compare is not None else {}
    if plot is not None:
        check_place(plot, "plot")
    if compiled is not None and shutil.which(compiled) is None:
        raise BadOption("compiled", f"expected the Python of a compiled build; {compiled} is no program")
    if compiled is None and BESIDE.exists() and Path(sys.executable).absolute() != BESIDE.absolute():
        compiled = BESIDE
    figures = measure(ruleset, seats, runs, compiled)
    if plot is not None:
        from kilowatt.cli.bars import picture

        plot.write_text(picture(figures), encoding="utf-8")
    if as_json:
        print(json.dumps(figures, indent=1))
    else:
        report(figures, before)
    lost = losses(figures, before)
    for line in lost:
        print(f"kilowatt: slower than before: {line}", file=sys.stderr)
    if lost:
        sys.exit(1)
