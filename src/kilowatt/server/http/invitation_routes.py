"""The REST API about the invitation to a closed server."""

from __future__ import annotations

from litestar.params import JSONBody

from kilowatt import protocol as wire
from kilowatt.server.http.requests import Asked, get_route, limited, post_route, server_of, who_of
from kilowatt.server.tables.actions.retrying import shielded


@get_route("/api/invitation")
async def show_admission(request: Asked) -> wire.AdmissionView:
    """Return whether this server is closed, and whether this device is invited."""
    admission = server_of(request).admission
    return wire.AdmissionView(admission.closed, await admission.admits(who_of(request).own))


@post_route("/api/invitation", status_code=200)
async def show_invitation_word(request: Asked, data: JSONBody[wire.ShowInvitation]) -> wire.AdmissionView:
    """Show the host's invitation: this device may come in from now on."""
    server = limited(request, "guess")
    if server.admission.closed:
        await shielded(server.admission.admit(who_of(request).own, data.invitation))
    return wire.AdmissionView(server.admission.closed, True)  # noqa: FBT003 - a Struct of the wire
