"""The plant market and its stack: cards that come, cards that go, and the end card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import deck, tasks
from kilowatt.engine.asks import ASK_BACK, ASK_REVEAL
from kilowatt.engine.emitting import (
    BACK_SHOWN,
    DISCOUNT_LOST,
    DISCOUNT_PLACED,
    END_CARD,
    OBSOLETE,
    PLANT_REMOVED,
    PLANT_REVEALED,
    STACK_SHUFFLED,
    STEP_2,
    STEP_BEGAN,
    emit,
)
from kilowatt.engine.ids import AUCTION, CHANCE, NOBODY, SETUP, bits
from kilowatt.engine.rows import Mask, appended, inserted, without

if TYPE_CHECKING:
    from kilowatt.engine.state import State

IN_STACK: Final = 0
IN_MARKET: Final = 1
GONE: Final = 2


def is_end_card(s: State, card: int) -> bool:
    """Return whether a card is the one that announces the end of a step or of the game."""
    return card == s.rules.plant_size


def largest(s: State, seat: int) -> int:
    """Return the number of a seat's largest plant or mine, 0 without any [AT-AU-03]."""
    number = 0
    for plant in s.plants[seat]:
        number = max(number, s.rules.numbers[plant])
    mines: Mask = s.rules.fuel_supply.mines(s, seat)
    for plant in bits(mines):
        number = max(number, s.rules.numbers[plant])
    return number


def insert(s: State, card: int) -> None:
    """Sort a card into the market, right of its equals [R18-SET-18, C-PLT-04]."""
    numbers = s.rules.numbers
    number = numbers[card]
    place = len(s.market)
    while place and numbers[s.market[place - 1]] > number:
        place -= 1
    s.market = inserted(s.market, place, card)


def take_out(s: State, card: int) -> None:
    """Take a card out of the market; the discount token on it goes aside [R18-AUC-13]."""
    place = s.market.index(card)
    s.market = without(s.market, place)
    if s.discount == card:
        s.discount = NOBODY


def remove(s: State, card: int, why: int) -> None:
    """Take a plant of the market out of the game."""
    take_out(s, card)
    s.removed |= 1 << card
    emit(s, PLANT_REMOVED, card, why)


def remove_smallest(s: State, why: int) -> bool:
    """Take the smallest plant of the market, if there is one, out of the game."""
    if not s.market or is_end_card(s, s.market[0]):
        return False
    remove(s, s.market[0], why)
    return True


def place_discount(s: State) -> None:
    """Put the discount token on the smallest plant [R18-AUC-02]."""
    if s.market and not is_end_card(s, s.market[0]) and s.discount != s.market[0]:
        s.discount = s.market[0]
        emit(s, DISCOUNT_PLACED, s.discount)


def lose_discount(s: State) -> None:
    """Put the discount token aside."""
    if s.discount != NOBODY:
        emit(s, DISCOUNT_LOST, s.discount)
        s.discount = NOBODY


def receive(s: State, card: int) -> None:
    """Deal with a plant card that was turned up."""
    rules = s.rules
    if s.phase == AUCTION and s.discount != NOBODY and rules.numbers[card] < rules.numbers[s.discount]:
        # the first card below the discounted plant goes, and the token with it [R18-AUC-14]
        s.removed |= 1 << card
        emit(s, PLANT_REVEALED, card, 0)
        lose_discount(s)
        s.agenda.append(tasks.DRAW)
        return
    insert(s, card)
    emit(s, PLANT_REVEALED, card, 1)
    rules.plant_market.arrived(s)
    if rules.obsolete_plants_leave:
        s.agenda.append(tasks.OBSOLETE)


def end_card_drawn(s: State) -> None:
    """Lay the end card into the market during the auctions, else make its changes at once [R18-STP-07, R18-STP-11]."""
    emit(s, PLANT_REVEALED, s.rules.plant_size, s.phase == AUCTION)
    if s.rules.end_card_shuffles_stack and not (s.rules.end_card_begins_step2 and s.step == 1):
        shuffle_stack(s)
    if s.phase == AUCTION:
        s.end_card = IN_MARKET
        s.market = appended(s.market, s.rules.plant_size)
    else:
        s.end_card = GONE
        s.agenda.append(tasks.END_CARD_LEAVES)


def shuffle_stack(s: State) -> None:
    """Shuffle what is left of the stack."""
    deck.shuffle(s)
    s.shuffles += 1
    s.drawn = 0
    if s.log is not None:
        emit(s, STACK_SHUFFLED, deck.stack_size(s))


def end_card_returns(s: State) -> None:
    """Begin Step 2: the stack is shuffled, the card goes to its bottom, a plant comes in its place [AT-ME-05]."""
    if s.end_card == IN_MARKET:
        s.market = s.market[:-1]
    s.end_card = IN_STACK
    shuffle_stack(s)
    deck.under(s, s.rules.plant_size)
    s.step = 2
    s.step2_done = True
    emit(s, STEP_BEGAN, 2)
    if s.phase == AUCTION:
        s.agenda.append(tasks.END_CARD)  # a short stack may bring the card again
    tasks.push(s, (tasks.SHOW_BACK, tasks.DRAW, tasks.BARRED + tasks.ARG, tasks.STEP_2_CHANGES))


# tasks


def draw(s: State, arg: int) -> None:
    """Wait for the next card; an empty stack gives none (AMB-42)."""
    if s.layers:
        s.ask = ASK_REVEAL
        s.actor = CHANCE


def show_back(s: State, arg: int) -> None:
    """Wait for the back of the card that has become the top one, where backs are public [R18-SET-17]."""
    if s.phase == SETUP:
        return
    s.top_back = NOBODY
    await_back(s)


def top_card(s: State, arg: int) -> None:
    """After the opening market: the stack's first back is known by the way it was laid, or is dealt [R18-SET-15]."""
    s.top_back = s.rules.top_back
    if s.top_back == NOBODY:
        await_back(s)


def await_back(s: State) -> None:
    """Wait for the back of the top card where backs are public; above a public order it is known."""
    if not s.rules.backs_public or not s.layers:
        return
    card = deck.top(s)
    if card != NOBODY:
        s.top_back = s.rules.back_of[card]
    else:
        s.ask = ASK_BACK
        s.actor = CHANCE


def obsolete(s: State, arg: int) -> None:
    """Remove a plant whose number is not above the leader's cities, and replace it [O-OBS-01, AMB-27]."""
    if s.market and s.rules.numbers[s.market[0]] <= s.most_cities():
        remove_smallest(s, OBSOLETE)
        tasks.push(s, (tasks.DRAW, tasks.OBSOLETE))


def end_card_leaves(s: State, arg: int) -> None:
    """Let the end card and the smallest plant go unreplaced; Step 2's changes come first if still due [R18-STP-14]."""
    if s.rules.end_card_begins_step2 and s.step == 1:
        end_card_returns(s)
        return
    if s.rules.step2_at and not s.step2_done:
        tasks.push(s, (tasks.STEP_2_CHANGES, tasks.END_CARD_LEAVES))
        return
    if s.end_card == IN_MARKET:
        s.market = s.market[:-1]
        s.end_card = GONE
    remove_smallest(s, END_CARD)
    s.step3_due = True


def barred(s: State, arg: int) -> None:
    """Let plants go that may not be on offer in this step."""
    s.rules.plant_market.barred(s, arg)


def end_card(s: State, arg: int) -> None:
    """At the end of the auctions: carry out the end card if it lies in the market [R18-STP-09]."""
    if s.end_card == IN_MARKET:
        s.agenda.append(tasks.END_CARD_LEAVES)


def step_2_due(s: State) -> bool:
    """Return whether the cities for Step 2 are there: somebody's, or, where the rules say so, all [AT-UK-05]."""
    if s.rules.step2_at and s.most_cities() >= s.rules.step2_at:
        return True
    return s.rules.step2_when_all_built and s.zone & ~(s.spaces[0] | s.spaces[1] | s.spaces[2]) == 0


def step_2(s: State, arg: int) -> None:
    """Begin Step 2 if somebody has the cities for it [R18-STP-02]."""
    if s.step == 1 and not s.step2_done and step_2_due(s):
        s.step = 2
        emit(s, STEP_BEGAN, 2)
        s.agenda.append(tasks.STEP_2_CHANGES)


def step_2_changes(s: State, arg: int) -> None:
    """Once in the game: the smallest plant goes and, where the rules say so, is replaced [R18-STP-04, D-EU-02]."""
    s.step2_done = True
    if s.rules.held_back:
        deck.put_on_top(s)
    if s.rules.end_card_begins_step2 and remove_smallest(s, STEP_2):
        s.agenda.append(tasks.DRAW)  # the first of two
    if remove_smallest(s, STEP_2) and s.rules.step2_replaces_plant:
        s.agenda.append(tasks.DRAW)


def step_at_refill(s: State) -> int:
    """Return the step whose refill comes next, as far as it is certain: cities for Step 2, the Step 3 card on its way.

    A card that is still in the stack may bring Step 3 before that.
    """
    ahead = [task & tasks.NAME_BITS for task in reversed(s.agenda)]
    if tasks.REFILL not in ahead:
        ahead += [*s.rules.round_tasks, tasks.REFILL]
    ahead = ahead[: ahead.index(tasks.REFILL)]
    step = s.step
    if step == 1 and not s.step2_done and tasks.STEP_2 in ahead and step_2_due(s):
        step = 2
    if s.rules.end_card_begins_step2 and s.step == 1:
        return 2 if s.end_card == IN_MARKET else 1
    if s.end_card == IN_MARKET or (s.step3_due and tasks.STEP_3 in ahead):
        step = 3
    return step


def step_3(s: State, arg: int) -> None:
    """Let Step 3 take effect if its card has left [R18-STP-09, O-STP-05]."""
    if s.step3_due:
        s.step3_due = False
        s.step = 3
        emit(s, STEP_BEGAN, 3)


def update(s: State, arg: int) -> None:
    """Bring movement into the plant market at the end of the round."""
    s.rules.plant_market.update(s)


def fill(s: State, arg: int) -> None:
    """Go on filling a market that is filled in bulk."""
    s.rules.plant_market.fill(s, arg)


# draws


def back_shown(s: State, back: int) -> None:
    """Take note of the back."""
    s.top_back = back
    emit(s, BACK_SHOWN, back)


def card_revealed(s: State, card: int) -> None:
    """Take the card off the stack and deal with it."""
    deck.take(s, card)
    s.drawn += 1
    s.rules.plant_market.card_left(s)
    if card == s.rules.plant_size:
        end_card_drawn(s)
    else:
        receive(s, card)
    s.agenda.append(tasks.SHOW_BACK)
