"""What the commands tell: seats counted from 1, and a game in the terminal in one language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import kilowatt
from kilowatt.cli import app
from kilowatt.cli.terminal import described, described_table
from kilowatt.editions import registry
from kilowatt.engine.menu import ScrapChoice
from kilowatt.table.messages import catalogue
from kilowatt.table.notation import WORDS
from kilowatt.table.playout import playout

run = CliRunner()


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A record whose first opening is made by a seat that is not to act."""
    _, _, record = playout(kilowatt.ruleset("recharged/germany", 3), Random(4), logged=True)
    lines = record.lines()
    number = next(number for number, line in enumerate(lines) if '"type":"open"' in line)
    entry = json.loads(lines[number])
    entry["action"]["seat"] = (entry["action"]["seat"] + 1) % 3
    lines[number] = json.dumps(entry)
    path = tmp_path / "illegal.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_replay_counts_seats_as_the_refusal_does(damaged: Path) -> None:
    """The seat that is to act has the same number in the state and in the reason why the record stops."""
    done = run.invoke(app, ["replay", str(damaged)])
    assert done.exit_code == 1
    shown = re.search(r"to act: seat (\d) \(random (\d)\)", done.stdout)
    assert shown is not None
    assert shown[2] == shown[1]
    assert f"seat {shown[1]} must act" in done.stderr
    assert "50 Elektro, no cities, no plants; no fuel" in done.stdout


def test_no_command_prints_a_seat_0(damaged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command prints for people counts seats from 1: moves, results, invariants and refusals."""
    _, _, whole = playout(kilowatt.ruleset("recharged/germany", 3), Random(4), logged=True)
    named, bare = tmp_path / "named.jsonl", tmp_path / "bare.jsonl"
    whole.write(named)
    lines = whole.lines()
    lines[0] = json.dumps({**json.loads(lines[0]), "players": []})
    bare.write_text("\n".join(lines) + "\n", encoding="utf-8")
    page, out = str(tmp_path / "page.html"), str(tmp_path)
    commands = [[name, str(file)] for name in ("replay", "verify") for file in (named, bare, damaged)]
    commands += [["report", str(bare), "-o", page], ["review", str(bare), "--check", "9"]]
    commands += [["picture", str(bare), "--out", f"{out}/board.svg"], ["play", "--terminal", "--seat", "9"]]
    simulated = ["simulate", "--ruleset", "card-game", "--seats", "3", "--games", "1", "--check", "--out", out]
    printed = [run.invoke(app, words).output for words in commands]
    poor = kilowatt.Table(kilowatt.ruleset("card-game", 3), seed=1).state
    poor.money[:] = [-1, -2, -3]
    monkeypatch.setattr("kilowatt.table.playout.check", lambda _: kilowatt.check(poor))
    printed += [run.invoke(app, simulated).output, (tmp_path / "page.html").read_text(encoding="utf-8")]
    text = "\n".join(printed)
    assert {"1", "2", "3"} <= set(re.findall(r"\bseat (\d)", text))
    assert re.findall(r"(?i).*\b(?:seat|order) 0\b.*", text) == []


def test_the_terminal_hides_money_that_the_table_hides() -> None:
    """A player sees the own money; that of rivals is a question mark where money is hidden."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3, {"money": "hidden"}), seed=1)
    lines = [line for line in described_table(table.state, ["Ann", "Bob", "Cem"], viewers=(1,)) if "Elektro;" in line]
    assert [line.partition(" Elektro")[0] for line in lines] == ["Ann: ?", "Bob: 50", "Cem: ?"]
    shown = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
    assert not [line for line in described_table(shown.state, ["Ann", "Bob", "Cem"]) if "?" in line]


def test_replay_has_no_names_of_its_own(damaged: Path) -> None:
    """A record without names is shown with seats alone."""
    lines = damaged.read_text(encoding="utf-8").splitlines()
    header = json.loads(lines[0])
    damaged.write_text("\n".join([json.dumps({**header, "players": []}), *lines[1:]]), encoding="utf-8")
    done = run.invoke(app, ["replay", str(damaged)])
    assert re.search(r"to act: seat \d\n", done.stdout)
    assert "Seat" not in done.stdout


def test_a_report_of_a_damaged_record_has_its_good_part(tmp_path: Path, damaged: Path) -> None:
    """The page is written of what is good, says that this is not all, and the exit code is 1."""
    done = run.invoke(app, ["report", str(damaged), "--out", str(tmp_path / "game.html")])
    assert done.exit_code == 1
    assert "damaged at line 12" in done.stderr
    assert "damaged at line 12" in (tmp_path / "game.html").read_text(encoding="utf-8")


def test_verify_says_when_a_source_is_of_no_use(tmp_path: Path) -> None:
    """A source for a record that is no fork is not passed over in silence."""
    _, _, record = playout(kilowatt.ruleset("card-game", 2), Random(1), logged=True)
    record.write(tmp_path / "game.jsonl")
    words = ["verify", str(tmp_path / "game.jsonl")]
    assert "not a fork" in run.invoke(app, [*words, "--source", str(tmp_path / "game.jsonl")]).output
    assert "not a fork" not in run.invoke(app, words).output


def test_a_german_game_in_the_terminal_is_german() -> None:
    """Prompt, help, moves, the table and every answer are in the language asked for."""
    typed = "moves\nlook\nhelp\nopen 99 3\nbla\nopen\nwhy open 3 3\nopen 3 3\nundo\nundo\nquit\n"
    words = ["play", "--terminal", "--language", "de", "--seats", "3", "--seed", "5", "--bots", "simple"]
    shown = run.invoke(app, words, input=typed).output
    for german in (
        "Du bist Gast, Platz 1.",
        "Runde 1, Stufe 1, Phase Auktion. Du hast 50 Elektro.",
        "Kraftwerke im Angebot: 3 (Öl 2, 1 Stadt), 4 (Kohle 2, 1 Stadt)",
        "Kraftwerke: keine; Rohstoffe: keine; keine Stadt.",
        "(bis 50)",
        "  open KRAFTWERK GEBOT",
        "Nicht erlaubt: ",
        "'bla' ist kein Zug",
        "'open'. So schreibt man es: open KRAFTWERK GEBOT",
        "Das ist erlaubt.",
        "Zurückgenommen.",
        "Auf Wiedersehen.",
    ):
        assert german in shown
    assert not re.search(r"\b(You|Round|Step|Not|Plants|cities|city|none|seat|phase)\b", shown)
    assert max(map(len, shown.splitlines())) <= 80


def test_the_terminal_plays_with_custom_cards(tmp_path: Path) -> None:
    """`kilowatt play --terminal` takes a custom deck and contractor cards, and names what is wrong with them."""
    deck = (Path(registry.__file__).parent / "data" / "decks" / "2016.toml").read_text()
    (tmp_path / "mine.toml").write_text(deck.replace("income = 5", "income = 77"))
    (tmp_path / "pay.toml").write_text("cards = [\n" + "{ first = 3, others = 1 },\n" * 5 + "]\n")
    words = ["play", "--terminal", "--ruleset", "card-game", "--seats", "3", "--seed", "5", "--bots", "simple"]
    words += ["--contractor-cards", str(tmp_path / "pay.toml"), "--deck", str(tmp_path / "mine.toml")]
    save = tmp_path / "game.jsonl"
    done = run.invoke(app, words, input=f"look\nsave {save}\nquit\n")
    assert "77" in done.output
    rules = kilowatt.replay(kilowatt.read_record(save)).rules
    assert rules.contractor == [(3, 1)] * 5
    (tmp_path / "mine.toml").write_text(deck.replace("income = 5", "cities = 5", 1))
    done = run.invoke(app, words)
    assert done.exit_code != 0
    assert "plant 3a: income: " in f"{done.output}{done.exception}"


def test_reconstructed_cards_are_marked() -> None:
    """The terminal marks every reconstructed card with a star and says what it means; printed decks have none."""
    table = kilowatt.Table(kilowatt.ruleset("card-game", 3), seed=3)
    lines = described_table(table.state, table.players)
    assert re.search(r"\b3a\* \(coal 2, income 5\)|\b4a\* \(coal 1, income 5\)|\b5a\* \(gas 1, income 6\)", lines[0])
    assert lines[-1].startswith("* The values of this card are reconstructed")
    printed = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=3)
    assert "*" not in "".join(described_table(printed.state, printed.players))


def test_the_moves_say_what_may_be_given_up() -> None:
    """Whoever must scrap a plant is told how much fuel may go with each."""
    row = ScrapChoice(0, "5", {"coal": 4, "oil": 3}, 4)
    assert described(row) == "scrap 5 (with it you may give up as much as 4 coal, 3 oil)"
    assert described(ScrapChoice(0, "13")) == "scrap 13"


def test_the_table_is_told_in_whole_phrases() -> None:
    """One city is a city, none is none, and nothing stands alone before a full stop."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 2), seed=3)
    empty = described_table(table.state, table.players)
    assert any(line.endswith("fuel: none; no city.") for line in empty)
    assert any(", 1 city)" in line for line in empty)
    chance = Random(1)
    while not any(len(seat["cities"]) == 1 for seat in kilowatt.snapshot(table.state)["seats"]):
        table.play(chance.choice(list(table.legal_actions())))
    told = "\n".join(described_table(table.state, table.players))
    assert re.search(r"; 1 city: \w+\.", told)
    assert " ." not in told
    assert "1 cities" not in told


def test_every_move_is_explained_in_every_language() -> None:
    """The catalogue has a line for each word of the notation."""
    for language in ("en", "de"):
        assert {f"how_{word}" for word in WORDS} <= set(catalogue(language)["terminal"])
    assert {word: catalogue("en")["terminal"][f"how_{word}"] for word in WORDS} == WORDS


def test_a_data_card_describes_the_whole_folder(tmp_path: Path) -> None:
    """Asked for fewer games than there are, the card still counts all of them."""
    words = ["dataset", "--ruleset", "card-game", "--seats", "2", "--bots", "simple", "--out", str(tmp_path / "set")]
    run.invoke(app, [*words, "--games", "3"])
    again = run.invoke(app, [*words, "--games", "1"])
    card = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    assert "- 3 games of the bots simple" in card
    assert "| simple | 6 |" in card
    assert again.output.startswith("3 games in ")
    assert run.invoke(app, [*words[:-1], str(tmp_path / "one"), "--games", "1"]).output.startswith("1 game in ")
