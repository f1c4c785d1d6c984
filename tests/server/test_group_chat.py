"""Chat of a group: for members, counted until it is read, without people one hides, limited, and reported."""

from pathlib import Path

import msgspec
import pytest

from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.server.identity import token_hash
from kilowatt.server.ops.admin import opened
from kilowatt.server.store import chats, person, reports
from tests.server.kit import later, run, serving, sqlite
from tests.server.people import friday, seen


async def chat(client: Client, group: str, path: str = "", body: object = None, **query: int) -> wire.GroupChat:
    """Read the chat of a group, or do something about it."""
    where = f"/api/groups/{group}/chat{path}"
    answer = await client.request("GET" if body is None else "POST", where, body, **query)
    return msgspec.json.decode(answer, type=wire.GroupChat)


async def unread(client: Client) -> list[int]:
    """Read how many new lines the groups of a device have."""
    listed = msgspec.json.decode(await client.request("GET", "/api/groups"), type=wire.GroupList)
    return [row.unread for row in listed.groups]


def test_members_chat_and_new_lines_are_counted(tmp_path: Path) -> None:
    """Lines of other members are new until they are read, those from before one joined never; strangers see nothing."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            Client(server.url) as anna,
            Client(server.url) as bob,
            Client(server.url) as eve,
        ):
            group = await friday(anna)
            await chat(anna, group.id, body={"text": "anybody there?"})
            later(1)
            await anna.request("GET", f"/api/groups/{group.id}")
            await bob.request("POST", "/api/groups/join", {"link": group.link, "member": "Bob"})
            assert await unread(bob) == [0]
            said = await chat(bob, group.id, body={"text": "  me \n too  "})
            assert [(line.name, line.text) for line in said.lines] == [("Anna", "anybody there?"), ("Bob", "me too")]
            assert (await unread(anna), await unread(bob)) == ([1], [0])
            assert (await seen(anna, group.id)).unread == 1
            await anna.request("POST", f"/api/groups/{group.id}/chat/read", {"upto": 2**31 - 1})
            assert await unread(anna) == [0]
            assert (await chat(anna, group.id)).read == said.lines[-1].id
            after = await chat(anna, group.id, after=said.lines[0].id)
            assert [line.text for line in after.lines] == ["me too"]
            marks = {row.who: row.name for row in (await seen(anna, group.id)).members}
            assert [marks[line.who] for line in said.lines] == ["Anna", "Bob"]
            for path, body in (("", None), ("", {"text": "hi"}), ("/hide", {"who": "0" * 12})):
                with pytest.raises(ServerSaidNo, match="no_group"):
                    await chat(eve, group.id, path, body)
            with pytest.raises(ServerSaidNo, match="text"):
                await chat(bob, group.id, body={"text": " \u200b "})

    run(check())


def test_hidden_members_are_not_seen_and_not_counted(tmp_path: Path) -> None:
    """A member whom one hides is not shown and does not count, until one shows them again."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            group = await friday(anna, (bob, "Bob"))
            said = await chat(bob, group.id, body={"text": "hello"})
            who = said.lines[0].who
            hidden = await chat(anna, group.id, "/hide", {"who": who})
            assert (hidden.lines, hidden.hidden, await unread(anna)) == ([], [who], [0])
            shown = await chat(anna, group.id, "/hide", {"who": who, "hide": False})
            assert ([line.text for line in shown.lines], await unread(anna)) == (["hello"], [1])

    run(check())


def test_chat_is_limited_muted_and_reported(tmp_path: Path) -> None:
    """One member cannot flood a group; the host gets reported lines and can mute their author everywhere."""

    async def check() -> None:
        url = sqlite(tmp_path)
        async with serving(url, limits=1.0) as server, Client(server.url) as anna, Client(server.url) as bob:
            group = await friday(anna, (bob, "Bob"))
            for number in range(8):
                await chat(bob, group.id, body={"text": f"spam {number}"})
            said = await chat(bob, group.id)
            with pytest.raises(ServerSaidNo, match="too_many"):  # noqa: PT012 - the line that is one too many
                for _ in range(60):  # on a busy machine some of it comes back in between
                    await chat(bob, group.id, body={"text": "more"})
            wish = {"lines": [said.lines[0].id], "reason": "spam"}
            await anna.request("POST", f"/api/groups/{group.id}/chat/report", wish)
            with pytest.raises(ServerSaidNo, match="no_line"):
                await anna.request("POST", f"/api/groups/{group.id}/chat/report", {"lines": [9999]})
            async with opened(server.server.settings) as admin:
                [report] = await reports.listed(admin.store)
                assert (report.code, [line.text for line in report.lines]) == (group.id, ["spam 0"])
                await admin.mute(await admin.reported(report.id), None)
            server.server.limits.factor = 0.0
            with pytest.raises(ServerSaidNo, match="muted"):
                await chat(bob, group.id, body={"text": "again"})

    run(check())


def test_a_group_keeps_its_last_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest lines go, those of other groups stay; a person's lines go with the person."""
    monkeypatch.setattr(chats, "GROUP_KEPT", 2)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            group, other = await friday(anna, (bob, "Bob")), await friday(anna)
            await chat(anna, other.id, body={"text": "alone"})
            for text in ("one", "two", "three"):
                await chat(bob, group.id, body={"text": text})
            said = await chat(bob, group.id)
            assert [line.text for line in said.lines] == ["two", "three"]
            assert [line.text for line in (await chat(anna, other.id)).lines] == ["alone"]
            assert [row.here for row in (await seen(anna, group.id)).members] == [False, True]
            later(200)
            assert [row.here for row in (await seen(anna, group.id)).members] == [False, False]
            await person.forget(server.server.store, [token_hash(bob.token or "")])
            assert (await chat(anna, group.id)).lines == []

    run(check())
