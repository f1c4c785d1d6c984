"""The two grains: which families of ids each has, in the order of the ids.

`atomic`: one token, one city, one raise; every legal action of the engine has ids. `whole`: a reservation price, a
purchase, a set of houses, a set of plants to run as one id each. A new kind of action with one argument needs no line
here (`others`); another is one at the end of both lists, so that earlier ids stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.actions import Build, BuyCard, BuyFuel, ChooseArea, Jump, MarkStart, Pass, PlaceTrust
from kilowatt.engine.asks import FIRST_DRAW
from kilowatt.envs.encoding import Encoding
from kilowatt.envs.families.batch_ids import BuildHouses, BuyTokens
from kilowatt.envs.families.bid_ids import OpenLot, Raise, Reserve
from kilowatt.envs.families.run_ids import RunPlants, RunSet
from kilowatt.envs.families.scrap_ids import DiscardUnit, ScrapPlant
from kilowatt.envs.families.single_ids import Single, one_field
from kilowatt.envs.observation_layout import CARD_COLUMNS
from kilowatt.kernel.decisions import is_single
from kilowatt.kernel.machine import TABLE
from kilowatt.kernel.numbers import Numbers

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Family

GRAINS = ("atomic", "whole")
"""How actions are cut into ids: `atomic` in small steps, such as a unit of fuel; `whole` in whole decisions."""


def make_encoding(rules: Rules, grain: str = "atomic") -> Encoding:
    """Make the encoding of a grain."""
    if grain == "atomic":
        return Encoding(rules, grain, _atomic(rules), skip_forced=False)
    if grain == "whole":
        return Encoding(rules, grain, _whole(rules), skip_forced=True)
    raise ValueError(f"there is no grain {grain!r}; there are {', '.join(GRAINS)}")


def _atomic(rules: Rules) -> list[Family]:
    raises = Raise()
    families = [
        *_setup(rules),
        OpenLot(rules, raises),
        *_cards(rules),
        Single(BuyFuel, ("market", "fuel"), [(market, fuel) for market in rules.markets for fuel in rules.fuels]),
        Single(Build, ("city",), _cities(rules)),
        raises,
        RunPlants(rules),
        _jumps(rules),
    ]
    return families + others(rules, families)


def _whole(rules: Rules) -> list[Family]:
    prices = Reserve()
    families = [
        *_setup(rules),
        OpenLot(rules, prices),
        *_cards(rules),
        BuyTokens(rules),
        BuildHouses(rules),
        prices,
        RunSet(rules),
        _jumps(rules),
    ]
    return families + others(rules, families)


def others(rules: Rules, families: list[Family]) -> list[Family]:
    """Return a family for each kind of action that has none yet, where it has one argument: an id for each of those."""
    known = {family.kind for family in families}
    names = Numbers(rules).names
    return [
        Single(kind, (play.parts[0].field,), one_field(names[play.parts[0].stands_for]))
        for ask, row in TABLE.items()
        for kind, play in row.plays.items()
        if ask < FIRST_DRAW and kind not in known and is_single(row, kind)
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


def _jumps(rules: Rules) -> Family:
    """Return the family of free jumps: cities where the rules have them, nothing elsewhere."""
    return Single(Jump, ("city",), _cities(rules) if rules.starting_cities else [])


def _cities(rules: Rules) -> list[tuple[str | int, ...]]:
    return one_field([city.id for city in rules.board.cities])
