"""Threats of docs/reference/threats.md, one by one."""

import random
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kilowatt.client import Client
from kilowatt.engine.actions import Pass
from kilowatt.protocol import AskQuote, CreateTable, SeatPlan
from kilowatt.server.http import sockets
from kilowatt.server.identity import COOKIE, is_token, new_restore, new_token
from kilowatt.server.limits import LIMITS, Limits
from kilowatt.server.monitoring import meter
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.store.store import Store, make_engine
from tests.server.kit import free_port, plain_http, play_on, play_together, process, run, serving, sqlite
from tests.server.seats import TWO, refused


def test_the_device_cookie(tmp_path: Path) -> None:
    """The token has 128 bits, HttpOnly and SameSite, is Secure behind TLS, is set once and never elsewhere."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), proxied=True) as server:
            async with plain_http(server.url) as http:
                first = await http.get("/api/rulesets")
                cookie = first.headers["set-cookie"]
                assert "HttpOnly" in cookie
                assert "SameSite=Lax" in cookie
                assert "Secure" not in cookie
                assert "set-cookie" not in (await http.get("/api/rulesets")).headers
            async with plain_http(server.url) as http:
                secure = await http.get("/api/rulesets", headers={"x-forwarded-proto": "https"})
                assert "Secure" in secure.headers["set-cookie"]
                assert "strict-transport-security" in secure.headers
                assert "set-cookie" not in (await http.get("/healthz")).headers

    run(check())
    assert is_token(new_token())
    assert len({new_token() for _ in range(100)}) == 100
    assert not is_token("short")
    assert not is_token("x" * 21 + "\n")
    assert 30 ** len(new_restore().replace("-", "")) > 2**128


def test_other_sites_cannot_send(tmp_path: Path) -> None:
    """A page of another origin can neither post nor open a socket; our own and named ones can."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), origins=("https://friend.example",)) as server, Client(server.url) as ann:
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with plain_http(server.url) as http:
                for origin, status in (
                    ("https://evil.example", 403),
                    (server.url, 201),
                    ("https://friend.example", 201),
                ):
                    answer = await http.post("/api/quick", json={"level": "random"}, headers={"origin": origin})
                    assert answer.status_code == status
                crossed = await http.post("/api/quick", json={}, headers={"sec-fetch-site": "cross-site"})
                assert crossed.json()["code"] == "foreign_origin"
                # a form of another site can only send what is not JSON
                for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"):
                    form = await http.post("/api/quick", content=b"{}", headers={"content-type": kind})
                    assert (form.status_code, form.json()["code"]) == (415, "not_json")
                    empty = await http.post(f"/api/tables/{code}/rematch", headers={"content-type": kind})
                    assert empty.status_code == 415
                assert (await http.post("/api/quick", content=b"{}")).status_code == 415
                spelled = {"content-type": "Application/JSON; charset=utf-8"}
                assert (await http.post("/api/quick", content=b"{}", headers=spelled)).status_code == 201
            socket = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            with pytest.raises(InvalidStatus):
                async with connect(socket, origin="https://evil.example", proxy=None):  # type: ignore[arg-type]
                    pass
            async with connect(socket, origin=server.url, proxy=None) as own:  # type: ignore[arg-type]
                await own.send('{"type":"ping"}')
                assert b"pong" in msgspec.json.encode(await own.recv())

    run(check())


def test_headers_of_page_and_api(tmp_path: Path) -> None:
    """Everything carries a policy without inline script, no sniffing, no framing; the API is never cached."""
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<!doctype html><title>page</title>", encoding="utf-8")
    (tmp_path / "page" / "assets" / "app.js").write_text("export {}", encoding="utf-8")

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), page=str(tmp_path / "page")) as server,
            plain_http(server.url) as http,
        ):
            for path in ("/", "/t/ABCDEFGH", "/assets/app.js", "/api/rulesets", "/api/tables/NOTABLE", "/nothing.js"):
                answer = await http.get(path)
                policy = answer.headers["content-security-policy"]
                assert "script-src 'self'" in policy
                assert "unsafe" not in policy
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert "frame-ancestors 'none'" in policy
            assert (await http.get("/t/ABCDEFGH")).text.endswith("<title>page</title>")
            script = await http.get("/assets/app.js")
            assert script.headers["content-type"] == "text/javascript; charset=utf-8"
            assert (await http.get("/")).headers["content-type"] == "text/html; charset=utf-8"
            assert "immutable" in script.headers["cache-control"]
            again = await http.get("/assets/app.js", headers={"if-none-match": script.headers["etag"]})
            assert again.status_code == 304
            assert (await http.get("/nothing.js")).status_code == 404
            assert (await http.get("/../pyproject.toml")).status_code == 404
            assert (await http.get("/api/rulesets")).headers["cache-control"] == "no-store"
            assert (await http.get("/api/nothing")).status_code == 404

    run(check())


def test_bodies_and_messages_are_bounded(tmp_path: Path) -> None:
    """Too long a body is 413, also when its length is not told; too long a message is refused, a giant closes."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            async with plain_http(server.url) as http:
                long = b'{"name":"' + b"x" * 100_000 + b'"}'
                headers = {"content-type": "application/json"}
                assert (await http.post("/api/quick", content=long, headers=headers)).status_code == 413

                async def pieces() -> object:
                    for start in range(0, len(long), 1000):
                        yield long[start : start + 1000]

                told_not = await http.post("/api/quick", content=pieces(), headers=headers)  # type: ignore[arg-type]
                assert told_not.status_code == 413
            code = (await ann.create(CreateTable("recharged/germany", TWO))).table.code
            async with ann.sit(code) as seat:
                refusals: list[str] = []
                seat.on_message = lambda message, _: refusals.append(getattr(message, "code", ""))
                await seat.send_raw('{"type":"chat","text":"' + "x" * 20_000 + '"}')
                await seat.ping()
                assert "message_too_long" in refusals
            socket = f"{server.url.replace('http', 'ws', 1)}/api/tables/{code}/socket"
            async with connect(socket, proxy=None) as giant:
                await giant.send("x" * 200_000)
                with pytest.raises(ConnectionClosed):
                    await giant.recv()
            assert (await ann.table(code)).state == "waiting"

    run(check())


@pytest.mark.thorough
def test_rates_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Making tables, guessing codes and flooding a socket are held off with a code, and it passes."""
    monkeypatch.setattr(sockets, "PAUSES", (0.01,))
    # hardly refilled, so that it does not matter how long the test takes
    monkeypatch.setitem(LIMITS, "work", LIMITS["work"]._replace(rate=0.001, burst=400.0))
    monkeypatch.setattr(meter, "UNSEEN", 0.0)

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=0.2) as server, Client(server.url) as ann:
            made = await ann.create(CreateTable("recharged/germany", TWO))
            codes = []
            for _ in range(8):
                try:
                    await ann.table("ZZZZZZZZ")
                except Exception as error:  # noqa: BLE001 - its code is what counts
                    codes.append(error.code)  # type: ignore[attr-defined]
            assert codes[0] == "no_table"
            assert codes[-1] == "too_many"
            async with ann.sit(made.table.code) as seat:
                seen: list[str] = []
                seat.on_message = lambda message, _: seen.append(getattr(message, "code", type(message).__name__))
                # more than the budget of 80 ms of processor time pays for
                for _ in range(2000):
                    await seat.send_raw('{"type":"ping"}')
                await seat.until(lambda: "too_many" in seen)
                assert seen[0] == "Pong"

    async def one_address() -> None:
        # every request without a cookie is a new device, so only the address tells them apart
        async with serving(sqlite(tmp_path), limits=0.005) as server:
            answers = []
            for _ in range(12):
                async with plain_http(server.url) as http:
                    answers.append(await http.get("/api/levels"))
            assert answers[0].status_code == 200
            held = [answer for answer in answers if answer.status_code == 429]
            assert held
            assert all(answer.json()["code"] == "too_many" and answer.headers["retry-after"] for answer in held)

    run(check())
    run(one_address())
    limits = Limits(1.0)
    assert sum(limits.take("make", "someone") for _ in range(100)) == 20
    assert limits.take("make", "somebody else")


def test_no_stack_trace_reaches_a_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of our own is answered by a code alone, over REST and over the socket, and the table plays on."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            made = await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"]))

            def broken(*_: object) -> None:
                msg = "secret inside"
                raise RuntimeError(msg)

            async with ann.sit(made.table.code) as seat:
                with monkeypatch.context() as patch:
                    patch.setattr("kilowatt.host.answers.quoted", broken)
                    patch.setattr("kilowatt.server.http.ruleset_routes.panel", broken)
                    error = await refused(seat.quote(AskQuote("q", seat=0)))
                    assert error.code == "failed"
                    assert "secret" not in error.text
                    async with plain_http(server.url) as http:
                        answer = await http.get("/api/rules/card-game")
                    assert answer.status_code == 500
                    assert "secret" not in answer.text
                    assert "Traceback" not in answer.text
                assert await play_on(seat, random.Random(1), 3) == 3

    run(check())


def test_hidden_money_is_stated_nowhere_before_the_end(tmp_path: Path) -> None:
    """With hidden money no view, history, curve, quote or update states a rival's cash until the game is over."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            made = await ann.create(CreateTable("recharged/germany", TWO, {"money": "hidden", "trust": False}))
            code = made.table.code
            await bob.join(code, "Bob")
            async with ann.sit(code) as first, bob.sit(code) as second:
                shown: list[tuple[int, object]] = []
                first.on_message = lambda message, _: (
                    shown.append((1, message.view.game.seats[1].money))  # type: ignore[union-attr]
                    if getattr(message, "view", None) is not None and not first.over
                    else None
                )
                await play_together([first, second], random.Random(1), 40)
                assert len(shown) > 20
                assert {money for _, money in shown} == {None}
                assert first.view is not None
                assert isinstance(first.view.game.seats[0].money, int)
                then = await first.history(first.seq - 3)
                assert then.game.seats[1].money is None
                plan = AskQuote("q", seat=1, cities=[], why=True, fills=True)
                assert (await refused(first.quote(plan))).code == "not_your_seat"
                assert all(point.money[1] is None for point in (await ann.curves(code)).points)
                await ann.agree(code)
                await bob.agree(code)
                await first.until(lambda: first.over)
                assert all(isinstance(row.money, int) for row in first.view.game.seats)

    run(check())


@pytest.mark.thorough
def test_no_secret_is_logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """At the most talkative level no line of the log holds a token, a restore code, the seed, chat or a query."""

    async def check() -> list[str]:
        url, port = sqlite(tmp_path), free_port()
        async with (
            process(url, port, KILOWATT_LOG_LEVEL="DEBUG"),
            Client(f"http://127.0.0.1:{port}") as ann,
            Client(f"http://127.0.0.1:{port}") as phone,
        ):
            made = await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"]))
            code = made.table.code
            await phone.join(code, restore=made.restore["0"])
            assert (await refused(phone.join(code, restore="not-a-code"))).code == "bad_restore"
            await ann.request("GET", "/api/tables", filter="mine", nonce="hushhush")
            await ann.request("POST", "/api/notifications/unsubscribe/the-key-of-a-mail")
            async with ann.sit(code) as seat:
                await seat.chat("a word between us")
                await play_on(seat, random.Random(1), 3)
        store = Store(make_engine(url), Metrics())
        row = await store.table(code)
        await store.engine.dispose()
        assert row is not None
        return [
            *made.restore.values(),
            *(s or "" for s in (ann.token, phone.token, row.seed)),
            "word between",
            "hushh",
            "key-of-a",
        ]

    secrets = run(check())
    log = capsys.readouterr().err
    assert all(secrets)
    assert '"path":"/api/tables"' in log
    assert not [secret for secret in secrets if secret in log]


def test_names_and_chat_are_plain_and_bounded(tmp_path: Path) -> None:
    """Control characters never get into names or chat, markup stays text, and long ones are refused."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as bob:
            seats = [SeatPlan("person", name="<b>A\u202e\x00n</b>"), SeatPlan("open")]
            made = await ann.create(CreateTable("recharged/germany", seats))
            assert made.table.seats[0].name == "<b>A n</b>"
            assert (await refused(bob.join(made.table.code, "x" * 25))).code == "bad_request"
            assert (await refused(bob.join(made.table.code, "\u200b\n"))).code == "name_needed"
            async with ann.sit(made.table.code) as seat:
                await seat.chat("<script>alert(1)</script>\x07")
                await seat.until(lambda: bool(seat.said))
                assert seat.said[0].text == "<script>alert(1)</script>"

    run(check())


def test_a_stranger_cannot_act_for_a_seat(tmp_path: Path) -> None:
    """A device without the seat's token is refused in every way of acting for it."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            made = await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name=n) for n in "AB"]))
            code = made.table.code
            async with eve.sit(code) as stranger:
                assert (await refused(stranger.act(Pass(0)))).code == "not_your_seat"
                assert (await refused(stranger.undo(0))).code == "not_your_seat"
                assert (await refused(stranger.proxy(None, 0))).code == "not_your_seat"
            for attempt in (eve.resign(code, 0), eve.leave(code, 1), eve.agree(code, 0)):
                assert (await refused(attempt)).code == "not_your_seat"
            assert (await refused(eve.rematch(code))).code == "no_seat"
            forged = Client(server.url, "A" * 22)
            async with forged:
                assert (await forged.table(code)).yours == []
            assert COOKIE not in (await ann.record(code))

    run(check())
