"""Finding each other: open tables, one's own, those to watch, a code, and the waiting room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, open_table, quick, visitor
from tests.e2e.player import await_turn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser


def listed(page: Page, group: str, code: str) -> Locator:
    """Find a table in one of the lobby's lists."""
    return page.get_by_role("region", name=group).locator(".table-line", has_text=code)


@pytest.mark.thorough
def test_a_table_is_listed_joined_by_its_code_and_watched(browser: Browser, server: Server) -> None:
    """A listed table stands in others' lists, another does not; its code seats a friend, and it can be watched."""
    contexts = [visitor(browser, **COARSE) for _ in range(3)]
    anna, ben, carl = (context.new_page() for context in contexts)
    hidden = open_table(anna, server.url, ["person", "open"])
    code = open_table(anna, server.url, ["person", "open"], switches=("List in the lobby",))
    expect(anna.locator(".code")).to_have_text(code)
    carl.goto(server.url)
    expect(listed(carl, "Open tables", code)).to_be_visible()
    expect(listed(carl, "Open tables", hidden)).to_have_count(0)
    expect(listed(carl, "My tables", code)).to_have_count(0)

    ben.goto(server.url)
    ben.locator("#code").fill(f" {code[:4]} {code[4:]}")
    ben.keyboard.press("Enter")
    expect(ben.locator("main")).to_contain_text("2 players · Areas in play: Random · No clock")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    for page in (anna, ben):
        page.locator("#console").wait_for()
        expect(page.locator(".player-name", has_text="Ben")).to_be_visible()

    carl.goto(server.url)
    expect(listed(carl, "Open tables", code)).to_have_count(0)
    listed(carl, "Watch", code).click()
    expect(carl.locator("#console")).to_have_attribute("data-asked", "")
    ben.goto(server.url)
    ben.locator(f".turn-row a[href$='{code}']").click()
    ben.locator("#console").wait_for()
    expect(ben.locator(".tag-you").first).to_be_visible()
    for context in contexts:
        context.close()


def test_one_click_is_a_game_against_bots(page: Page, server: Server) -> None:
    """The lobby's large button leads into a running game of the game, size and strength that are chosen."""
    quick(page, server.url, "deluxe/europe", seats=5, level="easy")
    expect(page.locator(".player")).to_have_count(5)
    expect(page.locator(".table-name")).to_contain_text("Europe")
    assert await_turn(page) != "over"


@pytest.mark.thorough
def test_a_double_click_makes_one_table_and_the_lobby_leads_back(page: Page, server: Server) -> None:
    """Neither the large button nor the form makes two tables of two clicks; one's own stand beside the play panel."""
    page.goto(server.url)
    page.locator(".tile .tiny-city").first.wait_for()
    page.locator(".hero .primary").dblclick()
    page.locator("#console").wait_for()
    page.goto(f"{server.url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    page.locator("form.form button[type=submit]").dblclick()
    page.locator(".seats").wait_for()
    page.goto(server.url)
    page.locator(".tile .tiny-city").first.wait_for()
    expect(page.locator(".turn-row")).to_have_count(1)
    expect(page.get_by_role("region", name="My tables").locator(".table-line")).to_have_count(1)
    play, own = (page.locator(name).bounding_box() for name in (".hero", ".groups"))
    assert play is not None
    assert own is not None
    assert own["x"] >= play["x"] + play["width"]


@pytest.mark.thorough
def test_games_and_bots_are_named_in_the_chosen_language(browser: Browser, server: Server) -> None:
    """In German boards, games and bots have German names: four characters with a line each, the others folded away."""
    context = visitor(browser, **COARSE, locale="de-DE")
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator(".tile b").first).to_have_text("Deutschland")
    games = page.locator(".quick-form select").nth(0)
    expect(games.locator("option[value=card-game]")).to_have_text("Das Kartenspiel 2016")
    expect(games.locator("optgroup[label='Weitere Spiele'] option[value='recharged/korea']")).to_have_count(1)
    bots = page.locator(".hero fieldset .level")
    expect(bots.locator("b")).to_have_text(["Leicht", "Normal", "Schwer", "Experte"])
    expect(bots.nth(0)).to_contain_text("Ein Neuling, vergisst mal die Rohstoffe.")
    expect(page.locator(".more-bots .level").first).to_be_hidden()
    page.goto(f"{server.url}/new")
    seats = page.locator(".seat-row select")
    expect(seats.first.locator("optgroup option")).not_to_have_count(0)
    expect(page.locator(".option small")).not_to_have_count(0)
    page.locator("form.form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("main h1")).to_have_text("Deutschland, Recharged 2018")
    expect(page.locator("main .note").first).not_to_contain_text("Deutschland")
    context.close()


def test_the_card_game_is_played_with_the_contractor(page: Page, server: Server) -> None:
    """The form offers the Demolition Contractor without a map too, and no option that is about cities."""
    page.goto(f"{server.url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    page.get_by_role("combobox", name="Game", exact=True).select_option("card-game")
    expect(page.get_by_role("switch", name="Marked starting cities")).to_have_count(0)
    seats = ["person", "bot:simple", "bot:simple"]
    open_table(page, server.url, seats, ruleset="card-game", switches=("Demolition Contractor",))
    page.locator("#console").wait_for()
    page.locator(".deck").click()
    expect(page.locator("dialog")).to_contain_text("The contractor pays")


@pytest.mark.thorough
def test_an_empty_seat_is_given_to_a_bot_and_the_game_begins(page: Page, server: Server) -> None:
    """Whoever waits in vain lets a bot sit down, and plays."""
    open_table(page, server.url, ["person", "open"])
    page.locator(".seats li").first.wait_for()
    page.locator(".seats li").nth(1).get_by_role("button").click()
    assert await_turn(page) != "over"


def test_a_wrong_code_says_so_and_leads_back(browser: Browser, server: Server) -> None:
    """A code that belongs to no table is answered with a sentence and a way to the lobby."""
    context = visitor(browser, **COARSE)
    page = context.new_page()
    page.goto(f"{server.url}/t/NOSUCHTB")
    expect(page.locator(".gone")).to_contain_text("There is no table with this code")
    page.get_by_role("link", name="Back to the lobby").click()
    expect(page.locator(".hero .primary")).to_be_visible()
    context.close()
