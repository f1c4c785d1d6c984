"""Fuel as cards in four price columns: buying whole cards, and the resupply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import plants, tasks
from kilowatt.engine.actions import Action, BuyCard, Pass, RevealFuel
from kilowatt.engine.asks import ASK_CARD, ASK_FUEL_CARD
from kilowatt.engine.emitting import (
    BYTE,
    CARD_BOUGHT,
    CARD_REVEALED,
    CARDS_MOVED,
    FUEL_SHUFFLED,
    FUEL_SHUFFLED_PLANT,
    PHASE_BEGAN,
    TURN_ENDED,
    emit,
)
from kilowatt.engine.fuel_held import SINGLE, fuel_of, units_of
from kilowatt.engine.ids import CHANCE, FUEL, FUELS, KINDS, NOBODY
from kilowatt.engine.menu import CardChoice, Menu
from kilowatt.engine.phases.decision import Decision, Draw, Kinds, no
from kilowatt.engine.phases.fuel_market import no_room
from kilowatt.engine.rows import appended, changed, total
from kilowatt.engine.storage import burned, room

if TYPE_CHECKING:
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State

SINGLES: Final = 1
"""The column where singles lie."""
FIRST: Final = 2
LAST: Final = 4
"""The columns of the draw stack's cards."""


def column_of(s: State, column: int) -> list[int]:
    """List the cards of a column: coal first, fewer units first [C-SET-12]."""
    counts = s.columns[column * KINDS : column * KINDS + KINDS]
    return [card for card, count in enumerate(counts) if count for _ in range(count)]


def kinds_in(s: State, column: int) -> list[int]:
    """List the kinds of card in a column."""
    return [card for card, count in enumerate(s.columns[column * KINDS : column * KINDS + KINDS]) if count]


def hand_over(s: State, chair: int, column: int, card: int, kept: int) -> int:
    """Give a chair a card of a column; units it does not keep become singles [C-RES-04]. Return their number."""
    fuel = fuel_of(card)
    s.columns[column * KINDS + card] -= 1
    s.hands[chair] = appended(s.hands[chair], card * 4 + kept)
    s.held[chair * FUELS + fuel] += kept
    singles = units_of(card) - kept
    s.columns[SINGLES * KINDS + fuel * 4 + SINGLE] += singles
    s.supply[fuel] = max(0, s.supply[fuel] - singles)
    return singles


# tasks


def fuel_cards(s: State, arg: int) -> None:
    """Prepare the draw stack, the first discard pile and the columns [C-SET-10, C-SET-13]."""
    rules = s.rules
    s.supply = rules.tokens[:]
    s.fuel_bag = rules.fuel_cards
    s.fuel_discard = rules.extra_cards[0]
    s.agenda.append(tasks.RESUPPLY)


def cards(s: State, arg: int) -> None:
    """Begin the phase; the last in order buys first [C-RES-01]."""
    s.phase = FUEL
    emit(s, PHASE_BEGAN, FUEL)
    s.agenda.append(tasks.CARDS_TURN + tasks.ARG * len(s.order))


def cards_turn(s: State, arg: int) -> None:
    """Give the next seat its buying turn; the Trust takes its cards in its place [C-TR-11]."""
    if arg == 0:
        return
    s.agenda.append(tasks.CARDS_TURN + tasks.ARG * (arg - 1))
    seat = s.order[arg - 1]
    if seat == s.rules.trust_chair:
        s.rules.trust.buys_fuel(s)
    else:
        s.ask = ASK_CARD
        s.actor = seat


def resupply(s: State, arg: int) -> None:
    """Slide cards down (once), then draw for the gaps from the lowest column up [C-BUR-07, C-BUR-10]."""
    if arg == 0:
        slide(s, 3, 2)
        slide(s, 4, 2)
        slide(s, 4, 3)
    if gap(s) == NOBODY:
        return
    if any(s.fuel_bag):
        s.ask = ASK_FUEL_CARD
        s.actor = CHANCE
        s.agenda.append(tasks.RESUPPLY + tasks.ARG)
    elif any(s.fuel_discard):
        # the pile becomes the stack, and the smallest plant pays for it [C-BUR-11, C-BUR-12]
        s.fuel_shuffles += 1
        s.fuel_drawn = 0
        s.fuel_bag = s.fuel_discard
        if s.fuel_shuffles < len(s.rules.extra_cards):
            s.fuel_discard = s.rules.extra_cards[s.fuel_shuffles]
        else:
            for card in range(KINDS):
                s.fuel_discard = changed(s.fuel_discard, card, 0)
        if s.log is not None:
            emit(s, FUEL_SHUFFLED, sum(s.fuel_bag))
        s.agenda.append(tasks.RESUPPLY + tasks.ARG)
        if plants.remove_smallest(s, FUEL_SHUFFLED_PLANT):
            s.agenda.append(tasks.DRAW)


def in_column(s: State, column: int) -> int:
    """Count the cards of a column."""
    return total(s.columns, column * KINDS, KINDS)


def slide(s: State, source: int, target: int) -> None:
    """Slide the first cards of a column into the gaps of a cheaper one [C-BUR-07]."""
    free = s.rules.columns - in_column(s, target)
    if free <= 0:
        return
    for card in range(KINDS):
        while free > 0 and s.columns[source * KINDS + card]:
            s.columns[source * KINDS + card] -= 1
            s.columns[target * KINDS + card] += 1
            free -= 1
            emit(s, CARDS_MOVED, card, target)


def gap(s: State) -> int:
    """Return the lowest column with a gap."""
    for column in range(FIRST, LAST + 1):
        if in_column(s, column) < s.rules.columns:
            return column
    return NOBODY


def card_laid(s: State, card: int) -> None:
    """Lay a card of the stack into the lowest column with a gap."""
    s.fuel_bag = changed(s.fuel_bag, card, s.fuel_bag[card] - 1)
    s.fuel_drawn += 1
    column = gap(s)
    s.columns[column * KINDS + card] += 1
    emit(s, CARD_REVEALED, card, column)


def buy_card(s: State, column: int, card: int) -> None:
    """Pay, keep what fits, leave the rest as singles; the same seat is asked again."""
    seat = s.actor
    price = s.rules.column_prices[column]
    kept = min(units_of(card), room(s, seat, fuel_of(card)))
    s.money[seat] -= price
    singles = hand_over(s, seat, column, card, kept)
    emit(s, CARD_BOUGHT, seat, column << BYTE | card, price, kept, singles)
    s.ask = ASK_CARD


# draws


class DrawFuelCard(Draw):
    """A fuel card is turned up for the lowest column with a gap [C-BUR-10]."""

    ask = ASK_FUEL_CARD
    deck = "fuel"

    def key(self, s: State) -> tuple[str, int, int]:
        """Name the draw by the fuel stack's own counts."""
        return self.deck, s.fuel_shuffles, s.fuel_drawn

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List the kinds of card that may come, weighted by how many there are."""
        names = s.rules.kind_names
        return [(RevealFuel(names[card]), count) for card, count in enumerate(s.fuel_bag) if count]

    def apply(self, s: State, action: Action) -> None:
        """Lay the card into the lowest column with a gap."""
        assert isinstance(action, RevealFuel)
        card_laid(s, s.rules.kind_ids[action.card])


DRAWS: Final[tuple[Draw, ...]] = (DrawFuelCard(),)


# decisions


class BuyFuelCard(Decision):
    """A seat buys one card or ends its turn [C-RES-02, C-RES-03]."""

    ask = ASK_CARD
    takes: Kinds = (BuyCard, Pass)

    def menu(self, s: State) -> Menu:
        """List the kinds of card one can use and pay, column by column, and ending the turn."""
        seat = s.actor
        rules = s.rules
        rows: list[Choice] = []
        free = [room(s, seat, fuel) for fuel in range(FUELS)]
        for column in range(SINGLES, LAST + 1):
            price = rules.column_prices[column]
            if price <= s.money[seat]:
                for card in kinds_in(s, column):
                    kept = min(units_of(card), free[fuel_of(card)])
                    if kept > 0:
                        rows.append(
                            CardChoice(seat, column, rules.kind_names[card], price, kept, units_of(card) - kept)
                        )
        if rows:
            return Menu(seat, {"buy_card": rows, "pass": [rules.end_turn[seat]]})
        return Menu(seat, {"pass": [rules.end_turn[seat]]})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse cards that are not there, fit nothing or cannot be paid."""
        if isinstance(action, Pass):
            return None
        assert isinstance(action, BuyCard)
        seat = action.seat
        card = s.rules.kind_ids.get(action.card)
        if card is None:
            return no(s, "unknown_card", card=action.card)
        if not SINGLES <= action.column <= LAST:
            return no(s, "unknown_column", column=action.column)
        if not s.columns[action.column * KINDS + card]:
            return no(s, "card_not_in_column", card=action.card, column=action.column)
        if room(s, seat, fuel_of(card)) <= 0:
            if s.last_round and burned(s.rules, s.plants[seat]) >> fuel_of(card) & 1:
                return no(s, "last_round_no_excess", fuel=s.rules.fuels[fuel_of(card)])
            return no_room(s, seat, fuel_of(card))
        price = s.rules.column_prices[action.column]
        if price > s.money[seat]:
            return no(s, "fuel_too_dear", fuel=s.rules.fuels[fuel_of(card)], price=price, money=s.money[seat])
        return None

    def apply(self, s: State, action: Action) -> None:
        """Pay, keep what fits, leave the rest as singles; or end the turn."""
        if isinstance(action, BuyCard):
            buy_card(s, action.column, s.rules.kind_ids[action.card])
        else:
            emit(s, TURN_ENDED, s.actor)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every kind of card in every column, and ending the turn."""
        moves: list[Action] = []
        for column in range(SINGLES, LAST + 1):
            moves += [BuyCard(seat, column, s.rules.kind_names[card]) for card in kinds_in(s, column)]
        return [*moves, Pass(seat)]


DECISIONS: Final[tuple[Decision, ...]] = (BuyFuelCard(),)
