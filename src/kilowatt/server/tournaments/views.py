"""What people see of a tournament: the standing, the tables of its rounds, and the same as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.protocol import MakeTournament, PairingView, SatView, StandingOf, TournamentRow, TournamentView
from kilowatt.server.groups.groups import titles
from kilowatt.server.tournaments import standing
from kilowatt.server.tournaments.standing import DONE

if TYPE_CHECKING:
    from kilowatt.server.tournaments.standing import Table
    from kilowatt.server.tournaments.stored import Tournament

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What begins a formula in a spreadsheet: a name that does is written with an apostrophe before it."""


def view(tournament: Tournament, device: str, *, organiser: bool) -> TournamentView:
    """Return a tournament as a device sees it."""
    plan = tournament.plan
    own = {one.number for one in tournament.entrants if device and one.device == device}
    names = {one.number: one.name for one in tournament.entrants}
    by_round = [
        [_table(table, names, own, plan.points) for table in tournament.tables if table.round == number]
        for number in range(1, tournament.round + 1)
    ]
    return TournamentView(
        tournament.id,
        tournament.group_id,
        tournament.name,
        organiser,
        tournament.state,  # type: ignore[arg-type]
        plan.system,
        plan.seats,
        tournament.rounds,
        tournament.round,
        tournament.settled,
        plan.points,
        plan.ruleset,
        titles().get(plan.ruleset, plan.ruleset),
        plan.clock,
        plan.rated,
        any(one.number in own for one in tournament.there),
        _standing(tournament, own),
        by_round,
    )


def _standing(tournament: Tournament, own: set[int]) -> list[StandingOf]:
    players = {one.number: one for one in tournament.entrants}
    return [
        StandingOf(
            row.rank,
            players[row.entrant].name,
            row.entrant in own,
            players[row.entrant].left is not None,
            row.points,
            row.wins,
            row.opponents,
            [row.rounds.get(number) for number in range(1, tournament.round + 1)],
        )
        for row in standing.standings(players, tournament.tables, tournament.plan.points)
    ]


def _table(table: Table, names: dict[int, str], own: set[int], points: list[int]) -> PairingView:
    worth = standing.gained(table, points) if table.settled else {}
    players = [
        SatView(
            names[sat.entrant],
            sat.entrant in own,
            sat.place if table.state == DONE else None,
            worth.get(sat.entrant),
        )
        for sat in sorted(table.sat, key=lambda sat: sat.place)
    ]
    return PairingView(table.number, table.state, table.code, players)  # type: ignore[arg-type]


def row(stored: Any) -> TournamentRow:  # noqa: ANN401 - a row of the driver
    """Return a tournament as a list shows it."""
    plan = msgspec.json.decode(stored.plan, type=MakeTournament)
    title = titles().get(plan.ruleset, plan.ruleset)
    return TournamentRow(
        stored.id, stored.name, stored.state, stored.round, stored.rounds, stored.players, plan.ruleset, title
    )


def csv_of(tournament: Tournament) -> str:
    """Write the standing as CSV, a line per player; no name is taken for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    rounds = [f"round {number}" for number in range(1, tournament.round + 1)]
    writer.writerow(["rank", "player", "points", "wins", "opponents", *rounds])
    for one in _standing(tournament, set()):
        name = f"'{one.name}" if one.name.startswith(FORMULA) else one.name
        cells = ["" if points is None else points for points in one.rounds]
        writer.writerow([one.rank, name, one.points, one.wins, one.opponents, *cells])
    return text.getvalue()
