"""The way to every screen that `LOOK.md` draws and that is not a moment of a game; `every_screen.py` has those."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.e2e.kit import ask, await_turn, golden_path, start
from tests.e2e.newcomer import Newcomer

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

REVIEWED = 240_000
"""Milliseconds for a review beside everything else that a machine under test does."""


def first_visit(page: Page, url: str) -> None:
    """Show the home page of a device that has never played."""
    page.goto(url)
    page.locator(".visit .primary").wait_for()
    page.locator(".tile .tiny-city").first.wait_for()


def workshop(page: Page, url: str) -> None:
    """Show the workshop with a copy of a board and its checks."""
    page.goto(f"{url}/workshop")
    page.locator(".ws-copies button").first.click()
    page.locator(".ws-finding").first.wait_for()


def report(page: Page, url: str) -> None:
    """Show what bots found out about a board."""
    workshop(page, url)
    page.locator(".ws-tools button").last.click()
    page.locator(".ws-try-do").wait_for()


def reported(page: Page, url: str) -> None:
    """Show what bots found out about a board once they have played a few games, with its use on the canvas."""
    report(page, url)
    page.locator(".ws-try-do .primary").click()
    page.locator(".ws-wins").first.wait_for(timeout=REVIEWED)
    page.locator(".ws-try-do .primary").click()
    page.locator(".ws-console progress").wait_for(state="detached")
    page.locator(".ws-layers button").nth(1).click()


def gallery(page: Page, url: str) -> None:
    """Show the workshop's first screen, with the boards that people have shared."""
    page.goto(f"{url}/workshop")
    page.locator(".ws-copies button").first.wait_for()


def real_form(page: Page, url: str) -> None:
    """Show the form of a game at a real table."""
    page.goto(f"{url}/real")
    page.locator(".new-real").wait_for()


def real_table(page: Page, url: str) -> None:
    """Show the bank of a game at a real table, with its first question."""
    real_form(page, url)
    page.locator(".new-real .primary").click()
    page.locator("#console .real-picks button").first.wait_for()


def _waiting(page: Page, url: str) -> None:
    """Show a game over days on a phone, where somebody else is to move."""
    page.set_viewport_size({"width": 390, "height": 844})
    other = page.context.browser.new_context()  # type: ignore[union-attr]
    anna = other.new_page()
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "open"}]
    wish = {"ruleset": "recharged/germany", "seats": seats, "options": {"order": [0, 1], "trust": False}}
    code = ask(anna, f"{url}/api/tables", {**wish, "clock": {"kind": "days", "days": 1}})["table"]["code"]
    other.close()
    ask(page, f"{url}/api/tables/{code}/join", {"name": "Ben"})
    page.goto(f"{url}/t/{code}")
    page.locator("#console.quiet").wait_for()


def orders_shown(page: Page, url: str) -> None:
    """Show the orders of somebody who waits beside the table; on phones they are a tab of their own."""
    _waiting(page, url)
    page.locator(".tab-bar [data-tab=orders]").click()
    page.locator(".order-sums li").first.wait_for()


def orders(page: Page, url: str) -> None:
    """Show how orders are changed."""
    _waiting(page, url)
    page.locator("#console.quiet .to-orders").click()
    page.locator("dialog.orders-plan").wait_for()


def menu(page: Page, url: str) -> None:
    """Show a table's menu."""
    start(page, url)
    await_turn(page)
    page.get_by_role("button", name=re.compile("^(Menu|Menü)$")).click()
    page.locator("dialog.settings").wait_for()


def no_group(page: Page, url: str) -> None:
    """Show the groups of a device that has none."""
    page.goto(f"{url}/groups")
    page.locator("main h1, main h2").first.wait_for()


def _group_of_three(page: Page, url: str) -> tuple[str, str]:
    """Found a group with a tournament that has begun; return the addresses of both."""
    group = ask(page, f"{url}/api/groups", {"name": "Tuesday grid", "member": "Anna"})
    others = [page.context.browser.new_context() for _ in range(2)]  # type: ignore[union-attr]
    pages = [page, *(other.new_page() for other in others)]
    for member, name in zip(pages[1:], ("Bob", "Cleo"), strict=True):
        ask(member, f"{url}/api/groups/join", {"link": group["link"], "member": name})
    plan = {"name": "Autumn cup", "ruleset": "card-game", "seats": 3, "rounds": 2}
    cup = ask(page, f"{url}/api/groups/{group['id']}/tournaments", plan)
    for member in pages:
        ask(member, f"{url}/api/tournaments/{cup['id']}/enter", {"name": "any"})
    ask(page, f"{url}/api/tournaments/{cup['id']}/start", {})
    for other in others:
        other.close()
    return f"{url}/group/{group['id']}", f"{url}/tournament/{cup['id']}"


def group(page: Page, url: str) -> None:
    """Show a group with a tournament."""
    page.goto(_group_of_three(page, url)[0])
    page.locator(".group-screen section").nth(1).wait_for()


def tournament(page: Page, url: str) -> None:
    """Show a tournament that has begun."""
    page.goto(_group_of_three(page, url)[1])
    page.locator(".group-screen section").nth(1).wait_for()


def review(page: Page, url: str) -> None:
    """Show a review with a decision that cost something."""
    record = golden_path("recharged-germany-2-step3").read_text(encoding="utf-8")
    code = ask(page, f"{url}/api/import", {"record": record})["table"]["code"]
    page.goto(f"{url}/t/{code}?review")
    page.locator(".swings button[aria-pressed=true]").wait_for(timeout=REVIEWED)


def puzzle(kind: str) -> Callable[[Page, str], None]:
    """Return the way to a puzzle of this kind."""

    def show(page: Page, url: str) -> None:
        page.goto(f"{url}/puzzles")
        page.locator("#console").wait_for()
        page.locator(".puzzle-more select").select_option(kind)
        page.locator(".puzzle-strip").wait_for()

    return show


def answered(page: Page, url: str) -> None:
    """Show a puzzle whose second answer was wrong too, with what the best one is."""
    puzzle("scrap")(page, url)
    page.locator("#console button.plant").first.click()
    page.locator(".puzzle-result").wait_for()
    if page.locator(".puzzle-pair").count() == 0:
        page.locator("#console .plain").last.click()
    page.locator(".puzzle-pair .best").wait_for()


def lesson(step: str) -> Callable[[Page, str], None]:
    """Return the way to a step of the lesson."""

    def show(page: Page, url: str) -> None:
        code = ask(page, f"{url}/api/quick", {"lesson": "first", "name": "Anna"})["table"]["code"]
        page.goto(f"{url}/t/{code}")
        Newcomer(page).follow(step)

    return show


def atlas(page: Page, url: str) -> None:
    """Show the boards, with one chosen."""
    page.goto(f"{url}/boards")
    page.locator(".atlas-card .tiny-city").first.wait_for()
    page.locator(".atlas-card", has_text="Italy").click()
    page.locator(".atlas-console").wait_for()


def sheet(page: Page, url: str) -> None:
    """Show a board's own page."""
    page.goto(f"{url}/boards/benelux")
    page.locator(".sheet-board [data-city]").first.wait_for()
    page.locator(".atlas-numbers td").first.wait_for()
