"""Cards of one's own on a server: only what its owner installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import kilowatt
from kilowatt import protocol as wire
from kilowatt.client import Client, ServerSaidNo
from kilowatt.editions import registry
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
