"""Plans: what a seat's wishes would cost and leave, and what would stand in their way, whoever's turn it is.

Prices, distances and refusals are the engine's; this puts them together for clients, which do no rules arithmetic. It
knows a table's players by name only, and changes no state.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from kilowatt.engine import game, storage
from kilowatt.engine.asks import ASK_BID, ASK_BUILD, ASK_CARD, ASK_FUEL, ASK_OPEN
from kilowatt.engine.ids import AUCTION, BUILD, FUEL, FUELS, NOBODY, OVER, SETUP
from kilowatt.engine.phases import auction
from kilowatt.engine.quotes import carry_out, jump_costs
from kilowatt.engine.ways import previous_cities
from kilowatt.protocol import FillView, Quoted
from kilowatt.protocol.views import reasons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.quotes import Quote
    from kilowatt.engine.state import State
    from kilowatt.protocol import AskQuote, WhyNot

Basket = dict[str, dict[str, int]]
"""Market -> fuel -> tokens."""


def quoted(s: State, seat: int, asked: AskQuote, language: str = "en", players: Sequence[str] = ()) -> Quoted:
    """Price a plan, and say how things would stand after it; `ValueError` names a market that is not there."""
    fuel = {str(name): int(count) for name, count in asked.fuel.items()}
    give_up = {str(name): int(count) for name, count in asked.give_up.items()}
    plan = carry_out(s, seat, asked.cities, fuel, asked.plant, asked.price, asked.market, give_up, asked.jump)
    after = plan.after
    cities = s.rules.city_names
    return Quoted(
        asked.id,
        seat,
        plan.quote,
        reach=game.reach(after, seat),
        jumps=jump_costs(after, seat),
        via={cities[city]: cities[before] for city, before in previous_cities(after, seat).items()},
        paths=plan.paths,
        basket=plan.basket,
        fills=_fills(plan.before_fuel, seat, plan.only, plan.quote) if asked.fills else {},
        why_not=why_not(after, seat, language, players) if asked.why else [],
    )


# --- filling up -------------------------------------------------------------------------------------------------------


def _fills(s: State, seat: int, only: int, plan: Quote) -> dict[str, FillView]:
    """Return the baskets for one run that supplies the plan's cities and for full stores, within the money left.

    A seat without a city has all its plants run; one with fuel for all of its cities needs no token.
    """
    if s.rules.columns or not s.plants[seat]:
        return {}
    money = plan.money_left + plan.fuel_cost
    one = s.rules.fuel_supply.one_market and only == NOBODY
    markets = list(range(len(s.rules.tracks))) if one else [only]
    capacity = sum(s.rules.plants[plant].cities for plant in s.plants[seat])
    held, _ = storage.best_run(s, seat)
    goal = 0 if 0 < plan.cities <= held else min(plan.cities or capacity, capacity)
    runs = [_one_run(s, seat, market, money, goal) for market in markets]
    run = min(runs, key=lambda fill: (-min(fill.produced, goal), fill.cost))
    fulls = [_full(fill, seat) for fill in runs]
    full = min(fulls, key=lambda fill: (-fill.produced, -fill.tokens, fill.cost))
    return {"run": run.view(seat), "full": full.view(seat)}


class _Fill:
    """A basket that grows, on a table of its own."""

    def __init__(self, s: State, only: int, money: int) -> None:
        self.table = game.clone(s)
        self.only = only
        self.money = money
        self.basket: Basket = {}
        self.cost = 0
        self.tokens = 0
        self.produced = 0

    def copy(self) -> _Fill:
        """Return a second one to try something with."""
        other = _Fill(self.table, self.only, self.money)
        other.basket = {market: dict(fuels) for market, fuels in self.basket.items()}
        other.cost, other.tokens, other.produced = self.cost, self.tokens, self.produced
        return other

    def buy(self, seat: int, slot: int) -> bool:
        """Buy one token as cheaply as it can be had; False if there is none, no room or no money."""
        rules = self.table.rules
        market, price = rules.fuel_supply.cheapest(self.table, seat, slot, self.only)
        if market == NOBODY or self.cost + price > self.money or storage.room(self.table, seat, slot) <= 0:
            return False
        self.cost += rules.fuel_supply.buy(self.table, seat, market, slot)
        row = self.basket.setdefault(rules.markets[market], {})
        row[rules.fuels[slot]] = row.get(rules.fuels[slot], 0) + 1
        self.tokens += 1
        return True

    def view(self, seat: int) -> FillView:
        """Show it."""
        supplied, income = storage.best_run(self.table, seat)
        return FillView(self.basket, self.cost, supplied, income)


def _one_run(s: State, seat: int, only: int, money: int, goal: int) -> _Fill:
    """Find the cheapest tokens with which plants for so many cities run once; if they cannot, those that supply most.

    A plant that is not needed for them burns nothing; nothing is bought for no city.
    """
    if goal == 0:
        return _Fill(s, only, money)
    rows = s.rules.plants

    def capacity(chosen: tuple[int, ...]) -> int:
        return sum(rows[plant].cities for plant in chosen)

    def tries(chosen: tuple[int, ...]) -> list[_Fill]:
        return [fill for need in _needs(s, chosen) if (fill := _try(s, seat, only, money, chosen, need)) is not None]

    plants = s.plants[seat]
    sets = [chosen for size in range(1, len(plants) + 1) for chosen in combinations(plants, size)]
    enough: list[tuple[int, ...]] = []
    for chosen in sets:  # small sets first: one that holds a smaller one burns more than is needed
        if capacity(chosen) >= goal and not any(set(less) <= set(chosen) for less in enough):
            enough.append(chosen)
    fills = [fill for chosen in enough for fill in tries(chosen)]
    for chosen in sorted(sets, key=capacity, reverse=True):
        if fills:
            break
        fills = tries(chosen)
    return min(fills, key=lambda fill: fill.cost, default=_Fill(s, only, money))


def _needs(s: State, chosen: tuple[int, ...]) -> list[list[int]]:
    """List what these plants burn together, once for each way to share the hybrids' need between their two fuels."""
    plain = [0] * FUELS
    mixed = 0
    for plant in chosen:
        card = s.rules.plants[plant]
        if len(card.fuels) == 1:
            plain[card.fuels[0]] += card.need
        elif card.fuels:
            mixed += card.need
    first, second = s.rules.mix
    needs: list[list[int]] = []
    for part in range(mixed + 1):
        need = plain[:]
        need[first] += part
        need[second] += mixed - part
        needs.append(need)
    return needs


def _try(s: State, seat: int, only: int, money: int, chosen: tuple[int, ...], need: list[int]) -> _Fill | None:
    fill = _Fill(s, only, money)
    for slot in range(FUELS):
        for _ in range(need[slot] - s.held[seat * FUELS + slot]):
            if not fill.buy(seat, slot):
                return None
    names = {s.rules.card_names[plant] for plant in chosen}
    if not any({row.plant for row in run[0]} >= names for run in storage.runs(fill.table, seat)):
        return None
    fill.produced = sum(s.rules.plants[plant].cities for plant in chosen)
    return fill


def _full(run: _Fill, seat: int) -> _Fill:
    """Go on from one run to full stores, always with the cheapest token that still fits."""
    fill = run.copy()
    s = fill.table
    while True:
        prices = [
            (price, slot)
            for slot in range(FUELS)
            if storage.room(s, seat, slot) > 0
            and (price := s.rules.fuel_supply.cheapest(s, seat, slot, fill.only)[1])
            and fill.cost + price <= fill.money
        ]
        if not prices or not fill.buy(seat, min(prices)[1]):
            return fill


# --- why not ----------------------------------------------------------------------------------------------------------


def why_not(s: State, seat: int, language: str = "en", players: Sequence[str] = ()) -> list[WhyNot]:
    """List what the table shows but this seat could not do if it were its turn: plants, fuel and cities."""
    refusals = [row for trial in _turns(s, seat) for row in game.why_not(trial, seat)]
    return reasons(refusals, s.rules, language, players)


def _turns(s: State, seat: int) -> list[State]:
    """Return the turns this seat may have, as if each were now."""
    if s.phase == SETUP:
        return [_as_if(s, seat, SETUP, s.ask)] if s.actor >= 0 else []
    if s.actor == OVER:
        return []
    opening = _as_if(s, seat, AUCTION, ASK_OPEN)
    opening.lot = NOBODY
    if s.phase != AUCTION:
        # who has bought is forgotten when the next auctions begin
        opening.bought = opening.out = 0
    turns = [opening]
    if s.phase == AUCTION and s.lot != NOBODY:
        turns.append(_as_if(s, seat, AUCTION, ASK_BID))
    for turn in turns:
        if auction.out_of(turn, seat):
            # left as somebody else's turn, so that the engine says what bars this seat
            turn.actor = (seat + 1) % s.rules.seats
    turns.append(_as_if(s, seat, FUEL, ASK_CARD if s.rules.columns else ASK_FUEL))
    if s.rules.board.cities:
        turns.append(_as_if(s, seat, BUILD, ASK_BUILD))
    return turns


def _as_if(s: State, seat: int, phase: int, ask: int) -> State:
    trial = game.clone(s)
    trial.actor, trial.phase, trial.ask = seat, phase, ask
    return trial
