"""Nothing jumps in a game: whatever is bought, built or advised, every part of the table keeps its place.

The browser reports every layout shift (`shifts.js`). A shift counts where a part of the table moves (header, board,
panels, console), or anything else but pieces that the game itself moves (cards of the market, tokens, players in turn
order and their incomes, lines of the log), text that grows where it stands, and what a press inside the console changes
there. One round is played in `make test-thorough`, whole games in `make soak`: Germany at five sizes, by hand and with
the adviser, and in German on a laptop and a phone; Korea with its two markets and the card game on a laptop, on a
desktop, and in German on a phone.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.e2e.kit import FRAMES, PHONE, start, visitor
from tests.e2e.player import Advised, await_turn, until
from tests.e2e.test_steady import SHIFTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
SIZES = ((1440, 900), (1280, 720), (768, 1024), (390, 844), (844, 390))
ADVISED = pytest.mark.parametrize("advised", [False, True], ids=["by hand", "advised"])
CARDS = "card-game"
WHOLE = 99
"""More rounds than a game has."""
LOG = "() => document.querySelector('.log .lines')?.clientHeight ?? 0"


def jumps(
    browser: Browser,
    url: str,
    size: tuple[int, int],
    rounds: int,
    *,
    advised: bool = False,
    language: str = "en-GB",
    ruleset: str = "recharged/germany",
) -> list[str]:
    """Play so many rounds; return what moved that no piece of the game has moved, and where the log had no room."""
    width, height = size
    touch = PHONE if min(size) < 500 else {}
    view = {"viewport": {"width": width, "height": height}, "device_scale_factor": 0.5, "locale": language}
    context = visitor(browser, **{**touch, **view}, bypass_csp=True)
    context.add_init_script(SHIFTS)
    page = context.new_page()
    player = start(page, url, ruleset)
    await_turn(page)
    if advised:
        player = Advised(page)
        page.keyboard.press("h")
        until(page, "() => document.querySelector('.game[data-drawer=hint] #console :is(.advised, .plan-face)')")
    # the table has been put up: from here on it stands
    page.evaluate(FRAMES)
    page.evaluate("() => { shifts.length = 0; shifted.browser = shifted.counted = 0; }")
    faults: list[str] = []
    powered = 0
    while powered < rounds:
        # beside the board the log is always there, but where the adviser takes its room; the end lies over both
        if (
            page.locator("dialog.end").count() == 0
            and width > height >= 820
            and not advised
            and (high := page.evaluate(LOG)) < 40
        ):
            faults.append(f"the log has {high} pixels at {page.locator('.game').get_attribute('data-seq')}")
        kind = player.decide()
        if kind == "over":
            break
        powered += kind == "run"
    buys = {"buy_card"} if ruleset == CARDS else {"buy_fuel", "build"}
    assert rounds < WHOLE or player.seen >= {"open", "run"} | buys
    sums = page.evaluate("() => shifted")
    # read with -s: what the browser counts, pieces that the game moves among it, and what is left without them
    sys.stdout.write(
        f"{ruleset} {width}x{height}: layout shift {sums['browser']:.4f}, no piece's {sums['counted']:.4f}\n"
    )
    faults += [f"{shift['state']}: {line}" for shift in page.evaluate("() => shifts") for line in shift["moved"]]
    context.close()
    return faults


@pytest.mark.thorough
@ADVISED
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["laptop", "phone"])
def test_nothing_jumps_in_a_round(browser: Browser, server: Server, size: tuple[int, int], advised: bool) -> None:
    """In the first round no part of the table changes its place or size but by a new phase."""
    faults = jumps(browser, server.url, size, 1, advised=advised)
    assert faults == [], "\n".join(faults)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@ADVISED
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_jumps_in_a_whole_game(browser: Browser, server: Server, size: tuple[int, int], advised: bool) -> None:
    """From the first auction to the end screen the sum of all layout shifts is 0, and the log always has room."""
    faults = jumps(browser, server.url, size, WHOLE, advised=advised)
    assert faults == [], "\n".join(faults)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@ADVISED
@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["laptop", "phone"])
def test_nothing_jumps_in_a_whole_german_game(
    browser: Browser, server: Server, size: tuple[int, int], advised: bool
) -> None:
    """The same on a laptop and a phone with German texts."""
    faults = jumps(browser, server.url, size, WHOLE, advised=advised, language="de-DE")
    assert faults == [], "\n".join(faults)


WINDOWS = pytest.mark.parametrize(
    ("size", "language"),
    [((1280, 720), "en-GB"), ((1440, 900), "en-GB"), ((390, 844), "de-DE")],
    ids=["laptop", "desktop", "German phone"],
)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@WINDOWS
def test_nothing_jumps_in_korea(browser: Browser, server: Server, size: tuple[int, int], language: str) -> None:
    """The same where two fuel markets stand beside each other, and only one of them sells in a turn."""
    faults = jumps(browser, server.url, size, WHOLE, language=language, ruleset="recharged/korea")
    assert faults == [], "\n".join(faults)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@WINDOWS
def test_nothing_jumps_in_the_card_game(browser: Browser, server: Server, size: tuple[int, int], language: str) -> None:
    """The same where fuel is cards in columns, which come and go."""
    faults = jumps(browser, server.url, size, WHOLE, language=language, ruleset=CARDS)
    assert faults == [], "\n".join(faults)
