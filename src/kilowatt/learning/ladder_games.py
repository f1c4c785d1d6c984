"""The games of a run against bots: processes play them, and a field of their own collects what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.learning.bot_games import Shape
from kilowatt.learning.games import Field, guests
from kilowatt.learning.ladder import Ladder, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    import torch

    from kilowatt.learning.config import Config
    from kilowatt.learning.games import Kind
    from kilowatt.learning.space import Names

LEG = 1_000_003
"""A resumed run has other seeds: so much further per iteration."""


class LadderGames:
    """The processes and their field; every decision in it is one of the learner's."""

    def __init__(
        self, names: Names, kinds: Sequence[Kind], config: Config, iteration: int, device: torch.device
    ) -> None:
        self.kinds = kinds
        own = msgspec.structs.replace(
            config,
            tables=config.ladder_processes,
            threads=config.ladder_processes,
            games=config.ladder_games // config.ladder_processes,
            steps=config.steps // config.ladder_every,
            league=0.0,
        )
        self.field = Field(names, own, device)
        shapes = [
            Shape(own.games, kind.table.observation.shape[1], kind.table.encoding.size, kind.rules.seats)
            for kind in kinds
        ]
        work = Work(
            [(kind.rules.id, kind.rules.seats) for kind in kinds],
            own.games,
            config.ladder,
            config.seed * 1000 + LEG * iteration,
            config.longest,
        )
        self.ladder = Ladder(shapes, work, config.ladder_processes)

    def seat(self, chosen: Sequence[Kind]) -> None:
        """Play these kinds, by turns where there are more processes than kinds."""
        kinds = [chosen[number % len(chosen)] for number in range(len(self.ladder.players))]
        tables = self.ladder.seat([self.kinds.index(kind) for kind in kinds])
        self.field.seat([guests(kind, table) for kind, table in zip(kinds, tables, strict=True)])

    def close(self) -> None:
        """End the threads, which wait for the processes, then the processes."""
        self.field.close()
        self.ladder.close()
