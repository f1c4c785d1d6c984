"""Reviews in the words of their readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from kilowatt.coach import claim_text
from kilowatt.coach.check import PROVED
from kilowatt.coach.estimates import BAND, MISTAKE, interval
from kilowatt.coach.judge import Verdict, better_kind
from kilowatt.coach.line import best_line
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
from kilowatt.table.record import Record, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.coach import Claim
    from kilowatt.coach.review import Review, Row
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.host.review_making import Job
    from kilowatt.host.room import Room


def people_at(room: Room) -> tuple[int, ...]:
    """Return the seats of people."""
    return tuple([seat for seat, row in enumerate(room.seats) if row.kind == "person"])


def assembled(lines: list[str], rows: list[Row]) -> Review:
    """Make a review of its stored rows."""
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


def view_of(review: Review, rules: Rules, reader: Reader, people: Sequence[int] = (), proof: int = 0) -> ReviewView:
    """Write a review in the words of its reader; claims about people show their cost once so many games proved it."""
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
        rows=[_row(row, rules, reader, checking=_open(row, people, proof)) for row in review.rows],
        proof=proof,
        reports=_reports(review, rules, reader),
    )


def view_so_far(job: Job, rules: Rules, reader: Reader, proof: int = 0) -> ReviewView:
    """Write what there is of a review, once everybody's chances are worked out."""
    total, own = job.decisions(), job.decisions(reader.own)
    done = len(job.judged & set(own))
    view = ReviewView(
        ready=job.only_trials,
        done=len(job.judged),
        total=len(total),
        own=len(own),
        own_done=done,
        mistake=MISTAKE,
        spread=BAND,
        proof=proof,
        aim=PROVED if job.only_trials and job.thorough else 0,
    )
    if job.seats:
        review = job.so_far()
        view.start, view.reports = list(review.start), _reports(review, rules, reader)
        view.rows = [
            _row(row, rules, reader, checking=place in job.checking or _open(row, job.people, proof))
            for place, row in enumerate(job.rows)
        ]
    return view


def _open(row: Row, people: Sequence[int], proof: int) -> bool:
    """Return whether a claim about a person still lacks games."""
    return row.seat in people and row.verdict is not None and row.verdict.mistake and row.verdict.checked < proof


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


def line_view(verdict: Verdict, reader: Reader, before: State) -> LineView:
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
