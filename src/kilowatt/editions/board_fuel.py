"""Fuel tables of a board file: ours to start from, and the checks of a maker's own. Each finding names the fuel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.board_network import Finding
from kilowatt.editions.options import TRUST_SEATS
from kilowatt.editions.parts import playable
from kilowatt.editions.schema import FuelData

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardFile, MarketData

OWN = "own"
"""The id of tables that a board brings along."""
SOURCED = ("source", "confidence", "note")
"""What our tables say of where they come from; it is not true of changed ones."""


def tables_to_change(name: str) -> dict[str, Any]:
    """Return fuel tables of ours as a board file holds its own."""
    data = registry.fuel(name)
    plain: dict[str, Any] = msgspec.to_builtins(data)
    markets = [{key: _bare(value) for key, value in market.items()} for market in plain["market"]]
    kept = {key: plain[key] for key in ("fuels", "hybrid")}
    return {"id": OWN, **kept, "tokens": _bare(plain["tokens"]), "market": markets}


def _bare(table: Any) -> Any:  # noqa: ANN401 - a table, or the name of a market
    return {key: value for key, value in table.items() if key not in SOURCED} if isinstance(table, dict) else table


def fuel_findings(board: BoardFile) -> list[Finding]:
    """List what is wrong or odd in the fuel tables that a board brings along; ours are in order."""
    fuel = board.fuel
    if not isinstance(fuel, FuelData):
        return []
    findings: list[Finding] = []
    edition = registry.edition(board.edition)
    if fuel.hybrid[0] == fuel.hybrid[1]:
        findings.append(Finding("hybrid_alike", "fix", "fuel.hybrid", {"fuel": fuel.hybrid[0]}))
    for number, market in enumerate(fuel.market):
        for name in fuel.fuels:
            findings += _market_findings(f"fuel.market[{number}]", market, name)
        counts = playable(edition, board)
        missing = [seats for seats in counts if str(seats) not in market.refill]
        if missing:
            players = ", ".join(map(str, missing))
            findings.append(Finding("refill_missing", "fix", f"fuel.market[{number}].refill", {"players": players}))
        third = TRUST_SEATS + 1
        if edition.trust.default and TRUST_SEATS in counts and not missing and str(third) not in market.refill:
            findings.append(Finding("trust_refill_missing", "fix", f"fuel.market[{number}].refill", {"players": third}))
    for name in fuel.fuels:
        start = sum(_at_start(market, name) for market in fuel.market)
        if start > fuel.tokens[name]:
            args = {"fuel": name, "start": start, "tokens": fuel.tokens[name]}
            findings.append(Finding("fuel_short", "fix", f"fuel.tokens.{name}", args))
        elif not start and not any(_refilled(market, name) for market in fuel.market):
            findings.append(Finding("fuel_never", "look", "fuel.market", {"fuel": name}))
    return findings


def _market_findings(field: str, market: MarketData, name: str) -> list[Finding]:
    prices = [price for price, _ in market.spaces.get(name, [])]
    findings: list[Finding] = []
    if prices != sorted(set(prices)):
        findings.append(Finding("prices_mixed", "fix", f"{field}.spaces.{name}", {"fuel": name}))
    span = market.start.get(name)
    if span is not None:
        for price in span:
            if price not in prices:
                findings.append(Finding("start_unsold", "fix", f"{field}.start.{name}", {"fuel": name, "price": price}))
                break
    return findings


def _at_start(market: MarketData, name: str) -> int:
    low, high = market.start.get(name) or (1, 0)
    return sum(count for price, count in market.spaces.get(name, []) if low <= price <= high)


def _refilled(market: MarketData, name: str) -> bool:
    rows = [row for row in market.refill.values() if isinstance(row, dict)]
    return any(any(row.get(name, [])) for row in rows)
