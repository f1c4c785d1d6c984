"""The numbers of every data file: sums and counts of the checked transcriptions, so that no single one can slip."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.engine_board import make_board
from kilowatt.editions.schema import SEAT_KEYS
from kilowatt.engine.ids import FUELS

BOARDS = {
    # cities, areas, connections, sum of all costs
    "germany": (42, 6, 83, 998),
    "germany_classic": (42, 6, 83, 992),
    "usa": (42, 6, 86, 877),
    "usa_classic": (42, 6, 87, 907),
    "korea": (42, 6, 80, 840),
    "china": (42, 6, 83, 838),
    "europe": (49, 7, 104, 1216),
    "north_america": (49, 7, 99, 1230),
}
DETOURS = {"usa_classic": {("boise", "cheyenne"), ("cincinnati", "raleigh")}}
"""Connections that cost more than the way round, as printed; the reissue of 2018 dropped both."""
DECKS = {
    # plants, sums of numbers, needs, cities and incomes, plants with the first back
    "2004": (42, 999, 67, 156, 0, 13),
    "2014": (42, 999, 68, 157, 0, 13),
    "2016": (42, 730, 68, 0, 374, 13),
}
BASE = [(7, 9, 11), (8, 11, 11), (11, 15, 15), (14, 18, 18), (17, 23, 22)]
PLANNED = [(9, 9, 9), (11, 11, 9), (15, 15, 13), (18, 18, 16), (23, 23, 19)]
EAST = [(7, 12, 12), (7, 12, 12), (10, 16, 15), (12, 19, 19), (15, 24, 23)]
WEST = [(9, 9, 11), (9, 9, 11), (11, 12, 14), (14, 14, 18), (17, 17, 22)]
SQUARE = ([24, 24, 24, 12], [24, 24, 24, 12], [108, 108, 108, 88])
BOXES = ([27, 24, 20, 12], [27, 24, 20, 12], [117, 108, 108, 69])
REISSUE = ([24, 24, 24, 12], [24, 20, 24, 12], [102, 108, 108, 69])
FUEL = {
    # tokens, spaces and sum of prices of each fuel; tokens at the start; refill of all fuels by seats and step
    "original/germany": (*SQUARE, [24, 18, 6, 2], BASE),
    "original/korea": (*SQUARE, [24, 18, 6, 2], BASE),
    "original/china": (*SQUARE, [12, 12, 6, 0], PLANNED),
    "deluxe/europe": (*BOXES, [21, 18, 16, 4], EAST),
    "deluxe/north-america": (*BOXES, [21, 18, 14, 2], WEST),
    "recharged/germany": (*SQUARE, [24, 18, 9, 2], BASE),
    "recharged/europe": (*REISSUE, [20, 16, 18, 4], EAST),
    "recharged/north-america": (*REISSUE, [20, 14, 18, 2], WEST),
}
REFILL_A_FUEL = {
    # each fuel's refill added up over all seats and steps: a number moved from one fuel to another shows here
    "original/germany": [76, 62, 46, 26],
    "original/korea": [76, 62, 46, 26],
    "original/china": [83, 66, 40, 29],
    "deluxe/europe": [69, 65, 51, 30],
    "deluxe/north-america": [63, 54, 48, 32],
    "recharged/germany": [76, 62, 46, 26],
    "recharged/europe": [69, 51, 65, 30],
    "recharged/north-america": [63, 48, 54, 32],
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_has_the_cities_and_connections_of_the_printed_one(name: str) -> None:
    """Cities, areas of seven, connections and the sum of their costs are those of the checked transcription."""
    board = make_board(registry.board(name))
    costs = sum(cost for _, _, cost in board.links)
    assert (len(board.cities), len(board.areas), len(board.links), costs) == BOARDS[name]
    assert all(area.cities.bit_count() == 7 for area in board.areas)


@pytest.mark.parametrize("name", BOARDS)
def test_connections_are_plausible(name: str) -> None:
    """Every city can be reached, no connection is dearer than a detour but two that are printed so."""
    board = make_board(registry.board(name))
    everything = board.zone(tuple(range(len(board.areas))))
    table = board.distances(everything)
    for a, b, cost in board.links:
        dearer = (board.cities[a].id, board.cities[b].id) in DETOURS[name] if name in DETOURS else False
        assert table[a][b] == table[b][a]
        assert (table[a][b] < cost) == dearer
    assert all(table[0][city] < 1000 for city in range(len(board.cities)))
    assert all(links & ~(1 << area) for area, links in enumerate(board.area_links))


@pytest.mark.parametrize("name", DECKS)
def test_the_deck_has_the_plants_of_the_printed_one(name: str) -> None:
    """Plants and the sums of their numbers are those of the checked list."""
    deck = registry.deck(name)
    plants = deck.plants
    sums = tuple(sum(getattr(plant, key) for plant in plants) for key in ("number", "need", "cities", "income"))
    assert (len(plants), *sums, sum(plant.back == deck.backs[0] for plant in plants)) == DECKS[name]


@pytest.mark.parametrize("name", FUEL)
def test_fuel_tables_add_up(name: str) -> None:
    """Tokens, spaces, prices, starting fill and refill add up as printed."""
    tokens, spaces, prices, start, refill = FUEL[name]
    rules = kilowatt.ruleset(name, 4)
    assert rules.tokens == tokens
    assert [sum(len(track.prices[f]) for track in rules.tracks) for f in range(FUELS)] == spaces
    assert [sum(sum(track.prices[f]) for track in rules.tracks) for f in range(FUELS)] == prices
    assert [sum(track.start[f].bit_count() for track in rules.tracks) for f in range(FUELS)] == start
    fuels = [0] * FUELS
    for seats in range(2, 7):
        tracks = kilowatt.ruleset(name, seats, {"trust": False}).tracks
        rows = tuple(sum(sum(track.refill[step]) for track in tracks) for step in range(3))
        assert rows == refill[seats - 2], seats
        for f in range(FUELS):
            fuels[f] += sum(track.refill[step][f] for track in tracks for step in range(3))
    assert fuels == REFILL_A_FUEL[name]


def test_the_two_korean_markets_together_are_the_base_market() -> None:
    """North and south refill together what the base game refills, fuel by fuel."""
    for seats in range(2, 7):
        base = kilowatt.ruleset("original/germany", seats).tracks[0].refill
        north, south = kilowatt.ruleset("original/korea", seats).tracks
        assert [
            [a + b for a, b in zip(*rows, strict=True)] for rows in zip(north.refill, south.refill, strict=True)
        ] == base


@pytest.mark.parametrize("edition", ["original", "deluxe", "recharged"])
def test_edition_tables(edition: str) -> None:
    """Thresholds, areas, limits, removals, payments and houses are those of the edition."""
    rows = registry.edition(edition)
    old = edition == "original"
    assert rows.start_money.value == 50
    assert rows.payment is not None
    assert (len(rows.payment.values), sum(rows.payment.values)) == (21, 2015)
    assert rows.house_costs is not None
    assert rows.house_costs.values == [10, 15, 20]
    for table, values in (
        (rows.areas, [3, 3, 3, 4, 5, 5]),
        (rows.step2_cities, [7, 10, 7, 7, 7, 6]),
        (rows.end_cities, [18, 21, 17, 17, 15, 14]),
        (rows.plant_limit, [3, 4, 3, 3, 3, 3]),
    ):
        assert table is not None
        assert [table[key] for key in SEAT_KEYS] == values
    removed = [rows.removed.get(key) for key in SEAT_KEYS]
    assert removed == ([None, [8], [8], [4], [0], [0]] if old else [[1, 5], [2, 6], [2, 6], [1, 3], [0, 0], [0, 0]])
    assert (rows.trust.houses, rows.trust.placements) == (16, [0, 1, 1, 0, 0, 1])
    assert rows.tables.current_size == 4


def test_card_game_tables() -> None:
    """The card game's money, limits, columns and fuel cards add up as printed."""
    rows = registry.edition("card-game")
    assert rows.start_money.value == 12
    assert rows.least_income is not None
    assert rows.least_income.value == 1
    assert [rows.plant_limit[key] for key in SEAT_KEYS] == [3, 4, 3, 3, 3, 3]
    assert [rows.removed[key] for key in SEAT_KEYS] == [[1, 5], [1, 5], [2, 6], [1, 3], [0, 0], [0, 0]]
    assert (rows.trust.houses, rows.tables.current_size) == (0, 4)
    for seats, columns, cards, units in (
        (2, 4, 24, 46),
        (3, 4, 24, 46),
        (4, 5, 30, 59),
        (5, 6, 36, 69),
        (6, 6, 36, 69),
    ):
        rules = kilowatt.ruleset("card-game", seats)
        assert rules.columns == columns
        assert sum(rules.fuel_cards) == cards
        assert sum(count * (kind % 4) for kind, count in enumerate(rules.fuel_cards)) == units
        assert rules.column_prices == (0, 1, 2, 3, 4)
        assert rules.tokens == [2, 2, 2, 1]
        assert [sum(count * (kind % 4) for kind, count in enumerate(extra)) for extra in rules.extra_cards] == [7, 11]
        assert [sum(extra) for extra in rules.extra_cards] == [4, 4]
    by_fuel = kilowatt.ruleset("card-game", 6).fuel_cards
    assert [sum(by_fuel[fuel * 4 : fuel * 4 + 4]) for fuel in range(FUELS)] == [12, 10, 9, 5]


def test_contractor_cards() -> None:
    """Five cards in the card game, the first printed as 1 and 0; six in the board games, all reconstructed."""
    cards = registry.contractors()
    assert [(c.first, c.others) for c in cards["card-game"].cards] == [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)]
    assert [(c.first, c.others) for c in cards["board"].cards] == [(2, 1), (4, 2), (6, 3), (8, 4), (10, 5), (12, 6)]
    assert [c.printed for c in cards["card-game"].cards] == [True, False, False, False, False]
    assert not any(c.printed for c in cards["board"].cards)


def test_the_planned_market_has_its_printed_sizes() -> None:
    """Market sizes and least additions by number of players, and four plants at the last."""
    market = registry.board("china").rules
    assert market is not None
    row = market.policies["plant_market"]
    assert [row["sizes"][key] for key in SEAT_KEYS] == [2, 2, 2, 3, 4, 5]
    assert [row["minimum"][key] for key in SEAT_KEYS] == [1, 1, 1, 2, 2, 3]
    assert row["last_size"] == 4
    assert market.stack is not None
    assert (market.stack.sorted_up_to, market.stack.shuffled_up_to) == (30, 35)
    gone = market.stack.removed
    assert [len(gone[key]) for key in SEAT_KEYS] == [11, 11, 11, 7, 3, 3]
    assert [sum(map(int, gone[key])) for key in SEAT_KEYS] == [214, 214, 214, 139, 40, 40]


def test_every_source_is_explained() -> None:
    """Every table names a source, and every name of a source is explained."""
    known = registry.sources()
    for name in BOARDS:
        assert registry.board(name).source
    for name in DECKS:
        assert registry.deck(name).source.split(" ")[0].split(",")[0] in known
