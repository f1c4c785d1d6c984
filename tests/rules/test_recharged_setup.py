"""Recharged, preparation: zone, order, money, fuel market, opening plants and the stack."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

import kilowatt
from kilowatt.engine.actions import Action, Build, ChooseArea, MarkStart, Open, Pass, Reveal, SeatOrder, ShowBack, Zone
from kilowatt.engine.events import FuelRefilled
from tests import kit

if TYPE_CHECKING:
    from kilowatt.engine.state import State

GERMANY, USA = "recharged/germany", "recharged/usa"
BOTH = pytest.mark.parametrize("game", [GERMANY, USA])
ALL_SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
AREAS_IN_PLAY = [(2, 3), (3, 3), (4, 4), (5, 5), (6, 5)]

BORDERS = {
    GERMANY: {
        ("north_west", "north_east"),
        ("north_west", "west"),
        ("north_west", "east"),
        ("north_east", "east"),
        ("west", "east"),
        ("west", "south_west"),
        ("east", "south_west"),
        ("east", "south"),
        ("south_west", "south"),
    },
    USA: {
        ("northwest", "southwest"),
        ("northwest", "midwest"),
        ("northwest", "south_central"),
        ("southwest", "south_central"),
        ("midwest", "south_central"),
        ("midwest", "northeast"),
        ("midwest", "southeast"),
        ("south_central", "southeast"),
        ("northeast", "southeast"),
    },
}
"""Which areas of the two maps touch."""

OPENING = ["15", "3", "9", "7", "12", "5", "10", "4"]
"""The eight cards of the ledger's example, in the order they are turned up."""

REFILL = {
    2: [(3, 2, 1, 1), (4, 2, 2, 1), (3, 4, 3, 1)],
    3: [(4, 2, 1, 1), (5, 3, 2, 1), (3, 4, 3, 1)],
    4: [(5, 3, 2, 1), (6, 4, 3, 2), (4, 5, 4, 2)],
    5: [(5, 4, 3, 2), (7, 5, 3, 3), (5, 6, 5, 2)],
    6: [(7, 5, 3, 2), (9, 6, 5, 3), (6, 7, 6, 3)],
}
"""Coal, oil, garbage and uranium in Step 1, 2 and 3."""


def one_piece(areas: tuple[str, ...], borders: set[tuple[str, str]]) -> bool:
    """Return whether these areas are connected."""
    joined, rest = {areas[0]}, set(areas[1:])
    while near := {a for a in rest if any((a, b) in borders or (b, a) in borders for b in joined)}:
        joined |= near
        rest -= near
    return not rest


def opened(game: str, seats: int, **options: object) -> State:
    """A new game, its eight opening plants dealt as in the ledger's example and nothing more."""
    state = kilowatt.new_game(kilowatt.ruleset(game, seats, {"order": list(range(seats)), **options}))
    draws = iter(OPENING)
    while kilowatt.actor(state) == "chance":
        first = kilowatt.outcomes(state)[0][0]
        if not isinstance(first, Zone | SeatOrder | Reveal):
            break
        state, _ = kilowatt.play(state, Reveal(next(draws)) if isinstance(first, Reveal) else first)
    return state


@BOTH
def test_a_map_is_six_areas_of_seven_cities(game: str) -> None:
    """Each map has 42 different cities in 6 areas, 7 in each. [R18-SET-01]"""
    board = kilowatt.ruleset(game, 3).board
    assert len(board.areas) == 6
    assert len({city.id for city in board.cities}) == len(board.cities) == 42
    assert [sum(city.area == area for city in board.cities) for area in range(6)] == [7] * 6


@BOTH
@pytest.mark.parametrize(("seats", "count"), AREAS_IN_PLAY)
def test_a_chosen_zone_has_its_number_of_areas_in_one_piece(game: str, seats: int, count: int) -> None:
    """Of all sets of areas exactly the contiguous ones of 3, 3, 4, 5 and 5 areas are accepted. [R18-SET-02]"""
    areas = [area.id for area in kilowatt.ruleset(game, seats).board.areas]
    assert set(areas) == {area for border in BORDERS[game] for area in border}
    for size in range(1, 7):
        for zone in combinations(areas, size):
            if size == count and one_piece(zone, BORDERS[game]):
                assert kilowatt.ruleset(game, seats, {"zone": list(zone)}).options["zone"] == list(zone)
            else:
                with pytest.raises(kilowatt.BadOption) as error:
                    kilowatt.ruleset(game, seats, {"zone": list(zone)})
                assert error.value.option == "zone"


@BOTH
@pytest.mark.parametrize(("seats", "count"), AREAS_IN_PLAY)
def test_a_random_zone_is_any_contiguous_one(game: str, seats: int, count: int) -> None:
    """The zones that can be dealt are all contiguous ones of the right size, and no other. [R18-SET-02]"""
    rules = kilowatt.ruleset(game, seats, {"order": list(range(seats))})
    state = kilowatt.new_game(rules)
    while not isinstance(kilowatt.outcomes(state)[0][0], Zone):
        state, _ = kilowatt.play(state, kilowatt.outcomes(state)[0][0])
    dealt = {frozenset(zone.areas) for zone, _ in kilowatt.outcomes(state) if isinstance(zone, Zone)}
    every = combinations([area.id for area in rules.board.areas], count)
    assert dealt == {frozenset(zone) for zone in every if one_piece(zone, BORDERS[game])}


def test_a_drafted_zone_must_be_one_piece() -> None:
    """In a draft an area that leaves the zone in pieces is refused; the fourth ends it for four. [R18-SET-02]"""
    s = kit.deal_all(kilowatt.new_game(kilowatt.ruleset(GERMANY, 4, {"order": [0, 1, 2, 3], "zone": "draft"})))
    s = kit.act(s, ChooseArea(0, "north_east"))
    assert kit.refused(s, ChooseArea(1, "north_east")).rule == "R18-SET-02"
    s = kit.act(s, ChooseArea(1, "south_west"), ChooseArea(2, "south"))
    refusal = kit.refused(s, ChooseArea(3, "west"))
    assert (refusal.code, refusal.rule) == ("area_completes_no_zone", "R18-SET-02")
    s = kit.act(s, ChooseArea(3, "east"))
    s = kit.deal_all(s)
    assert set(kit.view(s)["areas"]) == {"north_east", "east", "south_west", "south"}
    assert kit.view(s)["phase"] == "auction"


def test_the_zone_is_everybodys() -> None:
    """Each of four players may start anywhere in the four areas, and areas are no border later. [R18-SET-03]"""
    zone = ["north_west", "west", "south_west", "south"]
    s = kit.situation(GERMANY, 4, phase="build", money=100, zone=zone, stack=["30"])
    board = s.rules.board
    inside = [city.id for city in board.cities if board.areas[city.area].id in zone]
    assert len(inside) == 28
    homes = ["bremen", "osnabrueck", "aachen", "passau"]
    for seat in (3, 2, 1, 0):
        taken = set(kit.view(s)["houses"])
        assert {city for city in inside if not kit.allowed(s, Build(seat, city))} == taken
        s = kit.act(s, Build(seat, homes[seat]))
        if seat == 1:  # from the west across the border to the north-west
            assert kilowatt.reach(s, 1)["hannover"] == (10, 16)
            s = kit.act(s, Build(1, "hannover"))
        s = kit.act(s, Pass(seat))


@BOTH
@ALL_SEATS
def test_everybody_starts_with_fifty_and_no_city(game: str, seats: int) -> None:
    """Each player begins with 50 el, no plant, no fuel and a city count of 0. [R18-SET-04] [R18-SET-05]"""
    rows = kit.view(kit.fresh(game, seats))["seats"]
    assert len(rows) == seats
    for row in rows:
        assert row["money"] == 50
        assert row["cities"] == []
        assert row["plants"] == []
        assert set(row["fuel"].values()) == {0}


def test_the_order_of_the_first_round_is_random() -> None:
    """All orders are equally likely; seeds 1 to 100 meet all six, and a seed repeats its own. [R18-SET-06]"""
    rules = kilowatt.ruleset(GERMANY, 3)
    first = kilowatt.outcomes(kilowatt.new_game(rules))
    assert {outcome.order for outcome, _ in first if isinstance(outcome, SeatOrder)} == {
        (0, 1, 2),
        (0, 2, 1),
        (1, 0, 2),
        (1, 2, 0),
        (2, 0, 1),
        (2, 1, 0),
    }
    assert len(first) == 6
    assert len({weight for _, weight in first}) == 1
    orders = [tuple(kit.view(kit.fresh(GERMANY, 3, seed))["order"]) for seed in range(1, 101)]
    assert len(set(orders)) == 6
    assert orders[:20] == [tuple(kit.view(kilowatt.Table(rules, seed=seed).state)["order"]) for seed in range(1, 21)]


@BOTH
def test_the_spaces_of_the_fuel_market(game: str) -> None:
    """Coal, oil, garbage have 3 spaces at each price 1-8, uranium single ones of 1-8, 10, 12, 14, 16. [R18-SET-07]"""
    three_each = [price for price in range(1, 9) for _ in range(3)]
    uranium = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16]
    rules = kilowatt.ruleset(game, 3)
    spaces = dict(zip(rules.fuels, rules.tracks[0].prices, strict=True))
    assert {fuel: sorted(row) for fuel, row in spaces.items()} == {
        "coal": three_each,
        "oil": three_each,
        "garbage": three_each,
        "uranium": uranium,
    }
    full = kit.situation(game, 3, tokens={"coal": 24, "oil": 24, "garbage": 24, "uranium": 12})
    assert kit.prices(full, "garbage", "main") == three_each
    assert kit.prices(full, "uranium", "main") == uranium
    assert set(kit.supply(full).values()) == {0}


@BOTH
@ALL_SEATS
def test_the_first_fill_of_the_fuel_market(game: str, seats: int) -> None:
    """Coal lies on 1-8, oil on 3-8, garbage on 6-8, uranium on 14 and 16. [R18-SET-08] [R18-SET-09]"""
    s = kit.fresh(game, seats)
    assert kit.prices(s, "coal", "main") == [price for price in range(1, 9) for _ in range(3)]
    assert kit.prices(s, "oil", "main") == [price for price in range(3, 9) for _ in range(3)]
    assert kit.prices(s, "garbage", "main") == [6, 6, 6, 7, 7, 7, 8, 8, 8]
    assert kit.prices(s, "uranium", "main") == [14, 16]


@BOTH
@ALL_SEATS
def test_the_supply_at_the_start(game: str, seats: int) -> None:
    """The supply is 0 of 24 coal, 6 of 24 oil, 15 of 24 garbage and 10 of 12 uranium. [R18-SET-10]"""
    s = kit.fresh(game, seats)
    assert kit.supply(s) == {"coal": 0, "oil": 6, "garbage": 15, "uranium": 10}
    on_market = {fuel: len(kit.prices(s, fuel, "main")) for fuel in kit.supply(s)}
    assert {fuel: on_market[fuel] + left for fuel, left in kit.supply(s).items()} == {
        "coal": 24,
        "oil": 24,
        "garbage": 24,
        "uranium": 12,
    }


@BOTH
def test_the_42_plants_and_their_backs(game: str) -> None:
    """The plants are 3-40, 42, 44, 46 and 50; 3 to 15 have a plug on the back, the other 29 a socket. [R18-SET-11]"""
    rules = kilowatt.ruleset(game, 3)
    numbers = [plant.number for plant in rules.plants]
    assert sorted(numbers) == [*range(3, 41), 42, 44, 46, 50]
    backs = {plant.number: rules.backs[plant.back] for plant in rules.plants}
    assert [number for number in numbers if backs[number] == "plug"] == list(range(3, 16))
    assert sum(back == "socket" for back in backs.values()) == 29


@BOTH
@ALL_SEATS
def test_the_opening_market(game: str, seats: int) -> None:
    """The cards 15, 3, 9, 7, 12, 5, 10, 4 make the market 3, 4, 5, 7 | 9, 10, 12, 15. [R18-SET-12]"""
    s = opened(game, seats)
    plants = kit.view(s)["plants"]
    assert plants["current"] == ["3", "4", "5", "7"]
    assert plants["future"] == ["9", "10", "12", "15"]


@ALL_SEATS
def test_only_plug_cards_open_the_market(seats: int) -> None:
    """Each of the eight opening draws is any remaining plug card, and all are equally likely. [R18-SET-12]"""
    s = kilowatt.new_game(kilowatt.ruleset(GERMANY, seats, {"order": list(range(seats))}))
    left = {str(number) for number in range(3, 16)}
    for name in OPENING:
        while not isinstance(kilowatt.outcomes(s)[0][0], Reveal):
            s, _ = kilowatt.play(s, kilowatt.outcomes(s)[0][0])
        outcomes = kilowatt.outcomes(s)
        assert {draw.plant for draw, _ in outcomes if isinstance(draw, Reveal)} == left
        assert len({weight for _, weight in outcomes}) == 1
        s, _ = kilowatt.play(s, Reveal(name))
        left.discard(name)
    following = kilowatt.outcomes(s)
    assert not any(isinstance(draw, Reveal) for draw, _ in following)


REMOVED = pytest.mark.parametrize(
    ("seats", "plugs", "sockets"), [(2, 1, 5), (3, 2, 6), (4, 1, 3), (5, 0, 0), (6, 0, 0)]
)
"""Plug and socket cards that go into the box unseen."""


@BOTH
@REMOVED
def test_cards_removed_unseen(game: str, seats: int, plugs: int, sockets: int) -> None:
    """One plug card is put aside, then the table's numbers of cards leave unseen. [R18-SET-13] [R18-SET-14]"""
    plants = kit.view(opened(game, seats))["plants"]
    assert plants["unseen"]["plug"] == {"left": 1 + 4 - plugs, "cards": ["6", "8", "11", "13", "14"]}
    socket_cards = [str(number) for number in (*range(16, 41), 42, 44, 46, 50)]
    assert plants["unseen"]["socket"] == {"left": 29 - sockets, "cards": socket_cards}
    # nobody can tell which of them are gone
    assert plants["removed"] == []


@BOTH
@pytest.mark.parametrize(("seats", "cards"), [(2, 28), (3, 26), (4, 30), (5, 34), (6, 34)])
def test_the_size_of_the_stack(game: str, seats: int, cards: int) -> None:
    """The stack begins with 28, 26, 30, 34 and 34 plants and the Step 3 card below them. [R18-SET-16]"""
    assert kit.view(opened(game, seats))["plants"]["stack"] == cards + 1


@REMOVED
def test_the_reserved_plug_card_lies_on_a_shuffled_stack(seats: int, plugs: int, sockets: int) -> None:
    """The top card is a plug card; the next is as likely a plug as there are plugs left. [R18-SET-15]"""
    s = opened(GERMANY, seats)
    assert kit.view(s)["plants"]["top_back"] == "plug"
    if kit.view(s)["phase"] == "setup":
        while kit.view(s)["phase"] == "setup":
            s, _ = kilowatt.play(s, kilowatt.legal_actions(s)[0])
    s = _sell_one(s)
    drawn = kilowatt.outcomes(s)
    assert {draw.plant for draw, _ in drawn if isinstance(draw, Reveal)} == {"6", "8", "11", "13", "14"}
    assert len({weight for _, weight in drawn}) == 1
    s, _ = kilowatt.play(s, Reveal("11"))
    backs = {draw.back: weight for draw, weight in kilowatt.outcomes(s) if isinstance(draw, ShowBack)}
    assert backs["plug"] * (29 - sockets) == backs["socket"] * (4 - plugs)
    assert set(backs) == {"plug", "socket"}


def _sell_one(s: State) -> State:
    """Let the first opener buy the cheapest plant, up to the draw that replaces it."""
    seat = s.actor
    s, _ = kilowatt.play(s, Open(seat, kit.market(s)[1], int(kit.market(s)[1])))
    while kit.view(s)["auction"] is not None and s.actor >= 0:
        s, _ = kilowatt.play(s, Pass(s.actor))
    assert kilowatt.actor(s) == "chance"
    return s


@pytest.mark.parametrize(("seats", "cards"), [(2, 28), (3, 26), (4, 30), (5, 34), (6, 34)])
@pytest.mark.parametrize("seed", [1, 2])
def test_step_3_lies_below_every_plant(seats: int, cards: int, seed: int) -> None:
    """Step 3 is drawn right after the 28, 26, 30 or 34 plants of the stack. [R18-SET-15] [R18-SET-16]"""
    table = kilowatt.Table(kilowatt.ruleset(GERMANY, seats), seed=seed)
    drawn: list[str] = []
    while "step3" not in drawn:
        table.play(_dull(table.state))
        drawn = [entry.action.plant for entry in table.entries if isinstance(entry.action, Reveal)]
    assert drawn.index("step3") == 8 + cards
    assert len(set(drawn[: 8 + cards])) == 8 + cards


def _dull(s: State) -> Action:
    """Do nothing where that is allowed, else the first thing that is."""
    idle = (Pass(s.actor), kit.run(s.actor))
    return next((move for move in idle if kit.allowed(s, move)), kilowatt.legal_actions(s)[0])


@BOTH
def test_the_back_of_the_top_card_is_public_and_nothing_more(game: str) -> None:
    """The top card's back is shown, and every unseen card with that back is equally likely. [R18-SET-17]"""
    s = _sell_one(opened(game, 4))
    s, _ = kilowatt.play(s, Reveal("6"))
    for back, expected in (
        ("plug", {"8", "11", "13", "14"}),
        ("socket", {str(n) for n in (*range(16, 41), 42, 44, 46, 50)}),
    ):
        shown, _ = kilowatt.play(s, ShowBack(back))
        plants = kit.view(shown)["plants"]
        assert plants["top_back"] == back
        assert plants["top"] == []
        assert plants["unseen"]["plug"]["cards"] == ["8", "11", "13", "14"]
        drawn = kilowatt.outcomes(_sell_one(shown))
        assert {draw.plant for draw, _ in drawn if isinstance(draw, Reveal)} == expected
        assert len({weight for _, weight in drawn}) == 1


@BOTH
def test_the_market_is_sorted_again_after_each_draw(game: str) -> None:
    """In 5, 7, 9, 10 | 12, 15, 20, 22 the sold 7 and the drawn 6 give 5, 6, 9, 10 | 12, 15, 20, 22. [R18-SET-18]"""
    s = kit.situation(game, 3, market=["5", "7", "9", "10", "12", "15", "20", "22"], stack=["6", "30", "31"], money=50)
    plants = kit.view(kit.buy(s, "7"))["plants"]
    assert plants["current"] == ["5", "6", "9", "10"]
    assert plants["future"] == ["12", "15", "20", "22"]


@BOTH
@pytest.mark.parametrize("step", [1, 2, 3])
@ALL_SEATS
def test_the_refill_card_depends_on_the_number_of_players_alone(game: str, seats: int, step: int) -> None:
    """Both maps are refilled by the same card, for five players 5/4/3/2, 7/5/3/3 and 5/6/5/2. [R18-SET-19]

    For two it is that of two players without the Trust, and that of three with it (AMB-51).
    """
    empty = {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}
    s = kit.situation(game, seats, phase="power", step=step, tokens=empty, stack=["30", "31"])
    for _ in range(seats - 1):
        s = kit.act(s, kit.run(s.actor))
    (refill,) = [event for event in kit.events_of(s, kit.run(s.actor)) if isinstance(event, FuelRefilled)]
    assert (refill.market, refill.added) == ("main", dict(zip(empty, REFILL[max(3, seats)][step - 1], strict=True)))
    if seats == 2:
        rules = kilowatt.ruleset(game, 2, {"trust": False})
        assert tuple(rules.tracks[0].refill[step - 1]) == REFILL[2][step - 1]


@BOTH
def test_nothing_is_discounted_before_the_first_auction(game: str) -> None:
    """No plant is discounted or up for auction before the first auction phase. [R18-SET-20]"""
    s = opened(game, 3, starting_cities=True)
    for seat in range(3):
        assert kit.view(s)["phase"] == "setup"
        assert kit.view(s)["plants"]["discount"] is None
        assert kit.view(s)["auction"] is None
        s = kit.act(s, MarkStart(seat, kilowatt.legal_actions(s)[0].city))  # type: ignore[attr-defined]
    assert kit.view(s)["phase"] == "auction"
    assert kit.view(s)["plants"]["discount"] == "3"
