"""The arena compares fairly: seats, figures, and the rows it keeps."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kilowatt.arena.backends import run
from kilowatt.arena.entrants import code_of
from kilowatt.arena.game import play
from kilowatt.arena.row_store import Store
from kilowatt.arena.rows import Game, Row
from kilowatt.arena.schedule import Plan, games, round_robin
from kilowatt.arena.standings import failures, forfeits, rate, table
from kilowatt.editions import registry


def test_each_bot_sits_in_every_seat_of_every_deal() -> None:
    """One against a field: each deal is played once per seat, and the candidate is in another seat each time."""
    played = games(Plan(("economist",), deals=3, field="simple"))
    assert len(played) == 12
    for deal in {game.deal for game in played}:
        seats = [game.bots.index("economist") for game in played if game.deal == deal]
        assert sorted(seats) == [0, 1, 2, 3]


def test_mixed_tables_seat_all_bots_equally_often() -> None:
    """Three bots at tables of four: over three deals every bot has as many places in every seat."""
    played = games(Plan(("random", "simple", "economist"), deals=3))
    places = Counter((seat, bot) for game in played for seat, bot in enumerate(game.bots))
    assert set(places.values()) == {4}


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("count", range(3, 13))
def test_all_bots_meet_at_small_tables(count: int, seats: int) -> None:
    """More bots than seats: in every deal all play equally often, in every seat, and any two meet."""
    bots = tuple([f"bot {number}" for number in range(count)])
    if count <= seats:
        return
    played = games(Plan(bots, seats=seats, deals=1))
    places = Counter((seat, bot) for game in played for seat, bot in enumerate(game.bots))
    assert len(places) == count * seats
    assert len(set(places.values())) == 1
    met = {frozenset(pair) for game in played for pair in combinations(game.bots, 2)}
    assert len(met) == count * (count - 1) // 2
    assert len({game.key for game in played}) == len(played)


def test_small_tables_are_no_more_than_needed() -> None:
    """At tables of two each pair sits once; at tables of four seven tables are enough for seven bots."""
    assert len(round_robin(6, 2)) == 15
    assert len(round_robin(7, 4)) == 7


def test_a_bot_named_twice_sits_at_no_table_twice() -> None:
    """With more names than seats, one that is repeated counts once."""
    played = games(Plan(("simple", "random", "simple"), seats=2, deals=1))
    assert [game.bots for game in played] == [("simple", "random"), ("random", "simple")]


def test_all_rotations_share_the_deal() -> None:
    """The games of one deal have the same seed, those of another deal or ruleset another."""
    played = games(Plan(("simple",), rulesets=("recharged/germany", "recharged/usa"), deals=2, field="random"))
    assert len({game.deal for game in played}) == 4


def row(deal: str, rotation: int, bots: tuple[str, ...], winner: int, candidate: str = "") -> Row:
    """A game won by one seat, all others equal."""
    seats = len(bots)
    return Row(
        key=f"{deal}/{rotation}/{candidate}",
        ruleset="recharged/germany",
        bots=bots,
        deal=deal,
        rotation=rotation,
        candidate=candidate,
        ranks=tuple([1 if seat == winner else 2 for seat in range(seats)]),
        shares=tuple([1.0 if seat == winner else 0.0 for seat in range(seats)]),
        scores=(),
        rounds=10,
        moves=(10,) * seats,
        turns=(5,) * seats,
        seconds=(0.1,) * seats,
    )


def test_shares_count_the_candidate_only() -> None:
    """Against a field only the candidate has a line, and its share is its wins by its games."""
    bots = ("economist", "simple")
    rows = [row(str(deal), 0, bots, winner=int(deal % 4 == 0), candidate="economist") for deal in range(40)]
    lines = table(rows)
    assert [line.bot for line in lines] == ["economist"]
    assert lines[0].share == 0.75
    assert lines[0].low < 0.75 < lines[0].high
    assert [lines[0].ms_move, lines[0].ms_turn, lines[0].chance] == pytest.approx([10, 20, 0.5])


def test_forfeits_are_told_with_their_reasons() -> None:
    """The report lists bots that forfeited, how often and why, most frequent reason first, the field included."""
    rows = [
        msgspec.structs.replace(row(str(deal), 0, ("mine", "field", "field"), 0, "mine"), forfeits=why)
        for deal, why in enumerate([{"1": "slow"}, {"1": "slow", "0": "lost"}, {"2": "late"}, {}])
    ]
    field, mine = forfeits(rows)
    assert (field.bot, field.forfeits, field.games, list(field.reasons.items())) == (
        "field",
        3,
        8,
        [("slow", 2), ("late", 1)],
    )
    assert (mine.bot, mine.forfeits, mine.games, mine.reasons) == ("mine", 1, 4, {"lost": 1})


def test_a_failure_of_a_built_in_bot_is_counted_once_per_game() -> None:
    """Games in which a built-in bot failed are counted, of the field too; a user's own bot that fails is not."""
    bots = ("mine.py:Bot", "planner", "planner")
    rows = [
        msgspec.structs.replace(row(str(deal), 0, bots, 0, bots[0]), forfeits=why)
        for deal, why in enumerate([{"0": "slow"}, {"1": "IndexError", "2": "IndexError"}, {"2": "late"}, {}])
    ]
    assert failures(rows) == 2
    assert [line.failures for line in table(rows)] == [2]


TABLE = ("planner", "economist", "search", "easy", "simple", "random")


@pytest.mark.parametrize(
    ("ruleset", "seats", "options"),
    [
        ("recharged/germany", 2, {}),
        ("card-game", 2, {}),
        pytest.param("recharged/germany", 6, {}, marks=pytest.mark.thorough),
        pytest.param("card-game", 6, {}, marks=pytest.mark.thorough),
        pytest.param("original/korea", 2, {"trust": True}, marks=pytest.mark.thorough),
        *[pytest.param("recharged/germany", seats, {}, marks=pytest.mark.slow) for seats in range(3, 6)],
        *[pytest.param("card-game", seats, {}, marks=pytest.mark.slow) for seats in range(3, 6)],
        pytest.param("recharged/germany", 2, {"trust": False}, marks=pytest.mark.slow),
        pytest.param("card-game", 2, {"trust": False}, marks=pytest.mark.slow),
        pytest.param("original/china", 2, {"trust": True}, marks=pytest.mark.slow),
    ],
)
def test_no_built_in_bot_fails(ruleset: str, seats: int, options: dict[str, bool]) -> None:
    """At every number of seats, with and without the Trust, no built-in bot raises an error or moves illegally."""
    plan = Plan(TABLE[:seats], (ruleset,), seats, deals=3, options=options, work=50)
    rows = list(run(games(plan)[:6] if seats == 2 else games(plan)[:2]))
    assert [result.forfeits for result in rows] == [{}] * len(rows)


def test_simple_is_rated_a_thousand() -> None:
    """The rating of `simple` is 1000; a bot that beats it is above, one that loses to it below."""
    rows = [row(str(deal), 0, ("random", "simple", "economist"), winner=2) for deal in range(10)]
    rows += [row(str(deal), 1, ("random", "simple", "simple"), winner=1) for deal in range(10)]
    ratings = rate(rows)
    assert ratings["simple"][0] == 1000
    assert ratings["economist"][0] > 1000 > ratings["random"][0]


def small() -> list[Game]:
    """Four short games."""
    return games(Plan(("simple",), rulesets=("card-game",), seats=2, deals=2, field="random"))


def without_times(rows: list[Row]) -> list[tuple[object, ...]]:
    """What of rows must be equal however they were played."""
    return sorted((r.key, r.ranks, r.shares, r.rounds, r.moves, str(r.scores)) for r in rows)


def test_processes_give_the_rows_of_one_process() -> None:
    """Two processes play the same games with the same results as this one."""
    assert without_times(list(run(small(), jobs=2))) == without_times(list(run(small(), jobs=1)))


@pytest.mark.ray
def test_ray_gives_the_rows_of_processes() -> None:
    """A local Ray plays the same games with the same results."""
    pytest.importorskip("ray")
    assert without_times(list(run(small(), "ray", jobs=2))) == without_times(list(run(small(), jobs=1)))


@pytest.mark.ray
def test_ray_plays_rulesets_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes of Ray's know the data that was added here."""
    pytest.importorskip("ray")
    (tmp_path / "rulesets.toml").write_text(
        '[[ruleset]]\nid = "mine/usa"\nedition = "recharged"\nboard = "usa_classic"\nfuel = "standard-2018"\n'
    )
    monkeypatch.setattr(registry, "_folders", list(registry._folders))
    registry.add_data(tmp_path)
    try:
        plan = Plan(("random",), ("mine/usa",), 2, 1, field="simple")
        assert all(row.finished for row in run(games(plan), "ray", jobs=1))
    finally:
        monkeypatch.undo()
        registry.forget()


def test_an_unknown_backend_is_named() -> None:
    """A backend that does not exist is an error that lists those that do."""
    with pytest.raises(ValueError, match="there are processes, ray"):
        list(run(small(), "mainframe"))


def test_a_stopped_run_goes_on(tmp_path: Path) -> None:
    """Finished games are read back; a line cut off in the middle is dropped, and its game is to be played again."""
    path = tmp_path / "run.jsonl"
    store = Store(path)
    done = [play(game) for game in small()]
    for result in done:
        store.add(result)
    whole = path.read_bytes()
    path.write_bytes(whole[:-40])
    again = Store(path)
    assert path.read_bytes() == whole[:-40], "reading changes nothing"
    assert set(again.rows) == {result.key for result in done[:-1]}
    again.add(done[-1])
    assert set(Store(path).rows) == {result.key for result in done}


def test_games_of_other_options_are_other_games() -> None:
    """A run's file that holds games of one set of options or time limit has none of another."""
    (plain,) = [game.key for game in games(Plan(("simple",), deals=1, field="random"))][:1]
    changes: list[dict[str, Any]] = [{"options": {"contractor": True}}, {"limit": 5.0}]
    for change in changes:
        played = games(Plan(("simple",), deals=1, field="random", **change))
        assert played[0].key.startswith(f"{plain}|")
    assert plain.endswith("|None/None"), "rows that are on disk keep their names"


def test_rows_of_other_code_are_not_resumed_from(tmp_path: Path) -> None:
    """A store opened for other bots' code starts empty, and leaves the old rows where they are."""
    path = tmp_path / "run.jsonl"
    Store(path, "one").add(row("a", 0, ("simple", "random"), 0))
    other = Store(path, "two")
    assert other.rows == {}
    other.add(row("b", 0, ("simple", "random"), 1))
    assert [result.deal for result in Store(path, "one").rows.values()] == ["a"]
    assert [result.deal for result in Store(path, "two").rows.values()] == ["b"]


def test_the_code_of_a_file_belongs_to_its_name(tmp_path: Path) -> None:
    """Entrants are told apart by what their file says, not only by where it is."""
    path = tmp_path / "mine.py"
    path.write_text("one = 1", encoding="utf-8")
    before = code_of([f"{path}:Mine", "simple"])
    assert code_of([f"{path}:Mine", "simple"]) == before != code_of(["simple"])
    path.write_text("one = 2", encoding="utf-8")
    assert code_of([f"{path}:Mine", "simple"]) != before


def test_the_code_of_a_class_includes_the_files_next_to_it(tmp_path: Path) -> None:
    """A file that a bot's file imports counts too: a change of it gives another name."""
    path = tmp_path / "mine.py"
    path.write_text("import helper", encoding="utf-8")
    before = code_of([f"{path}:Mine"])
    (tmp_path / "helper.py").write_text("one = 1", encoding="utf-8")
    between = code_of([f"{path}:Mine"])
    (tmp_path / "helper.py").write_text("one = 2", encoding="utf-8")
    assert len({before, between, code_of([f"{path}:Mine"])}) == 3


@pytest.mark.parametrize("command", ["exec:sh {}", "exec:sh run.sh --weights={}", "exec:{} --fast"])
def test_the_code_of_a_program_is_that_of_the_files_it_names(tmp_path: Path, command: str) -> None:
    """A program that was edited gives another name, wherever its command names the file."""
    path = tmp_path / "bot.sh"
    path.write_text("one", encoding="utf-8")
    name = command.format(path)
    before = code_of([name])
    assert code_of([name]) == before
    path.write_text("two", encoding="utf-8")
    assert code_of([name]) != before


def test_the_code_of_the_house_is_its_own() -> None:
    """Built-in bots have one name for their code, whichever of them plays."""
    assert code_of([]) == code_of(["simple", "search"])
