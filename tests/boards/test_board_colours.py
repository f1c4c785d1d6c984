"""One set of area colours: the page, pictures and board files name and draw the same tints."""

from __future__ import annotations

import re
from pathlib import Path

from kilowatt.editions.board_file import TINTS
from kilowatt.editions.drawing.svg import FILLS

PAGE = Path(__file__).parents[2] / "web" / "src"


def test_the_page_names_the_same_tints_in_the_same_order() -> None:
    """An area without a colour of its own has the same one in the editor, the game and a picture."""
    line = re.search(r"export const TINTS = \[(.*?)\];", (PAGE / "boards" / "layout.ts").read_text(encoding="utf-8"))
    assert line is not None
    assert tuple(re.findall(r"'(\w+)'", line[1])) == TINTS


def test_pictures_have_the_colours_of_the_page() -> None:
    """Every tint has one light colour: that of the page's tokens."""
    light = (PAGE / "styles" / "tokens.css").read_text(encoding="utf-8").split("[data-theme")[0]
    tokens = dict(re.findall(r"--area-(\w+): (#[0-9a-f]{6});", light))
    assert {tint: tokens[tint] for tint in TINTS} == FILLS
