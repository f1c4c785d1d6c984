"""A host of games for one person on one device, without a server: the same requests and messages, the same answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.host.answers import key_of
from kilowatt.host.errors import Denied
from kilowatt.host.local import keeping, routes
from kilowatt.host.local.jobs import Jobs
from kilowatt.host.local.kept import DEVICE
from kilowatt.host.local.messages import Messages
from kilowatt.host.local.reviewing import Reviews, Trials
from kilowatt.host.local.tables import Tables
from kilowatt.host.viewers import Viewer
from kilowatt.protocol import coding

if TYPE_CHECKING:
    from kilowatt.host.local.kept import Kept


class _Line:
    """The way to one open table of the page: an outbox."""

    def __init__(self, number: int, outbox: list[tuple[int, bytes]]) -> None:
        self.number, self.outbox = number, outbox

    def write(self, *messages: bytes) -> bool:
        """Put messages into the outbox."""
        self.outbox += [(self.number, message) for message in messages]
        return True

    def close(self, code: int, reason: str) -> None:
        """Do nothing: nobody waits at the other end."""


class LocalHost:
    """Every table of one device. Each call is short; what takes thought is asked for by `question`.

    After a call, store what `changed` names, then send what `outbox` holds: what a player is told is stored by then.
    """

    def __init__(self) -> None:
        self.tables = Tables()
        self.jobs = Jobs(self.tables)
        self.messages = Messages(self.tables, self.jobs)
        self.home = routes.Home(self.tables, Reviews(self.jobs), Trials(self.jobs))
        self._outbox: list[tuple[int, bytes]] = []
        self._open: dict[int, tuple[Kept, Viewer]] = {}
        self._lines = 0

    # --- requests -----------------------------------------------------------------------------------------------------

    def request(self, method: str, path: str, body: bytes = b"", language: str = "en") -> tuple[int, bytes]:
        """Answer a request: its status, and its body."""
        answer = routes.answered(self.home, method, path, body, language)
        self._follow()
        return answer

    # --- tables -------------------------------------------------------------------------------------------------------

    def open(self, code: str) -> int:
        """Open a table as a socket would be opened; return the number of the line, 0 if there is no such table."""
        try:
            kept = self.tables.find(code)
        except Denied:
            return 0
        self._lines += 1
        viewer = Viewer(DEVICE, "en", line=_Line(self._lines, self._outbox))
        kept.room.viewers.add(viewer)
        self._open[self._lines] = (kept, viewer)
        return self._lines

    def close(self, line: int) -> None:
        """Close a line; messages to it are no longer made."""
        kept, viewer = self._open.pop(line, (None, None))
        if kept is not None and viewer is not None:
            kept.room.viewers.discard(viewer)
            viewer.close()

    def message(self, line: int, raw: bytes) -> None:
        """Take a message of the page; its answers are in the outbox."""
        if line not in self._open:
            return
        kept, viewer = self._open[line]
        try:
            message = coding.read(raw)
        except coding.BadMessage as error:
            viewer.send_message(error.refused)
            return
        try:
            self.messages.take(kept, viewer, message)
        except Denied as error:
            viewer.send_message(error.refused(key_of(message), viewer.lang))
        self._follow()

    def outbox(self) -> list[tuple[int, bytes]]:
        """Take all messages that are to be sent, each with the number of its line."""
        sent = [*self._outbox]
        self._outbox.clear()
        return sent

    # --- thinking -----------------------------------------------------------------------------------------------------

    def question(self, *, urgent: bool = False) -> bytes | None:
        """Return the most urgent question that nobody thinks about, for `host.thinking.think`; None: there is none.

        An `urgent` one is a bot's turn at an open table or a hint: it may be thought about between the steps of others.
        """
        return self.jobs.question(urgent=urgent)

    def answered(self, raw: bytes) -> None:
        """Take what `think` has answered."""
        self.jobs.answered(raw)
        self._follow()

    def give_up(self, number: int) -> None:
        """Note that the thinker of a question has failed: something simpler is tried in its place."""
        self.jobs.give_up(number)

    def put_back(self, number: int) -> None:
        """Note that the thinker of a question was stopped for another reason: it is asked again."""
        self.jobs.put_back(number)

    def hurry(self, number: int) -> None:
        """Note that the thinker of a bot's turn was stopped: a bot that takes no time plays it here and now."""
        self.jobs.hurry(number)
        self._follow()

    def _follow(self) -> None:
        """Let orders and lessons act at the tables that have changed."""
        for code in [*self.tables.changed]:
            if code in self.tables.kept:
                self.tables.follow_orders(self.tables.kept[code])

    # --- storing ------------------------------------------------------------------------------------------------------

    def changed(self) -> list[str]:
        """Take the codes of tables that are not stored as they are now."""
        taken = [*self.tables.changed]
        self.tables.changed.clear()
        return taken

    def damaged(self) -> dict[str, str]:
        """Take the tables that could not be replayed, by code with what is wrong: they are no longer here."""
        taken = self.tables.damaged
        self.tables.damaged = {}
        return taken

    def dump(self, code: str) -> bytes | None:
        """Return a table as bytes to store; None: it was deleted."""
        kept = self.tables.kept.get(code)
        return None if kept is None else keeping.dumped(kept)

    def head(self, code: str) -> bytes | None:
        """Return a table's head as bytes, for a list that is shown before the host runs; None: it was deleted."""
        kept = self.tables.kept.get(code)
        return None if kept is None else msgspec.json.encode(kept.room.table_view(DEVICE))

    def take(self, raw: bytes) -> bool:
        """Take a table of a file, and check all of it; return whether it brought anything new.

        Of a game that is here too, what was played further counts; of two ways to go on both stay. `ValueError` says
        what is wrong with it, and nothing has changed.
        """
        kept = keeping.loaded(raw)
        kept.wake()
        return self.tables.take_stored(kept)

    def load(self, raw: bytes) -> str:
        """Take a stored table; return its code. `ValueError` says what is wrong with it, and nothing has changed.

        Its record is replayed when somebody opens it, or a bot is to move.
        """
        kept = keeping.loaded(raw)
        self.tables.kept[kept.room.code] = kept
        return kept.room.code
