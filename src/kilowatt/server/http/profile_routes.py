"""The REST API about profiles: the profile of the person whose cookie the device sends."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from litestar import Response
from litestar.params import JSONBody

from kilowatt import protocol as wire
from kilowatt.host.errors import Denied
from kilowatt.host.timekeeping import iso
from kilowatt.server import identity
from kilowatt.server.http.hosts import host_name
from kilowatt.server.http.requests import Asked, get_route, limited, post_route, server_of, who_of
from kilowatt.server.http.share_routes import base_of
from kilowatt.server.profiles.signing import CODE_SECONDS, mark
from kilowatt.server.tables.actions.retrying import shielded


async def _view(request: Asked) -> wire.ProfileView:
    server, who = server_of(request), who_of(request)
    main = server.known.main(who.own)
    person = await server.profiles.of(main)
    profile, until = person.profile, await server.signing.undo_until(who.own)
    devices = [
        wire.DeviceRow(row["label"], iso(row["at"]), row["device"] == who.own, mark(row["device"]))
        for row in person.devices
    ]
    if profile is not None and profile.first:
        devices.insert(0, wire.DeviceRow("", iso(profile.made), main == who.own, mark(main)))
    return wire.ProfileView(
        profile.name if profile is not None else None,
        devices,
        [wire.DeviceRow(row["label"], iso(row["at"]), id=mark(row["id"])) for row in person.passkeys],
        person.recovery_left,
        main != who.own,
        bool(server.settings.invitation) and not server.settings.closed,
        profile is not None and profile.rated,
        profile is not None and profile.public,
        iso(until) if until is not None else None,
    )


def _host(request: Asked) -> str:
    return host_name(base_of(request).partition("://")[2])


@get_route("/api/profile")
async def show_profile(request: Asked) -> wire.ProfileView:
    """Return this person's profile."""
    return await _view(request)


@post_route("/api/profile", status_code=200)
async def reserve(request: Asked, data: JSONBody[wire.Reserve]) -> wire.Reserved:
    """Reserve a name on this server, or change it."""
    server, who = limited(request, "profile"), who_of(request)
    wanted = "" if server.settings.closed else server.settings.invitation
    limited(request, "name")
    if wanted and (await _view(request)).name is None and not secrets.compare_digest(data.invitation or "", wanted):
        raise Denied("no_invitation")
    codes = await shielded(server.profiles.reserve(who.device, data.name))
    return wire.Reserved(await _view(request), codes)


@post_route("/api/profile/switches", status_code=200)
async def set_profile(request: Asked, data: JSONBody[wire.SetProfile]) -> wire.ProfileView:
    """Agree to be rated, have a public page, or take either back."""
    server, who = limited(request, "profile"), who_of(request)
    await shielded(server.profiles.change(who.device, rated=data.rated, public=data.public))
    return await _view(request)


@post_route("/api/profile/code", status_code=200)
async def show_code(request: Asked) -> wire.SignInCode:
    """Make a code that signs one other device in."""
    server = limited(request, "profile")
    return wire.SignInCode(await shielded(server.signing.new_code(who_of(request).device)), int(CODE_SECONDS))


@post_route("/api/profile/enter", status_code=200)
async def enter(request: Asked, data: JSONBody[wire.EnterByCode]) -> wire.ProfileView:
    """Sign this device in by a code, to the profile that is named; without its name the answer asks for it."""
    server = limited(request, "guess")
    await shielded(server.signing.enter(who_of(request).own, data.code, data.label, data.profile))
    return await _view(request)


@post_route("/api/profile/undo", status_code=200)
async def undo(request: Asked) -> wire.ProfileView:
    """Undo this device's sign-in, for a day: it gets back what it brought along."""
    server, who = limited(request, "profile"), who_of(request)
    await shielded(server.signing.undo(who.own))
    return await _view(request)


@post_route("/api/profile/end", status_code=200)
async def end_device(request: Asked, data: JSONBody[wire.OfDevice]) -> wire.ProfileView:
    """Sign a device of this person out, or forget a passkey."""
    server, who = limited(request, "profile"), who_of(request)
    await shielded(server.signing.end(who.device, data.id))
    return await _view(request)


@post_route("/api/profile/leave", status_code=200)
async def leave(request: Asked) -> wire.ProfileView:
    """Sign this device out: it becomes a new one, without seats."""
    server, who = limited(request, "profile"), who_of(request)
    await shielded(server.signing.leave(who.own))
    _renew(request)
    return await _view(request)


def _renew(request: Asked) -> None:
    """Send the browser a new token with this answer."""
    who = who_of(request)
    who.token = identity.new_token()
    who.own = who.device = identity.token_hash(who.token)


@post_route("/api/profile/passkey/begin", status_code=200)
async def begin_passkey(request: Asked) -> dict[str, Any]:
    """Return what the browser needs to make a passkey."""
    server, who = limited(request, "profile"), who_of(request)
    written = await server.passkeys.begin_register(who.own, who.device, _host(request))
    options: dict[str, Any] = msgspec.json.decode(written)
    return options


@post_route("/api/profile/passkey", status_code=200)
async def keep_passkey(request: Asked, data: JSONBody[wire.PasskeyAnswer]) -> wire.ProfileView:
    """Keep a passkey."""
    server, who = limited(request, "profile"), who_of(request)
    made = server.passkeys.register(who.own, who.device, _host(request), base_of(request), data.credential, data.label)
    await shielded(made)
    return await _view(request)


@post_route("/api/profile/enter/begin", status_code=200)
async def begin_enter(request: Asked) -> dict[str, Any]:
    """Return what the browser needs to show a passkey."""
    server = limited(request, "profile")
    options: dict[str, Any] = msgspec.json.decode(server.passkeys.begin_enter(who_of(request).own, _host(request)))
    return options


@post_route("/api/profile/enter/passkey", status_code=200)
async def enter_by_passkey(request: Asked, data: JSONBody[wire.PasskeyAnswer]) -> wire.ProfileView:
    """Sign this device in by a passkey."""
    server = limited(request, "guess")
    own = who_of(request).own
    await shielded(server.passkeys.enter(own, _host(request), base_of(request), data.credential, data.label))
    return await _view(request)


@get_route("/api/profile/export", include_in_schema=False)
async def export(request: Asked) -> Response[dict[str, Any]]:
    """Return everything that is stored about this person."""
    server = limited(request, "profile")
    data = await server.profiles.export(who_of(request).device)
    headers = {"content-disposition": 'attachment; filename="kilowatt-profile.json"'}
    return Response(data, headers=headers, media_type="application/json")


@post_route("/api/profile/delete", status_code=200)
async def delete(request: Asked) -> wire.Deleted:
    """Delete everything that is stored about this person."""
    server, who = limited(request, "profile"), who_of(request)
    await shielded(server.signing.give_back_others(who.device, who.own))
    seats = await shielded(server.profiles.delete(who.device))
    _renew(request)
    return wire.Deleted(seats)
