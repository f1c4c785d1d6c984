"""Frames of a socket as RFC 6455 has them: the head of what is sent, and the text of what comes in one piece.

Nearly all that a client sends is one short text frame per packet. It is read here in one step; everything else is left
to the library's parser, which reads byte by byte whatever may come.
"""

from __future__ import annotations

from websockets.utils import apply_mask

TEXT = 0x81
"""The first byte of a text frame that is a message of its own."""
MASKED = 0x80
LONG, LONGEST = 126, 127
"""Sizes that say that the real one follows, in two bytes or in eight."""


def head_of(size: int) -> bytes:
    """Return the head of a text frame of the server."""
    if size < LONG:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, LONG)) + size.to_bytes(2, "big")
    return bytes((TEXT, LONGEST)) + size.to_bytes(8, "big")


def payload_start(data: bytes) -> int:
    """Return where the payload begins if the bytes are exactly one frame of a client, of less than 64 kB; else 0."""
    if len(data) < 6 or data[1] < MASKED:  # noqa: PLR2004 - two bytes and the mask
        return 0
    start, size = 6, data[1] - MASKED
    if size == LONG:
        start, size = 8, int.from_bytes(data[2:4], "big")
    return start if size != LONGEST and len(data) == start + size else 0


def text_of(data: bytes, start: int) -> str | None:
    """Return the text of a frame whose payload begins at `start`; None if it is no text frame."""
    if data[0] != TEXT:
        return None
    try:
        return apply_mask(data[start:], data[start - 4 : start]).decode()
    except UnicodeDecodeError:
        return None
