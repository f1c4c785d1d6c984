"""The workshop on the server: boards are checked, opened, shared by their hash, deleted, tried, and played."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import pytest

import kilowatt
from kilowatt.editions.board_file import board_id, board_of, plain
from kilowatt.editions.compose import compose
from kilowatt.host import trials
from kilowatt.server.store import boards, reports
from tests.boards.board_kit import OURS, drawn, small
from tests.server.kit import run, serving, sqlite
from tests.tiers import some_quick

if TYPE_CHECKING:
    from pathlib import Path

SMALL = plain(board_of("test", small()))
UNCHECKED = 2
"""The last revision whose boards were checked less."""


async def post(client: httpx.AsyncClient, path: str, body: Any, status: int = 200) -> Any:
    """Send a request and return what is answered with this status."""
    answer = await client.post(path, json=body)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def person(url: str) -> httpx.AsyncClient:
    """Return a device."""
    return httpx.AsyncClient(base_url=url, timeout=60)


def test_a_board_is_checked_written_and_opened_again(tmp_path: Path) -> None:
    """The server finds what the library finds, in the language of the asker, and a file comes back as it was."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            answer = await post(ann, "/api/workshop/check", {"board": SMALL})
            assert answer["seats"] == [2, 3, 4]
            broken = small(connections=small()["connections"][1:-1])
            german = await ann.post("/api/workshop/check", json={"board": broken}, headers={"accept-language": "de"})
            first = german.json()["findings"][0]
            assert (first["level"], first["cities"]) == ("fix", ["a1"])
            assert first["text"] == "A 1 hat keine Verbindung"
            file = await post(ann, "/api/workshop/file", {"board": SMALL})
            assert file["name"] == "small.toml"
            assert (await post(ann, "/api/workshop/open", {"text": file["text"]}))["board"] == SMALL
            cities = "\n".join(f"C{n},{n % 3},{n % 4},{'AB'[n % 2]}" for n in range(8))
            made = await post(ann, "/api/workshop/open", {"text": cities, "kind": "csv", "title": "List"})
            assert made["board"]["title"] == "List"

    run(work())


@pytest.mark.parametrize("ruleset", some_quick(OURS, 12, 2))
def test_our_boards_go_through_the_editor_unchanged(ruleset: str, tmp_path: Path) -> None:
    """A copy of our board, as the page opens it with the drawn layout, is written as a file and opened unchanged."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            copied = (await ann.get("/api/workshop/copy", params={"ruleset": ruleset})).json()["board"]
            board = plain(drawn(ruleset))
            assert {key: value for key, value in board.items() if key != "layout"} == copied
            file = await post(ann, "/api/workshop/file", {"board": board})
            assert (await post(ann, "/api/workshop/open", {"text": file["text"]}))["board"] == board

    run(work())


HOSTILE = [
    ({"board": small(title="<script>alert(1)</script>")}, "title"),
    ({"board": small(connections=[["a1", "a2", "nan"]])}, "connections"),
    ({"board": small(area=[{"id": "a", "name": "A", "cities": [{"id": "x"}] * 9_000}])}, "board"),
    ({"board": small(rules={"policies": {"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": 1}}}}}}}}})}, "board"),
    ({"board": []}, "board"),
    ({}, "board"),
]


@pytest.mark.parametrize(("body", "field"), HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_board_is_refused_by_name_of_field_everywhere(
    body: dict[str, Any], field: str, tmp_path: Path
) -> None:
    """Checking, writing, sharing, trying and playing refuse it with the field and a status of 4xx; nothing is kept."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            for path in ("/api/workshop/check", "/api/workshop/file", "/api/boards", "/api/trials"):
                answer = await ann.post(path, json=body)
                assert answer.status_code in (400, 413), (path, answer.text)
                assert field in answer.text or answer.status_code == 413
            table = {"ruleset": "custom", "seats": 3, "options": body}
            answer = await ann.post("/api/quick", json=table)
            assert answer.status_code in (400, 413)
            assert (await ann.get("/api/boards")).json()["boards"] == []

    run(work())


@pytest.mark.parametrize("label", ["<b>", "A" * 65, "a\x1b[2J"])
def test_a_record_of_an_older_revision_brings_no_label_that_is_refused(label: str, tmp_path: Path) -> None:
    """Labels were not checked up to revision 2: a record of that time is read, but the server takes in none of them."""
    board = small()
    board["area"][0]["label"] = label
    texts = []
    for wanted in (board, small()):
        table = kilowatt.Table(compose("custom", 3, {"board": wanted}, UNCHECKED), seed=1)
        texts.append("\n".join(table.record().lines()))
        assert kilowatt.replay(kilowatt.read_record(texts[-1].split("\n"))).seq == table.seq

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            problem = await post(ann, "/api/import", {"record": texts[0]}, 400)
            assert problem["code"] == "bad_record"
            assert "area[0].label" in problem["text"]
            await post(ann, "/api/import", {"record": texts[1]}, 201)

    run(work())


def test_a_shared_board_reaches_another_person_and_its_maker_deletes_it(tmp_path: Path) -> None:
    """Shared twice it is one board; others open it by its address; only its maker can delete it."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann, person(server.url) as bob:
            shared = await post(ann, "/api/boards", {"board": SMALL}, 201)
            assert shared["id"] == board_id(SMALL)
            assert (await post(ann, "/api/boards", {"board": SMALL}, 201))["id"] == shared["id"]
            assert [row["title"] for row in (await ann.get("/api/boards")).json()["boards"]] == ["Small"]
            seen = (await bob.get(f"/api/boards/{shared['id']}")).json()
            assert seen["board"] == SMALL
            assert not seen["shared"]["mine"]
            await post(bob, f"/api/boards/{shared['id']}/delete", {}, 403)
            await post(ann, f"/api/boards/{shared['id']}/delete", {}, 204)
            assert (await bob.get(f"/api/boards/{shared['id']}")).status_code == 404

    run(work())


def test_a_host_approves_boards_or_switches_sharing_off(tmp_path: Path) -> None:
    """A board that waits is seen by its maker only and makes no public table; with sharing off nothing is shared."""
    public = {
        "ruleset": "custom",
        "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}],
        "visibility": "public",
    }

    async def approving() -> None:
        async with (
            serving(sqlite(tmp_path), boards="approve") as server,
            person(server.url) as ann,
            person(server.url) as bob,
        ):
            shared = await post(ann, "/api/boards", {"board": SMALL}, 201)
            assert not shared["approved"]
            assert (await bob.get(f"/api/boards/{shared['id']}")).status_code == 403
            await post(ann, "/api/tables", {**public, "options": {"board": SMALL}}, 409)
            assert await boards.approve(server.server.store, shared["id"])
            assert (await bob.get(f"/api/boards/{shared['id']}")).status_code == 200
            made = await post(bob, "/api/tables", {**public, "options": {"board": shared["id"]}}, 201)
            assert made["table"]["options"]["board"] == shared["id"]

    async def off() -> None:
        async with serving(sqlite(tmp_path), boards="off") as server, person(server.url) as ann:
            await post(ann, "/api/boards", {"board": SMALL}, 403)
            private = {**public, "visibility": "private", "options": {"board": SMALL}}
            await post(ann, "/api/tables", private, 201)

    run(approving())
    run(off())


def test_a_table_embeds_its_board_and_its_record_replays_without_it(tmp_path: Path) -> None:
    """A game of bots on a shared board goes on after the board is deleted, and its record replays in the library."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            shared = await post(ann, "/api/boards", {"board": SMALL}, 201)
            seats = [{"kind": "bot", "level": "simple"}] * 3
            wish = {"ruleset": "custom", "seats": seats, "options": {"board": shared["id"]}}
            code = (await post(ann, "/api/tables", wish, 201))["table"]["code"]
            await post(ann, f"/api/boards/{shared['id']}/delete", {}, 204)
            view = (await ann.get(f"/api/tables/{code}/board")).json()
            assert view["board"] == f"custom-{shared['id']}"
            assert view["options"]["board"] == shared["id"]
            lines = (await ann.get(f"/api/tables/{code}/record")).text.splitlines()
            record = kilowatt.read_record(lines)
            assert record.header.options["board"] == SMALL
            table = kilowatt.replay(record)
            assert table.seq == len(lines) - 1
            again = await post(ann, "/api/import", {"record": "\n".join(lines)}, 201)
            assert again["table"]["title"] == "Small, Recharged 2018"

    run(work())


async def ended(maker: httpx.AsyncClient, trial: str) -> dict[str, Any]:
    """Wait for the end of a trial and return it."""
    async with asyncio.timeout(100):
        while not (shown := (await maker.get(f"/api/trials/{trial}")).json())["over"]:
            assert not shown["failed"]
            await asyncio.sleep(0.05)
    return dict(shown)


def test_bots_try_a_board_in_the_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial runs in the thinking processes, shows how far it is, and counts every game; a second one must wait."""
    monkeypatch.setattr(trials, "GAMES", 9)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann, person(server.url) as bob:
            begun = await post(ann, "/api/trials", {"board": SMALL, "seats": 3}, 201)
            assert (begun["done"], begun["of"], begun["bot"], begun["forced"]) == (0, 9, "normal", True)
            await post(ann, "/api/trials", {"board": SMALL, "seats": 3}, 409)
            assert (await bob.get(f"/api/trials/{begun['id']}")).status_code == 404
            assert (await bob.post(f"/api/trials/{begun['id']}/stop")).status_code == 404
            shown = await ended(ann, begun["id"])
            assert shown["done"] == 9
            assert sum(row["wins"] for row in shown["seat_wins"]) == 9
            assert 5 < sum(row["games"] for row in shown["area_wins"]) <= 9, "one given start per game, unless full"
            assert all(row["low"] <= row["wins"] / 9 <= row["high"] for row in shown["seat_wins"])
            assert sum(shown["reasons"].values()) == sum(count for _, count in shown["lengths"]) == 9
            refused = await post(ann, "/api/trials", {"board": SMALL, "seats": 6}, 400)
            assert "6" in refused["text"]

    run(work())


@pytest.mark.thorough
def test_experts_try_a_board_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial with the strongest bots plays its games in pieces, so that nobody waits for a whole one, and ends."""
    monkeypatch.setattr(trials, "GAMES", 2)
    monkeypatch.setattr(trials, "PIECE", 0.2)
    pieces: list[int] = []
    take = trials.Trial.take

    def counted(trial: trials.Trial, answer: Any) -> None:
        pieces.append(len(answer.moves))
        take(trial, answer)

    monkeypatch.setattr(trials.Trial, "take", counted)

    async def work() -> None:
        wish = {"board": SMALL, "seats": 3, "level": "expert", "starts": "chosen"}
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            begun = await post(ann, "/api/trials", wish, 201)
            assert (begun["of"], begun["bot"]) == (2, "expert")
            shown = await ended(ann, begun["id"])
            assert shown["done"] == 2
            assert sum(row["wins"] for row in shown["seat_wins"]) == 2
            assert pieces.count(0) == 2, "two games end"
            assert len(pieces) > 4, "each in more than one piece"
            assert max(pieces) > 40

    run(work())


def test_a_trial_that_nobody_looks_at_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is closed costs the server no more games; one that asks goes on."""
    monkeypatch.setattr("kilowatt.server.thinking.trials.LOOKED", 2.0)
    monkeypatch.setattr(trials, "PIECE", 0.05)

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            # experts: their games are not over within seconds on any machine
            begun = await post(ann, "/api/trials", {"board": SMALL, "seats": 3, "level": "expert"}, 201)
            path = f"/api/trials/{begun['id']}"
            for _ in range(30):
                await asyncio.sleep(0.1)
                assert not (await ann.get(path)).json()["over"]
            await asyncio.sleep(3)
            shown = (await ann.get(path)).json()
            assert shown["over"]
            assert shown["done"] < trials.GAMES

    run(work())


def test_a_trial_can_be_stopped_and_keeps_what_it_has(tmp_path: Path) -> None:
    """Its maker stops it and its place is free at once; a level or a way to start that is none is refused."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            await post(ann, "/api/trials", {"board": SMALL, "seats": 3, "level": "search"}, 400)
            await post(ann, "/api/trials", {"board": SMALL, "seats": 3, "starts": "nowhere"}, 400)
            begun = await post(ann, "/api/trials", {"board": SMALL, "seats": 3, "starts": "chosen"}, 201)
            assert (begun["of"], begun["forced"]) == (trials.GAMES, False)
            stopped = await post(ann, f"/api/trials/{begun['id']}/stop", {})
            assert stopped["over"]
            assert stopped["done"] < trials.GAMES
            await post(ann, "/api/trials", {"board": SMALL, "seats": 3}, 201)
            assert (await ann.post("/api/trials/none/stop")).status_code == 404

    run(work())


def test_the_gallery_shows_what_makers_list_and_the_host_lets_through(tmp_path: Path) -> None:
    """A link alone lists nothing; its maker lists it, nobody else does; what waits for approval is not shown."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann, person(server.url) as eve:
            shared = await post(ann, "/api/boards", {"board": SMALL}, 201)
            assert (await eve.get("/api/gallery")).json() == {"boards": []}
            way = f"/api/boards/{shared['id']}/list"
            assert (await eve.post(way, json={"listed": True})).status_code == 403
            assert (await ann.post("/api/boards/none/list", json={"listed": True})).status_code == 404
            for wrong in ("{}", '{"listed": "yes"}', '{"listed": true, "more": 1}', "[]"):
                assert (
                    await ann.post(way, content=wrong, headers={"content-type": "application/json"})
                ).status_code == 400
            assert (await post(ann, way, {"listed": True}))["listed"]
            [tile] = (await eve.get("/api/gallery")).json()["boards"]
            assert (tile["shared"]["title"], tile["shared"]["mine"], tile["cities"], tile["areas"]) == (
                "Small",
                False,
                9,
                3,
            )
            server.server.boards.sharing = "off"
            assert (await eve.get("/api/gallery")).json() == {"boards": []}
            assert (await ann.post(way, json={"listed": False})).status_code in (403, 409)
            server.server.boards.sharing = "approve"
            waiting = await post(ann, "/api/boards", {"board": {**SMALL, "title": "Waiting"}}, 201)
            await post(ann, f"/api/boards/{waiting['id']}/list", {"listed": True})
            assert [one["shared"]["title"] for one in (await eve.get("/api/gallery")).json()["boards"]] == ["Small"]
            assert await boards.approve(server.server.store, waiting["id"])
            assert len((await eve.get("/api/gallery")).json()["boards"]) == 2
            assert not (await post(ann, way, {"listed": False}))["listed"]
            await post(ann, f"/api/boards/{waiting['id']}/delete", {}, 204)
            assert (await eve.get("/api/gallery")).json() == {"boards": []}

    run(work())


def test_a_board_of_the_gallery_can_be_reported_to_the_host(tmp_path: Path) -> None:
    """Everybody reports what the gallery shows, with a reason; once open it stays one report, however often sent."""

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann, person(server.url) as eve:
            shared = await post(ann, "/api/boards", {"board": SMALL}, 201)
            way = f"/api/boards/{shared['id']}/report"
            # not in the gallery, or nowhere at all
            assert (await eve.post(way, json={"reason": "rude"})).status_code == 404
            assert (await eve.post("/api/boards/none/report", json={"reason": "rude"})).status_code == 404
            await post(ann, f"/api/boards/{shared['id']}/list", {"listed": True})
            for wrong in ("{}", '{"reason": ""}', '{"reason": 1}', '{"reason": "a", "more": 1}', "[]"):
                head = {"content-type": "application/json"}
                assert (await eve.post(way, content=wrong, headers=head)).status_code == 400
            assert (await eve.post(way, json={"reason": "x" * 501})).status_code == 400
            first = await post(eve, way, {"reason": "rude\nnames"}, 201)
            assert await post(eve, way, {"reason": "rude names of cities"}, 201) == first
            (kept,) = await reports.listed(server.server.store)
            assert (kept.board, kept.reason, kept.lines) == (shared["id"], "rude names of cities", [])
            # the report stays when the board goes
            await post(ann, f"/api/boards/{shared['id']}/delete", {}, 204)
            assert (await eve.post(way, json={"reason": "again"})).status_code == 404
            assert len(await reports.listed(server.server.store)) == 1
            assert await reports.close(server.server.store, kept.id)
            assert await reports.listed(server.server.store) == []
            server.server.boards.sharing = "off"
            assert (await eve.post(way, json={"reason": "again"})).status_code == 404

    run(work())


def test_a_persons_boards_are_exported_and_deleted(tmp_path: Path) -> None:
    """What is stored about a person includes their boards, and deleting the person deletes them."""
    from kilowatt.server.store import person as people

    async def work() -> None:
        async with serving(sqlite(tmp_path)) as server, person(server.url) as ann:
            await post(ann, "/api/boards", {"board": SMALL}, 201)
            store = server.server.store
            [row] = await boards.listed(store)
            assert [kept["title"] for kept in (await people.export(store, [row.device]))["boards"]] == ["Small"]
            await people.forget(store, [row.device])
            assert await boards.listed(store) == []

    run(work())
