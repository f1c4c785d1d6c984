"""The curves of a report look as on the page: colours of players and fuels, shapes, places of labels."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from kilowatt.arena.plot import APART, FUELS, curves, spread
from kilowatt.table.tokens import SEATS, token

WEB = Path(__file__).parents[2] / "web" / "src"


def light_theme() -> dict[str, str]:
    """Return the page's first value of each colour: those of its light theme."""
    rows = re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", (WEB / "styles" / "tokens.css").read_text(encoding="utf-8"))
    return dict(reversed(rows))


def test_players_and_fuels_have_the_colours_of_the_page() -> None:
    """Each seat's colour and each fuel's is the page's in its light theme."""
    colours = light_theme()
    assert [colours[f"seat-{seat}"] for seat in range(6)] == list(SEATS)
    assert {name: colours[f"fuel-{name}"] for name in FUELS} == FUELS


def test_players_have_the_shapes_of_the_page() -> None:
    """A seat's token has the corners that the page's file of shapes gives."""
    text = (WEB / "glyphs" / "shapes.ts").read_text(encoding="utf-8")
    order = re.findall(r"'(\w+)'", text[text.index("SHAPES") : text.index("] as const")])
    assert order == ["circle", "square", "triangle", "diamond", "hexagon", "star"]
    for seat, name in enumerate(order[1:4], 1):
        case = text[text.index(f"case '{name}'") :].split("r,", 1)[0]
        corners = re.findall(r"\[(-?[\d.]+), (-?[\d.]+)\]", case)
        drawn = re.findall(r"(-?[\d.]+),(-?[\d.]+)", token(seat, 0, 0, 100))
        assert [(round(float(x) * 100, 1), round(float(y) * 100, 1)) for x, y in corners] == [
            (float(x), float(y)) for x, y in drawn
        ]
    assert "around(6, [1.05], -60)" in text
    assert "around(10, [1.18, 0.52])" in text
    assert [token(seat, 0, 0, 6).count(",") for seat in range(6)] == [0, 4, 3, 4, 6, 10]


def test_each_curve_ends_in_its_shape_and_name() -> None:
    """Six curves that end at nearly the same height have six tokens and six labels, none on another."""
    drawn = curves("Cities", {f"Player {seat}": [1.0, 2.0 + seat / 50] for seat in range(6)})
    lines = re.findall(r'<polyline [^>]*stroke="(#\w+)"', drawn)
    assert lines == list(SEATS)
    assert all(token_part in drawn for token_part in (f'fill="{colour}"' for colour in SEATS))
    heights = sorted(float(y) for y in re.findall(r'<text x="401.0" y="([\d.]+)"[^>]*>Player', drawn))
    assert len(heights) == 6
    assert all(below - above >= APART - 0.2 for above, below in pairwise(heights))


@pytest.mark.parametrize("wanted", [[5.0, 5.0, 5.0], [0.0, 100.0], [99.0, 98.0, 1.0, 2.0], []])
def test_labels_are_spread_inside_the_chart(wanted: list[float]) -> None:
    """Labels keep their order and their distance, and stay between the edges."""
    places = spread(wanted, 0, 100)
    assert all(0 <= place <= 100 for place in places)
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    assert all(places[b] - places[a] >= APART for a, b in pairwise(order))
