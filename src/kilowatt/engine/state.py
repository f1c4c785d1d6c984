"""The state of one game: flat, mutable, cheap to clone, with its agenda.

What is nested is a tuple or is replaced whole, never changed in place, so a clone copies only the outer lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine.asks import NO_ASK
from kilowatt.engine.ids import CHANCE, COLUMNS, FUELS, KINDS, NOBODY, SETUP
from kilowatt.engine.layers import Layer

if TYPE_CHECKING:
    from kilowatt.engine.emitting import Entry
    from kilowatt.engine.layers import Deck
    from kilowatt.engine.results import Result
    from kilowatt.engine.rules import Rules


@final
class State:
    """Everything that lies on the table. `rules` says what it means; handlers of `phases/` change it."""

    __slots__ = (
        "actor",
        "agenda",
        "areas",
        "ask",
        "bid",
        "bidders",
        "bought",
        "cities",
        "columns",
        "contractor",
        "discount",
        "distances",
        "drawn",
        "end_card",
        "fuel",
        "fuel_bag",
        "fuel_discard",
        "fuel_drawn",
        "fuel_shuffles",
        "group_back",
        "group_left",
        "group_mask",
        "hands",
        "held",
        "houses",
        "income",
        "last_round",
        "layers",
        "leader",
        "log",
        "lot",
        "market",
        "marks",
        "money",
        "newest",
        "opener",
        "order",
        "out",
        "paid_scraps",
        "phase",
        "plants",
        "reach",
        "removed",
        "result",
        "round",
        "rules",
        "scrapped",
        "seq",
        "shuffles",
        "slots",
        "sold",
        "spaces",
        "step",
        "step2_done",
        "step3_due",
        "supply",
        "top_back",
        "trust_houses",
        "trust_took",
        "zone",
    )

    def __init__(self, rules: Rules, like: State | None = None) -> None:  # noqa: PLR0915 - a list of all that lies there
        self.rules = rules
        self.log: list[Entry] | None = None
        """What happens, for whoever listens; a copy has no listener."""
        if like is not None:
            self._copy(like)
            return
        chairs = rules.seats + (1 if rules.trust_plays else 0)
        cities = len(rules.board.cities)
        self.ask: int = NO_ASK
        """Which decision or draw is awaited: an index into the machine's table."""
        self.actor: int = CHANCE
        self.agenda: list[int] = []
        """Tasks still to be done, the next one last."""
        self.phase: int = SETUP
        self.round: int = 0
        self.step: int = 1
        self.step2_done: bool = False
        """The one-time change of the plant market when Step 2 begins has been made."""
        self.step3_due: bool = False
        """The end card has left; what it starts is not in force yet."""
        self.last_round: bool = False
        """The end card has announced this round as the last."""
        self.order: tuple[int, ...] = ()
        """Seats in turn order, the Trust's chair in its place."""
        self.money: list[int] = [rules.start_money] * rules.seats
        self.cities: list[int] = [0] * rules.seats
        """City mask of each seat."""
        self.reach: list[list[int]] = [[] for _ in range(rules.seats)]
        """Cheapest connection of each seat to every city, [] before its first house; rows are shared, never changed."""
        self.houses: list[int] = [0] * cities
        """Three nibbles per city: who stands on the 10-, 15- and 20-space (0 nobody, else chair + 1)."""
        self.spaces: list[int] = [0, 0, 0]
        """For each of the three spaces the mask of cities where it is taken."""
        self.areas: tuple[int, ...] = ()
        self.zone: int = 0
        self.distances: list[list[int]] = []
        self.marks: int = 0
        """Starting cities marked and not yet claimed."""
        self.plants: list[tuple[int, ...]] = [()] * chairs
        self.held: list[int] = [0] * (chairs * FUELS)
        """Units of fuel, chair by chair."""
        self.hands: list[tuple[int, ...]] = [()] * chairs
        """Fuel cards of each chair, oldest first: kind * 4 + units left."""
        self.fuel: list[int] = [0] * (len(rules.tracks) * FUELS)
        """Occupied spaces of each market's fuel track as a mask, cheapest space first."""
        self.supply: list[int] = [0] * FUELS
        self.columns: list[int] = [0] * (COLUMNS * KINDS if rules.columns else 0)
        """How many fuel cards of each kind lie in each column, column by column."""
        self.fuel_bag: tuple[int, ...] = (0,) * len(rules.fuel_cards)
        """Fuel cards of each kind in the draw stack."""
        self.fuel_discard: tuple[int, ...] = (0,) * len(rules.fuel_cards)
        self.fuel_drawn: int = 0
        self.fuel_shuffles: int = 0
        self.market: tuple[int, ...] = ()
        """The plant market in order; the end card, while it lies there, is the last."""
        self.discount: int = NOBODY
        depth = rules.depth
        self.layers: int = 0
        """Layers of the plant stack, the top one first: a row of cards in public order, or groups of unseen ones that
        have one back, each with the mask of cards that may come and how many of them will."""
        self.seq: list[tuple[int, ...]] = [()] * depth
        self.group_back: list[tuple[int, ...]] = [()] * depth
        self.group_mask: list[tuple[int, ...]] = [()] * depth
        self.group_left: list[tuple[int, ...]] = [()] * depth
        self.top_back: int = NOBODY
        self.drawn: int = 0
        """Cards drawn since the last shuffle."""
        self.shuffles: int = 0
        self.removed: int = 0
        """Mask of the plants that left the game."""
        self.end_card: int = 0
        """Where the end card is: 0 in the stack, 1 in the market, 2 out of the game."""
        self.bought: int = 0
        self.out: int = 0
        self.sold: int = 0
        """Plants sold in this auction phase."""
        self.lot: int = NOBODY
        self.bid: int = 0
        self.leader: int = NOBODY
        self.opener: int = NOBODY
        self.bidders: int = 0
        self.newest: int = NOBODY
        """The plant whose purchase is being settled."""
        self.scrapped: bool = False
        """The buyer has scrapped a plant in this purchase."""
        self.paid_scraps: int = 0
        self.contractor: int = 0
        """Index of the top contractor card."""
        self.trust_took: bool = False
        self.trust_houses: int = 0
        self.income: list[int] = [0] * rules.seats
        self.slots: list[int] = [0] * rules.slots
        """What policies remember, each in the slots it declared."""
        self.result: Result | None = None

    def _copy(self, like: State) -> None:
        self.ask = like.ask
        self.actor = like.actor
        self.agenda = like.agenda[:]
        self.phase = like.phase
        self.round = like.round
        self.step = like.step
        self.step2_done = like.step2_done
        self.step3_due = like.step3_due
        self.last_round = like.last_round
        self.order = like.order
        self.money = like.money[:]
        self.cities = like.cities[:]
        self.reach = like.reach[:]
        self.houses = like.houses[:]
        self.spaces = like.spaces[:]
        self.areas = like.areas
        self.zone = like.zone
        self.distances = like.distances
        self.marks = like.marks
        self.plants = like.plants[:]
        self.held = like.held[:]
        self.hands = like.hands[:]
        self.fuel = like.fuel[:]
        self.supply = like.supply[:]
        self.columns = like.columns[:]
        self.fuel_bag = like.fuel_bag
        self.fuel_discard = like.fuel_discard
        self.fuel_drawn = like.fuel_drawn
        self.fuel_shuffles = like.fuel_shuffles
        self.market = like.market
        self.discount = like.discount
        self.layers = like.layers
        self.seq = like.seq[:]
        self.group_back = like.group_back[:]
        self.group_mask = like.group_mask[:]
        self.group_left = like.group_left[:]
        self.top_back = like.top_back
        self.drawn = like.drawn
        self.shuffles = like.shuffles
        self.removed = like.removed
        self.end_card = like.end_card
        self.bought = like.bought
        self.out = like.out
        self.sold = like.sold
        self.lot = like.lot
        self.bid = like.bid
        self.leader = like.leader
        self.opener = like.opener
        self.bidders = like.bidders
        self.newest = like.newest
        self.scrapped = like.scrapped
        self.paid_scraps = like.paid_scraps
        self.contractor = like.contractor
        self.trust_took = like.trust_took
        self.trust_houses = like.trust_houses
        self.income = like.income[:]
        self.slots = like.slots[:]
        self.result = like.result

    def __copy__(self) -> State:
        """Copy as `clone` does: a shallow copy would share lists that play changes."""
        return State(self.rules, self)

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        """Copy as `clone` does: the rules never change and are shared."""
        return State(self.rules, self)

    @property
    def deck(self) -> Deck:
        """The plant stack as layers."""
        return tuple(
            [
                Layer(
                    self.seq[at], tuple(zip(self.group_back[at], self.group_mask[at], self.group_left[at], strict=True))
                )
                for at in range(self.layers)
            ]
        )

    @deck.setter
    def deck(self, deck: Deck) -> None:
        depth = max(len(deck) + self.rules.depth - len(self.rules.stack), len(self.seq))
        self.layers = len(deck)
        self.seq = [deck[at].seq if at < len(deck) else () for at in range(depth)]
        groups = [deck[at].groups if at < len(deck) else () for at in range(depth)]
        self.group_back = [tuple([back for back, _, _ in row]) for row in groups]
        self.group_mask = [tuple([mask for _, mask, _ in row]) for row in groups]
        self.group_left = [tuple([left for _, _, left in row]) for row in groups]

    def count(self, seat: int) -> int:
        """Count the cities of a seat."""
        return self.cities[seat].bit_count()

    def most_cities(self) -> int:
        """Count the cities of the seat that has most."""
        return max([mask.bit_count() for mask in self.cities])
