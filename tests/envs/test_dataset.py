"""Datasets: records and arrays of the same games, made again alike, resumed where they stopped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

import kilowatt
from kilowatt.cli.dataset import dataset
from kilowatt.editions.options import BadOption
from kilowatt.envs import Episode, Observer, make_encoding

if TYPE_CHECKING:
    from pathlib import Path

app = typer.Typer()
app.command()(dataset)
ASKED = ["--ruleset", "card-game", "--seats", "3", "--bots", "simple,random", "--seed", "5"]


def run(*args: str) -> dict[str, object]:
    """Run the command and return its JSON; errors of the command are raised."""
    result = CliRunner().invoke(app, [*args, *ASKED, "--json"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    answer: dict[str, object] = json.loads(result.stdout)
    return answer


def test_arrays_and_records_hold_the_same_games(tmp_path: Path) -> None:
    """The ids of the arrays, taken again, give the record; observations, masks, seats and rewards agree."""
    run("--games", "2", "--out", str(tmp_path))
    for number in (1, 2):
        record = kilowatt.read_record(tmp_path / "records" / f"{number:07d}.jsonl")
        table = kilowatt.replay(record)
        assert table.result is not None
        with np.load(tmp_path / "arrays" / f"{number:07d}.npz") as file:
            arrays = dict(file)
        rules = kilowatt.ruleset("card-game", 3)
        encoding = make_encoding(rules)
        episode = Episode(encoding, f"5/{number}", logged=True)
        observer = Observer(rules)
        for i, number_taken in enumerate(arrays["action"].tolist()):
            mask = np.unpackbits(arrays["mask"][i], count=encoding.size, bitorder="little")
            assert np.flatnonzero(mask).tolist() == episode.legal_ids().to_list()
            assert arrays["seat"][i] == episode.actor
            pending = encoding.pending(episode.partial)
            assert np.array_equal(arrays["observation"][i], observer.raw(episode.state, episode.actor, pending))
            episode.step(number_taken)
        assert episode.over
        assert episode.played == record.actions()
        best = np.flatnonzero(arrays["reward_win"] == arrays["reward_win"].max()).tolist()
        assert best == sorted(table.result.winners)


@pytest.mark.thorough
def test_a_stopped_run_goes_on_and_games_are_the_same_again(tmp_path: Path) -> None:
    """Asked for more games it makes only the missing ones; the same seed makes the same files anywhere."""
    one, two = tmp_path / "one", tmp_path / "two"
    assert run("--games", "1", "--out", str(one))["made_now"] == 1
    (one / "arrays" / "0000002.npz.part").write_bytes(b"half a file")
    assert run("--games", "3", "--out", str(one))["made_now"] == 2
    assert run("--games", "3", "--out", str(one))["made_now"] == 0
    assert run("--games", "3", "--out", str(two), "--jobs", "2")["made_now"] == 3
    for path in sorted((one / "records").iterdir()):
        assert path.read_text() == (two / "records" / path.name).read_text()
    card = (one / "README.md").read_text()
    assert card == (two / "README.md").read_text()
    assert "3 games" in card
    assert make_encoding(kilowatt.ruleset("card-game", 3)).hash in card


def test_another_dataset_is_not_mixed_in(tmp_path: Path) -> None:
    """A folder that holds another seed's games is refused, and so is an unknown bot."""
    run("--games", "1", "--out", str(tmp_path))
    with pytest.raises(BadOption, match="another dataset: its work is 2000, not 7"):
        run("--games", "1", "--out", str(tmp_path), "--work", "7")
    with pytest.raises(BadOption, match="nobody"):
        CliRunner().invoke(app, ["--games", "1", "--out", str(tmp_path), "--bots", "nobody"], catch_exceptions=False)


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    """A data card does not overwrite another README, and a damaged dataset.json is named."""
    (tmp_path / "README.md").write_text("# Mine\n")
    with pytest.raises(BadOption, match=r"out: .* holds files but no dataset"):
        run("--games", "1", "--out", str(tmp_path))
    assert (tmp_path / "README.md").read_text() == "# Mine\n"
    (tmp_path / "dataset.json").write_text("{}")
    with pytest.raises(BadOption, match=r"out: .*dataset\.json cannot be read"):
        run("--games", "1", "--out", str(tmp_path))


@pytest.mark.parametrize(
    ("words", "message"), [(("--bots", ""), "bots: expected names"), (("--ruleset", "all"), "ruleset: expected one id")]
)
def test_one_ruleset_and_some_bots_are_needed(words: tuple[str, str], message: str, tmp_path: Path) -> None:
    """An error names the option that is wrong."""
    asked = ["--games", "1", "--out", str(tmp_path / "games"), *words]
    with pytest.raises(BadOption, match=message):
        CliRunner().invoke(app, asked, catch_exceptions=False)
