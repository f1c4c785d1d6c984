"""The page's catalogues of texts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "web" / "src"
CATALOGUES = sorted(file for file in SOURCE.rglob("*.json") if file.stem in {"en", "de"})


def twice(text: str) -> list[str]:
    """List the keys that an object of a JSON text has more than once: of such keys a reader takes the last."""
    found: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> None:
        found.extend(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)

    json.loads(text, object_pairs_hook=look)
    return found


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_text_has_the_key_of_another(file: Path) -> None:
    """A second text under a key would stand in the place of the first, wherever that is shown."""
    assert twice(file.read_text(encoding="utf-8")) == []


def test_a_key_that_stands_twice_is_found() -> None:
    """The check can fail."""
    assert twice('{"back": "I am back", "ahead": {"a": 1}, "back": "The server is back"}') == ["back"]
