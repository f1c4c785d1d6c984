"""What tests of the host share: a device without a server, and a player of its tables."""

from __future__ import annotations

from itertools import count
from typing import Any

import msgspec

import kilowatt
from kilowatt.host.local import LocalHost
from kilowatt.host.thinking import random_move, think


class Device:
    """A page without a server: sends requests and messages, thinks for the bots, and keeps what comes."""

    def __init__(self, host: LocalHost | None = None) -> None:
        self.host = host or LocalHost()
        self.heard: list[dict[str, Any]] = []
        self.stored: dict[str, bytes] = {}
        self._line = 0
        self._keys = (f"{self!r} {number}"[-40:] for number in count())

    def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        """Send a request and return its answer; without a status it must succeed."""
        raw = b"" if body is None else msgspec.json.encode(body)
        got, answer = self.host.request(method, path, raw)
        self.store()
        assert got == status if status is not None else got < 300, (got, answer)
        return msgspec.json.decode(answer) if answer else None

    def store(self) -> None:
        """Store what has changed, then take what was sent."""
        for code in self.host.changed():
            dump = self.host.dump(code)
            if dump is None:
                self.stored.pop(code, None)
            else:
                self.stored[code] = dump
        self.heard += [msgspec.json.decode(message) for line, message in self.host.outbox() if line == self._line]

    def open(self, code: str, lang: str = "en") -> dict[str, Any]:
        """Open a table and say hello."""
        self._line = self.host.open(code)
        assert self._line
        return self.say({"type": "hello", "lang": lang})[0]

    def say(self, message: Any) -> list[dict[str, Any]]:
        """Send a message and return what came at once."""
        before = len(self.heard)
        self.host.message(self._line, message if isinstance(message, bytes) else msgspec.json.encode(message))
        self.store()
        return self.heard[before:]

    def think(self, most: int = 10_000) -> int:
        """Answer questions until there are none, or so many; return how many there were."""
        for number in range(most):
            question = self.host.question()
            self.store()
            if question is None:
                return number
            self.host.answered(think(question))
            self.store()
        return most

    def act(self, code: str, choice: int | None = None) -> None:
        """Play any move for the seat that is to act, or the one at this place of the menu."""
        game = self.host.tables.find(code).room.game
        assert game is not None
        chosen = random_move(game.state) if choice is None else kilowatt.legal_actions(game.state)[choice]
        move = msgspec.to_builtins(chosen)
        said = self.say({"type": "act", "key": next(self._keys), "expect": game.seq, "action": move})
        assert "done" in {one["type"] for one in said}, said  # what a bot did before may come first

    def play_out(self, code: str) -> None:
        """Play a game to its end: any moves for people, thought for bots."""
        room = self.host.tables.find(code).room
        while room.row.state == "playing":
            if not self.think(most=1):
                self.act(code)
