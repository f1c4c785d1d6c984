"""Blocks about plant cards: the market, the stack, what is out of the game, the Trust's plants."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from kilowatt.engine import layers
from kilowatt.engine.deck import stack_size
from kilowatt.engine.ids import NOBODY
from kilowatt.envs.blocks.masks import one, several
from kilowatt.envs.observation_layout import UNKNOWN, Bits, Facts, Group, Numbers, Watch

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State


@final
class CardsWatch(Watch):
    """Remembers market, stack and what else the blocks are made of; tuples by identity, for a new one is rare."""

    def __init__(self) -> None:
        self.moment = self.discount = self.removed = UNKNOWN
        self.deck: list[tuple[int, ...]] = []
        self.market: tuple[int, ...] | None = None
        self.taken: tuple[int, ...] | None = None

    def changed(self, f: Facts) -> bool:
        """Compare and remember."""
        s = f.state
        moment = (s.top_back + 1) * 64 + s.step * 16 + s.phase
        taken = _taken(s)
        if (
            [*s.seq, *s.group_mask] == self.deck
            and s.market is self.market
            and moment == self.moment
            and s.discount == self.discount
            and s.removed == self.removed
            and taken is self.taken
        ):
            return False
        self.deck, self.market, self.taken = [*s.seq, *s.group_mask], s.market, taken
        self.moment, self.discount, self.removed = moment, s.discount, s.removed
        return True


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

    def watch(self) -> Watch:
        """Return a new memory."""
        return CardsWatch()

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
            layers.unseen(s.deck),
            _next(s),
            under,
            s.removed,
            one(s.top_back),
            several(_taken(s)),
        ]

    def values(self, f: Facts) -> list[int]:
        """Return the size of the stack."""
        return [stack_size(f.state)]


def _taken(s: State) -> tuple[int, ...]:
    return s.plants[s.rules.trust_chair] if s.rules.trust_plays else ()


def _next(s: State) -> int:
    if not s.deck:
        return 0
    layer = s.deck[0]
    if layer.seq:
        return 1 << layer.seq[0]
    mask = 0
    for back, cards, left in layer.groups:
        if left and s.top_back in (NOBODY, back):
            mask |= cards
    return mask
