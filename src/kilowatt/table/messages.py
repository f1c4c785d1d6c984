"""Texts for people: refusals and events as sentences, from catalogues outside the code."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kilowatt.engine.refusals import render_with

if TYPE_CHECKING:
    from kilowatt.engine.refusals import Refusal

LANGUAGES = ("en", "de")


@cache
def catalogue(language: str) -> dict[str, dict[str, str]]:
    """Read a catalogue."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no catalogue {language!r}; there are {', '.join(LANGUAGES)}")
    path = Path(__file__).parent / "text" / f"{language}.toml"
    found: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def sentence(refusal: Refusal, language: str = "en") -> str:
    """Say a refusal in a language, with its rule."""
    text = catalogue(language)["refusals"][refusal.code].format(**_words(refusal.args, language))
    return f"{text} [{refusal.rule}]"


def _words(args: dict[str, Any], language: str) -> dict[str, Any]:
    """Turn ids among the arguments into words."""
    found: dict[str, Any] = {}
    words = catalogue(language)["words"]
    for name, value in args.items():
        if name in ("seat", "actor") and isinstance(value, int):
            found[name] = value + 1
        elif isinstance(value, list):
            found[name] = ", ".join(map(str, value))
        else:
            found[name] = words.get(str(value), value)
    return found


def install() -> None:
    """Let `str(refusal)` speak English."""
    render_with(sentence)
