"""Bots from outside: seated by a token, seen as bots by everybody, limited in time, and gone with their token."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from kilowatt import protocol as wire
from kilowatt.client import Client, TableSocket
from kilowatt.editions.compose import compose
from kilowatt.engine.actions import AnyAction
from kilowatt.engine.game import legal_actions
from kilowatt.engine.knowledge import known_to
from kilowatt.engine.snapshot import restore, snapshot
from kilowatt.engine.state import State
from kilowatt.protocol import CreateTable, MakeBotToken, SeatPlan
from kilowatt.server.store import bot_tokens
from tests.server.kit import later, run, serving, sqlite, until
from tests.server.people import friday, reserve
from tests.server.seats import FIXED, refused

PLAN = [SeatPlan("open"), SeatPlan("person", name="Ann")]


async def table_of(ann: Client, **options: object) -> str:
    """Make a table of Ann's with an open seat that moves first."""
    return (await ann.create(CreateTable("recharged/germany", PLAN, {**FIXED, **options}))).table.code


async def token_for(ann: Client, code: str) -> wire.MadeBotToken:
    """Make a token for a table."""
    return await ann.make_bot_token(MakeBotToken("Robo", table=code))


async def connected(ann: Client, bot: Client, **options: object) -> tuple[str, wire.MadeBotToken]:
    """Seat a bot at a table of Ann's."""
    code = await table_of(ann, **options)
    made = await token_for(ann, code)
    await bot.connect_bot(code, made.token)
    return code, made


async def known(seat: TableSocket) -> State:
    """Return the state as a program makes it of what the server sends."""
    sent = await seat.state(rules=True)
    assert sent.options is not None
    return restore(compose(sent.ruleset, sent.seats, sent.options, sent.revision), sent.state)


def first(state: State) -> AnyAction:
    """Return some legal action."""
    return legal_actions(state)[0]  # type: ignore[return-value]


def test_a_token_is_shown_once_listed_and_revoked(tmp_path: Path) -> None:
    """Only its maker sees and revokes a token, and the database does not have its secret."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            code = await table_of(ann)
            made = await token_for(ann, code)
            assert made.token.startswith("kwb_")
            assert [(row.id, row.name, row.table) for row in await ann.bot_tokens()] == [(made.made.id, "Robo", code)]
            assert made.token not in str(await ann.bot_tokens())
            async with server.server.engine.connect() as connection:
                rows = (await connection.execute(text("select * from bot_tokens"))).all()
            assert made.token.removeprefix("kwb_") not in str(rows)
            assert await eve.bot_tokens() == []
            assert (await refused(eve.revoke_bot_token(made.made.id))).code == "no_bot_token"
            assert (await refused(token_for(eve, code))).code == "not_owner"
            await ann.revoke_bot_token(made.made.id)
            assert await ann.bot_tokens() == []
            assert (await refused(eve.connect_bot(code, made.token))).code == "bad_bot_token"

    run(work())


def test_a_token_is_for_one_table_or_one_group(tmp_path: Path) -> None:
    """A token is refused at other tables, after its time and if it names both or neither; there is a number of them."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bot:
            code, other = await table_of(ann), await table_of(ann)
            made = await ann.make_bot_token(MakeBotToken("Robo", table=code, days=1))
            assert (await refused(bot.connect_bot(other, made.token))).code == "bad_bot_token"
            assert (await refused(bot.connect_bot(code, "kwb_" + "x" * 43))).code == "bad_bot_token"
            for plan in (MakeBotToken("Robo"), MakeBotToken("Robo", table=code, group="ABC")):
                assert (await refused(ann.make_bot_token(plan))).code == "bad_request"
            assert (await refused(ann.make_bot_token(MakeBotToken("Robo", group="ABC")))).code == "no_group"
            later(86_401)
            assert (await refused(bot.connect_bot(code, made.token))).code == "bad_bot_token"
            while await ann.bot_tokens():  # noqa: ASYNC110 - nobody is told
                await asyncio.sleep(0.05)
            for _ in range(bot_tokens.TOKENS_MOST):
                await token_for(ann, code)
            assert (await refused(token_for(ann, code))).code == "too_many_bot_tokens"

    run(work())


def test_everybody_sees_the_bot(tmp_path: Path) -> None:
    """The seat is a bot's for all viewers, and rated tables take none."""

    async def work() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as bob,
            Client(server.url) as bot,
        ):
            code, _ = await connected(ann, bot)
            for viewer in (ann, bob, bot):
                seat = (await viewer.table(code)).seats[0]
                assert (seat.kind, seat.name, seat.level, seat.outside) == ("bot", "Robo", None, True)
            assert (await bot.table(code)).yours == [0]
            await reserve(ann, "Ann")
            await ann.request("POST", "/api/profile/switches", {"rated": True})
            plan = CreateTable("card-game", [SeatPlan("person"), SeatPlan("open")], rated=True)
            rated = (await ann.create(plan)).table.code
            made = await token_for(ann, rated)
            assert (await refused(bot.connect_bot(rated, made.token))).code == "rated_outside"

    run(work())


def test_a_bot_is_no_person(tmp_path: Path) -> None:
    """Its device ends no game, undoes nothing, gets no hints and no code, calls no stand-in, and owns no table."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bot:
            code, made = await connected(ann, bot)
            async with bot.sit(code) as seat:
                await seat.act(first(await known(seat)))
                for wish in (
                    bot.agree(code),
                    bot.resign(code),
                    seat.undo(),
                    bot.pause(code, wire.AskPause("ask")),
                    bot.take_back(code, wire.AskBack("ask")),
                    bot.change_seat(code, 0, wire.ChangeSeat("reissue")),
                    bot.change_seat(code, 0, wire.ChangeSeat("open")),
                ):
                    assert (await refused(wish)).code == "bot_seat"
                assert (await refused(seat.hint())).code in ("bot_seat", "hint_off_turn")
            assert (await refused(bot.change_seat(code, 1, wire.ChangeSeat("bot")))).code == "not_owner"
            assert (await refused(bot.rematch(code))).code == "no_seat"
            waiting = await ann.create(
                CreateTable("recharged/germany", [SeatPlan("open"), SeatPlan("open"), SeatPlan("person", name="Ann")])
            )
            second = await token_for(ann, waiting.table.code)
            await bot.connect_bot(waiting.table.code, second.token)
            await ann.leave(waiting.table.code)
            assert (await refused(bot.table(waiting.table.code))).code == "no_table"
            assert [row.id for row in await ann.bot_tokens()] == [made.made.id]

    run(work())


@pytest.mark.parametrize("money", ["hidden", "open"])
def test_the_state_is_what_the_seat_knows(tmp_path: Path, money: str) -> None:
    """Without a record to replay the bot gets the snapshot of what the rules say its seat knows, and no more."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bot:
            code, _ = await connected(ann, bot, money=money)
            room = server.server.registry.rooms[code]
            told_apart = False
            async with bot.sit(code) as seat, ann.sit(code) as other:
                for _ in range(60):
                    await until(lambda: seat.seq == other.seq)
                    live = room.game
                    assert live is not None
                    mine = await known(seat)
                    assert snapshot(mine) == snapshot(known_to(live.state, 0))
                    told_apart |= snapshot(mine) != snapshot(live.state)
                    assert (await seat.state()).options is None
                    if money == "hidden":
                        rival = mine.money[1]
                        assert rival in (mine.money[0], mine.bid)
                    acting = seat if live.actor == 0 else other
                    await acting.act(first(live.state))
                assert told_apart == (money == "hidden")
                assert (await refused(seat.state(1))).code == "not_your_seat"
                assert (await refused(other.state(0))).code == "not_your_seat"

    run(work())


def test_a_bot_that_does_not_answer_is_stood_in_for(tmp_path: Path) -> None:
    """After its time a bot of the server moves; the bot may come back by its next move or connection."""

    async def work() -> None:
        async with (
            serving(sqlite(tmp_path), bot_seconds=0.3) as server,
            Client(server.url) as ann,
            Client(server.url) as bot,
        ):
            code, _ = await connected(ann, bot)
            async with ann.sit(code) as watcher:
                async with bot.sit(code) as seat:
                    assert 0 < ((await seat.state()).seconds or 0) <= 0.3
                    await watcher.until(lambda: watcher.my_turn)
                    shown = (await ann.table(code)).seats[0]
                    assert (shown.vacant, shown.level, shown.outside) == (True, "normal", True)
                    await seat.back()
                    await seat.until(lambda: seat.table is not None and not seat.table.seats[0].vacant)
                async with bot.sit(code) as seat:
                    await watcher.act(first(await known(watcher)))
                    assert (await ann.table(code)).seats[0].kind == "bot"

    run(work())


def test_a_token_takes_its_own_seat_again(tmp_path: Path) -> None:
    """A program that lost its cookie has the seat again by the token; the device it had before has nothing."""

    async def work() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as ann,
            Client(server.url) as bot,
            Client(server.url) as again,
        ):
            code, made = await connected(ann, bot)
            async with bot.sit(code) as old:
                assert (await again.connect_bot(code, made.token)).table.yours == [0]
                await old.until(lambda: old.table is not None and old.table.yours == [])
                assert (await refused(old.state(0))).code == "not_your_seat"
            async with again.sit(code) as seat:
                await seat.act(first(await known(seat)))

    run(work())


@pytest.mark.thorough
def test_the_end_of_a_token_ends_its_play(tmp_path: Path) -> None:
    """Revoked or expired, the bot loses its seat to a bot of the server, and the game goes on."""

    async def work(end: str) -> None:
        async with serving(sqlite(tmp_path / end)) as server, Client(server.url) as ann, Client(server.url) as bot:
            code, made = await connected(ann, bot)
            async with bot.sit(code) as seat, ann.sit(code) as watcher:
                if end == "revoked":
                    await ann.revoke_bot_token(made.made.id)
                else:
                    later(31 * 86_400)
                await seat.until(lambda: seat.table is not None and seat.table.yours == [])
                await watcher.until(lambda: watcher.my_turn)
                shown = (await ann.table(code)).seats[0]
                assert (shown.kind, shown.level, shown.outside, shown.vacant) == ("bot", "normal", False, False)
                assert (await refused(seat.state(0))).code == "not_your_seat"

    for end in ("revoked", "expired"):
        run(work(end))


async def _group_table(bob: Client, group: wire.GroupView) -> str:
    plan = wire.StandingPlan("Club", "card-game", [SeatPlan("person"), SeatPlan("open"), SeatPlan("open")])
    await bob.request("POST", f"/api/groups/{group.id}/standing", plan)
    shown = await bob.request("GET", f"/api/groups/{group.id}")
    number = msgspec.json.decode(shown, type=wire.GroupView).standing[0].number
    started = await bob.request("POST", f"/api/groups/{group.id}/start", {"number": number})
    return msgspec.json.decode(started, type=wire.Seated).table.code


def test_a_members_bot_plays_at_the_groups_tables(tmp_path: Path) -> None:
    """A group's token is valid at its tables, for members only, and ends when its maker leaves the group."""

    async def work() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
            Client(server.url) as bot,
        ):
            group = await friday(anna, (bob, "Bob"))
            code = await _group_table(anna, group)
            made = await bob.make_bot_token(MakeBotToken("Robo", group=group.id))
            elsewhere = await table_of(bob)
            assert (await refused(bot.connect_bot(elsewhere, made.token))).code == "bad_bot_token"
            assert (await refused(bot.make_bot_token(MakeBotToken("Robo", group=group.id)))).code == "no_group"
            assert (await bot.connect_bot(code, made.token)).table.yours == [1]
            assert [(row.seats[0].code, row.seats[0].seat) for row in await bob.bot_tokens()] == [(code, 1)]
            await bob.request("POST", f"/api/groups/{group.id}/leave")
            assert (await refused(bot.connect_bot(code, made.token))).code == "bad_bot_token"
            room = server.server.registry.rooms[code]
            await until(lambda: room.seats[1].kind == "open")

    run(work())


def test_a_persons_tokens_go_with_the_person(tmp_path: Path) -> None:
    """What is deleted with a profile includes its tokens, and the export lists them without their secrets."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bot:
            await reserve(ann, "Ann")
            code = await table_of(ann)
            made = await token_for(ann, code)
            await bot.connect_bot(code, made.token)
            exported = (await ann.request("GET", "/api/profile/export")).decode()
            assert made.made.id in exported
            assert made.token not in exported
            await ann.request("POST", "/api/profile/delete", {"name": "Ann"})
            assert (await refused(bot.connect_bot(code, made.token))).code == "bad_bot_token"

    run(work())


def test_tokens_cannot_be_guessed(tmp_path: Path) -> None:
    """Wrong tokens are counted as guesses: after some, right and wrong ones get the same answer."""

    async def work() -> None:
        async with (
            serving(sqlite(tmp_path), limits=1.0) as server,
            Client(server.url) as ann,
        ):
            code = await table_of(ann)
            made = await token_for(ann, code)
            codes: list[str] = []
            for number in range(4):
                async with Client(server.url) as eve:
                    codes += [(await refused(eve.connect_bot(code, f"{number}{tries}"))).code for tries in range(10)]
            assert set(codes[:29]) == {"bad_bot_token"}
            assert codes[-1] == "too_many"
            async with Client(server.url) as eve:
                assert (await refused(eve.connect_bot(code, made.token))).code == "too_many"

    run(work())
