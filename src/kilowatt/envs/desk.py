"""What the environments for one library or another share: rules, ids, observations and spaces of one kind of game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

import kilowatt
from kilowatt.envs.course import Course
from kilowatt.envs.encoding import make_encoding
from kilowatt.envs.layout import MOST
from kilowatt.envs.observation import Observer
from kilowatt.envs.rewards import REWARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMS = ("flat", "dict")


class Desk:
    """One ruleset, number of seats and grain, ready to describe any course of that kind to any seat."""

    def __init__(
        self, ruleset: str, seats: int, options: dict[str, Any] | None, *, grain: str, reward: str, form: str
    ) -> None:
        if form not in FORMS:
            raise ValueError(f"there is no form {form!r}; there are {', '.join(FORMS)}")
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        self.rules = kilowatt.ruleset(ruleset, seats, options)
        self.encoding = make_encoding(self.rules, grain)
        self.observer = Observer(self.rules)
        self.pages = [self.observer.page(whole=form == "dict") for _ in range(seats)]
        self.silence = np.zeros(self.encoding.size, np.int8)
        """The mask of a seat that may say nothing."""
        self.silence.flags.writeable = False
        self.reward = reward
        self.form = form

    def course(self, seed: int | str) -> Course:
        """Begin a game whose cards follow from a seed."""
        return Course(self.encoding, seed)

    def action_space(self) -> spaces.Discrete:
        """Make the space of action ids."""
        return spaces.Discrete(self.encoding.size)

    def observation_space(self) -> spaces.Space[Any]:
        """Make the space of the observation in the form asked for."""
        layout = self.observer.layout
        if self.form == "flat":
            high = np.ones(layout.size, np.float32)
            for first, block, _ in layout.blocks.values():
                if block.scale != 1:
                    high[first : first + len(block.members)] = MOST / block.scale
            return spaces.Box(np.zeros(layout.size, np.float32), high, dtype=np.float32)
        parts: dict[str, spaces.Space[Any]] = {
            name: spaces.Box(0, 1 if block.scale == 1 else MOST, (len(block.members),), np.int16)
            for name, (_, block, _) in layout.blocks.items()
        }
        return spaces.Dict(parts)

    def observe(self, course: Course, seat: int) -> Any:  # noqa: ANN401 - an array or a dict of arrays
        """Describe a course to a seat; what is half said is the acting seat's own."""
        page = self.pages[seat]
        page.write(course.state, seat, self.encoding.meaning(course.said))
        row = page.row.copy()
        return row if self.form == "flat" else self.observer.split(row)

    def mask(self, course: Course, seat: int) -> NDArray[np.int8]:
        """Mark the ids a seat may say; none unless it is to act."""
        row = np.zeros(self.encoding.size, np.int8)
        if course.actor == seat:
            allowed = course.allowed()
            row[allowed.ids] = 1
            row[allowed.first : allowed.stop] = 1
        return row
