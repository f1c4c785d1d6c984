"""The auctions: opening a plant, bidding, and everything a sale sets off."""

from __future__ import annotations

from kilowatt.engine import tasks
from kilowatt.engine.asks import ASK_BID, ASK_DISCARD, ASK_OPEN, ASK_SCRAP
from kilowatt.engine.ids import AUCTION, FUELS, NOBODY
from kilowatt.kernel import plants, storage, trust
from kilowatt.kernel.agenda import push
from kilowatt.kernel.fuel_held import returns
from kilowatt.kernel.menus import CARD, KIND, add, add_pass, end_kind
from kilowatt.kernel.record_layout import Game, Menu, Tables


def eligible(s: Game, t: Tables) -> int:
    """Return the seats that have neither bought nor opted out in this phase."""
    return t.everybody & ~(s.bought | s.out)


def least_bid(s: Game, t: Tables, plant: int) -> int:
    """Return the least first bid for a plant [R18-AUC-02, R18-AUC-06]."""
    return 1 if plant == s.discount else t.numbers[plant]


def pays_least(s: Game, t: Tables, seat: int) -> int:
    """Return whether a seat is the only buyer left, who pays the least [R18-AUC-24]."""
    return 1 if t.last_buyer_pays_least and eligible(s, t) == 1 << seat else 0


def may_opt_out(s: Game) -> int:
    """Return whether a starter may leave the phase: not in round 1 [R18-AUC-12]."""
    return 1 if s.round > 1 else 0


# tasks


def auction(s: Game, t: Tables) -> None:
    """Begin the phase: everybody may buy one plant; the token goes on the smallest [R18-AUC-01, R18-AUC-02]."""
    s.phase = AUCTION
    s.bought = 0
    s.out = 0
    s.sold = 0
    s.paid_scraps = 0
    s.trust_took = 0
    if t.discount_token:
        plants.place_discount(s, t)
    push(s, tasks.AUCTION_TURN)


def auction_turn(s: Game, t: Tables) -> None:
    """Let the first seat in order that is still eligible open a plant, or end the phase [R18-AUC-19, R18-AUC-26]."""
    s.lot = NOBODY
    s.newest = NOBODY
    who = eligible(s, t)
    on_offer = plants.current(s, t)
    if who == 0 or on_offer == 0:
        s.out = 0
        for task in range(t.auction_end_size - 1, -1, -1):
            push(s, t.auction_end[task])
        return
    place = 0
    while place < s.order_size - 1 and not who >> s.order[place] & 1:
        place += 1
    seat = s.order[place]
    if not may_opt_out(s) and not affords(s, t, seat, on_offer):
        # compelled to buy but able to afford nothing: exempt this once (AMB-11)
        opt_out(s, t, seat)
        return
    s.ask = ASK_OPEN
    s.actor = seat


def affords(s: Game, t: Tables, seat: int, on_offer: int) -> int:
    """Return whether a seat can pay the least bid for some plant on offer."""
    for place in range(on_offer):
        if least_bid(s, t, s.market[place]) <= s.money[seat]:
            return 1
    return 0


def opt_out(s: Game, t: Tables, seat: int) -> None:
    """Leave the phase [R18-AUC-21]; the first player's leaving is the Trust's sign [R18-TR-08]."""
    s.out |= 1 << seat
    for task in range(t.after_opting_out_size - 1, -1, -1):
        push(s, t.after_opting_out[task])


def ask_next(s: Game, t: Tables, seat: int) -> None:
    """Ask the next bidder clockwise, or sell to the last one left [R18-AUC-07, R18-AUC-09]."""
    if s.bidders == 1 << s.leader:
        for task in range(t.after_sale_size - 1, -1, -1):
            push(s, t.after_sale[task])
        return
    s.ask = ASK_BID
    for _ in range(t.seats):
        seat = seat + 1 if seat + 1 < t.seats else 0
        if s.bidders >> seat & 1:
            break
    s.actor = seat


def pay(s: Game, t: Tables) -> None:
    """Let the winner pay and take the plant; a token on it goes aside [R18-AUC-09, R18-AUC-13]."""
    seat = s.leader
    plant = s.lot
    s.money[seat] -= s.bid
    plants.take_out(s, plant)
    s.plants[seat][s.plant_count[seat]] = plant
    s.plant_count[seat] += 1
    s.bought |= 1 << seat
    s.sold += 1
    s.newest = plant
    s.scrapped = 0
    if t.phase_out and plant == t.phase_out_plant:
        # a player's purchase ends the refill of a fuel [R18-MAP-04, AMB-45]
        s.slots[t.supply_slot] = 1
    s.lot = NOBODY
    s.bidders = 0
    s.opener = NOBODY


def scrap(s: Game, t: Tables) -> None:
    """Ask a buyer over the limit for the plant to give up, then settle its fuel [R18-AUC-22, AMB-85]."""
    seat = s.leader
    if s.plant_count[seat] > t.plant_limit:
        s.ask = ASK_SCRAP
        s.actor = seat
        push(s, tasks.SCRAP)
        return
    gone = [0] * FUELS
    choice = storage.overflow(s, t, seat, NOBODY, gone)
    for fuel in range(FUELS):
        if gone[fuel]:
            returns(s, t, seat, fuel, gone[fuel])
    if choice:
        s.ask = ASK_DISCARD
        s.actor = seat
        push(s, tasks.SCRAP)


def compensation(s: Game, t: Tables) -> None:
    """Pay for the scrapped plant from the top contractor card [DC-GEN-04, DC-GEN-05]."""
    if s.scrapped and t.contractor_size:
        s.money[s.leader] += t.contractor[s.contractor][1 if s.paid_scraps else 0]
        s.paid_scraps += 1


def replacement(s: Game, t: Tables) -> None:
    """Draw a plant for one that was taken [R18-AUC-10]."""
    if plants.replaces_sold(s, t):
        push(s, tasks.DRAW)


def trust_takes(s: Game, t: Tables) -> None:
    """Give the Trust its one chance per round: after a purchase or the first seat's opting out [R18-TR-09, AMB-87]."""
    if not s.trust_took and (s.sold or s.out >> s.order[0] & 1):
        s.trust_took = 1
        if t.trust_plays:
            trust.takes_plant(s, t)


def unsold_discount(s: Game) -> None:
    """Remove and replace the discounted plant nobody bought [R18-AUC-16, R18-AUC-28]."""
    if s.discount != NOBODY:
        plants.remove(s, s.discount)
        push(s, tasks.DRAW)


def nobody_bought(s: Game, t: Tables) -> None:
    """Remove and replace the smallest plant when none was sold [O-AUC-11, D-EU-01]."""
    if not s.sold and plants.remove_smallest(s, t):
        push(s, tasks.DRAW)


def contractor(s: Game, t: Tables) -> None:
    """Uncover the next contractor card after a phase with a paid scrap; the last one stays [DC-GEN-08, DC-GEN-10]."""
    if s.paid_scraps and s.contractor + 1 < t.contractor_size:
        s.contractor += 1
    s.paid_scraps = 0


# decisions


def open_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the affordable plants of the current market with their bids, and opting out [R18-AUC-04]."""
    seat = s.actor
    money = s.money[seat]
    bound = pays_least(s, t, seat)
    for place in range(plants.current(s, t)):
        plant = s.market[place]
        least = least_bid(s, t, plant)
        if least <= money:
            add(s, m, ASK_OPEN * KIND + plant * CARD + least, 1 if bound else money - least + 1)
    end_kind(m)
    if may_opt_out(s):
        add_pass(s, m)


def open_lot(s: Game, t: Tables, plant: int, bid: int) -> None:
    """Put the plant up."""
    s.lot = plant
    s.bid = bid
    s.leader = s.actor
    s.opener = s.actor
    s.bidders = eligible(s, t)
    ask_next(s, t, s.actor)


def bid_menu(s: Game, m: Menu) -> None:
    """Offer the raises one can pay (AMB-63, AMB-64), and passing [R18-AUC-07, R18-AUC-08]."""
    money = s.money[s.actor]
    if money > s.bid:
        add(s, m, ASK_BID * KIND + s.bid + 1, money - s.bid)
        end_kind(m)
    add_pass(s, m)


def bid(s: Game, t: Tables, amount: int) -> None:
    """Raise the bid."""
    s.bid = amount
    s.leader = s.actor
    ask_next(s, t, s.actor)


def leave(s: Game, t: Tables) -> None:
    """Leave this auction."""
    s.bidders &= ~(1 << s.actor)
    ask_next(s, t, s.actor)
