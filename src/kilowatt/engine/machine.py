"""The machine: which function does which task, who answers which question, and the loop that works off the agenda."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from kilowatt.engine import plants, tasks
from kilowatt.engine.asks import FIRST_DRAW, NO_ASK
from kilowatt.engine.ids import OVER
from kilowatt.engine.phases import auction, build, cards, fuel, order, power, scrapping, setup
from kilowatt.engine.phases.decision import Decision

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.events import Events
    from kilowatt.engine.state import State

Task = Callable[["State", int, "Events | None"], None]
Draws = Callable[["State"], "list[tuple[Action, int]]"]
Dealt = Callable[["State", "Action", "Events | None"], None]

_DOES: dict[int, Task] = {
    tasks.SEAT_ORDER: setup.seat_order,
    tasks.ZONE: setup.zone,
    tasks.OPENING_MARKET: setup.opening_market,
    tasks.TOP_CARD: plants.top_card,
    tasks.FUEL_MARKETS: setup.fuel_markets,
    tasks.FUEL_CARDS: cards.fuel_cards,
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
    tasks.PLANT_UPDATE: plants.update,
    tasks.PLANT_FILL: plants.fill,
    tasks.AUCTION: auction.auction,
    tasks.AUCTION_TURN: auction.auction_turn,
    tasks.PAY: auction.pay,
    tasks.SCRAP: auction.scrap,
    tasks.COMPENSATION: auction.compensation,
    tasks.REPLACEMENT: auction.replacement,
    tasks.TRUST_TAKES: auction.trust_takes,
    tasks.UNSOLD_DISCOUNT: auction.unsold_discount,
    tasks.NOBODY_BOUGHT: auction.nobody_bought,
    tasks.END_CARD: plants.end_card,
    tasks.CONTRACTOR: auction.contractor,
    tasks.FIRST_ORDER: order.first_order,
    tasks.FUEL: fuel.fuel,
    tasks.FUEL_TURN: fuel.fuel_turn,
    tasks.CARDS: cards.cards,
    tasks.CARDS_TURN: cards.cards_turn,
    tasks.BUILD: build.build,
    tasks.BUILD_TURN: build.build_turn,
    tasks.BUILD_MORE: build.build_more,
    tasks.TRUST_HOUSE: build.trust_house,
    tasks.POWER: power.power,
    tasks.POWER_TURN: power.power_turn,
    tasks.REFILL: power.refill,
    tasks.RESUPPLY: cards.resupply,
}
TASKS: Final[list[Task]] = [_DOES[task] for task in range(len(tasks.NAMES))]

DECISIONS: Final[list[Decision]] = [
    Decision(),
    setup.DraftArea(),
    setup.PlaceTrustHouse(),
    setup.MarkStartingCity(),
    auction.OpenLot(),
    auction.RaiseOrPass(),
    scrapping.ScrapPlant(),
    scrapping.DiscardOverflow(),
    fuel.BuyToken(),
    cards.BuyFuelCard(),
    build.BuildHouse(),
    power.RunPlants(),
]
"""In the order of `asks`."""

DRAWS: Final[list[Draws]] = [setup.orders, setup.zones, plants.backs, plants.reveals, cards.fuel_reveals]
DEALT: Final[list[Dealt]] = [
    setup.order_drawn,
    setup.zone_drawn,
    plants.shown,
    plants.revealed,
    cards.fuel_revealed,
]
"""In the order of `asks`, from `FIRST_DRAW` on."""


def step(s: State, action: Action, out: Events | None) -> None:
    """Apply an action that is known to be right, then work off the agenda until somebody must decide or deal."""
    ask = s.ask
    s.ask = NO_ASK
    if ask >= FIRST_DRAW:
        DEALT[ask - FIRST_DRAW](s, action, out)
    else:
        DECISIONS[ask].apply(s, action, out)
    if s.ask == NO_ASK:
        settle(s, out)


def settle(s: State, out: Events | None) -> None:
    """Work off the agenda until somebody must decide, a card must be dealt or the game is over."""
    agenda = s.agenda
    while s.ask == NO_ASK and s.actor != OVER:
        task = agenda.pop()
        TASKS[task & tasks.NAME_BITS](s, task >> tasks.ARG_SHIFT, out)
