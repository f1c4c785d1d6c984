"""Games as people at a real table would write them down: lines of a sheet from the actions of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import asks, game
from kilowatt.engine.actions import Bid, Build, BuyCard, BuyFuel, Jump, Open, Pass, Run
from kilowatt.table.referee import is_decision
from kilowatt.table.sheet.lines import (
    CardLot,
    CountLine,
    FuelLine,
    HousesLine,
    Line,
    PowerLine,
    SaleLine,
    StepLine,
    TokenLot,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


class Writer:
    """Writes a game down, turn by turn: auctions by their result or bid by bid, with counted money or without."""

    def __init__(self, rules: Rules, *, results: bool, counts: bool = False) -> None:
        self.state: State = game.new_game(rules)
        self.results = results
        self.counts = counts
        self.lines: list[Line] = []
        self.turn: list[Action] = []
        """The actions of a turn that is not over yet."""
        self.drawn: list[Line] = []
        """Cards that were drawn within it."""
        self.money = 0

    def write(self, actions: Iterable[Action]) -> list[Line]:
        """Return the lines of a game."""
        for action in actions:
            number = self.state.round
            self._write(action)
            if self.counts and self.state.round > number and not self.turn:
                self.lines += [CountLine(seat, self.state.money[seat]) for seat in range(self.state.rules.seats)]
        if self.counts:
            self.lines += [CountLine(seat, self.state.money[seat]) for seat in range(self.state.rules.seats)]
        return self.lines

    def _write(self, action: Action) -> None:
        state, ask = self.state, self.state.ask
        if not is_decision(action):
            (self.drawn if self.turn else self.lines).append(StepLine(action))
            game.advance(state, action)
        elif ask in (asks.ASK_FUEL, asks.ASK_CARD, asks.ASK_BUILD):
            self._in_turn(action)
        elif isinstance(action, Run):
            game.advance(state, action)
            self.lines.append(PowerLine(action.seat, action.plants, state.income[action.seat]))
        elif self.results and (ask == asks.ASK_BID or isinstance(action, Open)):
            self._in_auction(action)
        else:
            self.lines.append(StepLine(action))
            game.advance(state, action)

    def _in_turn(self, action: Action) -> None:
        seat: int = action.seat  # type: ignore[attr-defined]
        if not self.turn:
            self.money = self.state.money[seat]
        self.turn.append(action)
        ask, one_token = self.state.ask, isinstance(action, BuyFuel) and self.state.rules.fuel_goes_round
        if one_token:
            game.advance(self.state, action)
        if one_token or isinstance(action, Pass):
            self.lines += [_line(self.turn, ask, self.money - self.state.money[seat]), *self.drawn]
            self.turn, self.drawn = [], []
        if not one_token:
            game.advance(self.state, action)

    def _in_auction(self, action: Action) -> None:
        sold = self.state.sold
        before = game.clone(self.state)
        game.advance(self.state, action)
        if self.state.sold == sold:
            return
        if isinstance(action, Open):
            self.lines.append(SaleLine(action.seat, action.plant, action.bid))
        else:
            price = action.amount if isinstance(action, Bid) else before.bid
            self.lines.append(SaleLine(before.leader, before.rules.card_names[before.lot], price))


def _line(turn: list[Action], ask: int, paid: int) -> Line:
    seat: int = turn[0].seat  # type: ignore[attr-defined]
    if ask == asks.ASK_BUILD:
        houses = [move for move in turn if isinstance(move, Build | Jump)]
        jump = next((move.city for move in houses if isinstance(move, Jump)), "")
        return HousesLine(seat, tuple(move.city for move in houses), paid, jump)
    tokens: dict[tuple[str, str], int] = {}
    for move in turn:
        if isinstance(move, BuyFuel):
            tokens[move.fuel, move.market] = tokens.get((move.fuel, move.market), 0) + 1
    lots = tuple(TokenLot(fuel, market, count) for (fuel, market), count in tokens.items())
    cards = tuple(CardLot(move.column, move.card) for move in turn if isinstance(move, BuyCard))
    return FuelLine(seat, lots, cards, paid)
