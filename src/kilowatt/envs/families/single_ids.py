"""Kinds of action that are one id each: the fields of the action are the name of the id."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from kilowatt.envs.encoding import Family, NotEncodable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.state import State

Member = tuple[str | int, ...]
"""The values of an action's fields, the seat left out."""


def _no_fields(_: object) -> Member:
    return ()


class Single(Family):
    """A kind of action with an id for every combination of its fields. Its menu rows have fields of the same names."""

    def __init__(self, kind: type[Action], fields: tuple[str, ...], members: list[Member]) -> None:
        super().__init__(kind.kind, [":".join(map(str, member)) for member in members], kind)
        self.fields = fields
        self.values = members
        self.make: Callable[..., Action] = kind
        self.key: Callable[[object], Any] = attrgetter(*fields) if fields else _no_fields
        self.ids: dict[Any, int] = {}
        """By the fields of an action or a menu row; by the value itself where there is one field."""

    def place(self, first: int) -> None:
        """Set the id of the first member."""
        self.first = first
        one = len(self.fields) == 1
        self.ids = {member[0] if one else member: first + i for i, member in enumerate(self.values)}

    def complete(self, seat: int) -> list[Action]:
        """Return the action of each member."""
        return [self.make(seat, **dict(zip(self.fields, member, strict=True))) for member in self.values]

    def legal(self, s: State, rows: Sequence[Choice]) -> list[int]:
        """Return the id of each row."""
        key = self.key
        ids = self.ids
        return [ids[key(row)] for row in rows]

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the one id."""
        number = self.ids.get(self.key(action))
        if number is None:
            raise NotEncodable(f"{action!r} has no id")
        return [number]


def one_field(values: Sequence[str]) -> list[Member]:
    """Return the members of a kind with one field."""
    return [(value,) for value in values]
