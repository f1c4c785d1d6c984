"""Records: a game as its header and its list of actions, one JSON line each."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from kilowatt.editions import revisions
from kilowatt.editions.bounds import OPTION_LONGEST, SEED_LONGEST, check_plain, check_text
from kilowatt.editions.compose import compose
from kilowatt.editions.options import BadOption
from kilowatt.editions.schema import BadData
from kilowatt.engine.actions import Action, AnyAction, BadAction, action
from kilowatt.table.undo import SEQ, stands, take_back

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.engine.rules import Rules

FORMAT = "kilowatt"
VERSION = 1
HIDDEN = "hidden"
"""In a header: what an export of a running game leaves out, so that it is no whole record."""


class Fork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a game was forked off: after entry `seq` of the record whose lines up to there have this hash.

    The first `entries` of the fork's own record are what stood there; only what comes after them is its own dealer's.
    """

    seq: Annotated[int, msgspec.Meta(ge=0)]
    hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    entries: Annotated[int, msgspec.Meta(ge=0)]


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """The first line of a record."""

    ruleset: str
    """The id of the ruleset, as `kilowatt rules` lists them."""
    seats: int
    """How many players there are."""
    options: dict[str, Any] = {}
    """The options of the ruleset; what is left out has its default. A custom board is among them, whole."""
    players: list[str] = []
    """A name per seat, or none at all."""
    revision: int = 1
    """The revision of the ruleset, which says how unclear rules are read."""
    format: str = FORMAT
    """Marks the file as a record; it is always written and must be there."""
    version: int = VERSION
    """The version of this shape; it is always written and must be there."""
    deal: str | None = None
    """The hash that commits to the dealer's seed: SHA-256, in hexadecimal digits."""
    fork: Fork | None = None
    """Where this game was forked off, if it was."""


if TYPE_CHECKING:
    Move = Action
else:
    Move = AnyAction  # the list of all kinds, from which msgspec reads one


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One line after the header: an action, an undo back to after an earlier entry, or the seed at the end.

    The record, the store and the wire all have this shape; on the wire it also says what happened by it.
    """

    seq: int
    """The number of the entry: 1 in the line after the header, then one more per line."""
    action: Move | None = None
    """What a player decided, or a card or token that was dealt."""
    undo: int | None = None
    """The number of the entry after which the game stands again; 0 is its beginning."""
    at: str | None = None
    """When it was played, in UTC: `2026-11-18T21:30:00`."""
    by: str | None = None
    """How a server's game came to it: `player`, `bot:` with the level of the bot, or `clock` after a time-out."""
    seed: str | None = None
    """The dealer's seed, in the last entry of a game that has ended."""
    end: str | None = None
    """Why the game stopped before its end: `agreed`, `resigned` and the like."""


class BadRecord(ValueError):
    """A record that stops making sense: `entry` is its number (0 is the header), `prefix` what is good before it."""

    def __init__(self, entry: int, reason: str, prefix: Record | None) -> None:
        self.entry = entry
        self.line = entry + 1
        """The line of the file: the header is line 1."""
        super().__init__(f"line {self.line}: {reason}")
        self.reason = reason
        self.prefix = prefix


class Record:
    """A header and entries."""

    def __init__(self, header: Header, entries: Iterable[Entry] = ()) -> None:
        self.header = header
        self.entries = list(entries)

    def lines(self) -> list[str]:
        """Write the record, one JSON text a line."""
        first = {
            "format": FORMAT,
            "version": self.header.version,
            "ruleset": self.header.ruleset,
            "revision": self.header.revision,
            "seats": self.header.seats,
            "options": self.header.options,
            "players": self.header.players,
        }
        if self.header.deal is not None:
            first["deal"] = self.header.deal
        if self.header.fork is not None:
            first["fork"] = msgspec.to_builtins(self.header.fork)
        return [_json(first), *[_json(msgspec.to_builtins(entry)) for entry in self.entries]]

    def write(self, path: str | Path) -> None:
        """Write the record to a file."""
        Path(path).write_text("\n".join(self.lines()) + "\n", encoding="utf-8")

    def actions(self) -> list[Action]:
        """List the actions that stand, undone ones left out."""
        return [entry.action for entry in self.standing() if entry.action is not None]

    def standing(self, upto: int | None = None) -> list[Entry]:
        """List the entries that stand after entry `upto`, undone ones left out."""
        rows: list[Entry] = []
        for entry in self.entries:
            if upto is not None and entry.seq > upto:
                break
            if entry.undo is not None:
                take_back(rows, entry.undo, SEQ)
            else:
                rows.append(entry)
        return rows

    def rules_of(self) -> Rules:
        """Compose the rules the header names."""
        return compose(self.header.ruleset, self.header.seats, self.header.options, self.header.revision)

    def __repr__(self) -> str:
        """Show which game this is and how long."""
        return f"<Record {self.header.ruleset} for {self.header.seats}, {len(self.entries)} entries>"


def lines_hash(lines: list[str], seq: int) -> str:
    """Return the hash of a record's lines up to and with entry `seq`: what a fork from there points back to."""
    return hashlib.sha256("\n".join(lines[: seq + 1]).encode()).hexdigest()


def _json(plain: dict[str, Any]) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def read_lines(path: str | Path) -> list[str]:
    """Read the lines of a file, ended by newlines alone: names may hold other line separators."""
    try:
        return Path(path).read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        raise BadRecord(0, "not a text file in UTF-8", None) from None


def parse(lines: list[str]) -> Record:
    """Read header and entries; whether the moves are allowed is the replay's question."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    if not lines:
        raise BadRecord(0, "the record is empty", None)
    record = Record(_header(lines[0]))
    standing = [0]
    for number, line in enumerate(lines[1:], start=1):
        try:
            entry = _entry(line, number, standing)
        except (ValueError, TypeError) as error:
            raise BadRecord(number, str(error), record) from None
        record.entries.append(entry)
        if entry.undo is None:
            standing.append(number)
        else:
            take_back(standing, entry.undo, int)
    return record


def _object(line: str) -> dict[str, Any]:
    try:
        plain = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise ValueError("not JSON: nested too deeply") from None
    if not isinstance(plain, dict):
        raise TypeError(f"expected an object, not {plain!r}")
    return plain


def _header(line: str) -> Header:
    try:
        plain = _object(line)
        _check_version(plain)
        header = msgspec.convert(plain, Header)
        _check_revision(header)
        _check_players(header)
        _check_texts(header)
        compose(header.ruleset, header.seats, header.options, header.revision)
    except (BadOption, BadData, ValueError, TypeError) as error:
        raise BadRecord(0, str(error), None) from None
    return header


def _check_version(plain: dict[str, Any]) -> None:
    if plain.get("format") != FORMAT:
        raise ValueError(f'format: expected "{FORMAT}", not {plain.get("format")!r}')
    if plain.get(HIDDEN):
        raise ValueError(f"{HIDDEN}: exported while its game hid money; export it again when the game is over")
    version = plain.get("version")
    if type(version) is not int or version < 1:
        raise ValueError(f"version: expected a number, not {version!r}")
    if version > VERSION:
        raise ValueError(f"version: {version} is newer than this program reads ({VERSION}); update kilowatt")


def check_known(header: Header) -> None:
    """Check that this program knows a header's record version and rules revision; `ValueError` names what it lacks."""
    _check_version({"format": header.format, "version": header.version})
    _check_revision(header)


def _check_players(header: Header) -> None:
    if header.players and len(header.players) != header.seats:
        raise ValueError(f"players: expected {header.seats} names or none, not {len(header.players)}")


def _check_texts(header: Header) -> None:
    check_text(header.ruleset, "ruleset")
    check_text(header.deal or "", "deal")
    check_plain(header.players, "players")
    check_plain(header.options, "options", OPTION_LONGEST)


def _check_revision(header: Header) -> None:
    if not revisions.known(header.revision):
        raise ValueError(f"revision: {header.revision} of {header.ruleset!r} is not known here; update kilowatt")


def _entry(line: str, expected: int, standing: list[int]) -> Entry:
    """Read one line; an undo goes back to after one of the standing entries, which are in order and begin with 0."""
    plain = _object(line)
    if plain.get("seq") != expected:
        raise ValueError(f"seq: expected {expected}, not {plain.get('seq')!r}")
    unknown = sorted(set(plain) - set(Entry.__struct_fields__))
    if unknown:
        raise ValueError(f"unknown field {unknown[0]!r}")
    undo = plain.get("undo")
    if "undo" in plain and not stands(standing, undo, int):
        raise ValueError(f"undo: expected an entry that stands, or 0, not {undo!r}")
    for name in ("at", "by", "seed", "end"):
        if name in plain and not isinstance(plain[name], str):
            raise ValueError(f"{name}: expected a text, not {plain[name]!r}")
    for name in ("at", "by", "end"):
        check_text(plain.get(name, ""), name)
    check_text(plain.get("seed", ""), "seed", SEED_LONGEST)
    if "seed" in plain and not re.fullmatch(r"(?:[0-9a-f]{2})+", plain["seed"]):
        raise ValueError("seed: expected bytes as hexadecimal digits")
    if sum(name in plain for name in ("action", "undo", "seed", "end")) != 1:
        raise ValueError("expected one of action, undo, seed and end")
    try:
        move = action(plain["action"]) if "action" in plain else None
    except BadAction as error:
        where = f"action.{error.field}" if error.field else "action"
        raise ValueError(f"{where}: {error.reason}") from None
    return Entry(expected, move, undo, plain.get("at"), plain.get("by"), plain.get("seed"), plain.get("end"))
