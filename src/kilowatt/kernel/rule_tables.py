"""From `Rules` to the kernel's tables, with the limits of the layout: beyond them the reference plays."""

from __future__ import annotations

from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kilowatt.editions.policies.planned_market import PlannedMarket
from kilowatt.engine import network
from kilowatt.engine.machine import DECISIONS
from kilowatt.kernel import record_layout
from kilowatt.kernel.flat_record import Unsupported, within
from kilowatt.kernel.houses import FAR
from kilowatt.kernel.machine import TABLE
from kilowatt.kernel.record_layout import MOST_MONEY, Tables, number_name
from kilowatt.kernel.supported import NOT_PLAYED, POLICIES, SWITCHES

if TYPE_CHECKING:
    from kilowatt.engine.policies import Policy
    from kilowatt.engine.rules import Rules

JOINTS: Final = ("setup_tasks", "round_tasks", "after_sale", "after_opting_out", "after_house", "auction_end")
MOST_UNITS: Final = 127


@lru_cache(maxsize=64)
def make_tables(rules: Rules) -> Tables:
    """Fill the tables of a game: what the rules have under the name of a field, then what they have in another form.

    `Unsupported` names the limit that the rules pass.
    """
    check_limits(rules)
    values = Tables().values()
    counts = {field.many for field in Tables.fields}
    for name in Tables.by_name:
        if name not in POLICIES and name not in counts and hasattr(rules, name):
            Tables.put(values, name, getattr(rules, name))
    t = Tables()
    t.load(values)
    t.rules = rules
    t.area_size = len(rules.board.areas)
    t.city_size = len(rules.board.cities)
    put_distances(t, rules)
    put_policies(t, rules)
    return t


def unknown(rules: Rules) -> tuple[str, str] | None:
    """Return the first thing of these rules that the kernel cannot play: where it stands, and what it is."""
    for axis, known in POLICIES.items():
        policy = type(getattr(rules, axis))
        if policy not in known:
            return axis, f"the policy {policy.__name__}"
    for name, value in vars(rules).items():
        if value is True and name not in SWITCHES and name not in NOT_PLAYED:
            return name, "this switch"
    for decision in DECISIONS:
        row = TABLE.get(decision.ask)
        for kind in decision.takes:
            if row is None:
                return decision.name(), "this decision"
            if kind not in row.plays:
                return decision.name(), f"the action {kind.kind}"
    return None


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
        ("closed cities", len(rules.closing), record_layout.CLOSED),
        ("payments", len(rules.payment), record_layout.PAYMENT),
        ("contractor cards", len(rules.contractor), record_layout.CONTRACTOR),
        ("Trust's first houses", len(rules.trust_placements), record_layout.CONTRACTOR),
        ("sets of extra fuel cards", len(rules.extra_cards), record_layout.SETS),
        ("tie breaks", len(rules.tie_breaks), record_layout.MARKS - 1),
        ("slots", rules.slots, record_layout.SLOTS),
        ("layers of the stack", len(rules.stack), record_layout.LAYERS - 2),
        ("groups of a layer of the stack", max([0, *map(len, rules.group_mask)]), record_layout.GROUPS // 2),
        ("cities that end the game", max(rules.step2_at, rules.end_at), record_layout.CITIES),
    ):
        within(limit, number, most)
    for name in JOINTS:
        within(name, len(getattr(rules, name)), record_layout.JOINT)
    for track in rules.tracks:
        within("spaces of a fuel market", max(map(len, track.prices)), record_layout.SPACES)
    amounts = [rules.start_money, *rules.payment, rules.least_income]
    amounts += [cost for row in rules.space_costs for cost in row]
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
    stores = sorted([plant.stores for plant in rules.plants])
    stored = sum(stores[-rules.plant_limit :])
    within("fuel stored by one player", stored, record_layout.HAND if rules.fuel_cards else MOST_UNITS)


def put_distances(t: Tables, rules: Rules) -> None:
    """Fill in the distances inside each zone."""
    costs: list[int] = []
    for zone in rules.zones:
        for row in rules.board.distances(zone):
            far = [cost if cost < network.FAR else FAR for cost in row]
            within("connection cost", max([0, *[cost for cost in far if cost != FAR]]), FAR - 1)
            costs += far
    t.distances = array("h", costs)


def put_policies(t: Tables, rules: Rules) -> None:
    """Fill in which policies are in force, with the first of their slots and their numbers."""
    for axis, known in POLICIES.items():
        policy: Policy = getattr(rules, axis)
        setattr(t, axis, known.index(type(policy)))
        setattr(t, f"{axis}_base", policy.base)
        for name in policy.numbers():
            setattr(t, number_name(type(policy), name), int(getattr(policy, name)))
    if isinstance(rules.plant_market, PlannedMarket):
        within("planned market", rules.plant_market.size + rules.plant_market.minimum, record_layout.MARKET)
