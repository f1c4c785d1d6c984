"""Data of one's own: a board written from the docs is played, and each mistake in it is named with file and field."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.table.playout import playout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TOP = Path(__file__).parents[2]
EXAMPLE = TOP / "examples" / "ireland"

BOARD = """\
id = "triangle"
title = "Triangle"
source = "made up for a test"
connections = [
  ["a1", "a2", 3], ["a2", "a3", 4], ["a3", "b1", 5],
  ["b1", "b2", 0], ["b2", "b3", 6], ["b3", "c1", 7],
  ["c1", "c2", 8], ["c2", "c3", 2], ["c3", "a1", 9],
]

[areas]
source = "made up"
2 = 3
3 = 3
4 = 3
5 = 3
6 = 3

[step2_cities]
source = "made up"
2 = 3
3 = 3
4 = 3
5 = 3
6 = 3

[end_cities]
source = "made up"
2 = 6
3 = 6
4 = 6
5 = 6
6 = 6
""" + "".join(
    f"""
[[area]]
id = "{area}"
name = "Area {area.upper()}"
cities = [
  {{ id = "{area}1", name = "{area.upper()} One", lat = 50.0, lon = 8.0 }},
  {{ id = "{area}2", name = "{area.upper()} Two", lat = 51.0, lon = 9.0 }},
  {{ id = "{area}3", name = "{area.upper()} Three", lat = 52.0, lon = 10.0 }},
]
"""
    for area in "abc"
)
RULESETS = """\
[[ruleset]]
id = "mine/triangle"
edition = "original"
board = "triangle"
fuel = "standard-2004"
title = "Triangle, my own"
"""

Write = "Callable[[str, str], None]"


@pytest.fixture
def write(tmp_path: Path) -> Iterator[Callable[[str, str], None]]:
    """Write board and rulesets into a folder of one's own and read it; the registry is put back afterwards."""
    folders = list(registry._folders)

    def put(board: str, rulesets: str = RULESETS) -> None:
        (tmp_path / "boards").mkdir(exist_ok=True)
        (tmp_path / "boards" / "triangle.toml").write_text(board)
        (tmp_path / "rulesets.toml").write_text(rulesets)
        kilowatt.add_data(tmp_path)

    yield put
    registry._folders[:] = folders
    registry.forget()


def test_a_board_of_ones_own_is_played_to_the_end(write: Callable[[str], None]) -> None:
    """Three small areas with thresholds of their own make a game that ends where the board says."""
    write(BOARD)
    assert "mine/triangle" in [row.id for row in kilowatt.rulesets()]
    for seats in (2, 3, 4):
        rules = kilowatt.ruleset("mine/triangle", seats)
        assert rules.title == "Triangle, my own"
        assert (rules.step2_at, rules.end_at) == (3, 6)
        state, _, _ = playout(rules, Random(seats), checked=True)
        result = kilowatt.result(state)
        assert result is not None
        assert max(score["cities"] for score in result.scores) >= 6


def test_a_board_is_offered_for_the_numbers_of_players_it_has_values_for(write: Callable[[str], None]) -> None:
    """A number of players that one of the board's own tables lacks is not in the list of rulesets."""
    write(BOARD.replace("5 = 3\n", "", 1).replace("6 = 6\n", "", 1))
    seats = {row.id: row.seats for row in kilowatt.rulesets()}
    assert seats["mine/triangle"] == (2, 3, 4)
    assert seats["original/germany"] == (2, 3, 4, 5, 6)


def test_the_example_board_is_played() -> None:
    """The board in `examples/` plays to the end with each number of players it has values for."""
    folders = list(registry._folders)
    try:
        kilowatt.add_data(EXAMPLE)
        row = next(row for row in kilowatt.rulesets() if row.id == "example/ireland")
        assert row.seats == (2, 3, 4)
        for seats in row.seats:
            state, _, _ = playout(kilowatt.ruleset(row.id, seats), Random(seats), checked=True)
            assert kilowatt.result(state) is not None
    finally:
        registry._folders[:] = folders
        registry.forget()


def test_the_documented_board_is_played(tmp_path: Path) -> None:
    """The two files in `docs/adding-a-board.md`, written as they stand there, are a game."""
    text = (TOP / "docs" / "adding-a-board.md").read_text(encoding="utf-8")
    board, rulesets = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[:2]
    folders = list(registry._folders)
    try:
        (tmp_path / "boards").mkdir()
        (tmp_path / "boards" / "triangle.toml").write_text(board)
        (tmp_path / "rulesets.toml").write_text(rulesets)
        kilowatt.add_data(tmp_path)
        row = next(row for row in kilowatt.rulesets() if row.id == "mine/triangle")
        assert row.seats == (2, 3)
        for seats in row.seats:
            state, _, _ = playout(kilowatt.ruleset(row.id, seats), Random(seats), checked=True)
            assert kilowatt.result(state) is not None
    finally:
        registry._folders[:] = folders
        registry.forget()


def test_a_zone_of_a_board_that_lacks_a_number_names_the_boards_file(write: Callable[[str], None]) -> None:
    """A number of players that the board's own table has not is missing there, not in the edition."""
    write(BOARD.replace("4 = 3\n", "", 1))
    with pytest.raises(kilowatt.BadData, match=r"triangle\.toml: areas\.4: missing"):
        kilowatt.ruleset("mine/triangle", 4, {"zone": ["a", "b", "c"]})


def test_a_board_changes_any_part_of_the_preparation(write: Callable[[str], None]) -> None:
    """What a board says of the stack counts, and what it leaves out is the edition's."""
    changed = '\n[rules.stack]\ntop = "20"\nremoved = [5]\n'
    write(BOARD + changed)
    rules, plain = kilowatt.ruleset("mine/triangle", 3), kilowatt.ruleset("original/germany", 3)
    assert rules.stack[0].seq == (rules.plant_ids["20"],)
    assert rules.opening == plain.opening
    assert rules.stack[1].groups[0][2] == len(rules.plants) - len(rules.opening) - 1 - 5


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        ('["a1", "a2", 3]', '["a1", "a2", 3], ["a2", "a1", 4]', "connections", "one way"),
        ('["a1", "a2", 3]', '["a1", "a2", 3], ["a1", "a2", 3]', "connections", "twice"),
        ('["a1", "a2", 3]', '["a1", "x9", 3]', "connections", "no city 'x9'"),
        ('["a1", "a2", 3]', '["a1", "a1", 3]', "connections", "itself"),
        ('["a1", "a2", 3]', '["a1", "a2", -3]', "connections", "below 0"),
        ('["a1", "a2", 3]', '["a1", "a2", "three"]', "connections", "int"),
        ('id = "b1"', 'id = "a1"', "area.b", "twice"),
        ('id = "b"\n', 'id = "a"\n', "area", "twice"),
        ('["a3", "b1", 5],', "", "connections", "no city|piece|reach"),
        ("lat = 50.0", 'lat = "north"', "area", "float"),
        ("lat = 50.0", "lat = 500.0", "area", "90"),
        ("lon = 8.0", "lon = -181.0", "area", "180"),
        ("3 = 6", "3 = 10", "end_cities", "10 cities end the game"),
        ("3 = 3\n4 = 3", "4 = 3", "areas.3", "number of players"),
        ("2 = 6\n3 = 6", "2 = 6", "end_cities.3", "number of players"),
        ("[areas]", "[rules.switches]\nnights = true\n\n[areas]", "rules.switches.nights", "expected one of"),
        ("[areas]", "[rules.tasks]\nlunch = []\n\n[areas]", "rules.tasks.lunch", "expected one of"),
        ('id = "triangle"', 'id = "square"', "id", "the file's name, 'triangle', not 'square'"),
        ("3 = 3\n4 = 3\n5 = 3\n6 = 3\n\n[end", "3 = 7\n\n[end", "step2_cities.3", "expected 1 to 6"),
        ("3 = 3\n4 = 3\n5 = 3\n6 = 3\n\n[end", "3 = 0\n\n[end", "step2_cities.3", "expected 1 to 6"),
        ("[areas]", "[rules.policies]\nscore = 3\n\n[areas]", "rules.policies.score", "expected a table"),
        ("[areas]", '[rules.policies]\nscore.name = "x"\n\n[areas]', "rules.policies.score.name", "expected one of"),
        ("[areas]", "[rules.policies]\nscore.name = []\n\n[areas]", "rules.policies.score.name", "expected one of"),
        ("[areas]", '[rules.policies]\nscore.name = "trust"\n\n[areas]', "rules.policies.score.name", "no policy of"),
        ("[areas]", '[rules.policies]\nscore = {name = "trust", x = 1}\n[areas]', "rules.policies.score", "parameters"),
        (
            "[areas]",
            '[rules.policies]\nplant_market = {name = "planned_market", sizes = 3}\n[areas]',
            "sizes",
            "object",
        ),
        ('title = "Triangle"', "", "title", "missing"),
        ('title = "Triangle"', 'title = "Triangle"\ncolour = "red"', "colour", "unknown"),
    ],
)
def test_a_mistake_in_a_board_is_named(
    write: Callable[[str], None], old: str, new: str, place: str, reason: str
) -> None:
    """The error names file, table and field, and what is wrong."""
    assert old in BOARD
    board = BOARD.replace(old, new, 1)
    if old == '["a3", "b1", 5],':
        board = board.replace('["b3", "c1", 7],', "").replace('["c3", "a1", 9],', "")

    def read() -> None:
        write(board)
        kilowatt.ruleset("mine/triangle", 3)

    with pytest.raises(kilowatt.BadData) as caught:
        read()
    assert caught.value.file == "triangle.toml"
    assert place in str(caught.value)
    assert any(part in caught.value.reason for part in reason.split("|")), caught.value


@pytest.mark.parametrize(
    ("old", "new", "field", "reason"),
    [
        ('"original"', '"lost"', "edition", "there is no editions/lost.toml; there are card-game, deluxe"),
        ('board = "triangle"', 'board = "square"', "board", "there is no boards/square.toml; there are"),
        ('"standard-2004"', '"wood"', "fuel", "there is no fuel/wood.toml; there are"),
    ],
)
def test_a_ruleset_that_names_nothing_known_is_refused(
    write: Callable[[str, str], None], old: str, new: str, field: str, reason: str
) -> None:
    """A ruleset with an unknown edition, board or fuel is named with its field, and what there is is listed."""
    with pytest.raises(kilowatt.BadData, match=reason) as caught:
        write(BOARD, RULESETS.replace(old, new, 1))
    assert (caught.value.file, caught.value.field) == ("rulesets.toml", field)
    assert str(caught.value).startswith(f"rulesets.toml: ruleset mine/triangle: {field}: ")


def test_an_id_that_is_taken_is_refused(write: Callable[[str, str], None], tmp_path: Path) -> None:
    """Rulesets, boards and tables of one's own cannot replace published ones or each other."""
    with pytest.raises(kilowatt.BadData, match=r"rulesets\.toml: ruleset\[1\]\.id: 'mine/triangle' is taken"):
        write(BOARD, RULESETS * 2)
    with pytest.raises(kilowatt.BadData, match="'recharged/germany' is taken: choose another id"):
        write(BOARD, RULESETS.replace("mine/triangle", "recharged/germany"))
    for kind, name in (("boards", "germany"), ("decks", "2004"), ("fuel", "korea"), ("editions", "deluxe")):
        (tmp_path / kind).mkdir(exist_ok=True)
        path = tmp_path / kind / f"{name}.toml"
        path.write_text(BOARD)
        with pytest.raises(kilowatt.BadData, match=rf"{kind}/{name}\.toml: id: '{name}' is taken: choose another id"):
            write(BOARD, RULESETS)
        path.unlink()
    assert kilowatt.ruleset("recharged/germany", 3).board.title == "Germany"


def test_two_folders_of_ones_own_may_not_share_a_name(write: Callable[[str], None], tmp_path: Path) -> None:
    """The second folder is refused and the first stays."""
    write(BOARD)
    other = tmp_path / "other"
    (other / "boards").mkdir(parents=True)
    (other / "boards" / "triangle.toml").write_text(BOARD)
    with pytest.raises(kilowatt.BadData, match="'triangle' is taken"):
        kilowatt.add_data(other)
    assert kilowatt.ruleset("mine/triangle", 3).end_at == 6


def test_an_edition_of_ones_own_names_what_it_lacks(write: Callable[[str, str], None], tmp_path: Path) -> None:
    """An edition with an unknown deck or contractor is named with its file and field."""
    ours = (Path(registry.__file__).parent / "data" / "editions" / "original.toml").read_text()
    (tmp_path / "editions").mkdir()
    for field in ("deck", "contractor"):
        own = re.sub(
            rf'(?m)^{field} = ".*"$', f'{field} = "lost"', ours.replace('id = "original"', 'id = "mine"'), count=1
        )
        (tmp_path / "editions" / "mine.toml").write_text(own)
        with pytest.raises(kilowatt.BadData, match=rf"mine\.toml: {field}: there is no .*lost"):
            write(BOARD, RULESETS.replace('"original"', '"mine"'))


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """The folder is named."""
    with pytest.raises(kilowatt.BadData, match="no such folder"):
        kilowatt.add_data(tmp_path / "nothing")


MANY_THREADS = """
import sys, threading
import msgspec
from kilowatt.editions.schema import shaped

sys.setswitchinterval(1e-6)
RAW = {f"f{number}": [{"a": 1}] if number % 2 else {"k": {"a": 1}} for number in range(12)}
for _ in range(150):

    class Inner(msgspec.Struct, frozen=True):
        a: int
        b: str = ""

    types = {list: list[Inner], dict: dict[str, Inner]}
    kind = msgspec.defstruct("Outer", [(name, types[type(value)], type(value)()) for name, value in RAW.items()])
    together = threading.Barrier(4)

    def work():
        together.wait()
        shaped("x", RAW, kind)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_data_is_read_from_several_threads_at_once() -> None:
    """Threads that are the first to read a kind of table do not crash the process, as a server's may after a start."""
    assert subprocess.run([sys.executable, "-c", MANY_THREADS], check=False, timeout=120).returncode == 0
