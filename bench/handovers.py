"""How often a game over days goes from one person to another, without and with orders in advance.

    python -m bench.handovers --games 20

A hand-over is counted whenever the game waits for another person than the one who decided last. All seats are people
who play by hand as the bot `simple` does. In the second row the server runs plants and ends empty turns by itself, as
it does at tables where turns last days. In the third everybody also leaves orders, but only when they are at the table
anyway, right after a decision of their own, and with what they can see then: limits at what the coach says a plant is
worth, fuel for their cities at up to 2 Elektro more than the dearest unit costs now, the cheapest cities that their
plants can supply at up to 5 Elektro more than now. Whatever the orders do not answer is decided by hand.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import kilowatt
from kilowatt import statistics
from kilowatt.bots import simple
from kilowatt.bots.building import chain
from kilowatt.bots.plant_tables import tables_of
from kilowatt.coach.worth import worths
from kilowatt.engine import game
from kilowatt.host.game import advance_orders, standing_orders
from kilowatt.host.rows import Advance, Orders
from kilowatt.protocol import AskQuote, BidOrder, CityOrder, OrderPlan
from kilowatt.protocol.planning import quoted
from kilowatt.table.dealer import SeededDealer

if TYPE_CHECKING:
    from kilowatt.engine.state import State

RULESET = "recharged/germany"
SEATS = 4
WISHES, CITIES = 4, 3
DEARER_FUEL, DEARER_CITY = 2, 5
WAYS = ("by hand", "plants run by themselves", "with orders")


def orders_of(state: State, seat: int) -> OrderPlan:
    """Return the orders that a person would leave who looks at the table now."""
    names, numbers = state.rules.card_names, state.rules.numbers
    plants = tuple(plant for plant in state.market if plant < len(state.rules.plants))
    worth = worths(state, seat, plants)
    wanted = sorted((plant for plant in plants if worth[plant] >= numbers[plant]), key=lambda p: numbers[p] - worth[p])
    capacity = sum(state.rules.plants[plant].cities for plant in state.plants[seat])
    more = max(0, min(CITIES, capacity - state.cities[seat].bit_count()))
    cities = chain(state, seat, tables_of(state), more, state.money[seat]) if more else []
    return OrderPlan(
        bids=[BidOrder(names[plant], worth[plant]) for plant in wanted[:WISHES]],
        none="pass",
        fuel="run",
        price=_price(state, seat),
        build=True,
        cities=[CityOrder(state.rules.city_names[city], cost + DEARER_CITY) for city, cost in cities],
    )


def _price(state: State, seat: int) -> int:
    """Return the highest price of a unit that a person allows: a little more than the dearest that is needed now."""
    fill = quoted(state, seat, AskQuote("now", fills=True)).fills.get("run")
    if fill is None or fill.cost == 0:
        return 4
    table, dearest = game.clone(state), 0
    supply, rules = state.rules.fuel_supply, state.rules
    for market, row in fill.basket.items():
        for fuel, count in row.items():
            for _ in range(count):
                paid = supply.buy(table, seat, rules.markets.index(market), rules.fuels.index(fuel))
                dearest = max(dearest, paid)
    return dearest + DEARER_FUEL


def handovers(way: str, seed: int, ruleset: str = RULESET) -> tuple[int, int]:
    """Play a game, and return how often it went to another person and how many rounds it had."""
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, SEATS, {}))
    dealer = SeededDealer(seed)
    auto = standing_orders.where_turns_last_days().auto
    orders = [Orders() if way == WAYS[0] else Orders(auto=auto) for _ in range(SEATS)]
    last, count = -1, 0
    while (actor := game.actor(state)) is not None:
        if actor == "chance":
            game.advance(state, dealer.deal(state, game.outcomes(state)))
            continue
        assert isinstance(actor, int)  # noqa: S101 - a seat is to act
        step = standing_orders.next_step(state, actor, orders[actor], 0)
        orders[actor].advance = step.advance
        if step.action is not None and game.refusal(state, step.action) is None:
            game.advance(state, step.action)
            continue
        count += actor != last
        last = actor
        game.advance(state, simple.decide(state))
        if way == WAYS[2] and game.actor(state) is not None:
            orders[actor].advance = Advance(orders_of(state, actor), advance_orders.last_rounds(state, actor))
    return count, state.round


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="games per column, on the same deals")
    parser.add_argument("--ruleset", default=RULESET, help="the game that is played")
    asked = parser.parse_args()
    games = asked.games
    base = 0.0
    print(f"hand-overs per game of {SEATS} people, {asked.ruleset}, {games} deals")
    for way in WAYS:
        rows = [handovers(way, seed, asked.ruleset) for seed in range(games)]
        counts = [float(count) for count, _ in rows]
        mean, error = statistics.mean(counts), 1.96 * statistics.standard_error(counts)
        rounds = sum(number for _, number in rows) / games
        per_round = mean / rounds
        base = base or per_round
        figures = f"{mean:6.1f} ± {error:.1f} in {rounds:.1f} rounds, {per_round:.1f} per round"
        print(f"{way:26} {figures} ({per_round / base:.0%})")


if __name__ == "__main__":
    main()
