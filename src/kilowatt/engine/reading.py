"""Reading plain data with its place in mind, so that whatever is wrong with it is named by its field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    from collections.abc import Mapping

SHOWN = 60
"""Characters of a wrong value, or names of a list, that an error repeats."""


NUMBER_MOST = 1_000_000_000
"""No number of a game comes near; larger ones do not fit where states are compiled or packed."""


class BadSnapshot(ValueError):
    """A snapshot that does not fit the rules or is damaged; `field` says where."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"snapshot: {field}: {reason}" if field else f"snapshot: {reason}")
        self.field = field
        self.reason = reason


@final
class Part:
    """A value of a snapshot and its field. Every question checks the value and names the field if it does not fit."""

    def __init__(self, value: Any, field: str) -> None:  # noqa: ANN401 - whatever a caller has is checked here
        self.value = value
        self.field = field

    def wrong(self, expected: str) -> BadSnapshot:
        """Say what was expected here."""
        shown = repr(self.value)
        return BadSnapshot(self.field, f"expected {expected}, not {shown[:SHOWN]}{'...' if len(shown) > SHOWN else ''}")

    def key(self, name: str) -> Part:
        """Return what an object has under this name."""
        field = f"{self.field}.{name}" if self.field else name
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        if name not in self.value:
            raise BadSnapshot(field, "missing")
        return Part(self.value[name], field)

    def names(self) -> list[str]:
        """List the names of an object."""
        if not isinstance(self.value, dict) or not all([isinstance(name, str) for name in self.value]):  # noqa: C419
            raise self.wrong("an object")
        return list(self.value)

    def members(self, count: int = -1) -> list[Part]:
        """List the members of a list, of so many if a count is given."""
        if not isinstance(self.value, list | tuple):
            raise self.wrong("a list")
        if count not in (-1, len(self.value)):
            raise BadSnapshot(self.field, f"expected {count} of them, not {len(self.value)}")
        return [Part(member, f"{self.field}[{place}]") for place, member in enumerate(self.value)]

    def number(self, least: int = 0, most: int = NUMBER_MOST) -> int:
        """Return a whole number within these bounds."""
        value = self.value
        if type(value) is not int or not least <= value <= most:
            raise self.wrong(f"a whole number from {least} to {most}")
        return int(value)

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        return self.value

    def one_of(self, ids: Mapping[str, int]) -> int:
        """Return the id that a name stands for."""
        if not isinstance(self.value, str) or self.value not in ids:
            listed = ", ".join(list(ids)[:SHOWN])
            raise self.wrong(f"one of {listed}" if ids else "nothing here")
        return ids[self.value]

    def chair(self, seats: int, trust: int) -> int:
        """Return a seat, or the Trust's chair where it plays."""
        if self.value == "trust" and trust >= 0:
            return trust
        return self.number(0, seats - 1)
