"""Verifying a deal: the seed at the end of a record against the hash in its header, and every card against the seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.engine import game
from kilowatt.engine.refusals import Refusal
from kilowatt.table.dealer import SeededDealer, commitment
from kilowatt.table.record import Record, lines_hash
from kilowatt.table.referee import Table, is_decision

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action


class Verdict(msgspec.Struct, frozen=True):
    """Whether a record is good, and what was found, line by line."""

    good: bool
    lines: list[str]


def verify_record(record: Record, source: Record | None = None) -> Verdict:
    """Replay a record move by move and compare each dealt card with what the seed deals.

    What a fork took over was dealt by another seed: it is compared with the record it came from, if that is given.
    """
    lines: list[str] = []
    dealer, good = _dealer(record, lines)
    good = good and _comes_from(record, source, lines)
    if not good:
        return Verdict(good=False, lines=lines)
    taken = record.header.fork.entries if record.header.fork is not None else 0
    table = Table(record.rules_of(), players=record.header.players)
    dealt = 0
    for number, entry in enumerate(record.entries, start=2):
        if entry.action is not None:
            own = dealer if entry.seq > taken else None
            reason = game.refusal(table.state, entry.action) or _wrong_card(table, entry.action, own)
            if reason is not None:
                lines.append(f"line {number}: {reason}")
                return Verdict(good=False, lines=lines)
            dealt += entry.seq > taken and not is_decision(entry.action)
        table.take(entry)
    after = f" after the fork at entry {taken}" if record.header.fork is not None else ""
    lines.append(f"All {len(record.entries)} entries are good; {dealt} cards were dealt{after}.")
    return Verdict(good=True, lines=lines)


def _dealer(record: Record, lines: list[str]) -> tuple[SeededDealer | None, bool]:
    """Find the seed the record shows, and say whether it is the one that was promised."""
    seeds = [bytes.fromhex(entry.seed) for entry in record.entries if entry.seed is not None]
    if seeds:
        matches = record.header.deal == commitment(seeds[-1])
        lines.append(f"The seed is {'the' if matches else 'NOT the'} one whose hash the header gave.")
        return SeededDealer(seeds[-1]), matches
    if record.header.deal is not None:
        lines.append("The seed has not been published yet: only the moves were checked.")
    else:
        lines.append("This record names no seed: only the moves were checked.")
    return None, True


def _comes_from(record: Record, source: Record | None, lines: list[str]) -> bool:
    """Compare what a fork took over with the record it names, as far as that is at hand."""
    fork = record.header.fork
    if fork is None:
        return True
    if fork.entries > len(record.entries):
        lines.append(f"The fork says it took over {fork.entries} entries; there are {len(record.entries)}.")
        return False
    if source is None:
        lines.append(f"Forked after entry {fork.seq} of the record with hash {fork.hash}, which was not at hand.")
        return True
    stood = [entry.action for entry in source.standing(fork.seq) if entry.action is not None]
    own = [entry.action for entry in record.entries[: fork.entries]]
    same = lines_hash(source.lines(), fork.seq) == fork.hash and stood == own
    lines.append(f"The fork {'comes' if same else 'does NOT come'} from entry {fork.seq} of the record given.")
    return same


def _wrong_card(table: Table, move: Action, dealer: SeededDealer | None) -> Refusal | str | None:
    if dealer is None or is_decision(move):
        return None
    expected = dealer.deal(table.state, game.outcomes(table.state))
    return None if expected == move else f"the seed deals {expected}, the record has {move}"
