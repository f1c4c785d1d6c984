"""`search`: imagined games decide lots, bids and building; single tokens follow the plan.

The economist's choice is the prior: it is left only for one that is ahead by more than a standard error.
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING

from kilowatt.bots import economist
from kilowatt.bots.advice import Advice, Alternative, Budget, Purse, Reason, fingerprint
from kilowatt.bots.bot_memory import BuildPlan, FuelPlan, Limit
from kilowatt.bots.building import house_in
from kilowatt.bots.ending import best_standing, can_end, closing_build, may_close
from kilowatt.bots.fuelling import first_token
from kilowatt.bots.lookahead import (
    FIRST_LOOK,
    Choice,
    appraised,
    by_action,
    by_building,
    by_buying,
    by_losing,
    by_winning,
    compare,
    margin_error,
)
from kilowatt.bots.plans import adds, blocking, build_plans, fuel_plans, is_late, other_starts
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.remembering import Keeper
from kilowatt.bots.simple import plain_reason
from kilowatt.bots.turns import ECONOMIST, limit_of
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, BuyFuel, Open, Pass, Scrap
from kilowatt.engine.game import refusal
from kilowatt.engine.houses import end_at
from kilowatt.engine.ids import FUELS
from kilowatt.engine.knowledge import known_to
from kilowatt.engine.phases.auction import least_bid, may_opt_out

if TYPE_CHECKING:
    from kilowatt.bots.lookahead import Leaf
    from kilowatt.bots.plant_tables import Tables
    from kilowatt.engine.state import State

WORK = 24_000
"""Imagined turns per round: about two seconds on one core of the machine the figures were measured on."""
SHARE = {asks.ASK_OPEN: 0.3, asks.ASK_BID: 0.3, asks.ASK_SCRAP: 0.1, asks.ASK_FUEL: 0.3, asks.ASK_BUILD: 0.4}
SAMPLES = 80
LOTS = 4
"""Plants compared with the economist's choice."""
CHEAP = 0.6
"""Below this share of the economist's worth a plant is bid for without a look."""
DEAR = 1.6
"""The dearest price imagined, as a share of the economist's worth; no dearer one is imagined."""
SURE = 1.0
"""Standard errors a choice must be ahead of the economist's."""
FAR_OFF = 99
"""More rounds than any game has: imagined to the end."""
KEPT = 100
"""Limits and plans remembered: those of this round, and some of long ago."""


class Looker(Keeper):
    """What all bots that compare choices share: the prior, the comparison, and what is kept of it within a round."""

    work = WORK
    samples = SAMPLES
    first_look = FIRST_LOOK
    """Imagined games of every choice before any is given up; with as many as `samples` none is."""
    horizons: tuple[int, ...] = (1, 2)
    """After how many rounds' auctions an imagined game is scored."""
    late_horizons: tuple[int, ...] = (FAR_OFF,)
    """The same once the end is near."""
    starts = 5
    """How many places for a first house are weighed."""
    role = ECONOMIST
    """As what the bot imagines itself to go on, and what it bids where imagined games do not tell."""
    cheap = CHEAP
    dear = DEAR
    trifle = 0.0
    """A choice must be ahead of the prior by more than this, however sure that is."""
    leaf: Leaf = staticmethod(appraised)
    """Judges an imagined game where it stops."""
    keeps_limits = True
    """Whether a limit stays for its lot; else it is looked for at every bid."""
    because = "playouts"
    """The reason it gives for a choice that came out best."""

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Choose what is best by its comparison, without the money of others where the table hides it."""
        state = known_to(state, seat)
        if state.round != self._round:
            self._round, self._left = state.round, 1.0
        match state.ask:
            case asks.ASK_OPEN:
                return self.open(state, seat, budget)
            case asks.ASK_BID:
                self._reader.watch(state, seat)
                return self.bid(state, seat, budget)
            case asks.ASK_FUEL:
                return self.fuel(state, seat, budget)
            case asks.ASK_BUILD:
                return self.build(state, seat, budget)
            case asks.ASK_SCRAP:
                return self.scrap(state, seat, budget)
            case _:
                action = economist.decide(state)
                return Advice(action, plain_reason(state, seat, action))

    def late(self, s: State) -> bool:
        """Return whether the end is near."""
        return is_late(s, tables_of(s))

    def _compare(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        """Score the choices."""
        self._imagine(s, seat, choices, budget)

    def _imagine(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> None:
        """Imagine games of the choices within this decision's share of the round's budget."""
        share = min(SHARE[s.ask], self._left)
        purse = Purse(budget, self.work, share)
        compare(
            s,
            seat,
            choices,
            purse,
            samples=self.samples,
            first_look=self.first_look,
            seed=f"{self.seed}/{fingerprint(s)}",
            horizons=self.late_horizons if self.late(s) else self.horizons,
            casts=lambda sample: self._reader.cast(s, seat, sample, self.role),
            leaf=self.leaf,
        )
        self._left -= share * purse.used()

    def _look(self, s: State, seat: int, choices: list[Choice], budget: Budget) -> Choice:
        """Compare choices, the prior first; return the one to play."""
        self._compare(s, seat, choices, budget)
        prior = choices[0]
        best = max(choices, key=lambda choice: (choice.mean(), choice is prior))
        if best is prior:
            return prior
        ahead, error = margin_error(best, prior)
        return best if ahead > max(SURE * error, self.trifle) else prior

    def open(self, s: State, seat: int, budget: Budget) -> Advice:
        """Weigh the economist's opening against other plants and against opting out."""
        tables = tables_of(s)
        prior = economist.opening(s, seat, tables)
        names = s.rules.card_names
        judge = economist.judge_of(s, tables)
        mine = {p: worth for p, worth in economist.worths(s, seat, judge).items() if s.rules.buyers.may_buy(s, seat, p)}
        actions: list[Action] = [prior]
        actions += [Open(seat, names[p], least_bid(s, p)) for p in self._lots(s, seat, mine)]
        if may_opt_out(s, seat):
            actions.append(Pass(seat))
        choices = [Choice(a, by_action(a)) for place, a in enumerate(actions) if a not in actions[:place]]
        if len(choices) == 1:
            return Advice(prior, plain_reason(s, seat, prior))
        chosen = self._look(s, seat, choices, budget)
        assert isinstance(chosen.name, Action)  # noqa: S101 - as entered above
        reason = self._reason(chosen, choices) or plain_reason(s, seat, chosen.name)
        return Advice(chosen.name, reason, chosen.chance(), _others(chosen, choices))

    def _lots(self, s: State, seat: int, worths: dict[int, int]) -> list[int]:
        """Return the plants whose opening is weighed."""
        payable = [p for p in worths if least_bid(s, p) <= s.money[seat] and adds(s, seat, p)]
        return sorted(payable, key=lambda p: least_bid(s, p) - worths[p])[:LOTS]

    def _reason(self, chosen: Choice, choices: list[Choice]) -> Reason | None:
        """Return how the choices came out; None if they were not compared, or if one came out better than the prior."""
        share = chosen.mean()
        rival = max([choice.mean() for choice in choices if choice is not chosen])
        if rival > share or not chosen.scores:
            return None
        games = sum([len(choice.chances) for choice in choices])
        because = self.because if len(chosen.scores) > len(chosen.chances) else "playouts"
        return Reason(because, {"games": games, "share": round(100 * share), "rival": round(100 * rival)})

    def bid(self, s: State, seat: int, budget: Budget) -> Advice:
        """Bid up to a limit that is searched once for each lot, when the price comes near what the plant is worth."""
        key = (s.round, s.lot, s.drawn, seat, s.shuffles, tuple(s.money))
        limit = self._limits.get(key)
        if limit is None:
            tables = tables_of(s)
            closing = may_close(s, tables)
            prior = limit_of(s, seat, self.role, economist.judge_of(s, tables), s.lot, closing=closing)
            low = s.bid + 1
            dear = low > self.dear * max(1, prior) and not closing
            if low > s.money[seat] or dear or low < self.cheap * prior:
                limit = Limit(prior)
            else:
                limit = self._limit(s, seat, prior, budget)
                if len(self._limits) > KEPT:
                    self._limits.clear()
                if self.keeps_limits:
                    self._limits[key] = limit
        plant = s.rules.card_names[s.lot]
        raising = Alternative(Bid(seat, s.bid + 1), limit.chance_at(s.bid + 1))
        leaving = Alternative(Pass(seat), limit.leaving)
        if s.bid < min(limit.price, s.money[seat]):
            reason = Reason("plant_raise", {"plant": plant, "worth": limit.price, "price": s.bid + 1})
            return Advice(raising.action, reason, raising.value, (leaving,))
        others = (raising,) if s.bid < s.money[seat] else ()
        return Advice(leaving.action, economist.why_leave(s, seat), leaving.value, others)

    def _limit(self, s: State, seat: int, prior: int, budget: Budget) -> Limit:
        """Find the price at which getting the plant is no better than leaving it, near the economist's worth."""
        low = s.bid + 1
        money = s.money[seat]
        high = min(money, max(low + 1, int(DEAR * prior)))
        losing = Choice(0, by_losing(seat))
        cheap = Choice(low, by_winning(seat, low))
        dear = Choice(high, by_winning(seat, high))
        self._compare(s, seat, [losing, cheap] if high <= low else [losing, cheap, dear], budget)
        weighed = [(low, cheap.chance())] if high <= low else [(low, cheap.chance()), (high, dear.chance())]
        leaving = losing.chance()
        ahead, error = margin_error(cheap, losing)
        if abs(ahead) <= SURE * error:
            # the prior speaks where the imagined games do not
            return Limit(prior, leaving, weighed)
        if ahead < 0:
            return Limit(0, leaving, weighed)
        if high <= low:
            return Limit(low, leaving, weighed)
        far, error = margin_error(dear, losing)
        while far > SURE * error and high < money:
            # a plant that decides the game may be worth any price
            low, ahead, high = high, far, min(money, 2 * high)
            losing, dear = Choice(0, by_losing(seat)), Choice(high, by_winning(seat, high))
            self._compare(s, seat, [losing, dear], budget)
            weighed.append((high, dear.chance()))
            far, error = margin_error(dear, losing)
        # what is ahead falls with the price more or less evenly
        return Limit(high if far >= 0 else low + int((high - low) * ahead / (ahead - far)), leaving, weighed)

    def scrap(self, s: State, seat: int, budget: Budget) -> Advice:
        """Weigh which plant to give up."""
        prior = economist.decide(s)
        may = [p for p in s.plants[seat] if s.rules.may_scrap_new_plant or p != s.newest]
        actions = [prior, *[Scrap(seat, s.rules.card_names[p]) for p in may]]
        choices = [Choice(a, by_action(a)) for place, a in enumerate(actions) if a not in actions[:place]]
        chosen = choices[0] if len(choices) == 1 else self._look(s, seat, choices, budget)
        assert isinstance(chosen.name, Action)  # noqa: S101 - as entered above
        return Advice(chosen.name, plain_reason(s, seat, chosen.name), chosen.chance(), _others(chosen, choices))

    def fuel(self, s: State, seat: int, budget: Budget) -> Advice:
        """Buy what the economist would, unless somebody may run short: then weigh leaving less of it."""
        tables = tables_of(s)
        key = (s.round, seat, tuple(s.plants), tuple(s.cities), s.drawn)
        kept = self._targets.get(key)
        if kept is None:
            plans = self._fuel_plans(s, seat, tables)
            if len(plans) == 1:
                action = economist.fuelling(s, seat, tables)
                return Advice(action, plain_reason(s, seat, action))
            choices = [Choice(plan, by_buying(seat, plan)) for plan in plans]
            chosen = self._look(s, seat, choices, budget)
            assert isinstance(chosen.name, tuple)  # noqa: S101 - as entered above
            held = s.held[seat * FUELS : seat * FUELS + FUELS]
            against = chosen.name in fuel_plans(s, seat, tables)[1:]
            needed = plans[0] if against else chosen.name
            kept = FuelPlan(tuple(map(add, held, chosen.name)), tuple(map(add, held, needed)), chosen.chance())
            if len(self._targets) > KEPT:
                self._targets.clear()
            self._targets[key] = kept
        missing = [max(0, kept.target[fuel] - s.held[seat * FUELS + fuel]) for fuel in range(FUELS)]
        action = first_token(s, seat, missing) or Pass(seat)
        if isinstance(action, BuyFuel):
            fuel = s.rules.fuel_ids[action.fuel]
            if s.held[seat * FUELS + fuel] >= kept.needed[fuel]:
                return Advice(action, Reason("rival_fuel"), kept.chance)
        return Advice(action, plain_reason(s, seat, action), kept.chance)

    def _fuel_plans(self, s: State, seat: int, tables: Tables) -> list[tuple[int, ...]]:
        """Return what fuel is weighed, the economist's first."""
        return fuel_plans(s, seat, tables)

    def build(self, s: State, seat: int, budget: Budget) -> Advice:
        """Choose how many cities to build, once a turn; end the game exactly when that wins."""
        others = tuple([mask for rival, mask in enumerate(s.cities) if rival != seat])
        key = (s.round, seat, tuple(s.plants), others)
        kept = self._builds.get(key)
        if kept is None:
            kept = self._plan(s, seat, budget)
            if len(self._builds) > KEPT:
                self._builds.clear()
            self._builds[key] = kept
        plan, reason, chance = kept
        for city in plan:
            if not s.cities[seat] >> city & 1:
                action = house_in(s, seat, city)
                if refusal(s, action) is None:
                    if reason is None or (reason.code == "blocks_city" and city != plan[-1]):
                        return Advice(action, plain_reason(s, seat, action), chance)
                    return Advice(action, reason, chance)
        return Advice(Pass(seat), plain_reason(s, seat, Pass(seat)), chance)

    def _plan(self, s: State, seat: int, budget: Budget) -> BuildPlan:
        tables = tables_of(s)
        count = s.count(seat)
        plans, costs = build_plans(s, seat, tables)
        closing = closing_build(s, seat, tables, costs) if len(plans) > end_at(s) - count else None
        if closing is not None:
            rivals = [best_standing(s, other, tables)[0] for other in range(s.rules.seats) if other != seat]
            wins = Reason("ends_game", {"own": closing[1][0], "rival": max(rivals)})
            return BuildPlan(plans[closing[0]], wins, 1.0)
        if s.round >= economist.PATIENCE and 0 < end_at(s) - count < len(plans):
            return BuildPlan(plans[end_at(s) - count])  # whoever wins, or two of these would never end it
        most = len(plans) - 1
        usual = min(most, max(0, economist.wanted_cities(s, seat, tables)))
        wanted, blocks = self._builds_weighed(s, seat, plans, costs, usual)
        if not count and usual:
            wanted += other_starts(s, seat, tables, usual, self.starts)
        if len(wanted) == 1:
            return BuildPlan(wanted[0])
        chosen = self._look(s, seat, [Choice(plan, by_building(seat, plan)) for plan in wanted], budget)
        plan = chosen.name
        assert isinstance(plan, tuple)  # noqa: S101 - as entered above
        reason = Reason("blocks_city", {"city": s.rules.board.cities[plan[-1]].name}) if plan in blocks else None
        return BuildPlan(plan, reason, chosen.chance())

    def _builds_weighed(
        self, s: State, seat: int, plans: list[tuple[int, ...]], costs: list[int], usual: int
    ) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Return what is weighed of the cities to build, the usual number first, and which of it takes a city away."""
        most = len(plans) - 1
        numbers = [usual, usual - 1, usual + 1, usual - 2, 0, most]
        wanted = [plans[n] for place, n in enumerate(numbers) if 0 <= n <= most and n not in numbers[:place]]
        ending = most and can_end(s, tables_of(s))
        blocks = blocking(s, seat, plans[max(1, usual)], costs[max(0, usual - 1)]) if ending else []
        return wanted + blocks, blocks


class SearchBot(Looker):
    """Imagines two rounds and more of them than `planner`."""


def _others(chosen: Choice, choices: list[Choice]) -> tuple[Alternative, ...]:
    """Return the moves that were not chosen, the best first."""
    others = sorted([c for c in choices if c is not chosen], key=lambda c: -c.mean())
    return tuple([Alternative(c.name, c.chance()) for c in others if isinstance(c.name, Action)])
