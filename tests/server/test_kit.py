"""What the tests themselves rest on: a test that leaves a connection open is the one that fails."""

import asyncio

import pytest

from tests.server.kit import free_port, run, until
from tests.server.listening import listening


async def silent(_: asyncio.StreamReader, __: asyncio.StreamWriter) -> None:
    """Take a connection and wait forever."""
    await asyncio.Event().wait()


def test_a_handler_that_waits_is_closed() -> None:
    """Where the block ends, a connection whose handler still waits is closed, and nothing is left open."""

    async def check() -> None:
        async with listening(silent) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await reader.read() == b""
        writer.close()

    run(check())


def test_a_connection_left_open_is_noticed() -> None:
    """A test that ends with an open connection fails, whichever end it has left."""
    held: list[asyncio.StreamWriter] = []

    async def client() -> None:
        async with listening(silent) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            held.append(writer)

    async def server() -> None:
        async def keep(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            held.append(writer)
            await asyncio.Event().wait()

        port = free_port()
        async with await asyncio.start_server(keep, "127.0.0.1", port):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda: bool(held))
            writer.close()

    for left in (client, server):
        with pytest.raises(AssertionError, match="connections left open"):
            run(left())
        held.clear()
