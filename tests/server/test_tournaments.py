"""Tournaments: rounds begin by themselves, results count once, and every way a table or a player ends has its rule."""

import csv
import io
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from kilowatt import protocol as wire
from kilowatt.cli.admin import app
from kilowatt.client import Client, ServerSaidNo
from kilowatt.protocol import ClockPlan, MakeTournament
from kilowatt.server.identity import token_hash
from kilowatt.server.store import people_shape, person, retention
from kilowatt.server.tournaments import stored, tournaments
from tests.server.kit import Running, play_together, run, serving, sqlite
from tests.server.people import agree, friday

T = TypeVar("T")
NAMES = ("Anna", "Bob", "Cleo", "Dora")
CUP = MakeTournament("Autumn cup", "card-game", "swiss", 2, 2)


class Cup:
    """A group with a tournament that everybody has entered."""

    def __init__(self, server: Running, people: list[Client], group: str, number: str) -> None:
        self.server = server
        self.people = people
        self.group = group
        self.number = number

    async def ask(self, who: int, path: str = "", body: object = None, *, get: bool = False) -> wire.TournamentView:
        """Read the tournament, or do something about it, as one of the people."""
        where = f"/api/tournaments/{self.number}{path}"
        answer = await self.people[who].request("GET" if get or not path else "POST", where, body if path else None)
        return msgspec.json.decode(answer, type=wire.TournamentView)

    async def play(self, code: str, seed: int = 1) -> None:
        """Play a table to its end."""
        async with AsyncExitStack() as stack:
            sits = [(await client.table(code)).yours for client in self.people]
            seated = [client for client, yours in zip(self.people, sits, strict=True) if yours]
            sockets = [await stack.enter_async_context(client.sit(code)) for client in seated]
            await play_together(sockets, random.Random(seed), 5000)

    async def codes(self, number: int) -> list[str]:
        """Return the tables of a round."""
        return [table.code for table in (await self.ask(0)).tables[number - 1] if table.code is not None]


@asynccontextmanager
async def cup(path: Path, plan: MakeTournament = CUP, players: int = 4) -> AsyncIterator[Cup]:
    """Make a group with a tournament that people have entered."""
    async with serving(sqlite(path), sweep=3600.0) as server, AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Client(server.url)) for _ in range(players)]
        group = await friday(people[0], *zip(people[1:], NAMES[1:players], strict=True))
        made = await people[0].request("POST", f"/api/groups/{group.id}/tournaments", plan)
        number = msgspec.json.decode(made, type=wire.TournamentView).id
        one = Cup(server, people, group.id, number)
        for who in range(players):
            await one.ask(who, "/enter", {"name": "whatever"})
        yield one


def test_a_tournament_is_played_to_its_end(tmp_path: Path) -> None:
    """Two rounds of two tables begin when they are due; nobody meets twice; the standing is a page and CSV."""

    async def check() -> None:
        async with cup(tmp_path) as one:
            view = await one.ask(0)
            assert (view.state, view.organiser, [row.name for row in view.standing]) == ("open", True, list(NAMES))
            view = await one.ask(0, "/start", {})
            assert (view.state, view.round, view.rounds, view.settled) == ("playing", 1, 2, False)
            assert [table.state for table in view.tables[0]] == ["playing", "playing"]
            for code in await one.codes(1):
                await one.play(code)
            await one.server.server.rounds.look()
            view = await one.ask(1)
            assert (view.round, view.tables[0][0].state) == (2, "done"), "by itself: it is played over days"
            met = {frozenset(row.name for row in table.players) for tables in view.tables for table in tables}
            assert len(met) == 4
            for code in await one.codes(2):
                await one.play(code, 2)
            for _ in range(3):
                await one.server.server.rounds.look()
            view = await one.ask(1)
            assert view.state == "over"
            assert sum(row.points for row in view.standing) == 4 * 13
            assert view.standing[0].rank == 1
            assert sum(row.wins for row in view.standing) == 4
            text = await one.people[2].request("GET", f"/api/tournaments/{one.number}/csv")
            rows = list(csv.reader(io.StringIO(text.decode())))
            assert rows[0] == ["rank", "player", "points", "wins", "opponents", "round 1", "round 2"]
            assert [row[1] for row in rows[1:]] == [row.name for row in view.standing]
            listed = await one.people[3].request("GET", f"/api/groups/{one.group}/tournaments")
            [row] = msgspec.json.decode(listed, type=wire.TournamentList).tournaments
            assert (row.name, row.state, row.players) == ("Autumn cup", "over", 4)

    run(check())


def test_a_round_begins_once_whatever_is_killed(tmp_path: Path) -> None:
    """A process that dies after the pairing leaves tables that the next one makes, each once, with the same codes."""

    async def check() -> None:
        async with cup(tmp_path) as one:
            rounds = one.server.server.rounds

            async def dies(*_: object) -> None:
                raise RuntimeError

            made, rounds._make = rounds._make, dies  # type: ignore[method-assign,assignment]
            with pytest.raises(ServerSaidNo):
                await one.ask(0, "/start", {})
            view = await one.ask(0)
            assert (view.round, [table.state for table in view.tables[0]]) == (1, ["planned", "planned"])
            rounds._make = made  # type: ignore[method-assign]
            await rounds.look()
            await rounds.look()
            again = await one.ask(0)
            assert [table.code for table in again.tables[0]] == [table.code for table in view.tables[0]]
            assert [len(await client.tables()) for client in one.people] == [1, 1, 1, 1]
            async with one.server.server.store.reading() as connection:
                tournament = await stored.read(connection, one.number)
            assert tournament is not None
            before = msgspec.structs.replace(tournament, round=0, state="starting")
            work = one.server.server.store.writer.call(lambda base: stored.begin_round(base, before, [], 2))
            assert not await work, "another process has begun it"

    run(check())


@pytest.mark.thorough
def test_a_player_who_leaves_is_not_paired_again(tmp_path: Path) -> None:
    """Before the start nothing is left; later the results stay, the others play on, and an odd player has a bye."""

    async def check() -> None:
        async with cup(tmp_path) as one:
            assert len((await one.ask(3, "/leave", {})).standing) == 3
            await one.ask(3, "/enter", {"name": "Dora"})
            await one.ask(0, "/start", {})
            with pytest.raises(ServerSaidNo, match="tournament_begun"):
                await one.ask(3, "/enter", {"name": "Dora"})
            view = await one.ask(3, "/leave", {})
            assert [row.left for row in view.standing if row.you] == [True]
            with pytest.raises(ServerSaidNo, match="not_entered"):
                await one.ask(3, "/leave", {})
            for code in await one.codes(1):
                await one.play(code)
            await one.server.server.rounds.look()
            view = await one.ask(0)
            second = view.tables[1]
            assert sorted(table.state for table in second) == ["bye", "playing"]
            assert "Dora" not in [row.name for table in second for row in table.players]
            [bye] = [table for table in second if table.state == "bye"]
            assert bye.players[0].points == 8
            # who deletes everything leaves too
            await person.forget(one.server.server.store, [token_hash(one.people[1].token or "")])
            assert sum(row.left for row in (await one.ask(0)).standing) == 2

    run(check())


def test_abandoned_tables_are_shared(tmp_path: Path) -> None:
    """A table that the organiser closes, that is deleted, or that ends without a result gives everybody the mean."""

    async def check() -> None:
        async with cup(tmp_path) as one:
            view = await one.ask(0, "/start", {})
            with pytest.raises(ServerSaidNo, match="not_organiser"):
                await one.ask(1, "/close", {"round": 1, "number": 1})
            with pytest.raises(ServerSaidNo, match="tournament_plays"):
                await one.ask(0, "/round", {})
            view = await one.ask(0, "/close", {"round": 1, "number": 1})
            assert view.tables[0][0].state == "abandoned"
            assert [row.points for row in view.tables[0][0].players] == [6.5, 6.5]
            with pytest.raises(ServerSaidNo, match="no_open_table"):
                await one.ask(0, "/close", {"round": 1, "number": 1})
            row = await one.server.server.store.table(view.tables[0][1].code or "")
            assert row is not None
            await retention.delete_table(one.server.server.store, row)
            view = await one.ask(0, "/round", {})
            assert (view.round, view.tables[0][1].state) == (2, "abandoned")
            assert {row.points for row in view.standing} == {6.5}
            assert {row.rank for row in view.standing} == {1}

    run(check())


def test_live_rounds_wait_for_the_organiser(tmp_path: Path) -> None:
    """Without a clock over days nobody is surprised: the next round begins when the organiser says so."""

    async def check() -> None:
        plan = msgspec.structs.replace(CUP, clock=ClockPlan(), system="round_robin", rounds=0)
        async with cup(tmp_path, plan, 3) as one:
            view = await one.ask(0, "/start", {})
            assert (view.rounds, sorted(table.state for table in view.tables[0])) == (3, ["bye", "playing"])
            await one.ask(0, "/close", {"round": 1, "number": 1})
            await one.server.server.rounds.look()
            assert (await one.ask(0)).round == 1
            assert (await one.ask(0, "/round", {})).round == 2

    run(check())


def test_only_members_see_and_only_the_owner_makes(tmp_path: Path) -> None:
    """Strangers find nothing, members organise nothing, and what cannot be played is refused with its reason."""

    async def check() -> None:
        async with cup(tmp_path) as one, Client(one.server.url) as eve:
            for method, path, body in (
                ("GET", "", None),
                ("GET", "/csv", None),
                ("POST", "/enter", {"name": "Eve"}),
                ("POST", "/leave", {}),
                ("POST", "/start", {}),
                ("POST", "/round", {}),
                ("POST", "/close", {"round": 1, "number": 1}),
                ("POST", "/delete", {}),
            ):
                with pytest.raises(ServerSaidNo, match="no_tournament"):
                    await eve.request(method, f"/api/tournaments/{one.number}{path}", body)
            for path, body in (("/start", {}), ("/round", {}), ("/delete", {})):
                with pytest.raises(ServerSaidNo, match="not_organiser"):
                    await one.people[1].request("POST", f"/api/tournaments/{one.number}{path}", body)
            where = f"/api/groups/{one.group}/tournaments"
            with pytest.raises(ServerSaidNo, match="not_group_owner"):
                await one.people[1].request("POST", where, CUP)
            for change, why in (
                ({"ruleset": "nonsense"}, "group_data"),
                ({"options": {"board": {}}}, "rated_data"),
                ({"points": [1, 5]}, "points"),
                ({"name": "\u200b"}, "name"),
                ({"clock": ClockPlan("days")}, "clock"),
                ({"rated": True, "clock": ClockPlan()}, "rated_clock"),
            ):
                with pytest.raises(ServerSaidNo, match=why):
                    await one.people[0].request("POST", where, msgspec.structs.replace(CUP, **change))
            for _ in range(tournaments.UNFINISHED_MOST - 1):
                await one.people[0].request("POST", where, CUP)
            with pytest.raises(ServerSaidNo, match="too_many_tournaments"):
                await one.people[0].request("POST", where, CUP)
            await one.people[0].request("POST", f"/api/tournaments/{one.number}/delete", {})
            with pytest.raises(ServerSaidNo, match="no_tournament"):
                await one.ask(0)

    run(check())


def test_rated_tables_are_for_people_who_agree(tmp_path: Path) -> None:
    """A rated tournament is entered by people who agree to be rated; its tables are rated while all of them do."""

    async def check() -> None:
        plan = msgspec.structs.replace(CUP, rated=True)
        async with (
            serving(sqlite(tmp_path), sweep=3600.0) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
        ):
            group = await friday(anna, (bob, "Bob"))
            made = await anna.request("POST", f"/api/groups/{group.id}/tournaments", plan)
            one = Cup(server, [anna, bob], group.id, msgspec.json.decode(made, type=wire.TournamentView).id)
            with pytest.raises(ServerSaidNo, match="rated_agree"):
                await one.ask(0, "/enter", {"name": "Anna"})
            await agree(anna, "Anna Volt")
            await agree(bob, "Bob Ohm")
            for who in (0, 1):
                await one.ask(who, "/enter", {"name": "x"})
            await one.ask(0, "/start", {})
            [code] = await one.codes(1)
            assert (await anna.table(code)).rated

    run(check())


def test_names_are_no_formulas_in_a_spreadsheet(tmp_path: Path) -> None:
    """A name that begins like a formula is written as text."""

    async def check() -> None:
        async with cup(tmp_path, players=2) as one:
            entrants = people_shape.entrants
            async with one.server.server.engine.begin() as connection:
                await connection.execute(entrants.update().where(entrants.c.number == 2).values(name='=1+"2'))
            text = (await one.people[0].request("GET", f"/api/tournaments/{one.number}/csv")).decode()
            assert "'=1+" in text
            assert [row[1] for row in csv.reader(io.StringIO(text))][2] == "'=1+\"2"
            async with one.server.server.store.reading() as connection:
                assert len((await connection.execute(select(entrants))).all()) == 2

    run(check())


def test_a_host_runs_a_tournament_from_the_command_line(tmp_path: Path) -> None:
    """Anyone enters a host's tournament; the host starts it, closes a table, reads the CSV and deletes it."""

    def admin(*words: str) -> str:
        answer = CliRunner().invoke(app, [*words, "--database", sqlite(tmp_path)])
        assert answer.exit_code == 0, answer.output
        return answer.output

    async def serve(work: Callable[[Client, Client], Awaitable[T]]) -> T:
        async with serving(sqlite(tmp_path), sweep=3600.0) as server:
            tokens = [name.ljust(22, "x") for name in ("anna", "bob")]
            async with Client(server.url, tokens[0]) as anna, Client(server.url, tokens[1]) as bob:
                await server.server.rounds.look()
                return await work(anna, bob)

    async def enter(anna: Client, bob: Client) -> None:
        for client, name in ((anna, "Anna"), (bob, "Bob")):
            await client.request("POST", f"/api/tournaments/{number}/enter", {"name": name})
        with pytest.raises(ServerSaidNo, match="not_organiser"):
            await anna.request("POST", f"/api/tournaments/{number}/start", {})
        with pytest.raises(ServerSaidNo, match="name_taken"):
            async with Client(anna.url) as eve:
                await eve.request("POST", f"/api/tournaments/{number}/enter", {"name": "ANNA"})

    async def shown(_: Client, bob: Client) -> wire.TournamentView:
        return msgspec.json.decode(await bob.request("GET", f"/api/tournaments/{number}"), type=wire.TournamentView)

    run(serve(lambda anna, _: anna.tables()))
    made = admin("tournament", "--make", "Club night", "--game", "card-game", "--seats", "2", "--rounds", "1")
    number = made.split()[0]
    run(serve(enter))
    assert "open" in admin("tournament")
    admin("tournament", "--start", number)
    view = run(serve(shown))
    assert (view.state, view.group, [table.state for table in view.tables[0]]) == ("playing", None, ["playing"])
    admin("tournament", "--abandon", f"{number}/1/1")
    assert run(serve(shown)).state == "over"
    assert admin("tournament", "--csv", number).splitlines()[1].startswith("1,Anna,6.5,0")
    admin("tournament", "--delete", number)
    assert number not in admin("tournament")
