"""What msgspec says about data of the wrong shape, taken apart: the only place that knows the form of its messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import msgspec

_AT: Final = re.compile(r"^(?P<reason>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_NAMED: Final = re.compile(r"(?:missing required field|contains unknown field) `([^`]+)`")


def named_field(reason: str) -> str:
    """Return the field that a reason names as missing or unknown, "" for other reasons: the path stops before it."""
    name = _NAMED.search(reason)
    return name[1] if name else ""


def full_path(path: str, reason: str) -> str:
    """Return the path of the field that a reason is about, its own name included."""
    return ".".join([part for part in (path, named_field(reason)) if part])


def fault_of(error: msgspec.ValidationError) -> tuple[str, str]:
    """Return the path inside the data, "" for the whole of it, and the reason."""
    parts = _AT.match(str(error))
    if parts is None:
        return "", str(error)
    return parts["path"] or "", parts["reason"]
