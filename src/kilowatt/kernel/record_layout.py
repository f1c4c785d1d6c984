"""The records of the kernel: a game, its tables and a menu, as flat fields of whole numbers with a largest size.

Fields are named as in `State` and `Rules`. Each says its C type and its sizes, so that one text makes the plain record
(lists of ints), the C struct of the compiled kernel, and the bytes in which a record travels between Python and C.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct
from typing import Annotated, Any, ClassVar, Final, get_args, get_origin, get_type_hints

from kilowatt.engine.deck import BACKS as BACKS  # noqa: PLC0414 - a size of the record too
from kilowatt.engine.deck import GROUPS as GROUPS  # noqa: PLC0414 - a size of the record too
from kilowatt.engine.deck import LAYERS as LAYERS  # noqa: PLC0414 - a size of the record too
from kilowatt.engine.ids import COLUMNS as COLUMNS  # noqa: PLC0414 - a size of the record too
from kilowatt.engine.ids import FUELS
from kilowatt.engine.ids import KINDS as KINDS  # noqa: PLC0414 - a size of the record too

Mask = int
"""A set as bits: 64 of them, unsigned."""
Shares = Sequence[float]
"""Numbers from 0 to below 1, from outside."""

CHAIRS: Final = 6
"""Six seats, or two and the Trust."""
CITIES: Final = 64
AREAS: Final = 16
ZONES: Final = 1024
CARDS: Final = 64
"""Plant cards, the end card included."""
TRACKS: Final = 3
MARKETS: Final = TRACKS * FUELS
SPACES: Final = 64
"""Spaces of one fuel on one track."""
OWNED: Final = 6
"""Plants of a chair, the one over the limit included."""
HAND: Final = 48
"""Fuel cards of a chair."""
MARKET: Final = 32
"""Cards in the plant market."""
AGENDA: Final = 96
SLOTS: Final = 8
MARKS: Final = 3
"""Numbers that rank a seat."""
JOINT: Final = 24
"""Tasks in one order of things."""
PAYMENT: Final = 64
CONTRACTOR: Final = 16
SETS: Final = 8
"""Sets of extra fuel cards."""
ROWS: Final = 1024
"""Rows of a menu. Most are sets of plants that can run together."""

U64 = Annotated[int, "Q"]
I32 = Annotated[int, "i"]
I16 = Annotated[int, "h"]
I8 = Annotated[int, "b"]

SIZE_OF: Final = {"Q": 8, "q": 8, "i": 4, "h": 2, "b": 1}


class Field:
    """One field: its name, its C type as a letter of `struct`, and its sizes."""

    def __init__(self, name: str, code: str, sizes: tuple[int, ...]) -> None:
        self.name = name
        self.code = code
        self.sizes = sizes
        self.count = 1
        for size in sizes:
            self.count *= size
        self.start = 0
        """Where its numbers begin among those of the whole record."""

    def empty(self) -> Any:  # noqa: ANN401 - a number, or lists of them
        """Return zeros in the shape of the field."""
        return _zeros(self.sizes)


def _zeros(sizes: tuple[int, ...]) -> Any:  # noqa: ANN401 - a number, or lists of them
    if len(sizes) < 2:
        return [0] * sizes[0] if sizes else 0
    return [_zeros(sizes[1:]) for _ in range(sizes[0])]


class Record:
    """A flat record. As plain Python its fields are ints and lists of ints."""

    fields: ClassVar[tuple[Field, ...]] = ()
    packed: ClassVar[Struct] = Struct("")

    def __init_subclass__(cls) -> None:
        fields: list[Field] = []
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is Annotated:
                _, code, *sizes = get_args(hint)
                fields.append(Field(name, code, tuple(sizes)))
        # the widest first, so that C adds no padding between them
        fields.sort(key=lambda field: -SIZE_OF[field.code])
        start = 0
        for field in fields:
            field.start = start
            start += field.count
        cls.fields = tuple(fields)
        text = "=" + "".join([f"{field.count}{field.code}" for field in fields])
        cls.packed = Struct(text + "x" * (-Struct(text).size % 8))

    def __init__(self) -> None:
        for field in self.fields:
            setattr(self, field.name, field.empty())

    def load(self, values: list[int]) -> None:
        """Fill every field from the numbers of a whole record."""
        for field in self.fields:
            part = values[field.start : field.start + field.count]
            setattr(self, field.name, _shaped(part, field.sizes) if field.sizes else part[0])

    def values(self) -> list[int]:
        """List the numbers of the whole record."""
        numbers: list[int] = []
        for field in self.fields:
            _flatten(getattr(self, field.name), numbers)
        return numbers


def _shaped(part: list[int], sizes: tuple[int, ...]) -> list[Any]:
    if len(sizes) == 1:
        return part
    each = len(part) // sizes[0]
    return [_shaped(part[i * each : i * each + each], sizes[1:]) for i in range(sizes[0])]


def _flatten(value: Any, numbers: list[int]) -> None:  # noqa: ANN401 - a number, or lists of them
    if isinstance(value, list):
        if value and not isinstance(value[0], list):
            numbers += value
        else:
            for part in value:
                _flatten(part, numbers)
    else:
        numbers.append(value)


class Game(Record):
    """Everything of a `State`. What is taken away is set to zero, so equal states are equal bytes."""

    fault: I8
    """Not 0 after a limit of the layout was passed: the game must not go on."""
    ask: I8
    actor: I8
    agenda_size: I16
    agenda: Annotated[list[int], "h", AGENDA]
    phase: I8
    round: I32
    step: I8
    step2_done: I8
    step3_due: I8
    last_round: I8
    order_size: I8
    order: Annotated[list[int], "b", CHAIRS]
    money: Annotated[list[int], "i", CHAIRS]
    cities: Annotated[list[int], "Q", CHAIRS]
    reach: Annotated[list[list[int]], "h", CHAIRS, CITIES]
    """Zero before the first house, which needs no connection."""
    houses: Annotated[list[int], "h", CITIES]
    spaces: Annotated[list[int], "Q", 3]
    area_size: I8
    areas: Annotated[list[int], "b", AREAS]
    zone: U64
    zone_number: I16
    """The zone as an index into `Tables.zones`: which table of distances counts."""
    marks: U64
    plant_count: Annotated[list[int], "b", CHAIRS]
    plants: Annotated[list[list[int]], "b", CHAIRS, OWNED]
    held: Annotated[list[int], "h", CHAIRS * FUELS]
    hand_size: Annotated[list[int], "b", CHAIRS]
    hands: Annotated[list[list[int]], "b", CHAIRS, HAND]
    """A card is kind * 4 + units left."""
    fuel: Annotated[list[int], "Q", MARKETS]
    supply: Annotated[list[int], "i", FUELS]
    columns: Annotated[list[int], "i", COLUMNS * KINDS]
    fuel_bag: Annotated[list[int], "h", KINDS]
    fuel_discard: Annotated[list[int], "h", KINDS]
    fuel_drawn: I32
    fuel_shuffles: I32
    market_size: I8
    market: Annotated[list[int], "b", MARKET]
    discount: I8
    layers: I8
    seq_size: Annotated[list[int], "b", LAYERS]
    seq: Annotated[list[list[int]], "b", LAYERS, CARDS]
    group_back_size: Annotated[list[int], "b", LAYERS]
    group_mask_size: Annotated[list[int], "b", LAYERS]
    group_left_size: Annotated[list[int], "b", LAYERS]
    group_back: Annotated[list[list[int]], "b", LAYERS, GROUPS]
    group_mask: Annotated[list[list[int]], "Q", LAYERS, GROUPS]
    group_left: Annotated[list[list[int]], "b", LAYERS, GROUPS]
    top_back: I8
    drawn: I32
    shuffles: I32
    removed: U64
    end_card: I8
    bought: I8
    out: I8
    sold: I8
    lot: I8
    bid: I32
    leader: I8
    opener: I8
    bidders: I8
    newest: I8
    scrapped: I8
    paid_scraps: I8
    contractor: I8
    trust_took: I8
    trust_houses: I16
    income: Annotated[list[int], "i", CHAIRS]
    slots: Annotated[list[int], "i", SLOTS]
    over: I8
    """The game has a result: `scores` and `ranks`."""
    scores: Annotated[list[list[int]], "i", CHAIRS, MARKS]
    ranks: Annotated[list[int], "b", CHAIRS]


class Tables(Record):
    """Everything of a `Rules` that play looks at. `distances` lies beside it: [zone][from][to], CITIES apart."""

    distances: Sequence[int]
    rules: Any
    """The rules that these are the tables of."""

    seats: I8
    trust_chair: I8
    everybody: I8
    fixed_order: Annotated[list[int], "b", CHAIRS]
    fixed_order_size: I8
    draft: I8
    fixed_zone: I16
    """The given zone as an index into `zones`, NOBODY if it is drawn or drafted."""
    area_size: I8
    area_links: Annotated[list[int], "i", AREAS]
    city_size: I8
    next_to: Annotated[list[int], "Q", CITIES]
    zone_size: I16
    zones: Annotated[list[int], "Q", ZONES]
    """Cities of each possible zone."""
    zone_areas: Annotated[list[int], "i", ZONES]
    """Areas of each possible zone, as bits."""

    start_money: I32
    payment_size: I8
    payment: Annotated[list[int], "i", PAYMENT]
    least_income: I32
    house_costs: Annotated[list[int], "i", 3]
    area_count: I8
    plant_limit: I8
    step2_at: I8
    end_at: I8
    current_size: I8
    track_size: I8
    market_size: I8
    """How many markets sell fuel: the tracks, then any other place."""
    prices: Annotated[list[list[int]], "i", MARKETS, SPACES + 1]
    """What a space costs, the cheapest at 1; a 0 stands before them: sold out."""
    full: Annotated[list[int], "Q", MARKETS]
    start: Annotated[list[int], "Q", MARKETS]
    refill: Annotated[list[list[int]], "i", 3, MARKETS]
    tokens: Annotated[list[int], "i", FUELS]
    mix: Annotated[list[int], "b", 2]
    mark_fuel: I8
    tie_mark_size: I8
    tie_marks: Annotated[list[int], "b", MARKS]
    contractor_size: I8
    contractor: Annotated[list[list[int]], "i", CONTRACTOR, 2]
    opening_size: I8
    opening: Annotated[list[int], "b", MARKET]
    opening_draws: I8
    opening_back: I8
    top_back: I8
    layers: I8
    seq_size: Annotated[list[int], "b", LAYERS]
    seq: Annotated[list[list[int]], "b", LAYERS, CARDS]
    group_back_size: Annotated[list[int], "b", LAYERS]
    group_mask_size: Annotated[list[int], "b", LAYERS]
    group_left_size: Annotated[list[int], "b", LAYERS]
    group_back: Annotated[list[list[int]], "b", LAYERS, GROUPS]
    group_mask: Annotated[list[list[int]], "Q", LAYERS, GROUPS]
    group_left: Annotated[list[list[int]], "b", LAYERS, GROUPS]
    removed_plants: U64
    trust_placement_size: I8
    trust_placements: Annotated[list[int], "b", CONTRACTOR]
    trust_house_count: I16
    columns: I8
    column_prices: Annotated[list[int], "i", COLUMNS]
    fuel_cards: Annotated[list[int], "h", KINDS]
    extra_size: I8
    extra_cards: Annotated[list[list[int]], "h", SETS, KINDS]

    plant_size: I8
    """How many plants there are; this is also the number of the end card."""
    numbers: Annotated[list[int], "i", CARDS]
    back_of: Annotated[list[int], "b", CARDS]
    back_size: I8
    fuels: Annotated[list[int], "b", CARDS]
    """How many fuels each plant burns: 0, 1, or 2 for a hybrid."""
    burns: Annotated[list[list[int]], "b", CARDS, 2]
    needs: Annotated[list[int], "b", CARDS]
    supplies: Annotated[list[int], "i", CARDS]
    """The cities each plant supplies."""
    incomes: Annotated[list[int], "i", CARDS]

    trust_plays: I8
    backs_public: I8
    discount_token: I8
    obsolete_plants_leave: I8
    may_scrap_new_plant: I8
    may_give_up_fuel: I8
    only_scrapped_fuel_goes: I8
    draft_leaves_gaps: I8
    reshuffle_end_card_updates: I8
    last_buyer_pays_least: I8
    step2_replaces_plant: I8
    end_card_shuffles_stack: I8
    early_end_card_exhausts_market: I8
    end_card_announces_last_round: I8
    hybrid_burns_own_store: I8

    plant_market: I8
    """Which policy is in force on each axis: its place in `supported.POLICIES`. A policy's own numbers follow."""
    fuel_supply: I8
    turn_order: I8
    starts: I8
    income: I8
    score: I8
    trust: I8
    planned_market_size: I8
    planned_market_minimum: I8
    planned_market_last_size: I8
    coal_storage_stored: I8
    coal_storage_storage_price: I32
    coal_storage_storage_market: I8
    phase_out_plant: I8
    phase_out_fuel: I8
    fuel_supply_base: I8
    """The first slot of the fuel supply's policy."""
    twin_markets: I8

    setup_size: I8
    setup_tasks: Annotated[list[int], "h", JOINT]
    round_size: I8
    round_tasks: Annotated[list[int], "h", JOINT]
    after_sale_size: I8
    after_sale: Annotated[list[int], "h", JOINT]
    after_opting_out_size: I8
    after_opting_out: Annotated[list[int], "h", JOINT]
    after_house_size: I8
    after_house: Annotated[list[int], "h", JOINT]
    auction_end_size: I8
    auction_end: Annotated[list[int], "h", JOINT]


class Menu(Record):
    """What may be chosen or dealt now: kinds of rows, and rows that stand for `size` actions with following numbers."""

    kinds: I32
    kind_rows: Annotated[list[int], "i", 2]
    rows: I32
    first: Annotated[list[int], "q", ROWS]
    size: Annotated[list[int], "i", ROWS]
    """How many actions the row stands for; of an outcome of chance, its weight."""
    left: Annotated[list[int], "q", ROWS]
    """While sets of plants are listed: the fuel each leaves."""
