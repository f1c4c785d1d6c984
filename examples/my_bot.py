# ruff: noqa: INP001 - a script for readers, not part of a package
"""A bot of your own in twenty lines: it plays what `simple` plays, but never bids more than twenty for a plant."""

from __future__ import annotations

from kilowatt.bots import Advice, Budget, Reason, make_bot
from kilowatt.engine.actions import Bid, Pass
from kilowatt.engine.state import State


class MyBot:
    """Thrifty."""

    def __init__(self, seed: int = 0) -> None:
        self.friend = make_bot("simple", seed)

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Ask the friend, and keep the money together."""
        advice = self.friend.advise(state, seat, budget)
        if isinstance(advice.action, Bid) and advice.action.amount > 20:  # noqa: PLR2004 - what this bot is about
            return Advice(Pass(seat), Reason("too_dear"))
        return advice
