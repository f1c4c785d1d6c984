"""Blocks about plant cards: the market, the stack, what is out of the game, the Trust's plants."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine import deck
from kilowatt.engine.ids import NOBODY
from kilowatt.envs.blocks.masks import one, several
from kilowatt.envs.layout import Bits, Facts, Group, Numbers

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


@final
class Cards(Group):
    """The blocks about plant cards."""

    def __init__(self, rules: Rules) -> None:
        plants = [plant.id for plant in rules.plants]
        every = [*plants, rules.end_card]
        super().__init__(
            [
                Bits("current", plants, "plants that may be opened"),
                Bits("future", every, "the other cards of the plant market"),
                Bits("discount", plants, "the plant with the discount token"),
                Bits("unseen", every, "cards that may still lie in the stack"),
                Bits("next", every, "cards that may be turned up next"),
                Bits("under", every, "cards known to lie under the unseen ones"),
                Bits("removed", plants, "plants out of the game"),
                Bits("top_back", [*rules.backs, rules.end_card], "the back of the top card, where backs are public"),
                Bits("trust_plants", plants, "plants of the Trust"),
            ],
            [Numbers("stack", ["stack"], "cards in the plant stack", 40)],
        )

    def key(self, f: Facts) -> object:
        """Return everything the blocks are made of."""
        s = f.state
        return (s.deck, s.market, s.discount, s.removed, s.top_back, s.step, s.phase, _taken(s))

    def masks(self, f: Facts) -> list[int]:
        """Return the mask of each block."""
        s = f.state
        on_offer = s.rules.plant_market.current(s)
        under = 0
        for layer in s.deck[1:]:
            under |= several(layer.seq)
        return [
            several(s.market[:on_offer]),
            several(s.market[on_offer:]),
            one(s.discount),
            deck.unseen(s.deck),
            _next(s),
            under,
            s.removed,
            one(s.top_back),
            several(_taken(s)),
        ]

    def values(self, f: Facts) -> list[int]:
        """Return the size of the stack."""
        return [deck.size(f.state.deck)]


def _taken(s: State) -> tuple[int, ...]:
    return s.plants[s.rules.trust_chair] if s.rules.trust_plays else ()


def _next(s: State) -> int:
    if not s.deck:
        return 0
    layer = s.deck[0]
    if layer.seq:
        return 1 << layer.seq[0]
    mask = 0
    for back, found, left in layer.groups:
        if left and s.top_back in (NOBODY, back):
            mask |= found
    return mask
