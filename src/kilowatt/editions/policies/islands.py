"""A second network on an island that no link leads to."""

from __future__ import annotations

from kilowatt.engine.policies import Starts


class Islands(Starts):
    """The first house on another island costs so much more; it stands where a first house may stand [AT-UK-02]."""

    cites = "AT-UK-01 AT-UK-02"
    second_network: int

    def __init__(self, cost: int) -> None:
        super().__init__()
        self.second_network = cost
