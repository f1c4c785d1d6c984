"""Reviews of finished games: made in the thinking processes when no game needs them, stored once, in any language.

A review is asked for again and again until it is ready; what is done so far is kept in memory.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from kilowatt.coach import claim_text
from kilowatt.coach.estimates import BAND, MISTAKE, interval
from kilowatt.coach.judge import Verdict, better_kind
from kilowatt.coach.line import best_line
from kilowatt.coach.review import Review, Row
from kilowatt.coach.review import review as assemble
from kilowatt.engine.ids import NOBODY
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
from kilowatt.server.tables.reading.review_making import Job, make
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
            return _view(review, room.game.rules, reader)
        job = self.jobs.get(room.code)
        if job is None:
            job = self._begin(room, address, reader.own)
        elif job.failed:
            del self.jobs[room.code]
            raise Denied("failed")
        return _view_so_far(job, room.game.rules, reader)

    async def _ready(self, room: Room, address: str) -> Review | None:
        """Return a finished review, from memory or from the store."""
        code = room.code
        if code in self.ready or code in self.jobs:
            return self.ready.get(code)
        stored = await reviews.get(self.registry.store, code)
        if stored is None:
            return None
        lines = [room.row.header or "", *await self.registry.store.entries(code)]
        review = await self.registry.workers.do(address, _assembled, lines, unpack(stored))
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
        write = partial(_line, verdict, Reader(language, room.players, room.seats_of(device)))
        return await read_moment(self.registry, room, rows[row].first - 1, address, write)

    def _begin(self, room: Room, address: str, own: tuple[int, ...]) -> Job:
        self._make_place(address, player=bool(own))
        people = [seat for seat, row in enumerate(room.seats) if row.kind == "person"]
        job = self.jobs[room.code] = Job(address, player=bool(own), own=own, people=people)
        self.registry.tasks.spawn(self._make(room, job, Asker(room.code, address, LOOKING_BACK)), "review")
        return job

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

    async def _make(self, room: Room, job: Job, asker: Asker) -> None:
        code = room.code
        job.record = [room.row.header or "", *await self.registry.store.entries(code)]
        try:
            if not await make(job, self.thinker, asker):
                return
        except Stuck as error:
            log.warning("review failed", extra={"fields": {"table": code, "why": str(error)}})
            job.failed = True
            self._forget_failures()
            return
        await reviews.put(self.registry.store, code, pack(job.rows), summary_of(job.rows))
        self._keep(code, job.so_far())
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

    def claim(self, claim: Claim, rules: Rules) -> ClaimView:
        """Write a claim with what it is made of."""
        return ClaimView(claim.code, claim.args, self.text(claim, rules))


def _view(review: Review, rules: Rules, reader: Reader) -> ReviewView:
    """Write a review in the words of its reader."""
    decisions = [row for row in review.rows if row.seat != NOBODY]
    mine = sum(row.seat in reader.own for row in decisions)
    return ReviewView(
        ready=True,
        done=len(decisions),
        total=len(decisions),
        own=mine,
        own_done=mine,
        mistake=MISTAKE,
        spread=BAND,
        start=list(review.start),
        rows=[_row(row, rules, reader) for row in review.rows],
        reports=_reports(review, rules, reader),
    )


def _view_so_far(job: Job, rules: Rules, reader: Reader) -> ReviewView:
    """Write what there is of a review, once everybody's chances are worked out."""
    total, own = job.decisions(), job.decisions(reader.own)
    done = len(job.judged & set(own))
    view = ReviewView(
        ready=False, done=len(job.judged), total=len(total), own=len(own), own_done=done, mistake=MISTAKE, spread=BAND
    )
    if job.seats:
        review = job.so_far()
        view.start, view.reports = list(review.start), _reports(review, rules, reader)
        view.rows = [_row(row, rules, reader, checking=place in job.checking) for place, row in enumerate(job.rows)]
    return view


def _reports(review: Review, rules: Rules, reader: Reader) -> list[ReportView]:
    return [
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
    ]


def _row(row: Row, rules: Rules, reader: Reader, *, checking: bool = False) -> ReviewRow:
    verdict = row.verdict
    view = None
    if verdict is not None:
        low, high = interval(verdict.chance)
        view = VerdictView(
            chance=verdict.chance,
            best=verdict.best,
            loss=verdict.loss,
            mistake=verdict.mistake,
            played=reader.text(verdict.played, rules),
            low=low,
            high=high,
            better=_better(verdict, rules, reader) if verdict.mistake else None,
            against=[reader.claim(claim, rules) for claim in verdict.against] if verdict.mistake else [],
            checked=verdict.checked,
            checking=checking,
        )
    return ReviewRow(row.first, row.last, row.round, row.phase, row.seat, list(row.chances), view)


def _better(verdict: Verdict, rules: Rules, reader: Reader) -> ChoiceView:
    claims = [reader.claim(claim, rules) for claim in verdict.claims]
    actions: Any = list(verdict.better)
    low, high = interval(verdict.best)
    return ChoiceView(better_kind(verdict), actions, (0, 0), verdict.limit, verdict.best, low, high, claims)


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
