"""The shipped puzzles for the page: pure reading, in the words of a language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kilowatt.coach import claim_text
from kilowatt.coach.option import Option
from kilowatt.coach.puzzles import Puzzle, answers_of, position, reasons, rules_of, shipped
from kilowatt.protocol import ChoiceView, ClaimView, PuzzleRow, PuzzleView, views
from kilowatt.server.errors import Denied
from kilowatt.table.record import Entry, Header, Record

KEPT = 64
"""Puzzles that are kept ready."""


def rows() -> list[PuzzleRow]:
    """List all puzzles."""
    collection = shipped()
    return [PuzzleRow(one.kind, one.difficulty, collection.games[one.game].ruleset) for one in collection.puzzles]


@lru_cache(KEPT)
def puzzle(number: int, language: str) -> PuzzleView:
    """Return a puzzle; `Denied` if there is none of this number."""
    collection = shipped()
    if not 0 <= number < len(collection.puzzles):
        raise Denied("not_found")
    one = collection.puzzles[number]
    state = position(collection, one)
    source = collection.games[one.game]
    rules = rules_of(source)
    header = Header(source.ruleset, source.seats, source.options, revision=source.revision)
    entries = [Entry(seq, action) for seq, action in enumerate(source.actions[: one.at], start=1)]
    players = [f"Seat {seat + 1}" for seat in range(rules.seats)]

    facts = [
        [ClaimView(claim.code, claim.args, claim_text(claim, language, rules, players)) for claim in claims]
        for claims in reasons(state)
    ]
    answers = [row.option for row in answers_of(state)]
    return PuzzleView(
        number=number,
        kind=one.kind,
        difficulty=one.difficulty,
        seat=state.actor,
        title=rules.title,
        board=views.board_view(rules),
        game=views.open_view(state),
        answers=[_answer(one, place, answer, facts[place]) for place, answer in enumerate(answers)],
        best=one.best,
        record="\n".join(Record(header, entries).lines()) + "\n",
    )


def _answer(one: Puzzle, place: int, answer: Option, claims: list[ClaimView]) -> ChoiceView:
    chance = one.chances[place]
    actions: Any = list(answer.actions)
    return ChoiceView(answer.kind, actions, answer.gain, answer.limit, chance, chance, chance, claims)
