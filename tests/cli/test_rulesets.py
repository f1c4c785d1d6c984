"""`kilowatt rules`: every ruleset against every switch and policy, readable in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typer.testing import CliRunner

import kilowatt
from kilowatt.cli import app
from kilowatt.cli.rulesets import LETTERS, _word, describe
from kilowatt.editions import registry
from kilowatt.editions.compose import SWITCHES
from kilowatt.engine.policies import AXES
from kilowatt.table.messages import catalogue

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_the_list_marks_composed_rulesets_and_fits_a_terminal() -> None:
    """Every ruleset has a line and a letter, composed ones say so, and no line is longer than 80 columns."""
    lines = CliRunner().invoke(app, ["rules"]).output.splitlines()
    for letter, row in zip(LETTERS, [row for row in kilowatt.rulesets() if not row.chapter], strict=False):
        line = next(line for line in lines if line.startswith(f"{letter} {row.id} "))
        assert row.title in line
        assert line.endswith("(composed)") == row.composed
    for row in [row for row in kilowatt.rulesets() if row.chapter]:
        line = next(line for line in lines if line.startswith("    ") and row.id in line)
        assert (f"{row.id}*" in line) == row.composed
    assert max(map(len, lines)) <= 80


def test_every_game_has_a_line_on_what_is_special() -> None:
    """Below each ruleset of the first boards stand its few words and seats; `kilowatt rulesets` prints the same."""
    lines = CliRunner().invoke(app, ["rules"]).output.splitlines()
    ids = [row.id for row in kilowatt.rulesets() if not row.chapter]
    for language in ("en", "de"):
        assert sorted(catalogue(language)["special_games"]) == sorted(map(_word, ids))
    for place, name in enumerate(ids):
        at = next(i for i, line in enumerate(lines) if line.startswith(f"{LETTERS[place]} {name} "))
        assert lines[at + 1].strip() == f"{catalogue('en')['special_games'][_word(name)]}; 2-6 seats"
    assert CliRunner().invoke(app, ["rulesets"]).output.splitlines() == lines
    assert "│ rulesets " not in (shown := CliRunner().invoke(app, ["--help"]).output)
    assert "│ rules " in shown


def test_the_matrix_has_every_switch_and_policy_that_differs() -> None:
    """Each cell says what the ruleset of its column has; what all share has no row."""
    for seats in (2, 4):
        lines = CliRunner().invoke(app, ["rules", "--seats", str(seats)]).output.splitlines()
        rows = {
            line.split()[0]: (line.split()[1:], after)
            for line, after in zip(lines, [*lines[1:], ""], strict=True)
            if line
        }
        texts = [describe(row.id, seats) for row in kilowatt.rulesets() if not row.chapter]
        for name in SWITCHES:
            values = [row["switches"][name] for row in texts]
            assert (name in rows) == (len(set(values)) > 1)
            if name in rows:
                assert rows[name][0] == ["x" if value else "." for value in values]
        for axis in AXES:
            values = [row["policies"][axis] for row in texts]
            assert (axis in rows) == (len(set(values)) > 1)
            if axis in rows:
                cells, legend = rows[axis]
                meaning = dict(part.split() for part in legend.strip().split(", "))
                assert [meaning[cell] for cell in cells] == values


def test_a_board_of_ones_own_for_few_players_is_listed_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset without numbers for the seats asked for is described at those it has."""
    ours = (registry._folders[0] / "boards" / "germany.toml").read_text().replace('id = "germany"', 'id = "small"', 1)
    few = "".join(f'[{name}]\nsource = "made up"\n3 = {value}\n\n' for name, value in (("areas", 3), ("end_cities", 9)))
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "small.toml").write_text(ours.replace("[[area]]", few + "[[area]]", 1))
    row = '[[ruleset]]\nid = "mine/small"\nedition = "original"\nboard = "small"\nfuel = "standard-2004"\n'
    (tmp_path / "rulesets.toml").write_text(row)
    monkeypatch.setattr(registry, "_folders", list(registry._folders))
    done = CliRunner().invoke(app, ["--data", str(tmp_path), "rules"])
    registry.forget()
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("N mine/small"))
    assert lines[at + 1] == "    3 seats"


def test_one_ruleset_says_what_is_reconstructed() -> None:
    """`kilowatt rules card-game` names reconstructed plants, fuel cards and contractor cards in 80 columns. [AMB-16]"""
    lines = CliRunner().invoke(app, ["rules", "card-game"]).output.splitlines()
    told = lines[lines.index("reconstructed") : lines.index("tasks")]
    text = " ".join(line.strip() for line in told)
    assert "39 of 42 plants have reconstructed values" in text
    assert "The units on the fuel cards are reconstructed" in text
    assert "on his cards 2, 3, 4, 5." in text
    assert max(map(len, told)) <= 80
