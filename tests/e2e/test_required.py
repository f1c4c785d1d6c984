"""Browser tests are not left out by accident: where they are required, leaving them out is a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TOP = Path(__file__).parents[2]
ONE = "tests/e2e/test_required.py::test_the_browser_starts"
CHECK = "tests/e2e/test_required.py::test_every_browser_test_runs"


def test_every_browser_test_runs(not_run: list[str]) -> None:
    """Where the browser is required, no browser test of this run was deselected."""
    if os.environ.get("KILOWATT_BROWSER") == "required":
        assert not_run == [], "KILOWATT_BROWSER=required, but browser tests were deselected"


@pytest.mark.browser
def test_the_browser_starts(browser: Browser) -> None:
    """The browser of these tests starts and says its version: the shortest browser test, which no tier leaves out."""
    assert browser.version


def without_chromium(required: str, *arguments: str) -> tuple[int, str]:
    """Run pytest where no Chromium is found; gives its status and what it says."""
    env = {**os.environ, "PATH": "/nowhere", "KILOWATT_BROWSER": required}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, env=env, cwd=TOP, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("required", ["", "required"])
def test_a_missing_browser_skips_unless_it_is_required(required: str) -> None:
    """Without Chromium a browser test is skipped on a player's machine and fails where the browser is required."""
    status, said = without_chromium(required, ONE)
    assert "there is no Chromium on this machine" in said
    assert status == (1 if required else 0)
    assert ("1 skipped" in said) == (not required)


@pytest.mark.thorough
def test_deselected_browser_tests_fail_where_they_are_required() -> None:
    """Leaving browser tests out by their mark is noticed where the browser is required."""
    status, said = without_chromium("required", ONE, CHECK, "-m", "not browser")
    assert status == 1
    assert "browser tests were deselected" in said
