"""The gate's rule for browser tests that fail: once more, alone, named if they pass then; nothing else is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
CONFTEST = "from tests.conftest import pytest_terminal_summary\n"
FLAKY = """
@pytest.mark.browser
def test_flaky():
    seen = Path("seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError("the first time")
"""
RED = """
@pytest.mark.browser
def test_red():
    raise AssertionError("always")
"""
PLAIN = """
def test_plain():
    with Path("plain").open("a") as file:
        file.write("x")
    raise AssertionError("without a browser")
"""
MANY = """
@pytest.mark.browser
@pytest.mark.parametrize("case", range(6))
def test_many(case):
    with Path("many").open("a") as file:
        file.write("x")
    raise AssertionError("too many for an accident")
"""


def run_tests(folder: Path, *texts: str, ci: str = "true") -> tuple[int, str]:
    """Run these tests in an empty folder; return the status and what is printed."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = browser\n")
    (folder / "test_it.py").write_text("from pathlib import Path\nimport pytest\n" + "".join(texts))
    env = {**os.environ, "PYTHONPATH": str(TOP), "CI": ci}
    command = [sys.executable, "-m", "tools.run_tests", "-q"]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_browser_test_that_passes_the_second_time_is_named(tmp_path: Path) -> None:
    """It passes the gate with a line FLAKY, and what failed at first is kept."""
    status, said = run_tests(tmp_path, FLAKY)
    assert status == 0
    assert "\nFLAKY test_it.py::test_flaky" in said
    (line,) = (tmp_path / "build" / "flaky.jsonl").read_text().splitlines()
    assert json.loads(line)["test"] == "test_it.py::test_flaky"
    assert "the first time" in json.loads(line)["error"]


def test_a_browser_test_that_fails_twice_fails_the_gate(tmp_path: Path) -> None:
    """Also beside one that is only flaky, which is named."""
    status, said = run_tests(tmp_path, RED, FLAKY)
    assert status == 1
    assert "\nFLAKY test_it.py::test_flaky" in said
    assert "FLAKY test_it.py::test_red" not in said


@pytest.mark.parametrize(("text", "file", "runs"), [(PLAIN, "plain", 1), (MANY, "many", 6)])
def test_nothing_else_is_run_again(tmp_path: Path, text: str, file: str, runs: int) -> None:
    """Neither a test without a browser, nor anything where more than five failed."""
    status, _ = run_tests(tmp_path, text)
    assert status == 1
    assert len((tmp_path / file).read_text()) == runs


def test_a_failed_test_without_a_browser_ends_the_gate_at_once(tmp_path: Path) -> None:
    """A browser test that failed beside it is not run again either."""
    status, said = run_tests(tmp_path, FLAKY, PLAIN)
    assert (status, "FLAKY" in said) == (1, False)


def test_without_ci_nothing_is_run_again(tmp_path: Path) -> None:
    """On a developer's machine a failed test has failed."""
    status, said = run_tests(tmp_path, FLAKY, ci="")
    assert (status, "FLAKY" in said) == (1, False)
