"""The plant market and its stack: cards that come, cards that go, and the end card."""

from __future__ import annotations

from kilowatt.engine import tasks
from kilowatt.engine.asks import ASK_BACK, ASK_REVEAL
from kilowatt.engine.ids import AUCTION, CHANCE, NOBODY, SETUP
from kilowatt.engine.plants import GONE, IN_MARKET
from kilowatt.kernel import deck
from kilowatt.kernel.agenda import push
from kilowatt.kernel.bits import count
from kilowatt.kernel.menus import TOO_MANY_CARDS
from kilowatt.kernel.record_layout import MARKET, Game, Tables


def most_cities(s: Game, t: Tables) -> int:
    """Count the cities of the seat that has most."""
    most = 0
    for seat in range(t.seats):
        most = max(most, count(s.cities[seat]))
    return most


def insert(s: Game, t: Tables, card: int) -> None:
    """Sort a card into the market, right of its equals [R18-SET-18, C-PLT-04]."""
    if s.market_size >= MARKET:
        s.fault = TOO_MANY_CARDS
        return
    place = s.market_size
    while place > 0 and t.numbers[s.market[place - 1]] > t.numbers[card]:
        s.market[place] = s.market[place - 1]
        place -= 1
    s.market[place] = card
    s.market_size += 1


def take_out(s: Game, card: int) -> None:
    """Take a card out of the market; the discount token on it goes aside [R18-AUC-13]."""
    place = 0
    while place < s.market_size and s.market[place] != card:
        place += 1
    if place == s.market_size:
        return
    s.market_size -= 1
    while place < s.market_size:
        s.market[place] = s.market[place + 1]
        place += 1
    s.market[s.market_size] = 0
    if s.discount == card:
        s.discount = NOBODY


def remove(s: Game, card: int) -> None:
    """Take a plant of the market out of the game."""
    take_out(s, card)
    s.removed |= 1 << card


def remove_smallest(s: Game, t: Tables) -> int:
    """Take the smallest plant of the market, if there is one, out of the game; return whether one went."""
    if s.market_size == 0 or s.market[0] == t.plant_size:
        return 0
    remove(s, s.market[0])
    return 1


def place_discount(s: Game, t: Tables) -> None:
    """Put the discount token on the smallest plant [R18-AUC-02]."""
    if s.market_size and s.market[0] != t.plant_size:
        s.discount = s.market[0]


def receive(s: Game, t: Tables, card: int) -> None:
    """Deal with a plant card that was turned up; one below the discounted plant goes, and the token [R18-AUC-14]."""
    if s.phase == AUCTION and s.discount != NOBODY and t.numbers[card] < t.numbers[s.discount]:
        s.removed |= 1 << card
        s.discount = NOBODY
        push(s, tasks.DRAW)
        return
    insert(s, t, card)
    if t.obsolete_plants_leave:
        push(s, tasks.OBSOLETE)


def end_card_drawn(s: Game, t: Tables) -> None:
    """Lay the end card into the market during the auctions, else make its changes at once [R18-STP-07, R18-STP-11]."""
    if t.end_card_shuffles_stack:
        deck.shuffle(s, t)
        s.shuffles += 1
        s.drawn = 0
    if s.phase == AUCTION:
        s.end_card = IN_MARKET
        if s.market_size >= MARKET:
            s.fault = TOO_MANY_CARDS
            return
        s.market[s.market_size] = t.plant_size
        s.market_size += 1
    else:
        s.end_card = GONE
        push(s, tasks.END_CARD_LEAVES)


# tasks


def draw(s: Game) -> None:
    """Wait for the next card; an empty stack gives none (AMB-42)."""
    if s.deck:
        s.ask = ASK_REVEAL
        s.actor = CHANCE


def show_back(s: Game, t: Tables) -> None:
    """Wait for the back of the card that has become the top one, where backs are public [R18-SET-17]."""
    if s.phase == SETUP:
        return
    s.top_back = NOBODY
    await_back(s, t)


def top_card(s: Game, t: Tables) -> None:
    """After the opening market: the stack's first back is known by the way it was laid, or is dealt [R18-SET-15]."""
    s.top_back = t.top_back
    if s.top_back == NOBODY:
        await_back(s, t)


def await_back(s: Game, t: Tables) -> None:
    """Wait for the back of the top card where backs are public; above a public order it is known."""
    if not t.backs_public or not s.deck:
        return
    if s.seq_size[0]:
        s.top_back = t.back_of[s.seq[0][0]]
    else:
        s.ask = ASK_BACK
        s.actor = CHANCE


def obsolete(s: Game, t: Tables) -> None:
    """Remove a plant whose number is not above the leader's cities, and replace it [O-OBS-01, AMB-27]."""
    if s.market_size and t.numbers[s.market[0]] <= most_cities(s, t):
        remove_smallest(s, t)
        push(s, tasks.OBSOLETE)
        push(s, tasks.DRAW)


def end_card_leaves(s: Game, t: Tables) -> None:
    """Let the end card and the smallest plant go unreplaced; Step 2's changes come first if still due [R18-STP-14]."""
    if t.step2_at and not s.step2_done:
        push(s, tasks.END_CARD_LEAVES)
        push(s, tasks.STEP_2_CHANGES)
        return
    if s.end_card == IN_MARKET:
        s.market_size -= 1
        s.market[s.market_size] = 0
        s.end_card = GONE
    remove_smallest(s, t)
    s.step3_due = 1


def end_card(s: Game) -> None:
    """At the end of the auctions: carry out the end card if it lies in the market [R18-STP-09]."""
    if s.end_card == IN_MARKET:
        push(s, tasks.END_CARD_LEAVES)


def step_2(s: Game, t: Tables) -> None:
    """Begin Step 2 if somebody has the cities for it [R18-STP-02]."""
    if s.step == 1 and not s.step2_done and most_cities(s, t) >= t.step2_at:
        s.step = 2
        push(s, tasks.STEP_2_CHANGES)


def step_2_changes(s: Game, t: Tables) -> None:
    """Once in the game: the smallest plant goes and, where the rules say so, is replaced [R18-STP-04, D-EU-02]."""
    s.step2_done = 1
    if remove_smallest(s, t) and t.step2_replaces_plant:
        push(s, tasks.DRAW)


def step_3(s: Game) -> None:
    """Let Step 3 take effect if its card has left [R18-STP-09, O-STP-05]."""
    if s.step3_due:
        s.step3_due = 0
        s.step = 3


def current(s: Game, t: Tables) -> int:
    """Count the plants that may be opened now, from the cheapest on [R18-SET-18, R18-STP-12, Ch-AUC-01]."""
    if t.planned_market:
        return s.market_size
    plants = s.market_size
    if s.end_card == IN_MARKET:
        plants -= 1
    if s.step == 3:
        return plants
    return min(plants, t.current_size)


def replaces_sold(s: Game, t: Tables) -> int:
    """Return whether a sold plant is replaced at once [R18-AUC-10]; a planned market does so in Step 3 [Ch-AUC-07]."""
    return 1 if not t.planned_market or s.step == 3 else 0


def update(s: Game, t: Tables) -> None:
    """Bring movement into the market at the end of a round [R18-BUR-14, R18-BUR-15, Ch-STP-04]."""
    if t.planned_market:
        if s.step == 3:
            remove_smallest(s, t)
        push(s, tasks.PLANT_FILL)
        return
    exhausts = t.early_end_card_exhausts_market and s.end_card == GONE
    if exhausts and s.step != 3 and not t.reshuffle_end_card_updates:
        return  # the card came by a reshuffle: the printed removal is for a market cut in the first phase (AMB-04)
    if s.step == 3 or exhausts:
        remove_smallest(s, t)
    elif s.market_size:
        s.market_size -= 1
        deck.put_under(s, s.market[s.market_size])
        s.market[s.market_size] = 0
    push(s, tasks.DRAW)


def fill(s: Game, t: Tables, added: int) -> None:
    """Fill a planned market: the minimum, then up to its size; then trim [Ch-BUR-02..04, Ch-STP-02, AMB-57]."""
    if not t.planned_market:
        return
    ended = s.end_card == GONE
    size = t.planned_last_size if ended else t.planned_size
    if s.deck and (s.market_size < size or (not ended and added < t.planned_minimum)):
        push(s, tasks.PLANT_FILL + tasks.ARG * (added + 1))
        push(s, tasks.DRAW)
        return
    while s.market_size > size and remove_smallest(s, t):
        pass


# draws


def shown(s: Game, back: int) -> None:
    """Take note of the back."""
    s.top_back = back


def revealed(s: Game, t: Tables, card: int) -> None:
    """Take the card off the stack and deal with it."""
    deck.draw(s, card)
    s.drawn += 1
    if card == t.plant_size:
        end_card_drawn(s, t)
    else:
        receive(s, t, card)
    push(s, tasks.SHOW_BACK)
