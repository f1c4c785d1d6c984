"""Intervals are right: published and hand-computed values, and how often they hold the truth in simulated matches."""

from __future__ import annotations

from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING

import pytest

from kilowatt.arena.rows import Row
from kilowatt.arena.standings import rate, share_interval, table
from kilowatt.statistics import (
    Z,
    bootstrap,
    cluster_error,
    clusters_of,
    mean,
    normal_interval,
    percentile,
    standard_error,
    wilson,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Places = list[tuple[Row, int]]

MATCHES = 2000
DEALS = 40
SEATS = 4
EASY, HARD, OFTEN = 0.8, 0.1, 0.3
"""The chance to win a game of an easy deal and of a hard one, and how often a deal is easy."""
TRUTH = OFTEN * EASY + (1 - OFTEN) * HARD
BOTS = ("economist", "simple", "simple", "simple")


def game(deal: int, rotation: int, *, won: bool) -> Row:
    """Return a game of an economist in seat 0 against a field."""
    shares = (1.0, 0.0, 0.0, 0.0) if won else (0.0, 1.0, 0.0, 0.0)
    ranks = (1, 2, 2, 2) if won else (2, 1, 2, 2)
    return Row(
        key=f"{deal}/{rotation}/{won}",
        ruleset="recharged/germany",
        bots=BOTS,
        deal=str(deal),
        rotation=rotation,
        candidate="economist",
        ranks=ranks,
        shares=shares,
        scores=(),
        rounds=10,
        moves=(10,) * SEATS,
        turns=(5,) * SEATS,
        seconds=(0.1,) * SEATS,
    )


GAMES = [[(game(deal, turn, won=False), game(deal, turn, won=True)) for turn in range(SEATS)] for deal in range(DEALS)]
"""Every game there can be, lost and won: made once, for the matches are many."""


def match(dice: Random) -> Places:
    """Play a match: the games of a deal are won with one chance, which differs from deal to deal."""
    places: Places = []
    for deal in GAMES:
        chance = EASY if dice.random() < OFTEN else HARD
        places += [(pair[dice.random() < chance], 0) for pair in deal]
    return places


def coverage(interval: Callable[[Places], tuple[float, float]], matches: int = MATCHES) -> float:
    """Return in which share of simulated matches an interval holds the true share of wins."""
    dice = Random("coverage")
    ends = [interval(match(dice)) for _ in range(matches)]
    return mean([low <= TRUTH <= high for low, high in ends])


def test_the_arena_s_interval_holds_the_truth_in_95_of_100_matches() -> None:
    """Of 2,000 simulated matches, whose games of a deal are correlated, 93 to 97 % have the true share within it."""
    assert 0.93 < coverage(share_interval) < 0.97


def test_games_of_a_deal_are_not_counted_as_independent() -> None:
    """An interval bootstrapped by game would hold the truth far less often, so the simulation above can fail."""
    assert coverage(lambda places: bootstrap([[row.shares[seat]] for row, seat in places]), 300) < 0.88


def test_the_table_shows_the_interval_by_deal() -> None:
    """A line of the arena's table has the interval that is bootstrapped by deal, and it is wider than by game."""
    places = match(Random(7))
    line = table([row for row, _ in places])[0]
    wins = [row.shares[0] for row, _ in places]
    deals = [wins[first : first + SEATS] for first in range(0, len(wins), SEATS)]
    assert (line.low, line.high) == bootstrap(deals)
    assert line.share == mean(wins)
    by_game = bootstrap([[share] for share in wins])
    assert line.high - line.low > 1.3 * (by_game[1] - by_game[0])


def test_the_table_shows_ratings_with_their_interval() -> None:
    """A rating's interval is 1.96 standard errors to either side."""
    rows = [row for row, _ in match(Random(7))]
    line = table(rows)[0]
    points, error = rate(rows)["economist"]
    assert (line.rating, line.rating_low, line.rating_high) == (points, points - 1.96 * error, points + 1.96 * error)


def test_the_deviations_of_95_per_cent() -> None:
    """Z is the quantile of the normal distribution that leaves 2.5 % on either side."""
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-4) == Z
    assert normal_interval(10.0, 2.0) == pytest.approx((6.08, 13.92))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (10, 20, 0.2993, 0.7007),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_shares_of_independent_games_have_wilson_s_interval(wins: int, games: int, low: float, high: float) -> None:
    """The first four are those of Newcombe (1998), table I, method 3; the others were computed by hand."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_without_games_says_nothing() -> None:
    """Without games the share can be anything; with all won or lost the interval ends at 1 or 0."""
    assert wilson(0, 0) == (0.0, 1.0)
    assert all(0.0 <= wilson(0, games)[0] < 1e-9 for games in range(1, 100))
    assert all(1.0 >= wilson(games, games)[1] > 1 - 1e-9 for games in range(1, 100))


def test_standard_errors() -> None:
    """Hand-computed: eight values whose squared deviations add up to 32; one value, which shows no spread."""
    values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
    assert mean(values) == 5.0
    assert standard_error(values) == pytest.approx((32 / 7 / 8) ** 0.5)
    assert standard_error([3.0, 5.0]) == pytest.approx(1.0)
    assert standard_error([3.0]) == 0.0


def test_standard_errors_of_clusters() -> None:
    """Values that agree within a cluster count once, values that cancel out count nothing, sizes may differ."""
    assert cluster_error([[0.0] * 4, [1.0] * 4]) == pytest.approx(cluster_error([[0.0], [1.0]]))
    assert cluster_error([[0.0], [1.0]]) == pytest.approx(0.5**0.5 / 2)
    assert cluster_error([[0.0, 1.0], [1.0, 0.0]]) == 0.0
    assert cluster_error([[1.0, 2.0], [6.0]]) == pytest.approx((9 + 9) ** 0.5 / 3)


def test_values_are_grouped_by_their_cluster() -> None:
    """Values of one name are together, in the order in which they came."""
    assert clusters_of([("b", 1.0), ("a", 2.0), ("b", 3.0)]) == [[1.0, 3.0], [2.0]]


def test_the_bootstrap_of_twenty_games() -> None:
    """Ten of twenty won: the draws follow Binomial(20, 1/2), whose 2.5 % and 97.5 % points are 6 and 14."""
    assert bootstrap([[0.0], [1.0]] * 10) == pytest.approx((0.3, 0.7))
    assert bootstrap([[0.0], [1.0]]) == (0.0, 1.0)
    assert bootstrap([[0.25]]) == (0.25, 0.25)


def test_the_bootstrap_weighs_clusters_by_their_size() -> None:
    """With k of 60 clusters drawn being the small ones the mean is 60 / (600 - 9 k); k is 22 to 38 in 95 % of draws."""
    assert bootstrap([[0.0] * 9 + [1.0], [1.0]] * 30) == pytest.approx((60 / 402, 60 / 258), abs=0.009)


def test_percentiles() -> None:
    """Half of a hundred values are below the middle one, 99 below the last, and the last is the most there is."""
    values = [float(number) for number in range(100, 0, -1)]
    assert [percentile(values, share) for share in (0.0, 0.5, 0.99, 1.0)] == [1.0, 51.0, 100.0, 100.0]
    assert percentile([], 0.5) == 0.0
