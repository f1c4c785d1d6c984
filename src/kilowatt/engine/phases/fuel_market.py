"""Buying fuel, token by token, in reverse turn order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import tasks
from kilowatt.engine.actions import Action, BuyFuel, Pass
from kilowatt.engine.asks import ASK_FUEL
from kilowatt.engine.emitting import FUEL_BOUGHT, PHASE_BEGAN, TURN_ENDED, emit
from kilowatt.engine.ids import FUEL, FUELS
from kilowatt.engine.menu import BuyChoice, Menu
from kilowatt.engine.phases.decision import Decision, Kinds, no
from kilowatt.engine.storage import burned, room, room_in

if TYPE_CHECKING:
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State


def fuel(s: State, arg: int) -> None:
    """Begin the phase; the last in order buys first [R18-ORD-06, R18-RES-01]."""
    s.phase = FUEL
    emit(s, PHASE_BEGAN, FUEL)
    s.agenda.append(tasks.FUEL_TURN + tasks.ARG * len(s.order))


def fuel_turn(s: State, arg: int) -> None:
    """Give the next seat its buying turn; the Trust takes its fuel in its place [R18-TR-12]."""
    if s.rules.fuel_goes_round:
        token_turn(s, arg)
        return
    if arg == 0:
        return
    s.agenda.append(tasks.FUEL_TURN + tasks.ARG * (arg - 1))
    seat = s.order[arg - 1]
    if seat == s.rules.trust_chair:
        s.rules.trust.buys_fuel(s)
    else:
        s.ask = ASK_FUEL
        s.actor = seat


def token_turn(s: State, arg: int) -> None:
    """Ask the next seat that has not passed for one token; it goes round until all have passed [AT-IN-01]."""
    if s.out == s.rules.everybody:
        s.out = 0
        return
    place = len(s.order) if arg == 0 else arg
    seat = s.order[place - 1]
    s.agenda.append(tasks.FUEL_TURN + tasks.ARG * (place - 1))
    if not s.out >> seat & 1:
        s.ask = ASK_FUEL
        s.actor = seat


def buy_token(s: State, market: int, token: int) -> None:
    """Pay and store the token; the same seat is asked again, or the next where it goes round token by token."""
    seat = s.actor
    price = s.rules.fuel_supply.buy(s, seat, market, token)
    emit(s, FUEL_BOUGHT, seat, token, market, price)
    if not s.rules.fuel_goes_round:
        s.ask = ASK_FUEL


def end_buying(s: State) -> None:
    """End a seat's buying, for the rest of the phase where it goes round [R18-RES-08, AT-IN-01]."""
    if s.rules.fuel_goes_round:
        s.out |= 1 << s.actor
    emit(s, TURN_ENDED, s.actor)


class BuyToken(Decision):
    """A seat buys one token or ends its turn [R18-RES-03, R18-RES-08]."""

    ask = ASK_FUEL
    takes: Kinds = (BuyFuel, Pass)

    def menu(self, s: State) -> Menu:
        """List the fuels one can store and pay, each with the price of the next token, and ending the turn."""
        seat = s.actor
        rules = s.rules
        supply = rules.fuel_supply
        money = s.money[seat]
        rows: list[Choice] = []
        cap = supply.storage(s, seat)
        base = seat * FUELS
        burns = burned(rules, s.plants[seat])
        for token in range(FUELS):
            free = room_in(s, cap, base, token) if burns >> token & 1 else 0
            if free > 0:
                for market, name in enumerate(rules.markets):
                    price = supply.price(s, seat, market, token)
                    if 0 < price <= money:
                        rows.append(BuyChoice(seat, rules.fuels[token], name, price, free))
        if rows:
            return Menu(seat, {"buy_fuel": rows, "pass": [rules.end_turn[seat]]})
        return Menu(seat, {"pass": [rules.end_turn[seat]]})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse fuel one cannot burn, store, find or pay."""
        if isinstance(action, Pass):
            return None
        assert isinstance(action, BuyFuel)
        rules = s.rules
        token = rules.fuel_ids.get(action.fuel)
        if token is None:
            return no(s, "unknown_fuel", fuel=action.fuel)
        market = rules.market_ids.get(action.market)
        if market is None:
            return no(s, "unknown_market", market=action.market, markets=list(rules.markets))
        seat = action.seat
        if room(s, seat, token) <= 0:
            return no_room(s, seat, token)
        code = rules.fuel_supply.closed(s, seat, market, token)
        if code:
            return no(s, code, fuel=action.fuel, market=action.market)
        price = rules.fuel_supply.price(s, seat, market, token)
        if price > s.money[seat]:
            return no(s, "fuel_too_dear", fuel=action.fuel, price=price, money=s.money[seat])
        return None

    def apply(self, s: State, action: Action) -> None:
        """Pay and store the token, or end the turn."""
        if isinstance(action, BuyFuel):
            buy_token(s, s.rules.market_ids[action.market], s.rules.fuel_ids[action.fuel])
        else:
            end_buying(s)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every fuel in every market, and ending the turn."""
        moves: list[Action] = [BuyFuel(seat, name, market) for market in s.rules.markets for name in s.rules.fuels]
        return [*moves, Pass(seat)]


def no_room(s: State, seat: int, token: int) -> Refusal:
    """Refuse fuel without room: no plant burns it, or the plants that do are full [R18-RES-02, R18-PLT-03]."""
    if not burned(s.rules, s.plants[seat]) >> token & 1:
        return no(s, "fuel_not_burned", fuel=s.rules.fuels[token])
    return no(s, "no_room_for_fuel", fuel=s.rules.fuels[token], held=s.held[seat * FUELS + token])


DECISIONS: Final[tuple[Decision, ...]] = (BuyToken(),)
