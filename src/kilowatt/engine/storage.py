"""What a seat's plants can hold, and which plants its fuel can run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine.actions import Running
from kilowatt.engine.ids import FUELS
from kilowatt.engine.rows import Room, Row

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

Burn = tuple[int, int, int, int]
"""Units of each fuel."""

RunSet = tuple[tuple[Running, ...], Burn, int, int]
"""Plants that produce together: as the action says it, all they burn, the cities they supply, their printed income."""

KEPT = 2_000
"""So much is remembered of plants and fuel for the games of the same rules; then it begins again. All games of a server
share it, so that it would grow for days: what can run takes about a kilobyte."""

_GUARDS: Final = 0x80808080
"""Fuel packed into one int has a byte per fuel. With the top bit of each set, a subtraction that takes too much of a
fuel clears that fuel's bit: four comparisons in one."""


HYBRIDS: Final = 6
"""Hybrids of one seat at most, the plant over the limit included."""


def capacity(rules: Rules, plants: Row) -> Room:
    """Return what `stored` says; plain Python keeps it by the plants."""
    known = rules.capacity.get(plants)
    if known is None:
        known = tuple(stored(rules, plants))
        if len(rules.capacity) >= KEPT:
            rules.capacity.clear()
        rules.capacity[plants] = known
    return known


def stored(rules: Rules, plants: Row) -> Room:
    """Return the storage of one-fuel plants for each fuel, then of all hybrids together [R18-PLT-03]."""
    room = [0] * (FUELS + 1)
    for plant in plants:
        if len(rules.burns[plant]) == 1:
            room[rules.burns[plant][0]] += rules.stores[plant]
        elif rules.burns[plant]:
            room[FUELS] += rules.stores[plant]
    return room


def burned(rules: Rules, plants: Row) -> int:
    """Return what `fuels_of` says; plain Python keeps it by the plants."""
    known = rules.burned.get(plants)
    if known is None:
        known = fuels_of(rules, plants)
        if len(rules.burned) >= KEPT:
            rules.burned.clear()
        rules.burned[plants] = known
    return known


def fuels_of(rules: Rules, plants: Row) -> int:
    """Return the fuels these plants burn, as bits [R18-RES-02]."""
    fuels = 0
    for plant in plants:
        for fuel in rules.burns[plant]:
            fuels |= 1 << fuel
    return fuels


def room(s: State, seat: int, fuel: int) -> int:
    """Count how many more units of a fuel this seat can store, shifting what it has [R18-PLT-04, R18-RES-06]."""
    return room_in(s, s.rules.fuel_supply.storage(s, seat), seat * FUELS, fuel)


def room_in(s: State, cap: Room, base: int, fuel: int) -> int:
    """Count the room for a fuel in a storage `cap`, for the chair whose fuel begins at `base`."""
    free = cap[fuel] - s.held[base + fuel]
    first, second = s.rules.mix
    if fuel != first and fuel != second:
        return free
    other = first if fuel == second else second
    spare = cap[other] - s.held[base + other]
    free += cap[FUELS]
    if spare >= 0:
        return free
    return free + max(-cap[FUELS], spare)


def overflow(s: State, seat: int, plants: tuple[int, ...]) -> tuple[list[int], int]:
    """Work out what does not fit on these plants: units that must go by fuel, and how many of the hybrids' two fuels.

    The second number is a real choice of its owner (AMB-74).
    """
    gone = overflow_in(s, capacity(s.rules, plants), seat * FUELS)
    return [*gone[:FUELS]], gone[FUELS]


def overflow_in(s: State, cap: Room, base: int) -> Room:
    """Return the same for a storage, for the chair whose fuel begins at `base`: units by fuel, then the choice."""
    first, second = s.rules.mix
    gone = [0] * (FUELS + 1)
    for fuel in range(FUELS):
        most = cap[fuel]
        if fuel == first or fuel == second:
            most += cap[FUELS]
        gone[fuel] = max(0, s.held[base + fuel] - most)
    kept = s.held[base + first] - gone[first] + s.held[base + second] - gone[second]
    gone[FUELS] = max(0, kept - cap[first] - cap[second] - cap[FUELS])
    return gone


def may_give_up(s: State, seat: int, plant: int) -> tuple[list[int], int]:
    """Return how much of each fuel a seat may give up with a plant it scraps, and of all fuels together (AMB-74).

    With what has to go anyway it is never more than the plant can hold. A plant just bought holds nothing yet.
    """
    most = given_up(s, seat, plant)
    return [*most[:FUELS]], most[FUELS]


def given_up(s: State, seat: int, plant: int) -> Room:
    """Return the same as five numbers: of each fuel, then of all together."""
    rules = s.rules
    most = [0] * (FUELS + 1)
    if not rules.may_give_up_fuel or not rules.burns[plant] or plant == s.newest:
        return most
    holds = rules.stores[plant]
    whole = capacity(rules, s.plants[seat])
    cap = [0] * (FUELS + 1)
    for fuel in range(FUELS + 1):
        cap[fuel] = whole[fuel]
    cap[rules.burns[plant][0] if len(rules.burns[plant]) == 1 else FUELS] -= holds
    gone = overflow_in(s, cap, seat * FUELS)
    free = holds - gone[0] - gone[1] - gone[2] - gone[3]
    total = 0
    for fuel in rules.burns[plant]:
        most[fuel] = min(s.held[seat * FUELS + fuel], free + gone[fuel])
        total += most[fuel]
    most[FUELS] = min(holds, total)
    return most


def runs(s: State, seat: int) -> list[RunSet]:
    """List every set of this seat's plants that its fuel can run together, the empty set first [R18-BUR-06]."""
    rules = s.rules
    base = seat * FUELS
    held = s.held
    plants = s.plants[seat]
    key = (plants, held[base], held[base + 1], held[base + 2], held[base + 3])
    known: list[RunSet] | None = rules.runs.get(key)
    if known is None:
        known = _runs(rules, plants, held[base : base + FUELS])
        if len(rules.runs) >= KEPT:
            rules.runs.clear()
        rules.runs[key] = known
    return known


def legal_runs(s: State, seat: int) -> list[RunSet]:
    """List the sets of `runs` that a seat may choose: where it must, those that supply as many as any [AT-IN-07]."""
    if not s.rules.must_supply_most:
        return runs(s, seat)
    least = best_supply(s, seat)
    return [run for run in runs(s, seat) if run[2] >= least]


def _runs(rules: Rules, plants: tuple[int, ...], held: list[int]) -> list[RunSet]:
    full = _packed(held) | _GUARDS
    # set by set: as the action says it, the fuel left, what each hybrid burns, cities, printed income
    rows: list[tuple[Running, ...]] = [()]
    lefts = [full]
    mixes: list[tuple[int, ...]] = [()]
    cities = [0]
    income = [0]
    for plant in sorted(plants):
        card = rules.plants[plant]
        hybrid = len(card.fuels) > 1
        ways = rules.ways[plant] or _ways(rules, plant)
        for place in range(len(lefts)):
            fuel = lefts[place]
            for row, burn in ways:
                left = fuel - burn
                if left & _GUARDS == _GUARDS:
                    rows.append(rows[place] + (row,))
                    lefts.append(left)
                    mixes.append(mixes[place] + (burn,) if hybrid else mixes[place])
                    cities.append(cities[place] + card.cities)
                    income.append(income[place] + card.income)
    sets: list[RunSet] = []
    for place in range(len(lefts)):
        total = full - lefts[place]
        if not mixes[place] or _mixable(rules, plants, full, total, mixes[place]):
            burned = (total & 255, total >> 8 & 255, total >> 16 & 255, total >> 24)
            sets.append((rows[place], burned, cities[place], income[place]))
    return sets


def _ways(rules: Rules, plant: int) -> list[tuple[Running, int]]:
    """List how a plant may run: on its fuel, a hybrid on every mix, on nothing if it needs none [R18-PLT-04]."""
    card = rules.plants[plant]
    ways: list[tuple[Running, int]] = []
    for part in range(card.need, -1, -1):
        burn = [0] * FUELS
        if card.fuels:
            burn[card.fuels[0]] = part
        if len(card.fuels) > 1:
            burn[card.fuels[1]] = card.need - part
        row = Running(card.id, {rules.fuels[fuel]: burn[fuel] for fuel in range(FUELS) if burn[fuel]})
        ways.append((row, _packed(burn)))
        if len(card.fuels) < 2:
            break
    rules.ways[plant] = ways  # at once: another thread that asks meanwhile must not see half of them
    return ways


def _packed(units: list[int]) -> int:
    """Put the units of all fuels into one int, a byte per fuel."""
    return units[0] | units[1] << 8 | units[2] << 16 | units[3] << 24


def burnable(rules: Rules, plants: tuple[int, ...], held: list[int], running: list[int], burns: list[Burn]) -> bool:
    """Return whether each plant can burn what lies on it, tokens shifted but never thrown away (AMB-89)."""
    packed = [_packed([*burn]) for burn in burns]
    mixes = [packed[place] for place, plant in enumerate(running) if len(rules.plants[plant].fuels) > 1]
    return _mixable(rules, plants, _packed(held), sum(packed), tuple(mixes))


def _mixable(rules: Rules, plants: tuple[int, ...], held: int, total: int, mixes: tuple[int, ...]) -> bool:
    """Return whether hybrids can burn what lies on them, in some order, while all burn a total; all fuel packed."""
    if not mixes or not rules.hybrid_burns_own_store:
        return True
    one, other = 8 * rules.mix[0], 8 * rules.mix[1]
    # the plants of one fuel burn theirs first
    left = held - total + sum(mixes)
    ones = [burn >> one & 255 for burn in mixes]
    others = [burn >> other & 255 for burn in mixes]
    return mixable(rules, capacity(rules, plants), left >> one & 127, left >> other & 127, ones, others, len(mixes))


def mixable(rules: Rules, cap: Room, one: int, other: int, ones: list[int], others: list[int], hybrids: int) -> bool:
    """Return whether hybrids can burn so much of their two fuels each, in some order, when so much is held (AMB-89).

    What the plants of one fuel cannot hold lies on the hybrids and is in the way. After any set of hybrids the same
    fuel is left, so it is enough to know which sets can be reached.
    """
    first = cap[rules.mix[0]]
    second = cap[rules.mix[1]]
    if hybrids == 1:
        return max(ones[0], one - first) + max(others[0], other - second) <= cap[FUELS]
    reached = [0] * (1 << HYBRIDS)
    reached[0] = 1
    everyone = (1 << hybrids) - 1
    for done in range(everyone):
        if reached[done]:
            a = one
            b = other
            for hybrid in range(hybrids):
                if done >> hybrid & 1:
                    a -= ones[hybrid]
                    b -= others[hybrid]
            for hybrid in range(hybrids):
                stuck = max(ones[hybrid], a - first) + max(others[hybrid], b - second)
                if not done >> hybrid & 1 and stuck <= cap[FUELS]:
                    reached[done | 1 << hybrid] = 1
    return reached[everyone] != 0


def income_of(s: State, seat: int, supplied: int, printed: int) -> int:
    """Return what a seat is paid for so many supplied cities, or so much printed income, less its fine [R18-BUR-03]."""
    rules = s.rules
    return max(0, rules.income.pay(rules, supplied, printed) - rules.income.fine(s, seat))


def earned(s: State, seat: int, production: int, printed: int) -> tuple[int, int]:
    """Return the cities this seat supplies if its plants produce so much, and what that pays [R18-BUR-03]."""
    supplied = s.rules.income.supplied(s.count(seat), production)
    return supplied, income_of(s, seat, supplied, printed)


def earnings(s: State, seat: int) -> list[tuple[int, int]]:
    """Return for each set that `runs` lists what `earned` says of it; together, because a menu asks for all."""
    income = s.rules.income
    owned = s.count(seat)
    rows: list[tuple[int, int]] = []
    for _, _, production, printed in runs(s, seat):
        supplied = income.supplied(owned, production)
        rows.append((supplied, income_of(s, seat, supplied, printed)))
    return rows


def best_run(s: State, seat: int) -> tuple[int, int]:
    """Return the cities this seat could supply now and what that pays, for the best paid choice of plants."""
    _, cities, pay = best_runs(s, seat)
    return cities, pay


def best_runs(s: State, seat: int, fuel_worth: tuple[float, ...] = ()) -> tuple[tuple[Running, ...], int, int]:
    """Return the plants to run, the cities they supply and what that pays.

    Most pay, then most cities, then least fuel, then the first listed; with `fuel_worth` most pay less the worth of
    the fuel that is burned, then the first listed.
    """
    best: tuple[tuple[Running, ...], int, int] = ((), 0, 0)
    most = (-1e9, 0, 0)
    paid = earnings(s, seat)
    least = best_supply(s, seat) if s.rules.must_supply_most else 0
    for place, (running, burn, _, _) in enumerate(runs(s, seat)):
        supplied, pay = paid[place]
        if supplied < least:
            continue
        if fuel_worth:
            a, b, c, d = fuel_worth
            worth = (pay - a * burn[0] - b * burn[1] - c * burn[2] - d * burn[3], 0, 0)
        else:
            worth = (float(pay), supplied, -sum(burn))
        if worth > most:
            most = worth
            best = (running, supplied, pay)
    return best


def best_supply(s: State, seat: int) -> int:
    """Count the most cities this seat could supply now with its plants and fuel (AMB-76)."""
    most = max([run[2] for run in runs(s, seat)])
    return min(most, s.count(seat))


def best_income(s: State, seat: int) -> int:
    """Add up the most printed income this seat could run now."""
    return max([run[3] for run in runs(s, seat)])
