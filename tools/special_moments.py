"""Which special rule of a board bears on what a seat decides: puzzles of the atlas are cut from such moments first.

Looks at the position alone, not at what is best in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.asks import ASK_BID, ASK_BUILD, ASK_FUEL, ASK_OPEN, ASK_RUN
from kilowatt.engine.houses import open_masks
from kilowatt.engine.ids import bits, mask_of
from kilowatt.engine.phases.auction import offered
from kilowatt.engine.storage import legal_runs, runs

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.state import State

    Bears = Callable[[State], bool]

ON_OFFER = 4
"""Plants on offer where no rule of a board says otherwise."""


def rule_of(s: State) -> str:
    """Return the id of a special rule of the board that bears on the acting seat's decision, "" for none."""
    return next((rule for rule, bears in _RULES.get(s.rules.board.id, ()) if bears(s)), "")


# --- plants -----------------------------------------------------------------------------------------------------------


def _lots(s: State) -> list[int]:
    """Return the plants that the seat decides about: the one that is up, or all that it may open."""
    if s.ask == ASK_BID:
        return [s.lot]
    return offered(s, s.actor) if s.ask == ASK_OPEN else []


def _mine(s: State) -> bool:
    return any(s.rules.fuel_supply.is_mine(plant) for plant in _lots(s))


def _licence(s: State) -> bool:
    """Return whether a plant on offer may be bought by some players and not by all."""
    on_offer = s.market[: s.rules.plant_market.current(s)] if s.ask == ASK_OPEN else _lots(s)
    return any(len({s.rules.buyers.may_buy(s, seat, p) for seat in range(s.rules.seats)}) > 1 for p in on_offer)


def _fifth(s: State) -> bool:
    return s.ask == ASK_OPEN and s.rules.plant_market.current(s) > ON_OFFER and len(s.market) > ON_OFFER + 1


def _first_out(s: State) -> bool:
    """Return whether the seat would be the first of the round to opt out."""
    return s.ask == ASK_OPEN and not s.out and s.round > 1


def _area_plant(s: State) -> bool:
    return any(plant in s.rules.swap_new for plant in _lots(s))


def _late_plants(s: State) -> bool:
    """Return whether the future market holds plants that nobody may have in Step 1."""
    late = {fuel for fuel, name in enumerate(s.rules.fuels) if name in {"garbage", "uranium"}}
    coming = s.market[s.rules.plant_market.current(s) :]
    barred = any(p < s.rules.plant_size and late & set(s.rules.plants[p].fuels) for p in coming)
    return s.ask in (ASK_OPEN, ASK_BID) and s.step == 1 and barred


def _whole_market(s: State) -> bool:
    return s.ask in (ASK_OPEN, ASK_BID) and s.rules.plant_market.current(s) > ON_OFFER


def _second_plant(s: State) -> bool:
    return s.ask in (ASK_OPEN, ASK_BID) and s.rules.buyers.bought_before(s, s.actor) > 0


def _numbers(*numbers: int) -> Bears:
    """Return whether the seat decides about one of these plants."""
    return lambda s: any(s.rules.numbers[plant] in numbers for plant in _lots(s))


# --- fuel -------------------------------------------------------------------------------------------------------------


def _burns(s: State, name: str, plants: tuple[int, ...] | list[int]) -> bool:
    fuel = s.rules.fuel_ids[name]
    return any(fuel in s.rules.plants[plant].fuels for plant in plants)


def _buys(name: str) -> Bears:
    """Return whether the seat buys fuel and burns this one."""
    return lambda s: s.ask == ASK_FUEL and _burns(s, name, s.plants[s.actor])


def _bids_for(name: str) -> Bears:
    """Return whether the seat decides about a plant of this fuel."""
    return lambda s: _burns(s, name, _lots(s))


def _phased_out(s: State) -> bool:
    """Return whether the seat decides about uranium or a plant for it, where a purchase ends its refill."""
    out = s.rules.id.startswith("recharged/")
    return out and (_buys("uranium")(s) or _bids_for("uranium")(s))


def _rebate(s: State) -> bool:
    """Return whether the seat pays another price for a fuel that it burns than the one on the market."""
    if s.ask != ASK_FUEL:
        return False
    burnt = [fuel for plant in s.plants[s.actor] for fuel in s.rules.plants[plant].fuels if s.fuel[fuel]]
    printed = {fuel: s.rules.prices[fuel][(s.fuel[fuel] & -s.fuel[fuel]).bit_length()] for fuel in burnt}
    return any(s.rules.fuel_supply.price(s, s.actor, 0, fuel) != price for fuel, price in printed.items())


def _from_storage(s: State) -> bool:
    """Return whether the seat burns a fuel that lies in a storage which sells now."""
    fuels = {fuel for plant in s.plants[s.actor] for fuel in s.rules.plants[plant].fuels} if s.ask == ASK_FUEL else ()
    return any(s.rules.fuel_supply.stored_price(fuel) and s.supply[fuel] for fuel in fuels)


def _dearer(s: State) -> bool:
    return s.ask == ASK_FUEL and s.rules.fuel_supply.surcharge(s, 0) > 0


def _one_by_one(s: State) -> bool:
    return s.ask == ASK_FUEL and s.rules.fuel_goes_round


def _must_supply(s: State) -> bool:
    return s.ask == ASK_RUN and len(legal_runs(s, s.actor)) < len(runs(s, s.actor))


# --- cities -----------------------------------------------------------------------------------------------------------


def _payable(s: State) -> list[tuple[int, int]]:
    """List the cities that the seat could build in now, each with the cost of its house."""
    if s.ask != ASK_BUILD:
        return []
    seat = s.actor
    reach = s.reach[seat] if s.cities[seat] else [0] * len(s.distances)
    costs = s.rules.space_costs
    rows = [(city, costs[space][city]) for space, mask in enumerate(open_masks(s, seat)) for city in bits(mask)]
    return [(city, fee) for city, fee in rows if reach[city] + fee <= s.money[seat]]


def _builds(s: State) -> bool:
    return bool(_payable(s))


def _grows(s: State) -> bool:
    return bool(_payable(s)) and s.cities[s.actor] != 0


def _flat(s: State) -> bool:
    """Return whether a payable city is reached for the flat price alone."""
    return _grows(s) and any(s.reach[s.actor][city] == s.rules.board.flat for city, _ in _payable(s))


def _free_link(s: State) -> bool:
    return _grows(s) and any(s.reach[s.actor][city] == 0 for city, _ in _payable(s))


def _own_spaces(s: State) -> bool:
    """Return whether a payable city has other spaces than most."""
    return any(city in s.rules.own_spaces for city, _ in _payable(s))


def _no_start(s: State) -> bool:
    return any(s.rules.no_start >> city & 1 for city, _ in _payable(s))


def _other_island(s: State) -> bool:
    own = s.cities[s.actor]
    return _grows(s) and any(not s.rules.islands[city] & own for city, _ in _payable(s))


def _jump(s: State) -> bool:
    return s.ask == ASK_BUILD and s.cities[s.actor] != 0 and s.rules.starts.jumps(s, s.actor) != 0


def _first_house(s: State) -> bool:
    return bool(_payable(s)) and not s.cities[s.actor]


def _outage(s: State) -> bool:
    """Return whether the seat's houses could bring the outage."""
    if s.ask != ASK_BUILD:
        return False
    trial = mask_of([city for city, _ in _payable(s)])
    before = s.slots[s.rules.income.base]
    standing = sum(s.count(seat) for seat in range(s.rules.seats))
    return standing - before <= 2 * s.rules.seats < standing - before + min(4, trial.bit_count())


_RULES: dict[str, tuple[tuple[str, Bears], ...]] = {
    "australia": (("AT-AU-03", _mine), ("AT-AU-09", _dearer), ("AT-AU-08", _flat)),
    "baden_wuerttemberg": (("AT-BW-04", _own_spaces),),
    "benelux": (("AT-BX-01", _fifth),),
    "brazil": (("AT-BR-01", _bids_for("garbage")),),
    "bremen": (("AT-HB-01", _grows), ("AT-HB-02", _builds)),
    "central_europe": (("AT-CE-01", _licence), ("AT-CE-02", _rebate)),
    "france": (("AT-FR-03", _free_link), ("AT-FR-04", _buys("uranium")), ("AT-FR-01", _numbers(11))),
    "india": (
        ("AT-IN-05", _outage),
        ("AT-IN-07", _must_supply),
        ("AT-IN-04", _bids_for("garbage")),
        ("AT-IN-01", _one_by_one),
    ),
    "italy": (("AT-IT-01", _phased_out),),
    "japan": (("AT-JP-02", _jump), ("AT-JP-01", _first_house), ("AT-JP-05", _own_spaces)),
    "manhattan": (("AT-MH-09", _second_plant), ("AT-MH-08", _whole_market), ("AT-MH-03", _builds)),
    "middle_east": (("AT-ME-02", _buys("oil")), ("AT-ME-03", _late_plants)),
    "northern_europe": (("AT-NE-01", _licence), ("AT-NE-02", _area_plant)),
    "quebec": (("AT-QC-03", _numbers(13, 18, 22, 27, 33, 37, 44)),),
    "russia": (("AT-RU-03", _first_out),),
    "south_africa": (("AT-ZA-02", _from_storage), ("AT-ZA-03", _no_start)),
    "spain_portugal": (("AT-ES-01", _licence), ("AT-ES-02", _numbers(18, 22, 27))),
    "uk_ireland": (("AT-UK-02", _other_island), ("AT-UK-03", _licence)),
}
