"""The Demolition Contractor, in the card game and in the board games: who is paid what, when and how often."""

from __future__ import annotations

from typing import Any

import pytest

import kilowatt
from kilowatt.engine.actions import Open, Pass, Scrap
from kilowatt.engine.events import Compensated, PlantScrapped, PlantSold
from kilowatt.engine.state import State
from tests import kit

BOARDS = ["recharged/germany", "original/germany", "deluxe/europe"]
GAMES = ["card-game", *BOARDS]
TWINS = {"3": "3a", "4": "4a", "5": "5a", "6": "6a"}
"""The card game's names of some numbers that the board games have once."""
FULL = {1: [], 2: ["oil-1"] * 4, 3: ["oil-1"] * 4, 4: ["oil-1"] * 4}


def own_cards(game: str) -> list[dict[str, int]]:
    """Return custom cards, as many as the game has, with the values 3/1, 5/2, 7/3 and so on."""
    return [{"first": 3 + 2 * n, "others": 1 + n} for n in range(5 if game == "card-game" else 6)]


def named(game: str, *plants: str) -> list[str]:
    """Name plants as the game does."""
    return [TWINS.get(plant, plant) if game == "card-game" else plant for plant in plants]


def auction(game: str, seats: int = 3, **more: Any) -> State:
    """Begin an auction phase in which everybody owns three plants and the contractor has cards of one's own."""
    size = 9 if game == "deluxe/europe" else 8
    market = ["20", "21", "22", "23", "24", "25", "26", "27", "28"][:size]
    own = [named(game, "3", "4", "5"), named(game, "6", "7", "8"), named(game, "9", "10", "11")]
    settings: dict[str, Any] = {"contractor": True, "money": 100, "market": market, "round": 5}
    settings |= {"stack": ["29", "30", "31", "32", "33"], "plants": {seat: own[seat] for seat in range(seats)}}
    if more.get("contractor", True):
        settings["contractor_cards"] = own_cards(game)
    if game == "card-game":
        settings["columns"] = FULL
    return kit.situation(game, seats, **{**settings, **more})


def money(state: State, seat: int) -> int:
    """The money of a seat."""
    amount: int = kit.view(state)["seats"][seat]["money"]
    return amount


def contractor(state: State) -> tuple[int, int, int]:
    """The card on top: its number, what the first receives and what the others do."""
    row = kit.view(state)["contractor"]
    return row["card"], row["first"], row["others"]


def trade(state: State, plant: str, scrap: str) -> tuple[State, int]:
    """Let the acting seat buy one plant and scrap another; give what it received for it."""
    seat = state.actor
    state = kit.buy(state, plant)
    before = money(state, seat)
    state = kit.act(state, Scrap(seat, scrap))
    return state, money(state, seat) - before


@pytest.mark.parametrize("game", GAMES)
def test_without_the_module_nothing_is_paid(game: str) -> None:
    """With the module off there are no contractor cards and scrapping pays nothing. [DC-GEN-01]"""
    s = auction(game, contractor=False)
    assert kit.view(s)["contractor"] is None
    _, paid = trade(s, "21", *named(game, "3"))
    assert paid == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_module_pays_in_every_game(game: str) -> None:
    """With the module on the same scrapping pays what the top card says. [DC-GEN-01] [DC-GEN-04]"""
    _, paid = trade(auction(game), "21", *named(game, "3"))
    assert paid == 3


def test_the_module_is_optional_everywhere() -> None:
    """Every ruleset can be played with the module, and none has it unasked. [DC-GEN-01]"""
    for row in kilowatt.rulesets():
        assert kilowatt.ruleset(row.id, 4).options["contractor"] is False
        assert kilowatt.ruleset(row.id, 4, {"contractor": True}).options["contractor"] is True


def test_five_cards_or_six() -> None:
    """The card game has five contractor cards and every board game six. [DC-GEN-02]"""
    for row in kilowatt.rulesets():
        cards = kilowatt.ruleset(row.id, 4, {"contractor": True}).options["contractor_cards"]
        assert len(cards) == (5 if row.id == "card-game" else 6)
    with pytest.raises(kilowatt.BadOption, match="5"):
        kilowatt.ruleset("card-game", 4, {"contractor": True, "contractor_cards": own_cards("recharged/germany")})
    with pytest.raises(kilowatt.BadOption, match="6"):
        kilowatt.ruleset("original/germany", 4, {"contractor": True, "contractor_cards": own_cards("card-game")})


def rounds(game: str, seats: int, count: int) -> list[tuple[int, int, int | None]]:
    """Play so many rounds from the first, seat 0 buying in each: round, card on top, and what scrapping paid."""
    names = [plant.id for plant in kilowatt.ruleset(game, seats).plants]
    size = 9 if game == "deluxe/europe" else 8
    more: dict[str, Any] = {"columns": FULL, "fuel_bag": {"oil-1": 60}} if game == "card-game" else {}
    trust: dict[str, int] | None = {} if seats == 2 and game != "original/germany" else None
    s = kit.situation(
        game,
        seats,
        round=1,
        market=names[4 : 4 + size],
        stack=names[4 + size :],
        money=2000,
        contractor=True,
        contractor_cards=own_cards(game),
        trust=trust,
        **more,
    )
    rows: list[tuple[int, int, int | None]] = []
    while kit.view(s)["round"] <= count:
        seen = kit.view(s)
        assert s.actor >= 0, "a draw with several outcomes, or the end"
        if seen["phase"] != "auction":
            s = kit.end_turns(s, seen["phase"])
        elif s.actor == 0 or seen["round"] == 1:
            seat = s.actor
            s = kit.buy(s, seen["plants"]["current"][0])
            paid = None
            if s.actor == seat and kit.kinds(kilowatt.legal_actions(s)) == {"scrap"}:
                before = money(s, 0)
                s = kit.act(s, kilowatt.legal_actions(s)[0])
                paid = money(s, 0) - before
            if seat == 0:
                rows.append((seen["round"], seen["contractor"]["card"], paid))
        else:
            s = kit.act(s, Pass(s.actor))
    return rows


@pytest.mark.parametrize(("game", "seats"), [("card-game", 3), ("card-game", 2), ("recharged/germany", 2)])
def test_cards_come_one_after_the_other_from_the_fourth_round(game: str, seats: int) -> None:
    """With a plant bought each round the fourth is paid for first, by card 1, then 2 and 3. [DC-GEN-03] [DC-GEN-06]"""
    assert rounds(game, seats, 6) == [
        *((1, 1, None), (2, 1, None), (3, 1, None)),
        *((4, 1, 3), (5, 2, 5), (6, 3, 7)),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_cards_lie_in_order_and_the_last_stays(game: str) -> None:
    """Card 1 lies on top, the 5 or 6 at the bottom, and that last one is never removed. [DC-GEN-03] [DC-GEN-10]"""
    cards = own_cards(game)
    last = len(cards)
    rows = [row for row in rounds(game, 3, 5 + last) if row[2] is not None]
    assert [card for _, card, _ in rows] == [*range(1, last + 1), last, last]
    assert [paid for _, _, paid in rows] == [cards[min(n, last - 1)]["first"] for n in range(last + 2)]


def test_with_the_rules_of_2004_for_two_the_fifth_plant_is_paid_for() -> None:
    """Two players without the Trust own four plants: the fourth is not paid for, the fifth is. [DC-GEN-06] [AMB-81]"""
    rows = rounds("original/germany", 2, 6)
    assert rows == [*((1, 1, None), (2, 1, None), (3, 1, None), (4, 1, None)), *((5, 1, 3), (6, 2, 5))]
    s = auction("original/germany", 2)
    s = kit.buy(s, "21")
    assert money(s, 0) == 100 - 21
    assert kit.view(s)["seats"][0]["plants"] == ["3", "4", "5", "21"]
    assert s.actor == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_first_scrapper_gets_more_than_the_others(game: str) -> None:
    """The first to scrap in a phase gets the first value, all after him the second. [DC-GEN-04] [DC-GEN-05]"""
    s = auction(game)
    s, first = trade(s, "21", *named(game, "3"))
    s, second = trade(s, "22", *named(game, "6"))
    s, third = trade(s, "23", "9")
    assert (first, second, third) == (3, 1, 1)


def test_anna_scraps_first() -> None:
    """With card 1 on top Anna gets 1 and Bob, scrapping after her, nothing. [DC-GEN-04] [DC-GEN-05] [DC-GEN-11]"""
    s = auction("card-game", contractor_cards=None)
    assert contractor(s) == (1, 1, 0)
    s, anna = trade(s, "21", "3a")
    s, bob = trade(s, "22", "6a")
    assert (anna, bob) == (1, 0)
    assert money(s, 0) == 100 - 21 + 1
    assert money(s, 1) == 100 - 22


def test_the_new_plant_is_paid_for_too() -> None:
    """In the card game scrapping the plant just bought is paid like any other. [DC-GEN-04] [AMB-15]"""
    assert trade(auction("card-game"), "21", "21")[1] == 3


@pytest.mark.parametrize("game", GAMES)
def test_the_second_value_is_not_the_first_player_of_the_order(game: str) -> None:
    """The first player to scrap counts, not the first in order. [DC-GEN-04] [DC-GEN-05]"""
    s = auction(game, order=[2, 0, 1])
    s, paid = trade(kit.act(s, Pass(2)), "21", *named(game, "3"))
    assert paid == 3
    assert trade(s, "22", *named(game, "6"))[1] == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_money_comes_after_paying(game: str) -> None:
    """With 20 Elektro and 3 to come a bid of 21 is refused; the 3 come after the price is paid. [DC-GEN-07]"""
    s = auction(game, money=20)
    assert kit.refused(s, Open(0, "20", 21)).code == "bid_above_money"
    s = kit.act(s, Open(0, "20", 20), Pass(1), Pass(2))
    assert money(s, 0) == 0
    events = kit.events_of(s, Scrap(0, named(game, "4")[0]))
    kept = (PlantSold, PlantScrapped, Compensated)
    assert [event for event in events if isinstance(event, kept)][-1] == Compensated(0, 3)
    s = kit.act(s, Scrap(0, named(game, "4")[0]))
    assert money(s, 0) == 3


@pytest.mark.parametrize("game", GAMES)
def test_one_card_leaves_however_many_scrapped(game: str) -> None:
    """After three scraps card 1 is gone and card 2 on top, and not before the phase ends. [DC-GEN-08]"""
    s = auction(game)
    for plant, scrap in (("21", "3"), ("22", "6"), ("23", "9")):
        assert contractor(s) == (1, 3, 1)
        s, _ = trade(s, plant, *named(game, scrap))
    assert kit.view(s)["phase"] == "fuel"
    assert contractor(s) == (2, 5, 2)


@pytest.mark.parametrize("game", GAMES)
def test_without_scrapping_the_card_stays(game: str) -> None:
    """A phase in which nobody has more than three plants leaves card 1 on top. [DC-GEN-09]"""
    own = {0: named(game, "3", "4"), 1: named(game, "6", "7", "8"), 2: []}
    s = kit.buy(auction(game, plants=own), "21")
    s = kit.opt_out_all(s)
    assert kit.view(s)["phase"] == "fuel"
    assert contractor(s) == (1, 3, 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_card_stays(game: str) -> None:
    """With only the last card left a scrap is paid by it and it stays. [DC-GEN-10]"""
    s = auction(game)
    last = len(own_cards(game))
    shown = kit.view(s)
    shown["contractor"]["card"] = last
    s = kilowatt.restore(s.rules, shown)
    first = own_cards(game)[-1]["first"]
    s, paid = trade(s, "21", *named(game, "3"))
    assert paid == first
    s = kit.opt_out_all(s)
    assert contractor(s) == (last, first, last)


@pytest.mark.parametrize("game", ["card-game", "recharged/germany", "deluxe/europe"])
def test_the_trust_is_not_paid(game: str) -> None:
    """The Trust's scrapping takes neither money nor the first place nor a card. [DC-GEN-04] [DC-GEN-08] [AMB-15]"""
    s = auction(game, 2, trust={"plants": ["9", "10", "11"]})
    s = kit.act(s, Pass(0))
    assert len(kit.view(s)["trust"]["plants"]) == 3
    assert "23" in kit.view(s)["trust"]["plants"]
    assert contractor(kit.act(s, Pass(1))) == (1, 3, 1)
    after, paid = trade(s, "21", *named(game, "6"))
    assert paid == 3
    assert contractor(after) == (2, 5, 2)


@pytest.mark.parametrize("game", GAMES)
def test_plants_paid_for_are_counted_within_their_phase(game: str) -> None:
    """The snapshot counts two scrapped plants in the auctions and none once these are over. [DC-GEN-05]"""
    s = auction(game)
    paid = [kit.view(s)["contractor"]["paid"]]
    for plant, scrap in (("20", "3"), ("21", "6")):
        s, _ = trade(s, plant, named(game, scrap)[0])
        paid.append(kit.view(s)["contractor"]["paid"])
    assert paid == [0, 1, 2]
    s = kit.opt_out_all(s)
    assert (kit.view(s)["phase"], kit.view(s)["contractor"]["paid"]) == ("fuel", 0)
