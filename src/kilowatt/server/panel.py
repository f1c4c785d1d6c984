"""The rules panel: what holds in one game, read off the rules it is played by, with the ledger's sentences.

Nothing is written down twice: values come from `Rules`, sentences from the ledger, and which sentence stands behind a
value from the table below by kind of rule, looked up in the ledger of the edition in play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.editions import registry
from kilowatt.table.wire import RuleRow, RuleSection, RulesPanel, RuleText

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

POLICIES = ("plant_market", "fuel_supply", "turn_order", "starts", "income", "score", "trust")
TOPICS = {
    # which chapter of the ledger speaks of a value: the middle part of its ids
    "order": ("ORD",),
    "auction": ("AUC",),
    "fuel": ("RES", "PLT"),
    "build": ("BLD",),
    "power": ("BUR",),
    "steps": ("STP",),
    "end": ("END",),
    "setup": ("SET",),
    "trust": ("TR",),
}


def panel(rules: Rules) -> RulesPanel:
    """Write the panel of one game."""
    sections = [
        RuleSection("numbers", _numbers(rules)),
        RuleSection("tables", _tables(rules)),
        RuleSection("switches", [RuleRow(name, getattr(rules, name), []) for name in _switches(rules)]),
        RuleSection("policies", [RuleRow(name, type(getattr(rules, name)).__name__, []) for name in POLICIES]),
        RuleSection("refusals", [RuleRow(code, None, _text(rule)) for code, rule in sorted(rules.cites.items())]),
    ]
    prefixes = _prefixes(rules)
    for topic, chapters in TOPICS.items():
        rows = [
            RuleRow(name, None, _text(name))
            for name in registry.rules()
            if any(name.startswith(f"{prefix}-{chapter}-") for prefix in prefixes for chapter in chapters)
        ]
        if rows:
            sections.append(RuleSection(topic, rows))
    return RulesPanel(rules.id, rules.title, rules.seats, sections)


def _prefixes(rules: Rules) -> set[str]:
    """Name the ledgers that the rules in play refer to."""
    return {rule.split("-", 1)[0] for rule in rules.cites.values() if not rule.startswith("AMB")}


def _switches(rules: Rules) -> list[str]:
    """Name every switch: what is true or false of the rules, but for what is no rule of play."""
    names = [name for name in dir(rules) if not name.startswith("_") and isinstance(getattr(rules, name), bool)]
    return [name for name in names if name not in ("composed", "draft")]


def _numbers(rules: Rules) -> list[RuleRow]:
    cites = rules.cites
    shown: list[tuple[str, Any, str]] = [
        ("seats", rules.seats, ""),
        ("start_money", rules.start_money, ""),
        ("plant_limit", rules.plant_limit, ""),
        ("current_size", rules.current_size, "plant_in_future_market"),
        ("area_count", rules.area_count, "area_taken"),
        ("step2_at", rules.step2_at, ""),
        ("end_at", rules.end_at, "game_over"),
        ("least_income", rules.least_income, ""),
        ("removed_plants", rules.removed_plants, ""),
    ]
    return [RuleRow(key, value, _text(cites.get(code, ""))) for key, value, code in shown]


def _tables(rules: Rules) -> list[RuleRow]:
    cites = rules.cites
    rows = [
        RuleRow("house_costs", list(rules.house_costs), _text(cites.get("city_full", ""))),
        RuleRow("payment", list(rules.payment), []),
        RuleRow("tie_breaks", list(rules.tie_breaks), _text(cites.get("game_over", ""))),
        RuleRow("contractor", [list(card) for card in rules.contractor], []),
        RuleRow("column_prices", list(rules.column_prices), []),
    ]
    for track in rules.tracks:
        refill = {
            rules.fuels[fuel]: [by_step[fuel] for by_step in track.refill]
            for fuel, prices in enumerate(track.prices)
            if prices
        }
        rows.append(RuleRow(f"refill:{track.name}", refill, []))
        spaces = {rules.fuels[fuel]: prices for fuel, prices in enumerate(track.prices) if prices}
        rows.append(RuleRow(f"prices:{track.name}", spaces, _text(cites.get("fuel_sold_out", ""))))
    return rows


def _text(rule: str) -> list[RuleText]:
    found = registry.rules().get(rule)
    return [RuleText(rule, found.text)] if found is not None else []
