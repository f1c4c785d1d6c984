"""Boards as the page draws them: nothing on the sheet covers anything else."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from typing import Any

import pytest

from tests.tiers import some_quick
from tools.layouts import LAYOUTS, path_of, rings_of
from tools.mapmaker.faults import DATA, faults

DRAWN = sorted(file.stem for file in LAYOUTS.glob("*.json") if (DATA / f"{file.stem}.toml").exists())

KNOWN = {"usa_classic": {"area's name on something": ["southeast birmingham-jacksonville"]}}
"""The South-East of the old USA has no free place for its name: a cost covers one of its letters."""


def board_of(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a board file and its layout."""
    board = tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))
    return board, json.loads((LAYOUTS / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", some_quick(DRAWN, 6))
def test_nothing_covers_anything(name: str) -> None:
    """No marker, link, cost or name of a drawn board lies on another, and every marker lies in its area.

    All sizes on a board are multiples of one, so what is clear in one window is clear in every other.
    """
    assert faults(*board_of(name)) == KNOWN.get(name, {})


def beside(layout: dict[str, Any], city: str, other: str) -> None:
    """Put a city on another."""
    layout["cities"][city] = [*layout["cities"][other][:2], "e"]


def between(layout: dict[str, Any], city: str, ends: tuple[str, str]) -> None:
    """Put a city on the middle of a link."""
    places = [layout["cities"][end] for end in ends]
    layout["cities"][city] = [sum(place[axis] for place in places) / 2 for axis in (0, 1)] + ["e"]


def moved(layout: dict[str, Any]) -> None:
    """Put an area on its neighbours."""
    area = next(iter(layout["areas"].values()))
    area["path"] = path_of([[(x + 60, y + 60) for x, y in ring] for ring in rings_of(area["path"])])


SPOILED: dict[str, Callable[[dict[str, Any]], None]] = {
    "markers too close": lambda layout: beside(layout, "essen", "dortmund"),
    "links that cross": lambda layout: beside(layout, "berlin", "koeln"),
    "link through a marker": lambda layout: between(layout, "hannover", ("berlin", "halle")),
    "cost on a marker, cost or link": lambda layout: between(layout, "hannover", ("berlin", "halle")),
    "name on a marker, cost or name": lambda layout: layout["names"].update(koeln="Köln with a name far too long"),
    "area's name on something": lambda layout: next(iter(layout["areas"].values())).update(
        at=layout["cities"]["berlin"][:2]
    ),
    "marker outside its area": lambda layout: beside(layout, "berlin", "koeln"),
    "areas that overlap": moved,
}


@pytest.mark.parametrize("kind", SPOILED)
def test_faults_are_found(kind: str) -> None:
    """Each kind of fault is found on a board that was spoiled in that way."""
    board, layout = board_of("germany")
    SPOILED[kind](layout)
    assert kind in faults(board, layout)
