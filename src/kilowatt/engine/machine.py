"""The machine: which function does which task, who answers which question, and the loop that works off the agenda."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kilowatt.engine import asks, plants, tasks
from kilowatt.engine.asks import FIRST_DRAW, NO_ASK
from kilowatt.engine.ids import OVER
from kilowatt.engine.phases import (
    auction,
    build,
    card_market,
    closing,
    fuel_market,
    order,
    power,
    reveal,
    scrapping,
    setup,
)
from kilowatt.engine.phases.decision import Decision, Draw

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

Task = Callable[["State", int], None]

_DOES: dict[int, Task] = {
    tasks.SEAT_ORDER: setup.seat_order,
    tasks.ZONE: setup.zone,
    tasks.CLOSE_CITIES: closing.close_cities,
    tasks.OPENING_MARKET: setup.opening_market,
    tasks.TOP_CARD: plants.top_card,
    tasks.FUEL_MARKETS: setup.fuel_markets,
    tasks.FUEL_CARDS: card_market.fuel_cards,
    tasks.TRUST_CITIES: setup.trust_cities,
    tasks.MARK_STARTS: setup.mark_starts,
    tasks.FIRST_DISCOUNT: setup.first_discount,
    tasks.ROUND: order.new_round,
    tasks.ORDER: order.order,
    tasks.END_CHECK: order.end_check,
    tasks.STEP_2: plants.step_2,
    tasks.STEP_2_CHANGES: plants.step_2_changes,
    tasks.STEP_3: plants.step_3,
    tasks.DRAW: plants.draw,
    tasks.SHOW_BACK: plants.show_back,
    tasks.OBSOLETE: plants.obsolete,
    tasks.END_CARD_LEAVES: plants.end_card_leaves,
    tasks.BARRED: plants.barred,
    tasks.PLANT_UPDATE: plants.update,
    tasks.PLANT_FILL: plants.fill,
    tasks.AUCTION: auction.auction,
    tasks.AUCTION_TURN: auction.auction_turn,
    tasks.PAY: auction.pay,
    tasks.SCRAP: scrapping.scrap,
    tasks.COMPENSATION: scrapping.compensation,
    tasks.REPLACEMENT: auction.replacement,
    tasks.TRUST_TAKES: auction.trust_takes,
    tasks.UNSOLD_DISCOUNT: auction.unsold_discount,
    tasks.NOBODY_BOUGHT: auction.nobody_bought,
    tasks.FIRST_OUT: auction.first_out,
    tasks.END_CARD: plants.end_card,
    tasks.CONTRACTOR: scrapping.contractor,
    tasks.FIRST_ORDER: order.first_order,
    tasks.FUEL: fuel_market.fuel,
    tasks.FUEL_TURN: fuel_market.fuel_turn,
    tasks.CARDS: card_market.cards,
    tasks.CARDS_TURN: card_market.cards_turn,
    tasks.BUILD: build.build,
    tasks.BUILD_TURN: build.build_turn,
    tasks.BUILD_MORE: build.build_more,
    tasks.TRUST_HOUSE: build.trust_house,
    tasks.POWER: power.power,
    tasks.POWER_TURN: power.power_turn,
    tasks.REFILL: power.refill,
    tasks.RESUPPLY: card_market.resupply,
}
TASKS: Final[list[Task]] = [_DOES[task] for task in range(len(tasks.NAMES))]


def _decisions(listed: tuple[tuple[Decision, ...], ...]) -> list[Decision]:
    """Put every decision at its number; those of draws and of nothing refuse everything."""
    decisions = [Decision() for _ in asks.NAMES]
    for decision in [decision for group in listed for decision in group]:
        assert NO_ASK < decision.ask < FIRST_DRAW, decision
        assert not decisions[decision.ask].takes, f"two decisions for {decision.name()}"
        decisions[decision.ask] = decision
    return decisions


def _draws(listed: tuple[tuple[Draw, ...], ...]) -> list[Draw]:
    """Put every draw at its number."""
    draws = [Draw() for _ in asks.NAMES]
    for draw in [draw for group in listed for draw in group]:
        assert draw.ask >= FIRST_DRAW, draw
        assert not draws[draw.ask].deck, f"two draws for {asks.NAMES[draw.ask]}"
        draws[draw.ask] = draw
    return draws


DECISIONS: Final[list[Decision]] = _decisions(
    (
        setup.DECISIONS,
        auction.DECISIONS,
        scrapping.DECISIONS,
        fuel_market.DECISIONS,
        card_market.DECISIONS,
        build.DECISIONS,
        power.DECISIONS,
    )
)
"""By `State.ask`."""
DRAWS: Final[list[Draw]] = _draws((setup.DRAWS, reveal.DRAWS, card_market.DRAWS, closing.DRAWS))
"""By `State.ask`."""


def step(s: State, action: Action) -> None:
    """Apply an action that is known to be right, then work off the agenda until somebody must decide or deal."""
    ask = s.ask
    s.ask = NO_ASK
    if ask >= FIRST_DRAW:
        DRAWS[ask].apply(s, action)
    else:
        DECISIONS[ask].apply(s, action)
    if s.ask == NO_ASK:
        settle(s)


def settle(s: State) -> None:
    """Work off the agenda until somebody must decide, a card must be dealt or the game is over."""
    agenda = s.agenda
    while s.ask == NO_ASK and s.actor != OVER:
        task = agenda.pop()
        TASKS[task & tasks.NAME_BITS](s, task >> tasks.ARG_SHIFT)
