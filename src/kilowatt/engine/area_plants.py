"""Plants that areas in play bring: they replace those of the deck with the same numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import deck

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def has_area(s: State, area: int) -> bool:
    """Return whether an area is in play."""
    found = False
    for other in s.areas:
        if other == area:
            found = True
    return found


def swap_plants(s: State) -> None:
    """Let the plants of the areas in play replace those of the same numbers [AT-NE-02]."""
    rules = s.rules
    for place in range(len(rules.swap_new)):
        if has_area(s, rules.swap_area[place]):
            deck.swap(s, rules.swap_old[place], rules.swap_new[place])
            s.removed |= 1 << rules.swap_old[place]
        else:
            s.removed |= 1 << rules.swap_new[place]


def in_place_of(s: State, plant: int) -> int:
    """Return the plant that opens in the place of another: an area's own one, or itself."""
    rules = s.rules
    for place in range(len(rules.swap_new)):
        if rules.swap_old[place] == plant and has_area(s, rules.swap_area[place]):
            return rules.swap_new[place]
    return plant
