"""Links to boards: each has its own title, description and picture, within the limits of pictures."""

from __future__ import annotations

import re
import struct
from html import unescape
from pathlib import Path

import pytest

from kilowatt.server.http import gate
from kilowatt.server.pictures.painter import Painter
from tests.server.kit import plain_http, run, serving, sqlite

URL = "https://play.example"


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return int(width), int(height)


def test_a_boards_link_has_its_title_and_picture(tmp_path: Path) -> None:
    """The address of a board has its title, how large it is, and a picture of its map, which is kept."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), public_url=URL) as server, plain_http(server.url) as http:
            assert (await http.get("/boards")).status_code == 200
            page = (await http.get("/boards/italy")).text
            found = re.findall(r'property="(\S+)" content="([^"]*)"', page)
            properties = {name: unescape(value) for name, value in found}
            assert properties["og:title"] == "Italy · Kilowatt"
            assert properties["og:description"].startswith("Italy: 42 cities, 6 areas, 2 to 6 players.")
            assert properties["og:url"] == f"{URL}/boards/italy"
            assert properties["og:image"] == f"{URL}/picture/board/italy.png"
            assert page.count("<title>") == page.count('name="description"') == 1
            picture = await http.get("/picture/board/italy.png")
            assert size_of(picture.content) == (1200, 630)
            assert picture.headers["cache-control"] == "public, max-age=86400"
            assert picture.content == (await http.get("/picture/board/italy.png")).content
            assert len(server.server.pictures._bodies) == 1, "the second one was kept"

    run(check())


@pytest.mark.parametrize("name", ["nowhere", "", "..%2F..%2Fetc", "%3Cscript%3E", "a" * 65, "card-game", "italy%00"])
def test_no_other_name_is_drawn(tmp_path: Path, name: str) -> None:
    """A name that is no board's has no picture, and its page is the plain one, without the name in it."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), public_url=URL) as server, plain_http(server.url) as http:
            assert (await http.get(f"/picture/board/{name}.png")).status_code in {400, 404}
            assert (await http.get(f"/picture/board/{name}")).status_code in {400, 404}
            page = await http.get(f"/boards/{name}")
            assert "og:title" not in page.text
            assert not server.server.pictures._bodies

    run(check())


def test_pictures_of_boards_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A device that asks for pictures of boards that are not kept is told to wait, as with those of tables."""

    async def paint_nothing(*_: object) -> bytes:
        return b""

    monkeypatch.setattr(gate, "REFUSED_SECONDS", 0.0)
    monkeypatch.setattr("kilowatt.server.pictures.drawing.board_svg", lambda *_: "")
    monkeypatch.setattr(Painter, "png", paint_nothing)

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, plain_http(server.url) as http:
            await http.get("/api/levels")
            answers = []
            for _ in range(60):
                server.server.pictures._bodies.clear()
                answers.append((await http.get("/picture/board/italy.png")).status_code)
            assert answers[0] == 200
            assert set(answers) == {200, 429}

    run(check())
