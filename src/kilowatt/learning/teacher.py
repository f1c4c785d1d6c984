"""Games to imitate: economists that shade their bids, as ids of the whole grain. Every game follows from its number.

The kernel replays such a game from its ids alone, so nothing else is kept of it. Knows no NumPy and no torch.
"""

from __future__ import annotations

from math import exp
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from kilowatt.bots import economist
from kilowatt.bots.building import chain
from kilowatt.bots.ending import can_end, last_buying, may_close
from kilowatt.bots.shading import shaded
from kilowatt.bots.tables import tables_of
from kilowatt.bots.turns import SHADING, choose_lot
from kilowatt.engine import asks
from kilowatt.engine.actions import Build, BuyFuel, Open, Pass
from kilowatt.engine.phases.auction import least_bid, may_opt_out
from kilowatt.envs.episode import Episode
from kilowatt.envs.families.batch_ids import HOUSES
from kilowatt.envs.families.bid_ids import RAISES
from kilowatt.envs.vector import game_seed
from kilowatt.table.dealer import CounterDealer

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State
    from kilowatt.envs.encoding import Encoding, LegalIds

NOISE = 0.02
"""The share of decisions made at random: the clone sees what follows from mistakes, and does not imitate them."""
SPREAD = 0.2
"""Standard deviation of the logarithm of what a seat's bids are multiplied by."""
MOST_STEPS = 2_000


class Game(NamedTuple):
    """A game that was played: its ids, and which of them were drawn at random."""

    ids: list[int]
    noise: list[bool]


class Teacher:
    """The choices of one seat."""

    def __init__(self, factor: float = 1.0) -> None:
        self.factor = factor

    def choose(self, episode: Episode) -> int:
        """Return an id for the seat that is to act."""
        s, encoding, partial = episode.state, episode.encoding, episode.partial
        legal = episode.legal_ids()
        if s.ask == asks.ASK_BID:
            return self._price(s, encoding, legal, s.lot, s.bid + 1 + RAISES * len(partial), may_pass=not partial)
        if s.ask == asks.ASK_OPEN and partial:
            plant = partial[0] - encoding.vocabulary.first["open"]
            least = least_bid(s, plant) + RAISES * (len(partial) - 1)
            return self._price(s, encoding, legal, plant, least, may_pass=False)
        action = self._opening(s) if s.ask == asks.ASK_OPEN else economist.decide(s)
        found = encoding.encode(s, action)
        number = found[len(partial)] if len(partial) < len(found) else found[-1]
        if isinstance(action, BuyFuel | Build):
            number += self._more(s, action)
            while number not in legal and number > found[0]:
                number -= 1
        return number if number in legal else legal.to_list()[0]

    def _limit(self, s: State, plant: int) -> int:
        tables = tables_of(s)
        closing = may_close(s, tables)
        worth = economist.worth_of(s, s.actor, economist.judge_of(s, tables), plant, closing=closing)
        return min(s.money[s.actor], int(self.factor * shaded(tables, worth, closing=closing)))

    def _price(self, s: State, encoding: Encoding, legal: LegalIds, plant: int, least: int, *, may_pass: bool) -> int:
        """Return the id of the most to pay, or of passing."""
        extra = self._limit(s, plant) - least
        if extra < 0 and may_pass:
            return 0
        number = encoding.vocabulary.first["reserve"] + max(0, min(extra, RAISES))
        return number if number in legal else legal.to_list()[-1 if extra > 0 else 0]

    def _opening(self, s: State) -> Action:
        tables = tables_of(s)
        plant = choose_lot(s, s.actor, tables, (SHADING,) * s.rules.seats, economist.judge_of(s, tables))
        if plant >= 0:
            return Open(s.actor, s.rules.card_names[plant], least_bid(s, plant))
        return Pass(s.actor) if may_opt_out(s) else economist.opening(s, s.actor, tables)

    def _more(self, s: State, action: BuyFuel | Build) -> int:
        """Count the tokens of the same fuel, or the houses, that are to follow at once."""
        tables, seat = tables_of(s), s.actor
        if isinstance(action, Build):
            return min(HOUSES, len(chain(s, seat, tables, economist.wanted_cities(s, seat, tables), s.money[seat]))) - 1
        ends = can_end(s, tables) and not tables.printed
        buys = last_buying(s, seat, tables)[0] if ends else economist.plain_buys(s, seat, tables)[0]
        return max(1, buys[s.rules.fuel_ids[action.fuel]]) - 1


def play(encoding: Encoding, seed: int, number: int) -> Game:
    """Play the game that a `VectorTable` of this seed begins as its `number`th, counted from 1."""
    dice = Random(f"teacher/{seed}/{number}")  # noqa: S311 - chooses moves
    episode = Episode(encoding, dealer=CounterDealer(game_seed(seed, number)))
    teachers = [Teacher(exp(dice.gauss(0, SPREAD))) for _ in range(encoding.rules.seats)]
    game = Game([], [])
    while not episode.over and len(game.ids) < MOST_STEPS:
        drawn = dice.random() < NOISE
        chosen = dice.choice(episode.legal_ids().to_list()) if drawn else teachers[episode.actor].choose(episode)
        game.ids.append(chosen)
        game.noise.append(drawn)
        episode.step(chosen)
    return game
