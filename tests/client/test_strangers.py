"""The client against what is no Kilowatt server: it says what is wrong and waits for nothing."""

import asyncio

import pytest
from websockets.asyncio.server import ServerConnection, serve

from kilowatt.client import Client, Gone, ServerSaidNo
from tests.server.kit import free_port, run
from tests.server.listening import listening


def test_a_proxys_own_page_is_a_refusal() -> None:
    """A proxy that answers for a server that is away gives the status and a code, not an error of the decoder."""

    async def check() -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 8\r\nconnection: close\r\n\r\n<h1>no!\n")
            await writer.drain()

        async with listening(answer) as port, Client(f"http://127.0.0.1:{port}") as client:
            with pytest.raises(ServerSaidNo) as caught:
                await client.rulesets()
            assert (caught.value.code, caught.value.status) == ("no_server", 502)

    run(check())


def test_nobody_at_home_is_gone() -> None:
    """Where nothing listens both ways of asking say that the connection is gone."""

    async def check() -> None:
        async with Client(f"http://127.0.0.1:{free_port()}") as client:
            with pytest.raises(Gone):
                await client.rulesets()
            with pytest.raises(Gone):
                await client.sit("AAAAAAAA").__aenter__()

    run(check())


def test_a_message_that_cannot_be_read_ends_the_connection() -> None:
    """A caller that waits for an answer gets an error at once when none will come."""

    async def check() -> None:
        async def odd(socket: ServerConnection) -> None:
            await socket.recv()
            await socket.send('{"type":"riddle"}')
            await socket.wait_closed()

        port = free_port()
        async with serve(odd, "127.0.0.1", port), Client(f"http://127.0.0.1:{port}") as client:
            seat = client.sit("AAAAAAAA")
            with pytest.raises(Gone) as caught:
                await seat.__aenter__()
            assert caught.value.code == 1007
            await seat.__aexit__(None, None, None)

    run(check())
