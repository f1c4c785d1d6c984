"""Reading and writing messages of the socket.

A message that is no message is answered by name of what is wrong with it; nothing here knows about tables.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kilowatt.engine.faults import fault_of, full_path
from kilowatt.protocol import ClientMessage, Refused, ServerMessage

MESSAGE_BYTES = 16_384
"""The longest message a client may send over a socket."""

_read = msgspec.json.Decoder(ClientMessage)
_write = msgspec.json.Encoder()
_NAME_LONGEST = 64


class BadMessage(ValueError):
    """Bytes that are no message of a client; `refused` is the answer to send."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.text)
        self.refused = refused


def read(raw: str | bytes) -> ClientMessage:
    """Read what a client sent; `BadMessage` carries the answer to nonsense."""
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode("utf-8", "surrogatepass"))
    if size > MESSAGE_BYTES:
        raise BadMessage(
            Refused(
                "message_too_long",
                f"This message is too long. The limit is {MESSAGE_BYTES} bytes.",
                args={"most": MESSAGE_BYTES},
            )
        )
    try:
        message: ClientMessage = _read.decode(raw)
        return message  # noqa: TRY300 - an else after three excepts would be far away
    except msgspec.ValidationError as error:
        path, reason = fault_of(error)
        path = full_path(path, reason)
        text = f"Invalid message: {path}: {reason}." if path else f"Invalid message: {reason}."
        raise BadMessage(
            Refused("bad_message", text, args={"field": path, "reason": reason}, key=_key_of(raw))
        ) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise BadMessage(
            Refused("bad_message", "This is not JSON.", args={"field": "", "reason": "not JSON"})
        ) from None


def _key_of(raw: str | bytes) -> str | None:
    """Find the key or id of a message that is otherwise wrong, so that its sender knows which one it was."""
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    if isinstance(plain, dict):
        for name in ("key", "id"):
            value = plain.get(name)
            if isinstance(value, str) and len(value) <= _NAME_LONGEST:
                return value
    return None


def write(message: ServerMessage | dict[str, Any]) -> bytes:
    """Write a message of the server."""
    return _write.encode(message)
