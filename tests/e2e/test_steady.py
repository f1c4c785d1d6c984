"""Nothing that comes or goes moves the page: what appears has a place of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.e2e.kit import COARSE, ask, await_turn, start, visitor
from tests.e2e.player import until
from tests.e2e.test_fits import WIDE_LETTERS, look
from tests.tiers import some_quick

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
SIZES = ((1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (844, 390), (640, 320))
BOXES = """without => {
  const boxes = () => [...document.querySelectorAll(
    '.game-header > *, .tracker > *, .phases li, .tools > *, main, main > *, .panel, .player, .console > header')]
    .filter(element => !element.matches(`${without}, .table-name`))
    .map(element => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return `${element.tagName}.${element.className}: ${[x, y, width, height].map(Math.round).join(' ')}`;
    });
  const shown = boxes();
  for (const element of document.querySelectorAll(without)) element.style.display = 'none';
  const hidden = boxes();
  for (const element of document.querySelectorAll(without)) element.style.display = '';
  return shown.filter((line, index) => line !== hidden[index]);
}"""


def moved_by(page: Page, what: str) -> list[str]:
    """Return the parts of the table whose place or size depends on whether this is shown."""
    return [str(line) for line in page.evaluate(BOXES, what)]


def wait_for_ben(browser: Browser, url: str, language: str) -> Page:
    """Show Anna's page at a table where Ben is to move, as this deal wants it, while another game waits for her."""
    anna, ben = (visitor(browser, **COARSE, locale=locale).new_page() for locale in (language, "en-GB"))
    start(anna, url)
    await_turn(anna)
    wish = {"ruleset": "recharged/germany", "seats": [{"kind": "person", "name": "Anna"}, {"kind": "open"}]}
    code = ask(anna, f"{url}/api/tables", wish)["table"]["code"]
    ben.goto(f"{url}/t/{code}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    await_turn(ben)
    ben.context.close()
    anna.goto(f"{url}/t/{code}")
    return anna


@pytest.mark.thorough
@pytest.mark.parametrize("language", some_quick(["en-GB", "de-DE"], 2))
def test_the_chip_of_the_next_game_moves_nothing(browser: Browser, server: Server, language: str) -> None:
    """A game that waits elsewhere is a chip in the header while others move; nothing else moves with it."""
    page = wait_for_ben(browser, server.url, language)
    page.locator(".game-header .next-game a").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        box = page.locator(".next-game a").bounding_box()
        assert box is not None, (width, height)
        assert min(box["width"], box["height"]) >= 30, (width, height, box)
        assert moved_by(page, ".next-game") == [], (width, height)
    assert look(page, SIZES, (WIDE_LETTERS,)) == []
    page.keyboard.press("j")
    page.wait_for_function("() => document.querySelector('#console')?.dataset.asked")
    page.context.close()


SHIFTS = (Path(__file__).parent / "shifts.js").read_text(encoding="utf-8")


def test_a_jump_is_noticed(browser: Browser, server: Server) -> None:
    """A console that grows by itself is reported, with what it moved."""
    context = visitor(browser, viewport={"width": 390, "height": 844}, bypass_csp=True)
    context.add_init_script(SHIFTS)
    page = context.new_page()
    start(page, server.url)
    await_turn(page)
    # again and again: a change so soon after a press, or before a frame is drawn, is not a jump
    page.evaluate("() => { shifts.length = 0; }")
    page.evaluate("""() => setInterval(() => {
        const { style } = document.querySelector('.console-box');
        style.height = style.height === '480px' ? '420px' : '480px';
    }, 700)""")
    until(page, "() => shifts.some(shift => shift.moved.some(line => line.includes('console-box')))")
    context.close()


def test_a_screen_on_its_way_lets_the_old_one_take_no_press(browser: Browser, server: Server) -> None:
    """On a slow line the old screen stays in view and out of use until the next one is there."""
    # what a worker has stored comes past the test
    context = visitor(browser, **COARSE, service_workers="block")
    page = context.new_page()
    page.goto(server.url)
    page.locator(".tile .tiny-city").first.wait_for()
    held: list[Route] = []
    page.route("**/assets/NewReal*.js", lambda route: held.append(route))  # noqa: PLW0108 - a plain function, as it asks for
    page.locator('a[href="/real"]').first.click()
    until(page, "() => document.querySelector('.screen-shown[inert] .hero .primary')")
    box = page.locator(".hero .primary").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    until(page, "() => document.querySelector('.screen-shown[inert]')")
    assert page.url.endswith("/real")
    for request in held:
        request.continue_()
    page.locator(".screen-shown:not([inert]) form").first.wait_for()
    assert page.locator(".hero .primary").count() == 0
    context.close()
