"""The panels beside the board, and the questions before a slip: stack, cities, rules, keys, notes, planner, menu."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import kilowatt
from tests.e2e.kit import PHONE, choose_in_menu, sit_down, two_people, visitor
from tests.e2e.player import Player, asked, await_turn, mark, press, whose

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
GAME = "recharged-usa-5-step2"


def test_the_stack_lists_what_is_unseen_with_the_odds_of_the_next(page: Page, server: Server) -> None:
    """The stack's list has each unseen plant, odds that add up to a hundred per cent, and parts that make the stack."""
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
    said = page.locator("dialog", has=page.locator(".odds"))
    whole = int(re.findall(r"\d+", said.locator("p").first.text_content() or "")[0])
    unseen, ends, below = said.locator(".deck-parts li").all_text_contents()
    assert "Step 3" in ends
    listed = len(re.findall(r"\d+", below.split(":")[1]))
    assert int(re.findall(r"\d+", below)[0]) == listed
    assert whole == int(re.findall(r"\d+", unseen)[0]) + 1 + listed


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


def test_the_table_of_cities_fits_a_phone(browser: Browser, server: Server) -> None:
    """On a small screen nothing of the table lies beside it: price and connections of each city are in view."""
    context = visitor(browser, **PHONE)
    page = context.new_page()
    sit_down(page, server.url, GAME, 7, "build")
    page.keyboard.press("b")
    expect(page.locator("dialog.cities tbody .number")).not_to_have_count(0)
    wide = page.evaluate(
        """() => ['dialog.cities', '.cities-box', '.cities table']
          .map(name => document.querySelector(name)).map(one => [one.scrollWidth, one.clientWidth])"""
    )
    assert all(needed <= there <= 360 for needed, there in wide), wide
    places = page.eval_on_selector_all(
        ".cities .number, .cities .more-row td", "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert max(places) <= 360
    expect(page.locator(".cities .more-row").first).to_contain_text(re.compile(r"· \w.* \d+"))
    rows = page.eval_on_selector_all(".cities tbody tr:not(.more-row)", "all => all.map(one => one.offsetHeight)")
    assert max(rows) < 60
    context.close()


def test_rules_are_whole_again_after_a_rule_was_followed(page: Page, server: Server) -> None:
    """A reason's link shows its rule alone; a button shows all, and so do the rules opened by themselves."""
    sit_down(page, server.url, GAME, 1, "auction")
    field = page.get_by_role("searchbox", name="Search the rules")
    for way in ("button", "key"):
        page.locator(".plant-small.greyed").first.click(force=True)
        link = page.get_by_role("tooltip").get_by_role("button", name=re.compile("^Rule "))
        name = (link.text_content() or "").removeprefix("Rule ")
        link.click()
        expect(field).to_have_value(name)
        few = page.locator(".rules .rule").count()
        if way == "button":
            page.get_by_role("button", name="Show all").click()
            expect(field).to_have_value("")
            assert page.locator(".rules .rule").count() > few
        page.keyboard.press("Escape")
        expect(field).to_have_count(0)
        page.keyboard.press("r")
        expect(field).to_have_value("")
        expect(page.get_by_role("button", name="Show all")).to_have_count(0)
        page.keyboard.press("Escape")


def test_a_plan_becomes_the_move_it_is_the_turn_for(page: Page, server: Server) -> None:
    """What is planned goes into the basket or onto the building plan with one button; nothing is played by that."""
    sit_down(page, server.url, GAME, 6, "fuel")
    before = mark(page)
    page.get_by_role("button", name="Planner").click()
    use = page.get_by_role("button", name="Use this plan")
    expect(page.locator(".planner .plan-sum")).to_be_visible()
    expect(use).to_have_count(0)
    live = page.locator("#fuel .fuel-live .fuel-name b").first.text_content() or ""
    page.locator(".planner").get_by_role("button", name=f"More {live.lower()}").click()
    use.click()
    expect(page.locator(".planner")).to_have_count(0)
    expect(page.locator("#console .basket-line")).to_have_count(1)
    assert (asked(page), mark(page)) == ("buy_fuel", before)

    sit_down(page, server.url, GAME, 7, "build")
    page.get_by_role("button", name="Planner").click()
    page.get_by_label("Add a city").select_option(index=1)
    use.click()
    expect(page.locator("#console [data-primary]")).to_have_text(re.compile(r"^Build 1 for \d+$"))
    page.get_by_role("button", name="Planner").click()
    expect(page.locator(".planner .plan-cities button")).to_have_count(0)


def test_the_planner_leaves_the_map_in_view_on_a_phone(browser: Browser, server: Server) -> None:
    """Where it asks to tap cities, the planner takes less than half of a small screen and covers nothing of the map."""
    context = visitor(browser, **PHONE)
    page = context.new_page()
    sit_down(page, server.url, GAME, 7, "build")
    page.get_by_role("button", name="Planner").click()
    page.get_by_label("Add a city").select_option(index=1)
    expect(page.get_by_role("button", name="Use this plan")).to_be_in_viewport()
    sheet, board = (page.locator(name).bounding_box() for name in (".drawer.planner", ".board-panel"))
    assert sheet is not None
    assert board is not None
    assert sheet["height"] <= 0.45 * 740
    assert board["y"] + board["height"] <= sheet["y"] + 1
    assert board["height"] > 180
    context.close()


def opener(anna: Page, ben: Page) -> tuple[Page, Page, str]:
    """Play what comes before the auctions; give the page that is to open a plant, the other, and the other's name."""
    seq = 0
    while True:
        first, second, name = (anna, ben, "Ben") if whose(anna, ["Ben"], seq) != "Ben" else (ben, anna, "Anna")
        if await_turn(first) == "open":
            return first, second, name
        Player(first).decide()
        seq = int(mark(first))


def test_whoever_waits_sees_the_lot_and_what_can_be_ordered(browser: Browser, server: Server) -> None:
    """While others bid one sees the plant, who leads and who is in; opting out is offered while one could still buy."""
    with two_people(browser, server.url) as (anna, ben):
        first, second, name = opener(anna, ben)
        Player(first).decide()
        assert whose(first, [name]) == name
        lot = first.locator("#console .lot")
        expect(lot).to_contain_text(re.compile(r"Plant \d+: You lead with \d+"))
        expect(lot.locator(".bidders li")).to_have_count(3)
        out = first.get_by_role("switch", name=re.compile("^Opt out"))
        expect(out).to_have_count(1)
        press(second, second.locator("#console .pass"))
        assert whose(first, [name]) == name
        expect(first.locator(".player:has(.tag-you)")).to_contain_text("bought")
        expect(out).to_have_count(0)
        expect(first.get_by_role("switch", name=re.compile("^Power what"))).to_have_count(1)


def test_the_menu_keeps_what_cannot_be_taken_back_apart(page: Page, server: Server) -> None:
    """Resigning is the menu's last button and asks first; the deal's hash is folded away."""
    sit_down(page, server.url, GAME, 1, "auction")
    page.get_by_role("button", name="Menu", exact=True).click()
    menu = page.locator("dialog.settings")
    expect(menu.get_by_role("button").last).to_have_text("Resign")
    page.keyboard.press("Escape")
    choose_in_menu(page, "Resign")
    page.locator("dialog.question").get_by_role("button", name="Keep playing").click()
    expect(menu).to_be_visible()


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
    expect(page.locator(".loud dialog")).to_have_count(0)
    heights = question.locator(".answers button").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert len(set(heights)) == 1
    question.get_by_role("button", name="Keep playing").click()
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
    page.locator("dialog.question").get_by_role("button", name="Keep playing").click()
    expect(run).to_have_text(best)
    press(page, run)
    expect(page.locator(".lines")).to_contain_text(re.compile(r"You power \d+ cities and earn 44"))


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
