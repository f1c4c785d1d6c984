"""The commands that belong to bots: arena, terminal play, report."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest
import typer
from typer.testing import CliRunner

import kilowatt
from kilowatt.arena.docs_table import BEGIN, BELOW, END, GOALS, matches
from kilowatt.arena.entrants import code_of
from kilowatt.arena.game import play
from kilowatt.arena.report import page, story_of
from kilowatt.arena.row_store import Store
from kilowatt.arena.schedule import games
from kilowatt.arena.standings import Line
from kilowatt.bots import Budget, make_bot
from kilowatt.cli.arena import arena, place_of, show
from kilowatt.cli.report import report
from kilowatt.cli.terminal import TerminalGame, terminal
from kilowatt.editions.options import BadOption
from kilowatt.table.notation import write


def command(function: object, *words: str, typed: str = "") -> str:
    """Run one command as the command line does and give what it prints."""
    app = typer.Typer()
    app.command()(function)  # type: ignore[type-var]
    done = CliRunner().invoke(app, list(words), input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


ARENA = ("--bots", "simple,random", "--ruleset", "card-game", "--seats", "2", "--deals", "2")


def test_the_arena_prints_a_table_and_draws(tmp_path: Path) -> None:
    """A run prints a line for each bot with shares, and draws the ratings as an SVG picture."""
    shown = command(arena, *ARENA, "--plot", "out.svg")
    assert "simple" in shown
    assert "random" in shown
    assert "Built-in bots failed in 0 of 4 games." in shown
    picture = ET.fromstring((tmp_path / "out.svg").read_text(encoding="utf-8"))
    assert picture.tag.endswith("svg")
    assert "simple" in "".join(picture.itertext())


def test_the_arena_resumes(tmp_path: Path) -> None:
    """A second run plays nothing again, and more deals only what is missing."""
    first = json.loads(command(arena, *ARENA, "--run", "run.jsonl", "--json"))
    kept = (tmp_path / "run.jsonl").read_bytes()
    assert json.loads(command(arena, *ARENA, "--run", "run.jsonl", "--json")) == first
    assert (tmp_path / "run.jsonl").read_bytes() == kept
    more = json.loads(command(arena, *ARENA[:-1], "3", "--run", "run.jsonl", "--json"))
    assert (tmp_path / "run.jsonl").read_bytes().startswith(kept)
    assert sum(line["games"] for line in more["table"]) == 12


def test_the_table_of_the_docs_is_written_into_its_page(tmp_path: Path) -> None:
    """What has been played is written between the marks of a page: finished rows with shares, others with dashes."""
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    match = next(match for match in matches() if match.plan.bots == ("random",))
    store = Store(tmp_path / "docs" / f"{place_of(match.plan).stem}.jsonl", code_of([]))
    for game in games(match.plan)[:4]:
        store.add(play(game))
    command(arena, "--table", "docs", "--run", "docs", "--played", "--into", "page.md")
    written = page.read_text(encoding="utf-8")
    assert written.startswith(f"before\n{BEGIN}\n")
    assert written.endswith(f"{END}\nafter\n")
    assert "old" not in written
    assert "| `random` | 4 | 0.0 % (0.0-0.0) | 25 % | below |" in written
    assert "| `search` | 0 | - |" in written
    assert "| `simple` | 1000 |" in written


def test_the_table_of_the_docs_has_the_games_that_were_promised() -> None:
    """600 games for the rungs up to planner and 200 for search; 200 and 60 on each ruleset and each number of seats."""
    for match in matches():
        wanted = len(games(match.plan))
        search = "search" in match.plan.bots
        if match.section in {GOALS, BELOW}:
            assert wanted == (200 if search else 600)
        else:
            assert wanted >= (60 if search else 200)
    assert {match.plan.seats for match in matches()} == {2, 3, 4, 5, 6}
    every = {row.id for row in kilowatt.rulesets() if not row.chapter}
    assert {ruleset for match in matches() for ruleset in match.plan.rulesets} == every


def test_the_arena_names_mistakes() -> None:
    """No bots, unknown bots and unknown backends are told in one sentence."""
    with pytest.raises(BadOption, match="expected names"):
        command(arena)
    with pytest.raises(BadOption, match="there is no bot 'nobody'"):
        command(arena, "--bots", "nobody")
    with pytest.raises(BadOption, match="processes, ray"):
        command(arena, "--bots", "simple", "--backend", "abacus")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seconds", "-1"), "seconds: expected a number of seconds above 0, not -1"),
        (("--seconds", "0"), "seconds: expected a number of seconds above 0"),
        (("--limit", "inf"), "limit: expected a number of seconds above 0, not inf"),
        (("--work", "0"), "work: expected a number of work units from 1, not 0"),
        (("--bots", "exec:/no/such/prog"), "bots: .*there is no program /no/such/prog"),
        (("--field", "nobody"), "field: there is no bot 'nobody'"),
        (("--into", "page.md"), "into: goes with --table docs only"),
        (("--played",), "played: goes with --table docs only"),
        (("--plot", "nowhere/out.svg"), "plot: there is no folder nowhere"),
    ],
)
def test_the_arena_refuses_impossible_wishes(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    """Numbers that make no sense, and bots and places that do not exist, are refused before the first game."""
    with pytest.raises(BadOption, match=message):
        command(arena, *ARENA, *words)
    assert not (tmp_path / ".kilowatt").exists()


def test_a_page_without_marks_is_refused_before_the_first_game(tmp_path: Path) -> None:
    """The table of the docs is not played for a page that has no place for it."""
    (tmp_path / "page.md").write_text("# A page\n", encoding="utf-8")
    with pytest.raises(BadOption, match=f"into: expected a page with {BEGIN}"):
        command(arena, "--table", "docs", "--into", "page.md")
    assert not (tmp_path / ".kilowatt").exists()


@pytest.mark.parametrize("cut", ["", "\n"])
def test_a_file_that_is_no_run_is_left_alone(cut: str, tmp_path: Path) -> None:
    """Games are not kept in a file that holds something else, as a record or somebody's notes."""
    text = f'{{"format":"kilowatt"}}\n{{"seq":1}}{cut}'
    (tmp_path / "game.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(BadOption, match=r"run: line 1 of game\.jsonl is no finished game"):
        command(arena, *ARENA, "--run", "game.jsonl")
    (tmp_path / "notes").write_text("my notes", encoding="utf-8")
    with pytest.raises(BadOption, match="run: line 1 of notes is no finished game"):
        command(arena, *ARENA, "--run", "notes")
    assert (tmp_path / "game.jsonl").read_text(encoding="utf-8") == text
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "my notes"


def test_an_interval_of_no_width_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    """Where all deals went alike the interval says nothing of what others would do, and the table says so."""
    line = Line("economist", 4, 1.0, 1.0, 1.0, 0.25, 1.0, 10.25, 0.034, 0.1, 0, 0, 1234.0)
    show([line], [])
    shown = capsys.readouterr().out
    assert "A zero-width interval" in shown
    assert " 0.03" in shown
    show([msgspec.structs.replace(line, low=0.7)], [])
    assert "A zero-width interval" not in capsys.readouterr().out


@pytest.mark.parametrize("words", [ARENA, ("--table", "docs", "--run", "docs")])
def test_the_arena_names_the_extra_it_needs(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the package for ratings nothing is played, and what to install is said."""
    monkeypatch.setitem(sys.modules, "openskill", None)
    with pytest.raises(BadOption, match=r"openskill: pip install 'kilowatt\[arena\]'"):
        command(arena, *words)
    assert list(tmp_path.iterdir()) == []


BROKEN = """
class AnAstonishinglyLongNameOfABot:
    def advise(self, state, seat, budget):
        raise RuntimeError(f"lost [my] way in seat {seat}")
"""


def test_the_arena_tells_why_bots_forfeited(tmp_path: Path) -> None:
    """Below the table, and in the JSON, each bot that forfeited has a line for each reason, with how often."""
    (tmp_path / "bot.py").write_text(BROKEN, encoding="utf-8")
    name = "bot.py:AnAstonishinglyLongNameOfABot"
    words = ("--bots", f"{name},economist", "--ruleset", "card-game", "--seats", "2", "--deals", "2")
    shown = command(arena, *words)
    assert f"{name} forfeited 4 of 4 games:\n" in shown
    for seat in (0, 1):
        assert f"\n  2 x RuntimeError: lost [my] way in seat {seat}\n" in shown
    forfeits = json.loads(command(arena, *words, "--json"))["forfeits"]
    reasons = {f"RuntimeError: lost [my] way in seat {seat}": 2 for seat in (0, 1)}
    assert forfeits == [{"bot": name, "forfeits": 4, "games": 4, "reasons": reasons}]


def test_the_table_fits_eighty_columns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With the widest numbers, names stand on one line and no line of the table is wider than eighty signs."""
    monkeypatch.setenv("COLUMNS", "80")
    wide = Line("economist", 12345, 1.0, 1.0, 1.0, 0.25, 1.0, 10.25, 12345.6, 99999.9, 3, 0, 1234.0)
    long = msgspec.structs.replace(wide, bot="bot.py:AnAstonishinglyLongNameOfABot", share=0.0)
    show([wide, msgspec.structs.replace(wide, bot="planner"), long], [])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    for words in ("economist ", "planner ", "AnAstonishinglyLo"):
        assert sum(line.strip().startswith(words) and "12345.6" in line for line in lines) == 1
    assert "planner: 3 of 12345 games did not end." in lines


def test_questions_in_the_terminal() -> None:
    """Help, moves, look, hint, why, undo and nonsense are all answered, and no line is wider than 80."""
    typed = "help\nmoves\nlook\nhint\nwhy pass\nwhy open 3 1\nfoo\nopen 99 1\nundo\nsave game.jsonl\nquit\n"
    shown = command(terminal, "--ruleset", "recharged/germany", "--seats", "3", "--seed", "5", typed=typed)
    for words in ("Moves:", "Plants on offer", "Hint: open", "must buy a plant", "Not understood", "Not allowed"):
        assert words in shown
    assert "Written: game.jsonl" in shown
    assert "Goodbye." in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert kilowatt.read_record("game.jsonl").header.seats == 3


@pytest.mark.parametrize(("ruleset", "language"), [("recharged/germany", "en"), ("card-game", "de")])
def test_a_whole_game_is_played_in_the_terminal(
    ruleset: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody who types every move in the notation reaches the final standing, in lines of at most 80 signs."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, 2), seed=3, players=["You", "simple 2"])
    friend = make_bot("economist")

    def typing(prompt: str) -> str:
        assert prompt == "> "
        return write(friend.advise(kilowatt.clone(table.state), 0, Budget()).action)

    monkeypatch.setattr("builtins.input", typing)
    TerminalGame(table, 0, {1: make_bot("simple")}, language).play()
    shown = capsys.readouterr().out
    assert shown.count({"en": "The game is over.", "de": "Das Spiel ist zu Ende."}[language]) == 1
    assert re.search(r"^1\. ", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= 80


def test_undo_in_the_terminal_takes_back_the_persons_move(capsys: pytest.CaptureFixture[str]) -> None:
    """After undo it is the person's turn again, in the position before its last move."""
    rules = kilowatt.ruleset("recharged/germany", 2, {"order": [0, 1], "trust": False})
    table = kilowatt.Table(rules, seed=3, players=["You", "simple 2"])
    talk = TerminalGame(table, 0, {1: make_bot("simple")}, "en")
    talk.undo()
    assert "Nothing to undo." in capsys.readouterr().out
    before = kilowatt.snapshot(table.state)
    talk.move("open 5 6")
    assert kilowatt.snapshot(table.state) != before
    talk.undo()
    assert kilowatt.snapshot(table.state) == before


class Links(HTMLParser):
    """Collects what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note every address."""
        self.addresses += [f"{tag} {value}" for name, value in attrs if name in ("src", "href") and value]


def a_game(ruleset: str) -> kilowatt.Table:
    """A whole game between three bots."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, 3), seed=2, players=["Ada", "Bo & Co", "Cem"])
    bots = [make_bot("economist"), make_bot("simple"), make_bot("easy")]
    while isinstance(table.actor, int):
        table.play(bots[table.actor].advise(kilowatt.clone(table.state), table.actor, Budget()).action)
    return table


@pytest.mark.parametrize("ruleset", ["recharged/germany", "original/korea", "card-game"])
def test_a_report_is_one_page_that_loads_nothing(ruleset: str, tmp_path: Path) -> None:
    """The page has curves, every auction and the standing, escapes names and loads nothing from anywhere."""
    table = a_game(ruleset)
    table.record().write(tmp_path / "game.jsonl")
    assert "Written: game.html" in command(report, "game.jsonl")
    text = (tmp_path / "game.html").read_text(encoding="utf-8")
    story = story_of(table.record())
    assert text == page(story)
    links = Links()
    links.feed(text)
    assert links.addresses == []
    assert text.count("<svg") >= 3
    assert "Bo &amp; Co" in text
    assert len(story.sales) == sum(type(event).__name__ == "PlantSold" for event in table.log)
    assert [place for place, _, _ in story.standing] == [1, 2, 3]
    assert all(len(row) == table.state.round for row in story.money)


def test_a_report_prices_auctions_against_worth() -> None:
    """Every sale has the price paid and what the plant was worth to the buyer; an economist pays no more than that."""
    sales = [sale for sale in story_of(a_game("recharged/germany").record()).sales if sale.seat == 0 and sale.round > 1]
    assert sales
    assert all(sale.price <= sale.worth for sale in sales)
