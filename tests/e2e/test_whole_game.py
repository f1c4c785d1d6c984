"""Two people on two browsers with bots, from the form to the end screen; then the slider, a link and a fork."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import Player, asked, open_table, over, table_code, visitor, watch_faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


def play_together(*players: Player) -> None:
    """Let whoever is asked decide, until the end."""
    for _ in range(3000):
        if all(over(player.page) for player in players):
            return
        for player in players:
            if asked(player.page) and not over(player.page):
                player.decide()
                break
        else:
            players[0].page.wait_for_timeout(15)
    raise AssertionError("the game did not end")


@pytest.mark.timeout(400)
def test_two_people_and_a_bot_play_a_whole_game_and_look_back(browser: Browser, server: Server) -> None:
    """Two people, one of them on a phone, play to the end, see the same standing, look back and play on from there."""
    at_home, on_phone = visitor(browser), visitor(browser, viewport={"width": 360, "height": 740}, has_touch=True)
    anna, ben = at_home.new_page(), on_phone.new_page()
    faults = (watch_faults(anna), watch_faults(ben))
    code = open_table(anna, server.url, ["person", "open", "bot:simple"])
    anna.locator(".seats li").first.wait_for()
    ben.goto(f"{server.url}/t/{code}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    anna.locator("#console").wait_for()
    ben.locator("#console").wait_for()

    play_together(Player(anna), Player(ben))

    def standing(page: object) -> list[str]:
        return page.locator(".standing .who").all_text_contents()  # type: ignore[attr-defined]

    names = [re.sub("you$", "", who) for who in standing(anna)]
    assert sorted(names)[:2] == ["Anna", "Ben"]
    assert names == [re.sub("you$", "", who) for who in standing(ben)]
    expect(anna.locator(".curve path")).to_have_count(3)

    anna.get_by_role("button", name="Look through the game").click()
    slider = anna.locator(".replay input")
    slider.wait_for()
    first = anna.locator(".round").text_content()
    anna.keyboard.press("End")
    anna.wait_for_function("() => { const s = document.querySelector('.replay input'); return s.value === s.max }")
    last = anna.locator(".round").text_content()
    assert first != last
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


RULESETS = [
    "original/germany",
    "original/usa",
    "original/korea",
    "original/china",
    "deluxe/europe",
    "deluxe/north-america",
    "recharged/germany",
    "recharged/usa",
    "card-game",
]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_ruleset_is_played_to_the_end_through_the_page(
    browser: Browser, server: Server, ruleset: str, seats: int
) -> None:
    """A whole game of every ruleset can be played with nothing but the page."""
    from tests.e2e.kit import quick

    context = visitor(browser)
    page = context.new_page()
    faults = watch_faults(page)
    quick(page, server.url, ruleset, seats).play_on()
    assert page.locator(".standing li").count() == seats
    assert faults == []
    context.close()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_round_of_every_ruleset_is_played_through_the_page(browser: Browser, server: Server, ruleset: str) -> None:
    """Every ruleset's first round, from the auction to the income, can be played with nothing but the page."""
    from tests.e2e.kit import quick

    context = visitor(browser)
    page = context.new_page()
    faults = watch_faults(page)
    player = quick(page, server.url, ruleset)
    player.play_until("run")
    player.decide()
    player.play_until("open")
    assert "Round 2" in (page.locator(".round").text_content() or "")
    assert {"open", "run"} <= player.seen
    assert faults == []
    context.close()
