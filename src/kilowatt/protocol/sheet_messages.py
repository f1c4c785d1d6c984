"""Messages of a real table: lines that people write down, and the sheet with a mark for each."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from kilowatt.editions.bounds import check_plain
from kilowatt.engine.actions import AnyAction
from kilowatt.protocol.fields import ACTION_PARTS, ID_LONGEST, Key, SeatNumber, Seq, Wire
from kilowatt.table.sheet.checking import Fit
from kilowatt.table.sheet.lines import AnyLine, StepLine
from kilowatt.table.sheet.slips import Kind

LinePlace = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


# --- from the client ---


class LineChange(Wire):
    """A change of the sheet: another line at a place, none there, a new one before it, or at the end one more."""

    at: LinePlace
    line: AnyLine | None = None
    insert: bool = False

    def __post_init__(self) -> None:
        """Bound the texts of an action and of what plants burn; those of other lines are bounded where they stand."""
        if self.line is not None:
            of = self.line.action if isinstance(self.line, StepLine) else self.line
            check_plain(msgspec.to_builtins(of), "line", ID_LONGEST, ACTION_PARTS)


class WriteLines(Wire, tag="write", tag_field="type"):
    """Write lines of a real table's sheet. `expect` is the seq one has seen, `lines` how many lines there were."""

    key: Key
    expect: Seq
    lines: LinePlace
    changes: Annotated[list[LineChange], msgspec.Meta(min_length=1, max_length=8)]
    final: bool = False
    """Also if the game is over with it: then nothing can be changed any more."""


class AskSheet(Wire, tag="sheet", tag_field="type"):
    """Ask for the sheet of a real table; answered by `sheet`."""


class AskProposals(Wire, tag="propose", tag_field="type"):
    """Ask what a sum may have been spent on; answered by `proposals` with the same id."""

    id: Key
    seat: SeatNumber
    what: Literal["houses", "fuel", "power"]
    total: Annotated[int, msgspec.Meta(ge=0, le=100_000)] = 0
    """The sum; for `power` the cities that are supplied."""
    count: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    """How many houses."""


# --- from the server ---


class ChangeView(msgspec.Struct):
    """A change of the sheet, in the shape of `write`."""

    at: int
    line: AnyLine | None
    insert: bool = False


class SlipView(msgspec.Struct):
    """A correction with which a line fits: of its own, of an earlier line, or by one that is missing."""

    kind: Kind
    changes: list[ChangeView]


class SheetLine(msgspec.Struct):
    """A line of the sheet and how it fits; where it does not, the sentence and the rule behind it."""

    line: AnyLine
    fit: Fit
    amount: int | None = None
    """What the rules say that it cost, earned or left."""
    text: str | None = None
    rule: str | None = None


class SheetView(msgspec.Struct, tag="sheet", tag_field="type"):
    """The sheet of a real table from line `first` on; all lines after these are gone."""

    seq: int
    first: int
    lines: list[SheetLine]
    slips: list[SlipView]
    """Corrections for the first line that does not fit."""
    draws: list[AnyAction]
    """Cards that may come, where one must be drawn; none for the order of the players, which may be any."""
    by: str = ""
    """The player whose device wrote last; empty for a device of several players."""


class Proposals(msgspec.Struct, tag="proposals", tag_field="type"):
    """The answer to `propose`: lines to confirm, the likeliest first."""

    id: str
    lines: list[AnyLine]
