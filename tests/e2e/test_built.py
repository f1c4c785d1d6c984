"""The built page: its size, its purity, its types, that the wheel carries it, and that it asks its server alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

import kilowatt
from kilowatt.engine import asks
from tests.e2e.kit import await_ready, free_port, quick
from tools import layouts, page_budget, page_types

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.kit import Server

TOP = Path(__file__).parents[2]
PAGE = TOP / "src" / "kilowatt" / "server" / "page"
built = pytest.mark.skipif(not PAGE.is_dir(), reason="the page is not built; make page")


def test_the_protocol_types_are_current() -> None:
    """The page's types are what the server's Structs say."""
    assert page_types.TARGET.read_text(encoding="utf-8") == page_types.source()


def test_the_page_has_a_face_and_texts_for_every_decision() -> None:
    """For each decision the server may ask for, the console has a face and both languages have its headings."""
    console = (TOP / "web" / "src" / "console" / "Console.tsx").read_text(encoding="utf-8")
    texts = [
        json.loads((TOP / "web" / "src" / "text" / f"{language}.json").read_text(encoding="utf-8"))
        for language in ("en", "de")
    ]
    for name in asks.NAMES[1 : asks.FIRST_DRAW]:
        assert re.search(rf"^  {name}: \(\) =>", console, re.MULTILINE), name
        for keys in texts:
            assert {f"turn.{name}", f"turnsub.{name}", f"doing.{name}"} <= set(keys), name


def test_the_layouts_are_what_their_drawings_make() -> None:
    """Every hand-made layout of the page is its drawing, packed."""
    drawings = sorted(layouts.DRAWINGS.glob("*.json"))
    assert drawings
    for drawing in drawings:
        made = layouts.written(layouts.packed(json.loads(drawing.read_text(encoding="utf-8"))))
        assert (layouts.LAYOUTS / drawing.name).read_text(encoding="utf-8") == made, drawing.name


def test_an_area_has_one_name() -> None:
    """The map and the rules call an area the same: the log is read before the map has arrived, and after."""
    for row in kilowatt.rulesets():
        board = kilowatt.ruleset(row.id, 4).board
        if board.cities and (layouts.LAYOUTS / f"{board.id}.json").exists():
            drawn = json.loads((layouts.LAYOUTS / f"{board.id}.json").read_text(encoding="utf-8"))["areas"]
            assert {area.id: area.name for area in board.areas} == {key: drawn[key]["name"]["en"] for key in drawn}


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node on this machine")
def test_a_board_is_drawn_by_the_tool_as_by_the_page() -> None:
    """The tool draws any ruleset's board with the page's own code, and the drawing packs to the same layout."""
    board, layout = layouts.drawn("recharged/germany")
    assert board == "germany"
    assert len(layout["cities"]) == 42
    assert layouts.packed(layouts.unpacked(board, layout)) == layout


@built
def test_a_game_on_any_board_is_under_260_kilobytes() -> None:
    """Lobby, table and coach are under 260 kB gzipped; boards and screens loaded when opened have their own limits."""
    page, *opened = page_budget.weights().values()
    assert page < page_budget.BUNDLE_MOST
    for (screens, most), size in zip(page_budget.WHEN_OPENED.items(), opened, strict=True):
        assert 0 < size < most, screens


@built
def test_the_page_has_nothing_inline_and_names_no_other_host() -> None:
    """The page carries no inline script or style, and no address of another host but names of standards."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", index)
    assert "<style" not in index
    assert " style=" not in index
    own = [path for path in PAGE.rglob("*.js") if path.parent.name != "runtime"]  # that one is told where its files are
    for path in own:
        hosts = set(re.findall(r"https?://([\w.-]+)", path.read_text(encoding="utf-8")))
        assert hosts <= {"www.w3.org", "react.dev"}, path.name


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel as it is published."""
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*command, "--no-build-isolation", "--wheel-dir", str(target), str(TOP)], check=True)
    (wheel_file,) = target.glob("kilowatt-*.whl")
    return wheel_file


@built
def test_the_wheel_carries_the_built_page_and_no_tests(wheel: Path) -> None:
    """Every file of the built page is in the wheel, byte for byte; sources of the page and tests are not."""
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        for path in PAGE.rglob("*"):
            if path.is_file():
                name = f"kilowatt/server/page/{path.relative_to(PAGE).as_posix()}"
                assert name in names
                assert packed.read(name) == path.read_bytes()
    assert not [name for name in names if re.match(r"(tests|web|tools|bench)/|.*node_modules", name)]


@built
@pytest.mark.thorough
def test_the_wheel_plays_in_the_browser(wheel: Path, tmp_path: Path) -> None:
    """`kilowatt play` out of the wheel alone serves the page and everything the page names."""
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    port = free_port()
    program = "import kilowatt.cli as c, sys; assert sys.argv.pop(1) in c.__file__; c.main()"
    arguments = ["play", "--no-browser", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'game.db'}"]
    env = {**os.environ, "PYTHONPATH": str(site)}
    process = subprocess.Popen([sys.executable, "-c", program, str(site), *arguments], env=env, cwd=tmp_path)
    try:
        url = f"http://127.0.0.1:{port}"
        await_ready(url)
        with urllib.request.urlopen(url) as answer:
            index = answer.read().decode()
        named = re.findall(r'(?:src|href)="(/[^"]+)"', index)
        assert any(name.endswith(".js") for name in named)
        for name in named:
            with urllib.request.urlopen(url + name) as answer:
                assert answer.read() == (PAGE / name.lstrip("/")).read_bytes()
    finally:
        process.terminate()
        process.wait(30)


@pytest.mark.browser
@pytest.mark.thorough
def test_no_request_goes_to_another_host(page: Page, server: Server) -> None:
    """From the lobby through a round with hint, rules and menu, every request and socket goes to the server itself."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    player = quick(page, server.url)
    player.play_until("buy_fuel")
    page.get_by_role("button", name="Adviser", exact=True).click()
    page.locator(".plan-steps li").first.wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Rules", exact=True).click()
    page.get_by_role("button", name="All rules, numbered").click()
    page.locator(".drawer .rules .rule").first.wait_for(state="attached")
    page.keyboard.press("Escape")
    player.play_until("run")
    player.decide()
    assert {urlsplit(url).scheme for url in asked} >= {"http", "ws"}
    assert {urlsplit(url).netloc for url in asked if not url.startswith("data:")} == {urlsplit(server.url).netloc}
