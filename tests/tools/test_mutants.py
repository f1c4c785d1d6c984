"""The search for mutants: its tables point at what exists, and each data file has tests that play with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutants.areas import AREAS, DATA_TESTS, TOP
from tools.mutants.log import Log

SOME = (
    "tests/boards/test_tables.py",
    "tests/boards/test_atlas_tables.py",
    "tests/rules/test_australia.py",
    "tests/rules/test_modules_everywhere.py",
    "tests/rules/test_card_end.py",
)
"""A few of the tests that `make mutants` tries against the data: if these are enough for a file, all of them are."""


@pytest.mark.parametrize("name", sorted(AREAS))
def test_an_area_names_files_and_tests_that_exist(name: str) -> None:
    """Every pattern of an area matches a Python file, and every test that it names is there."""
    area = AREAS[name]
    for pattern in area.paths:
        assert [path for path in TOP.glob(pattern) if path.suffix == ".py"], pattern
    assert area.files()
    assert area.tests
    for test in area.tests:
        file, _, function = test.partition("::")
        assert (TOP / file).exists(), test
        assert not function or f"def {function}(" in (TOP / file).read_text(), test


def test_the_data_have_tests_that_exist() -> None:
    """The folders whose tests are tried against the data are there, and hold the tests below."""
    for folder in DATA_TESTS:
        assert list((TOP / folder).glob("test_*.py")), folder
    assert all(any((TOP / test).is_relative_to(TOP / folder) for folder in DATA_TESTS) for test in SOME)


@pytest.mark.slow
def test_a_changed_number_of_each_data_file_is_noticed_by_a_test_that_plays_with_it(tmp_path: Path) -> None:
    """One number of every edition, board, deck and fuel table is changed: a test composes its rules, and one fails."""
    command = [sys.executable, "-m", "tools.mutants", "data", "--one-each", "--report", str(tmp_path), "--tests", *SOME]
    ended = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=280, check=False)
    assert ended.returncode == 0, ended.stderr + ended.stdout


def test_a_data_file_that_no_test_plays_with_is_an_error(tmp_path: Path) -> None:
    """A selection that misses an edition ends with an error that names it, instead of a clean result."""
    only = ["--only", "recharged.toml", "--tests", "tests/rules/test_card_end.py"]
    command = [sys.executable, "-m", "tools.mutants", "data", "--one-each", "--report", str(tmp_path), *only]
    ended = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=280, check=False)
    assert ended.returncode != 0
    assert "no test plays with editions/recharged.toml" in ended.stderr


def test_a_run_goes_on_with_what_no_test_has_killed_yet(tmp_path: Path) -> None:
    """A log that is resumed leaves out what a test killed, and tries again what survived or what the clock stopped."""
    path = tmp_path / "area.jsonl"
    first = Log(path)
    for result in ("killed", "stopped", "survived"):
        first.add(result, f"{result} one")
    again = Log(path, resume=True)
    assert [again.killed(f"{result} one") for result in ("killed", "stopped", "survived")] == [True, False, False]
    again.add("killed", "survived one")
    last = Log(path, resume=True)
    assert [last.killed(f"{result} one") for result in ("killed", "stopped", "survived")] == [True, False, True]
    assert not Log(path).killed("killed one")
    assert path.read_text() == ""
