"""Reading a line: the action that it stands for next, in a position of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.actions import Action, Bid, Build, BuyCard, BuyFuel, Jump, Open, Pass, Run
from kilowatt.engine.asks import ASK_BID, ASK_OPEN
from kilowatt.engine.phases.auction import eligible, least_bid
from kilowatt.table.sheet.lines import FuelLine, HousesLine, Line, PowerLine, SaleLine, StepLine

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def next_action(s: State, line: Line, done: int) -> Action | None:
    """Return the next action of a line of which so many are done; None when it is complete.

    It may be one that the rules refuse: the refusal is then the reason why the line does not fit.
    """
    if isinstance(line, SaleLine):
        return _bidding(s, line, done)
    turn = whole_turn(line, ends=not (s.rules.fuel_goes_round and isinstance(line, FuelLine) and line.tokens))
    return turn[done] if done < len(turn) else None


def whole_turn(line: Line, *, ends: bool = True) -> list[Action]:
    """Return the actions of a line that follow from it alone; an auction's depend on who is still in it.

    Where fuel is bought token by token, a turn with a token does not end by passing [AT-IN-01].
    """
    if isinstance(line, StepLine):
        return [line.action]
    if isinstance(line, HousesLine):
        moves = [Jump(line.seat, city) if city == line.jump else Build(line.seat, city) for city in line.cities]
        return [*moves, Pass(line.seat)]
    if isinstance(line, FuelLine):
        tokens = [BuyFuel(line.seat, lot.fuel, lot.market) for lot in line.tokens for _ in range(lot.count)]
        cards = [BuyCard(line.seat, row.column, row.card) for row in line.cards]
        return [*tokens, *cards, *([Pass(line.seat)] if ends else [])]
    return [Run(line.seat, line.plants)] if isinstance(line, PowerLine) else []


def _bidding(s: State, line: SaleLine, done: int) -> Action | None:
    """Let the buyer bid the price once and everybody else pass; another opener bids the least.

    Only the result is known, and these bids are the fewest that lead to it.
    """
    seat, price = line.seat, line.price
    if s.ask == ASK_BID:
        if s.rules.card_names[s.lot] != line.plant:
            return Open(s.actor, line.plant, price)
        if s.leader == seat:
            return Pass(s.actor) if s.bid == price else Bid(seat, price)
        if s.actor == seat:
            return Bid(seat, price)
        return Pass(s.actor) if s.bidders >> seat & 1 else Bid(seat, price)
    if done:
        return None
    plant = s.rules.plant_ids.get(line.plant)
    if s.ask != ASK_OPEN or s.actor == seat or plant is None or not 0 <= seat < s.rules.seats:
        return Open(seat, line.plant, price)
    if not eligible(s) >> seat & 1:
        return Open(seat, line.plant, price)
    return Open(s.actor, line.plant, least_bid(s, plant))
