"""The Host header: what counts as a host at all, and the name in it."""

from __future__ import annotations

import re

NAME_LONGEST = 253
"""Characters of a host name (RFC 1035)."""
_HOST = re.compile(rf"(?:[A-Za-z0-9._-]{{1,{NAME_LONGEST}}}|\[[0-9A-Fa-f:.]{{2,45}}\])(?::[0-9]{{1,5}})?")


def is_host(host: str) -> bool:
    """Return whether this is a name or an address, with or without a port, as browsers send it."""
    return _HOST.fullmatch(host) is not None


def host_name(host: str) -> str:
    """Return the name in a Host header, without its port and in lower case."""
    name = host.strip().lower()
    bracket = name.rfind("]")
    return name[: bracket + 1] if bracket >= 0 else name.partition(":")[0]
