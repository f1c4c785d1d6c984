"""Trials of a board: starts are given evenly, and a report counts what was built and paid."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.bots.trial import ENDLESS, TrialGame, forced_start, game_steps, trial_game, whole_deals
from kilowatt.bots.trial_reference import reference
from kilowatt.bots.trial_report import report_of
from kilowatt.editions import registry
from tests.boards.board_kit import small

if TYPE_CHECKING:
    from collections.abc import Generator

    from kilowatt.engine.actions import Action

RULES = kilowatt.ruleset("custom", 3, {"board": small()})


def test_every_area_is_the_start_of_every_seat_on_the_same_deal() -> None:
    """Three seats and three areas in play make nine games of each deal, no two alike."""
    games = whole_deals(RULES, 20)
    assert games == 18
    starts = Counter(forced_start(RULES, number) for number in range(games))
    assert set(starts.values()) == {1}
    assert {deal for deal, _ in starts} == {0, 1}
    assert whole_deals(RULES, 1) == 9


def test_a_given_start_is_where_the_seat_builds_first() -> None:
    """The seat builds its first city in the given area; where others have filled that, it counts as not given."""
    given = 0
    for number in range(9):
        deal, start = forced_start(RULES, number)
        played = trial_game(RULES, deal, "simple", start)
        if played.forced is not None:
            given += 1
            assert played.forced == start.seat
            assert played.starts[start.seat] == played.areas[start.area]
        else:
            assert played.starts[start.seat] != played.areas[start.area]
    assert given > 5


def test_a_game_notes_what_was_paid_for() -> None:
    """Links are those of the board, lines and houses cost something, and the same game is noted the same way."""
    played = trial_game(RULES, 1, "simple")
    known = {(a, b) for a, b, _ in small()["connections"]}
    assert played.links
    assert set(played.links) <= known
    assert played.line_money > 0
    assert played.house_money >= 10 * len(played.built)
    assert played.step2 is not None
    assert trial_game(RULES, 1, "simple") == played


def test_a_game_goes_on_after_the_moves_that_were_made() -> None:
    """A game that is stopped after any move and goes on from its moves ends as the same game in one piece does."""
    deal, start = forced_start(RULES, 5)
    whole = trial_game(RULES, deal, "simple", start)
    moves: list[Action] = []
    ends: list[TrialGame] = []
    pieces = 0

    def played_on() -> Generator[None, None, None]:
        ends.append((yield from game_steps(RULES, deal, "simple", start, moves)))

    while not ends:
        pieces += 1
        assert len(list(islice(played_on(), 40))) == 40 or ends
    assert ends == [whole]
    assert pieces > 3


@pytest.mark.thorough
def test_an_expert_sits_at_a_trial() -> None:
    """Two games of the strongest bots are played from given starts to an end that the rules know."""
    for number in range(2):
        deal, start = forced_start(RULES, number)
        played = trial_game(RULES, deal, "expert", start)
        assert played.winner is not None
        assert played.reason != ENDLESS
        assert played.forced in (None, start.seat)


def told(winner: int, starts: list[str], forced: int | None, links: list[tuple[str, str]]) -> TrialGame:
    """Return a made-up game."""
    return TrialGame(9, "cities", winner, list(starts), ["a", "b", "c"], ["a1"], forced, links, 30, 70, 5, 2)


def test_a_report_counts_given_starts_alone_and_finds_links_that_nobody_uses() -> None:
    """Wins by area are those of the seat whose start was given; a link under 5 % of its games is hardly used."""
    games = [told(0, ["a", "b", "c"], 0, [("a1", "a2")]), told(1, ["a", "b", "c"], 0, [("a1", "a2")])]
    report = report_of(RULES, games)
    assert [(row.name, row.wins, row.games) for row in report.area_wins] == [("a", 1, 2), ("b", 0, 0), ("c", 0, 0)]
    assert report.line_share == 0.3
    assert report.rare_links == len(small()["connections"]) - 1
    assert (report.mean_rounds, report.lengths, report.step2, report.lead_changes) == (9.0, {9: 2}, 5.0, 2.0)
    assert "a2" in report.never_built
    free = [told(0, ["a", "b", "c"], None, [])]
    assert [(row.wins, row.games) for row in report_of(RULES, free).area_wins] == [(1, 1), (0, 1), (0, 1)]


def test_the_reference_measures_boards_that_there_are() -> None:
    """Every row is of a ruleset of ours, with 2 to 6 players, and names the bot and the command that measured it."""
    rows = reference()
    assert rows.bot == "normal"
    assert rows.command == "python -m tools.trial_reference"
    assert {row.ruleset for row in rows.rows} <= {*registry.rulesets()}
    assert all(2 <= row.seats <= 6 and row.games > 50 and 0 < row.lines < 1 for row in rows.rows)
