"""Which rulesets there are, by what tests need of them."""

from __future__ import annotations

import pytest

import kilowatt

ATLAS = [row.id for row in kilowatt.rulesets() if row.chapter]
"""Boards known from one transcription: they came with revision 3, and the Trust does not play on them."""
WITH_TRUST = [row.id for row in kilowatt.rulesets() if "trust" in row.options]
WITH_STARTS = [row.id for row in kilowatt.rulesets() if row.board and "starting_cities" in row.options]
"""Boards on which starting cities may be marked."""
OLDER = [row.id for row in kilowatt.rulesets() if row.id not in ATLAS]
"""Rulesets that have records of every revision."""
COMPOSED = [pytest.param(row.id, marks=pytest.mark.thorough) for row in kilowatt.rulesets() if row.composed]
"""Cases of the games that no publisher knows, for the second tier: their boards are in the first with other rules."""
