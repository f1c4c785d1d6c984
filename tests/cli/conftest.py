"""The command line without a new process: importing it again costs most of the time of a short command."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from kilowatt.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs the command line in this process, mistakes included."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["kilowatt", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        written = capsys.readouterr()
        return subprocess.CompletedProcess(words, code if isinstance(code, int) else 0, written.out, written.err)

    return run
