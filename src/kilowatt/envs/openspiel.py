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
from kilowatt.editions.registry import DEFAULT_RULESET
from kilowatt.engine.actions import CloseCity, Reveal, RevealFuel, ShowBack
from kilowatt.engine.game import outcomes
from kilowatt.engine.ids import CHANCE, OVER
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.kernel_episode import KernelEpisode, KernelKind
from kilowatt.envs.kernel_ids import plays
from kilowatt.envs.observation import Observer
from kilowatt.envs.rewards import rewards
from kilowatt.kernel.menus import KIND

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules

NAME = "python_kilowatt"
LONGEST = 20_000
"""More ids and draws than any game takes."""
DRAW_BITS = KIND - 1
"""The part of a draw's number in the kernel that says which of its kind it is: the same number as `_chance_id`."""
DEFAULTS: dict[str, Any] = {"ruleset": DEFAULT_RULESET, "seats": 3, "reward": "rank", "backend": "auto"}


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
    """One ruleset and number of seats as an OpenSpiel game.

    `reward` is `rank` (zero sum), `win` or `margin`. `backend` is `kernel`, `reference`, or `auto` for the kernel where
    it is installed and can play the rules; the games are the same.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.rules = kilowatt.ruleset(chosen["ruleset"], chosen["seats"])
        self.reward: str = chosen["reward"]
        self.encoding = make_encoding(self.rules)
        self.observer = Observer(self.rules)
        self.kernel = KernelKind(self.encoding) if plays(chosen["backend"], self.rules) else None
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
        self.episode: Episode | KernelEpisode = (
            Episode(game.encoding) if game.kernel is None else KernelEpisode(game.kernel)
        )

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

    def _draws(self) -> list[tuple[int, int]]:
        """List what may be dealt, by id, with weights."""
        if isinstance(self.episode, KernelEpisode):
            return [(number & DRAW_BITS, weight) for number, weight in self.episode.draws()]
        rules = self.episode.encoding.rules
        draws = outcomes(self.episode.state)
        return [(_chance_id(rules, place, deal), weight) for place, (deal, weight) in enumerate(draws)]

    def _drawn(self, number: int) -> Action | None:
        """Return what is dealt by an id, None if it cannot come now."""
        places = [draw for draw, _ in self._draws()]
        return outcomes(self.episode.state)[places.index(number)][0] if number in places else None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may be dealt, by id, with probabilities."""
        draws = self._draws()
        total = sum([weight for _, weight in draws])
        return [(number, weight / total) for number, weight in draws]

    def _apply_action(self, action: int) -> None:
        episode = self.episode
        if episode.actor != CHANCE:
            episode.step(action)
            return
        if isinstance(episode, KernelEpisode):
            drawn = [number for number, _ in episode.draws() if number & DRAW_BITS == action]
            if drawn:
                episode.deal(drawn[0])
                return
        else:
            deal = self._drawn(action)
            if deal is not None:
                episode.apply(deal)
                return
        raise ValueError(f"{action} cannot be dealt now")

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            deal = self._drawn(action)
            return f"deal {action}" if deal is None else repr(deal)
        return self.episode.encoding.name(action)

    def returns(self) -> list[float]:
        """Return every player's reward; zeros before the end."""
        result = self.episode.state.result if self.episode.over else None
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
        if isinstance(episode, KernelEpisode):
            episode.solo.write(player, self.tensor)
            return
        self.buffer.write(episode.state, player, episode.encoding.pending(episode.partial))

    def string_from(self, state: KilowattState, player: int) -> str:
        """Return a state as text; all of it is public."""
        return f"p{player} {state.episode.snapshot()}"


def _chance_ids(rules: Rules) -> int:
    named = max(len(rules.zone_list), len(rules.kind_names), len(rules.city_ids))
    return max(factorial(rules.seats), len(rules.plants) + 1, named)


def _chance_id(rules: Rules, place: int, deal: Action) -> int:
    """Return the id of an outcome: the number of its card or city among all, else its place in the list of outcomes."""
    if isinstance(deal, Reveal):
        return rules.plant_ids.get(deal.plant, len(rules.plants))
    if isinstance(deal, ShowBack):
        return rules.back_ids[deal.back]
    if isinstance(deal, RevealFuel):
        return rules.kind_ids[deal.card]
    if isinstance(deal, CloseCity):
        return rules.city_ids[deal.city]
    return place


pyspiel.register_game(_kind(DEFAULTS["reward"]), KilowattGame)
