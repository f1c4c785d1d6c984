"""Orders in advance: they do what they say, never a wrong move, and nobody else ever hears of them."""

import asyncio
import logging
import random
from pathlib import Path

import pytest

import kilowatt
from kilowatt.client import Client, ServerSaidNo
from kilowatt.engine import game
from kilowatt.engine.actions import Bid, Build, BuyFuel, Open, Pass, Running
from kilowatt.engine.state import State
from kilowatt.host.game.advance_orders import decide, last_rounds, without_expired
from kilowatt.protocol import BidOrder, CityOrder, ClockPlan, CreateTable, OrderPlan, SeatPlan
from kilowatt.table.dealer import SeededDealer
from tests.kit import fresh, situation
from tests.server.kit import run, serving, sqlite, until

MARKET = ["10", "13", "16", "20", "21", "25", "26", "30"]


def auction(**changes: object) -> State:
    """Lay out the auctions of a round with three seats, seat 0 to open."""
    laid = {"market": MARKET, "stack": ["31", "32"], "money": 60, "order": [0, 1, 2], **changes}
    return situation("recharged/germany", 3, phase="auction", **laid)  # type: ignore[arg-type]


# --- auctions ---------------------------------------------------------------------------------------------------------


def test_the_first_wish_within_its_limit_is_opened() -> None:
    """Of several plants the first in the order of wish is opened at the least bid."""
    state = auction()
    plan = OrderPlan(bids=[BidOrder("20", 26), BidOrder("16", 20)])
    assert decide(state, 0, plan).action == Open(0, "20", 20)
    dear = OrderPlan(bids=[BidOrder("20", 19), BidOrder("16", 20)])
    assert decide(state, 0, dear).action == Open(0, "16", 16)


def test_where_none_can_be_had_the_player_opts_out_or_is_asked() -> None:
    """A list that nothing is left of opts out or asks, as ordered, and says why."""
    state = auction()
    out = decide(state, 0, OrderPlan(bids=[BidOrder("20", 1)], none="pass"))
    assert out.action == Pass(0)
    assert out.plan.bids == []
    asked = decide(state, 0, OrderPlan(bids=[BidOrder("20", 1)]))
    assert (asked.action, asked.notes) == (None, (("none_left", {}),))
    first = auction(round=1)
    must = decide(first, 0, OrderPlan(none="pass"))
    assert (must.action, must.notes) == (None, (("must_open", {}),)), "nobody opts out in round 1"


def test_a_bid_is_raised_to_its_limit_and_then_the_next_wish_counts() -> None:
    """Beyond its limit a plant is let go, with a note, and the rest of the list stays."""
    state, _ = kilowatt.play(auction(), Open(0, "20", 20))
    plan = OrderPlan(bids=[BidOrder("20", 21), BidOrder("16", 20)])
    step = decide(state, 1, plan)
    assert (step.action, step.plan) == (Bid(1, 21), plan)
    for move in (Bid(1, 21), Pass(2), Bid(0, 22)):
        state, _ = kilowatt.play(state, move)
    step = decide(state, 1, plan)
    assert step.action == Pass(1)
    assert [bid.plant for bid in step.plan.bids] == ["16"]
    assert step.notes == (("outbid", {"plant": "20", "limit": 21}),)


def test_a_later_wish_waits_for_the_earlier_one() -> None:
    """While the first wish can still be opened, the second is let go when somebody opens it."""
    state, _ = kilowatt.play(auction(), Open(0, "16", 16))
    both = OrderPlan(bids=[BidOrder("20", 26), BidOrder("16", 20)])
    assert decide(state, 1, both).action == Pass(1)
    gone = OrderPlan(bids=[BidOrder("20", 19), BidOrder("16", 20)])
    assert decide(state, 1, gone).action == Bid(1, 17), "20 costs more than its limit"


def test_a_plant_that_is_gone_is_dropped_with_a_sentence() -> None:
    """A limit for a plant that lies nowhere any more is dropped; a plant that nobody named is let go."""
    state, _ = kilowatt.play(auction(), Open(0, "16", 16))
    step = decide(state, 1, OrderPlan(bids=[BidOrder("03", 9), BidOrder("20", 30)]))
    assert step.action == Pass(1)
    assert step.notes == (("plant_gone", {"plant": "03"}),)
    alone = decide(state, 1, OrderPlan(bids=[BidOrder("03", 9)]))
    assert alone.action is None, "the only wish is gone: the player is asked"


def test_the_player_is_asked_before_a_surprise_or_the_last_money() -> None:
    """A plant above the number given, or less money than to be kept, comes before any order."""
    state = auction()
    plan = OrderPlan(bids=[BidOrder("13", 20)], above=18)
    step = decide(state, 0, plan)
    assert (step.action, step.notes[0][0]) == (None, "new_plant")
    assert decide(state, 0, OrderPlan(bids=[BidOrder("20", 60)], keep=41)).action is None


# --- fuel and building ------------------------------------------------------------------------------------------------


def bought(state: State, seat: int, plan: OrderPlan) -> tuple[State, list[str]]:
    """Carry out orders until they end the turn or ask, and list what was bought and why they stopped."""
    fuels: list[str] = []
    while True:
        step = decide(state, seat, plan)
        if not isinstance(step.action, BuyFuel):
            return state, [*fuels, *(code for code, _ in step.notes), *([] if step.action is None else ["end"])]
        fuels.append(step.action.fuel)
        state, _ = kilowatt.play(state, step.action)
        plan = step.plan


def test_fuel_is_bought_for_ones_cities_and_not_above_the_price() -> None:
    """Enough for the cities and those to be built, at most at the price given; else the player is asked at once."""
    laid = {"plants": {0: ["10", "13"], 1: [], 2: []}, "cities": {0: ["essen", "duisburg"]}, "money": 50}
    state = situation("recharged/germany", 3, phase="fuel", order=[1, 2, 0], **laid)  # type: ignore[arg-type]
    assert game.actor(state) == 0
    after, log = bought(state, 0, OrderPlan(fuel="run"))
    assert log == ["coal", "coal", "end"]
    assert after.money[0] < 50
    assert bought(state, 0, OrderPlan(fuel="full"))[1] == ["coal"] * 4 + ["end"]
    dear = decide(state, 0, OrderPlan(fuel="full", price=1))
    assert (dear.action, dear.notes[0][0], dear.plan.fuel) == (None, "fuel_dear", "ask")
    kept = decide(state, 0, OrderPlan(fuel="full", keep=49))
    assert (kept.action, kept.notes[0][0]) == (None, "keep")


def test_cities_are_built_in_order_and_skipped_when_dear() -> None:
    """A city that is taken or dearer than its price is left out with a note; then the turn ends."""
    laid = {"plants": {0: ["10"], 1: [], 2: []}, "cities": {0: ["essen"], 1: ["duisburg"]}, "money": 60}
    state = situation("recharged/germany", 3, phase="build", order=[1, 2, 0], **laid)  # type: ignore[arg-type]
    assert game.actor(state) == 0
    wishes = [CityOrder("duisburg", 40), CityOrder("muenster", 1), CityOrder("dortmund", 20)]
    plan = OrderPlan(build=True, cities=wishes)
    step = decide(state, 0, plan)
    assert step.action == Build(0, "dortmund")
    state, _ = kilowatt.play(state, step.action)
    step = decide(state, 0, step.plan)
    assert step.action == Pass(0)
    assert dict(step.notes).keys() == {"city_gone", "city_dear"}
    assert not step.plan.build


def test_parts_end_with_their_round() -> None:
    """Orders hold for the next turn of each phase: given after it, for that of the next round."""
    state = auction()
    assert last_rounds(state, 0) == [2, 2, 2, 2]
    state, _ = kilowatt.play(state, Pass(0))
    assert last_rounds(state, 0) == [3, 2, 2, 2]
    plan = OrderPlan(bids=[BidOrder("20", 26)], fuel="run", build=True)
    later = without_expired(plan, [3, 2, 2, 2], 3)
    assert (later.bids, later.fuel, later.build) == (plan.bids, "ask", False)


BOARDS = ("recharged/germany", "recharged/usa", "original/korea", "deluxe/europe", "card-game", "original/italy")


@pytest.mark.parametrize("seed", range(len(BOARDS)))
def test_orders_never_ask_for_what_is_not_allowed(seed: int) -> None:
    """Whatever is ordered, sense or nonsense, every move by order is allowed, in whole games on several boards."""
    chance = random.Random(seed)
    ruleset = BOARDS[seed]
    state, dealer = fresh(ruleset, 3, seed), SeededDealer(seed)
    plans = [OrderPlan() for _ in range(3)]
    played = 0
    for _ in range(900):
        actor = game.actor(state)
        if actor is None:
            break
        if actor == "chance":
            state, _ = kilowatt.play(state, dealer.deal(state, kilowatt.outcomes(state)))
            continue
        assert isinstance(actor, int)
        if chance.random() < 0.3:
            plans[actor] = random_plan(state, chance)
        step = decide(state, actor, plans[actor])
        plans[actor] = step.plan
        move = step.action or chance.choice(list(kilowatt.legal_actions(state)))
        if step.action is not None:
            assert game.refusal(state, step.action) is None, (ruleset, step.action)
            played += 1
        state, _ = kilowatt.play(state, move)
    assert played > 20


def random_plan(state: State, chance: random.Random) -> OrderPlan:
    """Make up orders, many of which cannot be carried out."""
    plants = chance.sample(list(state.rules.card_names), min(3, len(state.rules.card_names)))
    there = [state.rules.card_names[plant] for plant in state.market]
    cities = chance.sample(list(state.rules.city_names), min(3, len(state.rules.city_names)))
    return OrderPlan(
        bids=[BidOrder(plant, chance.randrange(80)) for plant in dict.fromkeys([*there[:2], *plants])],
        none=chance.choice(["pass", "ask"]),
        fuel=chance.choice(["ask", "run", "full"]),
        price=chance.randrange(1, 12),
        build=chance.random() < 0.5,
        cities=[CityOrder(city, chance.randrange(60)) for city in cities],
        keep=chance.choice([0, 0, 10, 500]),
        above=chance.choice([None, None, 25]),
    )


# --- at a table -------------------------------------------------------------------------------------------------------

DAYS = CreateTable(
    "recharged/germany",
    [SeatPlan("person", name="Anna"), SeatPlan("open")],
    {"order": [0, 1], "trust": False},
    ClockPlan("days", days=1),
)
MARK = 731_046


def test_a_whole_round_by_order_can_be_taken_back(tmp_path: Path) -> None:
    """A player's orders bid and pass without the player; what they did is shown to the player alone, and goes back."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            code = (await anna.create(DAYS)).table.code
            await bob.join(code, "Bob")
            async with anna.sit(code) as first, bob.sit(code) as second:
                await first.turn(10)
                assert first.view is not None
                plants = first.view.game.plants.current
                await second.orders(OrderPlan(bids=[BidOrder(plants[1], MARK)]))
                assert second.view is not None
                done = await first.act(Open(0, plants[0], int(plants[0])))
                await second.until(lambda: second.seq > done.seq)
                assert second.entries[done.seq].action == Pass(1)
                given = second.view.mine.orders["1"]
                assert done.seq + 1 in given.done
                await until(lambda: second.my_turn or len(second.entries) > done.seq + 1)
                assert first.view.mine.orders == {}

    run(check())


def test_a_move_by_order_goes_back_until_somebody_else_decides(tmp_path: Path) -> None:
    """The last move by order is taken back although another seat is to act; the orders are then off."""

    async def check() -> None:
        three = CreateTable(
            "recharged/germany",
            [SeatPlan("person", name=name) for name in ("Anna", "Also Anna", "Anna again")],
            {"order": [0, 1, 2]},
            ClockPlan("days", days=1),
        )
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna:
            code = (await anna.create(three)).table.code
            async with anna.sit(code) as all_seats:
                await all_seats.turn(10)
                assert all_seats.view is not None
                plant = all_seats.view.game.plants.current[0]
                await all_seats.orders(OrderPlan(none="pass"), 1)
                done = await all_seats.act(Open(0, plant, int(plant)))
                await all_seats.until(lambda: all_seats.view is not None and all_seats.view.game.actor == 2)
                assert all_seats.seq == done.seq + 1
                room = server.server.registry.rooms[code]
                assert room.undo_depth(1) == 1
                assert room.undo_depth(0) == 0, "a move by hand ends with the turn"
                back = await all_seats.undo(1)
                await all_seats.seen(back.seq)
                assert all_seats.view.game.actor == 1
                assert room.orders[1].advance.plan is None
                await all_seats.act(Bid(1, int(plant) + 1))

    run(check())


def test_orders_are_secret_and_checked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """No byte for others, no record and no log holds an order; strangers and nonsense are refused."""
    caplog.set_level(logging.DEBUG)

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as bob:
            code = (await anna.create(DAYS)).table.code
            await bob.join(code, "Bob")
            async with anna.sit(code) as first, bob.sit(code) as second, Client(server.url).sit(code) as eve:
                await second.orders(OrderPlan(bids=[BidOrder("20", MARK)], cities=[CityOrder("essen", MARK)]))
                for socket in (first, eve):
                    with pytest.raises(ServerSaidNo, match=r"not_your_seat|no_seat"):
                        await socket.orders(OrderPlan(none="pass"), 1)
                for bad in (
                    OrderPlan(bids=[BidOrder("nonsense", 1)]),
                    OrderPlan(cities=[CityOrder("Atlantis", 1)]),
                    OrderPlan(run=[Running("nonsense", {})]),
                    OrderPlan(run=[Running("20", {"steam": 1})]),
                ):
                    with pytest.raises(ServerSaidNo, match="bad_option"):
                        await second.orders(bad)
                with pytest.raises(ServerSaidNo, match="bad_option"):
                    await second.orders(OrderPlan(bids=[BidOrder("20", 1), BidOrder("20", 2)]))
                with pytest.raises(ServerSaidNo):
                    await second.orders(OrderPlan(bids=[BidOrder(str(n), 1) for n in range(9)]))
                assert second.view is not None
                await first.ping()
                await eve.ping()
                shown = str((first.view, eve.view, first.table, eve.table))
                assert str(MARK) not in shown
                record = await anna.request("GET", f"/api/tables/{code}/record")
                assert str(MARK).encode() not in record
            async with bob.sit(code) as again:
                assert again.view is not None
                plan = again.view.mine.orders["1"].plan
                assert plan is not None
                assert plan.bids[0].limit == MARK, "they outlive a connection"
                await again.orders(None)
            await asyncio.sleep(0)
        assert str(MARK) not in caplog.text

    run(check())
