"""Sentences for the findings of board checks: what was found, and the remedy, in the language that is asked for."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kilowatt.editions.board_network import Finding


@cache
def _texts(language: str) -> dict[str, dict[str, str]]:
    path = Path(__file__).parent / "text" / f"boards.{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def found_text(finding: Finding, language: str = "en") -> str:
    """Return what was found, as a sentence without its full stop."""
    return _texts(language)["found"][finding.code].format(**finding.args)


def remedy_text(finding: Finding, language: str = "en") -> str:
    """Return what to do about a finding, or what it means; "" for what is fine."""
    return _texts(language)["remedy"][finding.code].format(**finding.args)
