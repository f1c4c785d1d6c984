"""Each phase through the page: draft, auction with a limit, fuel, building with undo, power; reloading in each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import open_table, sit_down, start, table_code, two_people, visitor
from tests.e2e.player import Player, asked, await_turn, mark, money, plan_cities, primary, settle, until, whose

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


INSIDE = """() => {
  const box = document.querySelector('[data-area]').getBoundingClientRect();
  for (let x = box.left + 4; x < box.right; x += 6)
    for (let y = box.top + 4; y < box.bottom; y += 6)
      if (document.elementFromPoint(x, y)?.closest('[data-area]')) return [x, y];
  return null;
}"""
"""A point that is in a lit area and not on a city."""


@pytest.mark.thorough
def test_the_zone_is_drafted_on_the_board(page: Page, server: Server) -> None:
    """In a draft a tap on a lit area of the board chooses it, and the rest of the areas stay to be chosen."""
    open_table(page, server.url, ["person", "person"], zone="Players draft")
    await_turn(page)
    assert asked(page) == "choose_area"
    lit = page.locator("[data-area]").count()
    before = mark(page)
    page.mouse.click(*page.evaluate(INSIDE))
    settle(page, before)
    assert asked(page) == "choose_area"
    assert page.locator("[data-area]").count() < lit
    expect(page.locator(".lines .line")).to_have_text([re.compile(r"^You choose \w+")])
    expect(page.locator("#fuel")).not_to_contain_text("sold out")


@pytest.mark.thorough
def test_a_zone_is_picked_on_the_map(page: Page, server: Server) -> None:
    """The form's map takes exactly as many areas as the game needs, and the table is played in them."""
    page.goto(f"{server.url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    page.get_by_role("button", name="Choose on the map").click()
    submit = page.locator("form.form button[type=submit]")
    for _ in range(4):
        assert submit.get_attribute("aria-disabled") == "true"
        page.locator('.area-buttons button[aria-pressed="false"][aria-disabled="false"]').first.click()
    chosen = page.locator('.area-buttons button[aria-pressed="true"]').all_text_contents()
    assert submit.get_attribute("aria-disabled") == "false"
    page.get_by_label("Seat 2", exact=True).select_option("bot:simple")
    submit.click()
    page.locator("#console").wait_for()
    assert page.locator(".area-outside").count() == 6 - len(chosen)


@pytest.mark.thorough
def test_a_limit_bids_by_itself_and_is_nobody_elses(browser: Browser, server: Server) -> None:
    """A secret limit bids for its owner while the other raises, and the other's page shows nothing of it."""
    with two_people(browser, server.url) as (anna, ben):
        players = {"Anna": Player(anna, name="Anna"), "Ben": Player(ben, name="Ben")}
        at, seq = players["Anna"], 0
        while (turn := whose(at.page, [name for name in players if name != at.name], seq)) != "open":
            if turn in players:
                at, seq = players[turn], int(mark(at.page))
            else:
                at.decide()
        opener = at.page
        bidder = ben if opener is anna else anna
        opener.locator("#console .plants-quick button").nth(1).click()
        primary(opener)
        await_turn(bidder)
        bidder.locator("#console .limit-field").fill("20")
        bidder.get_by_role("button", name="Set limit").click()
        expect(bidder.locator("#console")).to_have_attribute("data-asked", "")
        await_turn(opener)
        opener.locator("#console .quick button", has_text="+5").click()
        primary(opener)
        await_turn(opener)
        assert "20" not in (opener.locator("#console .bidders").text_content() or "")
        opener.locator("#console .pass").click()
        expect(opener.locator(".line", has_text="buys plant")).not_to_have_count(0)


def test_fuel_is_bought_from_the_market_and_taken_back(page: Page, server: Server) -> None:
    """Tokens tapped on the market fill the basket, buying pays the price shown, and undo gives it back."""
    player = start(page, server.url)
    player.play_until("buy_fuel")
    before_all = money(page)
    page.locator("#console .quick button").first.click()
    cost = int((page.locator("#console [data-primary]").text_content() or "").rsplit(" ", 1)[1])
    assert page.locator(".places .taken").count() > 0
    primary(page)
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
    assert money(page) == before_all - cost
    # what one press bought, one press takes back
    page.locator("#console .undo").click()
    expect(page.locator("#console .undo")).to_have_count(0)
    assert money(page) == before_all


def test_a_plan_of_cities_is_priced_built_and_undone(page: Page, server: Server) -> None:
    """Two planned cities show order and price, outlast a reload, are built for just that, and undo takes back both."""
    player = start(page, server.url)
    player.play_until("build")
    before_all = money(page)
    assert plan_cities(page, 2) == 2
    page.reload()  # a plan is not lost by it
    expect(page.locator("#console [data-primary]")).to_have_text(re.compile(r"^Build 2 for \d+$"))
    page.locator(".plan-order").nth(1).wait_for()
    cost = int((page.locator("#console [data-primary]").text_content() or "").rsplit(" ", 1)[1])
    primary(page)
    page.wait_for_function("() => document.querySelectorAll('.mine-ring').length === 2")
    assert money(page) == before_all - cost
    page.keyboard.press("Control+z")
    page.wait_for_function("() => document.querySelectorAll('.mine-ring').length === 0")
    assert money(page) == before_all


def reload_keeps(page: Page, kind: str) -> None:
    """Reload, and find the same decision, log and table."""
    before, code = mark(page), table_code(page)
    lines = page.locator(".lines .line").all_text_contents()
    page.reload()
    assert await_turn(page) == kind
    assert (mark(page), table_code(page)) == (before, code)
    expect(page.locator(".lines .line")).to_have_text(lines)


@pytest.mark.thorough
def test_reloading_keeps_the_decision_in_every_phase(page: Page, server: Server) -> None:
    """After a reload in any phase, also before the game and in mid-auction, the same decision is asked."""
    open_table(page, server.url, ["person", "bot:simple"], "Players draft", switches=("Marked starting cities",))
    player = Player(page)
    while not player.seen >= {"choose_area", "mark_start", "place_trust", "open", "buy_fuel", "build", "run"}:
        kind = await_turn(page)
        if kind not in player.seen:
            reload_keeps(page, kind)
        player.decide()
    sit_down(page, server.url, "recharged-usa-5-step2", 2, "auction", bid=True)
    reload_keeps(page, "bid")
    sit_down(page, server.url, "card-game-3-omr-in-power", 2, "fuel")
    reload_keeps(page, "buy_card")


@pytest.mark.thorough
def test_ending_the_fuel_turn_without_fuel_asks_first(page: Page, server: Server) -> None:
    """Ending the fuel turn with plants that cannot run is a slip: the page asks, and staying changes nothing."""
    player = start(page, server.url)
    player.play_until("buy_fuel")
    assert page.locator("#console .quick button").count() > 0, "the cheapest plants all burn something"
    page.locator("#console .end").click()
    question = page.locator("dialog.question")
    question.wait_for()
    assert question.locator("button.primary").evaluate("b => b === document.activeElement")
    question.locator("button.primary").click()
    assert asked(page) == "buy_fuel"


@pytest.mark.thorough
def test_the_planner_prices_a_plan_off_turn(browser: Browser, server: Server) -> None:
    """While the other thinks, the planner prices a plant and a city and shows them on the map; nothing is played."""
    with two_people(browser, server.url, ("person", "open", "bot:simple")) as (anna, ben):
        page = ben if whose(anna, ["Ben"]) != "Ben" else anna
        assert asked(page) == ""
        before = mark(page)
        page.get_by_role("button", name="Planner").click()
        drawer = page.locator(".drawer.planner")
        drawer.locator("select").first.select_option(index=1)
        first = drawer.locator(".plan-sum dd").first
        expect(first).not_to_have_text("0")
        plant = int(first.text_content() or "0")
        drawer.locator("select").last.select_option(index=1)
        expect(drawer.locator(".plan-sum .city")).to_have_count(1)
        city = int(drawer.locator(".plan-sum .city dd").text_content() or "0")
        expect(drawer.locator(".plan-sum .total dd")).to_have_text(str(plant + city))
        expect(page.locator(".plan-order")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(drawer).to_have_count(0)
        assert (mark(page), asked(page)) == (before, "")


@pytest.mark.thorough
def test_a_watcher_sees_the_game_and_cannot_act(page: Page, browser: Browser, server: Server) -> None:
    """Somebody with the link and no seat sees the same table, and the console offers nothing."""
    player = start(page, server.url)
    context = visitor(browser)
    guest = context.new_page()
    guest.goto(f"{server.url}/t/{table_code(page)}")
    guest.locator("#console").wait_for()
    assert asked(guest) == ""
    assert guest.locator("#console .primary").count() == 0
    before = guest.locator(".game").get_attribute("data-seq")
    player.decide()
    guest.wait_for_function("before => document.querySelector('.game').dataset.seq !== before", arg=before)
    context.close()


@pytest.mark.thorough
def test_the_page_comes_back_by_itself(browser: Browser, own_server: Server) -> None:
    """When the server goes away the page says so, and when it is back the game goes on where it was."""
    with two_people(browser, own_server.url) as (anna, ben):
        until(anna, "() => document.querySelector('.player[aria-current=true]')")
        page = anna if asked(anna) else ben
        before = await_turn(page)
        page.locator(".tab-bar [data-tab=log]").click()
        page.locator(".log-parts").get_by_role("button", name="Chat").click()
        own_server.stop()
        page.locator(".lost").wait_for()
        assert "Your game is safe" in (page.locator(".lost").text_content() or "")
        # what cannot be sent is not lost, and is said once the line is back
        said = page.get_by_label("Write a message")
        said.fill("still here")
        said.press("Enter")
        expect(said).to_have_value("still here")
        own_server.start()
        page.locator(".lost").wait_for(state="detached")
        said.press("Enter")
        expect(said).to_have_value("")
        expect(page.locator(".said")).to_contain_text("still here")
        assert await_turn(page) == before
        Player(page).decide()
