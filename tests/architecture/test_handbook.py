"""The handbook: every page is in it, and the built site has no broken link and asks no other host for anything."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from kilowatt import bots, client, envs, public
from tools import package_docs

TOP = Path(__file__).parents[2]
DOCS = TOP / "docs"
MANUAL_WORDS = 26_500
APART = {"lab", "reference", "decisions"}
"""Folders that are looked up or are history: not the manual."""
LOOKED_UP = {"boards.md": "doubts"}
"""A table, made from the data, that a page of the manual repeats from the reference: it is looked up as well."""
NAMING = {".py", ".toml", ".md", ".yml"}
DAY = re.compile(
    r"\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b"
)
LOADS = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src"}
"""Elements that make a browser ask for a file."""


def pages(node: object) -> list[str]:
    """List the files of a navigation, however deep."""
    if isinstance(node, str):
        return [node]
    rows = node.values() if isinstance(node, dict) else node
    return [page for row in rows for page in pages(row)]  # type: ignore[attr-defined]


def test_every_page_is_in_the_navigation() -> None:
    """The navigation names each page of `docs` once, and no file that is not there."""
    project = tomllib.loads((TOP / "zensical.toml").read_text(encoding="utf-8"))["project"]
    assert sorted(pages(project["nav"])) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


def words(text: str) -> int:
    """Count what a reader reads: not code blocks, comments, addresses of links and pictures, rules of tables."""
    text = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<!--.*?-->|\]\([^)]*\)", " ", text, flags=re.DOTALL)
    return len(re.findall(r"[^\W\d_][\w'’.-]*", text))


def manual_words(page: Path) -> int:
    """Count the words of a page of the manual without the table that is looked up."""
    text = page.read_text(encoding="utf-8")
    if name := LOOKED_UP.get(page.relative_to(DOCS).as_posix()):
        begin, end = f"<!-- {name}: written by make docs -->", f"<!-- {name} end -->"
        before, rest = text.split(begin)
        table, after = rest.split(end)
        assert all(line.startswith("|") for line in table.strip().splitlines()), "only rows of the table"
        text = before + after
    return words(text)


def test_words_are_counted_as_a_reader_counts() -> None:
    """Cells of tables, names in code and words of links count; code blocks, addresses and lines of tables do not."""
    table = "| a | b |\n|---|:--|\n| two words | 12 % |\n"
    assert words(f"{table}See [the page](page.md), `kilowatt play`.\n```\nnot this\n```\n<!-- nor this -->\n") == 9


def test_only_the_table_that_is_looked_up_does_not_count() -> None:
    """Of the page of boards all words count but those of the table of doubts, which stand in the reference too."""
    page = DOCS / "boards.md"
    text = page.read_text(encoding="utf-8")
    table = text.split("<!-- doubts: written by make docs -->")[1].split("<!-- doubts end -->")[0]
    assert manual_words(page) == words(text) - words(table) > 0
    reference = (DOCS / "reference" / "boards.md").read_text(encoding="utf-8")
    for row in table.strip().splitlines()[2:]:
        cells = " | ".join(row.split(" | ")[1:])
        assert row.startswith("| all ") or f"| {cells}" in reference


def test_the_manual_is_short() -> None:
    """All pages but lab, reference and decisions, without the table of doubts, have less than 26,500 words together."""
    manual = [page for page in DOCS.rglob("*.md") if page.relative_to(DOCS).parts[0] not in APART]
    counts = {page.name: manual_words(page) for page in manual}
    assert sum(counts.values()) < MANUAL_WORDS, sorted(counts.items(), key=lambda row: -row[1])


def test_no_manual_page_has_figures_that_cannot_be_had_again() -> None:
    """Only notes of the lab may say that a figure is not repeatable."""
    manual = [page for page in DOCS.rglob("*.md") if page.relative_to(DOCS).parts[0] != "lab"]
    assert not [page.name for page in manual if "not repeatable" in page.read_text(encoding="utf-8")]


def undated(text: str) -> list[str]:
    """Return the headings of a page of the lab, below the first, whose section has no day of a year in it."""
    sections = re.split(r"^(?=##+ )", text, flags=re.MULTILINE)[1:]
    return [one.splitlines()[0] for one in sections if "\n" in one.strip() and not DAY.search(one)]


@pytest.mark.parametrize("page", sorted((DOCS / "lab").glob("*.md")), ids=lambda page: page.name)
def test_every_section_of_the_lab_has_its_date(page: Path) -> None:
    """Whoever reads a note of the lab sees the day it is of."""
    assert undated(page.read_text(encoding="utf-8")) == []


def test_a_section_without_a_date_is_noticed() -> None:
    """A month is no date, a day without its year neither; a heading with nothing below it needs none."""
    page = "# A\n\n## B\n\n### C\n\n*16 November 2026*\n\n## D\n\nIn November 2026.\n\n## E\n\nOn 3 May.\n"
    assert undated(page) == ["## D", "## E"]


def test_pages_that_the_code_names_exist() -> None:
    """Every `docs/...` that a source, a test or a setting of the project names is a file."""
    folders = ("src/kilowatt", "tests", "tools", "bench", ".github")
    files = [path for folder in folders for path in (TOP / folder).rglob("*") if path.suffix in NAMING]
    files += [*TOP.glob("*.md"), *TOP.glob("*.toml"), *TOP.glob("*.yml"), TOP / "Makefile"]
    for path in files:
        if "page" in path.parts or path.name == "CHANGELOG.md":
            continue
        for name in re.findall(r"(?<![\w/])docs/[\w/-]+\.(?:md|svg)", path.read_text(encoding="utf-8")):
            assert (TOP / name).exists(), (path.name, name)


def test_the_architecture_lists_packages_and_decisions() -> None:
    """The page of the architecture links every package's page and every decision; a package's page is one screen."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([^)#]+)", text))
    listed = [*(DOCS / "decisions").glob("*.md"), *package_docs.FOLDER.glob("*.md")]
    assert {page.relative_to(DOCS).as_posix() for page in listed} <= linked
    assert set(package_docs.FOLDER.glob("*.md")) == set(package_docs.PAGES)
    for page in package_docs.PAGES:
        assert len(page.read_text(encoding="utf-8").splitlines()) <= package_docs.LINES, page.name


def test_four_questions_are_answered_from_the_first_page() -> None:
    """Home leads in one step to where a rule lives, hosting for friends, a bot of your own, and how to cite."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    for answer in (
        "adding-a-rule.md#where-a-rule-lives",
        "hosting.md#ten-friends",
        "writing-a-bot.md",
        "research.md#how-to-cite",
    ):
        assert f"]({answer})" in text, answer


class Read(HTMLParser):
    """What a page links to, what it loads, and the places in it that can be linked to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.places: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element."""
        row = {name: value or "" for name, value in attrs}
        self.places.update(row[name] for name in ("id", "name") if name in row)
        if tag == "a" and "href" in row:
            self.links.append(row["href"])
        if tag in LOADS and LOADS[tag] in row:
            self.loads.append(row[LOADS[tag]])


@pytest.fixture(scope="module")
def site() -> Path:
    """Build the handbook, without a warning."""
    program = Path(sys.executable).with_name("zensical")
    built = subprocess.run(
        [program, "build", "--clean", "--strict"], capture_output=True, text=True, cwd=TOP, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return TOP / "build" / "handbook"


@pytest.mark.thorough
def test_the_site_is_whole(site: Path) -> None:
    """Every link and anchor of the built site leads somewhere, and nothing is loaded from elsewhere."""
    for page in site.rglob("*.html"):
        text = re.sub(r"<pre.*?</pre>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.findall(r"(?:<p>|\n)(?:\d+\. |- |\| |```)[\w`<].{0,40}", text), (
            f"{page.name}: a list or a table as text"
        )
    read = {page: Read(page) for page in site.rglob("*.html")}
    assert len(read) > len(list(DOCS.rglob("*.md")))
    for page, seen in read.items():
        assert not [one for one in seen.loads if re.match(r"(https?:)?//", one)], page
        for link in seen.links:
            target, place = urldefrag(unquote(link))
            if re.match(r"\w+:", target) or page.name == "404.html":
                continue
            file = (page.parent / target).resolve() if target else page
            assert file.exists(), (page.name, link)
            if place and file in read:
                assert place in read[file].places, (page.name, link)


@pytest.mark.thorough
def test_public_names_are_shown_with_their_docstrings(site: Path) -> None:
    """Each public name of the four modules has its place on the page, and a sentence below it."""
    parts = re.split(r'(?=<h\d id="kilowatt\.)', (site / "reference" / "python.html").read_text(encoding="utf-8"))
    told = {part.split('"')[1].rpartition(".")[2] for part in parts[1:] if "<p>" in part}
    told |= {"notation"} if 'id="kilowattnotation"' in parts[0] + "".join(parts) else set()
    for module in (public, bots, client, envs):
        assert len(module.__all__) >= 4
        assert set(module.__all__) <= told, (module.__name__, set(module.__all__) - told)


@pytest.mark.thorough
def test_the_site_can_be_searched(site: Path) -> None:
    """The index of the search has every page and its words, and every page has the field to type in."""
    index = json.loads((site / "search.json").read_text(encoding="utf-8"))["items"]
    found = {row["location"].partition("#")[0] for row in index}
    pages_of_docs = {page.relative_to(DOCS).with_suffix(".html").as_posix() for page in DOCS.rglob("*.md")}
    assert pages_of_docs <= found, pages_of_docs - found
    assert "reference/boards.html" in {row["location"].partition("#")[0] for row in index if "jump" in row["text"]}
    for page in pages_of_docs:
        assert 'data-md-component="search"' in (site / page).read_text(encoding="utf-8"), page
