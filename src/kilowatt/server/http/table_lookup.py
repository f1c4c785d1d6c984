"""Finding a table by its code, for requests and sockets alike. Wrong codes are counted per address.

An address that has guessed too often learns nothing more: right and wrong codes get the same answer, except for devices
that belong to the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import codes
from kilowatt.host.errors import Denied, as_asked

if TYPE_CHECKING:
    from kilowatt.server.http.gate import Who
    from kilowatt.server.limits import Limits
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room


async def find_table(registry: Registry, limits: Limits, who: Who, asked: str) -> Room:
    """Return the table with this code; `Denied` if there is none, or if its address has guessed too often."""
    code = codes.clean_code(asked)
    if not limits.has("guess", who.address) and not await registry.store.belongs(code, who.device):
        raise Denied("too_many")
    try:
        return await registry.open(code)
    except Denied as error:
        if error.code == "no_table":
            limits.take("guess", who.address)
        raise as_asked(error, asked) from None
