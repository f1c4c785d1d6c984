"""The REST API about notifications: of this device, and the webhook of a table."""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from litestar import Response, post
from litestar.params import JSONBody, PathParameter

from kilowatt import protocol as wire
from kilowatt.host import timekeeping
from kilowatt.host.errors import Denied
from kilowatt.server.http.requests import Asked, TableCode, get_route, limited, post_route, room_of, server_of, who_of
from kilowatt.server.notifications import delivery, events, preferences, troubles, webpush
from kilowatt.server.notifications.mail import is_address, mailbox
from kilowatt.server.notifications.preferences import HOOK, MAIL, Aim, Hook, Preference
from kilowatt.server.server import Server
from kilowatt.server.tables.actions.retrying import shielded


async def _view(server: Server, wish: Preference) -> wire.NotificationsView:
    return wire.NotificationsView(
        server.sender.push_key(),
        bool(server.settings.smtp),
        server.settings.webhooks,
        server.settings.notify_after,
        wish.push is not None,
        wish.mail,
        wish.mail_on,
        wish.language,
        wish.zone,
        wish.quiet_from,
        wish.quiet_to,
        list(events.switched_off(wish.off)),
        await troubles.of(server.store, wish.device),
    )


async def _aim(server: Server, kind: str, target: str) -> Aim:
    """Return where a test goes; `Denied` where the host has turned this way off, or nobody asked for messages."""
    if not server.sender.offers(kind):
        raise Denied("not_offered", what="webhook" if kind == HOOK else kind)
    aim = await preferences.aim(server.store, kind, target)
    if aim is None:
        raise Denied("not_subscribed")
    return aim


@get_route("/api/notifications")
async def show_notifications(request: Asked) -> wire.NotificationsView:
    """Return how this device is notified, and what the server offers."""
    server, own = server_of(request), who_of(request).own
    return await _view(server, await preferences.of(server.store, own))


@post_route("/api/notifications/test", status_code=200)
async def try_notification(request: Asked, data: JSONBody[wire.TryNotification]) -> wire.Tested:
    """Send this device a message now; the answer says whether it was taken."""
    server, who = limited(request, "notify"), who_of(request)
    aim = await _aim(server, data.way, who.own)
    if data.way == MAIL:
        limits = server.limits
        if not limits.spend("mail", who.own, who.address) or not limits.take("mail_to", mailbox(aim.address)):
            raise Denied("too_many")
    return wire.Tested(await shielded(server.sender.test(aim)))


@post_route("/api/notifications", status_code=200)
async def set_notifications(request: Asked, data: JSONBody[wire.SetNotifications]) -> wire.NotificationsView:
    """Set language, time zone, quiet hours, and what is switched off."""
    server = limited(request, "notify")
    if not timekeeping.known_zone(data.zone):
        raise Denied("bad_request", field="zone", reason="expected the name of a time zone, as Europe/Berlin")
    values = {name: getattr(data, name) for name in ("language", "zone", "quiet_from", "quiet_to")}
    if data.off is not None:
        values["off"] = events.written(list(data.off))
    changed = preferences.change(server.store, who_of(request).own, timekeeping.now(), **values)
    return await _view(server, await shielded(changed))


@post_route("/api/notifications/push", status_code=200)
async def subscribe_push(request: Asked, data: JSONBody[wire.SubscribePush]) -> wire.NotificationsView:
    """Notify this device's browser."""
    server = limited(request, "notify")
    if server.sender.key is None:
        raise Denied("not_offered", what="push")
    subscription = webpush.Subscription(data.endpoint, data.p256dh, data.auth)
    try:
        delivery.check_url(data.endpoint, private=server.settings.private_targets)
        webpush.check(subscription)
    except delivery.BadTarget as error:
        raise Denied("bad_request", field="endpoint", reason=str(error)) from None
    except (webpush.BadSubscription, ValueError) as error:
        raise Denied("bad_request", field=str(error)[:20], reason="expected the key of a push subscription") from None
    changed = preferences.change(server.store, who_of(request).own, timekeeping.now(), push=subscription)
    return await _view(server, await shielded(changed))


@post_route("/api/notifications/push/stop", status_code=200)
async def stop_push(request: Asked) -> wire.NotificationsView:
    """Notify this device's browser no more."""
    server = limited(request, "notify")
    changed = preferences.change(server.store, who_of(request).own, timekeeping.now(), push=None)
    return await _view(server, await shielded(changed))


@post_route("/api/notifications/mail", status_code=200)
async def set_mail(request: Asked, data: JSONBody[wire.SetMail]) -> wire.NotificationsView:
    """Send mails to an address, once it is confirmed there; or stop."""
    server, who = limited(request, "notify"), who_of(request)
    device = who.own
    gone = {"mail": None, "mail_on": False, "mail_key": None}
    if data.mail is None:
        return await _view(server, await shielded(preferences.change(server.store, device, timekeeping.now(), **gone)))
    if not server.settings.smtp:
        raise Denied("not_offered", what="mail")
    if not is_address(data.mail):
        raise Denied("bad_request", field="mail", reason="expected a mail address, as anna@example.org")
    limits = server.limits
    if not limits.spend("mail", device, who.address) or not limits.take("mail_to", mailbox(data.mail)):
        raise Denied("too_many")
    values = {"mail": data.mail, "mail_on": False, "mail_key": preferences.new_mail_key(), "language": who.language}
    changed = await shielded(preferences.change(server.store, device, timekeeping.now(), **values))
    server.tasks.spawn(server.sender.confirm(changed), "confirm")
    return await _view(server, changed)


@post_route("/api/notifications/mail/confirm", status_code=204)
async def confirm_mail(request: Asked, data: JSONBody[wire.MailLink]) -> None:
    """Begin to send mails to the address that this key was sent to."""
    server = limited(request, "guess")
    wish = await preferences.by_mail_key(server.store, data.key)
    if wish is None:
        raise Denied("bad_link")
    # with the address, so that what failed before is forgotten
    await shielded(preferences.change(server.store, wish.device, timekeeping.now(), mail_on=True, mail=wish.mail))


@post_route("/api/notifications/mail/stop", status_code=204)
async def stop_mail(request: Asked, data: JSONBody[wire.MailLink]) -> None:
    """Send no more mails to the address that this key was sent to."""
    await _stop(limited(request, "guess"), data.key)


@post("/api/notifications/unsubscribe/{key:str}", status_code=200, include_in_schema=False)
async def unsubscribe(request: Asked, key: Annotated[str, PathParameter(max_length=64)]) -> Response[str]:
    """Send no more mails: the one press of a mail program (RFC 8058), which sends a form and no cookie."""
    await _stop(limited(request, "guess"), key)
    return Response("ok\n", media_type="text/plain")


async def _stop(server: Server, key: str) -> None:
    """End mails; a key that is no longer known belongs to mails that have ended."""
    wish = await preferences.by_mail_key(server.store, key)
    if wish is not None:
        gone = {"mail": None, "mail_on": False, "mail_key": None}
        await shielded(preferences.change(server.store, wish.device, timekeeping.now(), **gone))


@get_route("/api/tables/{code:str}/hook")
async def show_hook(request: Asked, code: TableCode) -> wire.HookView:
    """Return a table's webhook; for its owner."""
    room = await room_of(request, code)
    if room.row.owner != who_of(request).device:
        raise Denied("not_owner")
    store = server_of(request).store
    view = _hook_view(await preferences.hook_of(store, room.code))
    view.trouble = (await troubles.of(store, room.code)).get(HOOK)
    return view


@post_route("/api/tables/{code:str}/hook/test", status_code=200)
async def try_hook(request: Asked, code: TableCode) -> wire.Tested:
    """Send a message to the table's webhook now; for its owner."""
    server = limited(request, "notify")
    room = await room_of(request, code)
    if room.row.owner != who_of(request).device:
        raise Denied("not_owner")
    aim = await _aim(server, HOOK, room.code)
    return wire.Tested(await shielded(server.sender.test(aim)))


@post_route("/api/tables/{code:str}/hook", status_code=200)
async def set_hook(request: Asked, code: TableCode, data: JSONBody[wire.SetHook]) -> wire.HookView:
    """Set or remove the webhook of a table; for its owner."""
    server = limited(request, "notify")
    room = await room_of(request, code)
    if room.row.owner != who_of(request).device:
        raise Denied("not_owner")
    if data.keep:
        return await _change_hook(server, room.code, data, len(room.seats))
    if data.url is None:
        await shielded(preferences.put_hook(server.store, None, room.code))
        return wire.HookView(None, None)
    if not server.settings.webhooks:
        raise Denied("not_offered", what="webhook")
    try:
        delivery.check_url(data.url, private=server.settings.private_targets)
    except delivery.BadTarget as error:
        raise Denied("bad_request", field="url", reason=str(error)) from None
    _check_hook(data, data.kind, len(room.seats))
    off = events.written(list(data.off))
    hook = Hook(room.code, data.kind, data.url, timekeeping.now(), data.language, data.zone, off, data.mentions)
    await shielded(preferences.put_hook(server.store, hook, room.code))
    return _hook_view(hook)


async def _change_hook(server: Server, code: str, data: wire.SetHook, seats: int) -> wire.HookView:
    """Change what a webhook reports and whom it mentions; its address, which the page does not know, stays."""
    hook = await preferences.hook_of(server.store, code)
    if hook is None:
        raise Denied("not_subscribed")
    _check_hook(data, hook.kind, seats)
    off = events.written(list(data.off))
    changed = msgspec.structs.replace(hook, language=data.language, zone=data.zone, off=off, mentions=data.mentions)
    await shielded(preferences.change_hook(server.store, changed))
    view = _hook_view(changed)
    view.trouble = (await troubles.of(server.store, code)).get(HOOK)
    return view


MENTIONS = {
    "discord": (re.compile(r"[0-9]{15,21}"), "the number of a Discord user"),
    "slack": (re.compile(r"[UW][A-Z0-9]{5,20}"), "the id of a Slack member, as U024BE7LH"),
    "matrix": (re.compile(r"@[a-z0-9._=/+-]{1,100}:[A-Za-z0-9.:-]{1,150}"), "a Matrix id, as @anna:example.org"),
}
"""How each chat service names a person whom a message mentions."""


def _check_hook(data: wire.SetHook, kind: str, seats: int) -> None:
    if not timekeeping.known_zone(data.zone):
        raise Denied("bad_request", field="zone", reason="expected the name of a time zone, as Europe/Berlin")
    pattern, expected = MENTIONS[kind]
    for seat, who in data.mentions.items():
        if int(seat) >= seats:
            raise Denied("no_such_seat", seat=int(seat))
        if pattern.fullmatch(who) is None:
            raise Denied("bad_request", field="mentions", reason=f"expected {expected}")


def _hook_view(hook: Hook | None) -> wire.HookView:
    if hook is None:
        return wire.HookView(None, None)
    off = list(events.switched_off(hook.off))
    return wire.HookView(hook.kind, urlsplit(hook.url).hostname, off, hook.mentions)
