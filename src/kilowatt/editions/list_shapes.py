"""The shape of the lists: contractor cards, rulesets, and rules of the ledger."""

from __future__ import annotations

from kilowatt.editions.overlays import Sourced, Strict


class ContractorCard(Strict, frozen=True):
    """What the first and every other scrapper of a phase receives."""

    first: int
    others: int
    printed: bool = True


class ContractorData(Sourced, frozen=True):
    """The contractor's cards."""

    cards: list[ContractorCard]


class RulesetData(Strict, frozen=True):
    """Which edition is played on which board with which fuel."""

    id: str
    edition: str
    fuel: str
    board: str = ""
    composed: bool = False
    title: str = ""


class RuleData(Strict, frozen=True):
    """A rule of the ledger."""

    kind: str
    source: str
    text: str
    title: str = ""
