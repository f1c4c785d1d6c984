"""What a folder of files can do once its host is gone: everything here is played after the network was cut."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import PHONE, watch_faults
from tests.e2e.newcomer import Newcomer
from tests.e2e.player import Advised, Player, await_turn, mark
from tests.e2e.site_kit import STARTED, Files, begin, ready, window
from tests.e2e.test_workshop import draw_by_mouse

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.timeout(900)]


DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}


@contextlib.contextmanager
def cut_off(browser: Browser, site: Path, profile: Path, size: dict[str, Any]) -> Iterator[Page]:
    """Open a window of a device that had the game once and has no network now; it must report no error."""
    files = Files(site)
    with window(browser, profile, **size) as page:
        faults = watch_faults(page)
        page.goto(files.url)
        ready(page)
        files.stop()
        page.reload()
        ready(page)
        yield page
        assert faults == []


@pytest.fixture(scope="module")
def cut(browser: Browser, site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yield a window of such a device on a desk."""
    with cut_off(browser, site, tmp_path_factory.mktemp("profile"), DESK) as page:
        yield page


def go(page: Page, place: str) -> None:
    """Go to a place of the page."""
    page.evaluate("place => { location.hash = place }", f"#{place}")


def learn(page: Page) -> None:
    """Follow the first lesson to the end of its second round, with its bots."""
    go(page, "/")
    page.get_by_role("navigation").get_by_role("button", name="Learn", exact=True).click()
    newcomer = Newcomer(page)
    newcomer.follow("end")
    assert len(newcomer.steps) == 25
    page.locator(".coach .primary").click()


def play_cards(page: Page) -> None:
    """Play a game without a map to its end; its review comes on this device and opens at its turning point."""
    go(page, "/")
    begin(page, "card-game", "easy")
    Player(page).play_on()
    page.locator("dialog.end").get_by_role("button", name="Review the game").click()
    page.locator(".swings button").first.wait_for(timeout=STARTED)
    expect(page).to_have_url(re.compile(r"\?at=\d+"))


def answer_five(page: Page) -> None:
    """Answer five puzzles, each with a result and reasons."""
    go(page, "/puzzles")
    page.locator("#console").wait_for()
    page.locator(".puzzle-more select").select_option("scrap")
    for number in range(1, 6):
        page.locator("#console button.plant").first.click()
        page.locator(".puzzle-result").wait_for()
        expect(page.get_by_text(re.compile(rf"^\d of {number} solved$")).first).to_be_visible()
        if page.get_by_role("button", name="Show the answer").count():
            page.get_by_role("button", name="Show the answer").click()
        expect(page.locator(".puzzle-pair .best")).to_be_visible()
        page.get_by_role("button", name="Next puzzle").click()
        expect(page.locator(".puzzle-result")).to_have_count(0)


def test_a_lesson_is_learnt(cut: Page) -> None:
    """The first lesson is followed to the end of its second round, with its bots."""
    learn(cut)


def test_the_card_game_is_played_to_its_end_and_reviewed(cut: Page) -> None:
    """A game without a map is played to its end; its review comes on this device and opens at its turning point."""
    play_cards(cut)


def test_the_adviser_answers_on_an_older_edition(cut: Page) -> None:
    """On another edition and board the adviser says what it would do and how the game stands."""
    go(cut, "/")
    begin(cut, "original/italy", "normal")
    cut.get_by_role("button", name="Adviser", exact=True).click()
    await_turn(cut)
    cut.locator(".advised-odds li").first.wait_for()
    before = mark(cut)
    Advised(cut).decide()
    assert int(mark(cut)) > int(before)
    cut.get_by_role("button", name="Adviser", exact=True).click()


@pytest.mark.slow
def test_an_older_edition_is_played_to_its_end(cut: Page) -> None:
    """On another edition and board a whole game is played."""
    go(cut, "/")
    begin(cut, "original/italy", "normal")
    Player(cut).play_on()
    cut.locator("dialog.end").get_by_role("button", name="Close", exact=True).first.click()


def test_five_puzzles_are_answered(cut: Page) -> None:
    """Five puzzles are answered, each with a result and reasons."""
    answer_five(cut)


@pytest.mark.slow
def test_on_a_phone_lesson_puzzles_and_review_work(browser: Browser, site: Path, tmp_path: Path) -> None:
    """The same in a hand: the lesson, five puzzles, and a game of cards with its review; nothing is wider than it."""
    with cut_off(browser, site, tmp_path / "profile", PHONE) as page:
        for part in (learn, answer_five, play_cards):
            part(page)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), part.__name__


def test_a_board_that_was_drawn_is_played_to_its_end(cut: Page) -> None:
    """Nine cities are set, linked and priced by mouse, checked, and a whole game with bots is played on them."""
    go(cut, "/workshop")
    cut.get_by_role("button", name="Set your first city").click()
    expect(cut.locator(".ws-sheet")).to_be_visible()
    draw_by_mouse(cut)
    expect(cut.locator(".ws-console h2")).to_have_text("Ready to play")
    cut.locator("[data-play]").click()
    expect(cut.locator(".board-panel [data-city]")).to_have_count(9)
    Player(cut).play_on()
    cut.locator("dialog.end .standing .end-name").first.wait_for()
    cut.locator("dialog.end").get_by_role("button", name="Close", exact=True).first.click()


def test_a_board_is_copied_and_played(cut: Page) -> None:
    """A printed board is copied in the workshop and a cost changed; a city is built on it in a game."""
    go(cut, "/")
    go(cut, "/workshop")
    copy = cut.get_by_role("button", name="Germany, Recharged 2018")
    own = cut.locator(".ws-mine")
    copy.or_(own).first.wait_for()
    if own.count():
        own.click()
    copy.click()
    cut.get_by_role("button", name=re.compile("^Link .+ to ")).first.click()
    cut.get_by_label("Cost", exact=True).fill("99")
    cut.keyboard.press("Enter")
    expect(cut.locator(".ws-sheet .badge text", has_text="99")).to_have_count(1)
    cut.locator("[data-play]").click()
    cut.locator("#console").wait_for()
    player = Player(cut)
    player.play_until("build")
    player.decide()
    cut.locator(".mine-ring").first.wait_for(state="attached")


PLACES = ("/", "/new", "/real", "/boards", "/puzzles", "/challenges", "/games", "/workshop")
ABOUT_PEOPLE = (
    "/groups",
    "/g/ABCDEFGHJKLM",
    "/ratings",
    "/player/Ann",
    "/tournament/x",
    "/privacy",
    "/mail",
    "/workshop/x",
)


def test_no_menu_or_screen_offers_what_needs_a_server(cut: Page) -> None:
    """Screens about people say at once that they need a server; of what is offered elsewhere nothing is refused."""
    refused = cut.locator(".refused, [role=alert]")
    for place in ABOUT_PEOPLE:
        go(cut, place)
        expect(cut.get_by_role("heading", name="This needs a server")).to_be_visible()
    for place in PLACES:
        go(cut, place)
        cut.locator("main, #console").first.wait_for()
        expect(cut.get_by_role("heading", name="This needs a server")).to_have_count(0)
        expect(refused).to_have_count(0)
    go(cut, "/")
    cut.get_by_role("button", name="Your name").first.click()
    cut.get_by_role("textbox", name="Your name").last.fill("Ann")
    cut.locator("dialog").get_by_role("button", name="Close").last.click()
    cut.get_by_role("button", name="Settings").first.click()
    for name in ("Notifications", "Profile"):
        expect(cut.get_by_role("button", name=name, exact=True)).to_have_count(0)
    cut.locator("dialog").get_by_role("button", name="Close").first.click()
    # the house rules: what is set there begins a game here
    go(cut, "/new?game=recharged/germany&seats=3&level=easy")
    expect(cut.get_by_label("Clock")).to_have_count(0)
    cut.get_by_role("button", name="Create table").click()
    cut.locator("#console").wait_for()
    cut.get_by_role("button", name="Menu", exact=True).click()
    expect(cut.get_by_text("This game is on this device alone")).to_be_visible()
    for name in ("Copy", "Pause, days off, take back", "Move my seat to another device"):
        expect(cut.get_by_role("button", name=name, exact=True)).to_have_count(0)
    for name in ("Replay", "Rules"):
        expect(cut.get_by_role("button", name=name, exact=True).first).to_be_visible()
    expect(refused).to_have_count(0)
