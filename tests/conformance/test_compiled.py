"""The compiled wheel: that it is what the tests run on, and what can be built without Cython or without a compiler."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kilowatt.engine import game
from kilowatt.kernel import backend

TOP = Path(__file__).parents[2]
HOOK = "HATCH_BUILD_HOOK_ENABLE_CUSTOM"

pytestmark = pytest.mark.compiled


def made(*words: str, where: Path, **more: str) -> Path:
    """Run a build in a folder, by default without the compiled rules; return the one file that it makes in `out`."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("HATCH_")}
    done = subprocess.run(
        [sys.executable, "-m", *words], check=False, env={**plain, **more}, capture_output=True, text=True, cwd=where
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (file,) = Path(words[-1]).iterdir()
    return file


def wheel(where: Path, out: Path, **more: str) -> Path:
    """Build the wheel of a source tree."""
    return made("pip", "wheel", "--no-deps", "--no-build-isolation", ".", "--wheel-dir", str(out), where=where, **more)


def test_the_installed_wheel_is_under_test() -> None:
    """The rules under test are those of the environment, as Python and in C, not of the source tree."""
    module = sys.modules[backend.Core.__module__]
    assert Path(str(module.__file__)).suffix in {".so", ".pyd"}
    for file in (module.__file__, game.__file__):
        assert not Path(str(file)).is_relative_to(TOP / "src")


def test_a_pure_wheel_is_the_fallback(tmp_path: Path) -> None:
    """Without the compiler the same project builds a wheel of Python alone, with the rule tables in it."""
    file = wheel(TOP, tmp_path)
    assert file.name.endswith("-py3-none-any.whl")
    inside = zipfile.ZipFile(file).namelist()
    assert "kilowatt/engine/game.py" in inside
    assert any(name.startswith("kilowatt/editions/data/") and name.endswith(".toml") for name in inside)
    assert not [name for name in inside if name.endswith((".so", ".pyd", ".c"))]


@pytest.mark.timeout(1800)  # compiles for half a minute, which on a busy machine is many
def test_a_source_distribution_has_the_c(tmp_path: Path) -> None:
    """From a source distribution the compiled wheel is built by a C compiler alone: there is no Cython."""
    out, tree, none = tmp_path / "out", tmp_path / "tree", tmp_path / "none"
    archive = made("hatchling", "build", "-t", "sdist", "-d", str(out), where=TOP, **{HOOK: "true"})
    subprocess.run([sys.executable, "-W", "ignore", "-m", "tarfile", "-e", str(archive), str(tree)], check=True)
    (source,) = tree.iterdir()
    assert (source / "compiled" / "_compiled.c").stat().st_size > 100_000
    (none / "Cython").mkdir(parents=True)
    (none / "Cython" / "__init__.py").write_text("raise ImportError('no Cython here')", encoding="utf-8")
    file = wheel(source, tmp_path / "wheels", PYTHONPATH=str(none), **{HOOK: "true"})
    inside = zipfile.ZipFile(file).namelist()
    assert [name for name in inside if name.startswith("kilowatt/kernel/_compiled.")]
    assert not [name for name in inside if name.endswith(".c")]
