"""The way to what opens over a main screen or beside it: dialogs, drawers, tips, results, more steps and kinds."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.bots import Budget, make_bot
from tests.e2e.kit import ask, await_turn, sit_down, start
from tests.e2e.screens import workshop

if TYPE_CHECKING:
    from playwright.sync_api import Page

USA = "recharged-usa-5-step2"
NEWS = '<div class="toast"><p>Ohm buys plant 19 for 19</p><p>Siemens builds in Dortmund for 17</p></div>'
STEP3 = 3
PICTURE = Path(__file__).parents[2] / "web" / "public" / "icon-512.png"


@functools.cache
def six_in_step_3() -> str:
    """Return the record of a game of six on Germany up to an auction of Step 3 in which the first seat is to bid."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", seats=6), seed=1)
    bots = [make_bot("simple", seat) for seat in range(6)]
    while isinstance(table.actor, int):
        shot = kilowatt.snapshot(table.state)
        if table.actor == 0 and shot["step"] == STEP3 and shot["phase"] == "auction" and shot["auction"] is not None:
            return "\n".join(table.record().lines())
        table.play(bots[table.actor].advise(table.state, table.actor, Budget()).action)
    raise AssertionError("the game was over before the first seat had to bid in Step 3")


def six_step_3(page: Page, url: str) -> None:
    """Show an auction of Step 3 to one of six players."""
    record = six_in_step_3()
    code = ask(page, f"{url}/api/import", {"record": record})["table"]["code"]
    last = len(record.splitlines()) - 1
    page.goto(f"{url}/t/{ask(page, f'{url}/api/tables/{code}/fork', {'seq': last})['table']['code']}")
    await_turn(page)


def tip(page: Page, url: str) -> None:
    """Show a tip of the first game."""
    start(page, url)
    await_turn(page)
    page.locator("#console .tip-button").click()
    page.locator("dialog.tip-dialog").wait_for()


def rules(page: Page, url: str) -> None:
    """Show the rules of a table, with their pictures."""
    sit_down(page, url, USA, 4, "auction")
    page.keyboard.press("r")
    page.locator(".drawer .overview").wait_for()


def recap(page: Page, url: str) -> None:
    """Show what others have done since one's last turn, in the console."""
    player = start(page, url)
    for _ in range(12):
        player.decide()
        await_turn(page)
        if page.locator(".recap-facts").count() > 0:
            return
    raise AssertionError("nothing has happened since the last turn")


def toast(page: Page, url: str) -> None:
    """Show news at the foot of the table; what it says goes after seconds, so a copy of it is put there."""
    sit_down(page, url, USA, 4, "auction")
    page.locator(".game").evaluate("(game, news) => game.insertAdjacentHTML('beforeend', news)", NEWS)


def deck(page: Page, url: str) -> None:
    """Show the table of the plants that are still to come."""
    sit_down(page, url, USA, 4, "auction")
    page.locator(".deck").first.evaluate("button => button.click()")
    page.locator("dialog .deck-parts").wait_for(state="attached")


def question(page: Page, url: str) -> None:
    """Show what is asked before a turn ends without fuel."""
    player = start(page, url)
    player.play_until("buy_fuel")
    page.locator("#console .end").click()
    page.locator("dialog.question").wait_for()


def result(page: Page, url: str) -> None:
    """Show how a challenge has ended that was given up."""
    page.goto(f"{url}/t/{ask(page, f'{url}/api/quick', {'challenge': 'build', 'name': 'Anna'})['table']['code']}")
    await_turn(page)
    page.locator("#console .end").click()
    over = page.locator("dialog.task-result")
    asks = page.locator("dialog.question")
    over.or_(asks).first.wait_for()
    if asks.count() > 0:
        asks.locator(".answers button").first.click()
    over.wait_for()


def preview(page: Page, url: str) -> None:
    """Show the workshop's preview of a board."""
    workshop(page, url)
    page.locator(".ws-console button", has_text=re.compile("^(Preview|Vorschau)$")).click()
    page.locator(".ws-stage svg").first.wait_for()


def rules_form(page: Page, url: str) -> None:
    """Show the numbers of a board's rules in the workshop."""
    workshop(page, url)
    page.locator(".ws-field button").first.click()
    page.locator(".ws-numbers").first.wait_for()


def tracing(page: Page, url: str) -> None:
    """Show a picture under a board in the workshop, to trace it."""
    workshop(page, url)
    page.locator(".ws-tools button").nth(5).click()
    page.locator(".ws-trace input[type=file]").set_input_files(PICTURE)
    page.locator(".ws-trace input[type=range]").wait_for()


def season(page: Page, url: str) -> None:
    """Show the season of a group."""
    group = ask(page, f"{url}/api/groups", {"name": "Friday", "member": "Anna"})
    ask(page, f"{url}/api/groups/{group['id']}/season", {"name": "Autumn", "days": 7, "rounds": 10})
    page.goto(f"{url}/g/{group['id']}?season=1")
    page.locator("#h-season").wait_for()


def profile(page: Page, url: str) -> None:
    """Show the profile of this device's player."""
    page.goto(url)
    page.locator(".tile .tiny-city").first.wait_for()
    page.get_by_role("button", name=re.compile("^(Settings|Einstellungen)$")).click()
    page.locator("dialog.settings").get_by_role("button", name=re.compile("^(Profile|Profil)$")).click()
    page.locator("dialog.profile input").first.wait_for()
