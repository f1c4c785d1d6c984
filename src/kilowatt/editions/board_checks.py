"""Every check of a board file: what must be fixed, what is worth a look, and what is fine. Worst first.

The page, the command line and the server all show these findings; `table/board_texts.py` has their sentences.
"""

from __future__ import annotations

from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.board_drawn import DRAWN, drawn_findings
from kilowatt.editions.board_file import plain
from kilowatt.editions.board_fuel import fuel_findings
from kilowatt.editions.board_network import Finding, network_faults, pieces
from kilowatt.editions.board_new import proposed_tables
from kilowatt.editions.compose import compose
from kilowatt.editions.drawing.places import lengths
from kilowatt.editions.options import BadOption
from kilowatt.editions.parts import BOARD, CUSTOM, playable
from kilowatt.engine.ids import SPACES, bits

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardFile
    from kilowatt.engine.rules import Rules

ORDER = ("fix", "look", "fine")
FACTOR = 2.0
OFF_BY = 4
"""A cost is out of proportion if it is this many times the usual cost of its length, or this part, and off by more."""
UNEVEN = 2
"""Areas may differ by so many cities."""
START = 3
"""Cities of a start: the cheapest so many of an area show whether it is fair."""


class Checked(msgspec.Struct):
    """What the checks found: findings, the numbers of players one can play with, and the cheapest start by area."""

    findings: list[Finding]
    seats: list[int]
    starts: dict[str, int | None]
    """Area -> what the links of its cheapest three cities cost; null where no three are linked inside it."""
    per_length: float | None
    """Elektro per unit of length, as most links of this board have it; null without links."""
    proposed: dict[str, dict[str, Any]]
    """Areas in play and the cities of Step 2 and the end by number of players, as they would fit this board."""

    @property
    def faults(self) -> list[Finding]:
        """The findings that must be fixed."""
        return [finding for finding in self.findings if finding.level == "fix"]


def checked(board: BoardFile) -> Checked:
    """Run every check."""
    findings = network_faults(board)
    broken = any(finding.level == "fix" for finding in findings)
    fuel = fuel_findings(board)
    findings += fuel
    seats: list[int] = []
    if not broken:
        # with wrong fuel tables there is no game for any number of players: the tables are what to fix
        games, misfits = ([], []) if any(finding.level == "fix" for finding in fuel) else _games(board)
        findings += misfits
        seats = [rules.seats for rules in games]
        findings += _zones(board, games)
        findings += [*_touching(board), *_costs(board), *_detours(board)]
    findings += _dead_ends(board)
    if board.area and all(area.cities for area in board.area):
        findings += drawn_findings(board)
    findings += _fine(board, findings)
    findings.sort(key=lambda finding: ORDER.index(finding.level))
    usual = None if broken else per_length(board)
    return Checked(
        findings, seats, {area.id: _start(board, area.id) for area in board.area}, usual, proposed_tables(board)
    )


def _games(board: BoardFile) -> tuple[list[Rules], list[Finding]]:
    """Compose the game for every number of players; what cannot be composed must be fixed."""
    games: list[Rules] = []
    findings: list[Finding] = []
    counts = playable(registry.edition(board.edition), board)
    if not counts:
        findings.append(Finding("no_players", "fix", "areas"))
    misfits: dict[str, tuple[BadOption, list[int]]] = {}
    for count in counts:
        try:
            games.append(compose(CUSTOM, count, {BOARD: plain(board)}))
        except BadOption as error:
            misfits.setdefault(error.reason, (error, []))[1].append(count)
    for misfit, missing in misfits.values():
        args: dict[str, Any] = {"players": _list(missing), "reason": misfit.reason}
        if misfit.data is None:
            findings.append(Finding("misfit", "fix", BOARD, args))
        else:
            args |= {"reason": misfit.data.reason, **misfit.data.numbers}
            findings.append(Finding(misfit.data.code or "misfit", "fix", misfit.data.place, args))
    return games, findings


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def _zones(board: BoardFile, games: list[Rules]) -> list[Finding]:
    """Find zones that cut off a city, and numbers of players who can be stuck before Step 2 or the end."""
    findings: list[Finding] = []
    links = [(a, b) for a, b, _ in board.connections]
    broken: dict[tuple[str, ...], list[int]] = {}
    stalled: list[int] = []
    crowded: list[int] = []
    for rules in games:
        smallest = min(rules.board.zone(zone).bit_count() for zone in rules.zone_list)
        # the Trust's first houses are on first spaces, its others on the second of a city that a player enters
        if rules.seats * (rules.step2_at - 1) >= smallest - len(rules.trust_placements):
            stalled.append(rules.seats)
        if rules.seats * (rules.end_at - 1) >= SPACES * smallest - rules.trust_house_count:
            crowded.append(rules.seats)
        for zone in rules.zone_list:
            parts = pieces([rules.board.cities[city].id for city in bits(rules.board.zone(zone))], links)
            if len(parts) > 1 and not board.flat_connection:
                smallest_part = min(parts, key=len)
                cut = tuple(sorted(smallest_part))
                if rules.seats not in broken.setdefault(cut, []):
                    broken[cut].append(rules.seats)
    for cut, seats in broken.items():
        args = {"cities": ", ".join(names_of(board, list(cut))), "players": _list(seats)}
        findings.append(Finding("zone_in_pieces", "look", "connections", args, list(cut)))
    if stalled:
        findings.append(Finding("step2_late", "look", "step2_cities", {"players": _list(stalled)}))
    if crowded:
        findings.append(Finding("end_late", "look", "end_cities", {"players": _list(crowded)}))
    return findings


def names_of(board: BoardFile, cities: list[str]) -> list[str]:
    """Return the names of cities."""
    names = {city.id: city.name for area in board.area for city in area.cities}
    return [names.get(city, city) for city in cities]


def _touching(board: BoardFile) -> list[Finding]:
    """Find pairs of areas that no link joins."""
    home = {city.id: area.id for area in board.area for city in area.cities}
    joined = {frozenset((home[a], home[b])) for a, b, _ in board.connections}
    apart = [(a, b) for a, b in combinations(board.area, 2) if frozenset((a.id, b.id)) not in joined]
    if not apart:
        return []
    args = {"pairs": "; ".join(f"{a.name} / {b.name}" for a, b in apart[:3]), "count": len(apart)}
    some = len(apart) <= 3  # noqa: PLR2004 - as many as are named
    both = sorted({area.id for pair in apart for area in pair})
    # every large board has many such pairs: that is no reason to look
    finding = Finding("areas_apart", "look", "connections", args, areas=both)
    return [finding if some else Finding("many_areas_apart", "fine", "connections", args)]


def _dead_ends(board: BoardFile) -> list[Finding]:
    """Find cities with one link; where that link is free, the city is part of a metropolis."""
    ends = [end for a, b, _ in board.connections for end in (a, b)]
    free = {end for a, b, cost in board.connections if cost == 0 for end in (a, b)}
    return [
        Finding("dead_end", "look", "connections", {"city": city.name}, [city.id])
        for area in board.area
        for city in area.cities
        if ends.count(city.id) == 1 and city.id not in free
    ]


def per_length(board: BoardFile) -> float | None:
    """Return what most links of a board cost for their length."""
    far = lengths(board)
    rates = [cost / far[a, b] for a, b, cost in board.connections if cost and far.get((a, b), 0) > 0]
    return median(rates) if rates else None


def _costs(board: BoardFile) -> list[Finding]:
    """Find costs out of proportion to the length of their link; 0 is meant as it is."""
    rate = per_length(board)
    if rate is None:
        return []
    far = lengths(board)
    findings: list[Finding] = []
    for number, (a, b, cost) in enumerate(board.connections):
        usual = rate * far[a, b]
        if cost and abs(cost - usual) > OFF_BY and not usual / FACTOR <= cost <= usual * FACTOR:
            one, other = names_of(board, [a, b])
            args = {"a": one, "b": other, "cost": cost, "usual": round(usual)}
            findings.append(Finding("cost_off", "look", f"connections[{number}]", args, links=[(a, b)]))
    return findings


def _detours(board: BoardFile) -> list[Finding]:
    """Find links that nobody pays for: the way around is cheaper."""
    findings: list[Finding] = []
    costs = {(a, b): cost for a, b, cost in board.connections}
    next_to: dict[str, list[tuple[str, int]]] = {}
    for (a, b), cost in costs.items():
        next_to.setdefault(a, []).append((b, cost))
        next_to.setdefault(b, []).append((a, cost))
    for (a, b), cost in costs.items():
        around = _cheapest(next_to, a, b, cost)
        if around < cost:
            one, other = names_of(board, [a, b])
            args = {"a": one, "b": other, "cost": cost, "around": around}
            findings.append(Finding("link_useless", "look", "connections", args, links=[(a, b)]))
    return findings


def _cheapest(next_to: dict[str, list[tuple[str, int]]], start: str, goal: str, most: int) -> int:
    """Return the cost of the cheapest way between two cities, or `most` if none is cheaper."""
    best = {start: 0}
    waiting = [start]
    while waiting:
        city = min(waiting, key=best.__getitem__)
        if city == goal:
            return best[city]
        waiting.remove(city)
        for other, cost in next_to[city]:
            paid = best[city] + cost
            if paid < best.get(other, most + (other == goal)):
                best[other] = paid
                if other not in waiting:
                    waiting.append(other)
    return most


def _start(board: BoardFile, area: str) -> int | None:
    """Return the cost of the cheapest three linked cities of an area: a city in the middle with two links."""
    cities = {city.id for row in board.area if row.id == area for city in row.cities}
    inside: dict[str, list[int]] = {}
    for a, b, cost in board.connections:
        if a in cities and b in cities:
            inside.setdefault(a, []).append(cost)
            inside.setdefault(b, []).append(cost)
    starts = [sum(sorted(costs)[: START - 1]) for costs in inside.values() if len(costs) >= START - 1]
    return min(starts) if starts else None


def _fine(board: BoardFile, findings: list[Finding]) -> list[Finding]:
    """Say what was checked and is as it should be, and whether areas are of one size."""
    codes = {finding.code for finding in findings}
    fine: list[Finding] = []
    sizes = [len(area.cities) for area in board.area]
    least, most = min(sizes, default=0), max(sizes, default=0)
    if most - least > UNEVEN:
        small = [area.id for area in board.area if len(area.cities) == least]
        fine.append(Finding("areas_uneven", "look", "area", {"least": least, "most": most}, areas=small))
    elif least:
        code = "areas_equal" if most == least else "areas_alike"
        fine.append(Finding(code, "fine", "area", {"least": least, "most": most}))
    if sizes and not codes & {"area_in_pieces", "city_unlinked", "no_cities"}:
        fine.append(Finding("areas_whole", "fine", "area"))
    if sizes and not codes & {*DRAWN, "no_cities", "empty_area"}:
        fine.append(Finding("drawn_clear", "fine", "layout"))
    return fine
