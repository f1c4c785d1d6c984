"""The rules panel: what holds in one game, read off the rules it is played by, with the ledger's sentences.

Nothing is written down twice: the sentences of numbers, tables, switches and policies are those of `table/rulebook.py`,
the rules of each chapter those of the ledgers behind this game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.editions import registry
from kilowatt.protocol import RuleRow, RuleSection, RulesPanel, RuleText
from kilowatt.table import rulebook

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

TOPICS = {
    # which chapters of the ledger speak of a part of the game: the middle part of its ids
    "order": ("ORD",),
    "auction": ("AUC",),
    "fuel": ("RES", "PLT"),
    "build": ("BLD", "OBS"),
    "power": ("BUR",),
    "steps": ("STP", "OMR"),
    "end": ("END",),
    "setup": ("SET",),
}


def panel(rules: Rules, language: str = "en") -> RulesPanel:
    """Write the panel of one game, its own sentences in a language; the ledger's are English."""
    sections = [
        RuleSection("numbers", rulebook.numbers(rules, language)),
        RuleSection("tables", rulebook.tables(rules, language)),
        RuleSection("switches", rulebook.switches(rules, language)),
        RuleSection("policies", rulebook.policies(rules, language)),
        *[RuleSection("reconstructed", rows) for rows in [rulebook.reconstructed(rules, language)] if rows],
        RuleSection("refusals", [RuleRow(code, None, _text(rule)) for code, rule in sorted(rules.cites.items())]),
    ]
    if rules.chapter:
        sections.append(RuleSection("board", rulebook.special(rules)))
    own = rulebook.ledgers(rules)
    for topic, chapters in TOPICS.items():
        starts = tuple(f"{ledger}-{chapter}-" for ledger in own for chapter in chapters)
        _add(sections, topic, starts)
    if rules.trust_plays:
        _add(sections, "trust", ("R18-TR-",) if rules.board.cities else ("C-TR-",))
    if rules.contractor:
        _add(sections, "contractor", ("DC-",))
    return RulesPanel(rules.id, rules.title, rules.seats, sections)


def _add(sections: list[RuleSection], topic: str, starts: tuple[str, ...]) -> None:
    """Add the rules whose ids begin so, if there are any."""
    rows = [RuleRow(name, None, _text(name)) for name in registry.rules() if name.startswith(starts)]
    if rows:
        sections.append(RuleSection(topic, rows))


def _text(rule: str) -> list[RuleText]:
    sentence = registry.rules().get(rule)
    return [RuleText(rule, sentence.text)] if sentence is not None else []
