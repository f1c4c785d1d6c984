"""Encodings: which ids are legal now, what an id stands for, and which ids stand for an action.

A decision may take several ids. The ids taken so far are its partial action. It lives beside the state, in the episode,
because the engine knows complete actions only. An encoding is a list of families, one per kind of action: a family
declares its names and knows when its ids are legal, how they become actions and how actions become ids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.game import options
from kilowatt.engine.ids import FUELS
from kilowatt.envs.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

Partial = tuple[int, ...]
"""The ids of the current decision taken so far."""


class NotEncodable(ValueError):
    """An action that has no ids in this grain."""


class IllegalId(ValueError):
    """An id that is not legal now."""


# Plain classes: made at every decision.


@final
class LegalIds:
    """The legal ids: single ones in ascending order, and a span from `first` to before `stop`."""

    __slots__ = ("first", "ids", "stop")

    def __init__(self, ids: list[int], first: int = 0, stop: int = 0) -> None:
        self.ids = ids
        self.first = first
        self.stop = stop

    def to_list(self) -> list[int]:
        """Return all of them in ascending order."""
        return sorted([*self.ids, *range(self.first, self.stop)])

    def __contains__(self, number: object) -> bool:
        """Return whether an id is legal."""
        return number in self.ids or (isinstance(number, int) and self.first <= number < self.stop)

    def __len__(self) -> int:
        """Count the ids."""
        return len(self.ids) + self.stop - self.first


@final
class Decoded:
    """What an id stands for: the action to play, if the decision is complete, and the partial action after it.

    `reserve` is the most the seat is ready to pay for this lot; 0 if it has not set a price.
    """

    __slots__ = ("action", "partial", "reserve")

    def __init__(self, action: Action | None, partial: Partial = (), reserve: int = 0) -> None:
        self.action = action
        self.partial = partial
        self.reserve = reserve


@final
class Pending:
    """The contents of a partial action, for the observation: plants named, raise so far, fuel to be burned."""

    __slots__ = ("burn", "plants", "raised")

    def __init__(self, plants: int, raised: int, burn: list[int]) -> None:
        self.plants = plants
        self.raised = raised
        self.burn = burn


NOTHING = Pending(0, 0, [0] * FUELS)


class Family:
    """The ids of one kind of action in one grain. `first` is the id of the first member."""

    def __init__(self, name: str, members: list[str], kind: type[Action], ask: int = 0) -> None:
        self.name = name
        self.members = members
        self.kind = kind
        """The actions this family encodes."""
        self.ask = ask
        """The decision that this family answers for alone, ids of other families included; 0 for none."""
        self.first = 0

    def place(self, first: int) -> None:
        """Set the id of the first member."""
        self.first = first

    def complete(self, seat: int) -> list[Action]:
        """Return the action of each member; empty unless each id of the family is a complete action."""
        return []

    def legal(self, s: State, rows: Sequence[Choice]) -> list[int]:
        """Return the ids for the menu rows of this kind of action."""
        raise NotImplementedError

    def legal_next(self, s: State, partial: Partial) -> LegalIds:
        """Return the ids that can continue a partial action of this family, or begin one if it answers `ask`."""
        raise NotImplementedError

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return what an id stands for, where this family answers `ask`, began the partial action or owns the id."""
        raise NotImplementedError

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the ids of an action; `NotEncodable` if it has none."""
        raise NotImplementedError

    def resume(self, s: State, partial: Partial, reserve: int) -> Decoded | None:
        """Return what follows from earlier ids without a new one; None if the seat must choose."""
        return None

    def pending(self, partial: Partial) -> Pending:
        """Return the contents of a partial action of this family."""
        return NOTHING


@final
class Encoding:
    """The ids of one ruleset in one grain."""

    def __init__(self, rules: Rules, grain: str, families: list[Family], *, skip_forced: bool) -> None:
        self.rules = rules
        self.grain = grain
        self.skip_forced = skip_forced
        """A decision with one legal id is taken without asking."""
        self.vocabulary = Vocabulary(grain, [(family.name, family.members) for family in families])
        self.size = len(self.vocabulary)
        self.hash = self.vocabulary.hash
        self._owners: list[Family] = []
        self._by_kind: dict[str, Family] = {}
        self._by_ask: dict[int, Family] = {}
        for family in families:
            family.place(len(self._owners))
            self._owners += [family] * len(family.members)
            self._by_kind[family.kind.kind] = family
            if family.ask:
                self._by_ask[family.ask] = family
        self._complete = [self._complete_ids(seat, families) for seat in range(rules.seats)]
        """By seat and id: what an id that is a complete action stands for. Made once and shared."""

    def _complete_ids(self, seat: int, families: list[Family]) -> list[Decoded | None]:
        decoded: list[Decoded | None] = [None] * self.size
        for family in families:
            for place, action in enumerate(family.complete(seat)):
                decoded[family.first + place] = Decoded(action)
        return decoded

    def legal_ids(self, s: State, partial: Partial) -> LegalIds:
        """Return the ids the acting seat may choose, from its menu; no action is made for it."""
        family = self._by_ask.get(s.ask)
        if family is None and partial:
            family = self._owners[partial[0]]
        if family is not None:
            return family.legal_next(s, partial)
        numbers: list[int] = []
        for kind, rows in options(s).choices.items():
            numbers += self._by_kind[kind].legal(s, rows)
        numbers.sort()
        return LegalIds(numbers)

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return what a legal id stands for."""
        family = self._by_ask.get(s.ask)
        if family is None:
            known = self._complete[s.actor][number]
            if known is not None:
                return known
            family = self._owners[partial[0] if partial else number]
        return family.decode(s, partial, number)

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the ids of an action of the acting seat; `NotEncodable` if the grain has none."""
        family = self._by_kind.get(action.kind)
        if family is None:
            raise NotEncodable(f"{action!r} has no id: it is not a decision of a seat")
        return family.encode(s, action)

    def resume(self, s: State, partial: Partial, reserve: int) -> Decoded | None:
        """Return what follows from earlier ids of the acting seat; None if it must choose."""
        family = self._owners[partial[0]] if partial else self._by_ask.get(s.ask)
        return None if family is None else family.resume(s, partial, reserve)

    def pending(self, partial: Partial) -> Pending:
        """Return the contents of the partial action."""
        return self._owners[partial[0]].pending(partial) if partial else NOTHING

    def name(self, number: int) -> str:
        """Return the name of an id."""
        return self.vocabulary.names[number]
