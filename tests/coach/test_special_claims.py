"""What the coach says where a special rule of a board matters: prices, costs and powered cities are the engine's."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

import kilowatt
from kilowatt import coach
from kilowatt.bots import Budget, make_bot
from kilowatt.coach.case import Case
from kilowatt.coach.claims import plant_claims
from kilowatt.coach.favours import favoured
from kilowatt.coach.happened import changed
from kilowatt.coach.judge import played_claim
from kilowatt.coach.option import Option, Weighed
from kilowatt.coach.options import option_of
from kilowatt.coach.record_turns import turns_of
from kilowatt.coach.saying import Claim
from kilowatt.engine.actions import BuyFuel, Open, Pass
from kilowatt.engine.asks import ASK_BID, ASK_BUILD, ASK_FUEL, ASK_OPEN, ASK_RUN, ASK_SCRAP
from kilowatt.engine.events import CityConnected, FuelBought, PlantSold, PlantsRun
from kilowatt.engine.game import clone
from kilowatt.engine.ids import AUCTION, CHANCE, SETUP
from kilowatt.engine.phases.auction import offered
from tests import kit
from tests.coach.facts import Facts
from tests.coach.lot_facts import engines_cost
from tests.coach.positions import SEATS, game
from tests.coach.test_advise import check
from tests.coach.test_plan import follow
from tests.tiers import some_quick
from tools.special_moments import rule_of

if TYPE_CHECKING:
    from kilowatt.engine.events import Event
    from kilowatt.engine.state import State

ATLAS = [info.id for info in kilowatt.rulesets() if info.chapter]
BOARDS = {name.split("/")[-1]: name for name in sorted(ATLAS, key=lambda name: name.startswith("recharged"))}
"""A ruleset of every board of the atlas."""
KINDS = ((ASK_OPEN, ASK_BID), (ASK_SCRAP,), (ASK_FUEL,), (ASK_BUILD,), (ASK_RUN,))
NAMED = (ASK_FUEL, ASK_BUILD, ASK_RUN)
SOUTH = [
    "thiruvananthapuram",
    "madurai",
    "coimbatore",
    "chennai",
    "hyderabad",
    "bangalore_1",
    "bangalore_2",
    "bhubaneswar",
    "visakhapatnam",
    "goa",
    "pune",
    "surat",
    "mumbai_1",
    "mumbai_2",
]
"""Fourteen cities of India's south and coasts, three short of the end."""


def moments(ruleset: str, seed: int, many: int) -> list[State]:
    """Return so many positions of each kind of decision of a bot game: those where a special rule matters, if any."""
    every = list(game(ruleset, max(n for n in SEATS[ruleset] if n < 5), seed))
    some: list[State] = []
    for kind in KINDS:
        rows = [s for s in every if s.ask in kind and s.round > 1]
        rows = [s for s in rows if rule_of(s)] or rows
        some += rows[:: max(1, len(rows) // many)][:many]
    return some


def check_fuel_today(s: State) -> int:
    """Every plant on offer runs at the cost that the coach names; return how many of them burn anything."""
    seat, compared = s.actor, 0
    case = Case(s, seat)
    for plant in [s.lot] if s.lot >= 0 else offered(s, seat):
        claims = {claim.code: claim.args for claim in plant_claims(case, plant)}
        if "fuel_today" in claims or "fuel_short" in claims:
            said = claims.get("fuel_today", {"cost": -1})["cost"]
            assert said == engines_cost(s, seat, plant), (s.rules.id, s.round, s.step, s.rules.card_names[plant])
            compared += 1
    return compared


@pytest.mark.parametrize("board", some_quick(BOARDS, 3))
def test_what_is_said_where_a_special_rule_matters_is_true(board: str) -> None:
    """Advice, plans and the cost of fuel are what the engine makes of them, in positions of each board of the atlas."""
    compared = 0
    for state in moments(BOARDS[board], 5, 2):
        check(state)
        follow(state)
        if state.phase == AUCTION:
            compared += check_fuel_today(state)
    assert compared


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ATLAS)
def test_what_is_said_is_true_in_many_positions_of_every_ruleset(ruleset: str) -> None:
    """The same in some fifty positions of three games of every ruleset of the atlas."""
    for seed in range(3):
        for state in moments(ruleset, 20 + seed, 4):
            check(state)
            follow(state)
            if state.phase == AUCTION:
                check_fuel_today(state)


def test_wien_makes_a_garbage_plant_cheaper_to_run() -> None:
    """The coach names 3 garbage at 2 each for plant 30 with a house in Wien, and at 3 without one. [AT-CE-02]"""
    for own, cost in ((["linz"], 9), (["wien"], 6)):
        s = kit.situation(
            "original/central-europe",
            3,
            zone=["austria", "czechia", "slovakia"],
            market=["30", "31", "32", "33", "35", "36", "38", "40"],
            stack=["42"],
            cities={0: own},
            tokens={"garbage": 18},
            money=60,
        )
        claims = {claim.code: claim.args for claim in plant_claims(Case(s, 0), s.rules.plant_ids["30"])}
        assert claims["fuel_today"] == {"need": 3, "either": ["garbage"], "cost": cost}


def test_nobody_bids_against_the_only_one_with_a_licence() -> None:
    """Plant 11 is the seat's for 1 with Merida and three rivals in Portugal alone, not with one of them in Spain too.

    [AT-ES-01]
    """
    said = []
    for rival in ("lisboa", "caceres"):
        s = kit.situation(
            "recharged/spain-portugal",
            4,
            round=3,
            order=[1, 0, 2, 3],
            zone=["portugal", "east", "north_west", "centre"],
            market=["11", "14", "17", "23", "26", "28", "31", "33"],
            stack=["4", "16", "40", "39"],
            plants={0: ["8", "9"], 1: ["5", "15"], 2: ["10", "21"], 3: ["6", "12"]},
            money={0: 53, 1: 43, 2: 41, 3: 46},
            cities={0: ["portimao", "setubal"], 1: ["evora", "merida"], 2: [rival], 3: ["faro"]},
            discount="11",
        )
        check(s)
        worths, opening = coach.plant_worths(s, 1), Open(1, "11", 1)
        facts = Facts(s, coach.Choice("open", (opening,), (0, 0), 1, 0, 0, 0, ()), worths)
        lone = Claim("lone", {"plant": "11", "worth": worths["11"].worth, "price": 1})
        said.append((Case(s, 1).alone(s.rules.plant_ids["11"]), facts.holds(lone)))
    assert said == [(True, True), (False, False)]


def test_money_favours_no_plan_that_powers_fewer_cities_at_the_end() -> None:
    """In the last round, 6 Elektro more speak for no plan that powers 11 cities where the next best powers 16.

    [R18-END-05]
    """
    s = kit.situation(
        "recharged/india",
        4,
        phase="fuel",
        round=9,
        step=3,
        order=[1, 2, 3, 0],
        zone=["south", "north_east", "east", "west"],
        market=["37", "38", "42", "44", "46", "50"],
        plants={0: ["26", "25", "40"], 1: ["16"], 2: ["31"], 3: ["32"]},
        fuel={0: {"coal": 2, "oil": 3}},
        tokens={"coal": 19, "oil": 15, "garbage": 21, "uranium": 8},
        money={0: 132, 1: 12, 2: 86, 3: 13},
        cities={0: SOUTH, 1: ["imphal"], 2: ["indore"], 3: ["kolkata"]},
    )
    check(s)
    fuels = s.rules.fuels
    none = Option("fuel", (Pass(0),), fuel=(0,) * len(fuels))
    more = Option("fuel", (BuyFuel(0, "coal", "main"),), fuel=tuple(int(one in ("coal", "oil")) for one in fuels))
    case = Case(s, 0)
    assert favoured(case, [Weighed(none, 0.9), Weighed(more, 0.8)]) == Claim("experts", {"chance": 90, "other": 80})
    assert favoured(case, [Weighed(none, 0.9), Weighed(more, 0.9)]) == Claim("as_good")
    assert favoured(case, [Weighed(more, 0.9), Weighed(none, 0.8)]) == Claim("more_supplied", {"more": 5})


def test_the_only_plant_left_in_the_first_round_is_not_called_too_dear() -> None:
    """On China, whoever buys the last plant of round 1 is told that one must be bought, whatever it is worth."""
    first = []
    for seed in range(100, 104):
        for s in islice(game("original/china", 4, seed), 40):
            if s.round == 1 and s.ask == ASK_OPEN and s.rules.plant_market.current(s) == 1:
                check(s)
                first.append(coach.advise(s, s.actor).best.claims[0].code)
    assert "must_buy_one" in first
    assert "must_buy" not in first


def test_fuel_above_the_limit_cannot_be_had_today() -> None:
    """With coal from 4 on, the coach says in Step 1 that there is too little for plant 20; in Step 2 it does not.

    [AT-IN-02]
    """
    said = []
    for step in (1, 2):
        s = kit.situation(
            "original/india",
            4,
            step=step,
            zone=["north", "north_west", "west", "east"],
            market=["20", "21", "22", "23", "26", "27", "28", "29"],
            stack=["31"],
            tokens={"coal": 12},
            money=60,
        )
        said.append({claim.code for claim in plant_claims(Case(s, 0), s.rules.plant_ids["20"])})
    assert "fuel_short" in said[0]
    assert "fuel_today" in said[1]


# --- reviews ----------------------------------------------------------------------------------------------------------


def played(ruleset: str, seed: int) -> kilowatt.Table:
    """Return a game of economists and beginners."""
    seats = max(n for n in SEATS[ruleset] if n < 5)
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=seed)
    bots = [make_bot("easy" if seat % 2 else "economist", seed) for seat in range(seats)]
    while isinstance(table.actor, int):
        table.play(bots[table.actor].advise(clone(table.state), table.actor, Budget()).action)
    return table


def check_done(table: kilowatt.Table) -> set[str]:
    """What a review says of every turn is what the game reported; return the codes of all that was said."""
    record = table.record()
    happened: dict[int, list[Event]] = {}
    state = kilowatt.new_game(table.rules)
    for entry in record.standing():
        if entry.action is not None:
            state, happened[entry.seq] = kilowatt.play(state, entry.action)
    codes, winners = set(), []
    for turn in turns_of(record):
        if turn.seat == CHANCE or turn.before.phase == SETUP:
            continue
        case = Case(turn.before, turn.seat)
        rows = [event for seq in range(turn.first, turn.last + 1) for event in happened.get(seq, [])]
        winners += [turn.seat] if turn.bought else []
        if turn.before.ask in NAMED:
            claim = played_claim(case, turn, option_of(case, tuple(turn.actions)))
            codes.add(claim.code)
            check_claim(claim.code, claim.args, [event for event in rows if getattr(event, "seat", -1) == turn.seat])
        check_change(changed(turn.before, turn.after, turn.seat), rows)
    # whoever has bought a plant, a mine or another, made the bid that counts
    every = [event for events in happened.values() for event in events]
    assert winners == [event.seat for event in every if isinstance(event, PlantSold)]
    return codes


def check_claim(code: str, args: dict[str, Any], rows: list[Event]) -> None:
    """What a turn is said to have bought, built, paid or earned is what it did."""
    fuel = [event.price for event in rows if isinstance(event, FuelBought)]
    houses = [event.house + event.connection for event in rows if isinstance(event, CityConnected)]
    runs = [event for event in rows if isinstance(event, PlantsRun)]
    if code in ("bought", "bought_none"):
        assert (args.get("cost", 0), sum(args.get("units", {}).values())) == (sum(fuel), len(fuel))
    elif code in ("built", "built_none"):
        assert (args.get("cost", 0), args.get("count", 0)) == (sum(houses), len(houses))
    elif code == "ran":
        assert [(list(run.plants), run.income) for run in runs] == [(args["plants"], args["income"])]


def check_change(claim: Claim, rows: list[Event]) -> None:
    """What is said to have been sold was, for this price; nothing else was."""
    sold = [(event.seat, event.plant, event.price) for event in rows if isinstance(event, PlantSold)]
    said = claim.code == "did_buy"
    assert sold == ([(claim.args["seat"], claim.args["plant"], claim.args["price"])] if said else []), claim


@pytest.mark.parametrize("board", some_quick(BOARDS, 6, 2))
def test_a_review_says_what_was_done(board: str) -> None:
    """Plants with their price, fuel with its cost, houses and incomes are those that the game reported."""
    assert check_done(played(BOARDS[board], 11)) >= {"bought", "built", "ran"}
