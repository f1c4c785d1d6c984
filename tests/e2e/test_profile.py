"""A profile in a real browser: a name, a second device by code, a third by passkey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.kit import COARSE, Server, ask, visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

pytestmark = [pytest.mark.browser, pytest.mark.thorough]
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


def open_profile(page: Page) -> Any:
    """Open the profile from the settings."""
    page.get_by_role("button", name="Settings", exact=True).click()
    page.locator("dialog.settings").get_by_role("button", name="Profile", exact=True).click()
    dialog = page.locator("dialog.profile")
    expect(dialog.get_by_label("Your name")).to_be_visible()
    return dialog


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give a browser window somewhere to keep passkeys."""
    driver = page.context.new_cdp_session(page)
    driver.send("WebAuthn.enable")
    made = driver.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return driver, made["authenticatorId"]


def sign_in(page: Page, code: str) -> None:
    """Sign a device in by a code."""
    dialog = open_profile(page)
    dialog.get_by_label("Code from your other device").fill(code)
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("button", name="Yes, I am ").click()


def test_a_profile_moves_to_other_devices(browser: Browser, server: Server) -> None:
    """A game begun on one device is played on a second by a one-time code, and on a third by a passkey."""
    # passkeys belong to a name, not to a number
    url = server.url.replace("127.0.0.1", "localhost")
    contexts = [visitor(browser, **COARSE) for _ in range(3)]
    laptop, phone, tablet = (context.new_page() for context in contexts)
    seats = [{"kind": "person", "name": "Anna"}, {"kind": "bot", "level": "simple"}]
    wish = {"ruleset": "recharged/germany", "seats": seats, "name": "Night train"}
    ask(laptop, f"{url}/api/tables", wish)
    laptop.goto(url)

    driver, place = authenticator(laptop)
    dialog = open_profile(laptop)
    dialog.get_by_label("Your name").fill("Anna of the grid")
    dialog.get_by_role("button", name="Reserve this name").click()
    expect(dialog.locator(".recovery .code")).to_have_count(4)
    dialog.get_by_role("button", name="Add a passkey").click()
    expect(dialog.locator("li", has_text="passkey")).to_have_count(1)
    dialog.get_by_role("button", name="Show a code for another device").click()
    code = dialog.locator("b.code").text_content() or ""

    phone.goto(url)
    expect(phone.get_by_text("Night train")).to_have_count(0)
    sign_in(phone, code)
    expect(phone.get_by_text("Night train").first).to_be_visible()

    tablet.goto(url)
    other, elsewhere = authenticator(tablet)
    [key] = driver.send("WebAuthn.getCredentials", {"authenticatorId": place})["credentials"]
    other.send("WebAuthn.addCredential", {"authenticatorId": elsewhere, "credential": key})
    open_profile(tablet).get_by_role("button", name="Sign in with a passkey").click()
    expect(tablet.get_by_text("Night train").first).to_be_visible()
    assert tablet.request.get(f"{url}/api/profile").json()["name"] == "Anna of the grid"
    for context in contexts:
        context.close()
