"""Make pictures of the page by playing real games against bots, so that each shows what a player sees.

`python -m tools.screenshots` makes those that documents use, in docs/screenshots. `python -m tools.screenshots FOLDER
[NAME ...]` takes all main screens, or some sets of them, to compare with a design: wide, phone, dark.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.kit import Player, Server, launch, open_table, quick, server_in, visitor
from tests.e2e.newcomer import Newcomer

DOCUMENTS = Path(__file__).parent.parent / "docs" / "screenshots"
LARGEST = 200_000
"""Bytes of a picture at most: a document opens quickly."""
SMALL = 960
"""Width of an animation."""
SHOWN = 1600
"""Milliseconds for which an animation shows each picture."""
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}


class Camera:
    """Takes pictures into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, page: Page, name: str) -> None:
        """Let the page come to rest, with no banner or toast over it, and take the picture as small as it must be."""
        page.mouse.move(2, 2)
        page.wait_for_timeout(600)
        page.wait_for_function("() => !document.querySelector('.banner, .toast')")
        picture = page.screenshot(type="jpeg", quality=80)
        for quality in (74, 66, 58, 50):
            if len(picture) >= LARGEST:
                picture = page.screenshot(type="jpeg", quality=quality)
        (self.folder / f"{name}.jpg").write_bytes(picture)


class Film:
    """Pictures of a page one after another, in one animated file of at most `LARGEST` bytes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[Image.Image] = []

    def frame(self) -> None:
        """Let the page come to rest and take one more picture."""
        self.page.wait_for_timeout(700)
        self.page.wait_for_function("() => !document.querySelector('.banner, .toast')")
        picture = Image.open(BytesIO(self.page.screenshot(type="png"))).convert("RGB")
        self.frames.append(picture.resize((SMALL, picture.height * SMALL // picture.width), Image.Resampling.LANCZOS))

    def keep(self, path: Path) -> None:
        """Write the animation as small as it must be."""
        for quality in (70, 60, 50, 40, 30):
            self.frames[0].save(
                path, save_all=True, append_images=self.frames[1:], duration=SHOWN, loop=0, quality=quality, method=6
            )
            if path.stat().st_size < LARGEST:
                return
        raise ValueError(f"{path} is too large: take fewer pictures")


def plan(page: Page, count: int) -> None:
    """Plan the cheapest cities without building them."""
    for _ in range(count):
        costs = page.eval_on_selector_all(
            ".city.light-open",
            "all => all.map(c => [Number(c.querySelector('.cost')?.textContent ?? 99), c.dataset.city])",
        )
        if costs:
            page.locator(f'[data-city="{min(costs)[1]}"]').dispatch_event("click")
            page.wait_for_timeout(120)


def phases(page: Page, player: Player, name: str, shot: Camera) -> None:
    """Take a picture of each phase of a game's middle."""
    for _ in range(22):
        player.decide()
    for kind in ("open", "buy_fuel", "build", "run"):
        player.play_until(kind)
        if kind == "open" and page.locator("#console .plants-quick button").count() > 0:
            page.locator("#console .plants-quick button").first.click()
        elif kind == "buy_fuel" and page.locator("#console .quick button:not([aria-disabled])").count() > 0:
            page.locator("#console .quick button:not([aria-disabled])").first.click()
        elif kind == "build":
            plan(page, 2)
        shot(page, f"{name}-{kind.removeprefix('buy_')}")
        if kind in ("open", "build"):
            page.evaluate("() => sessionStorage.clear()")  # what is prepared would outlast the reload
            page.reload()


def lobby(browser: Browser, server: Server, shot: Camera) -> None:
    """Take the lobby, the form and the waiting room."""
    for name, options in (("lobby", WIDE), ("lobby-dark", {**WIDE, **DARK}), ("lobby-phone", PHONE)):
        page = visitor(browser, **options).new_page()
        page.goto(server.url)
        page.locator(".tile .area").first.wait_for()
        shot(page, name)
    page = visitor(browser, **WIDE).new_page()
    page.goto(f"{server.url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()
    page.get_by_role("button", name="Choose on the map").click()
    page.locator(".area-buttons button").nth(2).click()
    shot(page, "form")
    open_table(page, server.url, ["person", "open", "bot:normal"])
    page.locator(".seats li").first.wait_for()
    shot(page, "waiting-room")


def tall(browser: Browser, server: Server, shot: Camera) -> None:
    """Take every phase on a tall board, then the end and the replay."""
    page = visitor(browser, **WIDE).new_page()
    player = quick(page, server.url, "recharged/germany", 4)
    phases(page, player, "germany", shot)
    player.play_on()
    shot(page, "end")
    page.locator("dialog.end").get_by_role("button", name="Replay the game").click()
    page.locator(".replay").wait_for()
    slider = page.locator(".replay input")
    slider.fill(str(int(slider.get_attribute("max") or 0) * 2 // 3))
    shot(page, "replay")


def wide(browser: Browser, server: Server, shot: Camera) -> None:
    """Take every phase on a wide board with six players, dark, with planner and rules."""
    page = visitor(browser, **{**WIDE, **DARK}).new_page()
    player = quick(page, server.url, "recharged/usa", 6)
    phases(page, player, "usa-dark", shot)
    page.get_by_role("button", name="Planner").click()
    page.locator(".plan-sum").wait_for()
    shot(page, "planner-dark")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.locator(".cities tbody tr").first.wait_for()
    shot(page, "cities-dark")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.locator(".overview").wait_for()
    shot(page, "rules-dark")


def phone(browser: Browser, server: Server, shot: Camera) -> None:
    """Take every phase on a phone, light and dark."""
    for name, options in (("phone", PHONE), ("phone-dark", {**PHONE, **DARK})):
        page = visitor(browser, **options).new_page()
        phases(page, quick(page, server.url, "recharged/germany", 4), name, shot)
        page.locator(".tab-bar button").nth(4).click()
        shot(page, f"{name}-log")


def cards(browser: Browser, server: Server, shot: Camera) -> None:
    """Take the card game's table, wide and on a phone."""
    for name, options in (("card-game", WIDE), ("card-game-phone", PHONE)):
        page = visitor(browser, **options).new_page()
        player = quick(page, server.url, "card-game", 4)
        for _ in range(12):
            player.decide()
        player.play_until("buy_card")
        card = page.locator(".fuel-card:not([aria-disabled]):not(.empty-card)").first
        if card.count() > 0:  # a player without money sees the market all the same
            card.click()
        shot(page, name)


def german(browser: Browser, server: Server, shot: Camera) -> None:
    """Take the auction in German."""
    page = visitor(browser, **WIDE, locale="de-DE").new_page()
    player = quick(page, server.url, "original/korea", 3)
    for _ in range(8):
        player.decide()
    player.play_until("buy_fuel")
    shot(page, "korea-german")


def learn(browser: Browser, server: Server, shot: Camera) -> None:
    """Take the first visit, the lesson on a wide screen and a phone, a tip, help and the rules on one page."""
    for name, options in (("", WIDE), ("-phone", PHONE)):
        page = visitor(browser, **options).new_page()
        page.goto(server.url)
        page.locator(".visit .primary").wait_for()
        shot(page, f"first-visit{name}")
        page.locator(".visit .primary").click()
        newcomer = Newcomer(page)
        for step in ("plant", "build"):
            newcomer.follow(step)
            shot(page, f"lesson-{step}{name}")
    page = visitor(browser, **WIDE).new_page()
    quick(page, server.url, "recharged/germany", 4).play_until("buy_fuel")
    page.locator("#console .tip-button").click()
    page.locator("dialog.tip-dialog").wait_for()
    shot(page, "tip")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.locator("dialog.help").wait_for()
    shot(page, "help")


def puzzles(browser: Browser, server: Server, shot: Camera) -> None:
    """Take the daily puzzle and the workshop with a copy of a board."""
    page = visitor(browser, **WIDE).new_page()
    page.goto(f"{server.url}/puzzles")
    page.locator(".puzzle-main .marker").first.wait_for()
    shot(page, "puzzle")
    page.goto(f"{server.url}/workshop")
    page.get_by_role("button", name="Germany, Recharged 2018").click()
    page.locator(".ws-finding").first.wait_for()
    shot(page, "workshop")


def readme(browser: Browser, server: Server, shot: Camera) -> None:
    """Take the two animations that the README opens with: the first lesson, and a turn of a game."""
    page = visitor(browser, **WIDE).new_page()
    page.goto(server.url)
    page.locator(".visit .primary").click()
    newcomer, film = Newcomer(page), Film(page)
    for step in ("plant", "fuel", "build"):
        newcomer.follow(step)
        film.frame()
    film.keep(shot.folder / "readme-lesson.webp")
    page = visitor(browser, **WIDE).new_page()
    page.goto(server.url)
    page.evaluate("() => localStorage.setItem('kilowatt.learn', JSON.stringify({ seen: ['visit', 'tips off'] }))")
    player, film = quick(page, server.url, "recharged/germany", 4), Film(page)
    for _ in range(22):
        player.decide()
    for kind in ("open", "buy_fuel", "build"):
        player.play_until(kind)
        film.frame()
    for _ in range(2):
        plan(page, 1)
        film.frame()
    film.keep(shot.folder / "readme-turn.webp")


SETS: dict[str, Callable[[Browser, Server, Camera], None]] = {
    "lobby": lobby,
    "tall": tall,
    "wide": wide,
    "phone": phone,
    "cards": cards,
    "german": german,
    "learn": learn,
    "puzzles": puzzles,
}


def main() -> int:
    """Make the pictures of the documents, or main screens in a folder."""
    wanted: list[Callable[[Browser, Server, Camera], None]] = [readme]
    target = DOCUMENTS
    if len(sys.argv) > 1:
        target = Path(sys.argv[1])
        wanted = [SETS[name] for name in sys.argv[2:] or SETS]
    target.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder, server_in(Path(folder)) as server:
        browser = launch(playwright)
        for take in wanted:
            take(browser, server, Camera(target))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
