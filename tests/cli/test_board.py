"""`kilowatt board`: new, check, draw and try, as a maker of a board uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

import kilowatt
from kilowatt.cli import app

if TYPE_CHECKING:
    from pathlib import Path

CITIES = "\n".join(
    ["name,lat,lon,area", *(f"City {n},{50 + (n * 7) % 5},{8 + n % 4 + n / 40},{'NSEW'[n % 4]}" for n in range(20))]
)


def made(folder: Path) -> Path:
    """Make a board of a list of cities."""
    (folder / "cities.csv").write_text(CITIES, encoding="utf-8")
    file = folder / "mine.toml"
    done = CliRunner().invoke(app, ["board", "new", str(file), "--csv", str(folder / "cities.csv")])
    assert done.exit_code == 0
    return file


def test_a_new_board_is_checked_drawn_and_played(tmp_path: Path) -> None:
    """A list of cities becomes a file that passes its checks, a picture, and a game."""
    file = made(tmp_path)
    run = CliRunner().invoke(app, ["board", "check", str(file)])
    assert run.exit_code == 0
    assert "Playable with 2, 3, 4, 5, 6 players." in run.output
    assert CliRunner().invoke(app, ["board", "draw", str(file)]).exit_code == 0
    assert (tmp_path / "mine.svg").read_text(encoding="utf-8").startswith("<svg")
    assert kilowatt.ruleset("custom", 3, {"board": kilowatt.read_board(file)}).title.startswith("Mine, ")


def test_a_picture_may_be_a_png(tmp_path: Path) -> None:
    """With the extra `serve` a board is drawn as PNG."""
    pytest.importorskip("resvg_py")
    file = made(tmp_path)
    assert CliRunner().invoke(app, ["board", "draw", str(file), "-o", str(tmp_path / "mine.png")]).exit_code == 0
    assert (tmp_path / "mine.png").read_bytes().startswith(b"\x89PNG")


def test_a_copy_of_our_board_is_written(tmp_path: Path) -> None:
    """A copy of a board of ours passes its checks."""
    file = tmp_path / "copy.toml"
    assert CliRunner().invoke(app, ["board", "new", str(file), "--from", "original/china"]).exit_code == 0
    assert CliRunner().invoke(app, ["board", "check", str(file)]).exit_code == 0
    assert kilowatt.read_board(file)["rules"]["policies"]["plant_market"]["name"] == "planned_market"


def test_a_fault_is_named_and_the_exit_code_is_1(tmp_path: Path) -> None:
    """A board with an unlinked city cannot be played, and the output says which city and what to do."""
    file = made(tmp_path)
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not (line.startswith('  ["') and '"city_7"' in line)]
    file.write_text("\n".join(kept), encoding="utf-8")
    run = CliRunner().invoke(app, ["board", "check", str(file)])
    assert run.exit_code == 1
    assert "City 7 has no link. Nobody could build there. Link it to a neighbour." in run.output


@pytest.mark.parametrize("arguments", [[], ["--from", "original/germany", "--csv", "x.csv"], ["--from", "nowhere"]])
def test_a_new_board_comes_from_one_place(tmp_path: Path, arguments: list[str]) -> None:
    """Neither or both sources, or a ruleset that is not there, are refused, and no file is written."""
    done = CliRunner().invoke(app, ["board", "new", str(tmp_path / "x.toml"), *arguments])
    assert isinstance(done.exception, kilowatt.BadOption)
    assert not (tmp_path / "x.toml").exists()


def test_bots_try_a_board(tmp_path: Path) -> None:
    """The report counts every game once, by seats and by areas, and gives intervals."""
    done = CliRunner().invoke(app, ["board", "try", str(made(tmp_path)), "--games", "4", "--seats", "3"])
    assert done.exit_code == 0
    assert "4 games of 3 bots (simple)." in done.output
    assert "A fair share of wins is 33 %." in done.output
    won = [int(line.split(": ")[1].split()[0]) for line in done.output.splitlines() if line.startswith("Seat ")]
    assert sum(won) == 4


def test_a_board_is_not_overwritten_unless_that_is_wanted(tmp_path: Path) -> None:
    """A second `new` of the same file is refused and leaves it as it is; with --force it is written again."""
    file = tmp_path / "mine.toml"
    wish = ["board", "new", str(file), "--from", "original/china"]
    assert CliRunner().invoke(app, wish).exit_code == 0
    written = file.read_text(encoding="utf-8")
    file.write_text("my own work", encoding="utf-8")
    refused = CliRunner().invoke(app, wish)
    assert refused.exit_code != 0
    assert "--force" in str(refused.exception) + refused.output
    assert file.read_text(encoding="utf-8") == "my own work"
    assert CliRunner().invoke(app, [*wish, "--force"]).exit_code == 0
    assert file.read_text(encoding="utf-8") == written
