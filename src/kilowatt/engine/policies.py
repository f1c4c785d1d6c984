"""The axes along which editions differ, one small stateless class each. The defaults are the plain board game.

A policy answers one question at a time. It extends the default only, and remembers nothing but in the slots of the
state that it declares.

Long because it is the one list of all axes, each a few lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import deck, tasks
from kilowatt.engine.emitting import BYTE, END_OF_ROUND, FUEL_REFILLED, PLANT_CYCLED, emit
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import FUELS, LAST_NUMBER, NOBODY
from kilowatt.engine.plants import GONE, IN_MARKET, largest, remove_smallest
from kilowatt.engine.results import Result
from kilowatt.engine.rows import Cities, Mask, Room
from kilowatt.engine.storage import best_supply, capacity

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


BY_MONEY: Final = 0
BY_CITIES: Final = 1
"""What breaks ties."""


class Policy:
    """What all policies share: slots of the state, given out by the composer."""

    slot_count: int = 0
    """How many ints it remembers for the whole table."""
    seat_slots: int = 0
    """How many ints it remembers for each seat."""
    key: str = ""
    """What data call it, where that is not the name of its module."""
    cites: str = ""
    """The ids of the rules behind it, of whatever ledgers; "" where the rules panel has nothing to say of it."""

    def __init__(self) -> None:
        self.base: int = 0
        """The first of its slots."""

    def name(self) -> str:
        """Name the policy for the table of rulesets."""
        return type(self).__name__

    @classmethod
    def numbers(cls) -> dict[str, str]:
        """Return the numbers that it is made with, by name what each stands for: its annotations without a value."""
        return {name: str(kind) for name, kind in cls.__annotations__.items() if name not in vars(cls)}


class PlantMarket(Policy):
    """Which plants lie in the market, and when new ones come."""

    cites = "R18-AUC-10 O-AUC-05 D-AUC-05 C-AUC-05"

    def current(self, s: State) -> int:
        """Count the plants that may be opened now, from the cheapest on [R18-SET-18, R18-STP-12]."""
        plants = len(s.market) - (1 if s.end_card == IN_MARKET else 0)
        return plants if s.step == 3 else min(plants, s.rules.current_size)

    def replaces_sold(self, s: State) -> bool:
        """Return whether a sold plant is replaced at once [R18-AUC-10]."""
        return True

    def update(self, s: State) -> None:
        """Bring movement into the market at the end of a round [R18-BUR-14, R18-BUR-15]."""
        rules = s.rules
        exhausts = rules.early_end_card_exhausts_market and s.end_card == GONE
        if exhausts and s.step != 3 and not rules.reshuffle_end_card_updates:
            return  # the card came by a reshuffle: the printed removal is for a market cut in the first phase (AMB-04)
        if s.step == 3 or exhausts:
            remove_smallest(s, END_OF_ROUND)
        elif s.market:
            highest = s.market[-1]
            s.market = s.market[:-1]
            deck.under(s, highest)
            emit(s, PLANT_CYCLED, highest)
        s.agenda.append(tasks.DRAW)

    def full_size(self, s: State) -> int:
        """Count the plants that lie in the market between purchases while the stack lasts; 0 if that varies."""
        rules = s.rules
        size = len(rules.opening) + rules.opening_draws
        if s.step2_done and not rules.step2_replaces_plant:
            size -= 1
        return size - 2 if s.end_card == GONE else size

    def unsold(self, s: State) -> None:
        """React to a discounted plant that leaves unsold."""

    def card_left(self, s: State) -> None:
        """React to a card that has left the stack."""

    def piled(self, s: State) -> int:
        """Count the cards of a pile that follows the stack, shuffled: its last layer."""
        return 0

    def arrived(self, s: State) -> None:
        """React to a plant that has come into the market."""

    def barred(self, s: State, still: int) -> None:
        """Let plants go that may not be on offer now; with `still` also where the step has just begun."""

    def fill(self, s: State, added: int) -> None:
        """Go on with a fill that draws took a pause from; only markets that are filled in bulk have one."""


class Buyers(Policy):
    """Who may buy which plant."""

    cites = "R18-AUC-04 O-AUC-01 D-AUC-02 C-AUC-03"

    def may_buy(self, s: State, seat: int, plant: int) -> bool:
        """Return whether a seat may open this plant and bid for it [R18-AUC-04]."""
        return True

    def phase_begins(self, s: State) -> None:
        """React to the beginning of the auctions."""

    def buys_again(self, s: State, seat: int, plant: int) -> bool:
        """Return whether a seat that buys this plant may buy one more in the phase; take note of it."""
        return False

    def bought_before(self, s: State, seat: int) -> int:
        """Count the plants that a seat has bought in this phase besides the usual one."""
        return 0


class FuelSupply(Policy):
    """Where fuel is sold, at what price, and what comes back."""

    cites = "R18-RES-03 O-RES-03 D-RES-01"
    one_market: bool = False
    """A seat buys on one market only per round."""
    mining: bool = False
    """Some cards are mines."""

    def price(self, s: State, seat: int, market: int, fuel: int) -> int:
        """Return the price of the next token, 0 if there is none for this seat [R18-RES-03]."""
        if market >= s.rules.track_size:
            return 0
        track = market * FUELS + fuel
        mask: Mask = s.fuel[track]
        return s.rules.prices[track][(mask & -mask).bit_length()]

    def on_sale(self, s: State, seat: int, market: int, fuel: int) -> Mask:
        """Return the tokens of a track that this seat could buy one after the other now."""
        return s.fuel[market * FUELS + fuel]

    def cheapest(self, s: State, seat: int, fuel: int, only: int = NOBODY) -> tuple[int, int]:
        """Return the market whose next token costs this seat least, and its price; (NOBODY, 0) if there is none."""
        market = self.cheapest_market(s, seat, fuel, only)
        return market, 0 if market == NOBODY else self.price(s, seat, market, fuel)

    def cheapest_market(self, s: State, seat: int, fuel: int, only: int) -> int:
        """Return the market whose next token costs this seat least, NOBODY if there is none.

        Unless `only` is NOBODY it is that market or none.
        """
        best = NOBODY
        least = 0
        for market in range(s.rules.market_size):
            if only == NOBODY or only == market:
                price = self.price(s, seat, market, fuel)
                if price and (best == NOBODY or price < least):
                    best = market
                    least = price
        return best

    def buy(self, s: State, seat: int, market: int, fuel: int) -> int:
        """Let a seat pay for the next token of a market and take it; return its price."""
        price = self.price(s, seat, market, fuel)
        s.money[seat] -= price
        self.take(s, seat, market, fuel)
        return price

    def stored_price(self, fuel: int) -> int:
        """Return the price of a fuel that is sold from its supply, 0 for all others."""
        return 0

    def storage(self, s: State, seat: int) -> Room:
        """Return what a seat may fill up to when it buys: its storage [R18-PLT-03]."""
        return capacity(s.rules, s.plants[seat])

    def closed(self, s: State, seat: int, market: int, fuel: int) -> str:
        """Return the refusal code when a market sells this seat nothing of a fuel, "" if it does [R18-RES-05]."""
        if self.price(s, seat, market, fuel):
            return ""
        track = market * FUELS + fuel
        return "fuel_sold_out" if track < len(s.fuel) and s.rules.prices[track][1:] else "fuel_not_sold_here"

    def take(self, s: State, chair: int, market: int, fuel: int) -> None:
        """Give a chair the cheapest token of a market (AMB-83)."""
        s.fuel[market * FUELS + fuel] &= s.fuel[market * FUELS + fuel] - 1
        s.held[chair * FUELS + fuel] += 1

    def buy_cheapest(self, s: State, seat: int, fuel: int, wanted: int = 1, only: int = NOBODY) -> int:
        """Take what serves a wish for so many units at the least price per unit, and return its price.

        Here it is the cheapest token. With `only` it comes from that market. 0: there is nothing.
        """
        market = self.cheapest_market(s, seat, fuel, only)
        if market == NOBODY:
            return 0
        price = self.price(s, seat, market, fuel)
        self.take(s, seat, market, fuel)
        return price

    def returns(self, s: State, chair: int, fuel: int, count: int) -> None:
        """Take units from a chair, back to the supply [R18-BUR-07]."""
        s.held[chair * FUELS + fuel] -= count
        s.supply[fuel] += count

    def refills(self, s: State, fuel: int) -> bool:
        """Return whether a fuel is refilled at all."""
        return True

    def refill(self, s: State) -> None:
        """Refill every market."""
        for market in range(s.rules.track_size):
            self.refill_market(s, market)

    def refill_market(self, s: State, market: int) -> None:
        """Refill a market by its table, dearest space first, as far as the supply goes [R18-BUR-09, R18-BUR-10]."""
        rules = s.rules
        added = 0
        for fuel in range(FUELS):
            if not self.refills(s, fuel):
                continue
            place = market * FUELS + fuel
            placed = 0
            wanted = min(rules.refill[s.step - 1][place], s.supply[fuel])
            empty: Mask = rules.full[place] & ~s.fuel[place]
            while placed < wanted and empty:
                empty ^= 1 << (empty.bit_length() - 1)
                placed += 1
            s.fuel[place] = rules.full[place] & ~empty
            s.supply[fuel] -= placed
            added |= placed << BYTE * fuel
        emit(s, FUEL_REFILLED, market, added)

    def surcharge(self, s: State, market: int) -> int:
        """Return what each token of a market costs in this step above the price of its space."""
        return 0

    def is_mine(self, plant: int) -> bool:
        """Return whether a card is a mine: it supplies no city and counts towards no limit."""
        return False

    def mines(self, s: State, seat: int) -> Mask:
        """Return the mines of a seat."""
        return 0

    def take_mine(self, s: State, seat: int, plant: int) -> None:
        """Add a mine to those of a seat."""

    def export(self, s: State) -> None:
        """Sell what mines have, for the seats that own some."""

    def plant_bought(self, s: State, plant: int) -> None:
        """React to a player who bought this plant."""

    def round_begins(self, s: State) -> None:
        """React to the beginning of a round."""

    def market_of(self, s: State, seat: int) -> int:
        """Return the market a seat is bound to this round, if any."""
        return NOBODY


class TurnOrder(Policy):
    """Who goes first."""

    cites = "R18-ORD-02 R18-ORD-03 O-ORD-02 D-ORD-01"

    def mark(self, s: State, seat: int) -> int:
        """Return the number that ranks a seat: most cities, then the largest plant [R18-ORD-02, R18-ORD-03]."""
        return s.count(seat) * LAST_NUMBER + largest(s, seat)

    def tied_swap(self) -> bool:
        """Return whether seats that are tied change places; they stay as they were [AMB-77]."""
        return False


class Starts(Policy):
    """Where a first house may stand."""

    cites = "R18-BLD-03 O-BLD-02 D-BLD-02"
    second_network: int = 0
    """What the first house on an island without one's own costs besides the house; 0: nobody may build there."""

    starting_cities: Cities = 0
    """The only cities for first houses, where each player jumps once to another of them; 0: nobody jumps."""

    def jumps(self, s: State, seat: int) -> Cities:
        """Return the cities that this seat could jump to now, open or not."""
        return 0

    def may_jump(self, s: State, seat: int) -> bool:
        """Return whether this seat has a jump still before it."""
        return False

    def jumped(self, s: State, seat: int) -> None:
        """React to a jump of this seat."""

    def cities(self, s: State, seat: int) -> Cities:
        """Return the cities for a first house: empty ones [R18-BLD-03], or any open one if none is empty (AMB-49)."""
        spaces = s.spaces
        step = s.step - 1
        zone: Cities = s.zone & ~s.rules.no_start
        first: Cities = s.rules.open_spaces[step][0]
        second: Cities = s.rules.open_spaces[step][1]
        third: Cities = s.rules.open_spaces[step][2]
        empty: Cities = zone & (first | second | third) & ~(spaces[0] | spaces[1] | spaces[2])
        if empty:
            return empty
        return zone & (first & ~spaces[0] | second & ~spaces[1] | third & ~spaces[2])


class Income(Policy):
    """What production pays."""

    cites = "R18-BUR-05 O-BUR-01 D-BUR-01"

    def supplied(self, owned: int, cities: int) -> int:
        """Count the cities supplied by production for so many to one who owns so many [R18-BUR-05, AMB-90]."""
        return min(cities, owned)

    def pay(self, rules: Rules, cities: int, printed: int) -> int:
        """Return the money for so many supplied cities [R18-BUR-03, AMB-79]."""
        table = rules.payment
        return table[cities] if cities < len(table) else table[-1]

    def fine(self, s: State, seat: int) -> int:
        """Return what is taken off a seat's income of this round, which never falls below 0."""
        return 0

    def building_begins(self, s: State) -> None:
        """React to the beginning of the building phase."""


class Score(Policy):
    """When the game ends and who has won."""

    cites = "R18-END-04 O-END-02 D-END-02"
    reason: str = "cities"

    def reached(self, s: State) -> bool:
        """Return whether the end has been reached [R18-END-01]."""
        return s.most_cities() >= end_at(s)

    def names(self, rules: Rules) -> tuple[str, ...]:
        """Name the numbers that rank a seat, the first to compare first."""
        return ("powered", *rules.tie_breaks)

    def mark(self, s: State, seat: int, place: int) -> int:
        """Return a number that ranks a seat: cities supplied, then what breaks ties [R18-END-04, R18-END-05]."""
        if place == 0:
            return best_supply(s, seat)
        if place > len(s.rules.tie_marks):
            return 0
        return s.money[seat] if s.rules.tie_marks[place - 1] == BY_MONEY else s.count(seat)

    def marks(self, s: State, seat: int) -> dict[str, int]:
        """Return the numbers that rank a seat by their names."""
        return {name: self.mark(s, seat, place) for place, name in enumerate(self.names(s.rules))}

    def result(self, s: State) -> Result:
        """Rank the seats; equal ones share a rank (AMB-50)."""
        scores = [self.marks(s, seat) for seat in range(s.rules.seats)]
        keys = [tuple(score.values()) for score in scores]
        ranking: list[list[int]] = []
        for seat in sorted(range(s.rules.seats), key=lambda seat: keys[seat], reverse=True):
            if ranking and keys[ranking[-1][0]] == keys[seat]:
                ranking[-1].append(seat)
            else:
                ranking.append([seat])
        return Result(ranking, scores, self.reason)


class Trust(Policy):
    """A third party that takes plants, fuel and space in games of two."""

    def takes_plant(self, s: State) -> None:
        """Take a plant after the first purchase or the first player's opting out."""

    def joins_city(self, s: State, city: int) -> None:
        """Answer a player's house in a city that was empty."""

    def buys_fuel(self, s: State) -> None:
        """Take fuel in the Trust's place in the order."""

    def returns_fuel(self, s: State) -> None:
        """Give all fuel back, with the production of the others; it earns nothing [R18-TR-19, C-TR-10]."""
        chair = s.rules.trust_chair
        for fuel in range(FUELS):
            held = s.held[chair * FUELS + fuel]
            if held:
                s.rules.fuel_supply.returns(s, chair, fuel, held)


class NoTrust(Trust):
    """Nobody: only the players play."""


AXES: Final[dict[str, type[Policy]]] = {
    "plant_market": PlantMarket,
    "buyers": Buyers,
    "fuel_supply": FuelSupply,
    "turn_order": TurnOrder,
    "starts": Starts,
    "income": Income,
    "score": Score,
    "trust": Trust,
}
"""What a policy can be about: the field of the rules, and the class that all its policies extend."""
