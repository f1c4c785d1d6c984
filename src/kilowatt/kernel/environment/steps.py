"""Taking an id: the action it completes, or a longer partial action; then dealing and what follows from earlier ids."""

from __future__ import annotations

from kilowatt.engine.asks import ASK_BID, ASK_BUILD, ASK_CARD, ASK_DISCARD, ASK_FUEL, ASK_OPEN, ASK_RUN, ASK_SCRAP
from kilowatt.engine.ids import CHANCE, FUELS, NOBODY
from kilowatt.engine.phases import auction
from kilowatt.kernel import machine, storage
from kilowatt.kernel.chance import deal
from kilowatt.kernel.environment.legal import HOUSES, RAISES, TOKENS, house_price, legal_ids
from kilowatt.kernel.environment.records import Floats, Ids, Legal, Taken
from kilowatt.kernel.menus import CARD, EMPTY_MENU, JUMP, KIND, PASS
from kilowatt.kernel.phases.scrapping import SECOND
from kilowatt.kernel.record_layout import KINDS, OWNED, Game, Mask, Menu, Tables


def forget(taken: Taken) -> None:
    """Begin a new decision."""
    taken.opened = 0
    taken.wider = 0
    taken.running = 0
    taken.named = 0
    taken.batch = 0
    for token in range(FUELS):
        taken.given[token] = 0


def play(s: Game, t: Tables, m: Menu, taken: Taken, action: int, reserve: int) -> None:
    """Play an action; `reserve` is the most the seat will pay for the lot, 0 if it has set no price."""
    seat = s.actor
    forget(taken)
    machine.step(s, t, m, action)
    if reserve and s.lot != NOBODY:
        taken.lots[seat] = s.lot + 1
        taken.prices[seat] = reserve


def take(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, number: int) -> None:
    """Take a legal id."""
    ask = s.ask
    if number == PASS:
        play(s, t, m, taken, PASS, 0)
    elif ask == ASK_BID:
        take_bid(s, t, m, ids, taken, number)
    elif ask == ASK_OPEN:
        take_opening(s, t, m, ids, taken, number)
    elif ask == ASK_RUN and ids.whole:
        take_run_set(s, t, m, ids, taken, number)
    elif ask == ASK_RUN:
        take_plant(s, t, m, ids, taken, number)
    elif ask == ASK_SCRAP:
        take_scrapping(s, t, m, ids, taken, number)
    elif ask == ASK_CARD:
        place = number - ids.first[ASK_CARD]
        card = (place // ids.kinds + 1) * KINDS + place % ids.kinds
        play(s, t, m, taken, ASK_CARD * KIND + card, 0)
    elif ask == ASK_FUEL and ids.whole:
        more = (number - ids.first[ASK_FUEL]) % TOKENS
        play(s, t, m, taken, ASK_FUEL * KIND + (number - ids.first[ASK_FUEL]) // TOKENS, 0)
        taken.batch = number if more else 0
    elif ask == ASK_BUILD and t.starting_cities and number >= ids.jump:
        play(s, t, m, taken, ASK_BUILD * KIND + JUMP + number - ids.jump, 0)
    elif ask == ASK_BUILD and ids.whole:
        more = (number - ids.first[ASK_BUILD]) % HOUSES
        play(s, t, m, taken, ASK_BUILD * KIND + (number - ids.first[ASK_BUILD]) // HOUSES, 0)
        taken.batch = number + 1 if more else 0
    else:
        play(s, t, m, taken, ask * KIND + number - ids.first[ask], 0)


def take_bid(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, number: int) -> None:
    """Bid, or go on after +200; in the whole grain bid the least and remember the price."""
    if number == ids.amount + RAISES:
        taken.wider += 1
        return
    amount = s.bid + 1 + RAISES * taken.wider + number - ids.amount
    if ids.whole:
        play(s, t, m, taken, ASK_BID * KIND + s.bid + 1, amount)
    else:
        play(s, t, m, taken, ASK_BID * KIND + amount, 0)


def take_opening(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, number: int) -> None:
    """Name a plant, go on after +200, or open the lot; in the whole grain with the least bid."""
    if not taken.opened:
        taken.opened = number - ids.first[ASK_OPEN] + 1
        return
    if number == ids.amount + RAISES:
        taken.wider += 1
        return
    plant = taken.opened - 1
    least = auction.least_bid(s, plant)
    amount = least + RAISES * taken.wider + number - ids.amount
    action = ASK_OPEN * KIND + plant * CARD
    if ids.whole:
        play(s, t, m, taken, action + least, amount)
    else:
        play(s, t, m, taken, action + amount, 0)


def take_plant(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, number: int) -> None:
    """Name one more plant that runs, or end the set."""
    if number == ids.first[ASK_RUN]:
        play(s, t, m, taken, ASK_RUN * KIND + taken.running, 0)
        return
    plants = [0] * OWNED
    size = storage.sorted_plants(s, s.actor, plants)
    for slot in range(taken.named, size):
        units = number - ids.run_of[plants[slot]]
        if units >= 0 and units < storage.ways(t, plants[slot]):
            taken.running += run_digit(t, plants[slot], units) << storage.DIGIT * slot
            taken.named = slot + 1
            return


def run_digit(t: Tables, plant: int, units: int) -> int:
    """Return the digit of a run for a plant that burns so many units of its first fuel."""
    return 1 + t.needs[plant] - units if t.fuels[plant] == 2 else 1


def take_run_set(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, number: int) -> None:
    """Run a whole set."""
    plants = [0] * OWNED
    size = storage.sorted_plants(s, s.actor, plants)
    rest = number - ids.first[ASK_RUN]
    run = 0
    for slot in range(size):
        if rest % ids.base:
            run += run_digit(t, plants[slot], rest % ids.base - 1) << storage.DIGIT * slot
        rest = rest // ids.base
    play(s, t, m, taken, ASK_RUN * KIND + run, 0)


def take_scrapping(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, number: int) -> None:
    """Give up one more unit, or scrap the plant."""
    if number >= ids.first[ASK_DISCARD]:
        taken.given[number - ids.first[ASK_DISCARD]] += 1
        return
    plant = number - ids.first[ASK_SCRAP]
    amount = 0
    if t.fuels[plant] > 0:
        amount += taken.given[t.burns[plant][0]]
    if t.fuels[plant] == 2:
        amount += taken.given[t.burns[plant][1]] * SECOND
    play(s, t, m, taken, ASK_SCRAP * KIND + plant * CARD + amount, 0)


def settle(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, allowed: Legal, stream: Mask) -> None:
    """Deal, and play what follows from earlier ids, until a seat must choose; list its legal ids."""
    follow(s, t, m, ids, taken, allowed)
    while s.actor == CHANCE and not s.fault:
        action = deal(s, t, m, stream)
        if not s.fault:
            machine.step(s, t, m, action)
            follow(s, t, m, ids, taken, allowed)


def follow(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken, allowed: Legal) -> None:
    """Play what follows from earlier ids until a seat must choose, and list its legal ids; dealing is left."""
    while s.actor >= 0 and not s.fault:
        if not ids.whole or not resume(s, t, m, ids, taken):
            legal_ids(s, t, m, ids, taken, allowed)
            if allowed.count + allowed.stop - allowed.first == 0:
                s.fault = EMPTY_MENU
                return
            if not ids.whole or allowed.count + allowed.stop - allowed.first != 1:
                return
            take(s, t, m, ids, taken, allowed.ids[0] if allowed.count else allowed.first)


def resume(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken) -> int:
    """Play what follows from earlier ids of the acting seat; return 0 if it must choose."""
    seat = s.actor
    if taken.batch:
        number = taken.batch - 1
        if number < ids.first[ASK_BUILD] and s.ask == ASK_FUEL:
            take(s, t, m, ids, taken, number)
        elif number >= ids.first[ASK_BUILD] and s.ask == ASK_BUILD:
            next_house(s, t, m, ids, taken)
        else:
            taken.batch = 0
        return 1
    if s.ask == ASK_BID and taken.lots[seat] == s.lot + 1 and taken.prices[seat]:
        price = taken.prices[seat]
        if s.bid < min(price, s.money[seat]):
            play(s, t, m, taken, ASK_BID * KIND + s.bid + 1, price)
        else:
            play(s, t, m, taken, PASS, price)
        return 1
    return 0


def next_house(s: Game, t: Tables, m: Menu, ids: Ids, taken: Taken) -> None:
    """Build the cheapest house the seat can have now; end the turn if there is none."""
    number = taken.batch - 1
    more = (number - ids.first[ASK_BUILD]) % HOUSES
    machine.legal(s, t, m)
    best = NOBODY
    least = 0
    for row in range(m.rows):
        if m.first[row] != PASS and not m.first[row] & JUMP:
            city = m.first[row] & (KIND - 1)
            price = house_price(s, t, city)
            if best == NOBODY or price < least:
                best = city
                least = price
    if best == NOBODY:
        play(s, t, m, taken, PASS, 0)
        return
    play(s, t, m, taken, ASK_BUILD * KIND + best, 0)
    taken.batch = number if more > 1 else 0


def rewards(s: Game, t: Tables, kind: int, row: Floats) -> None:
    """Write each seat's reward: 0 for `win`, 1 for `rank`, 2 for `margin`."""
    for seat in range(t.seats):
        tied = 0
        best = -1000000
        for other in range(t.seats):
            tied += s.ranks[other] == s.ranks[seat]
            if other != seat:
                best = max(best, s.scores[other][0])
        if kind == 0:
            row[seat] = 2.0 / tied - 1 if s.ranks[seat] == 0 else -1.0
        elif kind == 1:
            row[seat] = 1 - 1.0 * (2 * s.ranks[seat] + tied - 1) / (t.seats - 1)
        else:
            row[seat] = s.scores[seat][0] - best
