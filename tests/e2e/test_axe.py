"""What axe finds on every main screen: lobby, form, each phase, drawers, replay, end, lesson, and on a phone.

Themes differ in colours only: one screen of each kind is also looked at in the dark.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.every_screen import SCREENS
from tests.e2e.kit import COARSE, PHONE, STILL, ask, bring, open_table, sit_down, visitor
from tests.e2e.newcomer import Newcomer
from tests.e2e.player import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from tests.e2e.kit import Server

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """only => axe.run(document, { resultTypes: ['violations'], ...(only ? { runOnly: [only] } : {}) })
  .then(report => report.violations
    // what a lesson veils takes the headings above the rest along
    .filter(row => row.id !== 'heading-order' || document.querySelector('[inert]') === null)
    .flatMap(row => row.nodes.slice(0, 3).map(node => `${row.id}: ${node.html.slice(0, 140)}`)))"""


class Inspector:
    """Looks at one screen after another and keeps what is wrong with each."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        self.screens: list[str] = []

    def look(self, screen: str, *, dark: bool = False) -> None:
        """Let axe look at what is shown now and, where `dark`, at its contrast in the dark theme."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        self.screens.append(screen)
        # what fades in has less contrast on its way
        until(self.page, STILL)
        self.faults += [f"{screen}: {fault}" for fault in self.page.evaluate(RUN, None)]
        if not dark:
            return
        self.page.emulate_media(color_scheme="dark")
        self.page.locator("html[data-theme=dark]").wait_for(state="attached")
        self.faults += [f"{screen}, dark: {fault}" for fault in self.page.evaluate(RUN, "color-contrast")]
        self.page.emulate_media(color_scheme="light")
        self.page.locator("html:not([data-theme=dark])").wait_for(state="attached")

    def drawer(self, button: str, shown: str) -> None:
        """Open a drawer, look at it and close it."""
        self.page.get_by_role("button", name=button, exact=True).click()
        self.page.locator(shown).first.wait_for()
        self.look(button)
        self.page.keyboard.press("Escape")


def test_axe_sees_a_fault_where_there_is_one(browser: Browser, server: Server) -> None:
    """A button without a name is found: the inspector is not blind."""
    context = visitor(browser, **COARSE, bypass_csp=True)
    page = context.new_page()
    page.goto(server.url)
    page.locator(".tile .tiny-city").first.wait_for()
    page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    inspector = Inspector(page)
    inspector.look("lobby")
    assert any("button-name" in fault for fault in inspector.faults)
    context.close()


def device_of(browser: Browser, device: str) -> BrowserContext:
    """Return a wide screen or a phone that lets axe in."""
    options: dict[str, Any] = COARSE if device == "wide" else {**PHONE, **COARSE}
    return visitor(browser, **options, color_scheme="light", bypass_csp=True)


SOON = ("gallery", "new real table", "tournament", "profile")
"""Pages without a game that no test beside this one looks at."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(screen.name, marks=() if screen.name in SOON else pytest.mark.slow)
        for screen in SCREENS
        if screen.name in SOON or screen.late or screen.name == "workshop report, played"
    ],
)
def test_axe_finds_no_fault_on_further_screens(browser: Browser, server: Server, name: str) -> None:
    """Pages that no other test inspects, and every screen that is looked at late, pass axe in both themes."""
    context = device_of(browser, "wide")
    page = context.new_page()
    inspector = Inspector(page)
    next(screen for screen in SCREENS if screen.name == name).show(page, server.url)
    inspector.look(name, dark=True)
    assert inspector.faults == [], "\n".join(inspector.faults)
    context.close()


def look_back(inspector: Inspector, url: str, golden: str) -> None:
    """Look at a finished game's replay and at its end."""
    bring(inspector.page, url, golden)
    inspector.look("replay")
    inspector.page.get_by_role("button", name="Back to the present").click()
    inspector.page.locator("dialog.end .curve").wait_for()
    inspector.look("end", dark=True)


def test_axe_finds_no_fault_on_a_board(browser: Browser, server: Server) -> None:
    """Lobby, form, waiting room, every phase, drawers, replay and end pass axe."""
    context = device_of(browser, "wide")
    page = context.new_page()
    inspector = Inspector(page)
    page.goto(server.url)
    page.locator(".visit .primary").wait_for()
    page.locator(".tile .tiny-city").first.wait_for()
    inspector.look("first visit and lobby", dark=True)
    open_table(page, server.url, ["person", "open"])
    page.locator(".seats li").first.wait_for()
    inspector.look("waiting room")
    page.goto(f"{server.url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    inspector.look("form")
    player = sit_down(page, server.url, "recharged-usa-5-step2", 1, "auction")
    inspector.drawer("Adviser", ".advised-odds li")
    inspector.drawer("Planner", ".drawer .plan-sum")
    inspector.drawer("Menu", "dialog.settings")
    inspector.drawer("Help", "dialog.help")
    page.keyboard.press("r")
    page.locator(".drawer .overview").wait_for()
    inspector.look("rules")
    page.get_by_role("button", name="All rules, numbered").click()
    page.locator(".rules .rule").first.wait_for()
    inspector.look("numbered rules")
    page.keyboard.press("Escape")
    for kind in ("open", "buy_fuel", "build", "run"):
        player.play_until(kind)
        inspector.look(kind, dark=kind == "build")
        if kind == "buy_fuel":
            inspector.drawer("Adviser", ".plan-steps li")
    look_back(inspector, server.url, "recharged-germany-6-step2")
    assert inspector.faults == [], "\n".join(inspector.faults)
    assert len(inspector.screens) == 16
    context.close()


def test_axe_finds_no_fault_on_a_phone(browser: Browser, server: Server) -> None:
    """What a phone has of its own passes axe: tab bar, player strip, the console's sheet, a bubble."""
    context = device_of(browser, "phone")
    page = context.new_page()
    inspector = Inspector(page)
    sit_down(page, server.url, "recharged-usa-5-step2", 7, "build")
    inspector.look("build")
    page.locator(".tab-bar button").nth(4).tap()
    inspector.look("log")
    page.goto(server.url)
    page.locator(".tile .tiny-city").first.wait_for()
    inspector.look("lobby")
    page.get_by_role("button", name="Learn in 5 minutes").first.tap()
    Newcomer(page).follow("plant")
    inspector.look("plant")
    assert inspector.faults == [], "\n".join(inspector.faults)
    context.close()


def test_axe_finds_no_fault_in_the_card_game(browser: Browser, server: Server) -> None:
    """The card game's table passes axe in each phase, in the replay and at the end."""
    context = device_of(browser, "wide")
    page = context.new_page()
    inspector = Inspector(page)
    player = sit_down(page, server.url, "card-game-3-omr-in-power", 2, "auction")
    for kind in ("open", "buy_card", "run"):
        player.play_until(kind)
        inspector.look(kind, dark=kind == "buy_card")
    look_back(inspector, server.url, "card-game-3-omr-in-power")
    assert inspector.faults == [], "\n".join(inspector.faults)
    context.close()


def test_axe_finds_no_fault_while_learning(browser: Browser, server: Server) -> None:
    """Bubbles at plants, cities and the console, and a tip in the console pass axe."""
    context = device_of(browser, "wide")
    page = context.new_page()
    inspector = Inspector(page)
    code = ask(page, f"{server.url}/api/quick", {"lesson": "first", "name": "Anna"})["table"]["code"]
    page.goto(f"{server.url}/t/{code}")
    newcomer = Newcomer(page)
    for step in ("plant", "bid", "line"):
        newcomer.follow(step)
        inspector.look(step, dark=step == "bid")
    page.locator(".lesson-skip").click()
    page.locator("#console .tip-button").click()
    page.locator("dialog.tip-dialog").wait_for()
    inspector.look("tip")
    assert inspector.faults == [], "\n".join(inspector.faults)
    context.close()
