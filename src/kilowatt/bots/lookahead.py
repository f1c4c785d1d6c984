"""Imagined games: what becomes of a choice when everybody, oneself included, goes on as `economist` would.

Cards are dealt by the bot's own seeds, the same for every choice compared, so that choices differ by themselves and
not by luck. Knows nothing that the state does not show.
"""

from __future__ import annotations

from hashlib import sha256
from math import exp
from typing import TYPE_CHECKING, final

from kilowatt.bots.appraisal import AFTER_AUCTION, Appraiser
from kilowatt.bots.building import house_in
from kilowatt.bots.chances import outputs, shares_of
from kilowatt.bots.mining import owned_worth
from kilowatt.bots.plant_tables import tables_of
from kilowatt.bots.turns import Cast, buy_all, take_turn
from kilowatt.engine.actions import Action, Pass
from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.game import advance, clone, deal_key, outcomes, sell_lot
from kilowatt.engine.ids import CHANCE, FUEL, FUELS, OVER
from kilowatt.statistics import mean, standard_error, total

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.bots.advice import Purse
    from kilowatt.engine.state import State

    Entry = Callable[[State], None]
    """Plays a choice in a state of its own."""
    Leaf = Callable[[State, int], tuple[float, float]]
    """Returns a seat's score where an imagined game stops, between 0 and 1, and its chance to win."""

MOST_MOVES = 3000
FIRST_LOOK = 4
"""Imagined games of every choice before any is given up."""
BEHIND = 2.0
"""A choice this many standard errors behind the best is looked at no more."""
TRIFLE = 0.003
"""Choices whose difference is known this well and is still not clear are as good as each other."""
WIN = 0.6
"""How much of the score is winning; the rest is by how much."""
ELEKTRO = 70.0
"""A lead of so many Elektro makes a clear favourite, where the imagination stops before the end."""
CITIES = 2.0
PLACES = 6
"""Digits of a chance that are kept: machines differ in the last ones of an exponential."""


@final
class Choice:
    """One of the things compared: how it is entered, and what imagined games gave for it."""

    def __init__(self, name: object, enter: Entry) -> None:
        self.name = name
        self.enter = enter
        self.scores: list[float] = []
        self.chances: list[float] = []
        """The seat's chances to win where these games stopped: for the advice; choices are compared by their scores."""

    def chance(self) -> float | None:
        """Return the mean chance to win; None before any game."""
        return round(mean(self.chances), PLACES) if self.chances else None

    def mean(self) -> float:
        """Return the mean score."""
        return mean(self.scores) if self.scores else 0.0


def margin_error(a: Choice, b: Choice) -> tuple[float, float]:
    """Return by how much a is ahead of b on the deals both were played on, and the standard error of that."""
    both = [x - y for x, y in zip(a.scores, b.scores, strict=False)]
    if len(both) < 2:  # noqa: PLR2004 - no spread to be seen in one
        return 0.0, 1.0
    return mean(both), standard_error(both) + 1e-9


def compare(
    s: State,
    seat: int,
    choices: list[Choice],
    purse: Purse,
    *,
    samples: int,
    first_look: int,
    seed: str,
    horizons: tuple[int, ...],
    casts: Callable[[int], Cast],
    leaf: Leaf,
) -> None:
    """Imagine games for every choice, the same deals for each, until the purse is empty or the best is clear.

    No choice is given up before so many games of the first look. A game is scored after the auctions so many rounds on,
    for each of the horizons, and the scores are averaged.
    """
    alive = list(choices)
    for sample in range(samples):
        cast = casts(sample)
        for choice in alive:
            if not purse.take(0) and sample:
                return
            trial = clone(s)
            choice.enter(trial)
            leaves: list[tuple[float, float]] = []
            for rounds in horizons:
                purse.spend(imagine(trial, f"{seed}/{sample}", s.round + rounds, cast))
                leaves.append(leaf(trial, seat))
            choice.scores.append(mean([row[0] for row in leaves]))
            choice.chances.append(mean([row[1] for row in leaves]))
        if sample + 1 >= first_look:
            alive = _still_open(alive)
            if len(alive) == 1:
                return


def _still_open(alive: list[Choice]) -> list[Choice]:
    """Give up what is clearly behind; where nothing that is left could matter, keep the best alone."""
    best = max(alive, key=Choice.mean)
    kept = [best]
    matters = False
    for choice in alive:
        if choice is best:
            continue
        ahead, error = margin_error(best, choice)
        if ahead < BEHIND * error:
            kept.append(choice)
            matters = matters or error > TRIFLE
    return [choice for choice in alive if choice in kept] if matters else [best]


def deal(s: State, seed: str) -> Action:
    """Deal an imagined card: the same for a seed and a place in the deck, whatever was played before."""
    cards = outcomes(s)
    if len(cards) == 1:
        return cards[0][0]
    number = int.from_bytes(sha256(f"{seed}/{deal_key(s)}".encode()).digest()[:8], "big")
    place = number * sum([weight for _, weight in cards]) >> 64
    for outcome, weight in cards:
        place -= weight
        if place < 0:
            return outcome
    raise AssertionError(seed)


def imagine(s: State, seed: str, until: int, cast: Cast) -> int:
    """Play on as `economist`, to the end or to after the auctions of round `until`; return the number of moves."""
    moves = 0
    while s.actor != OVER and moves < MOST_MOVES:
        if s.actor == CHANCE:
            advance(s, deal(s, seed))
        else:
            if s.round >= until and s.phase >= FUEL:
                break
            take_turn(s, cast)
            moves += 1
    return moves


def appraised(s: State, seat: int) -> tuple[float, float]:
    """Return a seat's score by the appraisal and its chance to win by the small network, or both by the result."""
    if s.result is not None:
        top = s.result.ranking[0]
        return score(s, seat), 1 / len(top) if seat in top else 0.0
    return score(s, seat), shares_of(s, outputs(s)[0])[seat]


def score(s: State, seat: int) -> float:
    """Score a state for a seat between 0 and 1: by the result, or by an appraisal of everybody where it is not over."""
    seats = range(s.rules.seats)
    result = s.result
    if result is not None:
        top = result.ranking[0]
        win = 1 / len(top) if seat in top else 0.0
        marks = [list(row.values()) for row in result.scores]
        sizes = [row[0] + row[1] / 100 for row in marks]
        ahead = sizes[seat] - max([sizes[other] for other in seats if other != seat])
        return WIN * win + (1 - WIN) * bent(ahead / CITIES)
    tables = tables_of(s)
    judge = Appraiser(s, tables, AFTER_AUCTION)
    worth: list[float] = []
    for other in seats:
        held = total([0.7 * s.held[other * FUELS + fuel] * judge.prices[fuel] for fuel in range(FUELS)])
        worth.append(s.money[other] + held + owned_worth(s, other) + judge.value(s.plants[other], s.count(other)))
    rivals = [worth[other] for other in seats if other != seat]
    ahead = worth[seat] - (max(rivals) + mean(rivals)) / 2
    return bent(ahead / ELEKTRO)


def bent(x: float) -> float:
    """Turn any number into one between 0 and 1."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


# ways into an imagined game


def by_action(action: Action) -> Entry:
    """Enter by one move."""

    def enter(s: State) -> None:
        advance(s, action)

    return enter


def by_losing(seat: int) -> Entry:
    """Enter by leaving the auction that is on."""

    def enter(s: State) -> None:
        advance(s, Pass(seat))

    return enter


def by_winning(seat: int, price: int) -> Entry:
    """Enter by getting the plant that is up at a price: everybody else passes."""

    def enter(s: State) -> None:
        sell_lot(s, seat, price)

    return enter


def by_buying(seat: int, buys: tuple[int, ...]) -> Entry:
    """Enter by buying these units of fuel and no more, as far as they can be had."""

    def enter(s: State) -> None:
        buy_all(s, seat, list(buys))

    return enter


def by_building(seat: int, cities: tuple[int, ...]) -> Entry:
    """Enter by building these cities and no more."""

    def enter(s: State) -> None:
        for city in cities:
            advance(s, house_in(s, seat, city))
            if s.actor != seat or s.ask != ASK_BUILD:
                return
        advance(s, Pass(seat))

    return enter
