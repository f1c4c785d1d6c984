"""The command line as a newcomer uses it: commands do what they say, mistakes are one clear line."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import kilowatt
from kilowatt.cli import app
from kilowatt.cli.asked import rulesets_of, seats_of
from kilowatt.editions.registry import REVISION
from kilowatt.table.playout import playout, record_of
from tests.rulesets import ATLAS

run = CliRunner()
Command = Callable[..., subprocess.CompletedProcess[str]]


def kilowatt_command(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the real command in a process of its own."""
    return subprocess.run([sys.executable, "-m", "kilowatt", *words], capture_output=True, text=True, check=False)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a whole random game."""
    _, _, events = playout(kilowatt.ruleset("original/korea", 3), Random(4), logged=True)
    path = tmp_path / "game.jsonl"
    events.write(path)
    return path


def test_simulate_plays_and_checks() -> None:
    """Random games of several rulesets are played with every invariant checked."""
    done = run.invoke(
        app, ["simulate", "--ruleset", "recharged/usa,card-game", "--seats", "2,3", "--games", "1", "--check"]
    )
    assert done.exit_code == 0, done.output
    assert "recharged/usa" in done.output
    assert "No violation" in done.output


def test_simulate_speaks_json() -> None:
    """A script gets games, rounds, actions, speed and ends as JSON; the same seed plays the same games."""
    asked = ["simulate", "--ruleset", "original/china", "--seats", "4", "--games", "2", "--seed", "5", "--json"]
    first, second = (json.loads(run.invoke(app, asked).output) for _ in range(2))
    assert first["violations"] == []
    row = first["games"][0]
    assert row["games"] == 2
    assert row["ends"]
    for key in ("rounds", "actions", "ends"):
        assert row[key] == second["games"][0][key]


def test_a_violation_leaves_its_record_and_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When an invariant breaks, the exit code is 1 and the record that shows it is left behind."""
    monkeypatch.setattr("kilowatt.table.playout.check", lambda state: ["5: made to fail"] if state.round == 2 else [])
    asked = ["simulate", "--ruleset", "card-game", "--seats", "3", "--games", "1", "--check", "--out", str(tmp_path)]
    done = run.invoke(app, asked)
    assert done.exit_code == 1
    left = list(tmp_path.glob("violation-*.jsonl"))
    assert len(left) == 1
    assert kilowatt.replay(kilowatt.read_record(left[0])).state.round == 2
    assert "made to fail" in done.output


def test_options_of_a_game_are_given_by_name(command: Command) -> None:
    """NAME=VALUE sets an option; a wrong one is named."""
    done = run.invoke(
        app, ["simulate", "--ruleset", "card-game", "--seats", "3", "--games", "1", "--option", "contractor=true"]
    )
    assert done.exit_code == 0
    failed = command("simulate", "--ruleset", "card-game", "--seats", "3", "--option", "contractor=perhaps")
    assert failed.returncode == 2
    assert failed.stderr.strip() == "kilowatt: contractor: expected true or false, not 'perhaps'"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["simulate", "--ruleset", "nowhere"], "there is no 'nowhere'"),
        (["simulate", "--seats", "9"], "numbers from 2 to 6"),
        (["simulate", "--ruleset", ""], "ruleset: expected all, every or ids"),
        (["simulate", "--option", "=1"], "option: expected NAME=VALUE"),
        (["simulate", "--out", "nowhere"], "out: there is no folder nowhere"),
        (["replay", "nothing.jsonl"], "nothing.jsonl"),
        (["replay", "pyproject.toml"], "pyproject.toml: line 1: not JSON"),
        (["report", "pyproject.toml"], "pyproject.toml: line 1: not JSON"),
        (["report", "pyproject.toml", "-o", "nowhere/game.html"], "out: there is no folder nowhere"),
        (["report", "pyproject.toml", "-o", "src"], "out: expected the name of a file"),
        (["rules", "nowhere"], "there is no 'nowhere'"),
        (["--data", "nowhere", "rules"], "no such folder"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(command: Command, words: list[str], line: str) -> None:
    """No traceback: what was wrong and what was expected."""
    done = command(*words)
    assert done.returncode == 2
    assert line in done.stderr
    assert "Traceback" not in done.stderr


def test_replay_shows_a_game_and_stops_where_asked(record: Path) -> None:
    """Every entry is shown in the notation, and the state it leads to."""
    done = run.invoke(app, ["replay", str(record)])
    assert done.exit_code == 0, done.output
    assert "the end: 1." in done.output
    early = run.invoke(app, ["replay", str(record), "--upto", "5"])
    assert "to act" in early.output
    seen = json.loads(run.invoke(app, ["replay", str(record), "--json"]).output)
    assert seen["phase"] == "over"


def test_replay_of_a_damaged_record_shows_the_good_part(command: Command, record: Path) -> None:
    """The good prefix is shown, the line and the reason are named, the exit code is 1."""
    lines = record.read_text().splitlines()
    lines[30] = lines[30][:-3]
    record.write_text("\n".join(lines))
    done = command("replay", str(record))
    assert done.returncode == 1
    assert "line 31: not JSON" in done.stderr
    assert "\n   29 " in done.stdout


def test_verify_says_what_it_checked(command: Command, record: Path) -> None:
    """A record without a seed has its moves checked; an illegal move is found."""
    good = run.invoke(app, ["verify", str(record)])
    assert good.exit_code == 0
    assert "only the moves were checked" in good.output
    lines = record.read_text().splitlines()
    del lines[12]
    record.write_text("\n".join(lines))
    assert command("verify", str(record)).returncode != 0


def test_verify_holds_a_fork_to_its_source(record: Path, tmp_path: Path) -> None:
    """With the record it came from, a fork is compared with that one; another record is not taken for it."""
    fork = tmp_path / "fork.jsonl"
    kilowatt.replay(kilowatt.read_record(record.read_text().splitlines())).fork(20, b"y" * 32).record().write(fork)
    assert "comes from entry 20" in run.invoke(app, ["verify", str(fork), "--source", str(record)]).output
    _, _, other = playout(kilowatt.ruleset("original/korea", 3), Random(5), logged=True)
    other.write(record)
    assert run.invoke(app, ["verify", str(fork), "--source", str(record)]).exit_code == 1


def test_verify_says_which_of_two_files_is_no_record(command: Command, record: Path, tmp_path: Path) -> None:
    """What is wrong with the source is told with the name of the source."""
    (tmp_path / "other.jsonl").write_text("nothing\n")
    done = command("verify", str(record), "--source", str(tmp_path / "other.jsonl"))
    assert done.returncode == 2
    assert done.stderr.startswith(f"kilowatt: {tmp_path / 'other.jsonl'}: line 1: not JSON")


def test_the_version_is_that_of_the_code() -> None:
    """`kilowatt --version` prints the version of the code that runs, whatever was installed before it was changed."""
    done = run.invoke(app, ["--version"])
    assert (done.exit_code, done.output) == (0, f"kilowatt {kilowatt.__version__}\n")


def test_rules_lists_them_or_shows_one() -> None:
    """Without a name all rulesets are listed; with one, its switches and policies; a rule's id gives its sentence."""
    every = run.invoke(app, ["rules"]).output
    assert all(row.id in every and (row.chapter or row.title in every) for row in kilowatt.rulesets())
    assert "TwinMarkets" in run.invoke(app, ["rules", "original/korea"]).output
    assert f"4 seats, revision {REVISION}\n" in run.invoke(app, ["rules", "recharged/germany"]).output
    assert json.loads(run.invoke(app, ["rules", "card-game", "--json"]).output)["policies"]["score"] == "VictoryPoints"
    assert len(json.loads(run.invoke(app, ["rules", "--json"]).output)) == len(kilowatt.rulesets())
    assert "3p→3, 4p→4" in run.invoke(app, ["rules", "R18-SET-02"]).output
    assert json.loads(run.invoke(app, ["rules", "AMB-01", "--json"]).output)["kind"] == "A"


SPAWNING = "import multiprocessing as m; m.set_start_method('spawn'); from kilowatt.cli import main; main()"
"""The command line where processes are not copies of this one, as on other systems."""


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--games", "30", "--seats", "2"),
        ("dataset", "--games", "2", "--seats", "2", "--out", "games", "--bots", "random"),
    ],
)
def test_data_of_ones_own_reaches_every_process(words: tuple[str, ...], tmp_path: Path) -> None:
    """Processes that share nothing with the command know the rulesets of --data too."""
    (tmp_path / "rulesets.toml").write_text(
        '[[ruleset]]\nid = "mine/usa"\nedition = "recharged"\nboard = "usa_classic"\nfuel = "standard-2018"\n'
    )
    asked = [sys.executable, "-c", SPAWNING, "--data", ".", *words, "--ruleset", "mine/usa", "--jobs", "2"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for the processes where Linux lists them")
@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--games", "100000", "--seats", "2"),
        ("dataset", "--games", "100000", "--out", "games", "--bots", "random"),
    ],
)
def test_a_stopped_command_drops_what_has_not_begun(words: tuple[str, ...], tmp_path: Path) -> None:
    """Ctrl+C ends a command of several processes soon and without a traceback, however much is left to do."""
    asked = [sys.executable, "-m", "kilowatt", *words, "--ruleset", "card-game", "--jobs", "2"]
    with subprocess.Popen(
        asked,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
        # where the tests run in the background of a shell, Ctrl+C is ignored, and what they start inherits that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no thread runs here
    ) as started:
        try:
            children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
            while started.poll() is None and not children.read_text().split():
                time.sleep(0.05)
            time.sleep(1)
            os.killpg(started.pid, signal.SIGINT)
            _, said = started.communicate(timeout=60)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
    assert started.returncode == 130
    assert "Traceback" not in said


def test_data_of_ones_own_reaches_the_commands(tmp_path: Path) -> None:
    """The boards of a folder are played with --data."""
    (tmp_path / "rulesets.toml").write_text(
        '[[ruleset]]\nid = "mine/usa"\nedition = "recharged"\nboard = "usa_classic"\nfuel = "standard-2018"\n'
    )
    done = kilowatt_command(
        "--data", str(tmp_path), "simulate", "--ruleset", "mine/usa", "--seats", "2", "--games", "1"
    )
    assert done.returncode == 0, done.stderr


def test_a_record_names_its_game() -> None:
    """The record of a simulated game has the header of its ruleset."""
    rules = kilowatt.ruleset("card-game", 3)
    assert record_of(rules, []).header.ruleset == "card-game"


def test_all_are_the_published_games_and_every_has_the_composed_ones_too() -> None:
    """`--ruleset all` is the games one can buy; `every` leaves nothing out; a list keeps its order."""
    assert rulesets_of("every") == [row.id for row in kilowatt.rulesets()]
    assert len([name for name in rulesets_of("every") if name not in ATLAS]) == 13
    assert len([name for name in rulesets_of("all") if name not in ATLAS]) == 9
    assert not any(row.composed for row in kilowatt.rulesets() if row.id in rulesets_of("all"))
    assert rulesets_of("card-game, original/korea, card-game") == ["card-game", "original/korea"]
    assert seats_of("3,2,3") == [3, 2]
    with pytest.raises(kilowatt.BadOption, match="there is no 'original/mars'"):
        rulesets_of("original/mars")
