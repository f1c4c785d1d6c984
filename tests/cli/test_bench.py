"""`kilowatt bench`: figures, comparison and picture. What is asserted is what it says, never how quick it is."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from kilowatt.cli.bars import picture
from kilowatt.cli.bench import losses
from kilowatt.cli.measures import KERNEL_MEASURES

Command = Callable[..., subprocess.CompletedProcess[str]]
TOP = Path(__file__).parents[2]
FIGURES = TOP / "bench" / "figures.json"
NAMES = [
    *("menu path", "list path", "table", "table, checked", "clone", "legal actions", "replay", "observation"),
    "batched steps",
]
SHARED = [name for name in NAMES if name in KERNEL_MEASURES]
"""What both an engine and the kernel can do."""


def kilowatt(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the real command in a folder."""
    asked = [sys.executable, "-m", "kilowatt", *words]
    return subprocess.run(asked, capture_output=True, text=True, check=False, cwd=cwd)


@pytest.mark.thorough
def test_one_run_measures_everything_and_draws_it(tmp_path: Path) -> None:
    """The JSON has every measure with spread and ratio, a picture is written, and figures are no loss to themselves."""
    done = kilowatt("bench", "--json", "--runs", "1", "--seats", "2", "--plot", "speed.svg", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert list(figures["kinds"]) in (["interpreted"], ["interpreted", "kernel"])
    rows = next(iter(figures["kinds"].values()))
    assert list(rows) == NAMES
    assert all(0 < row["low"] <= row["median"] <= row["high"] for row in rows.values())
    ET.parse(tmp_path / "speed.svg")
    assert losses(figures, ratios(figures)) == []


def ratios(figures: dict[str, Any]) -> dict[str, dict[str, float]]:
    """Return the ratios of figures by build and measure."""
    return {kind: {name: row["ratio"] for name, row in rows.items()} for kind, rows in figures["kinds"].items()}


def test_a_loss_of_more_than_a_third_is_flagged() -> None:
    """A ratio under 70 % of the committed one is named with both numbers; one just above is not."""
    before = ratios(json.loads(FIGURES.read_text(encoding="utf-8")))
    now = json.loads(FIGURES.read_text(encoding="utf-8"))
    row = now["kinds"]["interpreted"]["clone"]
    row["ratio"] = round(before["interpreted"]["clone"] * 0.71, 2)
    assert losses(now, before) == []
    row["ratio"] = round(before["interpreted"]["clone"] * 0.69, 2)
    (line,) = losses(now, before)
    assert line.startswith("clone, interpreted")
    assert f"{before['interpreted']['clone']:,}" in line


def test_the_committed_figures_have_engine_and_kernel_and_can_be_drawn() -> None:
    """The committed figures name every measure of the engine and the kernel, with the gain; the picture shows all."""
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    assert list(figures["kinds"]) == ["interpreted", "kernel"]
    assert list(figures["kinds"]["interpreted"]) == NAMES
    assert list(figures["kinds"]["kernel"]) == list(KERNEL_MEASURES)
    assert {title: list(gains) for title, gains in figures["gain"].items()} == {"kernel against interpreted": SHARED}
    drawn = picture(figures)
    for name in (*NAMES, "interpreted", "kernel"):
        assert f">{name}<" in drawn


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--compare", "wrong.json"], "expected the figures"),
        (["--ruleset", "recharged/atlantis"], "atlantis"),
        (["--compiled", "wrong.json"], "compiled: expected the Python of a compiled build; wrong.json is no program"),
        (["--plot", "nowhere/bars.svg"], "plot: there is no folder nowhere"),
    ],
)
def test_wrong_questions_are_told_in_one_line(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str, tmp_path: Path
) -> None:
    """Figures of another kind, an unknown ruleset, a build that is none and the like are named; the exit code is 2."""
    (tmp_path / "wrong.json").write_text("[1]", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = command("bench", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
