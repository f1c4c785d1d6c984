"""Special rules of a board file: those that our own boards have today, and fuel tables within bounds.

A board file needs no code and brings none. Each switch, policy, task order and preparation of the stack in it must be
one that a board of ours has, so that every combination is made of parts that are tested.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.fuel_tables import STEPS
from kilowatt.editions.overlays import Overlay, StackData
from kilowatt.editions.schema import BadData, shaped

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.editions.schema import BoardData, EditionData, FuelData, MarketData

PRICE_MOST = 40
SPACES_MOST = 48
"""Spaces of one fuel on one market."""
TOKENS_MOST = 60
REFILL_MOST = 20
MARKETS_MOST = 2
UNSOLD = "nobody_bought"
"""The task that lets plants leave when none was sold."""
DISCOUNT = "unsold_discount"
"""The task that takes the discount token away when its plant stays unsold."""


def _overlays() -> list[Overlay]:
    """List what our boards set, in every edition and in one."""
    rules = [board.rules for board in registry.own_boards() if board.rules is not None]
    return [part for overlay in rules for part in (overlay, *overlay.editions.values())]


def _stacks() -> list[StackData]:
    """List how our boards lay the stack: in every edition, in one, and both together."""
    stacks: list[StackData] = []
    for rules in [board.rules for board in registry.own_boards() if board.rules is not None]:
        parts = [rules, *rules.editions.values(), *[rules.joined(edition) for edition in rules.editions]]
        stacks += [part.stack for part in parts if part.stack is not None]
    return stacks


def known(part: str) -> dict[str, list[Any]]:
    """Return by key every value that a board of ours gives a part of the rules: switches, policies or tasks."""
    values: dict[str, list[Any]] = {}
    for overlay in _overlays():
        for key, value in getattr(overlay, part).items():
            rows = values.setdefault(key, [])
            if value not in rows:
                rows.append(value)
    return values


def _check_atlas(file: str, board: BoardData) -> None:
    """Refuse what only boards of the atlas have."""
    for field in ("chapter", "doubts"):
        if getattr(board, field):
            raise BadData(file, "", field, "expected none: only boards of the atlas have it")
    if board.area_plants and board.area_plants not in [ours.area_plants for ours in registry.own_boards()]:
        raise BadData(file, "", "area_plants", "expected those of one of our boards")


def check_rules(file: str, board: BoardData) -> None:
    """Refuse special rules that no board of ours has."""
    _check_atlas(file, board)
    rules = board.rules
    if rules is None:
        return
    if rules.editions:
        raise BadData(file, "rules", "editions", "expected none: a board file is played by one edition")
    if rules.extra_need not in [overlay.extra_need for overlay in _overlays()]:
        raise BadData(file, "rules", "extra_need", "expected none, or that of one of our boards")
    for field in ("current_size", "unsold_leave"):
        values = {getattr(overlay, field) for overlay in _overlays()}
        if getattr(rules, field) not in values | {None}:
            shown = ", ".join(str(value) for value in values - {None})
            raise BadData(file, "rules", field, f"expected a number that one of our boards has: {shown}")
    switches = known("switches")
    for name in rules.switches:
        if name not in switches:
            raise BadData(file, "rules.switches", name, f"expected one of {', '.join(sorted(switches))}")
    _check_known(file, "policies", rules.policies, _policy_name)
    _check_known(file, "tasks", rules.tasks, ", ".join)
    stacks = _stacks()
    if rules.stack is not None and rules.stack not in stacks:
        raise BadData(file, "rules", "stack", f"expected the stack of one of our boards: {_kinds(stacks)}")
    for code, rule in rules.cites.items():
        if rule not in registry.rules():
            raise BadData(file, "rules.cites", code, f"there is no rule {rule[:40]!r}")
    _check_together(file, board)


def _check_known(file: str, part: str, given: dict[str, Any], name: Callable[[Any], str]) -> None:
    allowed = known(part)
    for key, value in given.items():
        if key not in allowed:
            raise BadData(file, f"rules.{part}", key, f"expected one of {', '.join(sorted(allowed))}")
        if value not in allowed[key]:
            shown = "; ".join(name(row) for row in allowed[key])
            raise BadData(file, f"rules.{part}", key, f"expected one as our boards have it: {shown}")


def _policy_name(row: dict[str, Any]) -> str:
    return str(row["name"])


def _kinds(stacks: list[Any]) -> str:
    return ", ".join(dict.fromkeys(stack.kind or "of the edition, changed" for stack in stacks))


def _same(mine: Any, ours: Any) -> bool:  # noqa: ANN401 - a policy, a stack or a list of tasks
    """Return whether a part is that of our board; whether the backs of cards are public is the edition's."""
    if isinstance(mine, StackData) and isinstance(ours, StackData):
        return msgspec.structs.replace(mine, backs_public=ours.backs_public) == ours
    return bool(mine == ours)


def _check_together(file: str, board: BoardData) -> None:
    """Refuse half of a special rule: a planned market needs its stack and its order of tasks, two markets need two."""
    rules = board.rules or Overlay()
    for overlay in _overlays():
        market = overlay.policies.get("plant_market")
        if market is None:
            continue
        whole = {
            "plant_market": market,
            **({"stack": overlay.stack} if overlay.stack and overlay.stack.kind else {}),
            **overlay.tasks,
        }
        mine = {"plant_market": rules.policies.get("plant_market"), "stack": rules.stack, **rules.tasks}
        shared = [key for key, value in whole.items() if _same(mine.get(key), value)]
        if "plant_market" in shared or "stack" in shared or "round" in shared:
            missing = [key for key in whole if key not in shared]
            if missing:
                reason = f"{shared[0]} of {_policy_name(market)} needs its {missing[0]} too"
                raise BadData(file, "rules", missing[0], reason)
    edition = registry.edition(getattr(board, "edition", ""))
    ending = rules.tasks.get("auction_end") or edition.tasks["auction_end"]
    _check_numbers(file, rules, edition, ending)
    if rules.switches.get("discount_token") and DISCOUNT not in ending:
        reason = "the edition has no discount token; build on recharged, or leave it out"
        raise BadData(file, "rules.switches", "discount_token", reason)
    supply = rules.policies.get("fuel_supply", {})
    fuel = getattr(board, "fuel", "")
    tables = registry.fuel(fuel) if isinstance(fuel, str) else fuel
    if supply.get("name") == "twin_markets" and len(tables.market) < MARKETS_MOST:
        raise BadData(file, "", "fuel", "two markets need fuel tables with two markets, as in korea")


def _check_numbers(file: str, rules: Overlay, edition: EditionData, ending: list[str]) -> None:
    """Refuse numbers that say nothing in this game: no task asks for them, or no plant has them."""
    if rules.unsold_leave is not None and UNSOLD not in ending:
        reason = f"nothing leaves for that here; auction_end needs {UNSOLD}, as on europe"
        raise BadData(file, "rules", "unsold_leave", reason)
    if rules.current_size is not None and rules.policies.get("plant_market", {}).get("name") == "planned_market":
        raise BadData(file, "rules", "current_size", "a planned market has sizes of its own")
    kinds = {plant.fuel for plant in registry.deck(edition.deck).plants}
    for kind in rules.extra_need:
        if kind not in kinds:
            raise BadData(file, "rules.extra_need", kind, "no plant of this edition burns it")


def check_fuel(file: str, fuel: FuelData) -> None:
    """Refuse fuel tables with a number out of bounds, or with cards."""
    for field in ("columns", "column_prices", "cards", "extra"):
        if getattr(fuel, field) is not None:
            raise BadData(file, "fuel", field, "expected none: fuel of a board comes as tokens")
    names = registry.fuel_names()
    if len(set(fuel.fuels)) != len(fuel.fuels) or not set(fuel.fuels) <= set(names):
        raise BadData(file, "fuel", "fuels", f"expected four different ones of {', '.join(names)}")
    if not 1 <= len(fuel.market) <= MARKETS_MOST:
        raise BadData(file, "fuel", "market", f"expected 1 to {MARKETS_MOST} markets, not {len(fuel.market)}")
    if len({market.name for market in fuel.market}) != len(fuel.market):
        raise BadData(file, "fuel.market", "name", "two markets have the same name")
    for name in fuel.fuels:
        _within(file, "fuel.tokens", name, fuel.tokens.get(name), TOKENS_MOST)
    for market in fuel.market:
        _check_market(file, f"fuel.market.{market.name[:32]}", market, fuel.fuels)


def _check_market(file: str, table: str, market: MarketData, fuels: tuple[str, ...]) -> None:
    for name in fuels:
        spaces = shaped(file, market.spaces.get(name, []), list[tuple[int, int]], f"{table}.spaces.{name}")
        for price, count in spaces:
            if not (1 <= price <= PRICE_MOST and 1 <= count <= SPACES_MOST):
                reason = f"expected a price of 1 to {PRICE_MOST} and 1 to {SPACES_MOST} spaces, not {price}, {count}"
                raise BadData(file, f"{table}.spaces", name, reason)
        if sum(count for _, count in spaces) > SPACES_MOST:
            raise BadData(file, f"{table}.spaces", name, f"expected at most {SPACES_MOST} spaces")
        if market.start.get(name) is not None:
            shaped(file, market.start[name], tuple[int, int], f"{table}.start.{name}")
    for seats, row in market.refill.items():
        if isinstance(row, dict):
            for name, steps in row.items():
                _check_refill(file, f"{table}.refill.{seats}", name, steps)


def _check_refill(file: str, table: str, name: str, steps: Any) -> None:  # noqa: ANN401 - raw data
    if not isinstance(steps, list) or len(steps) != STEPS:
        raise BadData(file, table, name, f"expected {STEPS} numbers, one for each step")
    for number in steps:
        _within(file, table, name, number, REFILL_MOST)


def _within(file: str, table: str, name: str, value: Any, most: int) -> None:  # noqa: ANN401 - raw data
    if type(value) is not int or not 0 <= value <= most:
        raise BadData(file, table, name, f"expected 0 to {most}, not {msgspec.json.encode(str(value)[:20]).decode()}")
