"""Names: visible, in one script, and none at a table looks like another."""

# ruff: noqa: RUF001 - letters that look alike are what is tested

from pathlib import Path

import pytest

from kilowatt.client import Client
from kilowatt.host.errors import Denied
from kilowatt.host.names import checked_name, make_distinct, plain_name, skeleton
from kilowatt.host.seating import BOT_NAMES, bot_name
from kilowatt.protocol import ChangeSeat, CreateTable, QuickTable, SeatPlan
from tests.server.kit import run, serving, sqlite
from tests.server.seats import refused

OPEN = SeatPlan("open")


@pytest.mark.parametrize(
    "blank",
    ["", "   ", "\u200b", "\u3164\u3164", "\u2800", "\u115f\u1160", "\u00ad", "\u0301\u0301", "\ufe0f", "\u202e\u2066"],
)
def test_a_blank_name_is_no_name(blank: str) -> None:
    """A name of which nothing can be seen is refused."""
    with pytest.raises(Denied) as caught:
        checked_name(blank)
    assert caught.value.code == "name_needed"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann \t B ", "Ann B"),
        ("Ａｎｎ", "Ann"),
        ("A\u202enn", "A nn"),
        ("Z" + "\u0310" * 20, "Z" + "\u0310" * 2),
        ("Jo\u0308rg", "Jörg"),
        ("🎲", "🎲"),
        ("山田 Taro", "山田 Taro"),
    ],
)
def test_a_name_is_shown_in_its_plain_form(given: str, shown: str) -> None:
    """Wide letters, controls and piles of accents become the plain line that everybody sees."""
    assert plain_name(given) == shown


@pytest.mark.parametrize("mixed", ["Аnn", "Αnn", "Bоb", "Paυl"])
def test_a_name_keeps_to_one_script(mixed: str) -> None:
    """Latin with a Cyrillic or Greek letter among it is refused, and the scripts are named."""
    with pytest.raises(Denied) as caught:
        checked_name(mixed)
    assert caught.value.code == "name_mixed"
    assert "Latin" in caught.value.text()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "A n n"),
        ("Bill", "BiII"),
        ("Bob", "B0b"),
        ("Carner", "Camer"),
        ("Jörg", "Jorg"),
        ("cope", "соре"),
        ("HANNA", "НАΝΝА"),
        ("Ann.", "Ann"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    """Case, spaces, accents, look-alike digits and letters of other scripts make no other name."""
    assert skeleton(one) == skeleton(other)


def test_names_that_differ_keep_their_skeletons_apart() -> None:
    """Bots' names, numbered players and ordinary names are told apart."""
    names = [
        *BOT_NAMES,
        *(f"Player {number}" for number in range(1, 7)),
        "Ann",
        "Anna",
        "Bob",
        "Rob",
        "Иван",
        "山田",
        "🎲",
        "🎯",
    ]
    assert len({skeleton(name) for name in names}) == len(names)


def test_no_two_people_at_a_table_look_alike(tmp_path: Path) -> None:
    """Joining under a name that looks like another's is refused with that name; so is a table of two alike."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann, Client(server.url) as eve:
            code = (
                await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name="Bill"), OPEN, OPEN]))
            ).table.code
            for name in ("BiII", "b.ill", "B1ll"):
                error = await refused(eve.join(code, name))
                assert (error.code, error.details["other"]) == ("name_taken", "Bill")
            assert (await refused(eve.join(code, "Еve"))).code == "name_mixed"
            assert (await refused(eve.join(code, "\u3164"))).code == "name_needed"
            assert (await eve.join(code, "Eve")).table.yours == [1]
            twice = [SeatPlan("person", name="Ann"), SeatPlan("person", name="ANN")]
            assert (await refused(ann.create(CreateTable("recharged/germany", twice)))).code == "name_taken"

    run(check())


def test_bots_give_way_to_peoples_names(tmp_path: Path) -> None:
    """A person may be called like a bot: the bot then takes another name, whenever it comes to the table."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            quick = await ann.quick(QuickTable(name="Ampere", level="random"))
            assert quick.table.seats[0].name == "Ampere"
            assert len({skeleton(seat.name) for seat in quick.table.seats}) == 4
            code = (
                await ann.create(CreateTable("recharged/germany", [SeatPlan("person", name="Ohm"), OPEN, OPEN]))
            ).table.code
            await ann.change_seat(code, 1, ChangeSeat("bot", "random"))
            shown = await ann.change_seat(code, 2, ChangeSeat("bot", "random"))
            assert len({skeleton(seat.name) for seat in shown.table.seats}) == 3

    run(check())
    assert bot_name(3, BOT_NAMES) == "Bot 4"


def test_names_nobody_can_change_are_numbered() -> None:
    """Players of an imported record who look alike are numbered."""
    assert make_distinct(["Ann", "ANN", "Bob", "A.nn"]) == ["Ann", "ANN 2", "Bob", "A.nn 3"]
