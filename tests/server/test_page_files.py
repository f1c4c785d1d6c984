"""The page's files: compressed as the browser takes them, with tags, and kept for good where their name allows it."""

import gzip
from pathlib import Path

import pytest

from kilowatt.client import Client
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.http.static import Page
from tests.server.kit import plain_http, run, serving, sqlite
from tests.server.people import reserve, switch

SCRIPT = b"export const number = 1;\n" * 100


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Make a page of a script with both its compressed forms, and a picture."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><head><title>Kilowatt</title></head>", encoding="utf-8")
    (folder / "assets" / "index-abc.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "assets" / "index-abc.js.br").write_bytes(b"stands for brotli")
    (folder / "icon.png").write_bytes(b"png")
    return folder


def test_files_are_sent_as_the_browser_takes_them(tmp_path: Path, page: Path) -> None:
    """Brotli before gzip before the file itself; each form has its own tag, and caches keep them apart."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), page=str(page)) as server, plain_http(server.url) as http:
            where = "/assets/index-abc.js"
            tags = {}
            for accepted, encoding in (
                ("gzip, deflate, br, zstd", "br"),
                ("gzip", "gzip"),
                ("br;q=0, gzip;q=0.5", "gzip"),
                ("br;q=0.0", None),
                ("identity", None),
            ):
                async with http.stream("GET", where, headers={"accept-encoding": accepted}) as answer:
                    raw = b"".join([part async for part in answer.aiter_raw()])
                headers = answer.headers
                assert headers.get("content-encoding") == encoding
                assert raw == {"br": b"stands for brotli", "gzip": gzip.compress(SCRIPT), None: SCRIPT}[encoding] or (
                    encoding == "gzip" and gzip.decompress(raw) == SCRIPT
                )
                assert (headers["vary"], headers["content-type"]) == (
                    "Accept-Encoding",
                    "text/javascript; charset=utf-8",
                )
                assert "immutable" in headers["cache-control"]
                tags[encoding] = headers["etag"]
                again = await http.get(where, headers={"accept-encoding": accepted, "if-none-match": headers["etag"]})
                assert (again.status_code, again.content) == (304, b"")
                head = await http.head(where, headers={"accept-encoding": accepted})
                assert (head.status_code, head.headers["etag"]) == (200, headers["etag"])
            assert len(set(tags.values())) == 3
            assert (await http.get("/assets/index-abc.js.br")).status_code == 404, "no address of its own"
            picture = await http.get("/icon.png")
            assert "vary" not in picture.headers
            assert picture.headers["cache-control"] == "no-cache"

    run(check())


def test_pages_made_for_an_address_have_tags(tmp_path: Path, page: Path) -> None:
    """The home page and those of a table and a player are sent once, until something in them changes."""

    async def check() -> None:
        async with (
            serving(sqlite(tmp_path), page=str(page)) as server,
            Client(server.url) as ann,
            plain_http(server.url) as http,
        ):
            code = (
                await ann.create(CreateTable("card-game", [SeatPlan("person", name="Ann"), SeatPlan("open")]))
            ).table.code
            await reserve(ann, "Ann")
            await switch(ann, public=True)
            tags = {}
            for where in ("/", f"/t/{code}", "/t/NOTABLE9", "/player/Ann"):
                first = await http.get(where)
                tag = tags[where] = first.headers["etag"]
                assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
                for have in (tag, f"W/{tag}", f'"older", {tag}', "*"):
                    again = await http.get(where, headers={"if-none-match": have})
                    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
                assert (await http.get(where, headers={"if-none-match": '"older"'})).text == first.text
                head = await http.head(where)
                assert (head.status_code, head.headers["etag"], head.content) == (200, tag, b"")
            assert len(set(tags.values())) == len(tags)
            async with Client(server.url) as bob:
                await bob.join(code, "Bob")
            changed = await http.get(f"/t/{code}", headers={"if-none-match": tags[f"/t/{code}"]})
            assert "Bob" in changed.text
            gone = await http.get("/player/Nobody", headers={"if-none-match": "*"})
            assert gone.status_code == 404

    run(check())


def test_a_file_that_was_changed_after_the_build_is_sent_as_it_is(tmp_path: Path) -> None:
    """Its compressed forms are of what it was."""
    (tmp_path / "index.html").write_bytes(b"newer")
    (tmp_path / "index.html.gz").write_bytes(gzip.compress(b"older"))
    (tmp_path / "index.html.br").write_bytes(b"older")
    answer = Page(str(tmp_path)).answer("/", "", "br, gzip")
    assert answer.content == b"newer"
    assert "content-encoding" not in answer.headers
