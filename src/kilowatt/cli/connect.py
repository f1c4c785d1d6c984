"""`kilowatt connect`: your own bot at a server's table."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kilowatt.editions.options import BadOption

if TYPE_CHECKING:
    from kilowatt.arena.solo import SoloBot
    from kilowatt.client.bot_seat import Question
    from kilowatt.engine.actions import Action
    from kilowatt.protocol import TableView

LEAVE_SECONDS = 5.0
"""How long the server may take to note that an interrupted bot gets up."""


def connect(
    url: Annotated[str, typer.Argument(help="Address of the server, as in https://games.example.org")],
    code: Annotated[str, typer.Argument(help="Code of the table")],
    bot: Annotated[str, typer.Option(help="module:Class, file.py:Class, exec:COMMAND, or the name of a built-in bot")],
    token: Annotated[
        str,
        typer.Option(
            envvar="KILOWATT_BOT_TOKEN", help="Bot token that the table's owner or a member of its group has made"
        ),
    ] = "",
    name: Annotated[str | None, typer.Option(help="Name at the table, instead of the token's")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the bot")] = 0,
    seconds: Annotated[
        float | None, typer.Option(min=0.001, help="Time per round for bots that search, in seconds")
    ] = None,
    patience: Annotated[
        float, typer.Option(min=0, help="Seconds without a connection after which the bot gives up")
    ] = 600.0,
) -> None:
    """Play a seat of a server's table with your own bot, until the game is over."""
    if not url.startswith(("http://", "https://")):
        raise BadOption("url", f"expected http://HOST or https://HOST, not {url!r}")
    if not token:
        raise BadOption("token", "expected a bot token, as --token or in the variable KILOWATT_BOT_TOKEN")
    from kilowatt.arena.entrants import BadEntrant, check_entrants
    from kilowatt.arena.solo import SoloBot

    try:
        check_entrants([bot])
    except BadEntrant as error:
        raise BadOption("bot", str(error)) from None
    solo = SoloBot(bot, seed, seconds)
    try:
        asyncio.run(_play(url, code, token, solo, name, patience))
    finally:
        solo.stop()


def say(line: str) -> None:
    """Print what happens, at once: others may read it while the game goes on."""
    print(line, file=sys.stderr, flush=True)


async def _play(url: str, code: str, token: str, solo: SoloBot, name: str | None, patience: float) -> None:
    from kilowatt.arena.solo import BotFailed
    from kilowatt.client import Client, Gone, ServerSaidNo
    from kilowatt.client.bot_seat import BotSeat, SeatLost

    async def decide(asked: Question) -> Action:
        return await asyncio.to_thread(solo.decide, asked.rules, asked.snapshot, asked.seat, asked.limit)

    async with Client(url) as client:
        try:
            player = BotSeat(client, code, token, decide, failed=BotFailed, name=name, report=say, patience=patience)
            table = await player.play()
        except (SeatLost, ServerSaidNo, Gone) as error:
            say(f"kilowatt: {getattr(error, 'text', None) or error}")
            raise typer.Exit(1) from None
        except asyncio.CancelledError:
            # interrupted: the others need not wait for the bot's time to be up
            await _leave(client, code)
            raise
    _show(table)


async def _leave(client: object, code: str) -> None:
    from kilowatt.client import Client, Gone, ServerSaidNo

    assert isinstance(client, Client)  # noqa: S101 - made above
    try:
        async with asyncio.timeout(LEAVE_SECONDS):
            await client.leave(code)
    except (Gone, ServerSaidNo, TimeoutError):
        return


def _show(table: TableView) -> None:
    """Print how the game ended."""
    if table.result is None:
        print(f"The game ended early ({table.end}).")
        return
    for place, group in enumerate(table.result.ranking, start=1):
        for seat in group:
            mine = " (this bot)" if seat in table.yours else ""
            print(f"{place}. {table.seats[seat].name}{mine}")
