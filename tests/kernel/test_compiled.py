"""What is true of the compiled kernel only."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

import kilowatt
from kilowatt.kernel import COMPILED, backend, plain_core, sources
from kilowatt.kernel.chance import mix
from kilowatt.kernel.rule_tables import make_tables

ENDLESS = """
import signal
import kilowatt
from kilowatt.kernel import Batch
batch = Batch(kilowatt.ruleset("recharged/germany", 6), 20_000)
# a shell lets what runs in the background ignore interrupts
signal.signal(signal.SIGINT, signal.default_int_handler)
print("begun", flush=True)
while True:
    batch.new()
    batch.play_out()
"""


@pytest.mark.compiled
def test_the_wheel_has_the_compiled_kernel() -> None:
    """The tests of this environment run on the C build."""
    assert COMPILED
    assert backend.Core is not plain_core.Core


@pytest.mark.compiled
@pytest.mark.parametrize("ruleset", [row.id for row in kilowatt.rulesets()])
def test_both_builds_play_the_same_bytes(ruleset: str) -> None:
    """Random games of the same seeds end in the same records, compiled and as plain Python."""
    for seats in (2, 4, 6):
        tables = make_tables(kilowatt.ruleset(ruleset, seats))
        ends = []
        for build in (backend.Core, plain_core.Core):
            games = build(tables, 3)
            for game in range(3):
                games.seed(game, mix(Random(game).getrandbits(64)))
            games.new(0, 3)
            played = games.play_on(0, 3, 5000)
            ends.append((played, [tuple(games.values(game)) for game in range(3)]))
        assert ends[0] == ends[1]


def test_a_kernel_made_from_other_text_is_refused(tmp_path: Path) -> None:
    """A changed file of the rules is named; a file that is not there is not compared."""
    made_from = sources.hashes()
    assert not sources.difference(made_from)
    copy = tmp_path / "kilowatt"
    for name in made_from:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((sources.PACKAGE / name).read_bytes())
    assert not sources.difference(made_from, copy)
    (copy / "kernel" / "agenda.py").unlink()
    assert not sources.difference(made_from, copy)
    menus = copy / "kernel" / "menus.py"
    menus.write_text(menus.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert sources.difference(made_from, copy) == "kernel/menus.py"


def test_the_import_names_the_file_that_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Importing a compiled kernel of other rules says which file is another one, and what to do."""
    made_from = {**sources.hashes(), "engine/houses.py": "0"}
    module = SimpleNamespace(SOURCES=made_from, __file__="old.so")
    monkeypatch.setattr(backend, "import_module", lambda _: module)
    with pytest.raises(ImportError, match=r"old.so was made from another engine/houses.py .* build it again"):
        backend._module()


@pytest.mark.compiled
def test_ctrl_c_ends_a_long_playout() -> None:
    """An interrupt ends a playout of many games: a chunk of actions is played on, then Python is asked."""
    with subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begun\n"
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=120)
    assert b"KeyboardInterrupt" in told
    assert process.returncode != 0
