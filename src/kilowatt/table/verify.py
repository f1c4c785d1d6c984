"""Verifying a deal: the seed at the end of a record against the hash in its header, and every card against the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import game
from kilowatt.engine.refusals import Refusal
from kilowatt.table.dealer import SeededDealer, commitment
from kilowatt.table.record import Record
from kilowatt.table.referee import Table, is_decision

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action


class Verdict(msgspec.Struct, frozen=True):
    """Whether a record is good, and what was found, line by line."""

    good: bool
    lines: list[str]


def verify_record(record: Record) -> Verdict:
    """Replay a record move by move and compare each dealt card with what the seed deals."""
    seeds = [entry.seed for entry in record.entries if entry.seed is not None]
    lines: list[str] = []
    dealer = SeededDealer(bytes.fromhex(seeds[-1])) if seeds else None
    if seeds:
        matches = record.header.deal == commitment(bytes.fromhex(seeds[-1]))
        lines.append(
            "The seed is the one whose hash the header gave."
            if matches
            else "The seed is NOT the one whose hash the header gave."
        )
        if not matches:
            return Verdict(good=False, lines=lines)
    elif record.header.deal is not None:
        lines.append("The seed has not been published yet: only the moves were checked.")
    else:
        lines.append("This record names no seed: only the moves were checked.")
    table = Table(record.rules_of(), players=record.header.players)
    dealt = 0
    for number, entry in enumerate(record.entries, start=2):
        if entry.action is not None:
            reason = game.refusal(table.state, entry.action) or _wrong_card(table, entry.action, dealer)
            if reason is not None:
                lines.append(f"line {number}: {reason}")
                return Verdict(good=False, lines=lines)
            dealt += not is_decision(entry.action)
        table.take(entry)
    lines.append(f"All {len(record.entries)} entries are good; {dealt} cards were dealt.")
    return Verdict(good=True, lines=lines)


def _wrong_card(table: Table, move: Action, dealer: SeededDealer | None) -> Refusal | str | None:
    if dealer is None or is_decision(move):
        return None
    expected = dealer.deal(table.state, game.outcomes(table.state))
    return None if expected == move else f"the seed deals {expected}, the record has {move}"
