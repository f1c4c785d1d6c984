"""Figures of the bots name the moves that they were measured with, and weights what made them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kilowatt.bots import chances, estimates, values
from tools.same_moves import SEATS, stored_moves

DOCS = Path(__file__).parents[2] / "docs"
LADDER = (DOCS / "lab" / "ladder.md").read_text(encoding="utf-8")
PLAYED = "### Which code played them"
SHARES = re.compile(r"^\|.*\d %.*\|$", re.MULTILINE)
"""A row of a table with a share of wins."""


def sections(page: str) -> list[tuple[str, str]]:
    """Return a page's headings, each with what stands below it up to the next one."""
    parts = re.split(r"^(#+ .*)$", page, flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def test_figures_say_whether_their_bots_play_otherwise_now() -> None:
    """A bot whose stored moves are others than when it was measured is marked as changed, and no other is."""
    named = re.findall(r"`(\w+)` `([0-9a-f]{8})`( \(changed since\))?", dict(sections(LADDER))[PLAYED])
    assert {bot for bot, _, _ in named} == set(SEATS)
    for bot, moves, note in named:
        assert (moves == stored_moves(bot)) == (not note), (bot, stored_moves(bot))


def test_every_table_of_shares_says_what_played_it() -> None:
    """No section with shares of wins is missing in the list, and the manual's tables lead to the lab."""
    rows = dict(sections(LADDER))[PLAYED]
    tables = [heading for heading, text in sections(LADDER) if SHARES.search(text) and heading != PLAYED]
    assert len(tables) > 6
    for heading in tables:
        assert f"(#{heading.strip('# ').lower().replace(',', '').replace(' ', '-')})" in rows, heading
    for heading, text in sections((DOCS / "bots.md").read_text(encoding="utf-8")):
        assert not SHARES.search(text) or "(lab/ladder.md#" in text, heading


def test_points_of_values_follow_from_its_match() -> None:
    """The share in the table of points is that of the match against three `learned`: a new match moves both."""
    match = re.findall(
        r"^\| Recharged Germany and USA, 4 seats.*\| `learned` \|.*\| ([\d.]+) % \(", LADDER, re.MULTILINE
    )
    assert match == re.findall(r"^\| `values` \| ([\d.]+) % \| `learned` \|", LADDER, re.MULTILINE)
    assert len(match) == 1


@pytest.mark.parametrize("name", ["values", "student", "chances"])
def test_weights_name_what_made_them(name: str) -> None:
    """The card of every shipped network has its commit and setting; its commands stand there or in the lab."""
    card = {"values": values, "student": estimates, "chances": chances}[name].shipped().card
    assert re.fullmatch("[0-9a-f]{7,}", card["commit"])
    assert card["config"]
    if name == "values":
        assert all(row["command"].startswith("kilowatt train ") and row["commit"] for row in card["made"])
        assert sum(row["games"] for row in card["made"]) == card["games"]
        return
    lab = (DOCS / "lab" / "networks.md").read_text(encoding="utf-8")
    assert re.search(rf"^python -m .*--out .*\b{name}\.weights$", lab, re.MULTILINE)
