"""Shared links: a table's own title and picture, a frame for other sites, a QR code, and no secret in any of them."""

import re
import struct
import threading
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import resvg_py
import segno
from typer.testing import CliRunner

import kilowatt
from kilowatt.cli import app
from kilowatt.client import Client
from kilowatt.engine.actions import Open
from kilowatt.protocol import CreateTable, SeatPlan, views
from kilowatt.server.pictures import drawing, painter
from tests.server.kit import plain_http, run, serving, sqlite, until

GOLDEN = Path(__file__).parents[1] / "golden"
EXAMPLES = Path(__file__).parents[2] / "examples" / "boards"
PREVIEW = Path(__file__).parents[2] / "web" / "public" / "preview.png"
URL = "https://games.example.org"


def size_of(png: bytes) -> tuple[int, int]:
    """Read the size of a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


def test_a_tables_link_has_its_title_and_picture(tmp_path: Path) -> None:
    """The address of a table has title, description and a picture of the real board, now or at a moment."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), public_url=URL) as server, Client(server.url) as client:
            seats = [SeatPlan("person", name="Anna"), SeatPlan("person", name="Bo <b>")]
            code = (await client.create(CreateTable("recharged/germany", seats, name='"Night" & train'))).table.code
            async with plain_http(server.url) as http:
                page = (await http.get(f"/t/{code}?at=1")).text
                properties = {
                    name: unescape(value) for name, value in re.findall(r'property="(\S+)" content="([^"]*)"', page)
                }
                assert properties["og:title"] == '"Night" & train · Kilowatt'
                assert properties["og:description"].startswith("Germany, Recharged 2018. Anna, Bo <b>. Round")
                assert "<b>" not in page
                assert page.count("<title>") == page.count('name="description"') == 1
                assert properties["og:image"] == f"{URL}/picture/{code}.png?at=1"
                picture = await http.get(f"/picture/{code}.png?at=1")
                assert size_of(picture.content) == (1200, 630)
                assert picture.content == (await http.get(f"/picture/{code}.png?at=1")).content
                assert len(server.server.pictures._bodies) == 1, "the second one was kept"
                assert (await http.get(f"/picture/{code}.png?at=9999")).status_code == 404
                assert (await http.get("/picture/NOTABLE9.png")).status_code == 404
                assert "og:title" not in (await http.get("/t/NOTABLE9")).text
                qr = await http.get(f"/api/tables/{code}/qr")
                expected = segno.make(f"{URL}/t/{code}", error="m").svg_inline(scale=4, border=2)
                assert re.findall(r' d="([^"]+)"', expected)[0] in qr.text
            waiting = [SeatPlan("person", name="Anna"), SeatPlan("open")]
            code = (await client.create(CreateTable("card-game", waiting))).table.code
            async with plain_http(server.url) as http:
                assert "1 free. Waiting for players." in (await http.get(f"/t/{code}")).text
                assert size_of((await http.get(f"/picture/{code}.png")).content) == (1200, 630)

    run(check())


def test_the_home_page_has_a_picture_for_its_link(tmp_path: Path) -> None:
    """The home page names an absolute picture of the size it says; the name of a hostile host is not in it."""

    async def check() -> None:
        folder = tmp_path / "page"
        folder.mkdir()
        (folder / "index.html").write_text("<head><title>Kilowatt</title></head>", encoding="utf-8")
        (folder / "preview.png").write_bytes(PREVIEW.read_bytes())
        async with (
            serving(sqlite(tmp_path), public_url=URL, page=str(folder)) as server,
            plain_http(server.url) as http,
        ):
            page = (await http.get("/", headers={"x-forwarded-host": '"><script>'})).text
            properties = dict(re.findall(r'property="(\S+)" content="([^"]*)"', page))
            assert properties["og:image"] == f"{URL}/preview.png"
            size = size_of((await http.get("/preview.png")).content)
            assert size == (int(properties["og:image:width"]), int(properties["og:image:height"]))
            assert "<script>" not in page

    run(check())


def test_other_sites_may_show_the_replay_and_nothing_else(tmp_path: Path) -> None:
    """A replay may stand in a frame, without scripts; every other page may not."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as client:
            record = (GOLDEN / "original-korea-2-step3.jsonl").read_text(encoding="utf-8")
            code = (await client.import_record(record)).table.code
            async with plain_http(server.url) as http:
                frame = await http.get(f"/embed/{code}?at=20")
                policy = frame.headers["content-security-policy"]
                assert "frame-ancestors *" in policy
                assert "script" not in policy
                assert "x-frame-options" not in frame.headers
                assert "set-cookie" not in frame.headers
                assert f'src="/picture/{code}.png?at=20"' in frame.text
                assert f'href="/embed/{code}?at=21"' in frame.text
                for path in (f"/t/{code}", "/", f"/picture/{code}.png"):
                    answer = await http.get(path)
                    assert answer.headers["x-frame-options"] == "DENY"
                    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]

    run(check())


@pytest.mark.parametrize("money", ["open", "hidden"])
def test_no_money_is_in_a_picture(money: str) -> None:
    """The same position with other money is the same picture, so none can be read from it."""
    rules = kilowatt.ruleset("recharged/usa", 3, {"money": money})
    table = kilowatt.Table(rules, seed=3)
    before = drawing.svg(table.state, ["A", "B", "C"], "Table")
    for seat in range(3):
        table.state.money[seat] += 917
    assert drawing.svg(table.state, ["A", "B", "C"], "Table") == before


@pytest.mark.parametrize("name", ["recharged-germany-6-step2", "card-game-2"])
def test_plants_market_and_the_last_event_are_in_a_picture(name: str) -> None:
    """Every plant on offer with its number, the market's fuel, everybody's plants and what happened last are drawn."""
    record = kilowatt.read_record(next(GOLDEN.glob(f"{name}*.jsonl")))
    state = kilowatt.replay(record).state
    game = views.game_view(state, ())
    drawn = drawing.svg(state, [f"P{seat}" for seat in range(state.rules.seats)], "Table", "Anna <b>bids</b> 20.")
    numbers = {plant.id: str(plant.number) for plant in views.board_view(state.rules).plants}
    for plant in [*game["plants"]["current"], *game["plants"]["future"]]:
        assert f">{numbers[plant]}</text>" in drawn
    for seat in game["seats"]:
        owned = ", ".join(numbers[plant] for plant in seat["plants"])
        assert not owned or f"plants {owned}</text>" in drawn
    tokens = [f"{fuel} ×{row['tokens']}" for fuels in game["fuel"].values() for fuel, row in fuels.items()]
    cards = [card.rpartition("-")[0] for column in game["columns"].values() for card in column]
    assert tokens or cards
    assert all(f"{words}</text>" in drawn for words in [*tokens, *cards])
    assert "Anna &lt;b&gt;bids&lt;/b&gt; 20." in drawn


def test_a_frame_of_the_card_game_shows_plants_market_and_what_happened(tmp_path: Path) -> None:
    """What other sites show of a card game: its picture with the plants on offer and fuel cards, and the last event."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as client:
            seats = [SeatPlan("person", name=name) for name in ("Anna", "Ben", "Cleo")]
            asked = CreateTable("card-game", seats, {"order": [0, 1, 2], "money": "open"})
            code = (await client.create(asked)).table.code
            async with client.sit(code) as seat, plain_http(server.url) as http:
                assert seat.view is not None
                offered = seat.view.game.plants.current
                done = await seat.act(Open(0, offered[0], 11))
                frame = (await http.get(f"/embed/{code}?at={done.seq}")).text
                assert re.search(r"Anna opens .*\b11\b", frame), frame
                assert f"/picture/{code}.png?at={done.seq}" in frame
                picture = await http.get(f"/picture/{code}.png?at={done.seq}")
                assert size_of(picture.content) == (1200, 630)
                assert picture.content != (await http.get(f"/picture/{code}.png?at=0")).content

    run(check())


@pytest.mark.parametrize("money", ["open", "hidden"])
def test_a_frame_says_what_happened(tmp_path: Path, money: str) -> None:
    """The frame names the last event of its moment, with names as text; where money is hidden it names none."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as client:
            seats = [SeatPlan("person", name="Anna"), SeatPlan("person", name="Bo <b>")]
            options = {"order": [1, 0], "trust": False, "money": money}
            code = (await client.create(CreateTable("recharged/germany", seats, options))).table.code
            async with client.sit(code) as seat, plain_http(server.url) as http:
                assert seat.view is not None
                plant = seat.view.game.plants.current[0]
                done = await seat.act(Open(1, plant, 30))
                frame = (await http.get(f"/embed/{code}?at={done.seq}")).text
                assert ("Bo &lt;b&gt; opens plant" in frame) == (money == "open")
                assert "<b>" not in frame
                assert (await http.get(f"/embed/{code}?at=0")).status_code == 200
                assert size_of((await http.get(f"/picture/{code}.png?at={done.seq}")).content) == (1200, 630)

    run(check())


@pytest.mark.parametrize("golden", sorted(path.stem for path in GOLDEN.glob("*.jsonl")))
def test_every_board_is_drawn(golden: str) -> None:
    """Every published game has a picture with as many houses as the players have cities."""
    table = kilowatt.replay(kilowatt.read_record(GOLDEN / f"{golden}.jsonl"))
    names = [f"P{seat}" for seat in range(table.state.rules.seats)]
    drawn = drawing.svg(table.state, names, "Table")
    houses = 0 if "card-game" in golden else sum(int(cities).bit_count() for cities in table.state.cities)
    colours = len(
        re.findall(r'<(?:circle|polygon)[^>]*fill="(?:#2357dc|#f25c0f|#0f5c3a|#f7c526|#c276ab|#1f242b)"', drawn)
    )
    assert colours == houses + table.state.rules.seats


def test_a_free_seat_is_drawn_without_words() -> None:
    """A place without a player is a dashed shape in the picture, so that it reads in any language."""
    rules = kilowatt.ruleset("recharged/germany", 3)
    drawn = drawing.waiting_svg(rules, ["Anna", "", ""], "Table")
    words = set(re.findall(r"<text[^>]*>([^<]+)</text>", drawn))
    full = set(re.findall(r"<text[^>]*>([^<]+)</text>", drawing.waiting_svg(rules, ["Anna", "Bo", "Cy"], "Table")))
    assert words == full - {"Bo", "Cy"}
    assert drawn.count('stroke-dasharray="7 6"') == 2 * 2


@pytest.mark.parametrize("title", ["Friday", "Germany, Recharged 2018", "The very long name of a table"])
def test_a_title_ends_inside_its_panel(title: str) -> None:
    """A long title is drawn smaller, and shortened where that is not enough."""
    drawn = drawing.svg(kilowatt.new_game(kilowatt.ruleset("recharged/germany", 2)), ["A", "B"], title)
    match = re.search(r'y="140" font-size="(\d+)" [^>]*>([^<]+)<', drawn)
    assert match
    size, shown = int(match[1]), match[2]
    assert size >= 20
    assert size * drawing.BOLD_WIDTH * len(shown) <= drawing.WIDE - drawing.BOARD - drawing.MARGIN - 48
    assert shown == title or shown.endswith("…")


def test_a_board_file_is_drawn_where_its_maker_put_it() -> None:
    """The picture of a game on a board file shows its cities at the places of the file, and every area."""
    board = kilowatt.read_board(EXAMPLES / "two_valleys.toml")
    drawn = drawing.svg(kilowatt.new_game(kilowatt.ruleset("custom", 2, {"board": board})), ["A", "B"], "Table")
    for x, y, _ in board["layout"]["cities"].values():
        assert f'cx="{x}" cy="{y}"' in drawn
    assert drawn.count('<path d="M') == len(board["area"])


def test_a_record_becomes_a_picture(tmp_path: Path) -> None:
    """`kilowatt picture` writes a moment of a record as PNG or SVG, and names a moment that does not exist."""
    record = str(GOLDEN / "original-usa-2-step3.jsonl")
    out = tmp_path / "board.png"
    done = CliRunner().invoke(app, ["picture", record, "--at", "50", "-o", str(out)])
    assert done.exit_code == 0, done.output
    assert size_of(out.read_bytes()) == (1200, 630)
    done = CliRunner().invoke(app, ["picture", record, "--at", "99999", "-o", str(out)])
    assert isinstance(done.exception, kilowatt.BadOption)
    assert "at" in str(done.exception)


def test_a_picture_is_painted_in_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library would stop the server: it paints in a process, which ends when idle and is started again."""

    def never(*_: Any, **__: Any) -> bytes:
        raise AssertionError("painted in the server")

    monkeypatch.setattr(resvg_py, "svg_to_bytes", never)
    monkeypatch.setattr(painter, "IDLE_SECONDS", 0.0)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as client:
            seats = [SeatPlan("person", name="Anna"), SeatPlan("open")]
            code = (await client.create(CreateTable("card-game", seats))).table.code
            helper = server.server.painter.process
            for name in ("Bob", None):
                assert size_of(await client.request("GET", f"/picture/{code}.png")) == (1200, 630)
                await until(lambda: helper.process is None)
                if name is not None:
                    async with Client(server.url) as other:
                        await other.join(code, name)

    run(check())


def test_a_qr_code_is_drawn_once_and_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A code is drawn in another thread and kept, and whoever asks for a new one is charged for it."""
    threads: list[str] = []
    draw = segno.make

    def noted(*args: Any, **options: Any) -> segno.QRCode:
        threads.append(threading.current_thread().name)
        return draw(*args, **options)

    monkeypatch.setattr(segno, "make", noted)

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, Client(server.url) as client:
            seats = [SeatPlan("person", name="Anna"), SeatPlan("open")]
            code = (await client.create(CreateTable("card-game", seats))).table.code
            codes = [await client.request("GET", f"/api/tables/{code}/qr") for _ in range(5)]
            assert len(set(codes)) == 1
            assert len(threads) == 1, "the others are kept"
            assert threads[0].startswith("beside")
            async with plain_http(server.url) as http:
                answers = [
                    (await http.get(f"/api/tables/{code}/qr", headers={"host": f"h{number}.example.org"})).status_code
                    for number in range(45)
                ]
            assert answers.count(429) >= 5, "codes that nobody has asked for are limited like pictures"

    run(check())
