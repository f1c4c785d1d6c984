"""Around the table: hints, records in and out, other devices, clocks, agreeing, resigning, playing again, sound."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import kilowatt
from tests.e2e.kit import (
    COARSE,
    choose_in_menu,
    open_table,
    server_in,
    sit_down,
    start,
    table_code,
    two_people,
    visitor,
)
from tests.e2e.player import Player, asked, await_turn, mark, press, settle, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


def test_the_adviser_has_one_worth_and_does_what_it_says(page: Page, server: Server) -> None:
    """The adviser is the console: its worth stands on the card too, and one press opens just that plant."""
    # the first round, in which nobody may opt out: the advice is a plant
    sit_down(page, server.url, "recharged-usa-5-step2", 1, "auction")
    page.keyboard.press("h")
    loud = page.get_by_role("button", name=re.compile(r"^Open plant \d+, bid up to \d+"))
    plant = re.findall(r"\d+", loud.text_content() or "")[0]
    worth = page.locator(".advised-numbers li b").first.text_content()
    expect(page.locator(f'[data-plant="{plant}"] .worth-tag')).to_have_text(f"worth {worth}")
    expect(page.locator("#console [data-primary]")).to_have_count(1)
    press(page, loud)
    expect(page.locator(".lines")).to_contain_text(re.compile(rf"plant {plant}\b"))
    expect(page.get_by_role("button", name="Adviser", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".advised")).to_have_count(0)


@pytest.mark.thorough
def test_a_table_without_hints_offers_none(page: Page, server: Server) -> None:
    """Where the form forbids hints there is no button for them, and the key asks for nothing."""
    open_table(page, server.url, ["person", "bot:simple"], switches=("Allow hints",))
    await_turn(page)
    expect(page.get_by_role("button", name="Planner")).to_be_visible()
    expect(page.get_by_role("button", name="Adviser", exact=True)).to_have_count(0)


@pytest.mark.thorough
def test_a_record_is_saved_and_opened_again(page: Page, server: Server, tmp_path: Path) -> None:
    """The saved record is a good one of the same game; opened in the lobby it shows the same log and is forked."""
    player = start(page, server.url, seats=2)
    player.play_until("buy_fuel")
    code = table_code(page)
    page.get_by_role("button", name="Menu", exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the game").click()
    assert saved.value.suggested_filename == f"kilowatt-{code}.jsonl"
    path = tmp_path / "game.jsonl"
    saved.value.save_as(path)
    page.keyboard.press("Escape")
    table = kilowatt.replay(kilowatt.read_record(path))
    assert kilowatt.snapshot(table.state)["phase"] == "fuel"
    # one's own moves are told as "you" at one's own table alone
    told = [line for line in page.locator(".lines .line").all_text_contents() if not line.startswith("You")]
    page.goto(server.url)
    page.get_by_label("Open a saved game").set_input_files(path)
    page.wait_for_url(lambda url: "/t/" in url and code not in url)
    expect(page.locator(".replay")).to_be_visible()
    again = page.locator(".lines .line").all_text_contents()
    assert len(told) > 5
    assert [line for line in told if line not in again] == []
    page.get_by_role("button", name="Play on from here").click()
    page.locator(".replay").wait_for(state="detached")
    Player(page).decide()


def test_a_damaged_record_is_refused_with_its_line(browser: Browser, server: Server, tmp_path: Path) -> None:
    """A file with an impossible move is not opened, and the lobby says which entry is wrong."""
    path = tmp_path / "bad.jsonl"
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", seats=3), seed=1)
    lines = table.record().lines()
    path.write_text("\n".join([*lines, '{"seq": 999, "action": {"type": "bid", "seat": 0, "amount": 5}}']))
    # a device of its own: the browser reports the refused request as a fault of the page
    context = visitor(browser, **COARSE)
    page = context.new_page()
    page.goto(server.url)
    page.locator(".tile .tiny-city").first.wait_for()
    page.get_by_label("Open a saved game").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(rf"\b{len(lines)}\b"))
    assert "/t/" not in page.url
    context.close()


@pytest.mark.thorough
def test_a_seat_moves_to_another_device_and_a_new_link_ends_the_old(browser: Browser, server: Server) -> None:
    """The private link seats another device; a new one ends the first link and whoever came by it."""
    devices = [visitor(browser) for _ in range(3)]
    home, phone, stranger = (device.new_page() for device in devices)
    start(home, server.url, seats=2)
    kind = await_turn(home)
    link = home.get_by_label("Open this link on the other device. Do not share it.")
    choose_in_menu(home, "Move my seat to another device")
    first = link.input_value()
    assert "#restore=" in first
    phone.goto(first)
    assert await_turn(phone) == kind
    assert "restore" not in phone.url

    home.locator("dialog.settings").get_by_role("button", name="Move my seat to another device").click()
    until(
        home,
        "old => document.querySelector('dialog.settings label > input[readonly]') && "
        "[...document.querySelectorAll('dialog.settings input[readonly]')].every(i => i.value !== old)",
        first,
    )
    second = link.input_value()
    assert second != first
    phone.wait_for_function("() => document.querySelector('#console')?.dataset.asked === ''")
    stranger.goto(first)
    stranger.locator("#console").wait_for()
    assert asked(stranger) == ""
    assert stranger.locator(".tag-you").count() == 0
    stranger.goto("about:blank")
    stranger.goto(second)
    assert await_turn(stranger) == kind
    Player(stranger).decide()
    for device in devices:
        device.close()


@pytest.mark.thorough
def test_the_game_ends_when_all_agree_and_they_play_again(browser: Browser, server: Server) -> None:
    """An agreement can be withdrawn; when both agree the game is over, and "Play again" seats both again."""
    with two_people(browser, server.url, ("person", "open", "bot:simple")) as (anna, ben):
        code = table_code(anna)
        choose_in_menu(anna, "Agree to end the game")
        choose_in_menu(anna, "Withdraw my agreement")
        choose_in_menu(ben, "Agree to end the game")
        ben.get_by_role("button", name="Menu", exact=True).click()
        expect(ben.get_by_role("button", name="Withdraw my agreement")).to_be_visible()
        ben.keyboard.press("Escape")
        assert anna.locator("dialog.end").count() == 0
        choose_in_menu(anna, "Agree to end the game")
        for page in (anna, ben):
            expect(page.locator("dialog.end")).to_contain_text("Ended by agreement")
            page.locator("dialog.end").get_by_role("button", name=re.compile("Play again|Rematch")).click()
        for page in (anna, ben):
            page.wait_for_url(lambda url: "/t/" in url and code not in url)
            page.locator("#console").wait_for()
        assert table_code(anna) == table_code(ben)
        names = anna.locator(".player-name").all_text_contents()
        assert {"Anna", "Ben"} < set(names)
        until(
            anna,
            "() => document.querySelector('#console').dataset.asked "
            "|| document.querySelector('.player[aria-current=true] .player-name')?.textContent === 'Ben'",
        )
        Player(anna if asked(anna) else ben).decide()


def test_no_button_of_the_menu_moves_when_somebody_goes(browser: Browser, server: Server) -> None:
    """Who leaves while the menu is open moves nothing in it: no press lands on another button."""
    with two_people(browser, server.url) as (anna, ben):
        # the table begins before Ben's page is connected: until then Anna's page rightly calls him away
        expect(anna.locator(".player", has_text="Ben")).not_to_contain_text("away")
        anna.get_by_role("button", name="Menu", exact=True).click()
        resign = anna.locator("dialog.settings .danger").get_by_role("button", name="Resign")
        resign.scroll_into_view_if_needed()
        before = resign.bounding_box()
        ben.goto("about:blank")
        expect(anna.locator(".player", has_text="Ben")).to_contain_text("away")
        assert resign.bounding_box() == before
        call = anna.get_by_role("button", name="Let a bot play for Ben")
        expect(call).to_have_count(0)
        anna.keyboard.press("Escape")
        anna.get_by_role("button", name="Menu", exact=True).click()
        expect(call).to_have_count(1)


@pytest.mark.thorough
def test_who_resigns_is_played_by_a_bot_and_the_other_plays_on(browser: Browser, server: Server) -> None:
    """Resigning asks first; then a bot plays the seat for good, and the other's page shows it and goes on."""
    with two_people(browser, server.url) as (anna, ben):
        choose_in_menu(anna, "Resign")
        question = anna.locator("dialog.question")
        expect(question).to_contain_text("You cannot undo this")
        question.get_by_role("button", name="Resign").click()
        expect(ben.locator(".player", has_text="Anna")).to_contain_text("bot stand-in")
        player = Player(ben)
        player.play_until("run")
        assert asked(anna) == ""
        expect(anna.get_by_role("button", name="I am back")).to_have_count(0)
        choose_in_menu(ben, "Resign")
        ben.locator("dialog.question").get_by_role("button", name="Resign").click()
        for page in (anna, ben):
            expect(page.locator("dialog.end")).to_contain_text("all players resigned")


@pytest.mark.thorough
def test_a_bot_stands_in_until_its_player_shows_up(browser: Browser, server: Server) -> None:
    """The owner lets a bot play for a player who is away; the seat stays that player's, whose next visit ends it."""
    with two_people(browser, server.url) as (anna, ben):
        anna.get_by_role("button", name="Menu", exact=True).click()
        menu = anna.locator("dialog.settings")
        expect(menu.get_by_role("button", name="Let a bot play for Ben")).to_have_count(0)
        address, device = ben.url, ben.context
        ben.close()
        expect(anna.locator(".player", has_text="Ben")).to_contain_text("away")
        anna.keyboard.press("Escape")
        choose_in_menu(anna, "Let a bot play for Ben")
        expect(anna.locator(".player", has_text="Ben")).to_contain_text("bot stand-in")
        device.new_page().goto(address)
        expect(anna.locator(".player", has_text="Ben")).not_to_contain_text("bot stand-in")


@pytest.mark.thorough
def test_a_turn_that_comes_leaves_a_sentence_alone(browser: Browser, server: Server) -> None:
    """Where panels share a place the phase opens its own, but not while one is writing in the log."""
    with two_people(browser, server.url) as (anna, ben):
        until(anna, "() => document.querySelector('.player[aria-current=true]')")
        waits, acts = (ben, anna) if asked(anna) else (anna, ben)
        waits.locator(".tab-bar [data-tab=log]").click()
        waits.locator(".log-parts").get_by_role("button", name="Chat").click()
        said = waits.get_by_label("Write a message")
        said.fill("a long stor")
        # one after the other they choose a place for the Trust, on the board
        Player(acts).decide()
        await_turn(waits)
        expect(said).to_be_focused()
        waits.keyboard.type("y")
        expect(said).to_have_value("a long story")


SHORT_CLOCK = """async () => {
  const wish = {
    ruleset: 'recharged/germany', clock: { kind: 'bank', bank: 4, increment: 0 },
    seats: [{ kind: 'person', name: 'Anna' }, { kind: 'bot', level: 'simple' }, { kind: 'bot', level: 'simple' }],
  };
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(wish) });
  return (await answer.json()).table.code;
}"""


@pytest.mark.thorough
def test_when_time_is_up_a_bot_plays_until_its_player_is_back(page: Page, tmp_path: Path) -> None:
    """The clock counts down, a bot plays on when it is over, and "I am back" gives the seat back with time to think."""
    # bots that take their time: the game must not be over before its player is back
    with server_in(tmp_path, bot_pause=0.8) as server:
        page.goto(server.url)
        page.locator(".tile .tiny-city").first.wait_for()
        # the form offers no clock as short as a test needs it
        page.goto(f"{server.url}/t/{page.evaluate(SHORT_CLOCK)}")
        clock = page.get_by_role("timer")
        expect(clock).to_have_text(re.compile(r"0:0\d"))
        own = page.locator(".player:has(.tag-you)")
        expect(own).to_contain_text("bot stand-in")
        settle(page, mark(page))
        page.get_by_role("button", name="I am back").click()
        expect(own).not_to_contain_text("bot stand-in")
        await_turn(page)
        expect(clock).to_have_text(re.compile(r"0:[123]\d"))
        Player(page).decide()


COUNT_NOTES = """() => {
  window.notes = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.notes += 1; return make.call(this); };
}"""


@pytest.mark.thorough
def test_the_turn_is_heard_until_one_click_ends_the_sound(page: Page, server: Server) -> None:
    """A turn that comes sounds; after one click on the loudspeaker the next is silent, also after a reload."""
    page.add_init_script(f"({COUNT_NOTES})()")
    player = start(page, server.url)
    player.play_until("buy_fuel")
    player.decide()
    await_turn(page)
    until(page, "() => window.notes > 0")
    sound = page.get_by_role("button", name="Sound", exact=True)
    assert sound.get_attribute("aria-pressed") == "true"
    sound.click()
    assert sound.get_attribute("aria-pressed") == "false"
    page.reload()
    player.decide()
    player.decide()
    await_turn(page)
    assert page.title().startswith("● ")
    assert page.evaluate("() => window.notes") == 0
    assert page.get_by_role("button", name="Sound", exact=True).get_attribute("aria-pressed") == "false"
