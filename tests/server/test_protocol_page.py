"""The page about the protocol: every message of the socket with its fields, as the server takes and sends them."""

import re
from pathlib import Path
from typing import get_args

import pytest

from kilowatt import protocol as wire
from kilowatt.client import TableSocket

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
SOCKET = PAGE.partition("## The socket")[2]
CLIENT = {kind.__struct_config__.tag: kind for kind in get_args(wire.ClientMessage)}
SERVER = {kind.__struct_config__.tag: kind for kind in get_args(wire.ServerMessage)}


def documented(text: str) -> dict[str, list[set[str]]]:
    """Return the fields that a page gives for each message, once for every place that lists them."""
    rows: dict[str, list[set[str]]] = {}
    for name, fields in re.findall(r"`(\w+)(?: \{([^`]*)\})?`", text):
        rows.setdefault(name, []).append(set(re.findall(r"(\w+)\??(?=[,}\s\\:]|$)", re.sub(r"\{.*?\}", "", fields))))
    return rows


@pytest.mark.parametrize("tag", sorted(CLIENT))
def test_every_message_of_a_client_is_documented(tag: str) -> None:
    """Some place of the page lists all fields that a message has, and none that it does not have."""
    fields = set(CLIENT[tag].__struct_fields__)
    assert any(
        listed >= fields - {"null"} and listed - {"null"} <= fields for listed in documented(SOCKET).get(tag, [])
    ), f"docs/reference/protocol.md: expected `{tag} {{{', '.join(sorted(fields))}}}`"


@pytest.mark.parametrize("tag", sorted(SERVER))
def test_every_message_of_the_server_is_documented(tag: str) -> None:
    """The page names every message that a client may receive."""
    assert tag in documented(SOCKET), f"docs/reference/protocol.md does not name {tag}"


def test_the_client_sends_every_message() -> None:
    """The Python client has a method for every message; hello is sent when it connects."""
    methods = {"entries": "earlier", "sheet": "ask_sheet"}
    missing = [tag for tag in CLIENT if tag != "hello" and not hasattr(TableSocket, methods.get(tag, tag))]
    assert missing == []
