"""Fuel as cards in four price columns: buying whole cards, and the resupply."""

from __future__ import annotations

from typing import Final

from kilowatt.engine import plants, storage, tasks
from kilowatt.engine.asks import ASK_CARD, ASK_FUEL_CARD
from kilowatt.engine.emitting import FUEL_SHUFFLED_PLANT
from kilowatt.engine.ids import CHANCE, FUEL, FUELS, NOBODY
from kilowatt.engine.phases.card_market import FIRST, LAST, SINGLES
from kilowatt.kernel.agenda import push
from kilowatt.kernel.fuel_held import fuel_of, units_of
from kilowatt.kernel.menus import KIND, TOO_MANY_CARDS, add, add_pass, end_kind
from kilowatt.kernel.record_layout import HAND, KINDS, Game, Menu, Tables

MOST_SINGLES: Final = 30_000
"""Singles of a fuel in their column. No game of people comes near; an endless one stops there."""


def hand_over(s: Game, chair: int, column: int, card: int, kept: int) -> None:
    """Give a chair a card of a column; units it does not keep become singles [C-RES-04]."""
    fuel = fuel_of(card)
    if s.hand_size[chair] >= HAND or s.columns[SINGLES][fuel * 4] >= MOST_SINGLES:
        s.fault = TOO_MANY_CARDS
        return
    s.columns[column][card] -= 1
    s.hands[chair][s.hand_size[chair]] = card * 4 + kept
    s.hand_size[chair] += 1
    s.held[chair * FUELS + fuel] += kept
    singles = units_of(card) - kept
    s.columns[SINGLES][fuel * 4] += singles
    s.supply[fuel] = max(0, s.supply[fuel] - singles)


# tasks


def fuel_cards(s: Game, t: Tables) -> None:
    """Prepare the draw stack, the first discard pile and the columns [C-SET-10, C-SET-13]."""
    for fuel in range(FUELS):
        s.supply[fuel] = t.tokens[fuel]
    for card in range(KINDS):
        s.fuel_bag[card] = t.fuel_cards[card]
        s.fuel_discard[card] = t.extra_cards[0][card]
    push(s, tasks.RESUPPLY)


def cards(s: Game) -> None:
    """Begin the phase; the last in order buys first [C-RES-01]."""
    s.phase = FUEL
    push(s, tasks.CARDS_TURN + tasks.ARG * s.order_size)


def cards_turn(s: Game, t: Tables, arg: int) -> None:
    """Give the next seat its buying turn; the Trust takes its cards in its place [C-TR-11]."""
    if arg == 0:
        return
    push(s, tasks.CARDS_TURN + tasks.ARG * (arg - 1))
    seat = s.order[arg - 1]
    if seat == t.trust_chair:
        t.trust.buys_fuel(s)
    else:
        s.ask = ASK_CARD
        s.actor = seat


def resupply(s: Game, t: Tables, arg: int) -> None:
    """Slide cards down (once), then draw for the gaps from the lowest column up [C-BUR-07, C-BUR-10]."""
    if arg == 0:
        slide(s, t, 3, 2)
        slide(s, t, 4, 2)
        slide(s, t, 4, 3)
    if gap(s, t) == NOBODY:
        return
    in_bag = 0
    discarded = 0
    for card in range(KINDS):
        in_bag += s.fuel_bag[card]
        discarded += s.fuel_discard[card]
    if in_bag:
        s.ask = ASK_FUEL_CARD
        s.actor = CHANCE
        push(s, tasks.RESUPPLY + tasks.ARG)
    elif discarded:
        # the pile becomes the stack, and the smallest plant pays for it [C-BUR-11, C-BUR-12]
        s.fuel_shuffles += 1
        s.fuel_drawn = 0
        for card in range(KINDS):
            s.fuel_bag[card] = s.fuel_discard[card]
            s.fuel_discard[card] = t.extra_cards[s.fuel_shuffles][card] if s.fuel_shuffles < t.extra_size else 0
        push(s, tasks.RESUPPLY + tasks.ARG)
        if plants.remove_smallest(s, FUEL_SHUFFLED_PLANT):
            push(s, tasks.DRAW)


def in_column(s: Game, column: int) -> int:
    """Count the cards of a column."""
    total = 0
    for card in range(KINDS):
        total += s.columns[column][card]
    return total


def slide(s: Game, t: Tables, source: int, target: int) -> None:
    """Slide the first cards of a column into the gaps of a cheaper one [C-BUR-07]."""
    free = t.columns - in_column(s, target)
    for card in range(KINDS):
        moved = min(free, s.columns[source][card])
        if moved > 0:
            s.columns[source][card] -= moved
            s.columns[target][card] += moved
            free -= moved


def gap(s: Game, t: Tables) -> int:
    """Return the lowest column with a gap."""
    for column in range(FIRST, LAST + 1):
        if in_column(s, column) < t.columns:
            return column
    return NOBODY


# draws


def fuel_reveals(s: Game, m: Menu) -> None:
    """List the kinds of card that may come, weighted by how many there are."""
    for card in range(KINDS):
        if s.fuel_bag[card]:
            add(s, m, ASK_FUEL_CARD * KIND + card, s.fuel_bag[card])


def fuel_revealed(s: Game, t: Tables, card: int) -> None:
    """Lay the card into the lowest column with a gap."""
    s.fuel_bag[card] -= 1
    s.fuel_drawn += 1
    s.columns[gap(s, t)][card] += 1


# decisions


def card_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the kinds of card one can use and pay, column by column, and ending the turn [C-RES-02, C-RES-03]."""
    seat = s.actor
    cap = t.fuel_supply.storage(s, seat)
    free = [0] * FUELS
    for fuel in range(FUELS):
        free[fuel] = storage.room_in(s, cap, seat * FUELS, fuel)
    for column in range(SINGLES, LAST + 1):
        if t.column_prices[column] <= s.money[seat]:
            for card in range(KINDS):
                if s.columns[column][card] and free[fuel_of(card)] > 0:
                    add(s, m, ASK_CARD * KIND + column * KINDS + card, 1)
    end_kind(m)
    add_pass(s, m)


def buy_card(s: Game, t: Tables, what: int) -> None:
    """Pay, keep what fits, leave the rest as singles; the same seat is asked again."""
    seat = s.actor
    column = what // KINDS
    card = what % KINDS
    cap = t.fuel_supply.storage(s, seat)
    kept = min(units_of(card), storage.room_in(s, cap, seat * FUELS, fuel_of(card)))
    s.money[seat] -= t.column_prices[column]
    hand_over(s, seat, column, card, kept)
    s.ask = ASK_CARD
