# ruff: noqa: INP001 - a script for readers, not part of a package
"""A bot of what `kilowatt train` has learned, for the arena: KILOWATT_CHECKPOINT names the folder of the checkpoint.

KILOWATT_CHECKPOINT=run kilowatt arena --bots examples/trained_bot.py:TrainedBot --field random --seats 2 --deals 50
"""

from __future__ import annotations

import os
from pathlib import Path

from kilowatt.learning.player import Player


class TrainedBot(Player):
    """Plays from the checkpoint in the folder KILOWATT_CHECKPOINT names."""

    def __init__(self) -> None:
        super().__init__(Path(os.environ.get("KILOWATT_CHECKPOINT", "run")))
