"""The panels beside the board, and the questions before a slip: stack, table of cities, keys, notes, planner's sums."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import kilowatt
from tests.e2e.kit import sit_down
from tests.e2e.player import asked, mark, press

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
GAME = "recharged-usa-5-step2"


def test_the_stack_lists_what_is_unseen_with_the_odds_of_the_next(page: Page, server: Server) -> None:
    """The stack's list has every unseen plant, and the odds of the next card add up to a hundred per cent."""
    sit_down(page, server.url, GAME, 2, "auction")
    page.locator(".deck").click()
    rows = page.locator(".odds tbody tr")
    expect(rows).not_to_have_count(0)
    cells = [int(text.removesuffix(" %")) for text in rows.locator("td:last-child").all_text_contents() if text != "–"]
    assert abs(sum(cells) - 100) <= len(cells) / 2
    names = set(rows.locator("th").all_text_contents())
    market = {re.findall(r"\d+", text)[0] for text in page.locator(".market .plant").all_text_contents()}
    every = {str(plant.number) for plant in kilowatt.ruleset("recharged/usa", seats=5).plants}
    assert names & market == set()
    assert len(names) > 15
    assert {name for name in names if name.isdigit()} < every


def test_the_table_of_cities_plans_like_the_map(page: Page, server: Server) -> None:
    """Key B opens the cities as a table sorted by cost; a city chosen there is planned on the map and priced."""
    sit_down(page, server.url, GAME, 7, "build")
    page.keyboard.press("b")
    table = page.locator("dialog.cities table")
    costs = [int(text) for text in table.locator("td.number").all_text_contents() if text != "–"]
    assert len(costs) > 10
    assert costs == sorted(costs)
    names = table.locator("tbody th[scope=row]")
    table.get_by_role("button", name=re.compile("^City")).click()
    expect(table.locator("th[aria-sort]")).to_have_count(1)
    shown = [text.strip() for text in names.all_text_contents()]
    assert shown == sorted(shown)
    table.locator(".row-open .city-name").first.click()
    expect(page.locator(".plan-order")).to_have_count(1)
    expect(page.locator("#console [data-primary]")).to_have_text(re.compile(r"^Build 1 for \d+$"))


def test_keys_fill_the_basket_and_tell_what_they_do(page: Page, server: Server) -> None:
    """A digit leads to its fuel, O takes what one run needs, and the question mark lists all keys."""
    sit_down(page, server.url, GAME, 6, "fuel")
    row = page.locator("#fuel .fuel-live").first.get_attribute("data-row") or ""
    page.keyboard.press(row)
    expect(page.locator(f'#fuel [data-row="{row}"] [role=spinbutton]')).to_be_focused()
    page.keyboard.press("o")
    expect(page.locator("#console .basket-line")).not_to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("dl.keys div")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("dl.keys")).to_have_count(0)


def test_opting_out_as_last_buyer_asks_first(page: Page, server: Server) -> None:
    """Who could have a plant at its list price and opts out is asked; staying plays nothing, going on opts out."""
    sit_down(page, server.url, GAME, 2, "auction")
    before = mark(page)
    out = page.locator("#console .buttons button", has_text="Opt out")
    out.click()
    question = page.locator("dialog.question")
    expect(question).to_contain_text("last buyer")
    question.get_by_role("button", name="Stay").click()
    assert (asked(page), mark(page)) == ("open", before)
    press(page, out, sure=True)


def test_running_fewer_plants_than_possible_asks_first(page: Page, server: Server) -> None:
    """The best run is preselected; choosing less is asked about, and staying brings the best back."""
    sit_down(page, server.url, GAME, 6, "power")
    run = page.locator("#console [data-primary]")
    best = run.text_content() or ""
    assert "44" in best
    page.locator(".ladder button").first.click()
    expect(run).not_to_have_text(best)
    run.click()
    page.locator("dialog.question").get_by_role("button", name="Stay").click()
    expect(run).to_have_text(best)
    press(page, run)
    expect(page.locator(".lines")).to_contain_text(re.compile(r"You power \d+ cities, earn 44"))


SEEN = """() => {
  window.told = [];
  new MutationObserver(() => {
    for (const one of document.querySelectorAll('.banner, .toast'))
      if (!window.told.includes(one.textContent)) window.told.push(one.textContent);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def test_banners_tell_the_phase_and_notes_what_others_did(page: Page, server: Server) -> None:
    """When a phase begins a banner says so, and short notes tell what the others did meanwhile."""
    page.add_init_script(f"({SEEN})()")
    player = sit_down(page, server.url, GAME, 5, "build")
    page.evaluate("() => { window.told.length = 0; }")
    player.play_until("open")
    told = page.evaluate("() => window.told")
    assert any(re.search("Power|Auction", text) for text in told), told
    assert any(re.search(r"(connects|builds|powers|buys|opens|passes|ends)", text) for text in told), told
