"""One small module a quirk, named for the rule, and the list the composer chooses from."""

from __future__ import annotations

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.policies import Policy

POLICIES: dict[str, Callable[..., Policy]] = {
    "card_trust": CardTrust,
    "coal_storage": CoalStorage,
    "fuel_cards": FuelCards,
    "income_order": IncomeOrder,
    "marked_starts": MarkedStarts,
    "phase_out": PhaseOut,
    "planned_market": PlannedMarket,
    "printed_income": PrintedIncome,
    "trust": BoardTrust,
    "twin_markets": TwinMarkets,
    "victory_points": VictoryPoints,
}
