"""The page about record files: its example is a real record, and its fields have their meaning."""

from __future__ import annotations

import re
from pathlib import Path

import kilowatt
from kilowatt.table.record import Entry, Header, parse
from tools.schema_docs import attribute_notes

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "record.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```\n(\{.*?)```", PAGE, re.DOTALL)[0].splitlines()


def test_the_example_is_the_beginning_of_a_real_record() -> None:
    """The lines are those of a game of three with seed 7, and they are read as they stand."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=7, players=["Ada", "Ben", "Cleo"])
    assert table.record().lines()[: len(EXAMPLE)] == EXAMPLE
    assert parse(EXAMPLE).header.players == ["Ada", "Ben", "Cleo"]


def test_every_field_of_a_record_has_its_meaning() -> None:
    """Each field of header and entry has a sentence in the code, which the page repeats."""
    for kind in (Header, Entry):
        notes = attribute_notes(kind)
        assert set(notes) == set(kind.__struct_fields__)
        assert all(note in PAGE for note in notes.values())
