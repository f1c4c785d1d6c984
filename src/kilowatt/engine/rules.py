"""Rules: one game's tables, switches, policies and task orders, resolved. The defaults are the plain board game.

A game's rules are made once, by the composer, and never change while it is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from kilowatt.engine.actions import Reveal, Running, ShowBack
from kilowatt.engine.ids import FUELS, LAST_NUMBER, NOBODY, SPACES, mask_of
from kilowatt.engine.menu import PassChoice
from kilowatt.engine.network import Board
from kilowatt.engine.policies import (
    BY_CITIES,
    BY_MONEY,
    Buyers,
    FuelSupply,
    Income,
    NoTrust,
    PlantMarket,
    Score,
    Starts,
    Trust,
    TurnOrder,
)

if TYPE_CHECKING:
    from kilowatt.engine.layers import Deck


@final
class Plant:
    """A plant card. `fuels` are the slots it burns (two for a hybrid), `need` how many units, `stores` what it holds,
    `cities` what it supplies and `income` what it earns where income is printed on the card."""  # noqa: D205, D209

    def __init__(
        self,
        id: str,  # noqa: A002 - the outside word
        number: int,
        kind: str,
        fuels: tuple[int, ...],
        need: int,
        cities: int,
        income: int,
        back: int,
        printed: bool,  # noqa: FBT001
    ) -> None:
        self.id = id
        self.number = number
        self.kind = kind
        self.fuels = fuels
        self.need = need
        self.stores = 2 * need
        self.cities = cities
        self.income = income
        self.back = back
        self.printed = printed

    def __repr__(self) -> str:
        """Show the card."""
        return f"Plant({self.id!r}, {self.kind!r}, need={self.need}, cities={self.cities}, income={self.income})"


@final
class Track:
    """One fuel market: for each fuel the price of every space, the spaces filled at the start, and the refill."""

    def __init__(self, name: str, prices: list[list[int]], start: list[int], refill: list[list[int]]) -> None:
        self.name = name
        self.prices = prices
        self.start = start
        self.refill = refill
        """refill[step - 1][fuel]"""
        self.full: list[int] = [(1 << len(row)) - 1 for row in prices]


@final
class Rules:
    """One game's rules. See `docs/reference/rulesets.md` for every ruleset against every switch and policy."""

    def __init__(self) -> None:  # noqa: PLR0915 - a list of every rule that can differ
        # who and what
        self.id: str = ""
        self.title: str = ""
        self.revision: int = 1
        self.composed: bool = False
        self.seats: int = 2
        self.options: dict[str, Any] = {}
        self.cites: dict[str, str] = {}
        """The ledger id behind each refusal code."""
        self.borrowed: dict[str, str] = {}
        """The ledger id behind each number that is not of the edition's own document."""
        self.chapter: str = ""
        """The chapter of the ledger about this board, as in AT-BX; "" where it has none of its own."""
        self.doubts: tuple[str, ...] = ()
        """What is doubtful about the board."""
        self.fixed_order: tuple[int, ...] = ()
        self.fixed_areas: tuple[int, ...] = ()
        self.draft: bool = False

        # tables
        self.board: Board = Board("", "", [], [], [])
        self.fuels: tuple[str, ...] = ()
        self.mix: tuple[int, int] = (0, 1)
        """The two fuels of a hybrid, the Trust's first choice first."""
        self.plants: list[Plant] = []
        self.backs: tuple[str, ...] = ()
        self.end_card: str = ""
        """Id of the card that ends a step or the game; its number as a card is len(plants)."""
        self.start_money: int = 0
        self.payment: list[int] = []
        self.least_income: int = 0
        self.house_costs: tuple[int, int, int] = (10, 15, 20)
        self.area_count: int = 0
        self.plant_limit: int = 3
        self.own_spaces: dict[int, tuple[tuple[int, int, int], ...]] = {}
        """By city, where it has other spaces than most: of each its place, its cost and the step that opens it."""
        self.closing: tuple[int, ...] = ()
        """For each city that is closed at the preparation, those of which it is one."""
        self.no_start: int = 0
        """Cities where no first house may stand."""
        self.unsold_leave: int = 1
        """How many plants leave when none was sold in a round."""
        self.step2_at: int = 0
        self.end_at: int = 0
        self.current_size: int = 4
        self.tracks: list[Track] = []
        self.markets: tuple[str, ...] = ()
        """Names of the markets: the tracks, then any other place that sells fuel."""
        self.tokens: list[int] = [0] * FUELS
        self.mark_fuel: int = NOBODY
        """The fuel whose tokens mark starting cities."""
        self.tie_breaks: tuple[str, ...] = ()
        self.contractor: list[tuple[int, int]] = []
        """Contractor cards: what the first and every other scrapper of a phase receives; [] without the module."""
        self.contractor_printed: tuple[bool, ...] = ()
        """By contractor card whether its values are printed; those that are not are reconstructed."""
        self.opening: tuple[int, ...] = ()
        """Plants laid out at the start without a draw."""
        self.opening_draws: int = 0
        self.opening_back: int = NOBODY
        """The back the opening draws are known to have."""
        self.top_back: int = NOBODY
        """The back the first card of the stack is known to have after the opening draws."""
        self.stack: Deck = ()
        self.removed_plants: int = 0
        """Plants left in the box, publicly."""
        self.swap_area: tuple[int, ...] = ()
        self.swap_old: tuple[int, ...] = ()
        self.swap_new: tuple[int, ...] = ()
        """Plants that replace others where an area is in play: the area, the plant of the deck and the board's own."""
        self.held_back: tuple[int, ...] = ()
        """Plants that lie aside until Step 2 and go on top of the stack then, the first one uppermost."""
        self.trust_placements: tuple[int, ...] = ()
        """Who puts the Trust's first houses: positions in the order."""
        self.trust_house_count: int = 0
        self.columns: int = 0
        """Cards in each of the columns 2-4 of the fuel card market."""
        self.column_prices: tuple[int, ...] = ()
        self.fuel_cards: tuple[int, ...] = ()
        """How many fuel cards of each kind the draw stack starts with."""
        self.fuel_cards_printed: bool = True
        """Whether the units on all fuel cards are printed; if not they are reconstructed."""
        self.extra_cards: list[tuple[int, ...]] = []
        """Sets that start a discard pile: the first at the beginning, the next at each reshuffle."""

        # switches, named after their rules
        self.trust_plays: bool = False
        self.backs_public: bool = False
        self.discount_token: bool = False
        self.obsolete_plants_leave: bool = False
        self.may_scrap_new_plant: bool = False
        self.last_buyer_pays_least: bool = True
        self.step2_replaces_plant: bool = True
        self.end_card_shuffles_stack: bool = True
        self.early_end_card_exhausts_market: bool = False
        self.end_card_announces_last_round: bool = False
        self.hybrid_burns_own_store: bool = True
        self.may_give_up_fuel: bool = True
        self.only_scrapped_fuel_goes: bool = True
        self.trust_refills_for_three: bool = True
        self.draft_leaves_gaps: bool = True
        self.reshuffle_end_card_updates: bool = False
        self.layers_share_cards: bool = False
        self.fuel_goes_round: bool = False
        self.must_supply_most: bool = False
        self.end_card_begins_step2: bool = False
        self.step2_when_all_built: bool = False
        self.zone_limits_end: bool = False
        self.no_end_card: bool = False

        # policies, one per axis
        self.plant_market: PlantMarket = PlantMarket()
        self.buyers: Buyers = Buyers()
        self.fuel_supply: FuelSupply = FuelSupply()
        self.turn_order: TurnOrder = TurnOrder()
        self.starts: Starts = Starts()
        self.income: Income = Income()
        self.score: Score = Score()
        self.trust: Trust = NoTrust()
        self.slots: int = 0
        """How many ints the policies remember between them."""

        # the order of things, as tuples of tasks
        self.setup_tasks: tuple[int, ...] = ()
        self.round_tasks: tuple[int, ...] = ()
        self.after_sale: tuple[int, ...] = ()
        self.after_opting_out: tuple[int, ...] = ()
        self.after_house: tuple[int, ...] = ()
        self.auction_end: tuple[int, ...] = ()

        # looked up on the way in; filled by `index`
        self.plant_ids: dict[str, int] = {}
        self.city_ids: dict[str, int] = {}
        self.area_ids: dict[str, int] = {}
        self.fuel_ids: dict[str, int] = {}
        self.market_ids: dict[str, int] = {}
        self.back_ids: dict[str, int] = {}
        self.kind_ids: dict[str, int] = {}
        self.kind_names: list[str] = []
        self.reveals: list[Reveal] = []
        """The action that turns up each card, made once: draws list many of them."""
        self.shows: list[ShowBack] = []
        """The action that shows each back, made once."""
        self.leave_auction: list[PassChoice] = []
        """The row of each seat for passing in an auction, made once; so are the next two."""
        self.leave_phase: list[PassChoice] = []
        self.end_turn: list[PassChoice] = []
        self.city_names: list[str] = []
        self.space_costs: list[list[int]] = []
        """For each of the three spaces what a house there costs, by city."""
        self.least_house: int = 0
        """What the cheapest house costs anywhere."""
        self.open_spaces: list[list[int]] = []
        """For each step, of each space the cities that have it and where it is open."""
        self.no_connection: list[int] = []
        """What a first house pays for the way to each city: nothing."""
        self.numbers: list[int] = []
        self.back_of: list[int] = []
        self.card_names: list[str] = []
        self.trust_chair: int = NOBODY
        self.everybody: int = 0
        self.capacity: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.burned: dict[tuple[int, ...], int] = {}
        self.prices: list[list[int]] = []
        """For each fuel of each track what its spaces cost, the cheapest at 1; a 0 stands before them: sold out."""
        self.ways: list[list[tuple[Running, int]]] = []
        """The ways each plant may run, found when first asked for: as the action says it, and its fuel, packed."""
        self.runs: dict[tuple[tuple[int, ...], int, int, int, int], list[Any]] = {}
        """The sets of plants that can run together, by the plants and the fuel of a seat."""
        self.zone_list: list[tuple[int, ...]] = []
        self.layers: int = 0
        """The stack as it is prepared: see `State.layers`."""
        self.depth: int = 0
        """How many layers a stack may have, with one to spare: plants may be laid on top, and go under the last."""
        self.seq: list[tuple[int, ...]] = []
        self.group_back: list[tuple[int, ...]] = []
        self.group_mask: list[tuple[int, ...]] = []
        self.group_left: list[tuple[int, ...]] = []
        self.back_size: int = 0
        self.zones: list[int] = []
        """The cities of each possible zone."""
        self.zone_areas: list[int] = []
        """The areas of each possible zone, as bits."""
        self.fixed_zone: int = NOBODY
        """The given zone as an index into `zones`, NOBODY if it is drawn or drafted."""
        self.area_links: list[int] = []
        self.next_to: list[int] = []
        self.islands: list[int] = []
        """By city the cities that links lead to from there, over whatever areas."""
        self.second_network: int = 0
        """What the first house on another island costs besides the house, 0 where nobody may build there."""
        self.starting_cities: int = 0
        """The only cities for first houses and jumps, 0 where nobody jumps."""
        self.tie_marks: tuple[int, ...] = ()
        """What breaks ties in turn: `BY_MONEY` or `BY_CITIES`."""
        self.needs: list[int] = []
        """How many units each plant burns."""
        self.stores: list[int] = []
        """How many units each plant holds: twice what is printed as its need."""
        self.burns: list[tuple[int, ...]] = []
        """The fuels that each plant burns: none, one, or two for a hybrid."""
        self.supplies: list[int] = []
        """The cities that each plant supplies."""
        self.incomes: list[int] = []
        """What each plant earns where income is printed on it."""
        self.plant_size: int = 0
        """How many plants there are; this is also the number of the end card."""
        self.track_size: int = 0
        self.market_size: int = 0
        """How many markets sell fuel: the tracks, then any other place."""
        self.refill: list[list[int]] = [[], [], []]
        """What each step adds to each fuel of each track."""
        self.full: list[int] = []
        """All spaces of each fuel of each track."""
        self.start: list[int] = []
        """The spaces that are filled at the start."""

    def index(self) -> None:
        """Work out what play looks up; the composer calls this last."""
        self.plant_ids = {plant.id: i for i, plant in enumerate(self.plants)}
        self.city_ids = {city.id: i for i, city in enumerate(self.board.cities)}
        self.area_ids = {area.id: i for i, area in enumerate(self.board.areas)}
        self.fuel_ids = {name: i for i, name in enumerate(self.fuels)}
        self.market_ids = {name: i for i, name in enumerate(self.markets)}
        self.back_ids = {name: i for i, name in enumerate(self.backs)}
        self.back_ids[self.end_card] = len(self.backs)
        self.kind_names = [f"{fuel}-{units or 'single'}" for fuel in self.fuels for units in range(4)]
        self.kind_ids = {name: i for i, name in enumerate(self.kind_names)}
        self.numbers = [plant.number for plant in self.plants]
        self.back_of = [plant.back for plant in self.plants]
        self.card_names = [plant.id for plant in self.plants]
        self.numbers.append(LAST_NUMBER)
        self.back_of.append(len(self.backs))
        self.card_names.append(self.end_card)
        self.reveals = [Reveal(name) for name in self.card_names]
        self.shows = [ShowBack(name) for name in self.backs]
        self.leave_auction = [PassChoice(seat, "auction") for seat in range(self.seats)]
        self.leave_phase = [PassChoice(seat, "phase") for seat in range(self.seats)]
        self.end_turn = [PassChoice(seat, "turn") for seat in range(self.seats)]
        self.city_names = [city.id for city in self.board.cities]
        self.no_connection = [0] * len(self.board.cities)
        self._index_spaces()
        self.prices = [[0, *prices] for track in self.tracks for prices in track.prices]
        self.ways = [[] for _ in self.plants]
        self.trust_chair = self.seats if self.trust_plays else NOBODY
        self.everybody = (1 << self.seats) - 1
        self.layers = len(self.stack)
        below = self.layers_share_cards and not self.stack[-1].seq
        self.depth = len(self.stack) + (2 if self.held_back else 1) + (1 if below else 0)
        self.seq = [layer.seq for layer in self.stack]
        self.group_back = [tuple([back for back, _, _ in layer.groups]) for layer in self.stack]
        self.group_mask = [tuple([mask for _, mask, _ in layer.groups]) for layer in self.stack]
        self.group_left = [tuple([left for _, _, left in layer.groups]) for layer in self.stack]
        self.back_size = len(self.backs)
        self.area_links = self.board.area_links
        self.next_to = self.board.next_to
        self.second_network = self.starts.second_network
        self.starting_cities = self.starts.starting_cities
        self.islands = [self.board.zone(self.board.island(city.area)) for city in self.board.cities]
        self.tie_marks = tuple([BY_MONEY if name == "money" else BY_CITIES for name in self.tie_breaks])
        self.needs = [plant.need for plant in self.plants]
        self.stores = [plant.stores for plant in self.plants]
        self.burns = [plant.fuels for plant in self.plants]
        self.supplies = [plant.cities for plant in self.plants]
        self.incomes = [plant.income for plant in self.plants]
        self.plant_size = len(self.plants)
        self.track_size = len(self.tracks)
        self.market_size = len(self.markets)
        self.refill = [[count for track in self.tracks for count in track.refill[step]] for step in range(3)]
        self.full = [mask for track in self.tracks for mask in track.full]
        self.start = [mask for track in self.tracks for mask in track.start]
        self.zone_list = self.board.zones(self.area_count) if self.area_count else []
        self.zones = [self.board.zone(areas) for areas in self.zone_list]
        self.zone_areas = [mask_of(list(areas)) for areas in self.zone_list]
        self.fixed_zone = self.zone_list.index(tuple(sorted(self.fixed_areas))) if self.fixed_areas else NOBODY

    def _index_spaces(self) -> None:
        """Work out costs and open spaces: a space opens with the step of its number, where a city has no others."""
        cities = len(self.board.cities)
        self.space_costs = [[cost] * cities for cost in self.house_costs]
        usual = mask_of([city for city in range(cities) if city not in self.own_spaces])
        self.open_spaces = [[usual if space <= step else 0 for space in range(SPACES)] for step in range(SPACES)]
        for city, spaces in self.own_spaces.items():
            for space, cost, opens in spaces:
                self.space_costs[space][city] = cost
                for step in range(opens - 1, SPACES):
                    self.open_spaces[step][space] |= 1 << city
        self.least_house = min([cost for row in self.space_costs for cost in row], default=0)

    def __copy__(self) -> Rules:
        """Return the same rules: they never change."""
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Rules:
        """Return the same rules: they never change."""
        return self

    def __repr__(self) -> str:
        """Show which game this is."""
        return f"<Rules {self.id} for {self.seats}>"
