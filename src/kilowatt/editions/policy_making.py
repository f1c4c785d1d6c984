"""From a row of a data file to a policy: names of fuels, plants, places and markets become numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.editions.policies import POLICIES
from kilowatt.editions.schema import BadData, shaped
from kilowatt.engine.ids import NOBODY, mask_of

if TYPE_CHECKING:
    from kilowatt.engine.policies import Policy
    from kilowatt.engine.rules import Rules


def make_policy(rules: Rules, params: Any, key: str, file: str, table: str) -> Policy:  # noqa: ANN401 - raw data
    """Make a policy from its row: names of fuels, plants and markets become ids, tables by seats their value."""
    if not isinstance(params, dict):
        raise BadData(file, table, "", f"expected a table with a name, not {params!r}")
    values = dict(params)
    name = values.pop("name", "")
    if not isinstance(name, str) or name not in POLICIES:
        raise BadData(file, table, "name", f"expected one of {', '.join(POLICIES)}, not {name!r}")
    _put_cards(rules, values, file, table)
    _put_places(rules, values, file, table)
    if "market" in values:
        rules.markets = (*rules.markets, shaped(file, values["market"], str, f"{table}.market"))
        values["market"] = len(rules.markets) - 1
    for sizes, value in (("sizes", "size"), ("minimum", "minimum")):
        if sizes in values:
            by_players = shaped(file, values.pop(sizes), dict[str, Any], f"{table}.{sizes}")
            if key not in by_players:
                raise BadData(file, f"{table}.{sizes}", key, "missing: this number of players has no value")
            values[value] = shaped(file, by_players[key], int, f"{table}.{sizes}.{key}")
    try:
        policy: Policy = POLICIES[name](**values)
    except TypeError as error:
        raise BadData(file, table, "", f"wrong parameters for {name}: {error}") from None
    return policy


def _put_cards(rules: Rules, values: dict[str, Any], file: str, table: str) -> None:
    """Replace the names of a fuel and of plants; a deck without the plant never triggers what it would do."""
    if "fuel" in values:
        if values["fuel"] not in rules.fuels:
            raise BadData(file, table, "fuel", f"expected one of {', '.join(rules.fuels)}, not {values['fuel']!r}")
        values["fuel"] = rules.fuels.index(values["fuel"])
    ids = [plant.id for plant in rules.plants]
    if "plant" in values:
        values["plant"] = ids.index(values["plant"]) if values["plant"] in ids else NOBODY
    if "plants" in values:
        names = shaped(file, values["plants"], list[str], f"{table}.plants")
        values["plants"] = mask_of([ids.index(name) for name in names if name in ids])
    if "leave" in values:
        names = shaped(file, values["leave"], list[str], f"{table}.leave")
        values["leave"] = mask_of([ids.index(name) for name in names if name in ids])


def _put_places(rules: Rules, values: dict[str, Any], file: str, table: str) -> None:
    """Replace the name of a city by its number, and areas and starting cities by sets of cities."""
    ids = [city.id for city in rules.board.cities]
    if "city" in values:
        if values["city"] not in ids:
            raise BadData(file, table, "city", f"there is no city {values['city']!r} on this board")
        values["city"] = ids.index(values["city"])
    if "starts" in values:
        names = shaped(file, values["starts"], list[str], f"{table}.starts")
        for name in names:
            if name not in ids:
                raise BadData(file, table, "starts", f"there is no city {name!r} on this board")
        values["starts"] = mask_of([ids.index(name) for name in names])
    if "areas" in values:
        areas = {area.id: area.cities for area in rules.board.areas}
        values["cities"] = 0
        for name in shaped(file, values.pop("areas"), list[str], f"{table}.areas"):
            if name not in areas:
                raise BadData(file, table, "areas", f"there is no area {name!r} on this board")
            values["cities"] |= areas[name]
