"""The invariants of every state, as the ledger's appendix lists them, with their stated exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import deck, houses, tasks
from kilowatt.engine.asks import ASK_DISCARD, ASK_SCRAP
from kilowatt.engine.fuel import is_single, units_of
from kilowatt.engine.ids import AUCTION, FUELS, NOBODY, OVER, SETUP, bits
from kilowatt.engine.plants import GONE, IN_MARKET, IN_STACK
from kilowatt.engine.storage import overflow

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def check(state: State) -> list[str]:
    """List the invariants this state breaks; [] when it is sound."""
    broken: list[str] = []
    _check_tokens(state, broken)
    _check_cards(state, broken)
    _check_plants(state, broken)
    _check_market(state, broken)
    _check_seats(state, broken)
    _check_houses(state, broken)
    _check_progress(state, broken)
    return broken


def _check_tokens(s: State, broken: list[str]) -> None:
    """Invariant 1, tokens: market, supply, players, Trust and marks add up."""
    rules = s.rules
    chairs = len(s.plants)
    for fuel, name in enumerate(rules.fuels):
        if s.supply[fuel] < 0:
            broken.append(f"1: supply of {name} is {s.supply[fuel]}")
        if not rules.tracks or (s.phase == SETUP and not any(s.fuel)):
            continue
        total = s.supply[fuel]
        for market in range(len(rules.tracks)):
            total += s.fuel[market * FUELS + fuel].bit_count()
        for chair in range(chairs):
            total += s.held[chair * FUELS + fuel]
        if fuel == rules.mark_fuel:
            total += s.marks.bit_count()
        if total != rules.tokens[fuel]:
            broken.append(f"1: {total} {name} instead of {rules.tokens[fuel]}")


def _check_cards(s: State, broken: list[str]) -> None:
    """Invariant 1, cards: every fuel card is in one place and shows no more than its units."""
    rules = s.rules
    if not rules.fuel_cards or (s.phase == SETUP and not any(s.fuel_discard)):
        return
    sets = rules.extra_cards[: s.fuel_shuffles + 1]
    for kind, name in enumerate(rules.kind_names):
        if is_single(kind):
            continue
        total = s.fuel_bag[kind] + s.fuel_discard[kind] + sum([column.count(kind) for column in s.columns])
        total += sum([1 for hand in s.hands for card, _ in hand if card == kind])
        expected = rules.fuel_cards[kind] + sum([extra[kind] for extra in sets])
        if total != expected:
            broken.append(f"1: {total} cards {name} instead of {expected}")
    for chair, hand in enumerate(s.hands):
        units = [0] * FUELS
        for card, left in hand:
            units[card >> 2] += left
            if not 1 <= left <= units_of(card):
                broken.append(f"1: a card {rules.kind_names[card]} shows {left}")
        if units != s.held[chair * FUELS : chair * FUELS + FUELS]:
            broken.append(f"1: chair {chair} holds {units} on cards")
    if any([not is_single(card) for card in s.columns[1]]):  # noqa: C419
        broken.append("1: a card of the draw stack lies in column 1")
    for column in s.columns[2:]:
        if len(column) > rules.columns or list(column) != sorted(column) or any([is_single(c) for c in column]):  # noqa: C419
            broken.append("1: a column is too long, not in order or holds singles")


def _check_plants(s: State, broken: list[str]) -> None:
    """Invariant 2: every plant is in one place, and so is the end card."""
    rules = s.rules
    end = len(rules.plants)
    if s.phase == SETUP and not s.deck:
        return
    places = _places(s, broken)
    for card in range(end):
        if places[card] != 1:
            broken.append(f"2: plant {rules.card_names[card]} is in {places[card]} places")
    in_stack = deck.unseen(s.deck) >> end & 1 == 1
    expected = {IN_STACK: in_stack, IN_MARKET: end in s.market, GONE: places[end] == 0}
    if not expected[s.end_card] or places[end] > 1:
        broken.append("2: the end card is not in its one place")


def _places(s: State, broken: list[str]) -> list[int]:
    """Count in how many places each card lies."""
    places = [0] * (len(s.rules.plants) + 1)
    for cards in (s.market, *s.plants):
        for card in cards:
            places[card] += 1
    for card in bits(deck.unseen(s.deck)) + bits(s.removed):
        places[card] += 1
    for layer in s.deck:
        for _, mask, left in layer.groups:
            if not 0 <= left <= mask.bit_count():
                broken.append(f"2: {left} cards to come of {mask.bit_count()}")
            if left == 0:
                # cards of an exhausted group were removed unseen
                for card in bits(mask):
                    places[card] += 1
    return places


def _check_market(s: State, broken: list[str]) -> None:
    """Invariants 3 and 10: the market ascends; the discount token lies on its first plant, in the auctions only."""
    numbers = [s.rules.numbers[card] for card in s.market]
    if numbers != sorted(numbers):
        broken.append(f"3: the market is not in order: {numbers}")
    if s.discount != NOBODY:
        if not s.market or s.market[0] != s.discount:
            broken.append("10: the discount token is not on the first plant")
        early = tasks.FIRST_DISCOUNT in s.rules.setup_tasks and s.phase == SETUP
        if s.phase != AUCTION and not early:
            broken.append("10: a discount outside the auctions")


def _check_seats(s: State, broken: list[str]) -> None:
    """Invariants 4, 5 and 7: plant limit and storage, money, one purchase a round."""
    rules = s.rules
    for seat in range(rules.seats):
        pending = s.phase == AUCTION and s.newest != NOBODY and seat == s.leader
        if s.money[seat] < 0:
            broken.append(f"5: seat {seat} has {s.money[seat]}")
        if pending:
            continue
        if len(s.plants[seat]) > rules.plant_limit:
            broken.append(f"4: seat {seat} has {len(s.plants[seat])} plants")
        gone, choice = overflow(s, seat, s.plants[seat])
        if any(gone) or choice:
            broken.append(f"4: seat {seat} holds more fuel than it can store")
        if any([held < 0 for held in s.held]):  # noqa: C419
            broken.append("1: somebody holds less than nothing")
        if s.round == 1 and s.phase > AUCTION and len(s.plants[seat]) != (s.bought >> seat & 1):
            broken.append(f"7: seat {seat} has {len(s.plants[seat])} plants after the first auctions")
    if s.ask in (ASK_SCRAP, ASK_DISCARD) and s.actor != s.leader:
        broken.append("4: somebody acts while a purchase is settled")


def _check_houses(s: State, broken: list[str]) -> None:
    """Invariant 6: no player twice in a city, spaces filled as the steps allow."""
    rules = s.rules
    networks = [0] * len(s.plants)
    for city in bits(s.spaces[0] | s.spaces[1] | s.spaces[2]):
        name = rules.board.cities[city].id
        if not s.zone >> city & 1:
            broken.append(f"6: {name} is outside the zone")
        for space in range(3):
            chair = houses.on(s, city, space)
            if bool(s.spaces[space] >> city & 1) != (chair != NOBODY):
                broken.append(f"6: space {space} of {name} is kept wrongly")
            if chair == NOBODY:
                continue
            if networks[chair] >> city & 1:
                broken.append(f"6: somebody stands twice in {name}")
            networks[chair] |= 1 << city
            if space >= (2 if chair == rules.trust_chair else s.step):
                broken.append(f"6: a house on space {space} of {name} in Step {s.step}")
    if networks[: rules.seats] != s.cities:
        broken.append("6: the networks are not where the houses stand")
    on_first = sum([houses.on(s, city, 0) == rules.trust_chair for city in bits(s.spaces[0])])
    if rules.trust_plays and s.round and on_first != len(rules.trust_placements):
        broken.append(f"6: the Trust stands on {on_first} first spaces")


def _check_progress(s: State, broken: list[str]) -> None:
    """Invariants 8 and 9: steps and market sizes, and somebody to act unless the game is over."""
    if not 1 <= s.step <= 3:
        broken.append(f"8: Step {s.step}")
    if s.step == 2 and not s.step2_done:
        broken.append("8: Step 2 without its changes")
    if s.step == 3 and s.end_card != GONE:
        broken.append("8: Step 3 while its card is still there")
    if (s.actor == OVER) != (s.result is not None):
        broken.append("9: over without a result, or a result before the end")
    if s.phase in (AUCTION, SETUP) or s.actor < 0:
        return
    expected = s.rules.plant_market.full_size(s)
    if expected and s.deck and len(s.market) != expected:
        broken.append(f"9: {len(s.market)} plants in the market instead of {expected}")
