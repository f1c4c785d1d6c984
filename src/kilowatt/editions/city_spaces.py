"""Spaces for houses: what they cost on a board, and the cities that have others than most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.editions.schema import BadData, at_seats
from kilowatt.engine.ids import SPACES, mask_of

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardData, ClosedData, SpacesData
    from kilowatt.engine.rules import Rules

COST_MOST = 100
"""What a house costs at most."""


def put_spaces(rules: Rules, board: BoardData, key: str) -> None:
    """Take over a board's house costs, its cities with spaces of their own and those where nobody starts."""
    file = f"{board.id}.toml"
    if board.house_costs is not None:
        first, second, third = _costs(file, "house_costs", board.house_costs.values, SPACES, SPACES)
        rules.house_costs = (first, second, third)
    _, second, third = rules.house_costs
    for name in board.late_cities:
        rules.own_spaces[_city(rules, file, "late_cities", name)] = ((1, second, 2), (2, third, 3))
    for row in board.spaces:
        spaces = _spaces(file, row)
        for name in row.cities:
            city = _city(rules, file, "spaces", name)
            if city in rules.own_spaces:
                raise BadData(file, "spaces", name, "this city has spaces of its own twice")
            rules.own_spaces[city] = spaces
    if board.closed is not None:
        rules.closing = _closing(rules, board.closed, key, file)
    rules.no_start = mask_of([_city(rules, file, "no_start", name) for name in board.no_start])


def _closing(rules: Rules, closed: ClosedData, key: str, file: str) -> tuple[int, ...]:
    """Return for each city to be closed those of which it is one: cities with one space of this cost [AT-MH-04]."""
    times = at_seats(file, "closed.times", closed.times, key, int)
    rows: list[int] = []
    for cost, many in closed.by_cost.items():
        cities = mask_of(
            [city for city, spaces in rules.own_spaces.items() if [str(row[1]) for row in spaces] == [cost]]
        )
        if not 0 <= times * many <= cities.bit_count():
            reason = f"expected at most {cities.bit_count()} cities of this cost to be closed, not {times * many}"
            raise BadData(file, "closed.by_cost", cost, reason)
        rows += [cities] * (times * many)
    return tuple(rows)


def _spaces(file: str, row: SpacesData) -> tuple[tuple[int, int, int], ...]:
    """Return of each space its place, its cost and its step.

    Three spaces stand in their places; of fewer each stands in that of the step that opens it.
    """
    costs = _costs(file, "spaces.costs", row.costs, 1, SPACES)
    steps = row.steps
    if len(steps) != len(costs) or sorted(steps) != steps or not 1 <= steps[0] <= steps[-1] <= SPACES:
        raise BadData(file, "spaces", "steps", f"expected {len(costs)} steps in ascending order, one for each cost")
    if len(costs) < SPACES and len(set(steps)) < len(steps):
        raise BadData(file, "spaces", "steps", "expected different steps: only three spaces may open together")
    places = range(SPACES) if len(costs) == SPACES else [step - 1 for step in steps]
    return tuple(zip(places, costs, steps, strict=True))


def _costs(file: str, field: str, costs: list[int], least: int, most: int) -> list[int]:
    if not least <= len(costs) <= most or sorted(costs) != costs or not 0 <= costs[0] <= costs[-1] <= COST_MOST:
        many = str(most) if least == most else f"{least} to {most}"
        raise BadData(file, field, "", f"expected {many} costs of 0 to {COST_MOST} in ascending order")
    return costs


def _city(rules: Rules, file: str, field: str, name: str) -> int:
    """Return the number of a city."""
    ids = [city.id for city in rules.board.cities]
    if name not in ids:
        raise BadData(file, field, name, "there is no such city")
    return ids.index(name)
