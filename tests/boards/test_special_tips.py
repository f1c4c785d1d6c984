"""The page's tips on special rules: each leads to a numbered rule of the games that it comes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kilowatt.editions import registry
from kilowatt.editions.compose import compose
from kilowatt.host.rules_panel import panel

FILE = Path(__file__).parents[2] / "web" / "src" / "learn" / "special" / "rules.json"
TIPS = json.loads(FILE.read_text(encoding="utf-8"))
DECISIONS = {"open", "buy_fuel", "build", "run"}
TOO = {
    "AT-AU-02": "australia.2",
    "AT-AU-05": "australia.1",
    "AT-CE-03": "central_europe.1",
    "AT-FR-01": "france.1",
    "AT-FR-02": "france.1",
    "AT-IN-02": "india.1",
    "AT-JP-03": "japan.2",
    "AT-JP-04": "japan.4",
    "AT-ME-04": "middle_east.2",
    "AT-MH-01": "manhattan.2",
    "AT-MH-02": "manhattan.1",
    "AT-MH-04": "manhattan.1",
    "AT-MH-07": "manhattan.2",
    "AT-MH-08": "manhattan.2",
    "AT-QC-01": "quebec.1",
    "AT-UK-01": "uk_ireland.1",
}
"""Rules that the tip on another one explains too."""
NUMBERS = {
    *("AT-AU-01", "AT-AU-07", "AT-BW-05", "AT-BW-07", "AT-HB-05", "AT-IN-03", "AT-IT-03", "AT-ME-01", "AT-MH-10"),
    *("AT-NE-03", "AT-UK-06", "AT-ZA-05"),
}
"""Rules that give numbers: the table shows them, in the market, on its tracks and in its head."""
PREPARED = {
    *("AT-AU-04", "AT-BR-02", "AT-BR-03", "AT-BX-07", "AT-ES-04", "AT-HB-04", "AT-IN-08", "AT-IT-02", "AT-JP-07"),
    *("AT-MH-05", "AT-QC-02", "AT-RU-02", "AT-ZA-04"),
}
"""Rules of the preparation, which is over before the first decision."""
DETAILS = {
    *("AT-AU-10", "AT-AU-11", "AT-AU-12", "AT-BX-02", "AT-BX-03", "AT-BX-05", "AT-BX-06", "AT-ES-03", "AT-IN-06"),
    *("AT-JP-06", "AT-JP-08", "AT-ME-06", "AT-ME-07", "AT-QC-04", "AT-QC-05", "AT-RU-05", "AT-UK-07"),
}
"""What a rule means in a rare case, or at the end of a round where nobody decides anything."""


@pytest.mark.parametrize("tip", TIPS)
def test_a_tip_leads_to_a_rule_of_its_games(tip: str) -> None:
    """The rules panel of each game with the tip lists its rule, which is of the board and not of all boards."""
    place = TIPS[tip]
    board = tip.rpartition(".")[0]
    games = [row.id for row in registry.rulesets().values() if row.board == board]
    games = [name for name in games if name.startswith(place.get("edition", ""))]
    assert games
    for name in games:
        sections = panel(compose(name, 4)).sections
        rules = {text.id for section in sections for row in section.rows for text in row.rules}
        assert place["rule"] in rules, name
    assert place["rule"].startswith("AT-")
    assert not place["rule"].startswith("AT-ALL-")
    assert place["asked"] in DECISIONS


def test_every_special_rule_that_is_met_has_a_tip() -> None:
    """Each rule of a board of the atlas is explained by a tip, or is a number, of the preparation, or a detail."""
    ledger = registry.rules()
    rules = {name for name in ledger if name.startswith("AT-") and not name.startswith("AT-ALL-")}
    told = {place["rule"] for place in TIPS.values()}
    assert set(TOO.values()) <= TIPS.keys()
    groups = [told, set(TOO), NUMBERS, PREPARED, DETAILS]
    assert set.union(*groups) == rules
    assert sum(map(len, groups)) == len(rules)
