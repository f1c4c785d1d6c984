"""A move as a viewer asks for it, with the key by which its repetition is recognised."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kilowatt.server.tables.viewers import Viewer


class Asked(NamedTuple):
    """A move that somebody asks for."""

    viewer: Viewer
    key: str
    full: str
    """An idempotency key that no other device can use, whatever characters a client puts into its own."""
    digest: str
    """What is stored of the request, to distinguish its repetition from another use of its key."""


def ask(viewer: Viewer, key: str, request: bytes) -> Asked:
    """Return a request with its key and its digest."""
    own = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
    return Asked(viewer, key, f"{viewer.device[:32]}/{own[:32]}", hashlib.sha256(request).hexdigest())
