"""The check of installed cards: every file is read and tried with every game and number of players it may be for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.editions import registry
from kilowatt.editions.compose import compose
from kilowatt.editions.options import BadOption
from kilowatt.editions.own_cards import read_contractor_cards, read_deck
from kilowatt.editions.schema import SEATS
from kilowatt.server.game.installed_cards import files, name_of, option_of, problem_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

REFUSED = 1
NO_FOLDER = 2
"""Statuses that the check ends with when not all is well."""


def check_cards(folder: str, report: Callable[[str], None]) -> int:
    """Report what each file is good for or what is wrong with it; return the status to end with."""
    if not folder:
        report("KILOWATT_CARDS names no folder: nothing was checked.")
        return NO_FOLDER
    paths = files(folder)
    refused = 0
    for path in paths:
        problem = problem_of(path) or misfit(path)
        refused += bool(problem)
        report(problem or f"{path.name}: good, by the name {name_of(path)!r} of the option {option_of(path)}")
    report(f"{len(paths)} files in {folder}, {refused} refused")
    return REFUSED if refused else 0


def misfit(path: Path) -> str:
    """Return why cards that can be read fit no game, or not every number of players of theirs; "" if they do."""
    option = option_of(path)
    cards: Any = read_deck(path) if option == "deck" else read_contractor_cards(path)
    games = list(_games(option, cards))
    if not games:
        return f"{path.name}: fits no game: {_wanted(option)}"
    for ruleset in games:
        for seats in SEATS:
            try:
                compose(ruleset, seats, {option: cards, "contractor": option != "deck"})
            except BadOption as error:
                return f"{path.name}: {ruleset} for {seats}: {error.reason}"
    return ""


def _games(option: str, cards: Any) -> Iterator[str]:  # noqa: ANN401 - a deck or contractor cards
    """Name a ruleset of each edition that these cards may be for."""
    seen: set[str] = set()
    for row in registry.rulesets().values():
        edition = registry.edition(row.edition)
        printed = registry.deck(edition.deck)
        if option == "deck":
            fits = (cards["backs"], cards["end_card"]) == (printed.backs, printed.end_card)
        else:
            fits = len(cards) == len(registry.contractors()[edition.contractor].cards)
        if fits and row.edition not in seen:
            seen.add(row.edition)
            yield row.id


def _wanted(option: str) -> str:
    if option == "deck":
        decks = {registry.edition(row.edition).deck for row in registry.rulesets().values()}
        kinds = sorted({f"{registry.deck(deck).backs} with {registry.deck(deck).end_card!r}" for deck in decks})
        return f"expected the backs and the end card of an edition: {', or '.join(kinds)}"
    counts = sorted({len(cards.cards) for cards in registry.contractors().values()})
    return f"expected {' or '.join(map(str, counts))} cards"
