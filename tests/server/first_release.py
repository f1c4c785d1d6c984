"""A game as the first release stored it, for tests of databases that come from there."""

import json

import kilowatt
from kilowatt.server.identity import restore_hash, token_hash
from kilowatt.table.dealer import commitment
from kilowatt.table.record import Header, Record

CODE, RESTORE, SEED = "ABCDEFGH", "A" * 27, "07" * 32
FIRST = {
    "tables": "code state visibility owner plan header seed seq version live wake created touched archived",
    "seats": "code seat kind name level restore away agreed",
    "holders": "code seat device",
    "entries": "code seq body",
    "chats": "code seat name text at",
}
"""Columns of the first release, as its migration made them."""


def first_rows(token: str, other: str) -> dict[str, list[dict[str, object]]]:
    """Write a game of two, just begun, as the first release stored it."""
    rules = kilowatt.ruleset("recharged/germany", 2)
    dealt = kilowatt.Table(rules, seed=bytes.fromhex(SEED)).record()
    names = ["Ann", "Bob"]
    header = Header(rules.id, 2, rules.options, names, dealt.header.revision, deal=commitment(bytes.fromhex(SEED)))
    lines = dealt.lines()[1:]
    plan = {
        "ruleset": rules.id,
        "seats": 2,
        "options": rules.options,
        "clock": {"kind": "none", "bank": 0, "increment": 0, "days": 0},
        "hints": True,
        "name": "",
        "title": rules.title,
    }
    actor = kilowatt.Table(rules, seed=bytes.fromhex(SEED)).actor
    table = (
        CODE, "playing", "private", token_hash(token), json.dumps(plan), Record(header).lines()[0], SEED, len(lines), 3,
        json.dumps({"round": 1, "phase": "auction", "actor": actor}), None, 1.7e9, 1.7e9, False,
    )  # fmt: skip
    rows: dict[str, list[tuple[object, ...]]] = {
        "tables": [table],
        "seats": [
            (CODE, seat, "person", name, None, restore_hash(RESTORE) if seat else None, None, False)
            for seat, name in enumerate(names)
        ],
        "holders": [(CODE, 0, token_hash(token)), (CODE, 1, token_hash(other))],
        "entries": [(CODE, seq, line) for seq, line in enumerate(lines, start=1)],
        "chats": [(CODE, 1, "Bob", "good luck", 1.7e9)],
    }
    return {
        name: [dict(zip(columns.split(), row, strict=True)) for row in rows[name]] for name, columns in FIRST.items()
    }
