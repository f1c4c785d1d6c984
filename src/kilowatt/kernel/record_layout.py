"""The records of the kernel: a game, its tables and a menu, as flat fields of whole numbers with a largest size.

Fields are named as in `State` and `Rules`. Each says its C type, its sizes and, if it is a row, the field that counts
its members, so that one text makes the plain record (lists of ints), the C struct of the compiled kernel, the bytes in
which a record travels between Python and C, and the way of a state and of rules into a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

from kilowatt.engine.deck import BACKS as BACKS  # noqa: PLC0414 - a size of the record too
from kilowatt.engine.deck import GROUPS as GROUPS  # noqa: PLC0414 - a size of the record too
from kilowatt.engine.deck import LAYERS as LAYERS  # noqa: PLC0414 - a size of the record too
from kilowatt.engine.ids import COLUMNS as COLUMNS  # noqa: PLC0414 - a size of the record too
from kilowatt.engine.ids import FUELS
from kilowatt.engine.ids import KINDS as KINDS  # noqa: PLC0414 - a size of the record too
from kilowatt.kernel.flat_record import Record
from kilowatt.kernel.supported import POLICIES, SWITCHES

if TYPE_CHECKING:
    from kilowatt.engine.policies import Policy

Mask = int
"""A set as bits: 64 of them, unsigned. A set of cities (`Cities`) has 128."""
Shares = Sequence[float]
"""Numbers from 0 to below 1, from outside."""

CHAIRS: Final = 6
"""Six seats, or two and the Trust."""
CITIES: Final = 128
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
CLOSED: Final = 64
"""Cities that are closed at the preparation."""
CONTRACTOR: Final = 16
SETS: Final = 8
"""Sets of extra fuel cards."""
ROWS: Final = 1024
"""Rows of a menu. Most are sets of plants that can run together."""
MOST_MONEY: Final = 1_000_000
"""Numbers of the rules in Elektro stay below this, so that sums fit the record."""

U128 = Annotated[int, "W"]
U64 = Annotated[int, "Q"]
I32 = Annotated[int, "i"]
I16 = Annotated[int, "h"]
I8 = Annotated[int, "b"]
TYPES: Final = {
    "bool": I8,
    "int": I32,
    "Fuel": I8,
    "Card": I8,
    "City": I16,
    "Cards": U64,
    "Cities": U128,
    "Areas": U128,
}
"""The type of a policy's number, by what it stands for."""


class Game(Record):
    """Everything of a `State`. What is taken away is set to zero, so equal states are equal bytes."""

    fault: I8
    """Not 0 after a limit of the layout was passed: the game must not go on."""
    ask: I8
    actor: I8
    agenda_size: I16
    agenda: Annotated[list[int], "h", AGENDA, "agenda_size"]
    phase: I8
    round: I32
    step: I8
    step2_done: I8
    step3_due: I8
    last_round: I8
    order_size: I8
    order: Annotated[list[int], "b", CHAIRS, "order_size"]
    money: Annotated[list[int], "i", CHAIRS]
    cities: Annotated[list[int], "W", CHAIRS]
    reach: Annotated[list[list[int]], "h", CHAIRS, CITIES]
    """Zero before the first house, which needs no connection."""
    houses: Annotated[list[int], "h", CITIES]
    spaces: Annotated[list[int], "W", 3]
    area_size: I8
    areas: Annotated[list[int], "b", AREAS, "area_size"]
    zone: U128
    zone_number: I16
    """The zone as an index into `Tables.zones`: which table of distances counts."""
    marks: U128
    plant_count: Annotated[list[int], "b", CHAIRS]
    plants: Annotated[list[list[int]], "b", CHAIRS, OWNED, "plant_count"]
    held: Annotated[list[int], "h", CHAIRS * FUELS]
    hand_size: Annotated[list[int], "b", CHAIRS]
    hands: Annotated[list[list[int]], "b", CHAIRS, HAND, "hand_size"]
    """A card is kind * 4 + units left."""
    fuel: Annotated[list[int], "Q", MARKETS]
    supply: Annotated[list[int], "i", FUELS]
    columns: Annotated[list[int], "i", COLUMNS * KINDS]
    fuel_bag: Annotated[list[int], "h", KINDS]
    fuel_discard: Annotated[list[int], "h", KINDS]
    fuel_drawn: I32
    fuel_shuffles: I32
    market_size: I8
    market: Annotated[list[int], "b", MARKET, "market_size"]
    discount: I8
    layers: I8
    seq_size: Annotated[list[int], "b", LAYERS]
    seq: Annotated[list[list[int]], "b", LAYERS, CARDS, "seq_size"]
    group_back_size: Annotated[list[int], "b", LAYERS]
    group_mask_size: Annotated[list[int], "b", LAYERS]
    group_left_size: Annotated[list[int], "b", LAYERS]
    group_back: Annotated[list[list[int]], "b", LAYERS, GROUPS, "group_back_size"]
    group_mask: Annotated[list[list[int]], "Q", LAYERS, GROUPS, "group_mask_size"]
    group_left: Annotated[list[list[int]], "b", LAYERS, GROUPS, "group_left_size"]
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


def of_policies() -> dict[str, Any]:
    """Return the fields of the tables that follow from the switches and the policies.

    A switch has its name. Of an axis there are the policy in force, its place in `supported.POLICIES`, and the first of
    its slots, `AXIS_base`; then the numbers of each policy, `POLICY_NUMBER`.
    """
    fields: dict[str, Any] = dict.fromkeys(SWITCHES, I8)
    for axis, known in POLICIES.items():
        fields |= {axis: I8, f"{axis}_base": I8}
        for policy in known:
            fields |= {number_name(policy, name): TYPES[kind] for name, kind in policy.numbers().items()}
    return fields


def number_name(policy: type[Policy], name: str) -> str:
    """Name the field of the tables that has a policy's number."""
    return f"{snake(policy.__name__)}_{name}"


def snake(name: str) -> str:
    """Write a class's name as the name of its file."""
    return "".join([f"_{letter.lower()}" if letter.isupper() else letter for letter in name]).lstrip("_")


class Tables(Record, more=of_policies()):
    """Everything of a `Rules` that play looks at. `distances` lies beside it: [zone][from][to], `city_size` apart.

    Switches and policies have fields too: see `of_policies`.
    """

    distances: Sequence[int]
    rules: Any
    """The rules that these are the tables of."""

    seats: I8
    trust_chair: I8
    everybody: I8
    fixed_order: Annotated[list[int], "b", CHAIRS, "fixed_order_size"]
    fixed_order_size: I8
    fixed_zone: I16
    """The given zone as an index into `zones`, NOBODY if it is drawn or drafted."""
    area_size: I8
    area_links: Annotated[list[int], "i", AREAS]
    city_size: I16
    next_to: Annotated[list[int], "W", CITIES]
    islands: Annotated[list[int], "W", CITIES]
    zone_size: I16
    zones: Annotated[list[int], "W", ZONES, "zone_size"]
    """Cities of each possible zone."""
    zone_areas: Annotated[list[int], "i", ZONES, "zone_size"]
    """Areas of each possible zone, as bits."""

    start_money: I32
    payment_size: I8
    payment: Annotated[list[int], "i", PAYMENT, "payment_size"]
    least_income: I32
    area_count: I8
    plant_limit: I8
    least_house: I32
    space_costs: Annotated[list[list[int]], "i", 3, CITIES]
    open_spaces: Annotated[list[list[int]], "W", 3, 3]
    no_start: U128
    closing_size: I8
    closing: Annotated[list[int], "W", CLOSED, "closing_size"]
    unsold_leave: I8
    second_network: I32
    starting_cities: U128
    step2_at: I16
    end_at: I16
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
    tie_marks: Annotated[list[int], "b", MARKS, "tie_mark_size"]
    contractor_size: I8
    contractor: Annotated[list[list[int]], "i", CONTRACTOR, 2, "contractor_size"]
    opening_size: I8
    opening: Annotated[list[int], "b", MARKET, "opening_size"]
    opening_draws: I8
    opening_back: I8
    top_back: I8
    layers: I8
    seq_size: Annotated[list[int], "b", LAYERS]
    seq: Annotated[list[list[int]], "b", LAYERS, CARDS, "seq_size"]
    group_back_size: Annotated[list[int], "b", LAYERS]
    group_mask_size: Annotated[list[int], "b", LAYERS]
    group_left_size: Annotated[list[int], "b", LAYERS]
    group_back: Annotated[list[list[int]], "b", LAYERS, GROUPS, "group_back_size"]
    group_mask: Annotated[list[list[int]], "Q", LAYERS, GROUPS, "group_mask_size"]
    group_left: Annotated[list[list[int]], "b", LAYERS, GROUPS, "group_left_size"]
    removed_plants: U64
    swap_size: I8
    swap_area: Annotated[list[int], "b", MARKET, "swap_size"]
    swap_old_size: I8
    swap_old: Annotated[list[int], "b", MARKET, "swap_old_size"]
    swap_new_size: I8
    swap_new: Annotated[list[int], "b", MARKET, "swap_new_size"]
    held_back_size: I8
    held_back: Annotated[list[int], "b", CARDS, "held_back_size"]
    trust_placement_size: I8
    trust_placements: Annotated[list[int], "b", CONTRACTOR, "trust_placement_size"]
    trust_house_count: I16
    columns: I8
    column_prices: Annotated[list[int], "i", COLUMNS]
    fuel_cards: Annotated[list[int], "h", KINDS]
    extra_size: I8
    extra_cards: Annotated[list[list[int]], "h", SETS, KINDS, "extra_size"]

    plant_size: I8
    """How many plants there are; this is also the number of the end card."""
    numbers: Annotated[list[int], "i", CARDS]
    back_of: Annotated[list[int], "b", CARDS]
    back_size: I8
    fuels: Annotated[list[int], "b", CARDS]
    """How many fuels each plant burns: 0, 1, or 2 for a hybrid."""
    burns: Annotated[list[list[int]], "b", CARDS, 2, "fuels"]
    needs: Annotated[list[int], "b", CARDS]
    stores: Annotated[list[int], "b", CARDS]
    supplies: Annotated[list[int], "i", CARDS]
    """The cities each plant supplies."""
    incomes: Annotated[list[int], "i", CARDS]

    setup_size: I8
    setup_tasks: Annotated[list[int], "h", JOINT, "setup_size"]
    round_size: I8
    round_tasks: Annotated[list[int], "h", JOINT, "round_size"]
    after_sale_size: I8
    after_sale: Annotated[list[int], "h", JOINT, "after_sale_size"]
    after_opting_out_size: I8
    after_opting_out: Annotated[list[int], "h", JOINT, "after_opting_out_size"]
    after_house_size: I8
    after_house: Annotated[list[int], "h", JOINT, "after_house_size"]
    auction_end_size: I8
    auction_end: Annotated[list[int], "h", JOINT, "auction_end_size"]


class Menu(Record):
    """What may be chosen or dealt now: kinds of rows, and rows that stand for `size` actions with following numbers."""

    kinds: I32
    kind_rows: Annotated[list[int], "i", 3]
    rows: I32
    first: Annotated[list[int], "q", ROWS]
    size: Annotated[list[int], "i", ROWS]
    """How many actions the row stands for; of an outcome of chance, its weight."""
    left: Annotated[list[int], "q", ROWS]
    """While sets of plants are listed: the fuel each leaves."""
