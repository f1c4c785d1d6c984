"""The docs are true: examples run, generated pages are current, links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from tools import docs

TOP = Path(__file__).parents[2]
BLOCK = re.compile(r"```python\n(.*?)```\n(?:```\n(.*?)```)?", re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]*)(?:#([^)]*))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def places(page: Path) -> set[str]:
    """Return the anchors of a page: of its headings, as the handbook and code hosts make them, and its own."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    texts, own = HEADING.findall(text), re.findall(r'^<a id="([\w-]+)"></a>$', text, re.MULTILINE)
    plain = [re.sub(r"\]\([^)]*\)", "", text) for text in texts]
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", text.lower()).strip()) for text in plain} | {*own}


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_examples_run_and_print_what_they_say(page: str) -> None:
    """Every Python block of a page runs in turn and prints the block that follows it."""
    blocks = BLOCK.findall((TOP / page).read_text(encoding="utf-8"))
    assert len(blocks) >= 2
    names: dict[str, object] = {}
    for source, expected in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(source, page, "exec"), names)
        assert out.getvalue() == expected


RUN_BY = {
    "README.md": "architecture/test_docs.py",
    "docs/coach.md": "coach/test_advise.py",
    "docs/kernel.md": "architecture/test_docs.py",
    "docs/library.md": "architecture/test_docs.py",
    "docs/reference/board-files.md": "architecture/test_shell_blocks.py",
    "docs/reference/packages/client.md": "server/test_connect.py",
    "docs/research.md": "envs/test_research_page.py",
    "docs/writing-a-bot.md": "arena/test_outsiders.py",
}
"""Which test runs the Python of a page."""


def test_every_page_with_python_is_run_by_a_test() -> None:
    """A page that gets its first example needs a test that runs it."""
    pages = [*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")]
    shown = {page.relative_to(TOP).as_posix() for page in pages if "```python" in page.read_text(encoding="utf-8")}
    assert shown == RUN_BY.keys()
    for page, test in RUN_BY.items():
        assert Path(page).name in (TOP / "tests" / test).read_text(encoding="utf-8")


def test_generated_pages_are_current() -> None:
    """The table of rulesets and the rows of the menu are what `make docs` writes."""
    for path, make in docs.PAGES.items():
        assert path.read_text(encoding="utf-8") == make()


@pytest.mark.thorough
def test_the_example_of_the_kernel_runs() -> None:
    """The flat Monte Carlo of docs/kernel.md runs and prints what it says."""
    (block,) = BLOCK.findall((TOP / "docs" / "kernel.md").read_text(encoding="utf-8"))
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block[0], "kernel.md", "exec"), {})
    assert out.getvalue() == block[1]


def test_the_readme_opens_with_small_pictures() -> None:
    """Above the fold the README has three sentences, two pictures that move, two commands and three links alone."""
    opening = (TOP / "README.md").read_text(encoding="utf-8").split("\n## ")[0]
    about = opening.split("![")[0].split("\n", 1)[1]
    assert len(re.findall(r"[.!?](?=\s)", about)) == 3
    assert len(re.findall(r"^make \w+", opening, re.MULTILINE)) == 2
    assert len(re.findall(r"(?<!!)\[[^]]+\]\(", opening)) == 3
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", opening)
    assert [Path(picture).suffix for picture in pictures] == [".webp", ".webp"]
    assert all((TOP / picture).stat().st_size < 200_000 for picture in pictures)
    for picture in pictures:
        data = (TOP / picture).read_bytes()
        assert data[:4] + data[8:12] == b"RIFFWEBP"
        assert b"ANIM" in data, f"{picture} does not move"
        assert data.count(b"ANMF") > 1


@pytest.mark.parametrize("path", sorted([*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")]), ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link of a page names a file that exists, and a heading that is in it."""
    for target, place in LINK.findall(path.read_text(encoding="utf-8")):
        file = path.parent / target if target else path
        assert file.exists(), target
        assert not place or file.suffix != ".md" or place in places(file), (target, place)


def test_cited_tests_exist() -> None:
    """Every test that a page cites is one that exists; the two guides to a change write some of their own."""
    files = list((TOP / "tests").rglob("test_*.py"))
    names = set(re.findall(r"def (test_\w+)", "".join(path.read_text(encoding="utf-8") for path in files)))
    guides = {"first-change.md", "adding-a-rule.md"}
    told = [path for path in (TOP / "docs").rglob("*.md") if path.name not in guides]
    pages = "".join(path.read_text(encoding="utf-8") for path in told)
    assert set(re.findall(r"\b(test_\w+\.py)", pages)) <= {path.name for path in files}
    assert set(re.findall(r"::(test_\w+)", pages)) <= names
