"""The invariants of every state, as the ledger's appendix lists them, with their stated exceptions.

An invariant reads only what it is given. What was sound the last time is not read again while it is the same: from one
action to the next most of a state stays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kilowatt.engine import layers, tasks
from kilowatt.engine.asks import ASK_DISCARD, ASK_SCRAP
from kilowatt.engine.fuel_held import is_single, units_of
from kilowatt.engine.ids import AUCTION, COLUMNS, FUELS, KINDS, NOBODY, OVER, SETUP, bits, mask_of
from kilowatt.engine.plants import GONE, IN_MARKET, IN_STACK
from kilowatt.engine.storage import capacity

if TYPE_CHECKING:
    from kilowatt.engine.layers import Deck
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


class Invariant:
    """A part of the state that must fit together: what it consists of, and what is wrong with it."""

    def __init__(self, parts: Callable[[State], tuple[Any, ...]], faults: Callable[..., list[str]]) -> None:
        self.parts = parts
        self.faults = faults
        self.sound: tuple[Any, ...] = ()
        """The parts that were sound the last time."""

    def check(self, s: State) -> list[str]:
        """List what is wrong."""
        parts = self.parts(s)
        if parts == self.sound:
            return []
        faults = self.faults(*parts)
        if not faults:
            self.sound = parts
        return faults


def check(state: State) -> list[str]:
    """List the invariants this state breaks; [] when it is sound."""
    broken: list[str] = []
    for invariant in INVARIANTS:
        broken += invariant.check(state)
    _check_seats(state, broken)
    _check_progress(state, broken)
    return broken


def _token_parts(s: State) -> tuple[Any, ...]:
    return s.rules, s.phase == SETUP, s.supply[:], s.fuel[:], s.held[:], s.marks


def _tokens(rules: Rules, setup: bool, supply: list[int], tokens: list[int], held: list[int], marks: int) -> list[str]:  # noqa: FBT001
    """Invariant 1, tokens: market, supply, players, Trust and marks add up."""
    broken: list[str] = []
    if any([units < 0 for units in held]):  # noqa: C419 - quicker than a generator
        broken.append("1: somebody holds less than nothing")
    for fuel, name in enumerate(rules.fuels):
        if supply[fuel] < 0:
            broken.append(f"1: supply of {name} is {supply[fuel]}")
        if not rules.tracks or (setup and not any(tokens)):
            continue
        total = supply[fuel] + sum(held[fuel::FUELS])
        for market in range(len(rules.tracks)):
            total += tokens[market * FUELS + fuel].bit_count()
        if fuel == rules.mark_fuel:
            total += marks.bit_count()
        if total != rules.tokens[fuel]:
            broken.append(f"1: {total} {name} instead of {rules.tokens[fuel]}")
    return broken


def _card_parts(s: State) -> tuple[Any, ...]:
    if not s.rules.fuel_cards:
        return s.rules, True, (), (), [], [], [], 0
    return (
        s.rules,
        s.phase == SETUP and not any(s.fuel_discard),
        s.fuel_bag,
        s.fuel_discard,
        s.columns[:],
        s.hands[:],
        s.held[:],
        s.fuel_shuffles,
    )


def _cards(
    rules: Rules,
    unused: bool,  # noqa: FBT001
    bag: tuple[int, ...],
    discard: tuple[int, ...],
    columns: list[int],
    hands: list[tuple[int, ...]],
    held: list[int],
    shuffles: int,
) -> list[str]:
    """Invariant 1, cards: every fuel card is in one place and shows no more than its units."""
    if unused:
        return []
    broken: list[str] = []
    sets = rules.extra_cards[: shuffles + 1]
    for kind, name in enumerate(rules.kind_names):
        if is_single(kind):
            continue
        total = bag[kind] + discard[kind] + sum(columns[kind::KINDS])
        total += sum([1 for hand in hands for card in hand if card >> 2 == kind])
        expected = rules.fuel_cards[kind] + sum([extra[kind] for extra in sets])
        if total != expected:
            broken.append(f"1: {total} cards {name} instead of {expected}")
    for chair, hand in enumerate(hands):
        units = [0] * FUELS
        for packed in hand:
            card, left = packed >> 2, packed & 3
            units[card >> 2] += left
            if not 1 <= left <= units_of(card):
                broken.append(f"1: a card {rules.kind_names[card]} shows {left}")
        if units != held[chair * FUELS : chair * FUELS + FUELS]:
            broken.append(f"1: chair {chair} holds {units} on cards")
    if sum([columns[KINDS + card] for card in range(KINDS) if not is_single(card)]):
        broken.append("1: a card of the draw stack lies in column 1")
    for column in range(2, COLUMNS):
        counts = columns[column * KINDS : column * KINDS + KINDS]
        if sum(counts) > rules.columns or sum([counts[card] for card in range(KINDS) if is_single(card)]) > 0:
            broken.append("1: a column is too long or holds singles")
    return broken


def _plant_parts(s: State) -> tuple[Any, ...]:
    aside = 0 if s.step2_done else mask_of(list(s.rules.held_back))
    for seat in range(s.rules.seats):
        aside |= s.rules.fuel_supply.mines(s, seat)
    return s.rules, s.phase == SETUP and not s.deck, s.deck, s.market, s.plants[:], s.removed | aside, s.end_card


def _plants(
    rules: Rules,
    not_laid: bool,  # noqa: FBT001
    stack: Deck,
    market: tuple[int, ...],
    plants: list[tuple[int, ...]],
    removed: int,
    end_card: int,
) -> list[str]:
    """Invariant 2: every plant is in one place, and so is the end card."""
    if not_laid:
        return []
    broken: list[str] = []
    end = len(rules.plants)
    unseen = layers.unseen(stack)
    places = [0] * (end + 1)
    for card in [card for cards in (market, *plants) for card in cards] + bits(unseen) + bits(removed):
        places[card] += 1
    for layer in stack:
        for _, mask, left in layer.groups:
            if not 0 <= left <= mask.bit_count():
                broken.append(f"2: {left} cards to come of {mask.bit_count()}")
            if left == 0:
                # cards of an exhausted group were removed unseen, or lie in a layer below
                for card in bits(mask & ~unseen):
                    places[card] += 1
    for card in range(end):
        if places[card] != 1:
            broken.append(f"2: plant {rules.card_names[card]} is in {places[card]} places")
    expected = {IN_STACK: unseen >> end & 1 == 1, IN_MARKET: end in market, GONE: places[end] == 0}
    if not expected[end_card] or places[end] > 1:
        broken.append("2: the end card is not in its one place")
    return broken


def _market_parts(s: State) -> tuple[Any, ...]:
    return s.rules, s.market, s.discount, s.phase


def _market(rules: Rules, market: tuple[int, ...], discount: int, phase: int) -> list[str]:
    """Invariants 3 and 10: the market ascends; the discount token lies on its first plant, in the auctions only."""
    broken: list[str] = []
    numbers = [rules.numbers[card] for card in market]
    if numbers != sorted(numbers):
        broken.append(f"3: the market is not in order: {numbers}")
    if discount != NOBODY:
        if not market or market[0] != discount:
            broken.append("10: the discount token is not on the first plant")
        early = tasks.FIRST_DISCOUNT in rules.setup_tasks and phase == SETUP
        if phase != AUCTION and not early:
            broken.append("10: a discount outside the auctions")
    return broken


def _house_parts(s: State) -> tuple[Any, ...]:
    return s.rules, s.houses[:], s.spaces[:], s.cities[:], s.zone, s.step, s.round > 0


def _houses(
    rules: Rules,
    houses: list[int],
    spaces: list[int],
    cities: list[int],
    zone: int,
    step: int,
    begun: bool,  # noqa: FBT001
) -> list[str]:
    """Invariant 6: no player twice in a city, spaces filled as the steps allow."""
    broken: list[str] = []
    networks = [0] * (rules.seats + 1)
    on_first = 0
    allowed = rules.open_spaces[min(step, 3) - 1] if step > 0 else (0, 0, 0)
    taken = spaces[0] | spaces[1] | spaces[2]
    for city, row in enumerate(houses):
        if not row and not taken >> city & 1:
            continue
        name = rules.board.cities[city].id
        if not zone >> city & 1:
            broken.append(f"6: {name} is outside the zone")
        for space in range(3):
            chair = (row >> 4 * space & 15) - 1
            if bool(spaces[space] >> city & 1) != (chair != NOBODY):
                broken.append(f"6: space {space} of {name} is kept wrongly")
            if chair == NOBODY:
                continue
            if networks[chair] >> city & 1:
                broken.append(f"6: somebody stands twice in {name}")
            networks[chair] |= 1 << city
            trust = chair == rules.trust_chair
            on_first += trust and space == 0
            if space >= 2 if trust else not allowed[space] >> city & 1:
                broken.append(f"6: a house on space {space} of {name} in Step {step}")
    if networks[: rules.seats] != cities:
        broken.append("6: the networks are not where the houses stand")
    if rules.trust_plays and begun and on_first != len(rules.trust_placements):
        broken.append(f"6: the Trust stands on {on_first} first spaces")
    return broken


def _holding_parts(s: State) -> tuple[Any, ...]:
    settling = s.leader if s.phase == AUCTION and s.newest != NOBODY else NOBODY
    return s.rules, s.plants[:], s.held[:], settling


def _holdings(rules: Rules, plants: list[tuple[int, ...]], held: list[int], settling: int) -> list[str]:
    """Invariant 4: plant limit and storage, except for the seat whose purchase is being settled."""
    broken: list[str] = []
    for seat in range(rules.seats):
        if seat == settling:
            continue
        if len(plants[seat]) > rules.plant_limit:
            broken.append(f"4: seat {seat + 1} has {len(plants[seat])} plants")
        cap = capacity(rules, plants[seat])
        over = [max(0, held[seat * FUELS + fuel] - cap[fuel]) for fuel in range(FUELS)]
        shared = sum([over[fuel] for fuel in set(rules.mix)])
        if sum(over) > shared or shared > cap[FUELS]:
            broken.append(f"4: seat {seat + 1} holds more fuel than it can store")
    return broken


INVARIANTS: Final = [
    Invariant(_token_parts, _tokens),
    Invariant(_card_parts, _cards),
    Invariant(_plant_parts, _plants),
    Invariant(_market_parts, _market),
    Invariant(_house_parts, _houses),
    Invariant(_holding_parts, _holdings),
]


def _check_jumps(s: State, broken: list[str]) -> None:
    """Invariant 6: a network begins in a starting city, a jump led to another; round 1 knows nothing else."""
    for seat in range(s.rules.seats):
        starts = (s.cities[seat] & s.rules.starting_cities).bit_count()
        jumped = not s.rules.starts.may_jump(s, seat)
        if starts < (2 if jumped else 1 if s.cities[seat] else 0):
            broken.append(f"6: seat {seat + 1} began in {starts} starting cities")
        if s.round == 1 and not (s.count(seat) == starts <= 1 + jumped):
            broken.append(f"6: seat {seat + 1} has {s.count(seat)} cities in round 1")


def _check_seats(s: State, broken: list[str]) -> None:
    """Invariants 4, 5 and 7: who acts while a purchase is settled, money, one purchase per round."""
    for seat, money in enumerate(s.money):
        if money < 0:
            broken.append(f"5: seat {seat + 1} has {money}")
    if s.round == 1 and s.phase > AUCTION:
        for seat in range(s.rules.seats):
            cards = len(s.plants[seat]) + s.rules.fuel_supply.mines(s, seat).bit_count()
            if cards != (s.bought >> seat & 1) + s.rules.buyers.bought_before(s, seat):
                broken.append(f"7: seat {seat + 1} has {cards} plants after the first auctions")
    if s.rules.starting_cities:
        _check_jumps(s, broken)
    if s.ask in (ASK_SCRAP, ASK_DISCARD) and s.actor != s.leader:
        broken.append("4: somebody acts while a purchase is settled")


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
