"""A game as the store has it: reading its header and entries, composing its rules, writing a line for viewers."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions.compose import compose
from kilowatt.editions.registry import REVISION
from kilowatt.host.errors import Denied
from kilowatt.protocol.views import entry_view
from kilowatt.table.record import Entry, Header, check_known

if TYPE_CHECKING:
    from kilowatt.engine.events import Events
    from kilowatt.engine.rules import Rules

RULES_KEPT = 64

_rules: OrderedDict[tuple[str, int, bytes, int], Rules] = OrderedDict()


def rules_for(ruleset: str, seats: int, options: dict[str, Any], revision: int = REVISION) -> Rules:
    """Compose rules, or take those another table of the same kind plays by."""
    key = (ruleset, seats, msgspec.json.encode(options, order="deterministic"), revision)
    rules = _rules.get(key)
    if rules is None:
        rules = compose(ruleset, seats, options, revision)
        _rules[key] = rules
        if len(_rules) > RULES_KEPT:
            _rules.popitem(last=False)
    else:
        _rules.move_to_end(key)
    return rules


_stored = msgspec.json.Decoder(list[Entry])
_header = msgspec.json.Decoder(Header)


def stored_entries(lines: list[str]) -> list[Entry]:
    """Read lines of the store."""
    return _stored.decode("[" + ",".join(lines) + "]")


def header_of(line: str) -> Header:
    """Read the first line of a record as the store has it; what comes from outside is checked by `record.parse`.

    A game of a newer server is refused, because replaying it by other rules would corrupt it.
    """
    header = _header.decode(line)
    try:
        check_known(header)
    except ValueError as error:
        raise Denied("unknown_rules", reason=str(error)) from None
    return header


def entry_line(entry: Entry, happened: Events, rules: Rules) -> bytes:
    """Write an entry with what happened by it."""
    return msgspec.json.encode(entry_view(entry, happened, rules))
