"""What the kernel can play: the actions of its decisions, its switches and its policies.

Rules with anything else are refused by name, so that the reference plays them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.editions.policies.board_trust import BoardTrust
from kilowatt.editions.policies.card_trust import CardTrust
from kilowatt.editions.policies.coal_storage import CoalStorage
from kilowatt.editions.policies.fuel_cards import FuelCards
from kilowatt.editions.policies.income_order import IncomeOrder
from kilowatt.editions.policies.marked_starts import MarkedStarts
from kilowatt.editions.policies.phase_out import PhaseOut
from kilowatt.editions.policies.planned_market import PlannedMarket
from kilowatt.editions.policies.printed_income import PrintedIncome
from kilowatt.editions.policies.twin_markets import TwinMarkets
from kilowatt.editions.policies.victory_points import VictoryPoints
from kilowatt.engine import machine
from kilowatt.engine.policies import FuelSupply, Income, NoTrust, PlantMarket, Score, Starts, TurnOrder

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

POLICIES: Final[dict[str, tuple[type, ...]]] = {
    "plant_market": (PlantMarket, PlannedMarket),
    "fuel_supply": (FuelSupply, CoalStorage, FuelCards, PhaseOut, TwinMarkets),
    "turn_order": (TurnOrder, IncomeOrder),
    "starts": (Starts, MarkedStarts),
    "income": (Income, PrintedIncome),
    "score": (Score, VictoryPoints),
    "trust": (NoTrust, BoardTrust, CardTrust),
}
"""The policies, axis by axis."""
SWITCHES: Final = (
    "draft",
    "trust_plays",
    "backs_public",
    "discount_token",
    "obsolete_plants_leave",
    "may_scrap_new_plant",
    "may_give_up_fuel",
    "only_scrapped_fuel_goes",
    "draft_leaves_gaps",
    "reshuffle_end_card_updates",
    "last_buyer_pays_least",
    "step2_replaces_plant",
    "end_card_shuffles_stack",
    "early_end_card_exhausts_market",
    "end_card_announces_last_round",
    "hybrid_burns_own_store",
)
"""The switches, copied into the tables."""
NOT_PLAYED: Final = ("__final__", "composed", "fuel_cards_printed", "trust_refills_for_three")
"""What is true of rules and not read by play: where they come from, and a switch used up when they are composed."""
ACTIONS: Final = {
    "choose_area": ("choose_area",),
    "place_trust": ("place_trust",),
    "mark_start": ("mark_start",),
    "open": ("open", "pass"),
    "bid": ("bid", "pass"),
    "scrap": ("scrap",),
    "discard_fuel": ("discard_fuel",),
    "buy_fuel": ("buy_fuel", "pass"),
    "buy_card": ("buy_card", "pass"),
    "build": ("build", "pass"),
    "run": ("run",),
}
"""The actions of each decision that the kernel plays."""


def unknown(rules: Rules) -> tuple[str, str] | None:
    """Return the first thing of these rules that the kernel cannot play: where it stands, and what it is."""
    for axis, known in POLICIES.items():
        policy = type(getattr(rules, axis))
        if policy not in known:
            return axis, f"the policy {policy.__name__}"
    for name in dir(rules):  # a compiled class has no __dict__
        if getattr(rules, name) is True and name not in SWITCHES and name not in NOT_PLAYED:
            return name, "this switch"
    for decision in machine.DECISIONS:
        name = decision.name()
        for kind in decision.takes:
            if name not in ACTIONS:
                return name, "this decision"
            if kind.kind not in ACTIONS[name]:
                return name, f"the action {kind.kind}"
    return None
