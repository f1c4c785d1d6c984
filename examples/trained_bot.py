# ruff: noqa: INP001 - a script for readers, not part of a package
"""A bot of what `kilowatt train` has learned, for the arena: KILOWATT_POLICY names the file that was packed from it.

python -m tools.pack_policy run/checkpoint.pt --out my.weights
KILOWATT_POLICY=my.weights kilowatt arena --bots examples/trained_bot.py:TrainedBot --field random --seats 2 --deals 50
"""

from __future__ import annotations

import os
from pathlib import Path

from kilowatt.learning.playing import PolicyBot
from kilowatt.learning.policy import Policy


class TrainedBot(PolicyBot):
    """Plays from the weights that KILOWATT_POLICY names; needs NumPy, but no torch."""

    def __init__(self) -> None:
        file = Path(os.environ.get("KILOWATT_POLICY", "policy.weights"))
        super().__init__(Policy(file.read_bytes(), file.name))
