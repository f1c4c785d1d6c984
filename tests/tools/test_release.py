"""What a release is described by, and the workflows that make one."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

import kilowatt
from tools import release, release_bill
from tools.changelog_notes import cited

ROOT = Path(__file__).parent.parent.parent
CHANGES = """# Changelog

## [Unreleased]

- Later.

## [1.1.0] - 2027-01-01

- New.

## [1.0.0] - 2026-12-01

- First.
"""


def test_notes_are_the_section_of_the_version() -> None:
    """The notes are what the changelog says of that version alone; a version without a section cannot be released."""
    assert release.notes(CHANGES, "1.1.0") == "- New.\n"
    assert release.notes(CHANGES, "1.0.0") == "- First.\n"
    with pytest.raises(release.Unready, match=r"no section for 1\.0$"):
        release.notes(CHANGES, "1.0")


def test_notes_have_no_links_into_the_repository() -> None:
    """Notes are read at the tag, where a relative link leads nowhere: its words stay, and links to elsewhere."""
    text = CHANGES.replace("- First.", "- [The page](docs/stability.md#numbers), see [there](https://example.org).")
    assert release.notes(text, "1.0.0") == "- The page, see [there](https://example.org).\n"


def test_the_citation_has_the_version_and_its_date() -> None:
    """CITATION.cff names the version of the code with the date of its section, as `public_face --release` writes it."""
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert cited(citation, changelog, kilowatt.__version__) == citation
    assert f'version: "{kilowatt.__version__}"\n' in citation
    other = cited(citation, CHANGES, "1.1.0")
    assert 'version: "1.1.0"\ndate-released: "2027-01-01"\n' in other
    assert cited(other, changelog, kilowatt.__version__) == citation
    with pytest.raises(ValueError, match="no dated section"):
        cited(citation, CHANGES, "1.2.0")


def test_a_wheel_of_this_version_is_needed(tmp_path: Path) -> None:
    """A folder without wheels, or with those of another version, is refused and says what to run."""
    (tmp_path / "kilowatt-0.0.1-py3-none-any.whl").touch()
    with pytest.raises(release.Unready, match="make wheels"):
        release.built(tmp_path)


def test_the_list_of_parts_names_each_once() -> None:
    """The list names every package with its version, licence and address in the index, without Kilowatt itself."""
    rows = {("kilowatt", "1.0.0", "MIT"), ("Typer", "0.1", ""), ("zope.interface", "7", "BSD\nmore")}
    made = release_bill.bill(release_bill.installed([*rows, *rows]), "1.0.0", datetime(2026, 11, 18, 20, tzinfo=UTC))
    assert made["metadata"]["component"]["version"] == "1.0.0"
    assert made["metadata"]["timestamp"] == "2026-11-18T20:00:00Z"
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
    assert [(part["name"], part["purl"]) for part in made["components"]] == [
        ("Typer", "pkg:pypi/typer@0.1"),
        ("zope.interface", "pkg:pypi/zope-interface@7"),
    ]
    assert made["components"][1]["licenses"] == [{"license": {"name": "BSD"}}]
    assert made["dependencies"][0]["dependsOn"] == [part["bom-ref"] for part in made["components"]]


def test_the_list_of_parts_has_what_is_in_the_page_and_the_browser(tmp_path: Path) -> None:
    """The page's npm packages are in it, and Pyodide with its Python and wheels; packages for development are not."""
    page = {part["name"]: part for part in release_bill.in_the_page(ROOT)}
    assert {"react", "react-dom", "scheduler"} <= set(page)
    assert "vite" not in page
    assert page["react"]["licenses"] == [{"license": {"name": "MIT"}}]
    runtime = tmp_path / "web" / "node_modules" / "pyodide"
    runtime.mkdir(parents=True)
    (tmp_path / "requirements").mkdir()
    shutil.copy(ROOT / "web" / "package-lock.json", tmp_path / "web")
    shutil.copy(ROOT / "requirements" / "browser.txt", tmp_path / "requirements")
    (runtime / "pyodide-lock.json").write_text(json.dumps({"info": {"python": "3.14.2"}}))
    browser = [part["purl"].partition("@")[0] for part in release_bill.in_the_browser(tmp_path)]
    assert browser == ["pkg:npm/pyodide", "pkg:generic/cpython", "pkg:pypi/msgspec"]


def test_an_archive_is_whole_or_says_what_is_lost(tmp_path: Path) -> None:
    """A folder becomes one archive; a file that is not what the site's index says is named; no page, no archive."""
    folder, out = tmp_path / "site", tmp_path / "out"
    folder.mkdir()
    out.mkdir()
    with pytest.raises(release.Unready, match="make site"):
        release.archive(out, "site", folder)
    (folder / "index.html").write_text("here")
    rows = [{"path": "index.html", "sha256": hashlib.sha256(b"here").hexdigest()}, {"path": "gone.js", "sha256": ""}]
    (folder / "files.json").write_text(json.dumps({"files": rows}))
    packed = release.archive(out, "site", folder)
    assert packed.name == f"kilowatt-{kilowatt.__version__}-site.zip"
    assert release.damaged(packed) == ["gone.js"]
    (folder / "index.html").write_text("changed")
    assert release.damaged(release.archive(out, "site", folder)) == ["index.html", "gone.js"]


def released() -> list[str]:
    """Return the changelog's sections of released versions, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.findall(r"^## (\[\d.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)


def test_this_version_is_described_and_stands_in_one_place() -> None:
    """The newest dated section is of the package's version, and no file that is edited by hand repeats it."""
    assert re.match(rf"\[{re.escape(kilowatt.__version__)}\] - \d{{4}}-\d\d-\d\d\n", released()[0])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/kilowatt/__init__.py"
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))


def test_items_of_released_versions_are_short() -> None:
    """What a released version brought is said in at most two lines of 160 characters each."""
    for section in released():
        for item in re.findall(r"^- .*(?:\n  .*)*", section, re.MULTILINE):
            assert item.count("\n") <= 1, item
            assert all(len(line) <= 160 for line in item.split("\n")), item


def test_checksums_are_of_every_file(tmp_path: Path) -> None:
    """Every file has its line, in the form that sha256sum reads, and the list does not list itself."""
    for name in ("b", "a", "SHA256SUMS"):
        (tmp_path / name).write_text(name)
    expected = [f"{hashlib.sha256(name.encode()).hexdigest()}  {name}" for name in ("a", "b")]
    assert release.checksums(tmp_path).splitlines() == expected


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.name)
def test_workflows_call_our_own_targets_and_pin_actions(path: Path) -> None:
    """Every action is pinned to a commit, every `make` target exists, and only the last two jobs of a release write."""
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)", text)
    assert used
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", action) for action in used), used
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)", text)) <= targets
    writes = re.findall(r"^ +([a-z-]+): write$", text, re.MULTILINE)
    assert writes == (["id-token", "contents"] if path.name == "release.yml" else [])
    assert "permissions:\n  contents: read" in text


@pytest.mark.parametrize(("tag", "fits"), [(f"v{kilowatt.__version__}", True), ("v0.0.9", False), ("v", False)])
def test_a_tag_is_the_version_of_the_code(tag: str, fits: bool) -> None:
    """The first step of the workflow refuses a tag that names another version, and every job waits for it."""
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ +- run: (test .*)$", text, re.MULTILINE)
    known = {**os.environ, "GITHUB_REF_NAME": tag}
    assert (subprocess.run(["sh", "-c", line], cwd=ROOT, env=known, check=False).returncode == 0) is fits
    jobs = re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", text.split("\njobs:\n")[1], re.MULTILINE)
    assert [name for name, job in jobs if "    needs: " not in job] == ["tag"]


def test_what_the_release_publishes_is_what_make_release_writes() -> None:
    """Notes, the list of parts, wheels, source and both archives are attached to the tag, with checksums of all."""
    job = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8").split("\n  describe:\n")[1]
    for name in ("wheels-*/*.whl", "*.tar.gz", "*-py3-none-any.whl", "*.zip", "sbom.cdx.json", "NOTES.md"):
        assert f"all/release/{name}" in job or f"all/{name}" in job, name
    assert "sha256sum -- *" in job
