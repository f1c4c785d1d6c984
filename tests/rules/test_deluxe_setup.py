"""Deluxe, Europe and North America: preparation, turn order and thresholds."""

from __future__ import annotations

import pytest

import kilowatt
from kilowatt.engine.actions import Build, Pass, Reveal, Run, SeatOrder
from kilowatt.table.dealer import SeededDealer
from tests import kit

EUROPE = "deluxe/europe"
AMERICA = "deluxe/north-america"
BOTH = (EUROPE, AMERICA)
WALK = {
    EUROPE: ["british_isles_low_countries", "france_iberia", "central", "alps_italy", "scandinavia_baltic", "east"],
    AMERICA: ["northeast", "great_lakes_atlantic", "central", "south", "mexico", "west"],
}
"""The areas of a board in an order in which each touches one before it."""
APART = {
    EUROPE: ["british_isles_low_countries", "france_iberia", "balkans_turkey"],
    AMERICA: ["northeast", "great_lakes_atlantic", "mexico"],
}
AREAS = {3: 3, 4: 4, 5: 5, 6: 5}
DARK = [str(number) for number in range(3, 16)]
LIGHT = [str(number) for number in (*range(16, 41), 42, 44, 46, 50)]
BIG = {
    EUROPE: ["25", "26", "27", "28", "29", "30", "31", "32", "33"],
    AMERICA: ["25", "26", "27", "28", "29", "30", "31", "32"],
}


def turned_up(state: kilowatt.State, seed: int) -> list[str]:
    """Let nobody do more than he must, and list the cards as the stack gives them until Step 3 comes."""
    cards: list[str] = []
    dealer = SeededDealer(seed)
    while "step3" not in cards:
        seat = kilowatt.actor(state)
        if seat == "chance":
            move = dealer.deal(state, kilowatt.outcomes(state))
            cards += [move.plant] if isinstance(move, Reveal) else []
        elif "run" in kilowatt.options(state).choices:
            move = Run(int(seat or 0), ())
        else:
            move = Pass(int(seat or 0))
            if not kit.allowed(state, move):
                move = kilowatt.legal_actions(state)[0]
        state, _ = kilowatt.play(state, move)
    return cards


def towns(ruleset: str, seats: int) -> list[str]:
    """The cities of the zone that these tests use for that many players."""
    board = kilowatt.ruleset(ruleset, seats).board
    areas = [area.id for area in board.areas]
    return [city.id for name in WALK[ruleset][: AREAS[seats]] for city in board.cities if areas[city.area] == name]


def zone(ruleset: str, seats: int) -> list[str]:
    """The zone that these tests use for that many players."""
    return WALK[ruleset][: AREAS[seats]]


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("seats", AREAS)
def test_the_zone_is_contiguous_and_of_the_right_size(ruleset: str, seats: int) -> None:
    """Three play in 3 areas in one piece, four in 4, five and six in 5. [D-SET-01]"""
    right = AREAS[seats]
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, seats, {"zone": WALK[ruleset][:right]}))
    assert sorted(kit.view(kit.deal_all(state))["areas"]) == sorted(WALK[ruleset][:right])
    for wrong in (right - 1, right + 1):
        with pytest.raises(kilowatt.BadOption):
            kilowatt.ruleset(ruleset, seats, {"zone": WALK[ruleset][:wrong]})
    assert len(kit.view(kit.fresh(ruleset, seats, seed=3))["areas"]) == right


@pytest.mark.parametrize("ruleset", BOTH)
def test_areas_that_do_not_touch_are_refused(ruleset: str) -> None:
    """Three areas that are not in one piece are no zone. [D-SET-01]"""
    with pytest.raises(kilowatt.BadOption):
        kilowatt.ruleset(ruleset, 3, {"zone": APART[ruleset]})


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("seats", AREAS)
def test_everybody_starts_with_fifty_at_zero_in_random_order(ruleset: str, seats: int) -> None:
    """A new game gives 50 and no city to everybody, in an order that chance decides evenly. [D-SET-02]"""
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, seats))
    outcomes = kilowatt.outcomes(state)
    orders = {move.order: weight for move, weight in outcomes if isinstance(move, SeatOrder)}
    assert len(orders) == {3: 6, 4: 24, 5: 120, 6: 720}[seats]
    assert len(set(orders.values())) == 1
    rows = kit.view(kit.deal_all(state))["seats"]
    assert [(row["money"], row["cities"]) for row in rows] == [(50, [])] * seats


@pytest.mark.parametrize("ruleset", BOTH)
def test_coal_and_gas_at_the_start(ruleset: str) -> None:
    """21 coal lie in boxes 2 to 8 and 18 gas in boxes 3 to 8. [D-SET-03]"""
    s = kit.fresh(ruleset, 3)
    assert kit.prices(s, "coal") == [2] * 4 + [3] * 4 + [4] * 3 + [5] * 3 + [6] * 3 + [7] * 2 + [8] * 2
    assert kit.prices(s, "gas") == [price for price in range(3, 9) for _ in range(3)]


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_first_coal_refill_starts_in_box_9(ruleset: str) -> None:
    """Box 9 is empty at the start, so the first two coal of the refill go there. [D-SET-03]"""
    s = kit.situation(ruleset, 3, phase="refill", market=BIG[ruleset], stack=["34", "35"])
    assert kit.prices(s, "coal")[-3:] == [8, 9, 9]
    assert len(kit.prices(s, "coal")) == 23


@pytest.mark.parametrize(("ruleset", "cheapest", "tokens"), [(EUROPE, 3, 16), (AMERICA, 4, 14)])
def test_oil_at_the_start(ruleset: str, cheapest: int, tokens: int) -> None:
    """Oil fills boxes 3 to 9 in Europe and 4 to 9 in North America. [D-SET-04]"""
    prices = kit.prices(kit.fresh(ruleset, 3), "oil")
    assert sorted({*prices}) == list(range(cheapest, 10))
    assert len(prices) == tokens


@pytest.mark.parametrize(("ruleset", "prices"), [(EUROPE, [8, 8, 9, 9]), (AMERICA, [9, 9])])
def test_uranium_at_the_start(ruleset: str, prices: list[int]) -> None:
    """Uranium fills boxes 8 and 9 in Europe and box 9 in North America. [D-SET-05]"""
    assert kit.prices(kit.fresh(ruleset, 3), "uranium") == prices


@pytest.mark.parametrize(("ruleset", "future"), [(EUROPE, 5), (AMERICA, 4)])
def test_the_opening_market_is_drawn_from_the_dark_cards(ruleset: str, future: int) -> None:
    """Nine (Europe) or eight cards of 3 to 15 are drawn at random, the four lowest into the top row. [D-SET-06]"""
    seen: set[tuple[str, ...]] = set()
    for seed in range(12):
        row = kit.view(kit.fresh(ruleset, 4, seed))["plants"]
        market = [*row["current"], *row["future"]]
        assert (len(row["current"]), len(row["future"])) == (4, future)
        assert market == sorted(market, key=int)
        assert {*market} <= {*DARK}
        seen.add(tuple(market))
    assert len(seen) > 6


def test_the_reserved_card_of_north_america() -> None:
    """In North America the top card has a dark back whatever the seed. [D-SET-07]"""
    backs = {kit.view(kit.fresh(AMERICA, seats, seed))["plants"]["top_back"] for seats in AREAS for seed in range(10)}
    assert backs == {"dark"}


def test_europe_reserves_no_card() -> None:
    """In Europe either back may be on top, as often as its share of the shuffled stack. [D-SET-07]"""
    state = kilowatt.new_game(kilowatt.ruleset(EUROPE, 5, {"order": [0, 1, 2, 3, 4], "zone": zone(EUROPE, 5)}))
    while kit.kinds(move for move, _ in kilowatt.outcomes(state)) != {"show_back"}:
        state, _ = kilowatt.play(state, kilowatt.outcomes(state)[0][0])
    odds = {move.back: weight for move, weight in kilowatt.outcomes(state)}  # type: ignore[attr-defined]
    assert odds["light"] * 4 == odds["dark"] * 29


@pytest.mark.parametrize(
    ("ruleset", "seats", "dark", "light"),
    [
        (EUROPE, 3, 4 - 2, 29 - 6),
        (EUROPE, 4, 4 - 1, 29 - 3),
        (EUROPE, 5, 4, 29),
        (EUROPE, 6, 4, 29),
        (AMERICA, 3, 5 - 2, 29 - 6),
        (AMERICA, 4, 5 - 1, 29 - 3),
        (AMERICA, 5, 5, 29),
        (AMERICA, 6, 5, 29),
    ],
)
def test_dark_and_light_cards_leave_unseen(ruleset: str, seats: int, dark: int, light: int) -> None:
    """Three players lose 2 dark and 6 light cards unseen, four 1 and 3, five and six none. [D-SET-08]"""
    row = kit.view(kit.fresh(ruleset, seats))["plants"]
    rest = [plant for plant in DARK if plant not in (*row["current"], *row["future"])]
    assert row["unseen"]["dark"] == {"left": dark, "cards": rest}
    assert row["unseen"]["light"] == {"left": light, "cards": LIGHT}
    assert row["removed"] == []


@pytest.mark.parametrize(
    ("ruleset", "seats", "plants"),
    [
        (EUROPE, 3, 25),
        (EUROPE, 4, 29),
        (EUROPE, 5, 33),
        (EUROPE, 6, 33),
        (AMERICA, 3, 26),
        (AMERICA, 4, 30),
        (AMERICA, 5, 34),
        (AMERICA, 6, 34),
    ],
)
def test_step_3_lies_under_all_plants(ruleset: str, seats: int, plants: int) -> None:
    """Step 3 comes last, after 25, 29 or 33 plants in Europe and one more in North America. [D-SET-09, D-SET-10]"""
    s = kit.fresh(ruleset, seats, seed=seats)
    assert kit.view(s)["plants"]["stack"] == plants + 1
    opening = {*kit.market(s)}
    cards = turned_up(s, seed=seats)
    assert cards[-1] == "step3"
    assert len({*cards}) == len(cards) == plants + 1
    assert not {*cards} & opening


def test_dark_and_light_cards_are_shuffled_together() -> None:
    """Dark cards come early in some games and late in others. [D-SET-09]"""
    places = set()
    for seed in range(6):
        cards = turned_up(kit.fresh(EUROPE, 5, seed), seed)
        places |= {place for place, card in enumerate(cards) if card in DARK}
    assert min(places) < 11
    assert max(places) > 22


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("seats", "threshold"), [(3, 7), (4, 7), (5, 7), (6, 6)])
def test_the_white_stick(ruleset: str, seats: int, threshold: int) -> None:
    """Step 2 begins after a Phase 4 with 7 cities, with six players 6, and not one city earlier. [D-SET-11]"""
    for cities, step in ((threshold - 1, 1), (threshold, 2)):
        s = kit.situation(
            ruleset,
            seats,
            phase="build",
            market=BIG[ruleset],
            stack=["40", "42"],
            zone=zone(ruleset, seats),
            cities={seats - 1: towns(ruleset, seats)[: cities - 1]},
            money=200,
        )
        s = kit.act(s, Build(seats - 1, towns(ruleset, seats)[cities - 1]))
        assert kit.view(s)["step"] == 1
        s = kit.end_turns(s, "build")
        assert (kit.view(s)["phase"], kit.view(s)["step"]) == ("power", step)


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("seats", "threshold"), [(3, 17), (4, 17), (5, 15), (6, 14)])
def test_the_black_stick(ruleset: str, seats: int, threshold: int) -> None:
    """17, 17, 15 or 14 cities of 3 to 6 players end the game after Phase 4, one less does not. [D-SET-12]"""
    for cities, phase in ((threshold - 1, "power"), (threshold, "over")):
        s = kit.situation(
            ruleset,
            seats,
            phase="build",
            step=2,
            market=BIG[AMERICA],
            stack=["40", "42"],
            zone=zone(ruleset, seats),
            cities={seats - 1: towns(ruleset, seats)[: cities - 1]},
            money=200,
        )
        s = kit.act(s, Build(seats - 1, towns(ruleset, seats)[cities - 1]))
        assert kit.view(s)["phase"] == "build"
        assert kit.view(kit.end_turns(s, "build"))["phase"] == phase


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_order_of_a_round(ruleset: str) -> None:
    """Cities A 2, B 2, C 1 and biggest plants A 9, B 11 give the order B, A, C in round 2. [D-ORD-01]"""
    where = towns(ruleset, 3)
    s = kit.situation(
        ruleset,
        3,
        phase="round",
        market=BIG[ruleset],
        plants={0: ["9", "4"], 1: ["11", "3"], 2: ["20"]},
        cities={0: where[:2], 1: where[2:4], 2: where[4:5]},
        zone=zone(ruleset, 3),
    )
    assert kit.view(s)["order"] == [1, 0, 2]
    assert s.actor == 1


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_first_auction_uses_the_random_order(ruleset: str) -> None:
    """In round 1 the auction is begun by the first of the drawn order. [D-ORD-01]"""
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, 3))
    s = kit.deal_all(kilowatt.play(state, SeatOrder((2, 0, 1)))[0])
    assert (s.actor, kit.view(s)["order"], kit.view(s)["phase"]) == (2, [2, 0, 1], "auction")


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_first_round_is_ordered_by_the_plants_bought(ruleset: str) -> None:
    """Random order A, B, C and purchases 12, 5, 8 give the order A, C, B after the auctions. [D-ORD-02]"""
    market = ["5", "8", "11", "12", "20", "21", "22", "23", "24"][: len(BIG[ruleset])]
    s = kit.situation(ruleset, 3, round=1, market=market, stack=["30", "31", "32", "33"], zone=zone(ruleset, 3))
    for plant in ("12", "5"):
        s = kit.buy(s, plant)
        assert kit.view(s)["order"] == [0, 1, 2]
    s = kit.buy(s, "8")
    assert (kit.view(s)["phase"], kit.view(s)["order"], s.actor) == ("fuel", [0, 2, 1], 1)


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_phases_and_their_direction(ruleset: str) -> None:
    """Auctions and income go A, B, C, fuel and building C, B, A, phase after phase. [D-ORD-03]"""
    s = kit.situation(ruleset, 3, market=BIG[ruleset], stack=["40", "42", "44"], zone=zone(ruleset, 3))
    turns: list[tuple[str, int]] = []
    while kit.view(s)["round"] == 2:
        phase = kit.view(s)["phase"]
        turns.append((phase, s.actor))
        s = kit.act(s, Run(s.actor, ()) if phase == "power" else Pass(s.actor))
    expected = {"auction": [0, 1, 2], "fuel": [2, 1, 0], "build": [2, 1, 0], "power": [0, 1, 2]}
    assert turns == [(phase, seat) for phase, seats in expected.items() for seat in seats]
