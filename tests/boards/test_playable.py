"""Games that could not be prepared or could not end are refused when their rules are composed."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise
from typing import Any

import msgspec
import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.board_checks import checked
from kilowatt.editions.board_file import PARTS_MOST, board_of, plain
from kilowatt.editions.board_fuel import tables_to_change
from kilowatt.editions.bounds import check_plain
from kilowatt.editions.compose import compose
from kilowatt.engine.refusals import NothingAllowed
from kilowatt.kernel import Batch
from kilowatt.protocol.views import board_view
from kilowatt.table.board_texts import found_text, remedy_text
from tests.boards.board_kit import small

OLD = 2
"""The last revision that composed these games."""


def line(count: int, **changes: Any) -> dict[str, Any]:
    """Return a board of two areas in one line of so many cities, for two players with and without the Trust."""
    ids = [f"c{n}" for n in range(count)]
    half = count // 2
    areas = [
        {
            "id": area,
            "name": f"Area {area}",
            "cities": [{"id": city, "name": city, "lat": 50.0, "lon": 8.0 + int(city[1:])} for city in cities],
        }
        for area, cities in (("a", ids[:half]), ("b", ids[half:]))
    ]
    numbers = {"source": "made up", "2": 2, "2-trust": 2}
    board = small(
        area=areas,
        connections=[[one, other, 3] for one, other in pairwise(ids)],
        areas=numbers,
        step2_cities=numbers,
        end_cities={"source": "made up", "2": 3, "2-trust": 3},
    )
    return {**board, **changes}


def test_the_trust_needs_six_linked_cities() -> None:
    """A zone of five cities is refused for two with the Trust, and is played without it. [R18-TR-03]"""
    with pytest.raises(kilowatt.BadOption, match="Trust begins in 6 linked cities, but a zone may have only 5"):
        kilowatt.ruleset("custom", 2, {"board": line(5)})
    assert kilowatt.ruleset("custom", 2, {"board": line(5), "trust": False}).trust_placements == ()
    assert len(kilowatt.ruleset("custom", 2, {"board": line(6)}).trust_placements) == 6


def test_the_trust_needs_six_cities_in_every_piece_of_a_zone() -> None:
    """A first house in a piece of two cities would leave no place for the second: refused. [R18-TR-03]"""
    board = line(9)
    board["area"].append(
        {"id": "c", "name": "Area c", "cities": [{"id": "bridge", "name": "bridge", "lat": 51.0, "lon": 9.0}]}
    )
    board["area"][0]["cities"].append({"id": "spur", "name": "spur", "lat": 52.0, "lon": 8.0})
    board["connections"] += [["spur", "bridge", 3], ["bridge", "c8", 3]]
    with pytest.raises(kilowatt.BadOption, match="may have only 1 in one piece"):
        kilowatt.ruleset("custom", 2, {"board": board})


def test_the_check_of_a_board_names_a_trust_without_room() -> None:
    """The workshop shows the finding with its numbers and a remedy, in both languages."""
    finding = {row.code: row for row in checked(board_of("test", line(5))).findings}["trust_crowded"]
    assert (finding.level, finding.args["wanted"], finding.args["smallest"]) == ("fix", 6, 5)
    for language in ("en", "de"):
        assert found_text(finding, language)
        assert "6" in remedy_text(finding, language)


def test_marked_starts_need_a_free_city_for_each_player() -> None:
    """Seven cities have one beside the Trust's six, too few for two marks; eight have two. [R18-DSC-06]"""
    with pytest.raises(kilowatt.BadOption, match=r"starting_cities: 2 players mark a city each.*only 1 beside"):
        kilowatt.ruleset("custom", 2, {"board": line(7), "starting_cities": True})
    assert kilowatt.ruleset("custom", 2, {"board": line(8), "starting_cities": True}).mark_fuel == 3


def test_marked_starts_need_a_token_for_each_player() -> None:
    """Without uranium beside the market there is nothing to mark a city with. [R18-DSC-01]"""
    fuel = tables_to_change("standard-2018")
    on_market = kilowatt.ruleset("recharged/germany", 3).tracks[0].start[3].bit_count()
    for tokens, seats in ((on_market, 3), (on_market + 2, 3), (on_market + 3, 3)):
        fuel["tokens"]["uranium"] = tokens
        options = {"board": small(fuel=fuel), "starting_cities": True}
        if tokens < on_market + seats:
            with pytest.raises(kilowatt.BadOption, match="starting_cities: 3 cities are marked with uranium, but only"):
                kilowatt.ruleset("custom", seats, options)
            assert compose("custom", seats, options, OLD).revision == OLD
        else:
            assert kilowatt.ruleset("custom", seats, options).tokens[3] == tokens


def test_a_hybrid_burns_two_different_fuels() -> None:
    """A hybrid of coal and coal is refused, in a game and in the check of its board; old records stay readable."""
    fuel = {**tables_to_change("standard-2018"), "hybrid": ["coal", "coal"]}
    with pytest.raises(kilowatt.BadOption, match="hybrid: expected two different fuels"):
        kilowatt.ruleset("custom", 3, {"board": small(fuel=fuel)})
    assert [row.code for row in checked(board_of("test", small(fuel=fuel))).faults] == ["hybrid_alike"]
    assert compose("custom", 3, {"board": small(fuel=fuel)}, OLD).mix == (0, 0)


def test_an_end_beyond_the_largest_piece_of_a_zone_is_refused() -> None:
    """Two areas of three cities in pieces of four and two cannot end a game of five cities."""
    raw = small(areas={"source": "test", "3": 2}, step2_cities={"source": "test", "3": 2})
    raw["connections"] = [["a1", "a2", 3], ["a2", "b1", 5], ["b1", "b2", 4], ["b2", "b3", 6], ["b3", "c1", 7],
                          ["c1", "c2", 5], ["c2", "c3", 4], ["c3", "a3", 6]]  # fmt: skip
    for end in (4, 5):
        raw["end_cities"] = {"source": "test", "3": end}
        if end == 4:
            assert kilowatt.ruleset("custom", 3, {"board": raw}).end_at == 4
        else:
            with pytest.raises(kilowatt.BadOption, match="5 cities end the game, but a zone may have only 4"):
                kilowatt.ruleset("custom", 3, {"board": raw})
            assert compose("custom", 3, {"board": raw}, OLD).end_at == end


def test_step_2_is_late_where_the_trust_fills_the_zone() -> None:
    """Of nine cities the Trust takes six, so two players with two each may be stuck before Step 2 at three."""
    numbers = {"source": "test", "2": 3, "2-trust": 3}
    board = line(9, step2_cities=numbers)
    late = [row for row in checked(board_of("test", board)).findings if row.code == "step2_late"]
    assert [row.args["players"] for row in late] == ["2"]
    early = line(9, step2_cities={"source": "test", "2": 2, "2-trust": 2})
    assert "step2_late" not in {row.code for row in checked(board_of("test", early)).findings}


def test_a_missing_refill_of_the_trust_is_named() -> None:
    """With the Trust two players use the refill of three; a board without that row says so."""
    fuel = tables_to_change("standard-2018")
    del fuel["market"][0]["refill"]["3"]
    board = line(8, fuel=fuel)
    with pytest.raises(kilowatt.BadOption, match=r"refill\.3: missing: the Trust counts as one more player"):
        kilowatt.ruleset("custom", 2, {"board": board})
    assert [row.code for row in checked(board_of("test", board)).faults] == ["trust_refill_missing"]


def test_a_deck_without_any_output_names_both() -> None:
    """A deck whose plants supply nothing is not taken for one of the card game."""
    own: dict[str, Any] = msgspec.to_builtins(registry.deck("2004"))
    for plant in own["plants"]:
        plant["cities"] = 0
    with pytest.raises(kilowatt.BadOption, match="plant 3: cities: expected 1 to 99 cities or, in the card game, inco"):
        kilowatt.ruleset("recharged/germany", 3, {"deck": own})


def parts(value: Any) -> int:
    """Count the values of plain data as the bounds do."""
    if isinstance(value, dict):
        return 1 + sum(map(parts, value.values()))
    return 1 + sum(map(parts, value)) if isinstance(value, list) else 1


def test_a_board_of_the_largest_size_has_a_record() -> None:
    """A board is refused where its form in a record would be; one that is taken is read back from its record."""
    free = PARTS_MOST - parts({**small(), "notes": []})
    with pytest.raises(kilowatt.BadOption, match=f"expected at most {PARTS_MOST} parts"):
        kilowatt.ruleset("custom", 3, {"board": small(notes=[""] * free)})
    added = parts(plain(board_of("test", small(notes=[""])))) - parts(small(notes=[""]))
    board = small(notes=[""] * (free - added))
    table = kilowatt.Table(kilowatt.ruleset("custom", 3, {"board": board}), seed=1)
    check_plain(table.rules.options["board"], "board", 2_000, PARTS_MOST)
    assert kilowatt.replay(kilowatt.read_record(table.record().lines())).seq == table.seq


@pytest.mark.parametrize("fault", ["size", "length", "character"])
def test_a_record_of_revision_2_keeps_its_board(fault: str) -> None:
    """A board that is refused now, for its size or a label, is replayed, shown and pickled as before."""
    board = small(notes=[""] * (PARTS_MOST - parts({**small(), "notes": []}) - 1))
    board["area"][0]["label"] = {"size": "A", "length": "A" * 65, "character": "<b>"}[fault]
    if fault != "size":
        board["notes"] = []
    with pytest.raises(kilowatt.BadOption, match="parts, those" if fault == "size" else "label"):
        kilowatt.ruleset("custom", 3, {"board": board})
    table = kilowatt.Table(compose("custom", 3, {"board": board}, OLD), seed=1)
    head, *entries = table.record().lines()
    header = json.loads(head)
    for embedded in (board, header["options"]["board"]):
        header["options"]["board"] = embedded
        again = kilowatt.replay(kilowatt.read_record([json.dumps(header), *entries]))
        assert kilowatt.snapshot(again.state) == kilowatt.snapshot(table.state)
        assert board_view(again.rules).layout is None
        assert pickle.loads(pickle.dumps(again.rules)).options == table.rules.options


@pytest.mark.parametrize(("cities", "marked", "ask"), [(5, False, "place_trust"), (7, True, "mark_start")])
def test_an_empty_menu_is_a_fault_and_not_a_move(cities: int, marked: bool, ask: str) -> None:
    """A game of revision 2 that stands still in its preparation raises, in the reference and in the kernel."""
    rules = compose("custom", 2, {"board": line(cities), "order": [0, 1], "starting_cities": marked}, OLD)
    table = kilowatt.Table(rules, seed=1)
    for _ in range(6 if marked else 5):
        table.play(table.legal_actions()[0])
    if marked:
        table.play(table.legal_actions()[0])
    with pytest.raises(NothingAllowed, match=ask):
        table.legal_actions()
    batch = Batch(rules, 2, seed=1)
    with pytest.raises(NothingAllowed):
        batch.play_out()
    stuck = Batch(rules)
    stuck.load(0, table.state)
    for question in (stuck.legal, stuck.menu, stuck.choose):
        with pytest.raises(NothingAllowed):
            question(0)
