"""A bot that plays from a checkpoint: the most likely id each time, and the median of the prices it would pay.

Within a turn it goes on with the purchase, the houses or the price it has chosen, as games in training do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from kilowatt.bots.advice import Advice, Budget
from kilowatt.bots.simple import plain_reason
from kilowatt.editions.options import BadOption
from kilowatt.engine.actions import Open
from kilowatt.engine.ids import NOBODY
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.observation import Observer
from kilowatt.learning.names import MOST
from kilowatt.learning.network import Names, Network
from kilowatt.learning.training import CHECKPOINT

if TYPE_CHECKING:
    from pathlib import Path

    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.envs.encoding import Decoded, Encoding, Partial
    from kilowatt.learning.network import Places

MIDDLE = 0.5


class Player:
    """Plays with the averaged weights of the checkpoint in a folder."""

    def __init__(self, folder: Path) -> None:
        if not (folder / CHECKPOINT).is_file():
            raise BadOption("checkpoint", f"{folder} has no {CHECKPOINT}: train one with kilowatt train")
        kept = torch.load(folder / CHECKPOINT, map_location="cpu", weights_only=True)
        self.names = Names(kept["facts"], kept["ids"], kept["cities"])
        self.network = Network(self.names, kept["config"]["widths"], kept["config"]["cities"])
        self.network.load_state_dict(kept["average"])
        self._games: dict[tuple[str, int], tuple[Encoding, Observer, Places]] = {}
        self._turn: tuple[int, int] = (0, 0)
        self._partial: Partial = ()
        self._lot: tuple[int, int, int] = (0, NOBODY, 0)
        self._price = 0

    def _game(self, rules: Rules) -> tuple[Encoding, Observer, Places]:
        key = (rules.id, rules.seats)
        if key not in self._games:
            encoding, observer = make_encoding(rules, "whole"), Observer(rules)
            try:
                places = self.names.places(rules, observer.layout, encoding, torch.device("cpu"))
            except KeyError as error:
                raise BadOption("checkpoint", f"it was not trained on {rules.id} with {rules.seats} seats") from error
            self._games[key] = (encoding, observer, places)
        return self._games[key]

    def advise(self, state: State, seat: int, budget: Budget) -> Advice:
        """Go on with what was chosen, or choose."""
        encoding = self._game(state.rules)[0]
        turn = (state.round, state.ask)
        partial = self._partial if turn == self._turn else ()
        price = self._price if self._lot == (state.round, state.lot, state.drawn) and state.lot != NOBODY else 0
        found = encoding.resume(state, partial, price)
        if found is not None and found.action is None:
            partial = found.partial
        while found is None or found.action is None:
            found = self._choose(state, seat, partial)
            partial = found.partial
        self._turn, self._partial = turn, found.partial
        action = found.action
        if found.reserve:
            lot = state.rules.plant_ids[action.plant] if isinstance(action, Open) else state.lot
            self._lot, self._price = (state.round, lot, state.drawn), found.reserve
        return Advice(action, plain_reason(state, seat, action))

    def _choose(self, s: State, seat: int, partial: Partial) -> Decoded:
        encoding, observer, places = self._game(s.rules)
        legal = encoding.legal_ids(s, partial).to_list()
        if len(legal) == 1:
            return encoding.decode(s, partial, legal[0])
        seen = torch.from_numpy(observer.flat(s, seat, encoding.pending(partial))).clamp(max=MOST)
        with torch.no_grad():
            scores = self.network(seen[None], places)[0][0][legal]
        if encoding.name(legal[-1]).startswith("reserve"):
            place = int((scores.softmax(0).cumsum(0) < MIDDLE).sum())
        else:
            place = int(scores.argmax())
        return encoding.decode(s, partial, legal[min(place, len(legal) - 1)])
