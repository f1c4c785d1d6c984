"""Steps and the last round as they are drawn: the ribbon stands free, takes no press and goes at any key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.e2e.kit import ask, await_turn, golden_path, visitor
from tests.e2e.player import Player, over, until
from tests.e2e.test_fits import WIDE_LETTERS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
WATCH = (Path(__file__).parent / "moments.js").read_text(encoding="utf-8")
SIZES = ((1440, 900), (1280, 720), (1024, 768), (768, 1024), (390, 844), (844, 390))
FAST = "localStorage.setItem('kilowatt', JSON.stringify({ pace: 'fast' }))"
LOUD = {"reduced_motion": "no-preference", "bypass_csp": True, "device_scale_factor": 0.5}


class Coming(NamedTuple):
    """A decision of a golden game's first seat shortly before a moment."""

    kind: str
    golden: str
    seq: int


STEP2 = Coming("step2", "recharged-germany-2-step3", 159)
STEP3 = Coming("step3", "original-korea-2-step3", 186)
LAST = Coming("last", "recharged-germany-2-step3", 269)


def reach(
    browser: Browser, url: str, coming: Coming, size: tuple[int, int], language: str, *, look: bool = True
) -> Page:
    """Play on until the moment has been drawn, with wide letters; without a look at its ribbon, to measure frames."""
    view = {"viewport": {"width": size[0], "height": size[1]}, "locale": language}
    context = visitor(browser, **LOUD, **view)
    context.add_init_script(FAST)
    context.add_init_script(WATCH)
    if not look:
        context.add_init_script("window.unlooked = true")
    page = context.new_page()
    record = golden_path(coming.golden).read_text(encoding="utf-8")
    code = ask(page, f"{url}/api/import", {"record": record})["table"]["code"]
    page.goto(f"{url}/t/{ask(page, f'{url}/api/tables/{code}/fork', {'seq': coming.seq})['table']['code']}")
    await_turn(page)
    page.add_style_tag(content=f":root {{ font-family: {WIDE_LETTERS} !important; }}")
    player = Player(page)
    for _ in range(6):
        player.decide()
        if not over(page):
            await_turn(page)
        # the table shows it first, the ribbon some frames later
        until(
            page,
            "() => !['step2', 'step3', 'last'].includes(document.querySelector('.game').dataset.moment) "
            "|| document.querySelector('.ribbon') !== null",
        )
        if coming.kind in page.evaluate("() => moments.map(one => one.kind)"):
            return page
    seen = page.evaluate("() => moments")
    context.close()
    raise AssertionError(f"no {coming} came: {seen}")


def faults(page: Page) -> list[str]:
    """Return what was wrong with the ribbons that have been drawn."""
    return [str(fault) for one in page.evaluate("() => moments") for fault in one["faults"]]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("coming", "size", "language"),
    [(STEP2, (1280, 720), "de-DE"), (STEP3, (390, 844), "en-GB"), (LAST, (844, 390), "de-DE")],
    ids=["step2", "step3", "last"],
)
def test_a_ribbon_stands_free(
    browser: Browser, server: Server, coming: Coming, size: tuple[int, int], language: str
) -> None:
    """A ribbon lies inside the window and off the console, its words inside it; every button below can be pressed."""
    page = reach(browser, server.url, coming, size, language)
    assert faults(page) == []
    if coming is LAST:
        # the edge around the map stays to the end of the game
        assert page.locator(".game[data-last]").count() == 1
    page.context.close()


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("coming", [STEP2, STEP3, LAST], ids=["step2", "step3", "last"])
def test_ribbons_stand_free_at_every_size(browser: Browser, server: Server, coming: Coming) -> None:
    """The same at six sizes in both languages."""
    found = []
    for language in ("en-GB", "de-DE"):
        for size in SIZES:
            page = reach(browser, server.url, coming, size, language)
            found += [f"{size} {language}: {fault}" for fault in faults(page)]
            page.context.close()
    assert found == []


@pytest.mark.thorough
def test_with_reduced_motion_a_step_is_told_without_a_ribbon(browser: Browser, server: Server) -> None:
    """The tracker's news has an edge for a while; no ribbon is drawn."""
    context = visitor(browser, bypass_csp=True, device_scale_factor=0.25)
    context.add_init_script(FAST)
    context.add_init_script(WATCH)
    page = context.new_page()
    record = golden_path(STEP3.golden).read_text(encoding="utf-8")
    code = ask(page, f"{server.url}/api/import", {"record": record})["table"]["code"]
    fork = ask(page, f"{server.url}/api/tables/{code}/fork", {"seq": STEP3.seq})["table"]["code"]
    page.goto(f"{server.url}/t/{fork}")
    player = Player(page)
    player.decide()
    until(page, "() => stills.length > 0")
    assert page.evaluate("() => moments") == []
    context.close()
