"""The rules of one game as sentences: every number, table, switch and policy that is played by, each with its rules.

Values come from `Rules`, sentences from the catalogues, and the ledger's ids from the table below; the rules panel and
the page of rulesets in the docs are both made from here. Knows no server and no board's name.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.editions import registry
from kilowatt.editions.compose import SWITCHES
from kilowatt.editions.options import TRUST_SEATS
from kilowatt.editions.policies.export_market import ExportMarket
from kilowatt.engine import tasks
from kilowatt.engine.policies import AXES, Policy
from kilowatt.table.messages import catalogue
from kilowatt.table.space_rules import closing, has_single_spaces, own_spaces, single_spaces

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.rules import Rules, Track


class RuleText(msgspec.Struct):
    """A rule of the ledger: its id and its sentence."""

    id: str
    text: str


class RuleRow(msgspec.Struct):
    """One line of the rules: `key` names a number, table, switch or policy, `value` is what it is in this game.

    `text` says it as a sentence in the language asked for; "" where the ledger's own sentences are the row.
    """

    key: str
    value: Any
    rules: list[RuleText]
    text: str = ""


CHOSEN = ("trust_plays", "backs_public")
"""Switches that follow from options and cards, not from a data file."""
NUMBERS = {
    "seats": "",
    "start_money": "R18-SET-04 O-SET-02 D-SET-02 C-SET-02",
    "plant_limit": "R18-AUC-22 O-AUC-03 D-AUC-08 C-AUC-09",
    "current_size": "R18-SET-18 O-SET-07 D-AUC-02 C-SET-03",
    "area_count": "R18-SET-02 O-SET-01 D-SET-01",
    "area_count_apart": "AT-AU-02",
    "flat": "AT-AU-08",
    "step2_at": "R18-STP-02 O-STP-01 D-SET-11",
    "end_at": "R18-END-01 O-END-01 D-SET-12",
    "least_income": "R18-BUR-04 O-BUR-01 D-BUR-01 C-BUR-03",
    "unsold_leave": "AT-BW-02",
    "own_spaces": "AT-BW-04 AT-ZA-03 AT-HB-02 AT-JP-04 AT-JP-05",
    "entries": "AT-HB-01",
    "no_start": "AT-ZA-03",
    "single_spaces": "AT-MH-03",
    "passing": "AT-MH-02",
    "closing": "AT-MH-04",
    "extra_need": "AT-IN-04",
    "removed_plants": "R18-SET-14 O-SET-08 D-SET-08 C-SET-05 Ch-SET-01",
}
UNLESS_NONE = (
    "least_income",
    "removed_plants",
    "own_spaces",
    "entries",
    "no_start",
    "single_spaces",
    "passing",
    "closing",
    "extra_need",
    "flat",
    "area_count_apart",
)
"""Numbers that are left out where there are none."""
TABLES = {
    "house_costs": "R18-BLD-09 O-BLD-03 D-BLD-05 AT-HB-02",
    "payment": "R18-BUR-03 O-BUR-01 D-BUR-01",
    "tie_breaks": "R18-END-05 O-END-03 D-END-03 C-END-03",
    "contractor": "DC-GEN-04 DC-GEN-05",
    "column_prices": "C-SET-09 C-RES-02",
    "refill": "R18-BUR-09 O-BUR-02 D-BUR-03 K-BUR-01 Ch-RES-01",
    "exports": "AT-AU-07",
    "prices": "R18-SET-07 O-RES-03 D-RES-01",
}
TURNED = {
    # the rules behind a switch that is on, and behind one that is off; one without a rule needs no row
    "draft_leaves_gaps": ("AMB-78", ""),
    "discount_token": ("R18-AUC-02 D-NA-01 C-AUC-02", "O-AUC-12 D-NA-01"),
    "early_end_card_exhausts_market": ("C-OMR-06", ""),
    "end_card_announces_last_round": ("C-OMR-01", "R18-STP-09 O-STP-05 D-STP-02"),
    "end_card_shuffles_stack": ("R18-STP-07 O-STP-06 C-OMR-02 AMB-32", "AMB-94"),
    "hybrid_burns_own_store": ("AMB-89", "C-RES-06"),
    "last_buyer_pays_least": ("R18-AUC-24 D-AUC-10 C-AUC-11", "O-AUC-10"),
    "may_give_up_fuel": ("AMB-74", ""),
    "only_scrapped_fuel_goes": ("AMB-74 R18-AUC-23", ""),
    "may_scrap_new_plant": ("C-AUC-09", "R18-AUC-22 O-AUC-03 D-AUC-08"),
    "obsolete_plants_leave": ("O-OBS-01 D-OBS-01", "Ch-BLD-01"),
    "end_card_begins_step2": ("AT-ME-04 AT-ME-05", ""),
    "fuel_goes_round": ("AT-IN-01", ""),
    "must_supply_most": ("AT-IN-07", ""),
    "reshuffle_end_card_updates": ("", "AMB-04"),
    "step2_replaces_plant": ("R18-STP-04 O-STP-02 D-NA-03 Ch-STP-01", "D-EU-02"),
    "step2_when_all_built": ("AT-UK-05", ""),
    "zone_limits_end": ("AT-UK-06", ""),
    "trust_refills_for_three": ("AMB-51", ""),
    "trust_plays": ("C-TR-01 R18-TR-01", ""),
    "backs_public": ("R18-SET-17 D-SET-06 C-SET-08", ""),
}
TASKED = {"nobody_bought": "O-AUC-11 D-EU-01", "first_out": "AT-RU-03"}
"""What happens where a game's agenda has a task, and nowhere else."""
RECONSTRUCTED = {
    "reconstructed_board": "AT-ALL-01",
    "reconstructed_numbers": "AT-ALL-01",
    "reconstructed_plants": "AMB-16",
    "reconstructed_fuel_cards": "AMB-16",
    "reconstructed_contractor": "AMB-15",
}
"""What may be played with values that nobody has published."""
BOARD_ONLY = ("area_count", "step2_at", "end_at")
MODULES = ("TR", "DSC", "GEN")
"""Chapters on the Trust, on starting cities and on the contractor, which editions borrow."""


def numbers(rules: Rules, language: str = "en") -> list[RuleRow]:
    """Return the numbers of a game as rows."""
    values = {name: getattr(rules, name, None) for name in NUMBERS}
    values["removed_plants"] = removed(rules)
    values["flat"] = rules.board.flat
    values["area_count_apart"] = rules.area_count if rules.board.areas_apart else 0
    values["own_spaces"] = [] if has_single_spaces(rules) else own_spaces(rules)
    values["single_spaces"] = single_spaces(rules)
    values["passing"] = rules.board.passing
    values["closing"] = closing(rules)
    values["no_start"] = [city.name for number, city in enumerate(rules.board.cities) if rules.no_start >> number & 1]
    values["extra_need"] = [plant.id for plant in rules.plants if plant.stores < 2 * plant.need]
    entries = [f"{city.name} {cost}" for city, cost in zip(rules.board.cities, rules.board.entries, strict=True)]
    values["entries"] = entries if any(rules.board.entries) else []
    hidden = {name for name in UNLESS_NONE if not values[name]}
    if rules.board.areas_apart or len(rules.board.areas) == 1:
        hidden.add("area_count")
    if rules.unsold_leave == 1:
        hidden.add("unsold_leave")
    if not rules.board.cities:
        hidden.update(BOARD_ONLY)
    if rules.plant_market.name() in ("PlannedMarket", "PileMarket"):
        hidden.add("current_size")
    if not rules.step2_at:
        hidden.add("step2_at")
    cited = {**NUMBERS, **rules.borrowed}
    return [_row(rules, language, name, values[name], cited[name]) for name in NUMBERS if name not in hidden]


def removed(rules: Rules) -> int:
    """Count the plants that stay in the box: those that neither open the market nor lie in the stack."""
    laid = sum([layer.size() for layer in rules.stack])
    cards = len(rules.plants) + (0 if rules.no_end_card else 1)
    return cards - laid - len(rules.opening) - len(rules.swap_new) - len(rules.held_back)


def tables(rules: Rules, language: str = "en") -> list[RuleRow]:
    """Return the tables of a game as rows."""
    values: dict[str, Any] = {
        "house_costs": list(rules.house_costs) if rules.board.cities and not has_single_spaces(rules) else [],
        "payment": list(rules.payment) if rules.board.cities else [],
        "tie_breaks": list(rules.tie_breaks),
        "contractor": [list(card) for card in rules.contractor],
        "column_prices": list(rules.column_prices[1:]),
    }
    rows = [_row(rules, language, name, value, TABLES[name]) for name, value in values.items() if value]
    for track in rules.tracks:
        fuels = [(fuel, rules.fuels[fuel]) for fuel, prices in enumerate(track.prices) if prices]
        refill = {name: [by_step[fuel] for by_step in track.refill] for fuel, name in fuels}
        prices = {name: track.prices[fuel] for fuel, name in fuels}
        # an export market loses tokens at the refill
        for key, value in (("exports" if is_export(rules, track) else "refill", refill), ("prices", prices)):
            rows.append(_row(rules, language, key, value, TABLES[key], track.name))
    return rows


def is_export(rules: Rules, track: Track) -> bool:
    """Return whether a market buys from mines and sells to nobody."""
    return isinstance(rules.fuel_supply, ExportMarket) and track is rules.tracks[-1]


def switches(rules: Rules, language: str = "en") -> list[RuleRow]:
    """Return the switches of a game as rows."""
    rows: list[RuleRow] = []
    for name in (*CHOSEN, *sorted(SWITCHES)):
        on: bool = getattr(rules, name)
        if name in _pointless(rules):
            continue
        text = catalogue(language)["rules"][f"{name}_{'on' if on else 'off'}"]
        rows.append(RuleRow(name, on, _texts(rules, turned(name)[0 if on else 1]), text))
    for name, ids in TASKED.items():
        if tasks.BY_NAME[name] in (*rules.auction_end, *rules.after_opting_out):
            text = catalogue(language)["rules"][name]
            rows.append(RuleRow(name, value=True, rules=_texts(rules, ids), text=text))
    return rows


def turned(name: str) -> tuple[str, str]:
    """Return the ids of the rules behind a switch that is on, and behind one that is off."""
    return TURNED.get(name, ("", ""))


def reconstructed(rules: Rules, language: str = "en") -> list[RuleRow]:
    """Say which parts of a game have values that are reconstructed because the printed ones are not published."""
    plants = [plant.id for plant in rules.plants if not plant.printed]
    fuel_cards = [] if rules.fuel_cards_printed else [name for name in rules.fuels if rules.columns]
    contractor = [card for card, printed in enumerate(rules.contractor_printed, start=1) if not printed]
    values: dict[str, list[Any]] = {
        "reconstructed_board": [rules.board.title] if rules.chapter else [],
        "reconstructed_numbers": list(rules.doubts),
        "reconstructed_plants": plants,
        "reconstructed_fuel_cards": fuel_cards,
        "reconstructed_contractor": contractor,
    }
    words = catalogue(language)["words"]
    rows: list[RuleRow] = []
    for key, value in values.items():
        if value:
            listed = ", ".join(words.get(str(part), str(part)) for part in value)
            text = catalogue(language)["rules"][key].format(value=listed, count=len(value), all=len(rules.plants))
            rows.append(RuleRow(key, value, _texts(rules, RECONSTRUCTED[key]), text))
    return rows


def _pointless(rules: Rules) -> set[str]:
    """Name the switches that say nothing in this game: there is nothing they could turn on or off."""
    switches = set() if rules.seats == TRUST_SEATS else {"trust_plays"}
    if not rules.board.cities:
        switches |= {"obsolete_plants_leave", "step2_replaces_plant"}
    if rules.no_end_card:
        switches |= {"end_card_announces_last_round", "end_card_shuffles_stack"}
    if rules.no_end_card and not rules.step2_at:
        switches.add("step2_replaces_plant")
    if not rules.end_card_announces_last_round:
        switches |= {"early_end_card_exhausts_market", "reshuffle_end_card_updates"}
    if not rules.trust_plays or not rules.tracks:
        switches.add("trust_refills_for_three")
    texts = catalogue("en")["rules"]
    switches |= {name for name in SWITCHES if not getattr(rules, name) and f"{name}_off" not in texts}
    if not rules.draft:
        switches.add("draft_leaves_gaps")
    return switches


def policies(rules: Rules, language: str = "en") -> list[RuleRow]:
    """Return the policies of a game as rows; an axis on which nothing happens is left out."""
    rows: list[RuleRow] = []
    for axis in AXES:
        policy: Policy = getattr(rules, axis)
        name = policy.name()
        if policy.cites and (rules.board.cities or axis != "starts"):
            text = catalogue(language)["rules"][name].format(**_arguments(rules, policy, language))
            rows.append(RuleRow(axis, name, _texts(rules, policy.cites), text))
    return rows


def _arguments(rules: Rules, policy: Policy, language: str) -> dict[str, Any]:
    """Return what a policy was made with, each number by its name as people read it."""
    words = catalogue(language)["words"]
    cities = [city.name for city in rules.board.cities]
    read: dict[str, Callable[[int], Any]] = {
        "Fuel": lambda fuel: words[rules.fuels[fuel]],
        "Card": lambda card: rules.card_names[card],
        "City": lambda city: cities[city],
        "Cards": lambda mask: ", ".join([name for card, name in enumerate(rules.card_names) if mask >> card & 1]),
        "Cities": lambda mask: ", ".join([name for city, name in enumerate(cities) if mask >> city & 1]),
        "Areas": lambda mask: ", ".join([area.name for area in rules.board.areas if area.cities & mask]),
    }
    shown = {name: read.get(kind, int)(getattr(policy, name)) for name, kind in policy.numbers().items()}
    return {"current_size": rules.current_size, **shown}


def ledgers(rules: Rules) -> set[str]:
    """Name the ledgers behind a game: that of its edition and that of its board."""
    cited = Counter(rule.split("-", 1)[0] for rule in rules.cites.values())
    (own, _), *_ = cited.most_common(1)
    return {own, *(name for name in cited if name in ("K", "Ch")), *([rules.chapter] if rules.chapter else [])}


def special(rules: Rules) -> list[RuleRow]:
    """Return the special rules of a board that has a chapter of its own: the ledger's sentences are the rows."""
    starts = (f"{rules.chapter}-", "AT-ALL-")
    ids = [name for name in registry.rules() if rules.chapter and name.startswith(starts)]
    return [RuleRow(name, None, [RuleText(name, registry.rules()[name].text)]) for name in ids]


def _row(rules: Rules, language: str, key: str, value: Any, ids: str, market: str = "") -> RuleRow:  # noqa: ANN401 - a number or a table
    words = catalogue(language)["words"]
    text = catalogue(language)["rules"][key].format(value=_plain(value, language), market=words.get(market, market))
    return RuleRow(f"{key}:{market}" if market else key, value, _texts(rules, ids), text)


def _plain(value: Any, language: str) -> str:  # noqa: ANN401 - a number or a table
    """Write a value for people."""
    words = catalogue(language)["words"]
    if isinstance(value, dict):
        return "; ".join(f"{words.get(name, name)} {_runs(row)}" for name, row in value.items())
    if isinstance(value, list):
        if value and isinstance(value[0], list):
            return ", ".join("/".join(map(str, row)) for row in value)
        return ", ".join(words.get(f"by_{part}", str(part)) for part in value)
    return str(value)


def _runs(row: list[int]) -> str:
    """Write a row of numbers, repeated ones once with how often: 1 (3), 2 (3)."""
    short: list[tuple[int, int]] = []
    for number in row:
        if short and short[-1][0] == number and len(row) > len(("step 1", "step 2", "step 3")):
            short[-1] = (number, short[-1][1] + 1)
        else:
            short.append((number, 1))
    return ", ".join(str(number) if times == 1 else f"{number} ({times})" for number, times in short)


def _texts(rules: Rules, ids: str) -> list[RuleText]:
    """Return the rules among these that hold in this game, with their sentences."""
    known = registry.rules()
    own = ledgers(rules)
    parts = [(rule, *rule.split("-")[:2]) for rule in ids.split()]
    rows = [rule for rule, ledger, chapter in parts if {ledger, f"{ledger}-{chapter}"} & own or chapter == "ALL"]
    rows += [rule for rule, _, _ in parts if rule in rules.borrowed.values() and rule not in rows]
    if not rows:
        # a module that one edition describes and all may use, or a ruling of ours
        rows = [rule for rule, ledger, chapter in parts if (chapter in MODULES and ledger != "C") or ledger == "AMB"]
    return [RuleText(rule, known[rule].text) for rule in rows]
