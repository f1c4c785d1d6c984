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
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def test_the_readme_examples_run_and_print_what_they_say() -> None:
    """Every Python block of the README runs in turn and prints the block that follows it."""
    blocks = BLOCK.findall((TOP / "README.md").read_text(encoding="utf-8"))
    assert len(blocks) >= 3
    names: dict[str, object] = {}
    for source, expected in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(source, "README.md", "exec"), names)
        assert out.getvalue() == expected


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
    """The README shows at least two pictures before its first heading below the title, each under 200 kB."""
    opening = (TOP / "README.md").read_text(encoding="utf-8").split("\n## ")[0]
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", opening)
    assert len(pictures) >= 2
    assert all((TOP / picture).stat().st_size < 200_000 for picture in pictures)


@pytest.mark.parametrize("path", sorted([*TOP.glob("*.md"), *(TOP / "docs").rglob("*.md")]), ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    """Every relative link of a page names a file that exists."""
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_cited_tests_exist() -> None:
    """Every test that a page cites as proof is a test of a file that exists."""
    files = list((TOP / "tests").rglob("test_*.py"))
    names = set(re.findall(r"def (test_\w+)", "".join(path.read_text(encoding="utf-8") for path in files)))
    pages = "".join(path.read_text(encoding="utf-8") for path in (TOP / "docs").rglob("*.md"))
    assert set(re.findall(r"\b(test_\w+\.py)", pages)) <= {path.name for path in files}
    assert set(re.findall(r"::(test_\w+)", pages)) <= names
