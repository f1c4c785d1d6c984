"""Checks of a board: each finding with its place and remedy, and none that is not there."""

from __future__ import annotations

import math
from typing import Any

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.board_checks import checked
from kilowatt.editions.board_drawn import DRAWN, drawn_findings
from kilowatt.editions.board_file import board_of, board_of_text, plain
from kilowatt.editions.board_fuel import tables_to_change
from kilowatt.editions.board_network import Finding
from kilowatt.editions.board_new import board_of_cities, proposed_tables
from kilowatt.editions.board_writing import board_text
from kilowatt.editions.drawing.svg import board_svg
from kilowatt.table.board_texts import _texts, found_text, remedy_text
from tests.boards.board_kit import OURS, drawn, small


def findings(raw: dict[str, Any]) -> dict[str, Finding]:
    """Return the findings of a board by their codes."""
    return {finding.code: finding for finding in checked(board_of("test", raw)).findings}


@pytest.mark.parametrize("ruleset", OURS)
def test_our_boards_can_be_played_and_read(ruleset: str) -> None:
    """A copy of a board of ours has nothing to fix, for two to six players, and nothing on it overlaps."""
    report = checked(drawn(ruleset))
    assert report.faults == []
    assert report.seats == [2, 3, 4, 5, 6]
    assert not {finding.code for finding in report.findings} & {*DRAWN}


def without(city: str) -> dict[str, Any]:
    """Return the small board without the links of a city."""
    raw = small()
    raw["connections"] = [link for link in raw["connections"] if city not in link]
    return raw


def test_a_city_without_a_link_must_be_fixed() -> None:
    """An unlinked city is named, and so is what to do."""
    finding = findings(without("b2"))["city_unlinked"]
    assert (finding.level, finding.cities, finding.field) == ("fix", ["b2"], "connections")
    assert found_text(finding) == "B 2 has no link"
    assert "Link it" in remedy_text(finding)
    assert found_text(finding, "de") == "B 2 hat keine Verbindung"


def test_an_area_in_two_pieces_is_found() -> None:
    """An area whose cities are joined only through another area is worth a look."""
    raw = small()
    raw["connections"] = [link for link in raw["connections"] if link[:2] != ["b2", "b3"]]
    finding = findings(raw)["area_in_pieces"]
    assert (finding.level, finding.areas, finding.cities) == ("look", ["b"], ["b3"])


def test_a_board_in_pieces_must_be_fixed() -> None:
    """Cities that no way reaches are named."""
    raw = small()
    raw["connections"] = [link for link in raw["connections"] if link[0][0] == link[1][0]]
    assert findings(raw)["board_in_pieces"].level == "fix"


def test_zones_that_are_not_connected_are_found_by_number_of_players() -> None:
    """A zone that cuts a city off is reported with the city and the numbers of players."""
    raw = small(areas={"source": "test", "2-trust": 3, "2": 3, "3": 2, "4": 3})
    raw["end_cities"] = {"source": "test", "2-trust": 6, "2": 6, "3": 4, "4": 6}
    raw["connections"] = [["a1", "a2", 3], ["a2", "b1", 5], ["b1", "b2", 4], ["b2", "b3", 6], ["b3", "c1", 7],
                          ["c1", "c2", 5], ["c2", "c3", 4], ["c3", "a3", 6]]  # fmt: skip
    faults = [finding for finding in checked(board_of("test", raw)).findings if finding.code == "zone_in_pieces"]
    assert [(finding.cities, finding.args["players"]) for finding in faults] == [(["a3"], "3"), (["a1", "a2"], "3")]


def test_an_end_that_cannot_be_reached_must_be_fixed() -> None:
    """More cities to end the game than a zone has is a fault, for the numbers of players that it concerns."""
    raw = small(end_cities={"source": "test", "2-trust": 6, "2": 6, "3": 10, "4": 6})
    finding = findings(raw)["end_unreachable"]
    assert (finding.level, finding.field, finding.args["players"]) == ("fix", "end_cities.3", "3")


def test_two_cities_of_one_name_must_be_fixed() -> None:
    """Players could not tell them apart."""
    raw = small()
    raw["area"][0]["cities"][1]["name"] = "a 1"
    assert findings(raw)["same_name"].cities == ["a1", "a2"]


def test_costs_out_of_proportion_are_found() -> None:
    """A link that costs far more than others of its length is found, with what they cost; the others are not."""
    raw = small()
    raw["connections"][0][2] = 60
    faults = [finding for finding in checked(board_of("test", raw)).findings if finding.code == "cost_off"]
    assert [("a1", "a2")] in [finding.links for finding in faults]
    assert [("a1", "a2")] not in [finding.links for finding in checked(board_of("test", small())).findings]
    assert findings(raw)["link_useless"].args["around"] < 60


def with_layout(places: dict[str, list[Any]]) -> dict[str, Any]:
    """Return the small board drawn as a ring, but for some cities."""
    cities = [city["id"] for area in small()["area"] for city in area["cities"]]
    turns = {city: 2 * math.pi * n / len(cities) for n, city in enumerate(cities)}
    ring = {city: [300 * math.cos(turn), 300 * math.sin(turn), "n"] for city, turn in turns.items()}
    return small(layout={"scale": 1.0, "cities": {**ring, **places}})


def test_what_cannot_be_read_on_the_drawn_board_is_found() -> None:
    """Links that cross, names that overlap and cities that touch are found with their places."""
    assert findings(with_layout({}))["drawn_clear"].level == "fine"
    crossing = findings(with_layout({"b2": [400.0, 100.0, "n"]}))
    assert crossing["links_cross"].links
    close = findings(with_layout({"a2": [310.0, 0.0, "n"]}))
    assert close["cities_close"].cities == ["a1", "a2"]
    assert "drawn_clear" not in close
    assert findings(with_layout({"a2": [312.0, 0.0, "n"]}))["labels_overlap"].cities == ["a1", "a2"]


def across(city: list[Any], **places: list[Any]) -> dict[str, Finding]:
    """Return the findings of the ring with a link across it, and c2 somewhere, linked to c3."""
    raw = with_layout({"a3": [-250.0, 0.0, "s"], "b1": [250.0, 0.0, "s"], "c2": city, **places})
    raw["connections"] = [["a3", "b1", 5], ["c2", "c3", 4]]
    return {finding.code: finding for finding in drawn_findings(board_of("test", raw))}


def test_links_through_a_city_and_covered_costs_are_found() -> None:
    """A link through a city's marker, a cost under a city, a name or another cost are found with their places."""
    through = across([90.0, 9.0, "s"])["link_through"]
    assert (through.level, through.cities, through.links) == ("look", ["c2"], [("a3", "b1")])
    assert found_text(through) == "A 3 - B 1 runs through C 2"
    assert "link_through" not in across([90.0, 14.0, "s"])
    under = across([0.0, 15.0, ""])["cost_covered"]
    assert (under.cities, under.links) == (["c2"], [("a3", "b1")])
    assert found_text(across([0.0, 24.0, "n"])["cost_covered"]) == "The 5 of A 3 - B 1 is covered by C 2"
    assert "cost_covered" not in across([0.0, 24.0, "s"])
    both = across([10.0, -200.0, "n"], c3=[-10.0, 200.0, "s"])["costs_overlap"]
    assert both.links == [("c2", "c3"), ("a3", "b1")]


def test_every_finding_has_its_sentences_in_both_languages() -> None:
    """The catalogues of both languages have the same codes, found and remedied."""
    english, german = _texts("en"), _texts("de")
    assert {*english["found"]} == {*english["remedy"]} == {*german["found"]} == {*german["remedy"]}


CITIES = "\n".join(
    ["name,lat,lon,area", *(f"City {n},{50 + (n * 7) % 5},{8 + n % 4 + n / 40},{'NSEW'[n % 4]}" for n in range(20))]
)


def test_a_list_of_cities_becomes_a_playable_board() -> None:
    """Proposed links are planar and join every city, costs follow the stated formula, and nothing must be fixed."""
    board = board_of_cities("cities.csv", CITIES, "Mine")
    report = checked(board)
    assert report.faults == []
    assert report.seats == [2, 3, 4, 5, 6]
    costs = sorted(cost for _, _, cost in board.connections)
    assert costs[len(costs) // 2] == 10
    drawn_board = board_of("drawn", {**_plain(board), "layout": {"scale": 0.4, "cities": _flat(board)}})
    assert "links_cross" not in {finding.code for finding in checked(drawn_board).findings}


def _plain(board: Any) -> dict[str, Any]:
    from kilowatt.editions.board_file import plain

    return plain(board)


def _flat(board: Any) -> dict[str, list[Any]]:
    from kilowatt.editions.drawing.places import globe

    return {city: [x * 100, y * 100, ""] for city, (x, y) in globe(board).items()}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a line per city"),
        ("A,1", "line 1: expected name, lat, lon, area"),
        ("A,north,2,W", "line 1: lat: expected degrees"),
        ("A,95,2,W", r"area\[0\].cities\[0\].lat"),
        ("\n".join(f"A{n},1,{n},W" for n in range(129)), "expected at most 128 cities"),
        ("\n".join(f"A{n},1,{n},{n}" for n in range(11)), "area: expected at most 10 areas"),
        ("<b>,1,2,W", "name: the character '<'"),
    ],
)
def test_a_bad_list_of_cities_is_refused_by_line_and_field(text: str, message: str) -> None:
    """A mistake in a list of cities is named."""
    with pytest.raises(ValueError, match=message):
        board_of_cities("cities.csv", text, "Mine")


def test_proposed_numbers_fit_the_board() -> None:
    """On a small board the proposed numbers leave nothing to fix, and nobody is stuck before Step 2 or the end."""
    raw = small()
    bare = {key: value for key, value in raw.items() if key not in ("areas", "step2_cities", "end_cities")}
    assert "end_unreachable" in findings(bare)
    fitted = {**bare, **proposed_tables(board_of("test", bare))}
    assert not {"end_unreachable", "step2_late", "end_late", "no_zone"} & {*findings(fitted)}


def test_numbers_proposed_for_twenty_cities_let_every_game_end() -> None:
    """Four players cannot fill all sixty spaces with fewer cities each than end the game; with two more they can."""
    cities = "\n".join(f"C{n},{50 + n // 5},{2 * (n % 5)},{'NESW'[n // 5]}" for n in range(20))
    raw = plain(board_of_cities("cities.csv", cities, "Mine"))
    assert raw["end_cities"]["4"] == 15
    assert "end_late" not in findings(raw)
    raw["end_cities"]["4"] = 17
    assert findings(raw)["end_late"].args == {"players": "4"}


def test_a_drawing_shows_names_as_text() -> None:
    """The picture has every city, link and area, and a name with an ampersand stands there as text."""
    raw = small()
    raw["area"][0]["cities"][0]["name"] = "Tom & Co"
    picture = board_svg(board_of("test", raw))
    assert "Tom &amp; Co" in picture
    assert picture.count("<line") == 9
    assert picture.count("<path") == 3


FUEL_FAULTS: list[tuple[str, Any, str, str]] = [
    ("tokens", {"coal": 5}, "fuel_short", "Coal: 24 at the start, but only 5 in the game"),
    ("spaces", {"oil": [[8, 3], [3, 3]]}, "prices_mixed", "Oil: prices are not in order"),
    ("start", {"uranium": [13, 16]}, "start_unsold", "Uranium: the start names the price 13, but no space has it"),
    ("refill", {"3": None}, "refill_missing", "The refill has no numbers for 3 players"),
]


@pytest.mark.parametrize(("part", "change", "code", "text"), FUEL_FAULTS, ids=[row[2] for row in FUEL_FAULTS])
def test_a_fault_in_own_fuel_tables_is_named(part: str, change: Any, code: str, text: str) -> None:
    """Tables that cannot be played give one finding that names fuel and remedy, and no number of players."""
    fuel = tables_to_change("standard-2018")
    table = fuel["tokens"] if part == "tokens" else fuel["market"][0][part]
    for key, value in change.items():
        if value is None:
            del table[key]
        else:
            table[key] = value
    report = checked(board_of("test", small(fuel=fuel)))
    assert [finding.code for finding in report.faults] == [code]
    assert found_text(report.faults[0]) == text
    assert remedy_text(report.faults[0])
    assert report.seats == []


def test_a_fuel_that_is_never_sold_is_worth_a_look() -> None:
    """Without a start and without a refill nobody can burn it; the board can be played all the same."""
    fuel = tables_to_change("standard-2018")
    del fuel["market"][0]["start"]["uranium"]
    for row in fuel["market"][0]["refill"].values():
        row["uranium"] = [0, 0, 0]
    report = checked(board_of("test", small(fuel=fuel)))
    assert [finding.args for finding in report.findings if finding.code == "fuel_never"] == [{"fuel": "uranium"}]
    assert report.seats == [2, 3, 4]


@pytest.mark.parametrize("name", registry.track_fuels())
def test_our_fuel_tables_are_copied_without_a_fault(name: str) -> None:
    """Tables of ours as a board's own play the same game, written to a file and read again."""
    two = len(registry.fuel(name).market) > 1
    changes: dict[str, Any] = {"rules": {"policies": {"fuel_supply": {"name": "twin_markets"}}}} if two else {}
    changes["edition"] = "deluxe" if "gas" in registry.fuel(name).fuels else "recharged"
    board = board_of("test", small(fuel=tables_to_change(name), **changes))
    found = [finding for finding in checked(board).findings if finding.field.startswith("fuel")]
    none = [fuel for fuel in registry.fuel(name).fuels if not registry.fuel(name).tokens[fuel]]
    assert [(finding.code, finding.args) for finding in found] == [("fuel_never", {"fuel": fuel}) for fuel in none]
    assert board_of_text("again", board_text(board)) == board
    own = kilowatt.ruleset("custom", 3, {"board": plain(board)})
    ours = kilowatt.ruleset("custom", 3, {"board": small(fuel=name, **changes)})
    assert (own.tokens, own.fuels) == (ours.tokens, ours.fuels)
    assert [(t.prices, t.start, t.refill) for t in own.tracks] == [(t.prices, t.start, t.refill) for t in ours.tracks]


def test_numbers_that_fit_no_game_are_explained_in_both_languages() -> None:
    """Too many areas, an end out of reach and a late Step 2 each have a sentence with their numbers."""
    numbers = {"source": "made up", "3": 9}
    broken = findings(small(areas={"source": "made up", "3": 4}, step2_cities=numbers, end_cities=numbers))
    late = findings(small(step2_cities={"source": "made up", **dict.fromkeys("234", 7), "2-trust": 2}))
    far = findings(small(end_cities={"source": "made up", "3": 12}))
    assert remedy_text(broken["no_zone"]).startswith("No 4 areas form one piece.")
    assert remedy_text(late["step2_misfit"]) == "Choose 1 to 6 cities for Step 2; 6 end the game."
    assert remedy_text(far["end_unreachable"], "de").startswith("12 Städte beenden es, aber die Regionen im Spiel")
