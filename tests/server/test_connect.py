"""`kilowatt connect`: a user's bot plays at a real server, also one that crashes, hangs, cheats or is cut off."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from kilowatt import protocol as wire
from kilowatt.arena.solo import BotFailed, SoloBot
from kilowatt.client import Client
from kilowatt.client import bot_seat as bot_seats
from kilowatt.client.bot_seat import BotSeat, Question, SeatLost
from kilowatt.editions.compose import compose
from kilowatt.engine.actions import Action
from kilowatt.engine.game import legal_actions
from kilowatt.engine.snapshot import restore
from kilowatt.protocol import CreateTable, MakeBotToken, SeatPlan
from tests.server.kit import Running, run, serving, sqlite

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "writing-a-bot.md"
MOVES = 3
"""Decisions after which a game of a page's example is left."""
BOT = """
import os, time
import kilowatt
from kilowatt.bots import Advice, Reason, make_bot
from kilowatt.engine.actions import Pass, Bid

class Bot:
    def __init__(self):
        self.friend = make_bot("simple", 0)
        self.asked = 0

    def advise(self, state, seat, budget):
        self.asked += 1
        {act}
        return self.friend.advise(state, seat, budget)
"""


class Enough(Exception):
    """The example has shown that it plays."""


async def waiting_table(ann: Client, ruleset: str = "card-game") -> tuple[str, str]:
    """Make a table where one seat is open beside a quick bot; return its code and a token."""
    made = await ann.create(CreateTable(ruleset, [SeatPlan("open"), SeatPlan("bot", "simple")]))
    token = await ann.make_bot_token(MakeBotToken("Robo", table=made.table.code))
    return made.table.code, token.token


def entrant(tmp_path: Path, act: str) -> str:
    """Write a bot that does something before it decides."""
    path = tmp_path / "user_bot.py"
    path.write_text(BOT.format(act=act), encoding="utf-8")
    return f"{path}:Bot"


class Played:
    """A seat that a bot in its own process plays, and what was reported of it."""

    def __init__(self, client: Client, code: str, token: str, name: str) -> None:
        self.said: list[str] = []
        self.solo = SoloBot(name)
        self.seat = BotSeat(client, code, token, self.decide, failed=BotFailed, report=self.said.append)

    async def decide(self, asked: Question) -> Action:
        """Ask the bot beside the loop."""
        return await asyncio.to_thread(self.solo.decide, asked.rules, asked.snapshot, asked.seat, asked.limit)

    async def play(self) -> wire.TableView:
        """Play to the end."""
        try:
            return await self.seat.play()
        finally:
            self.solo.stop()


def by_whom(record: str, seat: int) -> set[str]:
    """Return by whom the actions of a seat were played."""
    return {found[1] for found in re.finditer(rf'"seat":{seat}[^}}]*}}.*?"by":"([^"]+)"', record)}


def test_a_bot_plays_a_whole_game(tmp_path: Path) -> None:
    """A bot of a file plays to the end; all its moves are its own, and everybody saw a bot."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as client:
            code, token = await waiting_table(ann)
            played = Played(client, code, token, f"{ROOT / 'examples' / 'my_bot.py'}:MyBot")
            table = await played.play()
            assert table.result is not None
            assert played.said == []
            seat = (await ann.table(code)).seats[0]
            assert (seat.kind, seat.outside, seat.name) == ("bot", True, "Robo")
            assert by_whom(await ann.record(code), 0) == {"player"}

    run(work())


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("if self.asked == 2: raise RuntimeError('oops')", "no move: RuntimeError: oops"),
        pytest.param(
            "if not os.path.exists(__file__ + '.died'): open(__file__ + '.died', 'w').close(); os._exit(7)",
            "exit code 7",
            marks=pytest.mark.thorough,
        ),
        ("if self.asked == 2: return Advice(Bid(seat, 9999), Reason('outside'))", "illegal move: "),
        ("if self.asked == 2: return Advice('nonsense', Reason('outside'))", "no move: "),
        pytest.param(
            "if not os.path.exists(__file__ + '.hung'): open(__file__ + '.hung', 'w').close(); time.sleep(60)",
            "no move within",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_a_bot_that_fails_once_plays_on(tmp_path: Path, act: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a bot crashes, ends its process, cheats, answers nonsense or hangs, one other move is played for it."""
    monkeypatch.setattr(bot_seats, "LIMIT_SHARE", 0.1)

    async def work() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as client,
        ):
            code, token = await waiting_table(ann)
            played = Played(client, code, token, entrant(tmp_path, act))
            table = await played.play()
            assert table.result is not None
            assert len(played.said) == 2, played.said
            assert said in played.said[0]
            assert played.said[1] == "simple moves in its place"

    run(work())


@pytest.mark.thorough
def test_a_bot_that_always_fails_gets_up(tmp_path: Path) -> None:
    """After three failures in a row the seat goes to a bot of the server, and the command ends with the reason."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as client:
            code, token = await waiting_table(ann)
            with pytest.raises(SeatLost, match="failed 3 decisions in a row"):
                await Played(client, code, token, entrant(tmp_path, "raise ValueError('never')")).play()
            assert (await ann.table(code)).seats[0].vacant

    run(work())


@pytest.mark.thorough
def test_a_hanging_program_costs_the_others_only_its_time(tmp_path: Path) -> None:
    """A client that holds the seat and never moves is stood in for after the server's limit, again and again."""

    async def work() -> None:
        async with (
            serving(sqlite(tmp_path), bot_seconds=0.2) as server,
            Client(server.url) as ann,
            Client(server.url) as client,
        ):
            code, token = await waiting_table(ann)
            await client.connect_bot(code, token)
            async with client.sit(code) as seat:
                await seat.until(lambda: seat.over, 60)
            assert by_whom(await ann.record(code), 0) == {"clock"}

    run(work())


@pytest.mark.thorough
def test_a_bot_that_is_cut_off_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lost connection costs no move: the bot connects again and plays on in its seat."""
    monkeypatch.setattr(bot_seats, "PAUSES", (0.05,))

    async def cut(server: Running, code: str) -> int:
        cuts = 0
        while cuts < 4:
            await asyncio.sleep(0.15)
            room = server.server.registry.rooms.get(code)
            for viewer in list(room.viewers) if room is not None else []:
                viewer.close(1001)
                cuts += 1
        return cuts

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as client:
            code, token = await waiting_table(ann, "recharged/germany")
            played = Played(client, code, token, "simple")
            cutting = asyncio.create_task(cut(server, code))
            table = await played.play()
            assert await cutting == 4
            assert table.result is not None
            assert "connected again" in played.said
            assert by_whom(await ann.record(code), 0) <= {"player"}

    run(work())


def test_a_revoked_bot_ends(tmp_path: Path) -> None:
    """The program learns that its token has ended, and does not try again."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as client:
            made = await ann.create(CreateTable("card-game", [SeatPlan("open"), SeatPlan("person", name="Ann")]))
            code = made.table.code
            token = await ann.make_bot_token(MakeBotToken("Robo", table=code))
            playing = asyncio.create_task(Played(client, code, token.token, "simple").play())
            async with ann.sit(code) as watcher:
                await watcher.until(lambda: watcher.table is not None and watcher.table.seats[0].present)
                await ann.revoke_bot_token(token.made.id)
                with pytest.raises(SeatLost, match="its token ended"):
                    await playing
            with pytest.raises(SeatLost, match="not valid"):
                await Played(client, code, token.token, "simple").play()

    run(work())


async def command(line: str, **environment: str) -> tuple[int, str]:
    """Run a line of the documents; return its exit code and what it printed."""
    words = shlex.split(line)
    assert words[0] == "kilowatt"
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "kilowatt",
        *words[1:],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    out, _ = await started.communicate()
    return started.returncode or 0, out.decode()


def documented(start: str) -> str:
    """Return the line of the page's section that starts so."""
    section = PAGE.read_text(encoding="utf-8").partition("## On a server")[2]
    return next(line for line in section.splitlines() if line.startswith(start))


def test_the_documented_command_plays(tmp_path: Path) -> None:
    """The page's commands put the example bot at a table of a real server, where it plays to the end."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code, token = await waiting_table(ann)
            assert documented("export ").startswith("export KILOWATT_BOT_TOKEN=kwb_")
            line = documented("kilowatt connect").replace("https://games.example.org", server.url)
            done, out = await command(line.replace("K7M2QXR9", code), KILOWATT_BOT_TOKEN=token)
            assert done == 0, out
            assert "Robo (this bot)" in out
            assert (await ann.table(code)).result is not None

    run(work())


def first_action(position: wire.SeatState) -> Action:
    """Choose the first legal action of a position."""
    assert position.options is not None
    rules = compose(position.ruleset, position.seats, position.options, position.revision)
    return legal_actions(restore(rules, position.state))[0]


def test_the_client_of_the_package_page_plays(tmp_path: Path) -> None:
    """The lines of `docs/reference/packages/client.md` make a table against bots and move there, turn after turn."""
    page = ROOT / "docs" / "reference" / "packages" / "client.md"
    names: dict[str, Any] = {}
    exec(compile(page.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0], "", "exec"), names)
    seen: list[int] = []

    def choose(position: wire.SeatState) -> Action:
        seen.append(position.seq)
        if len(seen) == MOVES:
            raise Enough
        return first_action(position)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server:
            with pytest.raises(Enough):
                await names["play"](server.url, choose)

    run(work())
    assert seen == sorted(set(seen))


def test_the_documented_client_moves(tmp_path: Path) -> None:
    """The page's lines of Python take a seat, ask for the state and move."""
    section = PAGE.read_text(encoding="utf-8").partition("## On a server")[2].partition("\n## ")[0]
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", section, re.DOTALL):
        exec(compile(block, PAGE.name, "exec"), names)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code, token = await waiting_table(ann)
            await names["one_move"](server.url, code, token, first_action)
            assert "player" in by_whom(await ann.record(code), 0)

    run(work())


@pytest.mark.thorough
def test_mistakes_are_one_line(tmp_path: Path) -> None:
    """A wrong address, a missing token, a class that is not there and a refused token are reported, not raised."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            code, _ = await waiting_table(ann)
            for arguments, exit_code, text in (
                (f"localhost {code} --bot simple --token x", 2, "url: expected http://HOST"),
                (f"{server.url} {code} --bot simple", 2, "token: expected a bot token"),
                (f"{server.url} {code} --bot nowhere.module:Bot --token x", 2, "there is no file nowhere.module"),
                (f"{server.url} {code} --bot simple --token x", 1, "This bot token is not valid at this table"),
            ):
                done, out = await command(f"kilowatt connect {arguments}", KILOWATT_BOT_TOKEN="")
                assert (done, out.count("\n")) == (exit_code, 1), out
                assert text in out

    run(work())
