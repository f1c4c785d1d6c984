"""What an edition or a board sets of the rules: switches, policies, task orders, and how the stack is laid."""

from __future__ import annotations

from typing import Any

import msgspec


class Strict(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table with no other keys than these."""


class Sourced(Strict, frozen=True, kw_only=True):
    """A table that says where its numbers come from and how sure they are."""

    source: str
    confidence: str = ""
    note: str = ""


class Number(Sourced, frozen=True):
    """One number."""

    value: int


class Numbers(Sourced, frozen=True):
    """A row of numbers."""

    values: list[int]


class StackData(Strict, frozen=True):
    """How the plant stack is laid; which keys are needed depends on the kind."""

    kind: str = ""
    opening: int | list[str] | None = None
    """Plants that open the market: their names, or how many of the first back."""
    always: list[str] = []
    """Plants of the first back that are always among those that open."""
    out: Any = []
    """Plants that stay in the box; or by number of players."""
    protected: list[str] = []
    """Plants that are never removed at random."""
    held_back: list[str] = []
    """Plants that come on top of the stack when Step 2 begins, the first one uppermost."""
    first_back_above: bool = False
    """Whether all cards of the first back lie above the others."""
    below_top: list[str] = []
    """Plants in this order below the reserved one."""
    mixed: list[str] = []
    mixed_with: int = 0
    """Plants that are shuffled with so many others and lie right below the plants on top."""
    below_end: int = 0
    """How many plants lie below the end card; of two backs those of the second."""
    reserved: bool | None = None
    backs_public: bool | None = None
    top: str | list[str] = ""
    """Plants on top of the stack, the first one uppermost."""
    removed: Any = None
    """How many are removed at random, of each back; or by number of players."""
    no_end_card: bool = False
    """Whether the stack has no card that begins Step 3."""
    sorted_up_to: int = 0
    shuffled_up_to: int = 0
    source: str = ""
    confidence: str = ""

    def changed_by(self, other: StackData) -> StackData:
        """Return this preparation with what the other one gives."""
        plain = StackData()
        given = {name: getattr(other, name) for name in self.__struct_fields__}
        return msgspec.structs.replace(
            self, **{name: value for name, value in given.items() if value != getattr(plain, name)}
        )


class Overlay(Strict, frozen=True):
    """What an edition or a board sets: switches, policies, task orders, and the rule behind each refusal."""

    switches: dict[str, bool] = {}
    policies: dict[str, Any] = {}
    """A table for each axis, checked where policies are made: there its name is known."""
    tasks: dict[str, list[str]] = {}
    cites: dict[str, str] = {}
    stack: StackData | None = None
    current_size: int | None = None
    """How many plants are on offer."""
    unsold_leave: int | None = None
    """How many plants leave when none was sold in a round."""
    extra_need: dict[str, int] = {}
    """By kind of plant: how many units more than printed it burns; it stores twice what is printed."""
    editions: dict[str, Overlay] = {}
    """Of a board: what it sets besides, where it is played by this edition."""

    def within(self, edition: str) -> list[Overlay]:
        """List what holds in an edition: this, then what is for that edition alone."""
        return [self, self.editions[edition]] if edition in self.editions else [self]

    def joined(self, edition: str) -> Overlay:
        """Return what holds in an edition as one: what is for that edition alone decides."""
        own = self.editions.get(edition, Overlay())
        stack = own.stack if self.stack is None or own.stack is None else self.stack.changed_by(own.stack)
        return Overlay(
            {**self.switches, **own.switches},
            {**self.policies, **own.policies},
            {**self.tasks, **own.tasks},
            {**self.cites, **own.cites},
            stack or self.stack,
            self.current_size if own.current_size is None else own.current_size,
            self.unsold_leave if own.unsold_leave is None else own.unsold_leave,
            {**self.extra_need, **own.extra_need},
        )
