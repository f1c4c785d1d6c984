"""A game on a real board in the browser: three rounds entered by two people, on a desktop and on a phone."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import PHONE, visitor
from tests.e2e.player import LONG
from tests.e2e.test_axe import Inspector

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
SHOTS = os.environ.get("PAGE_SHOTS", "")
"""A folder for pictures, where somebody wants to look."""
OLDER = """() => new Promise((done) => {
  const asked = indexedDB.open('kilowatt', 1);
  // whoever opens it first makes its shelves: that is the page, and it has not been there yet
  asked.onupgradeneeded = () => asked.transaction.abort();
  asked.onerror = () => done(false);
  asked.onsuccess = () => {
    const store = asked.result.transaction('last', 'readwrite').objectStore('last');
    const got = store.get('last');
    got.onsuccess = () => {
      const last = got.result;
      const whole = last?.sheet?.lines.length === 2;
      if (whole) last.sheet.lines.length = 1;
      if (whole) store.put(last, 'last');
      asked.result.close();
      done(whole);
    };
  };
})"""
"""Take the second line out of what the browser has kept, as if it had been written elsewhere; false: not kept yet."""
KEEPS = 700
"""The page keeps what it shows after half a second."""
SIZES = ((1440, 900), (1280, 720), (390, 844), (844, 390))


def shot(page: Page, name: str) -> None:
    """Keep a picture."""
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def lines(page: Page) -> int:
    """Count the lines that are written down."""
    return page.locator(".real-lines > li").count()


def enter(page: Page) -> str:
    """Enter the next thing that happens, as people would; return what was asked."""
    before = lines(page)
    console = page.locator("#console")
    ask = console.locator("h2").first.inner_text()
    if console.locator("[data-primary]").count():
        if "build" in ask:
            build(page)
        if "buy?" in ask and console.get_by_role("button", name="one more").count():
            console.get_by_role("button", name="one more").first.click()
        console.locator("[data-primary]").click()
    elif console.locator(".real-card").count():
        console.locator(".real-card").first.click()
    elif "first" in ask:
        for place in range(2):
            console.locator(".real-picks button").nth(place).click()
    elif "areas" in ask:
        zone(page)
    else:
        console.locator(".real-picks button").first.click()
    page.locator(f".real-lines > li:nth-child({before + 1}), .real-misfit").first.wait_for(state="attached")
    refused = page.locator(".real-misfit")
    assert refused.count() == 0, (ask, refused.inner_text())
    return ask


def zone(page: Page) -> None:
    """Choose areas that hang together."""
    picks = page.locator("#console .real-picks button")
    done = page.locator("#console .primary")
    for index in range(picks.count()):
        if done.get_attribute("aria-disabled") == "true" and picks.nth(index).get_attribute("aria-disabled") != "true":
            picks.nth(index).click()
    done.click()


def build(page: Page) -> None:
    """Confirm a proposal for one house and a sum in one round, type three letters of a city in others."""
    console = page.locator("#console")
    city = console.locator(".real-map .city.light-open")
    if city.count() == 0:
        return
    if page.locator(".real-round b").inner_text() == "Round 1":
        console.get_by_role("button", name="Houses and sum").click()
        console.get_by_role("button", name="Propose").click()
        console.locator(".real-offers button").first.click()
    else:
        console.get_by_role("textbox", name="City").fill((city.first.get_attribute("data-city") or "")[:3])
        console.get_by_role("button", name="Add ").click()
    expect(console.locator("[data-primary]")).to_have_text(re.compile(r"pays [1-9]"))


def begin(page: Page, server: Server, game: str = "original/germany") -> None:
    """Set up a game of three from the home page."""
    page.goto(server.url)
    page.get_by_role("link", name="At the real table").click()
    # the home page has such a field too, and stays until the code of the next screen is there
    page.locator(".new-real").get_by_role("combobox", name="Game").select_option(game)
    page.get_by_role("button", name="3", exact=True).click()
    for seat, name in enumerate(("Anna", "Greg", "Mia")):
        page.get_by_role("textbox", name=f"Seat {seat + 1}").fill(name)
    shot(page, "new")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#console")).to_be_visible()


@pytest.mark.thorough
def test_three_rounds_by_two_people(browser: Browser, server: Server) -> None:
    """Two people enter order, areas, plants, auctions, fuel, houses and power of three rounds."""
    desk, hand = visitor(browser), visitor(browser, **PHONE)
    page = desk.new_page()
    inspector = Inspector(page)
    begin(page, server)
    inspector.look("order", dark=True)
    enter(page)
    enter(page)
    page.get_by_role("button", name="Phones").click()
    page.get_by_role("button", name="Link for Mia").click()
    link = page.get_by_role("textbox", name="Link for Mia").input_value()
    page.get_by_role("button", name="Close").click()
    phone = hand.new_page()
    phone.goto(link)
    expect(phone.locator("#console")).to_be_visible()
    assert phone.url.endswith(page.url.rsplit("/", 1)[1]), "the code of the link is used once"
    seen: set[str] = set()
    for _ in range(400):
        if page.locator(".real-round b").inner_text() == "Round 4":
            break
        mover = phone if lines(page) % 2 else page
        expect(mover.locator(".real-lines > li")).to_have_count(lines(page))
        ask = mover.locator("#console h2").first.inner_text()
        kind = "".join(word for word in ask.split() if word not in ("Anna", "Greg", "Mia"))
        if kind not in seen:
            seen.add(kind)
            looked(mover, kind, inspector if mover is page else None)
        enter(mover)
    expect(page.locator(".real-round b")).to_have_text("Round 4")
    expect(page.locator(".real-written header small")).to_contain_text("last by")
    assert {mark.get_attribute("data-fit") for mark in page.locator(".real-lines > li").all()} == {"fits"}
    written = page.locator(".real-lines").inner_text()
    assert "builds in" in written
    assert "runs 3" in written or "runs 4" in written or "runs 5" in written
    corrected(page)
    assert inspector.faults == []
    desk.close()
    hand.close()


def looked(page: Page, kind: str, inspector: Inspector | None) -> None:
    """Look at a screen: nothing is wider than the window, and axe finds nothing."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1"), kind
    shot(page, f"{'desk' if inspector else 'phone'}-{kind}")
    if inspector is not None:
        inspector.look(kind)


def corrected(page: Page) -> None:
    """A counted sum that is wrong is explained; a changed line marks those that no longer fit; undo brings back."""
    count = lines(page)
    card = page.locator(".bank-card").first
    card.get_by_role("button", name="one Elektro less").click()
    card.locator(".bank-count").click()
    alert = page.locator(".real-misfit")
    expect(alert).to_contain_text("By what was written down")
    expect(alert.locator(".real-slips button")).to_have_count(2)
    shot(page, "misfit")
    alert.get_by_role("button", name="Earlier").first.click()
    expect(alert).to_have_count(0)
    expect(page.locator(".real-lines > li")).to_have_count(count + 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".real-lines > li")).to_have_count(count)
    page.locator(".real-lines > li").nth(count - 4).get_by_role("button").click()
    page.get_by_role("button", name="Remove the line").click()
    expect(page.locator('.real-lines > li[data-fit="waits"]').first).to_be_attached()
    shot(page, "stuck")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1"), (width, height)
        shot(page, f"stuck-{width}")


def test_german_and_every_size(browser: Browser, server: Server) -> None:
    """In German the page fits every window, and what is entered is the same."""
    context = visitor(browser)
    page = context.new_page()
    begin(page, server)
    page.evaluate("() => localStorage.setItem('kilowatt', JSON.stringify({ language: 'de', pace: 'instant' }))")
    page.reload()
    expect(page.get_by_role("heading", name="Am echten Tisch")).to_be_visible()
    for place in range(2):
        page.locator("#console .real-picks button").nth(place).click()
    expect(page.locator(".real-lines > li")).to_have_count(1)
    zone(page)
    expect(page.locator(".real-lines > li")).to_have_count(2)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1"), (width, height)
        shot(page, f"de-{width}")
    context.close()


@pytest.mark.thorough
def test_lines_wait_while_there_is_no_network(browser: Browser, server: Server) -> None:
    """Without a network the page opens again, keeps what is entered, and sends it to a sheet that is longer by then."""
    context = visitor(browser)
    page = context.new_page()
    begin(page, server)
    enter(page)
    enter(page)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    # what the worker has not kept yet it keeps now
    page.reload()
    expect(page.locator(".real-lines > li")).to_have_count(2)
    page.wait_for_timeout(KEEPS)
    while not page.evaluate(OLDER):
        page.wait_for_timeout(KEEPS)
    context.set_offline(offline=True)
    page.reload()
    console = page.locator("#console")
    expect(console.get_by_role("heading", name="No network: write on")).to_be_visible(timeout=LONG * 1000)
    shot(page, "offline")
    seat = page.locator(".bank-card .bank-name").first.inner_text()
    console.get_by_role("button", name=seat, exact=True).click()
    console.get_by_role("textbox", name="Plant").fill("4")
    console.locator("[data-primary]").click()
    expect(page.locator(".real-queue li")).to_have_count(1)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1"), (width, height)
        shot(page, f"offline-{width}")
    context.set_offline(offline=False)
    expect(page.locator(".real-written .real-lines > li")).to_have_count(3, timeout=LONG * 1000)
    expect(page.locator(".real-queue")).to_have_count(0)
    context.close()
