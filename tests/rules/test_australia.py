"""Australia: uranium mines that sell to a market of their own, a flat connection, areas that lie apart, dear Step 3."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Bid, Build, BuyFuel, ChooseArea, Open, Pass, Run, Running, Scrap
from kilowatt.engine.events import Event, Exported, Shipped
from kilowatt.engine.ids import FUELS
from kilowatt.engine.plants import largest
from kilowatt.engine.quotes import carry_out
from kilowatt.engine.restoring import read_state
from kilowatt.engine.snapshot import snapshot
from kilowatt.engine.storage import best_supply
from tests import kit

RULESETS = ["original/australia", "recharged/australia"]
MARKET = ["11", "12", "13", "14", "15", "16", "18", "19"]
MINES = {"11": 2, "23": 3, "28": 4, "34": 5, "39": 6}
ZONE = ["queensland", "new_south_wales", "south_east", "west"]
EXPORT = FUELS + 3
"""The track of uranium in the export market."""
COAST = ["cairns", "townsville", "mackay", "rockhampton", "toowoomba", "brisbane", "gold_coast", "newcastle", "dubbo"]
SOUTH = ["sydney_1", "sydney_2", "wollongong", "canberra", "albury", "mildura", "bendigo", "geelong", "melbourne_1"]


def lay(ruleset: str = RULESETS[0], mines: dict[int, list[str]] | None = None, **more: Any) -> kilowatt.State:
    """Four players on four areas, with 100 Elektro each and these mines."""
    given = {"market": MARKET, "stack": ["31", "32"], "money": 100, "zone": ZONE, "tokens": {"coal": 9}, **more}
    s = kit.situation(ruleset, 4, **given)
    for seat, names in (mines or {}).items():
        for name in names:
            card = s.rules.plant_ids[name]
            s.removed &= ~(1 << card)
            s.rules.fuel_supply.take_mine(s, seat, card)
    assert kilowatt.check(s) == []
    return s


def export(s: kilowatt.State, tokens: int) -> kilowatt.State:
    """The same with so many tokens on the dearest spaces of the export market."""
    s.fuel[EXPORT] = (1 << 12) - (1 << 12 - tokens)
    s.supply[3] = 12 - tokens
    return s


def power(s: kilowatt.State) -> tuple[kilowatt.State, list[Event]]:
    """Let everybody run nothing, and say what happened after that."""
    events: list[Event] = []
    while kilowatt.actor(s) != "chance" and s.phase == 4:
        s, happened = kilowatt.play(s, Run(s.actor, ()))
        events += happened
    return s, events


@pytest.mark.parametrize(("seats", "areas", "zones"), [(2, 3, 10), (3, 3, 10), (4, 4, 5), (5, 5, 1), (6, 5, 1)])
def test_any_areas_may_be_in_play(seats: int, areas: int, zones: int) -> None:
    """Of five areas 3, 3, 4, 5 and 5 are in play, in any combination; all of them with five and six. [AT-AU-01]"""
    rules = kilowatt.ruleset(RULESETS[0], seats)
    assert len(rules.board.areas) == 5
    assert (rules.area_count, len(rules.zone_list)) == (areas, zones)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_areas_need_not_touch(ruleset: str) -> None:
    """Queensland, Western Australia and the centre are a zone though no link joins them. [AT-AU-02]"""
    s = kit.fresh(ruleset, 2, zone=["queensland", "west", "centre"])
    assert s.zone.bit_count() == 21
    s = kilowatt.new_game(kilowatt.ruleset(ruleset, 2, {"order": [0, 1], "zone": "draft"}))
    s = kit.act(s, ChooseArea(0, "queensland"), ChooseArea(1, "west"))
    assert list(kilowatt.legal_actions(s)) == [
        ChooseArea(0, area) for area in ("south_east", "new_south_wales", "centre")
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_mines_are_cards_without_fuel_and_cities(ruleset: str) -> None:
    """Mines 11, 23, 28, 34 and 39 burn, store and supply nothing; 2 to 6 cities are printed on them. [AT-AU-03]"""
    rules = kilowatt.ruleset(ruleset, 4)
    cards = {plant.id: plant for plant in rules.plants if plant.kind == "mine"}
    assert {name: card.income for name, card in cards.items()} == MINES
    assert {(card.fuels, card.need, card.stores, card.cities) for card in cards.values()} == {((), 0, 0, 0)}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_mine_takes_no_place_of_a_plant(ruleset: str) -> None:
    """With 3 plants and 2 mines a third mine costs no plant; a plant costs one of the 3 older ones. [AT-AU-03]"""
    plants = {0: ["20", "21", "25"]}
    s = lay(ruleset, {0: ["23", "28"]}, plants=plants, cities={0: COAST[:3]})
    bought = kit.act(s, Open(0, "11", 11), Pass(1), Pass(2), Pass(3))
    assert bought.plants[0] == s.plants[0]
    assert kit.view(bought)["seats"][0]["mines"] == ["11", "23", "28"]
    assert bought.actor == 1
    assert bought.money[0] == 89
    s = kit.act(s, Open(0, "12", 12), Pass(1), Pass(2), Pass(3))
    assert list(kilowatt.legal_actions(s)) == [Scrap(0, name) for name in ("20", "21", "25")]
    assert kit.refused(s, Scrap(0, "23")).code == "plant_not_owned"


def test_a_player_buys_one_card_a_round() -> None:
    """Who has bought a mine opens nothing more in this phase. [AT-AU-03]"""
    s = kit.act(lay(), Open(0, "11", 11), Bid(1, 12), Pass(2), Pass(3), Pass(0))
    assert kit.view(s)["seats"][1]["mines"] == ["11"]
    assert s.bought == 0b10
    assert kit.refused(kit.act(s, Pass(0)), Open(1, "12", 12)).code in {"already_bought", "not_your_turn"}


def test_a_mine_counts_for_turn_order() -> None:
    """With as many cities, mine 39 comes before plant 38 and after plant 40. [AT-AU-03]"""
    plants = {0: ["38"], 2: ["40"]}
    s = lay(mines={1: ["39"]}, plants=plants, phase="round", round=3)
    assert [largest(s, seat) for seat in range(4)] == [38, 39, 40, 0]
    s = lay(mines={1: ["39"]}, plants=plants, phase="power", round=3)
    s, _ = power(s)
    while kilowatt.actor(s) == "chance":
        s = kilowatt.play(s, kilowatt.legal_actions(s)[0])[0]
    assert s.order == (2, 1, 0, 3)


def test_a_mine_supplies_nothing_and_does_not_run() -> None:
    """The owner of a mine and of plant 13 may run plant 13 alone and supplies 1. [AT-AU-03]"""
    s = lay(
        mines={0: ["39"]},
        plants={0: ["13"]},
        cities={0: COAST[:4]},
        phase="power",
        market=[*MARKET[:2], *MARKET[3:], "29"],
    )
    assert list(kilowatt.legal_actions(s)) == [Run(0, ()), Run(0, (Running("13", {}),))]
    assert best_supply(s, 0) == 1
    assert kit.refused(s, Run(0, (Running("39", {}),))).code == "plant_not_owned"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_plant_17_is_out(ruleset: str) -> None:
    """Plant 17 never comes; everything else is as in the edition. [AT-AU-04]"""
    rules = kilowatt.ruleset(ruleset, 6)
    s = kit.fresh(ruleset, 6)
    assert s.removed == 1 << rules.plant_ids["17"]
    assert {plant.kind for plant in rules.plants if plant.id != "17"} == {
        "coal",
        "oil",
        "hybrid",
        "garbage",
        "mine",
        "wind" if any(plant.kind == "wind" for plant in rules.plants) else "eco",
        "fusion",
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_uranium_market_is_full_at_the_start(ruleset: str) -> None:
    """Twelve tokens lie on two spaces each at 2 to 7; none is sold to players. [AT-AU-05]"""
    s = kit.fresh(ruleset, 4)
    assert s.rules.prices[EXPORT] == [0, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]
    assert s.fuel[EXPORT].bit_count() == 12
    assert s.supply[3] == 0
    assert [mask.bit_count() for mask in s.fuel[:4]] == [24, 18, 15, 0]
    assert s.rules.fuel_supply.price(s, 0, 1, 3) == 0
    assert s.rules.fuel_supply.closed(s, 0, 1, 3) == "fuel_not_sold_here"


def test_a_sale_pays_the_highest_empty_price() -> None:
    """One empty space at 7, mines 28 (4) and 11 (2): 42 Elektro, then the market is full. [AT-AU-06]"""
    s = export(lay(mines={0: ["11", "28"]}, phase="power", market=[*MARKET[1:], "29"]), 12)
    s.fuel[EXPORT] = (1 << 11) - 1
    s.supply[3] = 1
    s, events = power(s)
    assert [event for event in events if isinstance(event, Exported)] == [Exported(0, "uranium", 7, 6, 1, 42)]
    assert s.money[0] == 100 + 10 + 42


def test_one_price_holds_for_all_mines_of_a_sale() -> None:
    """Empty spaces at 2 to 4: mines 11 and 23 with 5 together earn 20 and fill both spaces at 4. [AT-AU-06]"""
    s = export(lay(mines={0: ["11", "23"]}, phase="power", market=[*MARKET[1:], "29"]), 6)
    s, events = power(s)
    assert [event for event in events if isinstance(event, Exported)] == [Exported(0, "uranium", 4, 5, 2, 20)]


def test_the_last_in_turn_order_sells_first() -> None:
    """Seat 3 sells at 4 and fills a space there; seat 2 sells at 4, seat 0 then at 3. [AT-AU-06]"""
    mines = {0: ["11"], 2: ["23"], 3: ["28"]}
    s = export(lay(mines=mines, phase="power", market=[*MARKET[1:], "29"]), 6)
    s, events = power(s)
    rows = [(event.seat, event.price, event.income) for event in events if isinstance(event, Exported)]
    assert rows == [(3, 4, 16), (2, 4, 12), (0, 3, 6)]


def test_a_full_market_pays_nothing() -> None:
    """With no empty space a sale earns 0 and places nothing. [AT-AU-06]"""
    s = lay(mines={0: ["39"]}, phase="power")
    s, events = power(s)
    assert [event for event in events if isinstance(event, Exported)] == [Exported(0, "uranium", 0, 6, 0, 0)]
    assert s.money[0] == 110


@pytest.mark.parametrize(
    ("seats", "gone"), [(2, (1, 2, 3)), (3, (1, 2, 3)), (4, (2, 2, 4)), (5, (2, 3, 5)), (6, (3, 3, 6))]
)
def test_the_refill_takes_the_cheapest_tokens(seats: int, gone: tuple[int, ...]) -> None:
    """Tokens leave by players and step; of a full market 2 leave both spaces at 2. [AT-AU-07]"""
    rules = kilowatt.ruleset(RULESETS[0], seats)
    assert tuple(row[EXPORT] for row in rules.refill) == gone


def test_after_the_refill_the_next_sale_is_at_2() -> None:
    """A full market of four players loses its two tokens at 2 in Step 1, so the next sale is at 2. [AT-AU-07]"""
    s, events = power(lay(phase="power"))
    assert Shipped("uranium", 2) in events
    assert s.fuel[EXPORT] == (1 << 12) - 1 - 0b11
    assert s.supply[3] == 2
    assert kit.view(s)["fuel"]["export"]["uranium"]["prices"] == [3, 3, 4, 4, 5, 5, 6, 6, 7, 7]


def test_a_connection_costs_at_most_20() -> None:
    """From Brisbane: Rockhampton 15, Sydney 20 (links 21), Perth 20 (no links). [AT-AU-08]"""
    s = lay(phase="build", cities={3: ["brisbane"]})
    costs = kilowatt.reach(s, 3)
    assert [costs[city] for city in ("rockhampton", "sydney_2", "sydney_1", "perth")] == [
        (10, 15),
        (10, 20),
        (10, 20),
        (10, 20),
    ]
    s = kit.act(s, Build(3, "perth"))
    assert s.money[3] == 70
    assert kilowatt.reach(s, 3)["bunbury"] == (10, 4)
    quote = carry_out(s, 3, ["broome", "port_hedland"]).quote
    assert [(row.city, row.connection) for row in quote.houses] == [("broome", 20), ("port_hedland", 13)]


def test_a_first_house_needs_no_connection() -> None:
    """The first house costs 10 anywhere. [AT-AU-08]"""
    s = lay(phase="build")
    assert set(kilowatt.reach(s, 3).values()) == {(10, 0)}


@pytest.mark.parametrize(("step", "price"), [(1, 2), (2, 2), (3, 4)])
def test_fuel_is_dearer_in_step_3(step: int, price: int) -> None:
    """With 20 coal in the market the next costs 2, in Step 3 it costs 4; plans and views say so. [AT-AU-09]"""
    market = MARKET[:6] if step == 3 else MARKET
    plants = {3: ["20"]}
    s = lay(phase="fuel", step=step, market=market, plants=plants, tokens={"coal": 20})
    assert s.rules.fuel_supply.price(s, 3, 0, 0) == price
    after = kit.act(s, BuyFuel(3, "coal", "main"))
    assert after.money[3] == 100 - price
    assert carry_out(s, 3, fuel={"coal": 3}).quote.fuel_cost == {2: 2 + 2 + 3, 4: 4 + 4 + 5}[price]
    assert kit.view(s)["fuel"]["main"]["coal"]["prices"][:3] == [price, price, price + 1]
    assert read_state(s.rules, snapshot(s)).fuel == s.fuel


def test_mines_sell_in_the_last_round() -> None:
    """The 17th city ends the game; the mine still sells at 4 and nothing leaves the market. [AT-AU-10]"""
    s = lay(mines={3: ["39"]}, phase="build", cities={3: [*COAST[:8], *SOUTH[:8]]}, step=2, money=100)
    s = export(s, 6)
    s, _ = kilowatt.play(s, Build(3, "dubbo"))
    paid = s.money[3]
    events: list[Event] = []
    while kilowatt.actor(s) is not None:
        s, happened = kilowatt.play(s, kilowatt.legal_actions(s)[-1])
        events += happened
    assert [event for event in events if isinstance(event, Exported | Shipped)] == [Exported(3, "uranium", 4, 6, 1, 24)]
    assert s.money[3] == paid + 24
    assert s.fuel[EXPORT].bit_count() == 7


def test_selling_is_no_decision() -> None:
    """Whoever has a mine sells without being asked: the next decision is of the new round. [AT-AU-11]"""
    s = export(lay(mines={0: ["39"]}, phase="power"), 6)
    s, _ = power(s)
    assert s.money[0] == 100 + 10 + 24
    assert s.round == 3 or kilowatt.actor(s) == "chance"


def test_tokens_keep_their_spaces_when_step_3_begins() -> None:
    """A market that is not full keeps its tokens in place, each 2 dearer: 5 coal cost 9, 9, 10, 10, 10. [AT-AU-12]"""
    s = lay(phase="fuel", step=3, market=MARKET[:6], tokens={"coal": 5})
    assert kit.view(s)["fuel"]["main"]["coal"]["prices"] == [9, 9, 10, 10, 10]


def test_a_snapshot_keeps_the_mines() -> None:
    """A state with mines is the same after it was written and read."""
    s = lay(mines={0: ["28", "39"], 2: ["23"]}, phase="fuel")
    again = read_state(s.rules, snapshot(s))
    assert again.slots == s.slots
    assert snapshot(again) == snapshot(s)
