"""Reviews of finished games: made in the thinking processes when no game needs them, stored once, in any language.

A review is asked for again and again until it is ready; what is done so far is kept in memory.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from kilowatt.coach import claim_text
from kilowatt.coach.judge import Verdict, better_kind
from kilowatt.coach.line import best_line
from kilowatt.coach.review import Review, Row
from kilowatt.coach.review import review as assemble
from kilowatt.protocol import (
    ChoiceView,
    ClaimView,
    LineStepView,
    LineView,
    ReportView,
    ReviewRow,
    ReviewView,
    SwingView,
    VerdictView,
    views,
)
from kilowatt.server.errors import Denied
from kilowatt.server.helper_process import Stuck
from kilowatt.server.store import reviews
from kilowatt.server.tables.reading.past import read_moment
from kilowatt.server.tables.reading.review_summary import pack, summary_of, unpack
from kilowatt.server.thinking.pool import LOOKING_BACK, Asker
from kilowatt.table.record import Record, parse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.coach import Claim
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.thinking.pool import Thinker

log = logging.getLogger("kilowatt.reviews")

KEPT = 16
"""Finished reviews in memory."""
AT_ONCE = 64
"""Reviews that are being made at most."""
TRIES = 3


class _Job:
    """A review in the making: for whom, and whether they played the game."""

    def __init__(self, address: str, *, player: bool) -> None:
        self.address = address
        self.player = player
        self.record: list[str] = []
        self.rows: list[Row] = []
        self.total = 0
        self.failed = False
        self.dropped = False
        """Somebody who played another game has its place."""


class Reviews:
    """The reviews of a server."""

    def __init__(self, registry: Registry, thinker: Thinker, fits: Callable[[str, int], bool]) -> None:
        self.registry = registry
        self.thinker = thinker
        self.fits = fits
        """Whether there may be one more of what a limit counts at once."""
        self.jobs: dict[str, _Job] = {}
        self.ready: dict[str, Review] = {}

    async def look(self, room: Room, language: str, address: str, device: str) -> ReviewView:
        """Return a table's review, or how far it has come; the first request starts it."""
        if room.game is None or room.row.header is None or room.game.state.result is None:
            raise Denied("waiting")
        code = room.code
        review = self.ready.get(code)
        if review is None:
            job = self.jobs.get(code)
            if job is None:
                stored = await reviews.get(self.registry.store, code)
                if stored is None:
                    return self._begin(room, address, player=bool(room.seats_of(device)))
                lines = [room.row.header, *await self.registry.store.entries(code)]
                review = await self.registry.workers.do(address, _assembled, lines, unpack(stored))
                self._keep(code, review)
            elif job.failed:
                del self.jobs[code]
                raise Denied("failed")
            else:
                return ReviewView(ready=False, done=len(job.rows), total=job.total)
        return _view(review, room.game.rules, Reader(language, room.players, room.seats_of(device)))

    async def line(self, room: Room, row: int, language: str, address: str, device: str) -> LineView:
        """Return the better line of a mistake; `Denied` where the review is not ready or the row is no mistake."""
        view = await self.look(room, language, address, device)
        if not view.ready:
            raise Denied("waiting")
        rows = self.ready[room.code].rows
        verdict = rows[row].verdict if row < len(rows) else None
        if verdict is None or not verdict.mistake:
            raise Denied("not_found")
        write = partial(_line, verdict, Reader(language, room.players, room.seats_of(device)))
        return await read_moment(self.registry, room, rows[row].first - 1, address, write)

    def _begin(self, room: Room, address: str, *, player: bool) -> ReviewView:
        self._make_place(address, player=player)
        job = self.jobs[room.code] = _Job(address, player=player)
        self.registry.tasks.spawn(self._make(room, job, Asker(room.code, address, LOOKING_BACK)), "review")
        return ReviewView(ready=False, done=0, total=0)

    def _make_place(self, address: str, *, player: bool) -> None:
        """Find a place for a review: an address has a few, and whoever played the game comes before others."""
        going = {code: job for code, job in self.jobs.items() if not job.failed}
        if not self.fits("reviews_waiting", sum(job.address == address for job in going.values())):
            raise Denied("too_many")
        if len(going) < AT_ONCE:
            return
        others = [code for code, job in going.items() if not job.player]
        if not player or not others:
            raise Denied("too_many")
        self.jobs.pop(others[-1]).dropped = True

    async def _make(self, room: Room, job: _Job, asker: Asker) -> None:
        code, tries = room.code, 0
        job.record = [room.row.header or "", *await self.registry.store.entries(code)]
        while not job.total or len(job.rows) < job.total:
            if job.dropped:
                return
            try:
                part = await self.thinker.review(job.record, len(job.rows), asker)
            except Stuck as error:
                tries += 1
                if tries >= TRIES:
                    log.warning("review failed", extra={"fields": {"table": code, "why": str(error)}})
                    job.failed = True
                    self._forget_failures()
                    return
                await asyncio.sleep(0)
                continue
            job.total = part.total
            job.rows += part.rows
        await reviews.put(self.registry.store, code, pack(job.rows), summary_of(job.rows))
        self._keep(code, await self.registry.workers.do(asker.address, _assembled, job.record, job.rows))
        self.jobs.pop(code, None)

    def _forget_failures(self) -> None:
        failed = [code for code, job in self.jobs.items() if job.failed]
        for code in failed[:-KEPT]:
            del self.jobs[code]

    def _keep(self, code: str, review: Review) -> None:
        while len(self.ready) >= KEPT:
            del self.ready[next(iter(self.ready))]
        self.ready[code] = review


def _assembled(lines: list[str], rows: list[Row]) -> Review:
    record: Record = parse(lines)
    return assemble(record, done=rows)


class Reader(NamedTuple):
    """Whoever reads a review: the language, the players' names, the reader's own seats."""

    language: str
    players: Sequence[str]
    own: tuple[int, ...]

    def text(self, claim: Claim, rules: Rules) -> str:
        """Write a claim for this reader."""
        return claim_text(claim, self.language, rules, self.players, own=self.own)


def _view(review: Review, rules: Rules, reader: Reader) -> ReviewView:
    """Write a review in the words of its reader."""
    return ReviewView(
        ready=True,
        done=len(review.rows),
        total=len(review.rows),
        start=list(review.start),
        rows=[_row(row, rules, reader) for row in review.rows],
        reports=[
            ReportView(
                report.accuracy,
                report.phases,
                report.decisions,
                report.luck,
                report.rivals,
                report.mistakes,
                [SwingView(one.row, one.change, reader.text(one.claim, rules)) for one in report.swings],
            )
            for report in review.reports
        ],
    )


def _row(row: Row, rules: Rules, reader: Reader) -> ReviewRow:
    verdict = row.verdict
    view = None
    if verdict is not None:
        view = VerdictView(
            verdict.chance,
            verdict.best,
            verdict.loss,
            verdict.mistake,
            reader.text(verdict.played, rules),
            _better(verdict, rules, reader) if verdict.mistake else None,
        )
    return ReviewRow(row.first, row.last, row.round, row.phase, row.seat, list(row.chances), view)


def _better(verdict: Verdict, rules: Rules, reader: Reader) -> ChoiceView:
    claims = [ClaimView(claim.code, claim.args, reader.text(claim, rules)) for claim in verdict.claims]
    chance = verdict.best
    actions: Any = list(verdict.better)
    return ChoiceView(better_kind(verdict), actions, (0, 0), verdict.limit, chance, chance, chance, claims)


def _line(verdict: Verdict, reader: Reader, before: State) -> LineView:
    """Write a better line in the words of its reader."""
    rules = before.rules
    return LineView(
        [
            LineStepView(
                reader.text(step.claim, rules),
                views.open_view(step.state),
            )
            for step in best_line(before, verdict)
        ]
    )
