"""Settings of notifications: off by default, and a wrong one is named before anything is sent."""

import pytest

from kilowatt.editions.options import BadOption
from kilowatt.server.settings import from_environment

URL = {"KILOWATT_URL": "https://games.example.org"}


@pytest.mark.parametrize(
    ("env", "named"),
    [
        ({"KILOWATT_PUSH": "mailto:host@example.org"}, "KILOWATT_URL"),
        ({"KILOWATT_WEBHOOKS": "1"}, "KILOWATT_URL"),
        ({"KILOWATT_URL": "games.example.org"}, "KILOWATT_URL"),
        ({**URL, "KILOWATT_PUSH": "host@example.org"}, "KILOWATT_PUSH"),
        ({**URL, "KILOWATT_SMTP": "mail.example.org:secret"}, "KILOWATT_SMTP"),
        ({**URL, "KILOWATT_SMTP": "smtp://u:secret@mail.example.org"}, "KILOWATT_MAIL_FROM"),
        ({**URL, "KILOWATT_NOTIFY_AFTER": "soon"}, "KILOWATT_NOTIFY_AFTER"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, env: dict[str, str], named: str) -> None:
    """The setting is named, what was expected is said, and a password is not quoted."""
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadOption, match=named) as error:
        from_environment()
    assert "expected" in str(error.value)
    assert "secret" not in str(error.value)


def test_everything_that_needs_a_third_party_is_off_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server without settings sends nothing to anybody; with them, each kind is on."""
    for name in ("KILOWATT_PUSH", "KILOWATT_SMTP", "KILOWATT_WEBHOOKS", "KILOWATT_PRIVATE_TARGETS"):
        monkeypatch.delenv(name, raising=False)
    settings = from_environment()
    on = [settings.push_contact, settings.smtp, settings.webhooks, settings.private_targets, settings.invitation]
    assert not any(on)
    for name, value in {
        **URL,
        "KILOWATT_PUSH": "mailto:host@example.org",
        "KILOWATT_SMTP": "smtps://u:p@mail.example.org",
        "KILOWATT_MAIL_FROM": "games@example.org",
        "KILOWATT_WEBHOOKS": "1",
    }.items():
        monkeypatch.setenv(name, value)
    settings = from_environment()
    assert settings.push_contact == "mailto:host@example.org"
    assert settings.smtp
    assert settings.webhooks
