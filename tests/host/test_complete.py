"""What a device answers by itself and what needs a server, both named: nothing new is forgotten in one of them."""

from __future__ import annotations

from typing import get_args

import pytest

from kilowatt import protocol as wire
from kilowatt.host.local.messages import HANDLED
from kilowatt.host.local.routes import ROUTES
from kilowatt.server.http.route_table import ROUTE_TABLE
from tests.host.kit import Device

NEEDS_A_SERVER = {
    "the server itself": (
        *("GET /", "GET /{path}", "GET /t/{code}", "GET /boards", "GET /boards/{board}", "GET /player/{name}"),
        *("GET /offline", "GET /offline/{path}"),
        *("GET /healthz", "GET /readyz", "GET /metrics", "GET /embed/{code}", "GET /picture/{name}"),
        *("GET /picture/board/{name}", "GET /api/retention", "GET /api/invitation", "POST /api/invitation"),
        *("GET /api/schema/openapi.json", "GET /api/tables/{code}/qr"),
    ),
    "other people at the table": tuple(
        f"POST /api/tables/{{code}}/{what}"
        for what in ("join", "bot", "change", "pause", "back", "seats/{seat}", "moderate", "report")
    ),
    "messages to other programs": tuple(
        f"{what} /api/tables/{{code}}/hook{rest}" for what, rest in (("GET", ""), ("POST", ""), ("POST", "/test"))
    ),
    "boards that are shown to others": (
        "POST /api/boards",
        "GET /api/boards/{board}",
        *(f"POST /api/boards/{{board}}/{what}" for what in ("delete", "report", "list")),
    ),
}
ALL_OF = ("players", "ratings", "profile", "days-off", "groups", "bots", "tournaments", "notifications")
"""Parts of the API that are about people: no route of them is answered by a device."""
MESSAGES_OF_PEOPLE = {wire.Chat, wire.Hide}


def part_of(route: str) -> str:
    """Return the part of the API that a route belongs to."""
    return route.partition(" /api/")[2].partition("/")[0]


def test_every_route_is_answered_by_a_device_or_named_as_one_that_needs_a_server() -> None:
    """A route that is new on the server is given to the device too, or a reason stands here."""
    named = {route for routes in NEEDS_A_SERVER.values() for route in routes}
    named |= {route for route in ROUTE_TABLE if part_of(route) in ALL_OF}
    assert set(ROUTE_TABLE) - set(ROUTES) == named
    assert set(ROUTES) <= set(ROUTE_TABLE)


def test_every_message_is_answered_by_a_device_or_is_for_other_people() -> None:
    """A message that is new on the server is handled by the device too, or is named here."""
    assert set(get_args(wire.ClientMessage)) - set(HANDLED) == MESSAGES_OF_PEOPLE
    assert set(HANDLED) <= set(get_args(wire.ClientMessage))


@pytest.mark.parametrize("route", sorted(set(ROUTE_TABLE) - set(ROUTES)))
def test_what_needs_a_server_is_answered_so(route: str) -> None:
    """The device says of every such route that it needs a server, whatever the body."""
    method, _, path = route.partition(" ")
    assert Device().ask(method, path.replace("{", "").replace("}", ""), {}, status=501)["code"] == "needs_server"
