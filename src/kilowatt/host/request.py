"""A move as a viewer asks for it, with the key by which its repetition is recognised."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kilowatt.host.viewers import Viewer


class Asked(NamedTuple):
    """A move that somebody asks for."""

    viewer: Viewer
    key: str
    full: str
    """The key as it is stored."""
    digest: str
    """What is stored of the request, to distinguish its repetition from another use of its key."""


def ask(viewer: Viewer, key: str, request: bytes) -> Asked:
    """Return a request with its key and its digest."""
    return Asked(viewer, key, full_key(viewer.device, key), hashlib.sha256(request).hexdigest())


def full_key(device: str, key: str) -> str:
    """Return an idempotency key that no other device can use, whatever characters a client puts into its own."""
    return f"{device[:32]}/{hashlib.sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
