"""What every decision answers: the menu, the no, and the deed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.engine.ids import PHASE_NAMES
from kilowatt.engine.menu import Menu
from kilowatt.engine.refusals import Refusal

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.events import Events
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.state import State


class Decision:
    """One kind of decision a seat can be asked for."""

    def menu(self, s: State) -> Menu:
        """List what the acting seat may do, rows by type of action."""
        raise NotImplementedError

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Say why the acting seat may not do this, or None; the machine has checked whose turn it is."""
        raise NotImplementedError

    def apply(self, s: State, action: Action, out: Events | None) -> None:
        """Do it, trusting that it is allowed."""
        raise NotImplementedError

    def shown(self, s: State, seat: int) -> list[Action]:
        """List what the table shows of this decision, allowed or not."""
        raise NotImplementedError


def no(s: State, code: str, **args: Any) -> Refusal:  # noqa: ANN401 - whatever the sentence needs
    """Make the refusal of this code with the rule that stands behind it in this ruleset."""
    return Refusal(code, s.rules.cites[code], args)


def wrong_kind(s: State, action: Action) -> Refusal:
    """Refuse an action of a kind that is not awaited now."""
    return no(s, "not_now", kind=type(action).kind, phase=PHASE_NAMES[s.phase])


def no_city(s: State, name: str) -> Refusal | None:
    """Refuse a city that the board does not have or that lies outside the zone [R18-BLD-07]."""
    city = s.rules.city_ids.get(name)
    if city is None:
        return no(s, "unknown_city", city=name)
    if not s.zone >> city & 1:
        return no(s, "city_outside_zone", city=name)
    return None


def menu_of(seat: int, choices: dict[str, list[Choice]]) -> Menu:
    """Make a menu, leaving out types without a row."""
    return Menu(seat, {kind: rows for kind, rows in choices.items() if rows})
