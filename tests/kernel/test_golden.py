"""Golden games of the kernel, and the golden records of the reference replayed by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kilowatt
from kilowatt.kernel import OVER, Batch
from tests.tiers import some_quick
from tools.kernel_golden import FILE, SEATS, played

GOLDEN = json.loads(FILE.read_text(encoding="utf-8"))
RECORDS = sorted((Path(__file__).parents[1] / "golden").rglob("*.jsonl"))


@pytest.mark.parametrize("name", some_quick(sorted(GOLDEN), 10))
def test_the_game_of_a_seed_is_the_recorded_one(name: str) -> None:
    """From the same seed the kernel plays the same actions to the same last snapshot, plain and compiled."""
    ruleset, _, seats = name.rpartition("/")
    golden = GOLDEN[name]
    assert played(ruleset, int(seats), golden["seed"], golden["revision"]) == golden


def test_every_ruleset_and_number_of_seats_has_a_game() -> None:
    """Each ruleset has a golden game with two to six seats."""
    assert set(GOLDEN) == {f"{row.id}/{seats}" for row in kilowatt.rulesets() for seats in SEATS}


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_golden_records_replay_through_the_kernel(file: Path) -> None:
    """Every action of a golden record may be played in the kernel, and the end is that of the reference."""
    record = kilowatt.read_record(file)
    table = kilowatt.replay(record)
    batch = Batch(table.rules)
    for action in record.actions():
        batch.play(0, batch.number(0, action))
    assert batch.actor(0) == OVER
    assert batch.result(0) == kilowatt.result(table.state)
    assert kilowatt.snapshot(batch.state(0)) == kilowatt.snapshot(table.state)
