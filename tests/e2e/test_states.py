"""Every button can be read while the pointer is on it and while it has the focus, in both themes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.every_screen import SCREENS as EVERY
from tests.e2e.kit import COARSE, visitor
from tests.e2e.test_axe import AXE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.e2e.kit import Server

pytestmark = pytest.mark.browser
PRESSABLE = "button, .button, summary, [role=button], [role=radio], a"
STATES = ["hover", "focus", "focus-visible"]
"""At once: the focus adds a ring, the pointer another colour."""
CONTRAST = """() => axe.run(document, { resultTypes: ['violations'], runOnly: ['color-contrast'] })
  .then(found => found.violations.flatMap(row => row.nodes.map(node => node.html.slice(0, 160))))"""


def hard_to_read(page: Page) -> list[str]:
    """Put every button under the pointer and the focus in each theme; return texts with too little contrast."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    root = devtools.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
    nodes = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": PRESSABLE})["nodeIds"]
    for node in nodes:
        devtools.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": STATES})
    faults = []
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.locator("html[data-theme=dark]" if theme == "dark" else "html:not([data-theme=dark])").wait_for(
            state="attached"
        )
        faults += [f"{theme}: {fault}" for fault in page.evaluate(CONTRAST)]
    devtools.detach()
    return faults


QUICK = "bidding, advised"
OTHERS = ("building, advised", "cards, fuel", "menu", "form")
LATE = tuple(screen.name for screen in EVERY if screen.name not in (QUICK, *OTHERS))
"""What `make soak` looks at: every other screen."""
SCREENS = {screen.name: screen.show for screen in EVERY}


def look(browser: Browser, url: str, screen: str) -> list[str]:
    """Show a screen and return what cannot be read on it."""
    context = visitor(browser, **COARSE, color_scheme="light", bypass_csp=True)
    page = context.new_page()
    SCREENS[screen](page, url)
    faults = hard_to_read(page)
    context.close()
    return faults


@pytest.mark.thorough
def test_the_advised_bid_can_be_read_under_the_pointer(browser: Browser, server: Server) -> None:
    """No button of an auction with the adviser loses its contrast under the pointer or with the focus."""
    assert look(browser, server.url, QUICK) == []


@pytest.mark.parametrize(
    "screen",
    [
        *(pytest.param(name, marks=pytest.mark.thorough) for name in OTHERS),
        *(pytest.param(name, marks=pytest.mark.slow) for name in LATE),
    ],
)
def test_every_button_can_be_read_in_every_state(browser: Browser, server: Server, screen: str) -> None:
    """No button loses its contrast under the pointer or with the focus, in the light and in the dark."""
    assert look(browser, server.url, screen) == []
