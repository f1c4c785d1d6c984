"""The spaces of a board for people: cities that have others than most, single spaces, and those that are closed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kilowatt.engine.ids import bits

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules


def own_spaces(rules: Rules) -> list[str]:
    """List cities with other spaces than most: their names, then each space's cost and the step that opens it."""
    names: dict[tuple[tuple[int, int, int], ...], list[str]] = {}
    for city, spaces in rules.own_spaces.items():
        names.setdefault(spaces, []).append(rules.board.cities[city].name)
    costs = {spaces: ", ".join([f"{cost} ({step})" for _, cost, step in spaces]) for spaces in names}
    return [f"{', '.join(cities)}: {costs[spaces]}" for spaces, cities in names.items()]


def has_single_spaces(rules: Rules) -> bool:
    """Return whether every city has one space only."""
    return bool(rules.own_spaces) and all(
        len(rules.own_spaces.get(city, ())) == 1 for city in range(len(rules.board.cities))
    )


def single_spaces(rules: Rules) -> list[str]:
    """List how many spaces there are of each cost, where every city has one space only."""
    if not has_single_spaces(rules):
        return []
    many = Counter(spaces[0][1] for spaces in rules.own_spaces.values())
    return [f"{many[cost]} x {cost}" for cost in sorted(many)]


def closing(rules: Rules) -> list[str]:
    """List how many cities of each cost are closed at the preparation."""
    many = Counter(rules.space_costs[0][bits(cities)[0]] for cities in rules.closing)
    return [f"{many[cost]} x {cost}" for cost in sorted(many)]
