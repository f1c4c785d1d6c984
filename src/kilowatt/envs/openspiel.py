"""OpenSpiel: the game `python_kilowatt`, chance nodes for every draw. Import this module to register it (extra
`openspiel`), then `pyspiel.load_game("python_kilowatt(ruleset=recharged/germany,seats=3)")`.

Nothing is hidden in these games, so this is a game of perfect information with chance. Ids are those of the atomic
grain: reservation prices of the whole grain would be hidden information.
"""  # noqa: D205 - the name to load is the sentence

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

import kilowatt
from kilowatt.engine.actions import Reveal, RevealFuel, ShowBack
from kilowatt.engine.game import outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.observation import Observer
from kilowatt.envs.rewards import rewards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules

NAME = "python_kilowatt"
LONGEST = 20_000
"""More ids and draws than any game takes."""
DEFAULTS: dict[str, Any] = {"ruleset": "recharged/germany", "seats": 3, "reward": "rank"}


def _kind(reward: str) -> pyspiel.GameType:
    zero = reward == "rank"
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Kilowatt",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if zero else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class KilowattGame(pyspiel.Game):  # type: ignore[misc]
    """One ruleset and number of seats as an OpenSpiel game; `reward` is `rank` (zero sum), `win` or `margin`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.rules = kilowatt.ruleset(chosen["ruleset"], chosen["seats"])
        self.reward: str = chosen["reward"]
        self.encoding = make_encoding(self.rules)
        self.observer = Observer(self.rules)
        most = float(len(self.rules.board.cities) or 100) if self.reward == "margin" else 1.0
        about = {
            "num_distinct_actions": self.encoding.size,
            "max_chance_outcomes": _chance_ids(self.rules),
            "num_players": self.rules.seats,
            "min_utility": -most,
            "max_utility": most,
            "max_game_length": LONGEST,
        }
        if self.reward == "rank":
            about["utility_sum"] = 0.0
        super().__init__(_kind(self.reward), pyspiel.GameInfo(**about), chosen)

    def new_initial_state(self) -> KilowattState:
        """Begin a game."""
        return KilowattState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KilowattObserver:  # noqa: ANN401
        """Make the observer of this game."""
        return KilowattObserver(self.observer)


class KilowattState(pyspiel.State):  # type: ignore[misc]
    """A state: an episode whose cards OpenSpiel deals."""

    def __init__(self, game: KilowattGame) -> None:
        super().__init__(game)
        self.kind = game.reward
        self.episode = Episode(game.encoding)

    def current_player(self) -> int:
        """Return the player to move, chance, or the end."""
        actor = self.episode.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.episode.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal_ids().to_list()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may be dealt, by id, with probabilities."""
        found = outcomes(self.episode.state)
        total = sum(weight for _, weight in found)
        rules = self.episode.encoding.rules
        return [(_chance_id(rules, place, deal), weight / total) for place, (deal, weight) in enumerate(found)]

    def _apply_action(self, action: int) -> None:
        if self.episode.actor == CHANCE:
            rules = self.episode.encoding.rules
            for place, (deal, _) in enumerate(outcomes(self.episode.state)):
                if _chance_id(rules, place, deal) == action:
                    self.episode.apply(deal)
                    return
            raise ValueError(f"{action} cannot be dealt now")
        self.episode.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            rules = self.episode.encoding.rules
            for place, (deal, _) in enumerate(outcomes(self.episode.state)):
                if _chance_id(rules, place, deal) == action:
                    return repr(deal)
            return f"deal {action}"
        return self.episode.encoding.name(action)

    def returns(self) -> list[float]:
        """Return every player's reward; zeros before the end."""
        result = self.episode.state.result
        return [0.0] * self.episode.encoding.rules.seats if result is None else rewards(result, self.kind)

    def __str__(self) -> str:
        """Return a line about the position."""
        s = self.episode.state
        partial = ",".join(self.episode.encoding.name(number) for number in self.episode.partial)
        return f"round {s.round} step {s.step} phase {s.phase} actor {s.actor} money {s.money} lot {s.lot} {partial}"


class KilowattObserver:
    """OpenSpiel's observer: one tensor, its named parts, and a line of text."""

    def __init__(self, observer: Observer) -> None:
        self.buffer = observer.buffer()
        self.tensor: NDArray[np.float32] = self.buffer.row
        self.dict = observer.split(self.tensor)

    def set_from(self, state: KilowattState, player: int) -> None:
        """Write a player's observation of a state into the tensor."""
        episode = state.episode
        self.buffer.write(episode.state, player, episode.encoding.pending(episode.partial))

    def string_from(self, state: KilowattState, player: int) -> str:
        """Return a state as text; all of it is public."""
        return f"p{player} {state.episode.snapshot()}"


def _chance_ids(rules: Rules) -> int:
    return max(factorial(rules.seats), len(rules.zone_list), len(rules.plants) + 1, len(rules.kind_names))


def _chance_id(rules: Rules, place: int, deal: Action) -> int:
    """Return the id of an outcome: the card's number among all cards, else its place in the list of outcomes."""
    if isinstance(deal, Reveal):
        return rules.plant_ids.get(deal.plant, len(rules.plants))
    if isinstance(deal, ShowBack):
        return rules.back_ids[deal.back]
    if isinstance(deal, RevealFuel):
        return rules.kind_ids[deal.card]
    return place


pyspiel.register_game(_kind(DEFAULTS["reward"]), KilowattGame)
