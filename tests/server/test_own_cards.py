"""Custom cards on a server: only what its owner installed, checked, and read again when it changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kilowatt
from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.editions import registry
from kilowatt.server.game.card_check import check_cards
from tests.server.kit import run, serving, sqlite

DECKS = Path(registry.__file__).parent / "data" / "decks"
SEATS = [wire.SeatPlan("person", None, "Anna"), wire.SeatPlan("open"), wire.SeatPlan("open")]


def test_a_table_names_installed_cards_and_brings_none(tmp_path: Path) -> None:
    """An installed deck is played by its name; a name that is not installed and cards in a request are refused."""
    cards = tmp_path / "cards"
    cards.mkdir()
    shutil.copy(DECKS / "2016.toml", cards / "my-box.deck.toml")
    (cards / "broken.deck.toml").write_text("plants = [")

    async def play() -> None:
        async with serving(sqlite(tmp_path), cards=str(cards)) as server, Client(server.url) as anna:
            made = await anna.create(wire.CreateTable("card-game", SEATS, {"deck": "my-box"}))
            assert made.table.ruleset == "card-game"
            for deck in ("your-box", "broken", "../my-box", kilowatt.read_deck(DECKS / "2016.toml")):
                with pytest.raises(ServerSaidNo) as caught:
                    await anna.create(wire.CreateTable("card-game", SEATS, {"deck": deck}))
                assert caught.value.code == "bad_option"
                assert "my-box" in caught.value.text

    run(play())


def test_a_corrected_file_is_played_without_a_restart(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A refused file is in the log with card and field; once it is corrected a table gets its cards."""
    cards = tmp_path / "cards"
    cards.mkdir()
    good = (DECKS / "2016.toml").read_text()
    path = cards / "my-box.deck.toml"
    path.write_text(good.replace("income = 5", "cities = 5", 1))

    async def play() -> None:
        with caplog.at_level("WARNING", "kilowatt"):
            async with serving(sqlite(tmp_path), cards=str(cards)) as server, Client(server.url) as anna:
                asked = wire.CreateTable("card-game", SEATS, {"deck": "my-box"})
                with pytest.raises(ServerSaidNo) as caught:
                    await anna.create(asked)
                assert "installed cards: none" in caught.value.text
                path.write_text(good)
                assert (await anna.create(asked)).table.ruleset == "card-game"

    run(play())
    (line,) = [record for record in caplog.records if record.message == "cards refused"]
    assert line.fields["why"].startswith("my-box.deck.toml: plant 3a: income: ")  # type: ignore[attr-defined]


def test_cards_that_fit_no_game_are_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A deck that can be read but has a plant too few is in the log as soon as the server starts."""
    lines = (DECKS / "2016.toml").read_text().split("\n")
    last = max(number for number, line in enumerate(lines) if line.startswith("  { id"))
    (tmp_path / "short.deck.toml").write_text("\n".join(lines[:last] + lines[last + 1 :]))

    async def start() -> None:
        with caplog.at_level("WARNING", "kilowatt"):
            async with serving(sqlite(tmp_path), cards=str(tmp_path)):
                pass

    run(start())
    (line,) = [record for record in caplog.records if record.message == "cards refused"]
    assert "expected 29 plants with the back 'big', not 28" in line.fields["why"]  # type: ignore[attr-defined]


def test_every_installed_file_is_checked(tmp_path: Path) -> None:
    """The check names each file that is refused and why, also cards that fit no game or too few players."""
    good = (DECKS / "2016.toml").read_text()
    few = "[[fuel_cards]]\ncoal = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
    texts = {
        "box.deck.toml": good,
        "few.deck.toml": good + few,
        "odd.deck.toml": good.replace('"one-more-round"', '"last"'),
        "My Box.deck.toml": good,
        "mine.toml": good,
        "pay.contractor_cards.toml": "cards = [\n" + "{ first = 3, others = 1 },\n" * 6 + "]\n",
        "two.contractor_cards.toml": "cards = [{ first = 3, others = 1 }, { first = 3, others = 1 }]",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    lines: list[str] = []
    assert check_cards(str(tmp_path), lines.append) == 1
    told = dict(line.split(": ", 1) for line in lines[:-1])
    assert set(told) == set(texts)
    assert told["box.deck.toml"] == "good, by the name 'box' of the option deck"
    assert told["pay.contractor_cards.toml"].startswith("good")
    assert told["few.deck.toml"].startswith("card-game for 4: fuel_cards: expected at least 15 cards for 4 players")
    assert told["odd.deck.toml"].startswith("fits no game: expected the backs and the end card of an edition")
    assert told["My Box.deck.toml"] == "expected a name of up to 40 small letters, digits and hyphens"
    assert told["mine.toml"] == "expected a name like NAME.deck.toml or NAME.contractor_cards.toml"
    assert told["two.contractor_cards.toml"] == "fits no game: expected 5 or 6 cards"
    assert lines[-1] == f"7 files in {tmp_path}, 5 refused"
    for name in texts:
        if not told[name].startswith("good"):
            (tmp_path / name).unlink()
    assert check_cards(str(tmp_path), lines.append) == 0
    assert check_cards("", lines.append) == 2


def test_a_record_with_foreign_cards_is_refused(tmp_path: Path) -> None:
    """A record is taken in if its cards are the printed ones or installed, and refused if they are neither."""

    async def play() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna:
            plain = kilowatt.Table(kilowatt.ruleset("card-game", 3, {"contractor": True}), seed=1)
            taken = await anna.import_record("\n".join(plain.record().lines()))
            assert taken.table.ruleset == "card-game"
            deck = kilowatt.read_deck(DECKS / "2016.toml")
            own = kilowatt.Table(kilowatt.ruleset("card-game", 3, {"deck": deck}), seed=1)
            with pytest.raises(ServerSaidNo) as caught:
                await anna.import_record("\n".join(own.record().lines()))
            assert caught.value.code == "bad_option"

    run(play())
