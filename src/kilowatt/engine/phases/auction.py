"""The auctions: opening a plant, bidding, and everything a sale sets off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import plants, tasks
from kilowatt.engine.actions import Action, Bid, Open, Pass
from kilowatt.engine.asks import ASK_BID, ASK_OPEN
from kilowatt.engine.emitting import (
    BID_PASSED,
    BID_RAISED,
    FIRST_TO_OPT_OUT,
    LOT_OPENED,
    NOBODY_BOUGHT,
    OPTED_OUT,
    PHASE_BEGAN,
    PLANT_SOLD,
    UNSOLD_DISCOUNT,
    emit,
)
from kilowatt.engine.ids import AUCTION, NOBODY
from kilowatt.engine.menu import BidChoice, Menu, OpenChoice
from kilowatt.engine.phases.decision import Decision, Kinds, no
from kilowatt.engine.rows import appended

if TYPE_CHECKING:
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State

MOVES = (Open, Bid, Pass)
"""What a seat does in an auction."""


def eligible(s: State) -> int:
    """Return the seats that have neither bought nor opted out in this phase."""
    return s.rules.everybody & ~(s.bought | s.out)


def least_bid(s: State, plant: int) -> int:
    """Return the least first bid for a plant [R18-AUC-02, R18-AUC-06]."""
    return 1 if plant == s.discount else s.rules.numbers[plant]


def pays_least(s: State, seat: int) -> bool:
    """Return whether a seat is the only buyer left and pays the least [R18-AUC-24]."""
    return s.rules.last_buyer_pays_least and eligible(s) == 1 << seat


def most_bid(s: State, seat: int, plant: int) -> int:
    """Return the greatest first bid: the seat's money (AMB-63), or the least bid for a seat that pays the least."""
    return min(least_bid(s, plant), s.money[seat]) if pays_least(s, seat) else s.money[seat]


def out_of(s: State, seat: int) -> str:
    """Return the refusal code of a seat that has no more part in this auction or phase, "" for all others."""
    if s.phase != AUCTION:
        return ""
    bit = 1 << seat
    if s.bought & bit:
        return "already_bought"
    if s.out & bit:
        return "opted_out"
    return "already_passed" if s.lot != NOBODY and not s.bidders & bit else ""


def may_opt_out(s: State, seat: int) -> bool:
    """Return whether a starter may leave the phase: not in round 1 without a plant [R18-AUC-12, AT-MH-09]."""
    return s.round > 1 or s.rules.buyers.bought_before(s, seat) > 0


# tasks


def auction(s: State, arg: int) -> None:
    """Begin the phase: everybody may buy one plant; the token goes on the smallest [R18-AUC-01, R18-AUC-02]."""
    s.phase = AUCTION
    s.bought = 0
    s.out = 0
    s.sold = 0
    s.paid_scraps = 0
    s.trust_took = False
    emit(s, PHASE_BEGAN, AUCTION)
    s.rules.buyers.phase_begins(s)
    if s.rules.discount_token:
        plants.place_discount(s)
    s.agenda.append(tasks.AUCTION_TURN)


def auction_turn(s: State, arg: int) -> None:
    """Let the first seat in order that is still eligible open a plant, or end the phase [R18-AUC-19, R18-AUC-26]."""
    s.lot = NOBODY
    s.newest = NOBODY
    who = eligible(s)
    on_offer = s.rules.plant_market.current(s)
    if who == 0 or on_offer == 0:
        s.out = 0
        tasks.push(s, s.rules.auction_end)
        return
    seat = NOBODY
    for seat in s.order:
        if who >> seat & 1:
            break
    if not may_opt_out(s, seat) and not affords(s, seat, on_offer):
        # compelled to buy but able to afford nothing: exempt this once (AMB-11)
        opt_out(s, seat, 1)
        return
    s.ask = ASK_OPEN
    s.actor = seat


def affords(s: State, seat: int, on_offer: int) -> bool:
    """Return whether a seat can pay the least bid for some plant on offer that it may buy."""
    for plant in s.market[:on_offer]:
        if least_bid(s, plant) <= s.money[seat] and s.rules.buyers.may_buy(s, seat, plant):
            return True
    return False


def buyers_of(s: State, plant: int) -> int:
    """Return the seats that may bid for a plant in this phase."""
    who = eligible(s)
    seats = 0
    for seat in range(s.rules.seats):
        if who >> seat & 1 and s.rules.buyers.may_buy(s, seat, plant):
            seats |= 1 << seat
    return seats


def offered(s: State, seat: int) -> list[int]:
    """List the plants on offer that a seat may buy, the smallest first."""
    current = s.market[: s.rules.plant_market.current(s)]
    return [plant for plant in current if s.rules.buyers.may_buy(s, seat, plant)]


def opt_out(s: State, seat: int, forced: int) -> None:
    """Leave the phase [R18-AUC-21]; the first player's leaving is the Trust's sign [R18-TR-08]."""
    s.out |= 1 << seat
    emit(s, OPTED_OUT, seat, forced)
    tasks.push(s, s.rules.after_opting_out)


def next_bidder(s: State, seat: int) -> int:
    """Return the next seat clockwise that is still in this auction [R18-AUC-07]."""
    seats = s.rules.seats
    seat = (seat + 1) % seats
    while not s.bidders >> seat & 1:
        seat = (seat + 1) % seats
    return seat


def ask_next(s: State, seat: int) -> None:
    """Ask the next bidder, or sell to the last one left [R18-AUC-09]."""
    if s.bidders == 1 << s.leader:
        tasks.push(s, s.rules.after_sale)
    else:
        s.ask = ASK_BID
        s.actor = next_bidder(s, seat)


def pay(s: State, arg: int) -> None:
    """Let the winner pay and take the plant; a token on it goes aside [R18-AUC-09, R18-AUC-13]."""
    seat, plant = s.leader, s.lot
    s.money[seat] -= s.bid
    if not s.rules.buyers.buys_again(s, seat, plant):
        s.bought |= 1 << seat
    plants.take_out(s, plant)
    if s.rules.fuel_supply.is_mine(plant):
        s.rules.fuel_supply.take_mine(s, seat, plant)
    else:
        s.plants[seat] = appended(s.plants[seat], plant)
    s.sold += 1
    s.newest = plant
    s.scrapped = False
    s.rules.fuel_supply.plant_bought(s, plant)
    emit(s, PLANT_SOLD, seat, plant, s.bid)
    s.lot = NOBODY
    s.bidders = 0
    s.opener = NOBODY


def replacement(s: State, arg: int) -> None:
    """Draw a plant for one that was taken [R18-AUC-10]."""
    if s.rules.plant_market.replaces_sold(s):
        s.agenda.append(tasks.DRAW)


def trust_takes(s: State, arg: int) -> None:
    """Let the Trust take once per round: after a purchase or the first player's opting out [R18-TR-09, AMB-87]."""
    if not s.trust_took and (s.sold or s.out >> s.order[0] & 1):
        s.trust_took = True
        s.rules.trust.takes_plant(s)


def unsold_discount(s: State, arg: int) -> None:
    """Remove and replace the discounted plant nobody bought [R18-AUC-16, R18-AUC-28]."""
    if s.discount != NOBODY:
        plants.remove(s, s.discount, UNSOLD_DISCOUNT)
        s.rules.plant_market.unsold(s)
        s.agenda.append(tasks.DRAW)


def nobody_bought(s: State, arg: int) -> None:
    """Remove and replace the smallest plant, or several at once, when none was sold [O-AUC-11, D-EU-01, AT-BW-02]."""
    if not s.sold:
        for _ in range(s.rules.unsold_leave):
            if plants.remove_smallest(s, NOBODY_BOUGHT):
                s.agenda.append(tasks.DRAW)


def first_out(s: State, arg: int) -> None:
    """Remove and replace the smallest plant when the first player of a round opts out by choice [AT-RU-03]."""
    if s.round > 1 and s.out & (s.out - 1) == 0 and plants.remove_smallest(s, FIRST_TO_OPT_OUT):
        s.agenda.append(tasks.DRAW)


# what seats do


def open_lot(s: State, plant: int, bid: int) -> None:
    """Put the plant up."""
    seat = s.actor
    s.lot = plant
    s.bid = bid
    s.leader = seat
    s.opener = seat
    s.bidders = buyers_of(s, plant)
    emit(s, LOT_OPENED, seat, plant, bid)
    ask_next(s, seat)


def raise_bid(s: State, amount: int) -> None:
    """Raise the bid."""
    s.bid = amount
    s.leader = s.actor
    emit(s, BID_RAISED, s.actor, amount)
    ask_next(s, s.actor)


def leave(s: State) -> None:
    """Leave this auction."""
    seat = s.actor
    s.bidders &= ~(1 << seat)
    emit(s, BID_PASSED, seat)
    ask_next(s, seat)


# decisions


class OpenLot(Decision):
    """A starter opens a plant or opts out [R18-AUC-04]."""

    ask = ASK_OPEN
    takes: Kinds = (Open, Pass)

    def menu(self, s: State) -> Menu:
        """List the affordable plants of the current market with their bids, and opting out."""
        seat = s.actor
        rules = s.rules
        names = rules.card_names
        money = s.money[seat]
        bound = pays_least(s, seat)
        rows: list[Choice] = []
        for plant in offered(s, seat):
            least = least_bid(s, plant)
            if least <= money:
                rows.append(OpenChoice(seat, names[plant], least, least if bound else money))
        choices: dict[str, list[Choice]] = {}
        if rows:
            choices["open"] = rows
        if may_opt_out(s, seat):
            choices["pass"] = [rules.leave_phase[seat]]
        return Menu(seat, choices)

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse plants not on offer and bids out of bounds."""
        if isinstance(action, Pass):
            return None if may_opt_out(s, action.seat) else no(s, "must_buy_first_round")
        assert isinstance(action, Open)
        plant = s.rules.plant_ids.get(action.plant)
        if plant is None:
            return no(s, "unknown_plant", plant=action.plant)
        if plant not in s.market:
            return no(s, "plant_not_in_market", plant=action.plant)
        if s.market.index(plant) >= s.rules.plant_market.current(s):
            return no(s, "plant_in_future_market", plant=action.plant)
        if not s.rules.buyers.may_buy(s, action.seat, plant):
            return no(s, "no_licence", plant=action.plant)
        least = least_bid(s, plant)
        if action.bid < least:
            return no(s, "bid_too_low", bid=action.bid, least=least, plant=action.plant)
        if action.bid > s.money[action.seat]:
            return no(s, "bid_above_money", bid=action.bid, money=s.money[action.seat])
        if action.bid > most_bid(s, action.seat, plant):
            return no(s, "last_buyer_pays_least", bid=action.bid, least=least, plant=action.plant)
        return None

    def apply(self, s: State, action: Action) -> None:
        """Put the plant up, or leave the phase."""
        if isinstance(action, Open):
            open_lot(s, s.rules.plant_ids[action.plant], action.bid)
        else:
            opt_out(s, s.actor, 0)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every plant of the market at its least bid, and opting out."""
        moves: list[Action] = [
            Open(seat, s.rules.card_names[plant], least_bid(s, plant))
            for plant in s.market
            if not plants.is_end_card(s, plant)
        ]
        return [*moves, Pass(seat)]


class RaiseOrPass(Decision):
    """A bidder raises or leaves this auction [R18-AUC-07, R18-AUC-08]."""

    ask = ASK_BID
    takes: Kinds = (Bid, Pass)

    def menu(self, s: State) -> Menu:
        """Offer the raises one can pay (AMB-63, AMB-64), and passing."""
        seat = s.actor
        money = s.money[seat]
        leave: list[Choice] = [s.rules.leave_auction[seat]]
        if money > s.bid:
            return Menu(seat, {"bid": [BidChoice(seat, s.bid + 1, money)], "pass": leave})
        return Menu(seat, {"pass": leave})

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse bids that do not raise or cannot be paid."""
        if isinstance(action, Pass):
            return None
        assert isinstance(action, Bid)
        if action.amount <= s.bid:
            return no(s, "bid_not_raised", bid=action.amount, least=s.bid + 1, plant=s.rules.card_names[s.lot])
        if action.amount > s.money[action.seat]:
            return no(s, "bid_above_money", bid=action.amount, money=s.money[action.seat])
        return None

    def apply(self, s: State, action: Action) -> None:
        """Raise the bid or leave the auction."""
        if isinstance(action, Bid):
            raise_bid(s, action.amount)
        else:
            leave(s)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show the next raise and passing."""
        return [Bid(seat, s.bid + 1), Pass(seat)]


DECISIONS: Final[tuple[Decision, ...]] = (OpenLot(), RaiseOrPass())
