"""Bad input: whatever is sent gets a clear answer, and the table plays on."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect

from kilowatt import protocol as wire
from kilowatt.client import Client, TableSocket
from kilowatt.protocol import coding, fields
from kilowatt.server.ops.schemas import FILES, FOLDER, written
from tests.server.kit import plain_http, play_on, run, serving, sqlite

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
TYPES = st.sampled_from(
    ["hello", "act", "undo", "proxy", "auto", "quote", "hint", "chat", "history", "back", "ping", "update", ""]
)
FIELDS = st.sampled_from(
    ["key", "id", "seat", "expect", "action", "order", "orders", "limit", "cities", "fuel", "plant", "upto", "text"]
)
ACTIONS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["open", "bid", "pass", "build", "buy_fuel", "run", "scrap", "reveal", "zone", "nothing"]
        )
    },
    optional={
        "seat": st.integers(-2, 7),
        "plant": st.text(max_size=3),
        "bid": st.integers(),
        "amount": st.integers(),
        "city": st.text(max_size=5),
        "fuel": st.sampled_from(["coal", "oil", "gold"]),
        "market": st.text(max_size=5),
        "plants": PLAIN,
    },
)
LOOSE = st.builds(
    lambda kind, fields: {"type": kind, **fields}, TYPES, st.dictionaries(FIELDS, PLAIN | ACTIONS, max_size=6)
)
ACTS = st.builds(
    lambda key, expect, action: {"type": "act", "key": key, "expect": expect, "action": action},
    st.text(max_size=5),
    st.integers(-1, 40),
    ACTIONS,
)
WHOLE = (LOOSE | ACTS).map(json.dumps)
CUT = st.tuples(WHOLE, st.integers(0, 60)).map(lambda pair: pair[0][: pair[1]])
ANYTHING = st.one_of(WHOLE, CUT, st.text(max_size=60), st.binary(max_size=60), PLAIN.map(json.dumps))


@given(ANYTHING)
@settings(max_examples=100, deadline=None)
def test_reading_never_fails_otherwise(raw: str | bytes) -> None:
    """Whatever bytes come, reading gives a message or a refusal that can be written."""
    try:
        message: msgspec.Struct = coding.read(raw)
    except coding.BadMessage as error:
        message = error.refused
    assert isinstance(message, fields.Wire | wire.Refused)
    assert not isinstance(message, wire.Refused) or message.code in ("bad_message", "message_too_long")
    assert msgspec.json.decode(msgspec.json.encode(message))


def test_a_table_plays_on_through_garbage(tmp_path: Path) -> None:
    """Garbage, wrong types, truncated, out-of-turn and other-seat messages are each answered and play nothing."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            seats = [wire.SeatPlan("person", name=n) for n in "ABC"]
            made = await ann.create(wire.CreateTable("recharged/germany", seats))
            async with ann.sit(made.table.code) as seat:
                await play_on(seat, random.Random(1), 10)
                for client in (ann, eve):
                    await _throw(client, made.table.code)
                stored = await server.server.store.entries(made.table.code)
                assert len(stored) == seat.seq
                assert await play_on(seat, random.Random(2), 10) == 10

    run(check())


async def _throw(client: Client, code: str) -> None:
    """Throw generated messages at a table, each of which must be answered and none played."""
    collected: list[str | bytes] = []

    @given(ANYTHING)
    @settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def collect(raw: str | bytes) -> None:
        collected.append(raw)

    await asyncio.to_thread(collect)
    for start in range(0, len(collected), 40):
        async with client.sit(code) as seat:
            before = seat.seq
            for raw in collected[start : start + 40]:
                answers = await _answers(seat, raw)
                assert answers or _silent(raw), raw
            assert seat.seq == before


async def _answers(seat: TableSocket, raw: str | bytes) -> list[object]:
    answers: list[object] = []
    seat.on_message = lambda message, _: answers.append(message)
    await seat.send_raw(raw)
    await seat.ping()
    return [answer for answer in answers[:-1] if not isinstance(answer, wire.Update)]


def _silent(raw: str | bytes) -> bool:
    """Messages that are done without an answer to their sender: somebody is back, or a hint is being thought of."""
    try:
        return isinstance(coding.read(raw), wire.Back | wire.AskHint | wire.Chat)
    except coding.BadMessage:
        return False


TWO_BOTS = [{"kind": "bot"}, {"kind": "bot"}]
GERMANY = {"ruleset": "recharged/germany", "seats": TWO_BOTS}


BAD_BODIES = [
    (b"{}", "ruleset"),
    (b'{"ruleset":"recharged/germany"}', "seats"),
    (json.dumps({**GERMANY, "seats": [TWO_BOTS[0], {"kind": "bot", "colour": "red"}]}).encode(), "seats[1].colour"),
    (json.dumps({**GERMANY, "seats": [TWO_BOTS[0], {}]}).encode(), "seats[1].kind"),
    (json.dumps({**GERMANY, "colour": "red"}).encode(), "colour"),
    (json.dumps({**GERMANY, "hints": 3}).encode(), "hints"),
    (json.dumps({**GERMANY, "clock": {"kind": "bank"}}).encode(), "clock.bank"),
    (json.dumps({**GERMANY, "clock": {"kind": "bank", "increment": 30}}).encode(), "clock.bank"),
    (json.dumps({**GERMANY, "clock": {"kind": "days"}}).encode(), "clock.days"),
    (b"null", "body"),
    (b"", "body"),
    (b"{", "body"),
]


def test_a_bad_request_names_the_field(tmp_path: Path) -> None:
    """What is missing, unknown or of the wrong kind in a body is named by its path in it."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, plain_http(server.url) as http:
            for body, field in BAD_BODIES:
                answer = await http.post("/api/tables", content=body, headers={"content-type": "application/json"})
                problem = msgspec.json.decode(answer.content, type=wire.Problem)
                assert (answer.status_code, problem.code, problem.args["field"]) == (400, "bad_request", field)
                assert problem.text.startswith(f"{field}: ")
                assert "data" not in problem.args["reason"].replace("Input data", "")

    run(check())


def test_the_clocks_of_the_page_are_taken(tmp_path: Path) -> None:
    """Every clock that the page offers makes a table."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            clocks: list[tuple[Any, ...]] = [
                ("none",),
                ("bank", 600, 15),
                ("bank", 1800, 30),
                ("days", 0, 0, 1),
                ("days", 0, 0, 3),
            ]
            for clock in clocks:
                seats = [wire.SeatPlan("person", name="A"), wire.SeatPlan("open")]
                asked = wire.CreateTable("recharged/germany", seats, clock=wire.ClockPlan(*clock))
                assert (await ann.create(asked)).table.clock.kind == clock[0]

    run(check())


def test_a_refusal_quotes_what_was_asked(tmp_path: Path) -> None:
    """A filter is named as the query names it, and a table's code as it was typed."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, plain_http(server.url) as http:
            assert (await http.get("/api/tables?filter=foo")).json()["args"]["field"] == "filter"
            missing = (await http.get("/api/tables/NOPE")).json()
            assert (missing["code"], missing["text"]) == ("no_table", "There is no table NOPE.")
            async with connect(f"{server.url.replace('http', 'ws', 1)}/api/tables/nope/socket", proxy=None) as socket:
                assert json.loads(await socket.recv())["args"] == {"code": "nope"}

    run(check())


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ('{"type":"act"}', "key"),
        ('{"type":"ping","colour":"red"}', "colour"),
        ('{"type":"act","key":"a","expect":0,"action":{"type":"bid","seat":0}}', "action.amount"),
        (
            '{"type":"act","key":"a","expect":0,"action":{"type":"run","seat":0,"plants":[{}]}}',
            "action.plants[0].plant",
        ),
        ('{"type":"act","key":"a","expect":"x","action":{"type":"pass","seat":0}}', "expect"),
        ("{}", "type"),
        ("null", ""),
    ],
)
def test_a_bad_message_names_the_field(raw: str, field: str) -> None:
    """What is missing, unknown or of the wrong kind in a message is named by its path in it."""
    with pytest.raises(coding.BadMessage) as caught:
        coding.read(raw)
    assert caught.value.refused.args["field"] == field


@pytest.mark.parametrize("name", sorted(FILES))
def test_schemas_are_current(name: str) -> None:
    """The committed schema is the one the Structs give; `python -m kilowatt.server.ops.schemas` writes it."""
    assert (FOLDER / name).read_text(encoding="utf-8") == written(FILES[name]())


def _attack(operation: Any, url: str, code: str, session: requests.Session, faults: list[str]) -> None:
    """Send one operation what its schema allows, and note what is not answered as it says."""

    @given(case=operation.as_strategy(), real=st.booleans())
    @settings(max_examples=6, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    def one(case: Any, real: bool) -> None:
        if real and "code" in (case.path_parameters or {}):
            case.path_parameters["code"] = code
        answer = case.call(base_url=url, session=session)
        if answer.status_code >= 500:
            faults.append(f"{operation.method} {operation.path}: {answer.status_code}")
        if answer.status_code >= 400 and operation.path.startswith("/api"):
            msgspec.json.decode(answer.content, type=wire.Problem)
        if answer.status_code < 300:
            operation.validate_response(answer)

    one()


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore:Do not use the `random` module inside strategies")
def test_the_api_keeps_to_its_schema(tmp_path: Path) -> None:
    """Requests generated from the OpenAPI schema never crash the server and are answered as the schema says."""
    # A strategy that draws while the server in this process uses `random` would be warned of.
    schema = schemathesis.openapi.from_dict(json.loads((FOLDER / "openapi.json").read_text(encoding="utf-8")))
    faults: list[str] = []

    def attack(url: str, code: str) -> None:
        for result in schema.get_all_operations():
            operation = result.ok()  # type: ignore[union-attr] # our own schema is valid, or this raises
            _attack(operation, url, code, session, faults)

    session = requests.Session()
    session.trust_env = False

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            seats = [wire.SeatPlan("person", name=n) for n in "ABC"]
            made = await ann.create(wire.CreateTable("recharged/germany", seats))
            session.cookies.set("kilowatt_device", ann.token or "")
            await asyncio.to_thread(attack, server.url, made.table.code)
            assert faults == []
            assert server.server.metrics.counts["requests"] > 150
            async with Client(server.url) as bob:
                again = await bob.create(wire.CreateTable("recharged/germany", seats))
                async with bob.sit(again.table.code) as seat:
                    assert await play_on(seat, random.Random(2), 5) == 5

    run(check())
    session.close()
