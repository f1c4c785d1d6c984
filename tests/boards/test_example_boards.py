"""The boards of our own in `examples/boards`: what they promise, and that they are played."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import kilowatt
from kilowatt.bots.trial import trial_game
from kilowatt.bots.trial_report import report_of
from kilowatt.editions.board_checks import checked
from kilowatt.editions.board_file import board_of
from kilowatt.table.playout import playout

FOLDER = Path(__file__).parents[2] / "examples" / "boards"
BOARDS = {"two_valleys": (15, [2]), "the_ring": (30, [2, 3, 4, 5, 6]), "great_bay": (48, [2, 3, 4, 5, 6])}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_of_our_own_passes_its_checks_and_is_played(name: str) -> None:
    """It has as many cities as it says, nothing to fix or to look at, and random games on it keep every invariant."""
    data = kilowatt.read_board(FOLDER / f"{name}.toml")
    report = checked(board_of(name, data))
    cities, seats = BOARDS[name]
    assert sum(len(area["cities"]) for area in data["area"]) == cities
    assert report.seats == seats
    assert [finding.code for finding in report.findings if finding.level != "fine"] == []
    for count in seats:
        playout(kilowatt.ruleset("custom", count, {"board": data}), Random(count), checked=True)


def test_the_ring_is_a_ring() -> None:
    """Every area touches two others, and no area lies in the middle."""
    rules = kilowatt.ruleset("custom", 4, {"board": kilowatt.read_board(FOLDER / "the_ring.toml")})
    for number, mask in enumerate(rules.board.area_links):
        assert (mask & ~(1 << number)).bit_count() == 2


def test_the_metropolis_is_three_cities_with_one_label() -> None:
    """Great Bay is three cities that cost nothing to connect, and one name."""
    data = kilowatt.read_board(FOLDER / "great_bay.toml")
    free = [link for link in data["connections"] if link[2] == 0]
    assert len(free) == 3
    assert data["layout"]["names"] == {"bay_west": "", "bay_south": ""}


def test_a_report_counts_every_game_once() -> None:
    """Wins by seat add up to the games, starts by area to the seats, and intervals hold their shares."""
    rules = kilowatt.ruleset("custom", 2, {"board": kilowatt.read_board(FOLDER / "two_valleys.toml")})
    games = [trial_game(rules, seed) for seed in range(6)]
    report = report_of(rules, games)
    assert sum(share.wins for share in report.seat_wins) == 6
    assert sum(share.games for share in report.area_wins) == 12
    assert report.reasons == {"cities": 6}
    assert report.rounds[0] <= report.rounds[1] <= report.rounds[2]
    assert trial_game(rules, 3) == games[3]
