"""Notifications: how a device is notified when it is its player's turn, and the webhook of a table."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from kilowatt.protocol.fields import SEATS_MOST, Language, Wire

DAY_MINUTES = 24 * 60
Minute = Annotated[int, msgspec.Meta(ge=0, lt=DAY_MINUTES)]
Url = Annotated[str, msgspec.Meta(min_length=8, max_length=1024)]
Event = Literal[
    "turn", "half", "stand_in", "began", "ended", "agreed", "chat", "pause", "back", "opened", "result", "talk"
]
Events = Annotated[list[Event], msgspec.Meta(max_length=len(get_args(Event)))]
SeatText = Annotated[str, msgspec.Meta(pattern="^[0-9]$", max_length=1)]
Mention = Annotated[str, msgspec.Meta(min_length=2, max_length=255)]
MailKey = Annotated[str, msgspec.Meta(min_length=8, max_length=64)]


class SubscribePush(Wire):
    """A browser's push subscription, as `PushSubscription.toJSON()` gives it."""

    endpoint: Url
    p256dh: Annotated[str, msgspec.Meta(max_length=128)]
    auth: Annotated[str, msgspec.Meta(max_length=64)]


class SetMail(Wire):
    """The address to write to; a mail asks there first. None: no mails any more."""

    mail: Annotated[str, msgspec.Meta(max_length=254)] | None


class SetNotifications(Wire):
    """Language, time zone and quiet hours (minutes after midnight) of this device's notifications."""

    language: Language
    zone: Annotated[str, msgspec.Meta(max_length=64)]
    quiet_from: Minute | None = None
    quiet_to: Minute | None = None
    off: Events | None = None
    """Events that this device does not want to be notified of; None: as before."""


class TryNotification(Wire):
    """Send a message to this device now, to see whether it arrives."""

    way: Literal["push", "mail"]


class Tested(msgspec.Struct):
    """What became of a test: null, or why it did not arrive (`gone`, `refused`, `unreached`)."""

    trouble: str | None


class MailLink(Wire):
    """The key from a link in a mail."""

    key: MailKey


class SetHook(Wire):
    """A table's webhook and the chat service whose shape it takes. Without a URL there is none."""

    kind: Literal["discord", "slack", "matrix"] = "discord"
    url: Url | None = None
    keep: bool = False
    """Keep the service and the URL that are set, and change the rest."""
    language: Language = "en"
    zone: Annotated[str, msgspec.Meta(max_length=64)] = "UTC"
    off: Events = []
    """Events that the chat room does not want to be notified of."""
    mentions: Annotated[dict[SeatText, Mention], msgspec.Meta(max_length=SEATS_MOST)] = {}
    """Seat -> the id by which the chat service mentions its player."""


class NotificationsView(msgspec.Struct):
    """How this device is notified, and what the server offers."""

    push_key: str | None
    """The key to subscribe with; None: the host has not turned push on."""
    mail_offered: bool
    hooks_offered: bool
    after: float
    """Seconds a player must not have looked before a notification is sent."""
    pushing: bool
    mail: str | None
    mail_on: bool
    """The address was confirmed."""
    language: str
    zone: str
    quiet_from: int | None
    quiet_to: int | None
    off: list[str]
    """Events that this device does not want to be notified of."""
    troubles: dict[str, str] = {}
    """`push`, `mail` -> why the last message did not arrive: `gone`, `refused` or `unreached`."""


class HookView(msgspec.Struct):
    """A table's webhook, for its owner. Of the URL only the host is shown: the rest is a secret."""

    kind: str | None
    host: str | None
    off: list[str] = []
    mentions: dict[str, str] = {}
    trouble: str | None = None
    """Why the last message did not arrive."""


class TakeDaysOff(Wire):
    """Take days off at all tables with a clock of days, or give back those that have not begun."""

    days: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=10, pattern=r"^\d{4}-\d{2}-\d{2}$")]],
        msgspec.Meta(min_length=1, max_length=10),
    ]
    zone: Annotated[str, msgspec.Meta(max_length=64)]
    """The name of the time zone that the days are in."""
    take: bool = True


class DaysOffView(msgspec.Struct):
    """The days off of a person, in order, and how many there are per calendar year."""

    days: list[str]
    yearly: int
