"""What the end of a game says."""

from __future__ import annotations

import msgspec


class Result(msgspec.Struct, frozen=True):
    """The standing: seats in groups that share a rank, the numbers compared (in order), and a code for why it ended."""

    ranking: list[list[int]]
    scores: list[dict[str, int]]
    reason: str

    @property
    def winners(self) -> list[int]:
        """The seats that share the first rank."""
        return self.ranking[0]
