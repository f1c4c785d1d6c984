"""Where tests of the server take what they share from."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "server"


def test_nothing_is_imported_from_a_test_module() -> None:
    """What several test modules of the server use is in a module that has no tests of its own."""
    imports = re.compile(r"^from tests\.server\.test_\w+ import|^from tests\.server import .*\btest_", re.MULTILINE)
    assert [file.name for file in sorted(FOLDER.glob("*.py")) if imports.search(file.read_text("utf-8"))] == []
