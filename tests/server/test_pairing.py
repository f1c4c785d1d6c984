"""Pairing of tournaments and their standing: nobody meets more often than needed, byes are fair, ties have an order."""

from itertools import combinations, permutations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kilowatt.server.groups.league import POINTS
from kilowatt.server.tournaments import pairing, standing
from kilowatt.server.tournaments.pairing import Round, pair
from kilowatt.server.tournaments.standing import ABANDONED, BYE, DONE, Sat, Table

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
PLAYERS, SEATS = st.integers(2, 24), st.integers(2, 6)


def played(rounds: list[Round]) -> tuple[dict[tuple[int, int], int], dict[int, int]]:
    """Count meetings and byes."""
    met: dict[tuple[int, int], int] = {}
    byes: dict[int, int] = {}
    for tables, free in rounds:
        for table in tables:
            for one, other in combinations(table, 2):
                met[pair(one, other)] = met.get(pair(one, other), 0) + 1
        for one in free:
            byes[one] = byes.get(one, 0) + 1
    return met, byes


def tournament(players: int, seats: int, rounds: int, seed: str, least: int = 2, *, robin: bool = False) -> list[Round]:
    """Pair rounds whose standing stays in the order of the players' numbers."""
    made: list[Round] = []
    for number in range(rounds):
        met, byes = played(made)
        order = list(range(players))
        if robin:
            made.append(pairing.round_robin(order, number, met, byes, seats, least, f"{seed}"))
        else:
            made.append(pairing.swiss(order, met, byes, seats, least, f"{seed}/{number}"))
    return made


@settings(PATIENT, max_examples=100)
@given(PLAYERS, SEATS, st.integers(2, 4))
def test_tables_are_even_and_nobody_waits_without_need(players: int, seats: int, least: int) -> None:
    """Sizes are between the least and the seats, differ by one at most, and as many play as can."""
    least = min(least, seats)
    shape = pairing.sizes(players, seats, least)
    if players < least:
        assert shape == []
        return
    assert all(least <= size <= seats for size in shape)
    assert max(shape) - min(shape) <= 1
    fits = {total for tables in range(1, players + 1) for total in range(least * tables, seats * tables + 1)}
    assert sum(shape) == max(total for total in fits if total <= players)


@settings(PATIENT, max_examples=40)
@given(PLAYERS, SEATS, st.integers(1, 5), st.text(max_size=3), st.booleans())
def test_everybody_plays_once_per_round_and_the_seed_decides(
    players: int, seats: int, rounds: int, seed: str, robin: bool
) -> None:
    """Every player is at one table or has a bye, byes differ by one at most, and the same seed pairs the same."""
    made = tournament(players, seats, rounds, seed, robin=robin)
    for tables, free in made:
        assert sorted([one for table in tables for one in table] + free) == list(range(players))
        assert len(free) <= (1 if seats == 2 or players < 2 else 0) + (players < 2)
    byes = [played(made)[1].get(one, 0) for one in range(players)]
    if not robin or rounds <= pairing.robin_rounds(players, seats):
        assert max(byes) - min(byes) <= 1
    assert made == tournament(players, seats, rounds, seed, robin=robin)


@settings(PATIENT, max_examples=40)
@given(st.integers(2, 20), st.text(max_size=3))
def test_a_round_robin_of_two_is_complete(players: int, seed: str) -> None:
    """At tables for two everybody meets everybody exactly once, and has at most one bye."""
    met, byes = played(tournament(players, 2, pairing.robin_rounds(players, 2), seed, robin=True))
    assert met == dict.fromkeys(combinations(range(players), 2), 1)
    assert all(count == 1 for count in byes.values())


def fewest_repeats(players: int, shape: list[int], met: dict[tuple[int, int], int]) -> int:
    """Find the least sum of squared earlier meetings of any split, by trying all."""
    best = [10**9]

    def seat(left: list[int], sizes: list[int], cost: int) -> None:
        if cost >= best[0]:
            return
        if not sizes:
            best[0] = cost
            return
        for others in combinations(left[1:], sizes[0] - 1):
            table = (left[0], *others)
            more = sum(met.get(pair(*two), 0) ** 2 for two in combinations(table, 2))
            seat([one for one in left if one not in table], sizes[1:], cost + more)

    for order in set(permutations(shape)):
        seat(list(range(players)), list(order), 0)
    return best[0]


@settings(PATIENT, max_examples=60)
@given(st.integers(4, 9), st.integers(2, 4), st.integers(1, 4), st.integers(0, 50))
def test_nobody_meets_more_often_than_needed(players: int, seats: int, rounds: int, seed: int) -> None:
    """No other split of the same tables has fewer repeated meetings, in every round of small tournaments."""
    made = tournament(players, seats, rounds, str(seed))
    for number, (tables, free) in enumerate(made):
        if free:
            return
        met, _ = played(made[:number])
        repeats = sum(met.get(pair(*two), 0) ** 2 for table in tables for two in combinations(table, 2))
        assert repeats == fewest_repeats(players, sorted(map(len, tables), reverse=True), met)


def test_swiss_pairs_neighbours_in_the_standing() -> None:
    """Where nobody has met, the tables follow the standing; players who have met sit apart."""
    first = pairing.swiss(range(8), {}, {}, 4, 2, "x")
    assert sorted(map(sorted, first.tables)) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    second = pairing.swiss(range(4), {(0, 1): 1, (2, 3): 1}, {}, 2, 2, "x")
    assert sorted(map(sorted, second.tables)) == [[0, 2], [1, 3]]


def test_byes_go_to_the_last_who_has_had_fewest() -> None:
    """The last in the standing has the first bye, and another one only after everybody."""
    assert pairing.swiss(range(5), {}, {}, 2, 2, "x").byes == [4]
    assert pairing.swiss(range(5), {}, {4: 1}, 2, 2, "x").byes == [3]
    assert pairing.swiss(range(4), {}, {}, 3, 3, "x").byes == [3], "a game for three to three"


def test_an_opponent_of_somebody_who_left_is_free() -> None:
    """A player who left is not paired; in a round robin of two the opponent has a bye."""
    whole = pairing.round_robin(range(4), 1, {}, {}, 2, 2, "x")
    left = whole.tables[0][0]
    there = pairing.round_robin(range(4), 1, {}, {}, 2, 2, "x", [left])
    assert there.byes == [whole.tables[0][1]]
    assert there.tables == whole.tables[1:]


def table(number: int, *order: int, state: str = DONE, resigned: int | None = None) -> Table:
    """Make a table of a round with players in the order of their places."""
    return Table(number, 1, state, "CODE", [Sat(one, place, one == resigned) for place, one in enumerate(order, 1)])


def rows(tables: list[Table], players: int = 4) -> list[tuple[int, int, float, int]]:
    """Return rank, player, points and wins."""
    return [(row.rank, row.entrant, row.points, row.wins) for row in standing.standings(range(players), tables, POINTS)]


def test_points_of_tables_byes_and_abandoned_tables() -> None:
    """A bye counts as a first place without a win, an abandoned table is shared, a player who resigned has nothing."""
    assert rows([table(1, 0, 1), table(1, 2, state=BYE)], 3) == [(1, 0, 8, 1), (2, 2, 8, 0), (3, 1, 5, 0)]
    assert rows([table(1, 0, 1, state=ABANDONED)], 2) == [(1, 0, 6.5, 0), (1, 1, 6.5, 0)]
    assert rows([table(1, 1, 0, resigned=0)], 2) == [(1, 1, 8, 1), (2, 0, 0, 0)]
    assert rows([table(1, 0, 1, state="playing")], 2) == [(1, 0, 0, 0), (1, 1, 0, 0)], "a game that runs does not count"


def test_ties_are_broken_by_wins_opponents_and_the_last_meeting() -> None:
    """Points, wins, the points of the opponents, then the last game of all equal players; else the rank is shared."""
    tables = [table(1, 0, 1), table(1, 2, 3), table(2, 0, 2), table(2, 1, 3)]
    assert rows(tables) == [(1, 0, 16, 2), (2, 1, 13, 1), (2, 2, 13, 1), (4, 3, 10, 0)]
    assert rows([table(1, 0, 1), table(2, 1, 0)], 2) == [(1, 1, 13, 1), (2, 0, 13, 1)]
    # 0 and 2 have won once each; 2 has beaten the better player
    stronger = [table(1, 0, 1), table(1, 2, 3), table(2, 3, 4)]
    assert [(row.rank, row.entrant, row.opponents) for row in standing.standings(range(5), stronger, POINTS)][:3] == [
        (1, 3, 13),
        (2, 2, 13),
        (3, 0, 5),
    ]
