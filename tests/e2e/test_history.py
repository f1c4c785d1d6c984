"""Looking back on a finished game: slider, keys, log, links, curves, and playing on from a moment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, bring, choose_in_menu, start, table_code, visitor
from tests.e2e.player import Player, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
GAME = "recharged-germany-2-step3"


def at(page: Page) -> int:
    """Read which moment is shown, counted from one."""
    return int((page.locator(".replay-at").text_content() or "0").split()[0])


def awaits(page: Page, moment: int) -> None:
    """Wait until this moment is shown."""
    expect(page.locator(".replay-at")).to_have_text(re.compile(rf"^{moment} of "))


@pytest.mark.thorough
def test_keys_slider_and_log_lead_through_the_whole_game(page: Page, server: Server) -> None:
    """Home, End and arrows, the slider and a line of the log each show their moment, and the board follows."""
    bring(page, server.url, GAME)
    last = int(page.locator(".replay input").get_attribute("max") or 0) + 1
    assert last > 100
    awaits(page, last)
    told = page.locator(".replay-is")
    expect(told).to_have_text("The final position.")
    rounds = page.locator(".round")
    end = rounds.text_content()
    page.locator("#board").focus()
    page.keyboard.press("Home")
    awaits(page, 1)
    assert rounds.text_content() != end
    expect(page.locator(".city .seat-fill")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    awaits(page, 2)
    page.keyboard.press("ArrowLeft")
    awaits(page, 1)
    page.keyboard.press("End")
    awaits(page, last)
    for _ in range(10):
        # as from a key that is held down: no step is lost while its moment is on the way
        page.keyboard.press("ArrowLeft")
    awaits(page, last - 10)
    page.locator(".replay input").fill(str(last // 2))
    awaits(page, last // 2 + 1)
    expect(told).to_have_text("A position from the finished game.")
    page.locator(".replay input").press("ArrowRight")
    awaits(page, last // 2 + 2)
    page.locator(".lines .line").nth(3).click()
    until(page, "last => Number(document.querySelector('.replay-at').textContent.split(' ')[0]) < last / 2", last)
    expect(page.locator(".lines .line-now")).to_have_count(1)


@pytest.mark.thorough
def test_whole_rounds_are_leapt_over(page: Page, server: Server) -> None:
    """The slider has a mark for each round, and two buttons lead from one beginning of a round to the next and back."""
    bring(page, server.url, GAME)
    played = int(re.findall(r"\d+", page.locator(".round").first.text_content() or "")[0])
    expect(page.locator("#replay-rounds option")).to_have_count(played)
    page.get_by_role("button", name="First move").click()
    awaits(page, 1)
    on = page.get_by_role("button", name="Next round")
    while not re.search(r"Round 3(?!\d)", page.locator(".round").first.text_content() or ""):
        before = at(page)
        on.click()
        until(page, "n => Number(document.querySelector('.replay-at').textContent.split(' ')[0]) > n", before)
    third = at(page)
    page.get_by_role("button", name="Previous round").click()
    until(page, "n => Number(document.querySelector('.replay-at').textContent.split(' ')[0]) < n", third)
    expect(page.locator(".round").first).to_contain_text("Round 2")


@pytest.mark.thorough
def test_the_console_leads_on_when_the_end_is_closed(page: Page, server: Server) -> None:
    """With the end's dialog closed the console still shows the standing, leads through the game and plays again."""
    start(page, server.url)
    code = table_code(page)
    choose_in_menu(page, "Agree to end the game")
    end = page.locator("dialog.end")
    end.get_by_role("button", name="Close").click()
    expect(end).to_have_count(0)
    console = page.locator("#console")
    console.get_by_role("button", name="Show the final ranking").click()
    end.get_by_role("button", name="Close").click()
    console.get_by_role("button", name="Replay the game").click()
    # it opens at the end, from where Play begins again
    expect(page.locator(".replay-at")).to_have_text(re.compile(r"^(\d+) of \1$"))
    page.get_by_role("button", name="Back to the present").click()
    expect(page.locator(".replay")).to_have_count(0)
    console.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)


@pytest.mark.thorough
def test_a_link_leads_to_its_moment_on_any_device(browser: Browser, server: Server) -> None:
    """The link to a moment, copied by its button, opens that very moment for somebody else."""
    context = visitor(browser, **COARSE, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    bring(page, server.url, GAME)
    page.locator(".replay input").fill("70")
    awaits(page, 71)
    page.locator(".replay").get_by_role("button", name="Copy link").click()
    expect(page.locator(".replay [role=status]")).to_have_text(re.compile(r"\w"))
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert "?at=" in link
    # without a secure connection, as in a home network, the browser has no clipboard for pages
    page.evaluate("() => navigator.clipboard.writeText('before')")
    assert page.evaluate("() => navigator.clipboard.readText()") == "before"
    page.evaluate("() => { Object.defineProperty(window, 'isSecureContext', { value: false }) }")
    page.evaluate("() => { navigator.clipboard.writeText = () => { throw new TypeError('no clipboard') } }")
    page.locator(".replay").get_by_role("button", name="Copy link").click()
    assert page.evaluate("() => navigator.clipboard.readText()") == link
    other = visitor(browser, **COARSE)
    guest = other.new_page()
    guest.goto(link)
    awaits(guest, 71)
    assert guest.locator(".round").text_content() == page.locator(".round").text_content()
    context.close()
    other.close()


def test_the_end_shows_the_standing_and_every_curve(page: Page, server: Server) -> None:
    """After the end each of the four curves draws a line for every player, or for every fuel."""
    bring(page, server.url, GAME)
    page.get_by_role("button", name="Back to the present").click()
    expect(page.locator(".standing li")).to_have_count(2)
    tabs = page.locator(".curve-tabs button")
    expect(tabs).to_have_count(4)
    seen = set()
    for index in range(4):
        tabs.nth(index).click()
        expect(tabs.nth(index)).to_have_attribute("aria-pressed", "true")
        curve = page.locator(".curve")
        expect(curve.locator(".chart-line")).to_have_count(2 if index < 3 else 4)
        seen.add(curve.get_attribute("aria-label"))
    assert len(seen) == 4


@pytest.mark.thorough
def test_the_card_game_tells_the_points_that_decide(page: Page, server: Server) -> None:
    """The standing shows points, which rank above money; every plant of the last row shows its whole income."""
    bring(page, server.url, "card-game-3-omr-in-power")
    sticks_out = """all => all.filter(one => one.getBoundingClientRect().right
      > one.closest('.plant').getBoundingClientRect().right).map(one => one.textContent)"""
    expect(page.locator(".market .plant-income")).to_have_count(6)
    assert page.locator(".market .plant-income").evaluate_all(sticks_out) == []
    page.get_by_role("button", name="Back to the present").click()
    expect(page.locator(".standing .count")).to_have_text(["16", "12", "9"])
    expect(page.locator(".curve-tabs [aria-pressed=true]")).to_have_text("Money")


@pytest.mark.thorough
def test_one_plays_on_from_a_moment(page: Page, server: Server) -> None:
    """A fork from the middle is a table of its own at that very moment, where one's seat decides and play goes on."""
    bring(page, server.url, GAME)
    code = table_code(page)
    page.locator(".replay input").fill("70")
    awaits(page, 71)
    shown = page.locator(".round").text_content()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    expect(page.locator(".replay")).to_have_count(0)
    expect(page.locator(".round")).to_have_text(shown or "")
    player = Player(page)
    for _ in range(4):
        player.decide()
