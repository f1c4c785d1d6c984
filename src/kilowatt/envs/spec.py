"""What the environments of all libraries share: rules, ids, observations and spaces of one kind of game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

import kilowatt
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.kernel_episode import KernelEpisode, KernelKind
from kilowatt.envs.kernel_ids import plays
from kilowatt.envs.observation import Observer
from kilowatt.envs.observation_layout import MOST, Numbers
from kilowatt.envs.rewards import REWARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMS = ("flat", "dict")


class GameSpec:
    """One ruleset, number of seats and grain, ready to describe any episode of that kind to any seat.

    `backend`: the `kernel`, the `reference`, or the kernel where it is installed and can play the rules (`auto`). Both
    play the same games for the same seed.
    """

    def __init__(
        self,
        ruleset: str,
        seats: int,
        options: dict[str, Any] | None,
        *,
        grain: str,
        reward: str,
        form: str,
        backend: str = "auto",
    ) -> None:
        if form not in FORMS:
            raise ValueError(f"there is no form {form!r}; there are {', '.join(FORMS)}")
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        self.rules = kilowatt.ruleset(ruleset, seats, options)
        self.encoding = make_encoding(self.rules, grain)
        self.observer = Observer(self.rules)
        self.buffers = [self.observer.buffer(scaled=form == "flat") for _ in range(seats)]
        self.empty_mask = np.zeros(self.encoding.size, np.int8)
        """The mask of a seat that is not to act."""
        self.empty_mask.flags.writeable = False
        self.reward = reward
        self.form = form
        self.kernel = KernelKind(self.encoding, scaled=form == "flat") if plays(backend, self.rules) else None
        self.backend = "reference" if self.kernel is None else "kernel"

    def episode(self, seed: int | str) -> Episode | KernelEpisode:
        """Begin a game whose cards follow from a seed."""
        return Episode(self.encoding, seed) if self.kernel is None else KernelEpisode(self.kernel, seed)

    def action_space(self) -> spaces.Discrete:
        """Make the space of action ids."""
        return spaces.Discrete(self.encoding.size)

    def observation_space(self) -> spaces.Space[Any]:
        """Make the space of observations in the chosen form."""
        layout = self.observer.layout
        if self.form == "flat":
            high = np.ones(layout.size, np.float32)
            for first, block, _ in layout.blocks.values():
                if isinstance(block, Numbers):
                    high[first : first + len(block.members)] = MOST / block.scale
            return spaces.Box(np.zeros(layout.size, np.float32), high, dtype=np.float32)
        parts: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(0, MOST if isinstance(block, Numbers) else 1, (len(block.members),), np.int16)
            for name, (_, block, _) in layout.blocks.items()
        }
        return spaces.Dict(parts)

    def observe(self, episode: Episode | KernelEpisode, seat: int) -> Any:  # noqa: ANN401 - an array or a dict of arrays
        """Return the observation of a seat; the partial action is the acting seat's."""
        if isinstance(episode, KernelEpisode):
            facts = episode.observe(seat)
            return facts if self.form == "flat" else self.observer.split(facts.astype(np.int16))
        buffer = self.buffers[seat]
        buffer.write(episode.state, seat, self.encoding.pending(episode.partial))
        row = buffer.row.copy()
        return row if self.form == "flat" else self.observer.split(row)

    def mask(self, episode: Episode | KernelEpisode, seat: int) -> NDArray[np.int8]:
        """Return the mask of a seat's legal ids; empty unless it is to act."""
        if isinstance(episode, KernelEpisode) and episode.actor == seat:
            return episode.mask().view(np.int8)
        row = np.zeros(self.encoding.size, np.int8)
        if episode.actor == seat:
            legal = episode.legal_ids()
            row[legal.ids] = 1
            row[legal.first : legal.stop] = 1
        return row
