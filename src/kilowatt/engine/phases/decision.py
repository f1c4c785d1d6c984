"""What every decision and every draw declares and answers: its ask, what it takes or deals, the menu, the refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.engine.actions import Action
from kilowatt.engine.asks import NAMES, NO_ASK
from kilowatt.engine.houses import closed
from kilowatt.engine.menu import Menu
from kilowatt.engine.refusals import Refusal

if TYPE_CHECKING:
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.state import State


Kinds = tuple[type[Action], ...]
"""Kinds of action."""


class Decision:
    """One kind of decision of a seat. A phase lists its own in `DECISIONS`, and `machine` collects them."""

    ask: int = NO_ASK
    """Its number in `asks`."""
    takes: Kinds = ()
    """The kinds of action that answer it; every other kind is refused."""

    def name(self) -> str:
        """Name the decision as snapshots do."""
        return NAMES[self.ask]

    def menu(self, s: State) -> Menu:
        """List what the acting seat may do, rows by type of action."""
        raise NotImplementedError

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Return why the acting seat may not do this, or None; its turn and the kind of action have been checked."""
        raise NotImplementedError

    def apply(self, s: State, action: Action) -> None:
        """Do it, trusting that it is allowed."""
        raise NotImplementedError

    def shown(self, s: State, seat: int) -> list[Action]:
        """List what the table shows of this decision, allowed or not."""
        raise NotImplementedError


class Draw:
    """One kind of draw the game can wait for. A module lists its own in `DRAWS`, and `machine` collects them."""

    ask: int = NO_ASK
    """Its number in `asks`."""
    deck: str = ""
    """The name of the deck in the keys of seeded dealers."""

    def key(self, s: State) -> tuple[str, int, int]:
        """Name the draw awaited: deck, shuffles so far, cards drawn since. A seeded dealer deals by this alone."""
        return self.deck, s.shuffles, s.drawn

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List what may be dealt, with weights."""
        raise NotImplementedError

    def apply(self, s: State, action: Action) -> None:
        """Take note of what was dealt."""
        raise NotImplementedError


def no(s: State, code: str, **args: Any) -> Refusal:  # noqa: ANN401 - whatever the sentence needs
    """Make the refusal of this code with the rule that stands behind it in this ruleset."""
    return Refusal(code, s.rules.cites[code], args)


def no_city(s: State, name: str) -> Refusal | None:
    """Refuse a city that the board does not have or that lies outside the zone [R18-BLD-07]."""
    city = s.rules.city_ids.get(name)
    if city is None:
        return no(s, "unknown_city", city=name)
    if closed(s) >> city & 1:
        return no(s, "city_closed", city=name)
    if not s.zone >> city & 1:
        return no(s, "city_outside_zone", city=name)
    return None


def menu_of(seat: int, choices: dict[str, list[Choice]]) -> Menu:
    """Make a menu, leaving out types without a row."""
    return Menu(seat, {kind: rows for kind, rows in choices.items() if rows})
