"""From `Rules` to the kernel's tables, with the limits of the layout: beyond them the reference plays."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from kilowatt.editions.policies.planned_market import PlannedMarket
from kilowatt.editions.policies.twin_markets import TwinMarkets
from kilowatt.engine import network
from kilowatt.engine.ids import FUELS, NOBODY
from kilowatt.kernel import record_layout
from kilowatt.kernel.houses import FAR
from kilowatt.kernel.record_layout import CITIES, Tables
from kilowatt.kernel.supported import POLICIES, SWITCHES, unknown

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

PLAIN: Final = (
    "seats",
    "trust_chair",
    "everybody",
    "start_money",
    "least_income",
    "area_count",
    "plant_limit",
    "step2_at",
    "end_at",
    "current_size",
    "mark_fuel",
    "opening_draws",
    "opening_back",
    "top_back",
    "removed_plants",
    "trust_house_count",
    "columns",
)
JOINTS: Final = {
    "setup_tasks": "setup_size",
    "round_tasks": "round_size",
    "after_sale": "after_sale_size",
    "after_opting_out": "after_opting_out_size",
    "after_house": "after_house_size",
    "auction_end": "auction_end_size",
}
PARAMETERS: Final = ("coal_storage_stored", "coal_storage_storage_market", "phase_out_plant", "phase_out_fuel")
"""Numbers of policies that are NOBODY where the policy is not in force."""
GROUPED: Final = ("group_back", "group_mask", "group_left")
MOST_MONEY: Final = 1_000_000
"""Numbers of the rules in Elektro stay below this, so that sums fit the record."""
MOST_UNITS: Final = 127


class Unsupported(ValueError):
    """Rules beyond a limit of the kernel: `limit` names it. The reference plays them."""

    def __init__(self, limit: str, reason: str) -> None:
        super().__init__(f"{limit}: {reason}; the reference plays these rules")
        self.limit = limit
        self.reason = reason


def within(limit: str, number: int, most: int) -> None:
    """Refuse a number above a limit of the layout."""
    if number > most:
        raise Unsupported(limit, f"the kernel has room for {most}, not {number}")


@lru_cache(maxsize=64)
def make_tables(rules: Rules) -> Tables:
    """Fill the tables of a game; `Unsupported` names the limit that the rules pass."""
    check_limits(rules)
    t = Tables()
    t.rules = rules
    for name in (*SWITCHES, *PLAIN):
        setattr(t, name, int(getattr(rules, name)))
    for name, size in JOINTS.items():
        fill(t, name, getattr(rules, name), size)
    fill(t, "fixed_order", rules.fixed_order, "fixed_order_size")
    fill(t, "payment", rules.payment, "payment_size")
    fill(t, "house_costs", rules.house_costs)
    fill(t, "tokens", rules.tokens)
    fill(t, "mix", rules.mix)
    fill(t, "opening", rules.opening, "opening_size")
    fill(t, "trust_placements", rules.trust_placements, "trust_placement_size")
    fill(t, "column_prices", rules.column_prices)
    fill(t, "fuel_cards", rules.fuel_cards)
    fill(t, "tie_marks", rules.tie_marks, "tie_mark_size")
    fill(t, "contractor", [list(card) for card in rules.contractor], "contractor_size")
    fill(t, "extra_cards", [list(cards) for cards in rules.extra_cards], "extra_size")
    put_board(t, rules)
    put_plants(t, rules)
    put_stack(t, rules)
    put_markets(t, rules)
    put_policies(t, rules)
    return t


def fill(t: Tables, name: str, values: Any, size: str = "") -> None:  # noqa: ANN401 - a row of numbers, or of rows
    """Copy a row of numbers into a field of fixed size, and its length into another."""
    field: list[Any] = getattr(t, name)
    for place, value in enumerate(values):
        field[place] = value
    if size:
        setattr(t, size, len(values))


def check_limits(rules: Rules) -> None:
    """Refuse rules that do not fit the layout or that have something the kernel does not know."""
    beyond = unknown(rules)
    if beyond is not None:
        raise Unsupported(beyond[0], f"the kernel does not know {beyond[1]}")
    for limit, number, most in (
        ("seats", rules.seats, record_layout.CHAIRS),
        ("cities", len(rules.board.cities), record_layout.CITIES),
        ("areas", len(rules.board.areas), record_layout.AREAS),
        ("zones", len(rules.zone_list), record_layout.ZONES),
        ("plants and the end card", len(rules.plants) + 1, record_layout.CARDS),
        ("backs", len(rules.backs), record_layout.BACKS),
        ("fuel markets", len(rules.tracks), record_layout.TRACKS),
        ("markets", len(rules.markets), len(rules.tracks) + 1),
        ("plant limit", rules.plant_limit, record_layout.OWNED - 1),
        ("opening market", len(rules.opening) + rules.opening_draws, record_layout.MARKET // 2),
        ("payments", len(rules.payment), record_layout.PAYMENT),
        ("contractor cards", len(rules.contractor), record_layout.CONTRACTOR),
        ("Trust's first houses", len(rules.trust_placements), record_layout.CONTRACTOR),
        ("sets of extra fuel cards", len(rules.extra_cards), record_layout.SETS),
        ("tie breaks", len(rules.tie_breaks), record_layout.MARKS - 1),
        ("slots", rules.slots, record_layout.SLOTS),
        ("layers of the stack", len(rules.stack), record_layout.LAYERS - 2),
        ("cities that end the game", max(rules.step2_at, rules.end_at), record_layout.CITIES),
    ):
        within(limit, number, most)
    for name in JOINTS:
        within(name, len(getattr(rules, name)), record_layout.JOINT)
    for track in rules.tracks:
        within("spaces of a fuel market", max(map(len, track.prices)), record_layout.SPACES)
    amounts = [rules.start_money, *rules.payment, rules.least_income, *rules.house_costs]
    amounts += [plant.income for plant in rules.plants] + [plant.number for plant in rules.plants]
    amounts += [money for card in rules.contractor for money in card] + [*rules.tokens]
    within("amounts of money, tokens and card numbers", max(amounts), MOST_MONEY - 1)
    check_runs(rules)


def check_runs(rules: Rules) -> None:
    """Refuse plants whose sets are too many to list, or that store more fuel than a record holds."""
    sets = sorted([plant.need + 2 if len(plant.fuels) > 1 else 2 for plant in rules.plants])
    many = 1
    for choices in sets[-rules.plant_limit :]:
        many *= choices
    within("sets of plants that run together", many, record_layout.ROWS)
    needs = sorted([plant.need for plant in rules.plants])
    stored = 2 * sum(needs[-rules.plant_limit :])
    within("fuel stored by one player", stored, record_layout.HAND if rules.fuel_cards else MOST_UNITS)


def put_board(t: Tables, rules: Rules) -> None:
    """Fill in areas, cities, zones and the distances inside each zone."""
    board = rules.board
    t.area_size = len(board.areas)
    t.city_size = len(board.cities)
    fill(t, "area_links", board.area_links)
    fill(t, "next_to", board.next_to)
    t.zone_size = len(rules.zone_list)
    t.fixed_zone = NOBODY
    costs: list[int] = []
    for number, areas in enumerate(rules.zone_list):
        t.zones[number] = board.zone(areas)
        t.zone_areas[number] = sum(1 << area for area in areas)
        if tuple(sorted(rules.fixed_areas)) == areas:
            t.fixed_zone = number
        for row in board.distances(t.zones[number]):
            far = [cost if cost < network.FAR else FAR for cost in row]
            within("connection cost", max([0, *[cost for cost in far if cost != FAR]]), FAR - 1)
            costs += far + [0] * (CITIES - len(far))
        costs += [0] * (CITIES * (CITIES - len(board.cities)))
    t.distances = array("h", costs)


def put_plants(t: Tables, rules: Rules) -> None:
    """Fill in the plant cards."""
    t.plant_size = len(rules.plants)
    t.back_size = len(rules.backs)
    fill(t, "numbers", rules.numbers)
    fill(t, "back_of", rules.back_of)
    for card, plant in enumerate(rules.plants):
        t.fuels[card] = len(plant.fuels)
        t.needs[card] = plant.need
        t.supplies[card] = plant.cities
        t.incomes[card] = plant.income
        for part, fuel in enumerate(plant.fuels):
            t.burns[card][part] = fuel


def put_stack(t: Tables, rules: Rules) -> None:
    """Fill in the stack as it is prepared."""
    t.layers = rules.layers
    for name, size in (("seq", "seq_size"), *[(name, f"{name}_size") for name in GROUPED]):
        for layer, row in enumerate(getattr(rules, name)):
            within("groups of a layer of the stack", len(row) if name in GROUPED else 0, record_layout.GROUPS // 2)
            getattr(t, size)[layer] = len(row)
            getattr(t, name)[layer][: len(row)] = row


def put_markets(t: Tables, rules: Rules) -> None:
    """Fill in the fuel markets."""
    t.track_size = len(rules.tracks)
    t.market_size = len(rules.markets)
    for number, track in enumerate(rules.tracks):
        for fuel in range(FUELS):
            place = number * FUELS + fuel
            for space, cost in enumerate(track.prices[fuel]):
                t.prices[place][space + 1] = cost
            t.full[place] = track.full[fuel]
            t.start[place] = track.start[fuel]
            for step in range(3):
                t.refill[step][place] = track.refill[step][fuel]


def put_policies(t: Tables, rules: Rules) -> None:
    """Fill in which policies are in force, with their numbers: those that the record has a field for."""
    for axis, known in POLICIES.items():
        setattr(t, axis, known.index(type(getattr(rules, axis))))
    fields = {field.name for field in Tables.fields}
    for name in PARAMETERS:
        setattr(t, name, NOBODY)
    for axis in POLICIES:
        policy = getattr(rules, axis)
        prefix = snake(type(policy).__name__)
        for field in fields:
            if field.startswith(f"{prefix}_") and hasattr(policy, field.removeprefix(f"{prefix}_")):
                setattr(t, field, getattr(policy, field.removeprefix(f"{prefix}_")))
    if isinstance(rules.plant_market, PlannedMarket):
        within("planned market", rules.plant_market.size + rules.plant_market.minimum, record_layout.MARKET)
    t.fuel_supply_base = rules.fuel_supply.base
    t.twin_markets = int(isinstance(rules.fuel_supply, TwinMarkets))


def snake(name: str) -> str:
    """Write a class's name as the name of its file."""
    return "".join([f"_{letter.lower()}" if letter.isupper() else letter for letter in name]).lstrip("_")
