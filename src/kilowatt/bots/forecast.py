"""A seat's road to the end, walked in the head: income, fuel, cities and later plants, round by round.

The forecast plays no rules: it adds up one seat's own numbers. What it gives is comparable only with itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.bots.building import chain
from kilowatt.engine.ids import AUCTION, BUILD, FUELS

if TYPE_CHECKING:
    from kilowatt.bots.lore import Lore
    from kilowatt.engine.state import State


@final
class Weights:
    """The numbers of the forecast that were tuned by play, not derived."""

    city_cost = 18.0
    """What a city costs now, and one Elektro more every round."""
    plant_cost = 32.0
    plant_gain = 2.5
    """What a plant costs on the road and how many cities it adds to what is supplied."""
    net_pay = 0.85
    """What fuel leaves of the pay."""
    final_city = 35.0
    """What a city supplied at the end is worth in Elektro."""
    later_city = 4
    """How much dearer each city becomes for every round one waits."""
    plant_markup = 1.15
    """What a later plant costs, as a share of its number."""
    spare = 0.9
    """What an Elektro left at the end is worth."""
    spare_last = 0.1
    spare_round = 0.2
    hoard_keep = 20
    hoard_share = 0.0
    longest = 10
    later_third = 3
    """Which share of the plants in sight a later round may offer: 2 the middle one, 3 a better one."""
    later_growth = 0.67
    """How much bigger plants become with every round."""
    later_wait = 25
    """Money one keeps when a later plant is bought."""


WEIGHTS = Weights()


def rounds_left(s: State, lore: Lore, weights: Weights = WEIGHTS) -> int:
    """Guess how many rounds are still to be built in, this one included."""
    if lore.printed:
        if s.last_round:
            return 1
        left = sum([layer.size() for layer in s.deck[:1]]) if s.deck else 0
        return max(2, 2 + left // (s.rules.seats + 1))
    return max(1, min(weights.longest, min([_arrival(s, seat, lore, weights) for seat in range(s.rules.seats)])))


def _arrival(s: State, seat: int, lore: Lore, weights: Weights) -> int:
    """Guess in which round from now a seat will have the cities that end the game."""
    count = s.count(seat)
    money = float(s.money[seat])
    capacity = float(lore.capacity(s.plants[seat]))
    end = s.rules.end_at
    cost = weights.city_cost
    for t in range(1, weights.longest):
        if capacity < end and count + 2 >= capacity and (s.phase <= AUCTION or t > 1):
            price = weights.plant_cost
            if money >= price:
                money -= price
                capacity += weights.plant_gain
        able = int(money / cost)
        room = int(capacity) - count
        if t == 1 and s.phase > BUILD:
            able = 0
        built = min(able, room) if count + able < end else max(min(able, room), end - count)
        if built > 0:
            count += built
            money -= built * cost
        if count >= end:
            return t
        money += weights.net_pay * lore.payment[min(count, int(capacity), lore.top_pay)]
        cost += 1.0
    return weights.longest


def fuel_prices(s: State, lore: Lore) -> list[float]:
    """Guess what a unit of each fuel will cost in the coming rounds: half-way into what everybody burns in one."""
    rules = s.rules
    if rules.columns:
        return [1.5] * FUELS
    wanted = [0.0] * FUELS
    for own in s.plants:
        for plant in own:
            card = rules.plants[plant]
            for fuel in card.fuels:
                wanted[fuel] += card.need / len(card.fuels)
    found: list[float] = []
    track = rules.tracks[0]
    for fuel in range(FUELS):
        row = lore.costs(0, fuel, s.fuel[fuel])
        units = len(row) - 1
        if not units:
            found.append(float(track.prices[fuel][-1]))
            continue
        depth = min(units, max(1, int(wanted[fuel] / 2) + 1))
        price = float(row[depth] - row[depth - 1])
        refill = track.refill[s.step - 1][fuel]
        if wanted[fuel] > refill:
            price *= 1.0 + 0.15 * min(3.0, wanted[fuel] - refill)
        found.append(price)
    return found


@final
class Road:
    """One seat's forecast from a position: what the position fixes is worked out once, then plants and money vary."""

    def __init__(self, s: State, seat: int, lore: Lore, weights: Weights = WEIGHTS) -> None:
        self.lore = lore
        self.weights = weights
        self.rules = s.rules
        self.limit = s.rules.plant_limit
        self.count = s.count(seat)
        self.rounds = rounds_left(s, lore, weights)
        self.end = s.rules.end_at
        costs = [cost for _, cost in chain(s, seat, lore, max(1, self.end + 1 - self.count), 100_000)]
        last = costs[-1] if costs else 20
        # where the board seems full now there will be room in the next step, five Elektro dearer
        costs += [max(last, 20) + 5] * (self.end + 2 - self.count - len(costs))
        self.costs = costs
        self.prices = fuel_prices(s, lore)
        self.later = self._later(s)

    def _later(self, s: State) -> list[tuple[int, int]]:
        """Guess what a later round's auction offers: output and price."""
        rules = self.rules
        lore = self.lore
        known = [p for p in s.market if p < len(rules.plants)]
        sizes = sorted([lore.output[p] for p in known], reverse=True)
        base = sizes[int(len(sizes) / self.weights.later_third)] if sizes else max(lore.output)
        most = sorted(lore.output)[-4]
        found: list[tuple[int, int]] = []
        for t in range(self.rounds):
            size = min(most, base + int(self.weights.later_growth * t))
            alike = [rules.numbers[p] for p in range(len(rules.plants)) if lore.output[p] == size]
            price = sum(alike) / len(alike) if alike else 40.0
            found.append((size, int(price * self.weights.plant_markup)))
        return found

    def fuel_of(self, plant: int) -> float:
        """Give what one production of a plant costs."""
        card = self.rules.plants[plant]
        if not card.fuels:
            return 0.0
        return card.need * min([self.prices[fuel] for fuel in card.fuels])

    def value(self, plants: tuple[int, ...], money: float) -> float:
        """Walk to the end with these plants and this money; give cities supplied at the end and money, in Elektro."""
        lore = self.lore
        rows = sorted([(lore.output[p], self.fuel_of(p)) for p in plants], reverse=True)
        if self.lore.printed:
            return self._printed(rows, money)
        payment = lore.payment
        costs = self.costs
        weights = self.weights
        end = self.end
        count = self.count
        built = 0
        capacity = sum([row[0] for row in rows])
        rounds = self.rounds
        for t in range(rounds):
            if t and capacity < end:
                size, price = self.later[t]
                worst = rows[-1][0] if len(rows) >= self.limit else 0
                if size > worst and count + 1 >= capacity and money >= price + weights.later_wait:
                    money -= price
                    if worst:
                        rows.pop()
                    rows.append((size, 6.0))
                    rows.sort(reverse=True)
                    capacity = sum([row[0] for row in rows])
            dearer = weights.later_city * t
            last = t == rounds - 1
            fuel = 0.0
            supplied = 0
            for size, cost in rows:
                if supplied < count:
                    fuel += cost
                    supplied += size
            money -= fuel
            room = capacity - count
            while room > 0 and built < len(costs) and (not last or count <= end):
                cost = costs[built] + dearer
                if cost > money:
                    break
                money -= cost
                built += 1
                count += 1
                room -= 1
            if not last:
                money += payment[min(count, capacity, lore.top_pay)]
        spare = min(weights.spare, weights.spare_last + weights.spare_round * (rounds - 1))
        return weights.final_city * min(count, capacity) + spare * money

    def _printed(self, rows: list[tuple[int, float]], money: float) -> float:
        """Add up printed incomes to the end; a point at the end is worth ten Elektro."""
        rows = rows[: self.limit]
        income = sum([row[0] for row in rows])
        fuel = sum([row[1] for row in rows])
        return money + (income - fuel) * (self.rounds - 1) + 10.0 * income - fuel

    def with_plant(self, own: tuple[int, ...], plant: int, money: float) -> tuple[float, int]:
        """Give the value with one plant more, the best one over the limit dropped, and which one goes (-1: none)."""
        if len(own) < self.limit:
            return self.value((*own, plant), money), -1
        best = -1e9
        gone = -1
        for old in own:
            found = self.value(tuple([plant if p == old else p for p in own]), money)
            if found > best:
                best, gone = found, old
        return best, gone

    def worth(self, own: tuple[int, ...], plant: int, money: int, least: int) -> int:
        """Give the greatest price at which having the plant is no worse than not having it; 0 if even `least` is too much."""
        without = self.value(own, money)
        if least > money or self.with_plant(own, plant, money - least)[0] <= without:
            return 0
        low, high = least, money
        if self.with_plant(own, plant, 0)[0] > without:
            return money
        while high - low > 1:
            middle = (low + high) // 2
            if self.with_plant(own, plant, money - middle)[0] > without:
                low = middle
            else:
                high = middle
        return low
