"""What the host and the notifications write is translated whole: refusals, pushes, mails and webhooks."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import kilowatt
from kilowatt.table.messages import LANGUAGES

FOLDER = Path(kilowatt.__file__).parent / "host" / "text"
ENGLISH = {"server", "notify", "titles"}


def texts(language: str) -> dict[str, dict[str, str]]:
    """Read the sections of a language."""
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_every_text_is_translated(language: str) -> None:
    """Each language has the texts of the English file with the same places, and no words are left in English."""
    english, other = texts("en"), texts(language)
    assert english.keys() == other.keys() == ENGLISH
    for section in ("server", "notify"):
        assert english[section].keys() <= other[section].keys(), section
        for code, text in english[section].items():
            mine = other[section][code]
            assert set(re.findall(r"\{(\w+)", text)) == set(re.findall(r"\{(\w+)", mine)), code
            if re.search(r"[A-Za-z]{3}", re.sub(r"\{\w+\}", "", text)):
                assert mine != text, (code, text)
    assert english["titles"].keys() == other["titles"].keys()
