"""Plays a plan of the coach out by the real rules, while nobody else buys or builds anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import kilowatt
from kilowatt.bots.lookahead import deal
from kilowatt.engine import asks
from kilowatt.engine.actions import Action, Bid, Build, BuyCard, BuyFuel, DiscardFuel, Jump, Open, Pass, Run, Scrap
from kilowatt.engine.game import advance, clone, refusal
from kilowatt.engine.ids import CHANCE, FUELS, OVER, POWER
from kilowatt.engine.phases.card_market import column_of

if TYPE_CHECKING:
    from kilowatt.coach import Choice, Step
    from kilowatt.engine.state import State


class Refused(Exception):
    """A rival could not stay idle, or a card changed the market: the plan promises nothing then."""


def others_pass(s: State, seat: int) -> None:
    """Where units are bought one by one, let everybody else buy none."""
    while s.rules.fuel_goes_round and s.ask == asks.ASK_FUEL and s.actor >= 0 and s.actor != seat:
        advance(s, Pass(s.actor))


class Following:
    """A table on which one seat carries out a plan and the others pass."""

    def __init__(self, state: State, choice: Choice) -> None:
        assert choice.plan is not None
        self.s = clone(state)
        self.seat = state.actor
        self.steps = choice.plan.steps
        self.choice = choice
        self.round = state.round
        self.sold = 0
        """What the seat's mines brought."""

    def check(self) -> None:
        """Every step can be taken and does to the money what it says."""
        for place, step in enumerate(self.steps):
            before = self.s.money[self.seat]
            getattr(self, "_" + step.what.code)(step)
            after = self.s.money[self.seat]
            assert after - before == step.money, (self.s.rules.id, self.round, place, step, after - before)
        plan = self.choice.plan
        assert plan is not None
        earned = [step.money for step in self.steps if step.what.code in ("step_run", "step_run_none", "step_sale")]
        spent = sum(step.money for step in self.steps) - sum(earned)
        assert plan.cost == -spent
        assert plan.left + sum(earned) == self.s.money[self.seat]

    def play(self, action: Action) -> None:
        """Play a move of the seat."""
        assert refusal(self.s, action) is None, (action, str(refusal(self.s, action)))
        advance(self.s, action)

    def wait(self, *wanted: int) -> None:
        """Let the others pass until the seat is asked one of these; what is asked before is passed on."""
        s = self.s
        while s.actor != self.seat or s.ask not in wanted:
            assert s.round == self.round, f"the round is over, and nobody asked for {wanted}"
            advance(s, self.idle())

    def idle(self) -> Action:
        """Return how a seat does as little as it can, or the next card."""
        s = self.s
        if s.actor == CHANCE:
            return deal(s, "following")
        if s.ask in (asks.ASK_SCRAP, asks.ASK_DISCARD):
            return kilowatt.legal_actions(s)[0]
        idle: Action = Run(s.actor, ()) if s.ask == asks.ASK_RUN else Pass(s.actor)
        if refusal(s, idle) is not None:
            raise Refused(s.rules.id, s.ask, str(refusal(s, idle)))
        return idle

    def units(self) -> dict[str, int]:
        """Return the fuel of the seat."""
        held = self.s.held[self.seat * FUELS : self.seat * FUELS + FUELS]
        return dict(zip(self.s.rules.fuels, held, strict=True))

    # one method per kind of step

    def _step_no_plant(self, step: Step) -> None:
        self.play(Pass(self.seat))

    def _step_leave(self, step: Step) -> None:
        assert step.what.args["plant"] == self.s.rules.card_names[self.s.lot]
        self.play(Pass(self.seat))

    def _step_plant(self, step: Step) -> None:
        plant, limit = step.what.args["plant"], step.what.args["limit"]
        self.wait(asks.ASK_OPEN, asks.ASK_BID)
        if self.s.ask == asks.ASK_BID:
            self.play(Bid(self.seat, limit))
        else:
            opens = Open(self.seat, plant, limit)
            if step is not self.steps[0] and refusal(self.s, opens) is not None:
                raise Refused
            self.play(opens)
        while self.s.lot >= 0 and self.s.actor not in (CHANCE, self.seat):
            advance(self.s, Pass(self.s.actor))
        if self.s.actor == self.seat and self.s.ask == asks.ASK_SCRAP:
            assert step.why is not None
            paid = next((one for one in self.steps if one.what.code == "step_scrap"), None)
            if paid is None:
                self.play(Scrap(self.seat, step.why.args["plant"]))
        else:
            assert step.why is None
        self._discard()

    def _discard(self) -> None:
        while self.s.actor == self.seat and self.s.ask == asks.ASK_DISCARD:
            one, other = self.s.rules.mix
            fuel = one if self.s.held[self.seat * FUELS + one] else other
            self.play(DiscardFuel(self.seat, self.s.rules.fuels[fuel]))

    def _step_scrap(self, step: Step) -> None:
        self.play(Scrap(self.seat, step.what.args["plant"]))
        self._discard()

    def _step_fuel(self, step: Step) -> None:
        before = self.units()
        wanted = dict(step.what.args["units"])
        if isinstance(self.choice.actions[0], BuyFuel) and not self.s.rules.fuel_goes_round:
            for action in self.choice.actions:
                if isinstance(action, BuyFuel) and action.fuel in wanted:
                    self.play(action)
        else:
            market = self.market()
            self.wait(asks.ASK_FUEL, asks.ASK_CARD)
            if self.market() != market:  # the Trust buys its share, Step 3 makes fuel dearer
                raise Refused
            self._buy(wanted, -step.money)
        gained = {fuel: count - before[fuel] for fuel, count in self.units().items() if count > before[fuel]}
        assert gained == wanted
        self._burns(step)

    def market(self) -> object:
        """What decides the prices of fuel."""
        columns = [column_of(self.s, column) for column in range(1, len(self.s.rules.column_prices))]
        return self.s.step, tuple(self.s.fuel), columns

    def _burns(self, step: Step) -> None:
        """The plants that a step names run in the plan and burn its fuel."""
        last = self.steps[-1].what
        if step.why is None or step.why.code != "step_feeds":
            return
        for plant in step.why.args["plants"]:
            card = self.s.rules.plants[self.s.rules.plant_ids[plant]]
            fuels = [self.s.rules.fuels[fuel] for fuel in card.fuels]
            assert set(fuels) & set(step.what.args["units"])
            assert last.code != "step_run" or plant in last.args["plants"]

    def _buy(self, wanted: dict[str, int], cost: int) -> None:
        """Find a way to buy just these units at just this price, token by token or card by card."""
        goal = {fuel: count + wanted.get(fuel, 0) for fuel, count in self.units().items()}
        money = self.s.money[self.seat]
        states, seen = [self.s], set()
        while states:
            table = states.pop()
            held = dict(zip(table.rules.fuels, table.held[self.seat * FUELS :][:FUELS], strict=True))
            paid = money - table.money[self.seat]
            if held == goal and paid == cost:
                self.s = table
                return
            for action in kilowatt.legal_actions(table) if table.actor == self.seat else ():
                fuel = action.fuel if isinstance(action, BuyFuel) else ""
                if isinstance(action, BuyCard):
                    fuel = action.card.rpartition("-")[0]
                trial = clone(table)
                if fuel and held[fuel] < goal[fuel]:
                    advance(trial, action)
                    others_pass(trial, self.seat)
                    key = (tuple(trial.held), tuple(trial.fuel), trial.money[self.seat])
                    if key not in seen and trial.money[self.seat] >= money - cost:
                        seen.add(key)
                        states.append(trial)
        raise AssertionError(f"nothing holds {wanted} for {cost}: {self.s.rules.id}")

    def _step_sale(self, step: Step) -> None:
        """Mines sell once everybody has run plants, or at the end of the game."""
        while self.s.phase == POWER and self.s.round == self.round and self.s.actor >= 0:
            advance(self.s, self.idle())
        self.s.money[self.seat] += self.sold

    def _step_no_fuel(self, step: Step) -> None:
        self.wait(asks.ASK_FUEL, asks.ASK_CARD)

    def _step_cards(self, step: Step) -> None:
        for action in self.choice.actions:
            if isinstance(action, BuyCard):
                self.play(action)

    def _step_city(self, step: Step) -> None:
        self.wait(asks.ASK_BUILD)
        jumps = step.why is not None and step.why.code == "step_city_jump"
        self.play((Jump if jumps else Build)(self.seat, step.what.args["city"]))
        assert step.why is not None
        assert sum(step.why.args.values()) == -step.money

    def _step_no_city(self, step: Step) -> None:
        self.wait(asks.ASK_BUILD)

    def _step_end(self, step: Step) -> None:
        """The game ends before any plant pays, and the seat stands as the plan says."""
        before = self.s.money[self.seat]
        while self.s.actor != OVER:
            advance(self.s, self.idle())
        self._set_apart(before)
        assert self.s.result is not None
        assert step.why is not None
        marks = self.s.result.scores[self.seat]
        for name, value in step.why.args.items():
            assert value == (
                self.s.count(self.seat) if name == "cities" else marks[{"supplied": "powered"}.get(name, name)]
            )

    def _step_run(self, step: Step) -> None:
        self.wait(asks.ASK_RUN)
        rows = [action for action in kilowatt.legal_actions(self.s) if isinstance(action, Run)]
        runs = [run for run in rows if [one.plant for one in run.plants] == step.what.args["plants"]]
        self._power(runs[0] if runs else Run(self.seat, ()), step)

    def _step_run_none(self, step: Step) -> None:
        self.wait(asks.ASK_RUN)
        self._power(Run(self.seat, ()), step)

    def _power(self, run: Run, step: Step) -> None:
        """Run plants, and take the pay before the next round changes the money."""
        s = self.s
        if step.why is not None:
            supplied = min(
                sum(s.rules.plants[s.rules.plant_ids[one.plant]].cities for one in run.plants), s.count(self.seat)
            )
            assert step.why.args == {"supplied": supplied, "cities": s.count(self.seat)}
        before = s.money[self.seat] + step.money
        self.play(run)
        if s.ask != asks.ASK_RUN or s.actor < 0:
            self._set_apart(before)

    def _set_apart(self, before: int) -> None:
        """Keep what the mines brought for their own step."""
        self.sold = self.s.money[self.seat] - before
        self.s.money[self.seat] = before
