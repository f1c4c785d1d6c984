"""Learning: somebody who follows only the bubbles learns the game, on a wide screen and a phone, in both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, ask, visitor, watch_faults
from tests.e2e.newcomer import Newcomer
from tests.e2e.player import Player, await_turn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser

WIDE: dict[str, Any] = {**COARSE, "viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {**COARSE, "viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LANGUAGES = {"en": ("en-GB", "Learn in 5 minutes", "Round 3"), "de": ("de-DE", "In 5 Minuten lernen", "Runde 3")}


def begin(page: Page, url: str, lesson: str) -> Newcomer:
    """Open the table of a lesson straight away."""
    code = ask(page, f"{url}/api/quick", {"lesson": lesson, "name": "Anna"})["table"]["code"]
    page.goto(f"{url}/t/{code}")
    return Newcomer(page)


@pytest.mark.parametrize(
    ("device", "code"),
    [
        ("wide", "en"),
        pytest.param("phone", "de", marks=pytest.mark.thorough),
        pytest.param("wide", "de", marks=pytest.mark.slow),
        pytest.param("phone", "en", marks=pytest.mark.slow),
    ],
)
def test_a_newcomer_who_follows_the_bubbles_reaches_the_end_of_round_2(
    browser: Browser, server: Server, device: str, code: str
) -> None:
    """From the first visit on, doing what each bubble says, where it points, leads through two rounds and on."""
    locale, learn, round_3 = LANGUAGES[code]
    context = visitor(browser, **(WIDE if device == "wide" else PHONE), locale=locale)
    page = context.new_page()
    faults = watch_faults(page)
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("lang", code)
    page.locator(".visit").get_by_role("button", name=learn).click()
    newcomer = Newcomer(page)
    newcomer.follow("end")
    assert len(newcomer.steps) == 25
    expect(page.locator(".round b")).to_have_text(round_3)
    expect(page.locator(".strip li, .player").first).to_be_attached()
    for bubble in newcomer.bubbles:
        left, top, right, bottom = bubble["box"]
        width, height = bubble["size"]
        assert left >= 0 and top >= 0 and right <= width and bottom <= height, bubble  # noqa: PT018
        assert bubble["named"], f"neither an arrow nor a line leads to what it is about: {bubble}"
        assert bubble["picture"] == (3 if bubble["step"] == "plant" else 0), bubble
        if not bubble["press"]:
            x, y = bubble["at"]
            assert 0 <= x <= width and 0 <= y <= height, bubble  # noqa: PT018
            assert not (left < x < right and top < y < bottom), f"the bubble covers what it points at: {bubble}"
    # what to press is also said in words
    pressed = [bubble["does"] for bubble in newcomer.bubbles if "“" in bubble["does"] or "„" in bubble["does"]]
    assert all(re.search(r"[“„].+[”“]", text) for text in pressed)
    page.locator(".coach .primary").click()
    expect(page.locator(".coach")).to_have_count(0)
    assert await_turn(page) != "over"
    page.goto(server.url)
    expect(page.locator(".visit")).to_have_count(0)
    assert faults == []
    context.close()


@pytest.mark.thorough
def test_a_slip_back_reload_keys_and_skip(page: Page, server: Server) -> None:
    """A slip is answered; Back, reload, F6, Escape and Skip do what they say; the lobby leads back to the step."""
    page.goto(server.url)
    page.locator(".visit .primary").click()
    newcomer = Newcomer(page)
    newcomer.follow("plant")
    page.locator('[data-plant="6"]').click()
    expect(page.locator(".coach-slip")).to_have_text("That is plant 6.")
    expect(page.locator(".plant-chosen")).to_have_count(0)
    expect(page.locator(".board-panel")).to_have_attribute("inert", "")
    page.keyboard.press("n")
    expect(page.locator("dialog")).to_have_count(0)

    page.get_by_role("button", name="Skip the lesson").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator("[inert]")).to_have_count(0)
    page.goto(server.url)
    page.get_by_role("button", name="Learn in 5 minutes").first.click()
    assert newcomer.await_bubble() == "plant"

    newcomer.follow("bid")
    page.locator(".coach").get_by_role("button", name="Back").click()
    expect(page.locator(".coach")).to_have_attribute("data-step", "open")
    page.locator(".coach .primary").click()
    expect(page.locator(".coach")).to_have_attribute("data-step", "bid")
    page.reload()
    assert newcomer.await_bubble() == "bid"
    expect(page.locator(".coach h2")).to_be_focused()
    page.keyboard.press("F6")
    expect(page.locator("#console [data-primary]")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".coach")).to_have_count(0)
    page.locator(".lesson-count").click()
    expect(page.locator(".coach")).to_have_attribute("data-step", "bid")
    page.locator("#console [data-primary]").focus()
    page.keyboard.press("Enter")
    assert newcomer.await_bubble() == "fuel"

    # while the bubble has the word the console has no button
    expect(page.locator("#console .coach-calm")).to_be_visible()
    expect(page.locator("#console .end")).to_be_hidden()
    newcomer.follow("prices")
    expect(page.locator("#console .coach-calm")).to_have_count(0)
    expect(page.locator("#console .end")).to_have_count(0)
    page.get_by_role("button", name="Skip the lesson").click()
    Player(page).decide()
    await_turn(page)
    expect(page.locator(".coach")).to_have_count(0)


@pytest.mark.thorough
def test_the_card_game_has_its_own_lesson(page: Page, server: Server) -> None:
    """Its bubbles lead through one round of the card game."""
    newcomer = begin(page, server.url, "cards")
    newcomer.follow("cend")
    assert len(newcomer.steps) == 10
    page.locator(".coach .primary").click()
    assert await_turn(page) != "over"
