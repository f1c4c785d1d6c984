"""`search`: imagined games decide lots, bids and building; single tokens follow the plan.

The economist's choice is the prior: it is left only for one that is ahead by more than a standard error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.bots import economist
from kilowatt.bots.advice import Advice, Alternative, Budget, Purse, Reason, fingerprint
from kilowatt.bots.building import chain
from kilowatt.bots.ending import closing_build
from kilowatt.bots.lookahead import Choice, by_action, by_building, by_losing, by_winning, compare, margin_error
from kilowatt.bots.lore import lore_of
from kilowatt.bots.simple import plain_reason
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, Open, Pass
from kilowatt.engine.game import clone
from kilowatt.engine.phases.auction import least_bid, may_opt_out

if TYPE_CHECKING:
    from kilowatt.engine.state import State

WORK = 48_000
"""Imagined moves a round: about two seconds on one core of the machine the figures were measured on."""
SHARE = {asks.ASK_OPEN: 0.3, asks.ASK_BID: 0.2, asks.ASK_BUILD: 0.3}
SAMPLES = 80
LOTS = 3
"""Plants weighed besides the economist's choice."""
STEPS = (1.0, 1.3, 1.6)
LOWER = (0.75, 0.5)
"""Limits tried, as shares of the economist's."""
SURE = 1.0
"""Standard errors a choice must be ahead of the economist's."""


class Looker:
    """What `planner` and `search` share: the prior, the comparison, and the limits and plans kept within a round."""

    work = WORK
    samples = SAMPLES
    horizons: tuple[int, ...] = (1, 2)
    """After how many rounds' auctions an imagined game is scored."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._limits: dict[tuple[object, ...], int] = {}
        self._builds: dict[tuple[object, ...], tuple[int, ...]] = {}

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose by imagined games."""
        match state.ask:
            case asks.ASK_OPEN:
                return self.open(state, seat, budget)
            case asks.ASK_BID:
                return self.bid(state, seat, budget)
            case asks.ASK_BUILD:
                return self.build(state, seat, budget)
            case _:
                action = economist.decide(state)
                return Advice(action, plain_reason(state, seat, action))

    def _look(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> Choice:
        """Compare choices, the prior first; give the one to play."""
        purse = Purse(budget, self.work, SHARE.get(s.ask, 0.1))
        compare(
            s,
            seat,
            choices,
            purse,
            samples=self.samples,
            seed=f"{self.seed}/{fingerprint(s)}",
            horizons=self.horizons,
        )
        prior = choices[0]
        best = max(choices, key=lambda choice: (choice.mean(), choice is prior))
        if best is prior:
            return prior
        ahead, error = margin_error(best, prior)
        return best if ahead > SURE * error else prior

    def open(self, s: State, seat: int, budget: Budget) -> Advice:
        """Weigh the economist's opening against other plants and against opting out."""
        lore = lore_of(s)
        prior = economist.opening(s, seat, lore)
        names = s.rules.card_names
        judge = economist.judge_of(s, lore)
        mine = economist.worths(s, seat, judge)
        payable = [p for p in mine if least_bid(s, p) <= s.money[seat] and _adds(s, seat, p)]
        payable.sort(key=lambda p: least_bid(s, p) - mine[p])
        actions: list[Action] = [prior]
        actions += [Open(seat, names[p], least_bid(s, p)) for p in payable[:LOTS]]
        if may_opt_out(s):
            actions.append(Pass(seat))
        choices = [Choice(a, by_action(a)) for place, a in enumerate(actions) if a not in actions[:place]]
        if len(choices) == 1:
            return Advice(prior, plain_reason(s, seat, prior))
        chosen = self._look(s, seat, choices, budget)
        assert isinstance(chosen.name, Action)  # noqa: S101 - as entered above
        return _advice(chosen.name, chosen, choices)

    def bid(self, s: State, seat: int, budget: Budget) -> Advice:
        """Bid up to a limit that is searched once for each lot."""
        key = (s.round, s.lot, s.drawn, seat, s.shuffles, tuple(s.money))
        limit = self._limits.get(key)
        if limit is None:
            limit = self._limit(s, seat, budget)
            if len(self._limits) > 100:  # noqa: PLR2004 - lots of long ago
                self._limits.clear()
            self._limits[key] = limit
        plant = s.rules.card_names[s.lot]
        if s.bid < min(limit, s.money[seat]):
            reason = Reason("plant_raise", {"plant": plant, "worth": limit, "price": s.bid + 1})
            return Advice(Bid(seat, s.bid + 1), reason, float(limit))
        return Advice(Pass(seat), Reason("too_dear"), float(limit))

    def _limit(self, s: State, seat: int, budget: Budget) -> int:
        """Find the price at which getting the plant is no better than leaving it, near the economist's worth."""
        money = s.money[seat]
        prior = economist.reservation(s, seat, lore_of(s))
        low = s.bid + 1
        if low > money:
            return 0
        prices = sorted({max(low, min(money, int(prior * step))) for step in (*STEPS, *LOWER) if prior > 0} | {low})
        if prior <= low // 2:
            return prior
        losing = Choice(0, by_losing(seat))
        winning = [Choice(price, by_winning(seat, price)) for price in prices]
        purse = Purse(budget, self.work, SHARE[asks.ASK_BID])
        seed = f"{self.seed}/{fingerprint(s)}"
        compare(s, seat, [losing, *winning], purse, samples=self.samples, seed=seed, horizons=self.horizons)
        limit = 0
        for choice in winning:
            ahead, error = margin_error(choice, losing)
            price = choice.name
            assert isinstance(price, int)  # noqa: S101 - as entered above
            # the prior speaks where the imagined games do not
            if ahead > SURE * error or (abs(ahead) <= SURE * error and price <= prior):
                limit = price
            else:
                break
        return limit

    def build(self, s: State, seat: int, budget: Budget) -> Advice:
        """Choose how many cities to build, once a turn; end the game exactly when that wins."""
        lore = lore_of(s)
        key = (s.round, seat, tuple(s.cities), tuple(s.money))
        plan = self._builds.get(key)
        if plan is None:
            plan = self._plan(s, seat, budget)
        if not plan:
            return Advice(Pass(seat), Reason("enough_cities", {"capacity": lore.capacity(s.plants[seat])}))
        action = Build(seat, s.rules.board.cities[plan[0]].id)
        after = clone(s)
        by_building(seat, plan[:1])(after)
        self._builds.clear()
        self._remember(s, seat, plan)
        return Advice(action, plain_reason(s, seat, action))

    def _remember(self, s: State, seat: int, plan: tuple[int, ...]) -> None:
        """Keep the rest of a plan under the position it will be asked in."""
        cities = list(s.cities)
        money = list(s.money)
        costs = dict(chain(s, seat, lore_of(s), len(plan), s.money[seat]))
        cities[seat] |= 1 << plan[0]
        money[seat] -= costs.get(plan[0], 0)
        self._builds[s.round, seat, tuple(cities), tuple(money)] = plan[1:]

    def _plan(self, s: State, seat: int, budget: Budget) -> tuple[int, ...]:
        lore = lore_of(s)
        count = s.count(seat)
        row = [city for city, _ in chain(s, seat, lore, lore.capacity(s.plants[seat]) + 2 - count, s.money[seat])]
        closing = closing_build(s, seat, lore) if len(row) >= s.rules.end_at - count else None
        if closing is not None:
            return tuple(row[: closing[0]])
        usual = min(len(row), max(0, economist.wanted_cities(s, seat, lore)))
        numbers = [usual, usual - 1, usual + 1, usual - 2, 0, len(row)]
        wanted = [n for place, n in enumerate(numbers) if 0 <= n <= len(row) and n not in numbers[:place]]
        choices = [Choice(tuple(row[:n]), by_building(seat, tuple(row[:n]))) for n in wanted]
        if len(choices) == 1:
            return tuple(row[:usual])
        chosen = self._look(s, seat, choices, budget)
        assert isinstance(chosen.name, tuple)  # noqa: S101 - as entered above
        return chosen.name


def _adds(s: State, seat: int, plant: int) -> bool:
    """Tell whether a plant would let a seat supply more: others are not worth imagining."""
    own = s.plants[seat]
    output = lore_of(s).output
    return len(own) < s.rules.plant_limit or output[plant] > min([output[p] for p in own])


class SearchBot(Looker):
    """Imagines two rounds and more of them than `planner`."""


def _advice(action: Action, chosen: Choice, choices: list[Choice]) -> Advice:
    """Say how the imagined games went."""
    others = sorted([c for c in choices if c is not chosen], key=lambda c: -c.mean())
    rival = others[0].mean() if others else 0.0
    reason = Reason(
        "playouts",
        {
            "games": sum([len(choice.scores) for choice in choices]),
            "share": round(100 * chosen.mean()),
            "rival": round(100 * rival),
        },
    )
    found = [Alternative(c.name, c.mean()) for c in others if isinstance(c.name, Action)]
    return Advice(action, reason, chosen.mean(), tuple(found))
