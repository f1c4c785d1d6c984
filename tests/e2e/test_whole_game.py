"""Two people on two browsers with bots, from the form to the end screen; then the slider, a link and a fork."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import kilowatt
from tests.e2e.kit import COARSE, PHONE, SMALL, open_table, quick, table_code, visitor, watch_faults
from tests.e2e.player import Player, mark, until, whose
from tests.rulesets import WITH_STARTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


def play_together(*players: Player) -> None:
    """Let whoever is asked decide, until the end: each page says whose turn it is."""
    at, seq = players[0], 0
    for _ in range(3000):
        turn = whose(at.page, [player.name for player in players if player is not at], seq)
        if turn == "over":
            for player in players:
                until(player.page, "() => !!document.querySelector('dialog.end')")
            return
        other = [player for player in players if player.name == turn]
        if other:
            at, seq = other[0], int(mark(at.page))
        else:
            at.decide()
    raise AssertionError("the game did not end")


@pytest.mark.timeout(900)
@pytest.mark.thorough
def test_two_people_and_a_bot_play_a_whole_game_and_look_back(browser: Browser, server: Server) -> None:
    """Two people, one of them on a phone, play to the end, see the same standing, look back and play on from there."""
    at_home, on_phone = visitor(browser, **SMALL), visitor(browser, **PHONE, **COARSE)
    anna, ben = at_home.new_page(), on_phone.new_page()
    faults = (watch_faults(anna), watch_faults(ben))
    code = open_table(anna, server.url, ["person", "open", "bot:simple"])
    anna.locator(".seats li").first.wait_for()
    ben.goto(f"{server.url}/t/{code}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    anna.locator("#console").wait_for()
    ben.locator("#console").wait_for()

    play_together(Player(anna, 5, "Anna"), Player(ben, 5, "Ben"))

    def standing(page: Page) -> list[str]:
        return page.locator(".standing .end-name").all_text_contents()

    names = [re.sub("you$", "", who) for who in standing(anna)]
    assert sorted(names)[:2] == ["Anna", "Ben"]
    assert names == [re.sub("you$", "", who) for who in standing(ben)]
    expect(anna.locator(".curve .chart-line")).to_have_count(3)

    anna.locator("dialog.end").get_by_role("button", name="Replay the game").click()
    slider = anna.locator(".replay input")
    slider.wait_for()
    anna.wait_for_function("() => { const s = document.querySelector('.replay input'); return s.value === s.max }")
    last = anna.locator(".round").text_content() or ""
    slider.press("Home")
    expect(anna.locator(".round")).not_to_have_text(last)
    slider.press("End")
    anna.wait_for_function("() => { const s = document.querySelector('.replay input'); return s.value === s.max }")
    expect(anna.locator(".round")).to_have_text(last)
    anna.keyboard.press("ArrowLeft")
    anna.wait_for_function(
        "() => { const s = document.querySelector('.replay input'); return s.value === String(s.max - 1) }"
    )
    middle = int(slider.get_attribute("max") or 0) // 2
    slider.fill(str(middle))
    anna.locator(".replay-at", has_text=re.compile(f"^{middle + 1} ")).wait_for()
    moment = anna.url
    shown = anna.locator(".lines .line-now").first
    shown.wait_for(state="attached")

    guest = visitor(browser).new_page()
    guest.goto(moment)
    guest.locator(".replay").wait_for()
    guest.locator(".replay-at", has_text=re.compile(f"^{middle + 1} ")).wait_for()

    anna.get_by_role("button", name="Play on from here").click()
    anna.wait_for_url(lambda url: f"/t/{code}" not in url)
    assert table_code(anna) != code
    Player(anna).decide()
    assert faults == ([], [])
    at_home.close()
    on_phone.close()


RULESETS = [row.id for row in kilowatt.rulesets()]
"""The page knows no ruleset by name: they differ in their data only, and `make soak` plays them all."""
BY_MAP = {"choose_area", "mark_start", "open", "buy_fuel", "build", "run"}
BY_CARDS = {"open", "buy_card", "run"}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_whole_game_of_every_ruleset_is_played_through_the_page(
    browser: Browser, server: Server, ruleset: str
) -> None:
    """With two seats, a drafted zone and marked cities, every ruleset is played to its end through the page."""
    context = visitor(browser, **SMALL)
    page = context.new_page()
    faults = watch_faults(page)
    cards = ruleset == "card-game"
    marks = ruleset in WITH_STARTS
    switches = ("Marked starting cities",) if marks else ()
    open_table(page, server.url, ["person", "bot:simple"], "Players draft", ruleset=ruleset, switches=switches)
    player = Player(page, cities_a_turn=5)
    player.play_on()
    assert player.seen >= (BY_CARDS if cards else BY_MAP if marks else BY_MAP - {"mark_start"})
    expect(page.locator(".standing li")).to_have_count(2)
    expect(page.locator(".standing .winner")).not_to_have_count(0)
    assert faults == []
    context.close()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_is_played_to_the_end_at_a_full_table(
    browser: Browser, dealing_server: Server, ruleset: str, seats: int
) -> None:
    """A whole game of every ruleset with more seats, dealt by chance, can be played with nothing but the page."""
    context = visitor(browser, **SMALL)
    page = context.new_page()
    faults = watch_faults(page)
    quick(page, dealing_server.url, ruleset, seats).play_on()
    expect(page.locator(".standing li")).to_have_count(seats)
    assert faults == []
    context.close()
