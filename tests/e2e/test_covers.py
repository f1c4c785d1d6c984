"""Nothing lies on plants, cities in play, prices and buttons: with the adviser, on other boards, in what explains."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.every_screen import SCREENS
from tests.e2e.kit import COARSE, FRAMES, STILL, sit_down, visitor
from tests.e2e.player import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
COVERS = (Path(__file__).parent / "covers.js").read_text(encoding="utf-8").partition("\n")[2].strip()
SIZES = ((1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (844, 390))
ADVISED = ("bidding, advised", "fuel, advised", "building, advised", "power, advised", "cards, fuel, advised")
EXPLAINED = (
    "lesson, plant", "lesson, building", "lesson, end", "end", "review", "puzzle, cities", "puzzle, bid",
    "puzzle, answered", "challenges",
)  # fmt: skip
"""Where bubbles, sheets and results stand beside what they are about, on phones and laptops of each shape."""
EVERYWHERE = tuple(screen.name for screen in SCREENS if screen.name not in (*ADVISED, *EXPLAINED))
"""Every other screen: `make soak` looks."""
WAYS = {screen.name: screen.show for screen in SCREENS}
HAND, FLAT, LAP = (390, 844), (844, 390), (1280, 720)

OVER = """() => {
  const box = document.createElement('div');
  box.style.cssText = 'position: fixed; inset: 0; z-index: 99';
  document.body.append(box);
}"""


def covered(page: Page, width: int, height: int) -> list[str]:
    """Return what lies on something that counts in a window of this size."""
    page.mouse.move(0, 0)  # away from what would explain itself under the pointer
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(FRAMES)
    # a part that fades in at its new place is not looked at in between
    until(page, STILL)
    return [f"{width}x{height}: {line}" for line in page.evaluate(COVERS)]


@pytest.mark.parametrize(
    "name",
    [
        *(pytest.param(name, marks=pytest.mark.thorough) for name in ADVISED),
        *(pytest.param(name, marks=pytest.mark.slow) for name in EVERYWHERE),
    ],
)
def test_nothing_lies_on_a_plant_a_city_a_price_or_a_button(browser: Browser, server: Server, name: str) -> None:
    """At points all over each box the uppermost thing is the box itself, at six sizes."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    WAYS[name](page, server.url)
    assert [line for size in SIZES for line in covered(page, *size)] == []
    context.close()


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        pytest.param("lesson, plant", (HAND, LAP)),
        *(
            pytest.param(name, (HAND, FLAT, LAP), marks=pytest.mark.slow if n % 2 else pytest.mark.thorough)
            for n, name in enumerate(EXPLAINED)
        ),
    ],
)
def test_what_explains_lies_beside_what_it_is_about(
    browser: Browser, server: Server, name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    """A lesson's bubble, the end, a review and a puzzle's answer hide no plant, city in play, price or button."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    WAYS[name](page, server.url)
    assert [line for size in sizes for line in covered(page, *size)] == []
    context.close()


@pytest.mark.thorough
def test_what_lies_on_a_button_is_found(browser: Browser, server: Server) -> None:
    """A box put over the console, a plant and the board is reported for each."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    sit_down(page, server.url, "recharged-germany-6-step2", 6, "auction", bid=True)
    page.evaluate(OVER)
    faults = " ".join(covered(page, 1440, 900))
    assert all(part in faults for part in ("button.", "div.plant", "circle.marker"))
    context.close()
