"""`kilowatt train` where its extra is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import kilowatt.cli
from kilowatt.editions.options import BadOption


@pytest.mark.parametrize("missing", ["numpy", "torch"])
def test_the_command_says_what_to_install(missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The missing package and the extra are named."""
    module = sys.modules["kilowatt.cli.train"]
    monkeypatch.setattr(module, "find_spec", lambda name: None if name == missing else object())
    done = CliRunner().invoke(kilowatt.cli.app, ["train", "--out", str(tmp_path)])
    assert isinstance(done.exception, BadOption)
    assert f"{missing} is missing: install kilowatt with the extra train" in str(done.exception)
