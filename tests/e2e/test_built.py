"""The built page: its size, its purity, and that its protocol types are those of the server."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from tools import page_types

TOP = Path(__file__).parents[2]
PAGE = TOP / "src" / "kilowatt" / "server" / "page"
MOST = 250_000

built = pytest.mark.skipif(not PAGE.is_dir(), reason="the page is not built; make page")


def test_the_protocol_types_are_current() -> None:
    """The page's types are what the server's Structs say."""
    assert page_types.TARGET.read_text(encoding="utf-8") == page_types.source()


@built
def test_everything_together_is_under_250_kilobytes() -> None:
    """All scripts, styles and boards of the page are under 250 kB gzipped."""
    files = [path for path in PAGE.rglob("*") if path.suffix in (".js", ".css", ".html", ".svg")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < MOST


@built
def test_the_page_has_nothing_inline_and_names_no_other_host() -> None:
    """The page carries no inline script or style, and no address of another host but names of standards."""
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", index)
    assert "<style" not in index
    assert " style=" not in index
    for path in PAGE.rglob("*.js"):
        hosts = set(re.findall(r"https?://([\w.-]+)", path.read_text(encoding="utf-8")))
        assert hosts <= {"www.w3.org", "react.dev"}, path.name
