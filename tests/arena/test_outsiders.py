"""Bots from outside: files and programs enter, and whatever they do wrong costs their game and nobody else's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import kilowatt
from kilowatt.arena import backends
from kilowatt.arena.backends import run
from kilowatt.arena.entrants import BadEntrant, check_entrants
from kilowatt.arena.game import play
from kilowatt.arena.rows import Row
from kilowatt.arena.schedule import Plan, games
from kilowatt.bots import Advice, Budget, Reason

EXAMPLES = Path(__file__).parents[2] / "examples"


def against_simple(name: str, limit: float = 20.0) -> Row:
    """One game of the card game against one `simple`."""
    plan = Plan((name,), rulesets=("card-game",), seats=2, deals=1, field="simple", limit=limit)
    return play(games(plan)[0])


def test_the_example_bot_plays() -> None:
    """The twenty-line bot of the docs plays a game without forfeiting."""
    row = against_simple(f"{EXAMPLES / 'my_bot.py'}:MyBot")
    assert row.forfeits == {}
    assert row.finished


def test_a_bot_of_several_files_imports_its_neighbours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies beside a bot's file can be imported by it."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "kilowatt_test_neighbour.py").write_text("CHOICE = 0\n", encoding="utf-8")
    (tmp_path / "two_files.py").write_text(
        "import kilowatt\nfrom kilowatt.bots import Advice, Reason\nfrom kilowatt_test_neighbour import CHOICE\n\n"
        "class Bot:\n    def advise(self, state, seat, budget):\n"
        "        return Advice(kilowatt.legal_actions(state)[CHOICE], Reason('outside'))\n",
        encoding="utf-8",
    )
    assert against_simple(f"{tmp_path / 'two_files.py'}:Bot").forfeits == {}


def test_a_program_plays_by_lines() -> None:
    """The example program that knows nothing of Kilowatt plays a game by lines of JSON."""
    row = against_simple(f"exec:{sys.executable} {EXAMPLES / 'line_bot.py'}")
    assert row.forfeits == {}
    assert row.moves[0] > 5


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("import sys; sys.exit(3)", "ended without an answer"),
        ("print('hello', flush=True); input()", "answered no JSON"),
        ("print('[]', flush=True); input()", "answered no object"),
        ('print(\'{"action": {"type": "dance"}}\', flush=True); input()', "answered no action"),
        ('print(\'{"action": {"type": "bid", "seat": 0, "amount": 99}}\', flush=True); input()', "illegal move"),
        ("import time; time.sleep(60)", "no answer within 0.5 seconds"),
    ],
)
def test_a_bad_program_forfeits(tmp_path: Path, program: str, reason: str) -> None:
    """A crash, nonsense, an illegal move or silence forfeits: `random` plays on, and the game is lost."""
    path = tmp_path / "bad.py"
    path.write_text(program, encoding="utf-8")
    row = against_simple(f"exec:{sys.executable} {path}", limit=0.5 if "sleep" in program else 20.0)
    assert reason in row.forfeits["0"]
    assert row.finished
    assert row.ranks == (2, 1)
    assert row.shares == (0.0, 1.0)


def bot_file(folder: Path, body: str) -> str:
    """Write a bot whose advise has this body."""
    path = folder / "bot.py"
    path.write_text(f"class Bot:\n    def advise(self, state, seat, budget):\n        {body}\n", encoding="utf-8")
    return f"{path}:Bot"


SWALLOWS = """while True:
            try:
                while True: pass
            except Exception:
                pass"""
SWALLOWS_ONCE = """while True:
            try:
                while True: pass
            except BaseException:
                if hasattr(self, "caught"): raise
                self.caught = True"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise RuntimeError('lost my way')", "RuntimeError: lost my way"),
        ("return None", "AttributeError"),
        ("while True: pass", "no answer within"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        (SWALLOWS, "no answer within"),
        (SWALLOWS_ONCE, "no answer within"),
        ("state.money[:] = [999] * len(state.money); raise KeyError(1)", "KeyError"),
    ],
)
def test_a_bad_class_forfeits(tmp_path: Path, body: str, reason: str) -> None:
    """An exception, no advice or an endless loop of a class forfeits as well; what it did to its clone is its own."""
    row = against_simple(bot_file(tmp_path, body), limit=0.5)
    assert reason in row.forfeits["0"]
    assert row.ranks == (2, 1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("deep-blue", "there is no bot 'deep-blue'"),
        ("nowhere.py:Bot", "there is no file nowhere.py"),
        ("exec: ", "no command"),
        ("exec:no-such-program --fast", "there is no program no-such-program"),
        ("exec:node 'bot.js", "the command cannot be read"),
    ],
)
def test_unknown_entrants_are_refused_before_play(name: str, message: str) -> None:
    """A name that stands for no bot is told at once, with what there is."""
    with pytest.raises(BadEntrant, match=message):
        check_entrants([name])


def test_a_file_without_the_class_is_refused(tmp_path: Path) -> None:
    """A file that lacks the class, or a class without advise, is told before any game."""
    path = tmp_path / "empty.py"
    path.write_text("class Other: pass\n", encoding="utf-8")
    with pytest.raises(BadEntrant, match="has no Bot"):
        check_entrants([f"{path}:Bot"])
    with pytest.raises(BadEntrant, match="has no advise"):
        check_entrants([f"{path}:Other"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise SystemExit(4)", "does not load: SystemExit: 4"),
        ("import os\nos._exit(4)", r"ends the process when it is loaded or made \(exit code 4\)"),
        ("Bot = 3", "fails: TypeError"),
        (
            "class Bot:\n    def __init__(self): raise KeyError('w.bin')",
            r"Bot\(\) of .*bot.py fails: KeyError: 'w.bin'",
        ),
        ("class Bot:\n    def __init__(self, seed): exit(5)", r"Bot\(seed=0\) of .* fails: SystemExit: 5"),
    ],
)
def test_a_class_that_cannot_be_made_is_refused_before_play(tmp_path: Path, text: str, message: str) -> None:
    """What goes wrong when a file is loaded or its class made is one line that names file, class and error."""
    path = tmp_path / "bot.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadEntrant, match=message) as caught:
        check_entrants([f"{path}:Bot"])
    assert "\n" not in str(caught.value)


PLAYS = "        return Advice(legal_actions(state)[0], Reason('outside'))\n"
HEAD = (
    "import os, signal\nfrom kilowatt import legal_actions\nfrom kilowatt.bots import Advice, Reason\n\n\nclass Bot:\n"
)
ADVISE = "    def advise(self, state, seat, budget):\n"


def written(folder: Path, body: str, name: str = "bot.py") -> str:
    """Write a bot with this body of the class."""
    path = folder / name
    path.write_text(HEAD + body, encoding="utf-8")
    return f"{path}:Bot"


def rows_of(*names: str, jobs: int = 1, limit: float = 20.0, deals: int = 1) -> list[Row]:
    """Rows of games of the card game at a mixed table, in processes."""
    plan = Plan(names, rulesets=("card-game",), seats=len(names), deals=deals, limit=limit)
    wanted = games(plan)
    rows = {row.key: row for row in run(wanted, jobs=jobs)}
    return [rows[game.key] for game in wanted]


def test_a_bot_that_fails_with_one_seed_only_forfeits_that_game(tmp_path: Path) -> None:
    """A class that cannot be made in a game, though it could before, forfeits that game with the error as reason."""
    name = written(tmp_path, f"    def __init__(self, seed):\n        if seed: raise OSError('gone')\n{ADVISE}{PLAYS}")
    check_entrants([name])
    row = against_simple(name)
    assert "OSError: gone" in row.forfeits["0"]
    assert row.ranks == (2, 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_ends_its_process_forfeits(tmp_path: Path, jobs: int) -> None:
    """Ending the process costs that bot its games and nobody else's, with one process as with two."""
    quits = written(tmp_path, f"{ADVISE}        os._exit(3)\n")
    plays = written(tmp_path, ADVISE + PLAYS, "other.py")
    rows = rows_of(quits, plays, "simple", jobs=jobs)
    assert len(rows) == 3
    for row in rows:
        assert row.forfeits == {str(row.bots.index(quits)): "ended its process (exit code 3)"}
        assert row.finished
        assert row.ranks[row.bots.index(quits)] == 3


@pytest.mark.ray
def test_a_bot_that_ends_a_process_of_ray_forfeits(tmp_path: Path) -> None:
    """On Ray too a bot that ends its process forfeits, and the other games are played."""
    pytest.importorskip("ray")
    quits = written(tmp_path, f"{ADVISE}        os._exit(3)\n")
    plan = Plan((quits, "simple"), rulesets=("card-game",), seats=2, deals=1)
    rows = list(run(games(plan), "ray", jobs=1))
    assert [list(row.forfeits.values()) for row in rows] == [["ended its process (exit code 3)"]] * 2


def test_all_who_end_their_process_forfeit(tmp_path: Path) -> None:
    """Where several bots of a game end its process, each is found out, also those that do so when they are made."""
    quits = written(tmp_path, f"{ADVISE}        os._exit(3)\n")
    made = written(tmp_path, f"    def __init__(self):\n        os._exit(4)\n{ADVISE}{PLAYS}", "other.py")
    for row in rows_of(quits, made, deals=1):
        assert row.forfeits[str(row.bots.index(quits))] == "ended its process (exit code 3)"
        assert row.forfeits[str(row.bots.index(made))] == "ended its process (exit code 4)"
        assert row.shares == (0.0, 0.0)


def test_a_bot_that_no_alarm_stops_is_ended_with_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that is deaf to alarms is ended from outside, and forfeits."""
    monkeypatch.setattr(backends, "GRACE", 0.5)
    deaf = written(
        tmp_path, f"{ADVISE}        signal.signal(signal.SIGALRM, signal.SIG_IGN)\n        while True: pass\n"
    )
    for row in rows_of(deaf, "simple", limit=0.2):
        assert row.forfeits == {str(row.bots.index(deaf)): "no answer in time, and its process had to be ended"}


@pytest.mark.parametrize("failing", ["raise RuntimeError('cannot')", "raise SystemExit(1)", "os._exit(1)"])
def test_a_failing_close_costs_nothing(tmp_path: Path, failing: str) -> None:
    """A game that has been played counts, however its bot ends."""
    name = written(tmp_path, f"{ADVISE}{PLAYS}\n    def close(self):\n        {failing}\n")
    rows = rows_of(name, "simple")
    assert [row.forfeits for row in rows] == [{}, {}]
    assert all(row.finished for row in rows)


def test_a_process_that_ends_by_itself_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a process ends and no bot from outside can be blamed, that is said, with what to do."""
    give = backends._Player.give

    def give_and_end(self: backends._Player, *job: object) -> None:
        give(self, *job)  # type: ignore[arg-type]
        self.worker.process.kill()

    monkeypatch.setattr(backends._Player, "give", give_and_end)
    with pytest.raises(RuntimeError, match=r"signal 9.*run the arena again"):
        rows_of("simple", "random", jobs=2)


def test_data_of_ones_own_is_known_in_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset that was added for this process can be played in others."""
    from kilowatt.editions import registry

    monkeypatch.setattr(registry, "_folders", list(registry._folders))
    text = (Path(registry.__file__).parent / "data" / "rulesets.toml").read_text(encoding="utf-8")
    first = text[text.index("[[ruleset]]") :].split("[[ruleset]]")[1]
    known = kilowatt.rulesets()[0].id
    (tmp_path / "rulesets.toml").write_text("[[ruleset]]" + first.replace(known, "my/own"), encoding="utf-8")
    try:
        kilowatt.add_data(tmp_path)
        plan = Plan(("simple", "random"), rulesets=("my/own",), seats=2, deals=1)
        assert all(row.finished for row in run(games(plan), jobs=2))
    finally:
        monkeypatch.undo()
        registry.forget()


def test_the_bot_of_the_page_advises() -> None:
    """The first block of `docs/writing-a-bot.md` is a bot: its advice is a legal action."""
    page = (EXAMPLES.parent / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(page.partition("```python\n")[2].partition("```")[0], "writing-a-bot.md", "exec"), names)
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
    advice = names["MyBot"](seed=1).advise(table.state, table.actor, Budget())
    assert kilowatt.refusal(table.state, advice.action) is None


def test_an_advice_needs_an_action_and_a_reason() -> None:
    """The shortest advice, as the docs show it."""
    advice = Advice(kilowatt.action({"type": "pass", "seat": 0}), Reason("outside"))
    page = (EXAMPLES.parent / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
    assert 'Advice(action, Reason("outside"))' in page
    assert "gave no reason" in str(advice.reason)
