"""What players are notified of."""

from __future__ import annotations

TURN = "turn"
"""It is a player's turn."""
HALF = "half"
"""Half of the turn's time is gone: it is announced once more."""
STAND_IN = "stand_in"
"""A bot plays for a player whose time has run out, or who is away."""
BEGAN = "began"
"""The last seat was taken: the game has begun."""
ENDED = "ended"
"""The game is over."""
CHAT = "chat"
"""Somebody wrote."""
PAUSE = "pause"
"""Somebody asks for a pause."""
BACK = "back"
"""Somebody asks to take back a decision."""
AGREED = "agreed"
"""All others agree to end the game."""
OPENED = "opened"
"""A table was opened for a group."""
RESULT = "result"
"""A game of a group is over, for members who have not played it."""
TALK = "talk"
"""Somebody wrote in the chat of a group."""
TEST = "test"
"""Somebody tries whether messages arrive."""
EVENTS = (TURN, HALF, STAND_IN, BEGAN, ENDED, AGREED, PAUSE, BACK, OPENED, RESULT, CHAT, TALK)
"""Every event, in the order of their weight: of several the first gives a message its headline."""
WRITTEN = (CHAT, TALK)
"""Events that are lines of a chat: those of one chat are one message, which counts them."""
URGENT = (TURN, HALF)
"""Events that wait for the player: a push service keeps them apart from the others, so that none replaces them."""


def switched_off(text: str) -> tuple[str, ...]:
    """Read which events somebody does not want to be notified of."""
    return tuple(event for event in EVENTS if event in text.split())


def written(off: list[str]) -> str:
    """Write which events somebody does not want to be notified of."""
    return " ".join(event for event in EVENTS if event in off)
