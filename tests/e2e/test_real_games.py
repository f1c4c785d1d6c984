"""Real tables of games that differ: cards, two markets, a free jump, mines; by the page, and without a network."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from kilowatt.editions.compose import compose
from kilowatt.protocol.views import board_view
from tests.e2e.kit import visitor
from tests.e2e.player import LONG
from tests.e2e.test_real_table import KEEPS, begin, enter, lines, shot

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, Locator, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
PEOPLE = ("Anna", "Greg", "Mia")
PLANTS = """(seat) => new Promise((done, fail) => {
  const asked = indexedDB.open('kilowatt', 1);
  asked.onerror = fail;
  asked.onsuccess = () => {
    const got = asked.result.transaction('last', 'readonly').objectStore('last').get('last');
    got.onsuccess = () => {
      asked.result.close();
      done(got.result.view.game.seats[seat].plants);
    };
  };
})"""
"""The plants of a seat, by what the browser has kept."""
MOST = 200
"""Lines of a few rounds, at most."""


def asks(page: Page) -> str:
    """Return what the console asks for."""
    return page.locator("#console h2").first.inner_text()


def who(page: Page) -> str:
    """Return the player whom the console names."""
    return next(name for name in PEOPLE if name in asks(page))


def burnt(page: Page, game: str, name: str) -> set[str]:
    """Return the fuels that the plants of a player burn, by what the browser has kept: twins have one number."""
    page.wait_for_timeout(2 * KEEPS)
    plants = {row.id: row.fuels for row in board_view(compose(game, 3, {})).plants}
    return {fuel for plant in page.evaluate(PLANTS, PEOPLE.index(name)) for fuel in plants[plant]}


def card(page: Page, cards: Locator, game: str, name: str) -> Locator | None:
    """Return a card among these that a plant of the player burns, and that is not too many."""
    fuels = burnt(page, game, name)
    fit = [
        one
        for one in cards.all()
        if one.inner_text().split(" ")[0] == "1" and any(f in one.inner_text() for f in fuels)
    ]
    return fit[0] if fit else None


def until(page: Page, stop: Callable[[], bool], game: str) -> set[str]:
    """Enter what happens until it stops; return everything that was asked."""
    seen: set[str] = set()
    for _ in range(MOST):
        if stop():
            return seen
        ask = asks(page)
        seen.add(re.sub("|".join(PEOPLE), "", ask))
        if "cards" in ask:
            found = card(page, page.locator("#console .real-picks button"), game, who(page))
            if found is not None:
                found.click()
                left = page.locator("#console .real-dock header small")
                if left.inner_text().startswith("-"):
                    page.get_by_role("group", name="Cards that").get_by_role("button").click()
        enter(page)
    raise AssertionError(seen)


def in_round(page: Page, number: int) -> Callable[[], bool]:
    """Return a question: whether the round has come."""
    return lambda: page.locator(".real-round b").inner_text() == f"Round {number}"


def gone(context: BrowserContext, page: Page) -> Locator:
    """Take the network away from a page that the browser has kept; return its console."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    count = lines(page)
    page.reload()
    expect(page.locator(".real-lines > li")).to_have_count(count)
    page.wait_for_timeout(3 * KEEPS)
    context.set_offline(offline=True)
    page.reload()
    console = page.locator("#console")
    expect(console.get_by_role("heading", name="No network: write on")).to_be_visible(timeout=LONG * 1000)
    return console


def back(context: BrowserContext, page: Page) -> str:
    """Bring the network back; what waited is written and fits. Return all lines."""
    waiting = page.locator(".real-queue li").count()
    written = page.locator(".real-written .real-lines > li")
    count = written.count()
    assert waiting > 0
    context.set_offline(offline=False)
    expect(written).to_have_count(count + waiting, timeout=LONG * 1000)
    expect(page.locator(".real-queue")).to_have_count(0)
    assert {mark.get_attribute("data-fit") for mark in written.all()} <= {"fits", "open"}
    return page.locator(".real-written .real-lines").inner_text()


@pytest.mark.thorough
def test_the_card_game_with_fuel_cards_bought_without_a_network(browser: Browser, server: Server) -> None:
    """Two rounds of the card game are entered; fuel cards bought without a network fit when it is back."""
    context = visitor(browser)
    page = context.new_page()
    begin(page, server, "card-game")
    until(page, lambda: "cards" in asks(page), "card-game")
    name = who(page)
    console = gone(context, page)
    console.get_by_role("button", name="Fuel", exact=True).click()
    console.get_by_role("button", name=name, exact=True).click()
    cards = console.get_by_role("group", name="Cards in this column").locator("button:not(.real-unseen)")
    found = None
    for column in range(4):
        console.get_by_role("group", name="Column", exact=True).get_by_role("button").nth(column).click()
        found = found or card(page, cards, "card-game", name)
        if found is not None:
            break
    assert found is not None
    bought = found.inner_text().strip()
    found.click()
    shot(page, "offline-cards")
    console.locator("[data-primary]").click()
    assert f"{name} buys {bought}" in back(context, page)
    until(page, in_round(page, 3), "card-game")
    assert {mark.get_attribute("data-fit") for mark in page.locator(".real-lines > li").all()} == {"fits"}
    context.close()


@pytest.mark.thorough
def test_japan_with_a_jump_without_a_network(browser: Browser, server: Server) -> None:
    """In Japan a turn of two houses, the second by the free jump, is written without a network and fits afterwards."""
    context = visitor(browser)
    page = context.new_page()
    begin(page, server, "original/japan")
    until(page, lambda: "build" in asks(page), "original/japan")
    name = who(page)
    open_ = page.locator("#console .real-map .city.light-open")
    cities = [board_city("original/japan", one.get_attribute("data-city") or "") for one in open_.all()][:2]
    console = gone(context, page)
    console.get_by_role("button", name="Houses", exact=True).click()
    console.get_by_role("button", name=name, exact=True).click()
    for city in cities:
        console.get_by_role("textbox", name="City").fill(city)
        console.get_by_role("button", name=f"Add {city}").click()
    console.get_by_role("button", name=f"Free jump to {cities[1]}").click()
    shot(page, "offline-jump")
    console.locator("[data-primary]").click()
    assert f"{name} builds in {cities[0]}, {cities[1]} (jump)" in back(context, page)
    until(page, in_round(page, 2), "original/japan")
    context.close()


def board_city(game: str, city: str) -> str:
    """Return the name of a city."""
    return next(row.name for row in board_view(compose(game, 3, {})).cities if row.id == city)


@pytest.mark.thorough
def test_korea_buys_in_one_of_two_markets(browser: Browser, server: Server) -> None:
    """Two rounds of Korea are entered; every fuel is offered in North and South, and the market stands in its name."""
    context = visitor(browser)
    page = context.new_page()
    begin(page, server, "original/korea")
    until(page, lambda: "buy?" in asks(page), "original/korea")
    for market in ("North", "South"):
        expect(page.locator("#console .real-fuel").filter(has_text=f"coal, {market}")).to_have_count(1)
    shot(page, "korea-fuel")
    until(page, in_round(page, 3), "original/korea")
    assert {mark.get_attribute("data-fit") for mark in page.locator(".real-lines > li").all()} == {"fits"}
    context.close()


@pytest.mark.thorough
def test_australia_is_entered_for_three_rounds(browser: Browser, server: Server) -> None:
    """Three rounds of Australia, whose uranium is mined and sold abroad, are entered and fit."""
    context = visitor(browser)
    page = context.new_page()
    begin(page, server, "original/australia")
    seen = until(page, in_round(page, 4), "original/australia")
    assert any("build" in ask for ask in seen)
    assert {mark.get_attribute("data-fit") for mark in page.locator(".real-lines > li").all()} == {"fits"}
    context.close()
