"""An address with a scope, as resolvers write it for IPv6, is used without the scope."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kilowatt.server.notifications import delivery


@pytest.mark.parametrize("written", ["2606:4700:4700::1111%eth0", "2606:4700:4700::1111%2", "2606:4700:4700::1111"])
def test_a_scope_is_no_part_of_the_address(written: str) -> None:
    """What follows the per cent sign names an interface of this machine, and no URL can hold it."""

    async def found(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", (written, 443, 0, 0))]

    async def check() -> None:
        asyncio.get_running_loop().getaddrinfo = found  # type: ignore[method-assign]
        assert await delivery.resolve("a.example.org", 443, private=False) == "2606:4700:4700::1111"

    asyncio.run(check())
