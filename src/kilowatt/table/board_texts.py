"""Sentences for the findings of board checks: what was found, and the remedy, in the language that is asked for."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kilowatt.table.messages import catalogue

if TYPE_CHECKING:
    from kilowatt.editions.board_network import Finding


@cache
def _texts(language: str) -> dict[str, dict[str, str]]:
    path = Path(__file__).parent / "text" / f"boards.{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def found_text(finding: Finding, language: str = "en") -> str:
    """Return what was found, as a sentence without its full stop."""
    return _filled("found", finding, language)


def remedy_text(finding: Finding, language: str = "en") -> str:
    """Return what to do about a finding, or what it means; "" for what is fine."""
    return _filled("remedy", finding, language)


def _filled(section: str, finding: Finding, language: str) -> str:
    args = dict(finding.args)
    if "fuel" in args:
        args["fuel"] = catalogue(language)["words"].get(args["fuel"], args["fuel"])
    text = _texts(language)[section][finding.code].format(**args)
    return text[:1].upper() + text[1:]
