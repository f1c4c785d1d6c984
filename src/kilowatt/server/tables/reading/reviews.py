"""Reviews of finished games: made in the thinking processes when no game needs them, stored once, in any language.

A review is asked for again and again until it is ready; what is done so far is kept in memory.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from kilowatt.coach.check import PROVED
from kilowatt.coach.review import Review
from kilowatt.host.errors import Denied
from kilowatt.host.review_summary import pack, summary_of, unpack
from kilowatt.host.review_views import Reader, assembled, line_view, people_at, view_of, view_so_far
from kilowatt.protocol import (
    LineView,
    ReviewView,
)
from kilowatt.server.helper_process import Stuck
from kilowatt.server.store import reviews
from kilowatt.server.tables.reading.past import read_moment
from kilowatt.server.tables.reading.review_making import Job, make
from kilowatt.server.thinking.pool import LOOKING_BACK, Asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.thinking.pool import Thinker

log = logging.getLogger("kilowatt.reviews")

KEPT = 16
"""Finished reviews in memory."""
AT_ONCE = 64
"""Reviews that are being made at most."""
UNASKED = 8
"""Reviews being made at most that nobody has asked for yet: the end of a game began them."""
NOBODY_ASKED = "ended"
"""The address that they are charged to: all of them together wait as one reader does."""


class Reviews:
    """The reviews of a server."""

    def __init__(self, registry: Registry, thinker: Thinker, fits: Callable[[str, int], bool]) -> None:
        self.registry = registry
        self.thinker = thinker
        self.fits = fits
        """Whether there may be one more of what a limit counts at once."""
        self.jobs: dict[str, Job] = {}
        self.ready: dict[str, Review] = {}

    async def look(self, room: Room, language: str, address: str, device: str) -> ReviewView:
        """Return a table's review, or what there is of it so far; the first request starts it."""
        if room.game is None or room.row.header is None or room.game.state.result is None:
            raise Denied("waiting")
        reader = Reader(language, room.players, room.seats_of(device))
        review = await self._ready(room, address)
        if review is not None:
            return view_of(review, room.game.rules, reader, people_at(room), PROVED)
        job = self.jobs.get(room.code)
        if job is None:
            self._make_place(address, player=bool(reader.own))
            job = self._begin(room, address, reader.own, player=bool(reader.own))
        elif job.failed:
            del self.jobs[room.code]
            raise Denied("failed")
        elif job.asker.address == NOBODY_ASKED and self._has_room(address):
            job.asker = job.asker._replace(address=address)
            job.player = bool(reader.own)
        return view_so_far(job, room.game.rules, reader, PROVED)

    async def _ready(self, room: Room, address: str) -> Review | None:
        """Return a finished review, from memory or from the store."""
        code = room.code
        if code in self.ready or code in self.jobs:
            return self.ready.get(code)
        stored = await reviews.get(self.registry.store, code)
        if stored is None:
            return None
        lines = [room.row.header or "", *await self.registry.store.entries(code)]
        review = await self.registry.workers.do(address, assembled, lines, unpack(stored))
        self._keep(code, review)
        return review

    async def line(self, room: Room, row: int, language: str, address: str, device: str) -> LineView:
        """Return the better line of a mistake; `Denied` where the row is not judged yet or is no mistake."""
        await self.look(room, language, address, device)
        review, job = self.ready.get(room.code), self.jobs.get(room.code)
        rows = review.rows if review is not None else job.rows if job is not None else ()
        if review is None and job is not None and row not in job.judged:
            raise Denied("waiting")
        verdict = rows[row].verdict if row < len(rows) else None
        if verdict is None or not verdict.mistake:
            raise Denied("not_found")
        write = partial(line_view, verdict, Reader(language, room.players, room.seats_of(device)))
        return await read_moment(self.registry, room, rows[row].first - 1, address, write)

    def game_over(self, room: Room) -> None:
        """Begin the review of a game that people have just finished, so that it is ready when somebody asks for it.

        Where many wait already, it begins when it is asked for.
        """
        plan, people = room.row.plan, people_at(room)
        ended = room.game is not None and room.game.state.result is not None
        if not ended or not people or plan.lesson or plan.challenge or room.code in self.jobs:
            return
        going = [job for job in self.jobs.values() if not job.failed]
        unasked = sum(job.asker.address == NOBODY_ASKED and not job.only_trials for job in going)
        if unasked < UNASKED and self._is_place():
            self._begin(room, NOBODY_ASKED, people, player=False)

    def _begin(self, room: Room, address: str, own: tuple[int, ...], *, player: bool) -> Job:
        asker = Asker(room.code, address, LOOKING_BACK)
        job = self.jobs[room.code] = Job(asker, player=player, own=own, people=people_at(room))
        self.registry.tasks.spawn(self._make(room, job), "review")
        return job

    def _has_room(self, address: str) -> bool:
        """Return whether an address may have one more review in the making, not counting what only grows surer."""
        going = [job for job in self.jobs.values() if not job.failed and not job.only_trials]
        return self.fits("reviews_waiting", sum(job.asker.address == address for job in going))

    def _is_place(self) -> bool:
        """Return whether one more review can be made; one that only grows surer is ended for it."""
        going = [job for job in self.jobs.values() if not job.failed]
        surer = [job for job in going if job.only_trials and job.thorough]
        if len(going) >= AT_ONCE and surer:
            surer[0].thorough = False
            return True
        return len(going) < AT_ONCE

    def _make_place(self, address: str, *, player: bool) -> None:
        """Find a place for a review: an address has a few, and whoever played the game comes before others."""
        if not self._has_room(address):
            raise Denied("too_many")
        if self._is_place():
            return
        others = [code for code, job in self.jobs.items() if not job.failed and not job.player]
        if not player or not others:
            raise Denied("too_many")
        self.jobs.pop(others[-1]).dropped = True

    async def _make(self, room: Room, job: Job) -> None:
        code = room.code
        job.record = [room.row.header or "", *await self.registry.store.entries(code)]
        try:
            if not await make(job, self.thinker, partial(self._store, code, job)):
                return
        except Stuck as error:
            log.warning("review failed", extra={"fields": {"table": code, "why": str(error)}})
            job.failed = True
            self._forget_failures()
            return
        await self._store(code, job)
        self._keep(code, job.so_far())
        self.jobs.pop(code, None)

    async def _store(self, code: str, job: Job) -> None:
        """Store a review: once it can be read, and once more when its claims were played on more often."""
        write = reviews.replace if job.stored else reviews.put
        job.stored = True
        await write(self.registry.store, code, pack(job.rows), summary_of(job.rows))

    def _forget_failures(self) -> None:
        failed = [code for code, job in self.jobs.items() if job.failed]
        for code in failed[:-KEPT]:
            del self.jobs[code]

    def _keep(self, code: str, review: Review) -> None:
        while len(self.ready) >= KEPT:
            del self.ready[next(iter(self.ready))]
        self.ready[code] = review
