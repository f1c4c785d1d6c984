"""Lines of the documents that install or test: carried out as they stand, without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import kilowatt
from tests.architecture.test_shell_blocks import PAGES, TOP, lines_of

MADE = {"tests/rules/test_order_stays.py", "tests/rules/test_city_tax.py"}
"""What a reader of a guide makes first."""
INSTALLED = sorted({line for page in PAGES for line in lines_of(page) if line.startswith("pip install ")})
TESTED = sorted(
    {
        line
        for page in PAGES
        for line in re.findall(r"`[\w./-]*python (-m pytest [^`]+)`", (TOP / page).read_text(encoding="utf-8"))
    }
)


def wheel(folder: Path) -> None:
    """Write a wheel with the name and version of ours, and nothing in it."""
    name = f"kilowatt-{kilowatt.__version__}"
    folder.mkdir()
    with ZipFile(folder / f"{name}-py3-none-any.whl", "w") as packed:
        packed.writestr(
            f"{name}.dist-info/METADATA",
            f"Metadata-Version: 2.1\nName: kilowatt\nVersion: {kilowatt.__version__}\n",
        )
        packed.writestr(f"{name}.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr(f"{name}.dist-info/RECORD", "")


@pytest.mark.thorough
@pytest.mark.parametrize("line", INSTALLED)
def test_an_installation_is_understood(line: str, tmp_path: Path) -> None:
    """The shell and pip find the wheel or the clone of a `pip install ...` and read it; nothing is installed."""
    wheel(tmp_path / "dist")
    known = {f"PIP_{name}": "1" for name in ("DRY_RUN", "NO_INDEX", "NO_DEPS", "DISABLE_PIP_VERSION_CHECK")}
    # A negation in pip's way: 0 turns the isolation off.
    known |= {"PIP_NO_BUILD_ISOLATION": "0", "PIP_IGNORE_INSTALLED": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    done = subprocess.run(
        ["sh", "-c", f'pip() {{ "{sys.executable}" -m pip "$@"; }}\n{line}'],
        cwd=TOP if '".[' in line else tmp_path,
        env={**os.environ, **known},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"Would install kilowatt-{kilowatt.__version__}" in done.stdout


def test_lines_that_install_are_found() -> None:
    """The pages show how to install from a wheel and from a clone, and which tests to run."""
    assert {'".[' in line for line in INSTALLED} == {True, False}
    assert len(TESTED) >= 5


@pytest.mark.thorough
@pytest.mark.parametrize("line", TESTED)
def test_a_line_of_pytest_finds_its_tests(line: str) -> None:
    """Every `python -m pytest ...` of a page collects at least one test, from files that are there."""
    words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line)]
    words = [word for word in words if word not in MADE]
    done = subprocess.run(
        [sys.executable, *words, "--collect-only", "-qq", "-n", "0", "-p", "no:cacheprovider"],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
