"""The two grains: which families of ids each has, in the order of the ids.

`atomic`: one token, one city, one raise; every legal action of the engine has ids. `whole`: a reservation price, a
purchase, a set of houses, a set of plants to run as one id each. A new kind of action is one line here, at the end of
both lists so that earlier ids stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.actions import Build, BuyCard, BuyFuel, ChooseArea, MarkStart, Pass, PlaceTrust
from kilowatt.envs.encoding import Encoding
from kilowatt.envs.families.batch_ids import BuildHouses, BuyTokens
from kilowatt.envs.families.bid_ids import OpenLot, Raise, Reserve
from kilowatt.envs.families.run_ids import RunPlants, RunSet
from kilowatt.envs.families.scrap_ids import DiscardUnit, ScrapPlant
from kilowatt.envs.families.single_ids import Single, one_field
from kilowatt.envs.observation_layout import CARD_COLUMNS

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Family

GRAINS = ("atomic", "whole")


def make_encoding(rules: Rules, grain: str = "atomic") -> Encoding:
    """Make the encoding of a grain."""
    if grain == "atomic":
        return Encoding(rules, grain, _atomic(rules), skip_forced=False)
    if grain == "whole":
        return Encoding(rules, grain, _whole(rules), skip_forced=True)
    raise ValueError(f"there is no grain {grain!r}; there are {', '.join(GRAINS)}")


def _atomic(rules: Rules) -> list[Family]:
    raises = Raise()
    return [
        *_setup(rules),
        OpenLot(rules, raises),
        *_cards(rules),
        Single(BuyFuel, ("market", "fuel"), [(market, fuel) for market in rules.markets for fuel in rules.fuels]),
        Single(Build, ("city",), _cities(rules)),
        raises,
        RunPlants(rules),
    ]


def _whole(rules: Rules) -> list[Family]:
    prices = Reserve()
    return [
        *_setup(rules),
        OpenLot(rules, prices),
        *_cards(rules),
        BuyTokens(rules),
        BuildHouses(rules),
        prices,
        RunSet(rules),
    ]


def _setup(rules: Rules) -> list[Family]:
    """Return the families of passing and of the preparation; `pass` comes first in both grains."""
    return [
        Single(Pass, (), [()]),
        Single(ChooseArea, ("area",), one_field([area.id for area in rules.board.areas])),
        Single(PlaceTrust, ("city",), _cities(rules)),
        Single(MarkStart, ("city",), _cities(rules)),
    ]


def _cards(rules: Rules) -> list[Family]:
    """Return the families of scrapping, discarding and fuel cards."""
    kinds = rules.kind_names if rules.columns else []
    discards = DiscardUnit(rules)
    return [
        ScrapPlant(rules, discards),
        discards,
        Single(BuyCard, ("column", "card"), [(column, kind) for column in CARD_COLUMNS for kind in kinds]),
    ]


def _cities(rules: Rules) -> list[tuple[str | int, ...]]:
    return one_field([city.id for city in rules.board.cities])
