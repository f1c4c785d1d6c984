"""A board that is data only: the page draws it from its coordinates, and it is played like any other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import quick, server_in, settle
from tests.e2e.player import await_turn, mark, plan_cities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.e2e.kit import Server

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
EXAMPLE = Path(__file__).parents[2] / "examples" / "ireland"
RULESET = "example/ireland"

STRAYS = """() => {
  const svg = document.querySelector('.board-panel svg');
  const areas = [...svg.querySelectorAll('path.area')];
  return [...svg.querySelectorAll('[data-city]')].filter(city => {
    const marker = city.querySelector('.marker');
    const spot = svg.createSVGPoint();
    [spot.x, spot.y] = [marker.cx.baseVal.value, marker.cy.baseVal.value];
    return areas.filter(area => area.isPointInFill(spot)).length !== 1;
  }).map(city => city.dataset.city);
}"""
"""Cities that lie in no area or in two."""
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.board-panel .label')].map(one => [one.textContent, one.getBBox()]);
  return boxes.flatMap(([name, a], index) => boxes.slice(index + 1)
    .filter(([, b]) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
    .map(([other]) => [name, other]));
}"""


@pytest.fixture(scope="module")
def irish_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with the example's data folder."""
    with server_in(tmp_path_factory.mktemp("ireland"), data=EXAMPLE) as running:
        yield running


def test_a_board_without_a_layout_is_drawn_and_played(page: Page, irish_server: Server) -> None:
    """A board from a data folder has a tile in the lobby, is drawn with areas, labels and costs, and is built on."""
    page.goto(irish_server.url)
    tile = page.locator(".tile", has_text="Ireland")
    expect(tile.locator("path.area")).to_have_count(4)
    expect(tile.locator(".tiny-city")).to_have_count(15)
    player = quick(page, irish_server.url, RULESET, 3)
    board = page.locator(".board-panel")
    expect(board.locator("[data-city]")).to_have_count(15)
    expect(board.locator(".badge")).to_have_count(25)
    expect(board.locator(".area-name")).to_have_text(["ULSTER", "CONNACHT", "LEINSTER", "MUNSTER"])
    assert page.evaluate(STRAYS) == []
    assert page.evaluate(OVERLAPS) == []
    player.play_until("build")
    before = mark(page)
    assert plan_cities(page, 1) == 1
    page.locator("#console [data-primary]").click()
    settle(page, before)
    expect(page.locator(".mine-ring")).to_have_count(1)


def test_the_form_offers_only_as_many_seats_as_the_board_has_numbers_for(page: Page, irish_server: Server) -> None:
    """The example has tables for two to four players: five are not offered, in the lobby nor in the form."""
    page.goto(irish_server.url)
    fields = page.locator(".quick-form select")
    fields.nth(0).select_option(RULESET)
    expect(fields.nth(1).locator("option")).to_have_text(["2", "3", "4"])
    page.goto(f"{irish_server.url}/new")
    page.get_by_role("combobox", name="Game", exact=True).select_option(RULESET)
    expect(page.get_by_role("group", name="Players").locator("button")).to_have_text(["2", "3", "4"])
    expect(page.locator(".map-panel [data-city]")).to_have_count(15)
    page.locator("form.form button[type=submit]").click()
    page.wait_for_url("**/t/*")


def test_a_game_on_such_a_board_goes_on_after_every_phase(page: Page, irish_server: Server) -> None:
    """Bots of another process play a board from the data folder too: a round ends and the next begins."""
    player = quick(page, irish_server.url, RULESET, 2, level="easy")
    player.play_until("run")
    player.decide()
    assert await_turn(page) != "over"
