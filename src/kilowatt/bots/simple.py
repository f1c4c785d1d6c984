"""`simple`: the yardstick. Every rule of it is one line of `docs/bots.md`, so that anyone can re-implement it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots.advice import Advice, Budget, Reason
from kilowatt.bots.building import chain, house_in
from kilowatt.bots.fuelling import best_buying, best_run, first_token
from kilowatt.bots.plant_tables import Tables, tables_of
from kilowatt.bots.preparing import prepare
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, DiscardFuel, Jump, Open, Pass, Scrap
from kilowatt.engine.ids import FUELS
from kilowatt.engine.knowledge import known_to
from kilowatt.engine.phases.auction import least_bid, may_opt_out, offered

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.state import State

A_CITY = 15
NO_FUEL = 25
EFFICIENCY = 10
A_CITY_GAINED = 2
MORE_CITIES = 2
"""How many cities more than it has it buys fuel for."""
SPARE = 1
"""It wants a plant only while its plants supply at most so many cities more than it has."""
PATIENCE = 12
"""From this round on it builds beyond what its plants supply, so that the game ends."""


def score(tables: Tables, plant: int) -> float:
    """Score a plant card."""
    card = tables.rules.plants[plant]
    cities = tables.output[plant]
    efficiency = EFFICIENCY * cities / card.need if card.need else NO_FUEL if cities else 0
    return A_CITY * cities + efficiency


def kept(tables: Tables, plants: tuple[int, ...], limit: int) -> tuple[int, ...]:
    """Return the plants that stay when the worst ones over the limit go."""
    if len(plants) <= limit:
        return plants
    return tuple(sorted(plants, key=lambda p: -score(tables, p))[:limit])


def gained(s: State, seat: int, tables: Tables, plant: int) -> int:
    """Count the cities a plant would add to what this seat's plants supply."""
    own = s.plants[seat]
    limit = s.rules.plant_limit
    if len(own) < limit:
        return tables.output[plant]
    return tables.output[plant] - tables.output[min(own, key=lambda p: score(tables, p))]


def limit_of(s: State, seat: int, tables: Tables, plant: int) -> int:
    """Return the most it pays for a plant; 0 for one that gains nothing."""
    gain = gained(s, seat, tables, plant)
    if gain <= 0 or (not tables.printed and tables.capacity(s.plants[seat]) > s.count(seat) + SPARE):
        return 0
    bonus = 0 if s.round == 1 else A_CITY_GAINED * gain
    if tables.printed:
        bonus //= 2
    return s.rules.numbers[plant] + bonus


def openable(s: State, seat: int, wants: Callable[[int], bool]) -> list[int]:
    """List the plants that a seat can pay and wants; if it wants none and must open one, all that it can pay."""
    payable = [p for p in offered(s, seat) if least_bid(s, p) <= s.money[seat]]
    wanted = [p for p in payable if wants(p)]
    return wanted if wanted or may_opt_out(s, seat) else payable


def wanted_plants(s: State, seat: int, tables: Tables) -> list[int]:
    """List the plants that gain cities and cost no more than its limit; if it must open one, at least one."""
    return openable(s, seat, lambda p: least_bid(s, p) <= limit_of(s, seat, tables, p))


def opening(s: State, seat: int, tables: Tables) -> Action:
    """Open the best of these plants at the least bid."""
    plants = wanted_plants(s, seat, tables)
    if not plants:
        return Pass(seat)
    plant = max(plants, key=lambda p: score(tables, p))
    return Open(seat, s.rules.card_names[plant], least_bid(s, plant))


def wanted_cities(s: State, seat: int, tables: Tables) -> int:
    """Count the cities it builds up to."""
    return 99 if s.round >= PATIENCE else tables.capacity(s.plants[seat])


def decide(s: State) -> Action:
    """Choose the move of the acting seat; also the rivals of other bots' imagination."""
    seat = s.actor
    tables = tables_of(s)
    match s.ask:
        case asks.ASK_OPEN:
            return opening(s, seat, tables)
        case asks.ASK_BID:
            enough = s.bid < min(limit_of(s, seat, tables, s.lot), s.money[seat])
            return Bid(seat, s.bid + 1) if enough else Pass(seat)
        case asks.ASK_SCRAP:
            may = [p for p in s.plants[seat] if s.rules.may_scrap_new_plant or p != s.newest]
            return Scrap(seat, s.rules.card_names[min(may, key=lambda p: score(tables, p))])
        case asks.ASK_DISCARD:
            fuel = max(s.rules.mix, key=lambda f: s.held[seat * FUELS + f])
            return DiscardFuel(seat, s.rules.fuels[fuel])
        case asks.ASK_FUEL | asks.ASK_CARD:
            cities = s.count(seat) + MORE_CITIES
            # where income is printed the last production is worth ten Elektro per point
            scale = 10.0 if s.last_round else 1.0
            buys = best_buying(s, seat, tables, cities=cities, money=s.money[seat], scale=scale)[0]
            return first_token(s, seat, buys) or Pass(seat)
        case asks.ASK_BUILD:
            row = chain(s, seat, tables, min(1, wanted_cities(s, seat, tables) - s.count(seat)), s.money[seat])
            return house_in(s, seat, row[0][0]) if row else Pass(seat)
        case asks.ASK_RUN:
            return best_run(s, seat, [0.01] * FUELS)[0]
        case _:
            return prepare(s, tables)


class SimpleBot:
    """The yardstick."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Follow the rules of the yardstick."""
        s = known_to(state, seat)
        action = decide(s)
        return Advice(action, explain(s, seat, action))


def explain(s: State, seat: int, action: Action) -> Reason:
    """Return what the yardstick's move is for."""
    tables = tables_of(s)
    if isinstance(action, Open | Bid):
        plant = s.lot if isinstance(action, Bid) else s.rules.plant_ids[action.plant]
        return Reason(
            "plant_gains",
            {
                "plant": s.rules.card_names[plant],
                "gain": gained(s, seat, tables, plant),
                "limit": max(
                    limit_of(s, seat, tables, plant), action.amount if isinstance(action, Bid) else action.bid
                ),
            },
        )
    return plain_reason(s, seat, action)


def plain_reason(s: State, seat: int, action: Action) -> Reason:
    """Return what a move does, for moves that need no other reason."""
    tables = tables_of(s)
    match action:
        case Build(_, city) | Jump(_, city):
            space = [
                cost for place, cost in chain(s, seat, tables, 1, s.money[seat]) if place == s.rules.city_ids[city]
            ]
            capacity = tables.capacity(s.plants[seat])
            name = s.rules.board.cities[s.rules.city_ids[city]].name
            return Reason("city_cheapest" if space else "city_planned", {"city": name, "capacity": capacity})
        case Pass() if s.ask == asks.ASK_BID and s.bid >= s.money[seat]:
            return Reason("cannot_raise")
        case Pass():
            codes = {asks.ASK_OPEN: "nothing_worth_buying", asks.ASK_BID: "too_dear", asks.ASK_BUILD: "enough_cities"}
            return Reason(codes.get(s.ask, "enough_fuel"), {"capacity": tables.capacity(s.plants[seat])})
        case Scrap(_, plant):
            return Reason("weakest_plant", {"plant": plant})
        case _:
            codes = {
                asks.ASK_FUEL: "fuel_for_plants",
                asks.ASK_CARD: "fuel_for_plants",
                asks.ASK_RUN: "best_pay",
                asks.ASK_DISCARD: "spare_fuel",
            }
            return Reason(codes.get(s.ask, "good_start"))
