"""What an encoding answers: which ids may be said now, what an id does, and which ids say an action.

A decision may take several ids. What has been said of it so far is `said`, a tuple of ids; it lives beside the state,
in the course of a game, because the engine knows whole actions only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from kilowatt.engine.actions import Action
from kilowatt.engine.game import options
from kilowatt.engine.ids import FUELS
from kilowatt.envs.vocabulary import Vocabulary

if TYPE_CHECKING:
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

Said = tuple[int, ...]
"""Ids of the decision at hand that have been said already."""

GRAINS = ("atomic", "whole")


class NotSayable(ValueError):
    """An action that this grain has no ids for, or an id that says nothing now."""


# Plain classes: made at every decision, which compiles to less than a named tuple does.


@final
class Allowed:
    """The ids that may be said: single ones in ascending order, and a span `first` to before `stop`."""

    __slots__ = ("first", "ids", "stop")

    def __init__(self, ids: list[int], first: int, stop: int) -> None:
        self.ids = ids
        self.first = first
        self.stop = stop

    def listed(self) -> list[int]:
        """List them all, in ascending order."""
        return sorted([*self.ids, *range(self.first, self.stop)])

    def __contains__(self, number: object) -> bool:
        """Tell whether an id may be said."""
        return number in self.ids or (isinstance(number, int) and self.first <= number < self.stop)

    def total(self) -> int:
        """Count the ids."""
        return len(self.ids) + self.stop - self.first


@final
class Utterance:
    """What saying an id comes to: the action to play, if the decision is complete, and what is said from then on.

    `reserve` is the most the seat is ready to pay for this lot; 0 for no such promise.
    """

    __slots__ = ("action", "reserve", "said")

    def __init__(self, action: Action | None, said: Said, reserve: int = 0) -> None:
        self.action = action
        self.said = said
        self.reserve = reserve


@final
class Meaning:
    """What the half-said decision holds, for the observation."""

    __slots__ = ("burn", "plants", "raised")

    def __init__(self, plants: int, raised: int, burn: list[int]) -> None:
        self.plants = plants
        self.raised = raised
        self.burn = burn


NOTHING = Meaning(0, 0, [0] * FUELS)


class Encoding:
    """The ids of one ruleset in one grain."""

    grain: ClassVar[str] = ""

    def __init__(self, rules: Rules, families: list[tuple[str, list[str]]]) -> None:
        self.rules = rules
        self.vocabulary = Vocabulary(self.grain, families)
        self.size = len(self.vocabulary)
        self.hash = self.vocabulary.hash

    def allowed(self, s: State, said: Said) -> Allowed:
        """Give the ids the acting seat may say, from its menu; no action is listed for it."""
        raise NotImplementedError

    def say(self, s: State, said: Said, number: int) -> Utterance:
        """Give what an allowed id comes to."""
        raise NotImplementedError

    def follow(self, s: State, said: Said, reserve: int) -> Utterance | None:
        """Give what an earlier word of the acting seat already answers; None when it must be asked."""
        return None

    def ids(self, s: State, action: Action) -> list[int]:
        """Give the ids that say an action of the acting seat; `NotSayable` if the grain has none."""
        raise NotImplementedError

    def meaning(self, said: Said) -> Meaning:
        """Give what the half-said decision holds."""
        return NOTHING

    def name(self, number: int) -> str:
        """Give the name of an id."""
        return self.vocabulary.names[number]


def rows(s: State) -> dict[str, list[Choice]]:
    """Give the rows of the acting seat's menu by type of action."""
    return options(s).choices


def make_encoding(rules: Rules, grain: str = "atomic") -> Encoding:
    """Make the encoding of a grain."""
    from kilowatt.envs.atomic import AtomicEncoding
    from kilowatt.envs.whole import WholeEncoding

    if grain == "atomic":
        return AtomicEncoding(rules)
    if grain == "whole":
        return WholeEncoding(rules)
    raise ValueError(f"there is no grain {grain!r}; there are {', '.join(GRAINS)}")
